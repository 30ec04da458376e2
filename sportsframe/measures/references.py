"""Where publications that measures refer to can be read."""

from __future__ import annotations

import re

SOURCES: dict[str, str] = {
    "Basketball-Reference": "https://www.basketball-reference.com/about/glossary.html",
    "Baseball-Reference": "https://www.baseball-reference.com/bullpen/",
    "Hockey-Reference": "https://www.hockey-reference.com/about/glossary.html",
    "Pro-Football-Reference": "https://www.pro-football-reference.com/about/glossary.htm",
    "Sports-Reference college": "https://www.sports-reference.com/cbb/about/glossary.html",
    "FBref": "https://fbref.com/en/",
    "FanGraphs library": "https://library.fangraphs.com/",
    "FiveThirtyEight": "https://github.com/fivethirtyeight/data",
    "World Football Elo": "https://www.eloratings.net/about",
    "MLB glossary": "https://www.mlb.com/glossary",
    "Official rule": "https://www.mlb.com/official-information/umpires/official-rules",
    "NFL": "https://www.nfl.com/stats/",
    "NHL": "https://www.nhl.com/stats/",
    "NCAA": "https://www.ncaa.org/sports/2013/11/27/football-statistics.aspx",
    "PDC": "https://www.pdc.tv/",
    "PGA": "https://www.pgatour.com/stats",
    "League rules": "https://en.wikipedia.org/wiki/Group_tournament_ranking_system",
    "Oliver": "https://www.basketball-reference.com/about/factors.html",
    "Pomeroy": "https://kenpom.com/blog/ratings-glossary/",
    "Brier 1950": "https://en.wikipedia.org/wiki/Brier_score",
    "Good 1952": "https://en.wikipedia.org/wiki/Scoring_rule",
    "James 1981": "https://en.wikipedia.org/wiki/Log5",
    "James, basic version": "https://en.wikipedia.org/wiki/Runs_created",
    "James, Baseball Abstract": "https://en.wikipedia.org/wiki/Game_score",
    "James": "https://en.wikipedia.org/wiki/Pythagorean_expectation",
    "coaches' rule of 100": "https://www.mlb.com/pitch-smart",
}
"""Publication -> where it, or an account of it, can be read; longer names before those that begin like them."""

OWN = ("Our ", "Estimate", "The service's own")
"""How references of measures begin that nobody has published."""

_NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in SOURCES))


def linked(reference: str) -> str:
    """Return a reference whose first known publication is a Markdown link, unless it has one already."""
    if "](" in reference or reference.startswith(OWN):
        return reference
    return _NAMED.sub(lambda found: f"[{found[0]}]({SOURCES[found[0]]})", reference, count=1)
