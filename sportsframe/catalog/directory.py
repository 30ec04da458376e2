"""Players, teams, depth charts and injuries: resources that are similar in all sports."""

from __future__ import annotations

from . import common
from .grammar import Answer, Record, Table, api_field
from .resources import Param

# Players -------------------------------------------------------------------------------------------------------------


INACTIVE = "INACT"
"""Status of a player who cannot be fielded; former players have it too."""

STATUS = f"ACT for active, QUES for questionable, {INACTIVE} for injured and former players"
"""Meaning of a player's status."""


class Named(Record, source="observed"):
    """A player, current or former."""

    player_id: int = api_field("Player id", key=True)
    player: str = api_field("Name of the player")


class Member(Named, source="observed"):
    """A player of a team; former players remain listed with their last team."""

    team: str | None = api_field("Name of the team; of a former player the last one")
    team_id: int | None = api_field("Team id; of a former player the last one", key=True)
    number: int | None = api_field("Number on the shirt")
    status: str | None = api_field(STATUS)
    position: str | None = api_field("Position")


class Category(Record, source="observed"):
    position_category: str | None = api_field("Group of positions")


class Height(Record, source="observed"):
    height: str | None = api_field("Height in feet and inches, as sent", derive="height_cm")


class Weight(Record, source="observed"):
    weight: int | None = api_field("Weight", unit="lb")


class Birth(Record, source="observed"):
    birth_date: str | None = api_field(
        "Date of birth; the service sends the date under the name age", "age", kind="date"
    )


class College(Record, source="observed"):
    college: str | None = api_field("College; the place of birth for many players from abroad")


class Image(Record, source="observed"):
    image: str | None = api_field("File name of a portrait", "img")


class Stars(Record, source="observed"):
    all_star: str | None = api_field("Always empty where observed")


class Hands(Record, source="observed"):
    bats: str | None = api_field("Side from which the player bats: R, L or S for both")
    throws: str | None = api_field("Arm with which the player throws: R or L")


class NflPlayer(Member, Category, Height, Weight, Birth, College, Image, Stars, source="observed"):
    """An NFL player."""


class NbaPlayer(Member, Category, Height, Weight, Birth, College, Image, source="observed"):
    """An NBA player."""


class MlbPlayer(Member, Category, Height, Weight, Birth, College, Hands, Image, Stars, source="observed"):
    """An MLB player."""


class NhlPlayer(Member, Category, Height, Weight, Birth, Image, source="observed"):
    """An NHL player."""


class CollegeBody(Record, source="observed"):
    height: str | None = api_field("Height in feet and inches, as sent", derive="height_cm")
    weight: int | str | None = api_field("Weight; a string for colleges", unit="lb", kind="id")
    class_year: str | None = api_field("Year of study: FR, SO, JR or SR", "class")


class NcaafbPlayer(Member, Category, CollegeBody, source="observed"):
    """A player of college football."""


class NcaabbPlayer(Member, CollegeBody, source="observed"):
    """A player of college basketball."""


class SoccerPlayer(Member, Height, Weight, Birth, source="observed"):
    """A soccer player; the keys are reported, the formats assumed."""


class Professional(Named, source="assumed"):
    """A player of a tour; keys other than the id are assumed."""

    player: str = api_field("Name of the player", "name")
    rank: int | None = api_field("World rank; missing for unranked and former players")
    country: str | None = api_field("Country")
    birth_date: str | None = api_field(
        "Date of birth, under the same name as for teams", "age", kind="date", sparse=True
    )


class DartsPlayer(Professional, source="assumed"):
    """A darts player."""


class Golfer(Professional, source="assumed"):
    """A golfer."""


# Teams ---------------------------------------------------------------------------------------------------------------


class Team(Record, source="observed"):
    """A team."""

    team_id: int = api_field("Team id", key=True)
    team: str = api_field("Name of the team")
    abbreviation: str | None = api_field("Abbreviation of the team; missing for all-star teams", "abbrv")


class Mascot(Record, source="observed"):
    mascot: str | None = api_field("Nickname of the team")


class Division(Record, source="observed"):
    division_name: str | None = api_field(
        "Conference and division in one string, as division_name of live games", "conf", derive="conference division"
    )


class City(Record, source="observed"):
    location: str | None = api_field("City or region in the name of the team")


class Home(common.Venue, common.Surface, source="observed"):
    """The venue of a team."""


class IndoorTeam(Team, Mascot, Division, City, source="observed"):
    """A team of the NBA or the NHL."""

    arena: str | None = api_field("Name of the venue")


class MlbTeam(Team, Mascot, Division, City, Home, source="observed"):
    """An MLB team."""


class NflTeam(Team, Mascot, Division, City, Home, source="observed"):
    """An NFL team."""

    image: str | None = api_field("URL of the logo", "img")


class CollegeTeam(Team, Mascot, Division, Home, source="observed"):
    """A college team."""

    rank: int | None = api_field("National rank; missing where observed")
    week: int | None = api_field("Week of the rank; missing where observed", key=True)
    conference_id: int | None = api_field("Conference id", "conf_ID")


class SoccerTeam(Team, source="observed"):
    """A soccer team; relegated teams are listed unless ``relegated`` selects."""

    league: str | None = api_field("League code", hidden=True)
    city: str | None = api_field("City of the venue")
    arena: str | None = api_field("Name of the venue")
    country: str | None = api_field("Country of the venue")
    latitude: float | None = api_field("Latitude of the venue", unit="deg", detail=True)
    longitude: float | None = api_field("Longitude of the venue", unit="deg", detail=True)
    field: str | None = api_field("Playing surface: grass or turf")
    postal_code: str | None = api_field("Postal code as a string, to preserve leading zeros", detail=True)
    dome: int | None = api_field("1 under a roof, 0 in the open; not reliable")
    relegated: bool | None = api_field(
        "Whether the team is not in the league this season", source="assumed", sparse=True
    )


# Injuries ------------------------------------------------------------------------------------------------------------


class Injury(Record, source="observed"):
    player: str = api_field("Name of the player")
    player_id: int | str = api_field("Player id; a string in most sports", key=True, kind="id")
    injury: str | None = api_field("Injured part of the body")
    date_injured: str | None = api_field("Date of the injury", kind="date")
    returns: str | None = api_field("When the player is expected back, as prose")


class TeamInjuries(Record, source="observed"):
    """The injured players of a team."""

    team: str = api_field("Name of the team", key=True)
    team_id: int = api_field("Team id", key=True)
    injuries: list[Injury] = api_field("Injured players")


# Depth charts --------------------------------------------------------------------------------------------------------


class Listed(Record, source="2.8"):
    player_id: int = api_field("Player id", "id", key=True)
    player: str = api_field("Name of the player")


class Chart(Record, source="2.8"):
    """The depth chart of a team."""

    team_id: int | None = api_field("Team id, beside the positions", source="observed", key=True, sparse=True)
    positions: dict[str, dict[str, Listed]] = api_field("Players by position and depth", rest=True)


class Charts(Record, source="2.8"):
    """The depth charts of a league."""

    teams: dict[str, Chart] = api_field("Depth charts by name of the team")


def players(record: type[Record], *params: Param) -> Answer:
    """Return the response of ``player-info``."""
    return Answer(record, (Table("players", "", "player"),), params=params)


def teams(record: type[Record], *params: Param) -> Answer:
    """Return the response of ``team-info``."""
    return Answer(record, (Table("teams", "", "team"),), params=params)


def injuries() -> Answer:
    """Return the response of ``injuries``."""
    return Answer(TeamInjuries, (Table("injuries", "injuries/[]", "injured player"),))


def depth_charts() -> Answer:
    """Return the response of ``depth-charts``."""
    path = "teams/{team}/positions/{position}/{depth}"
    return Answer(Charts, (Table("depth_charts", path, "team, position and depth"),))
