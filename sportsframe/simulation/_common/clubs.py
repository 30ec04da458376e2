"""The clubs: fictional names in invented places, the same ones every year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ...catalog.simulated import TEAM_IDS
from .places import CENTRAL, EASTERN, MOUNTAIN, PACIFIC, Place, towns
from .rng import drawn, stream


@dataclass(frozen=True)
class Club:
    """A club.

    Attributes
    ----------
    id : int
        Team id, unique in the sport.
    name : str
        Full display name.
    abbreviation : str
        2 to 4 capital letters, unique in the sport.
    mascot : str
        Nickname.
    place : Place
        Home venue.
    conference, division : str
        Where it plays; an empty division where the sport has none.
    group : int
        Number of the division or conference, from 1.
    """

    id: int
    name: str
    abbreviation: str
    mascot: str
    place: Place
    conference: str
    division: str
    group: int

    @property
    def division_name(self) -> str:
        """Conference and division in one text."""
        return f"{self.conference} - {self.division}" if self.division else self.conference


Division = tuple[str, str, str]
"""Conference, division, and the zones of its clubs: E, C, M, P; lower case for a club in Canada."""

LAYOUTS: dict[str, tuple[Division, ...]] = {
    "MLB": (
        ("Lantern League", "East", "EEEEe"),
        ("Lantern League", "Central", "EECCC"),
        ("Lantern League", "West", "CMPPP"),
        ("Compass League", "East", "EEEEE"),
        ("Compass League", "Central", "EECCC"),
        ("Compass League", "West", "CMPPP"),
    ),
    "NBA": (
        ("Eastern Conference", "Atlantic", "EEEEe"),
        ("Eastern Conference", "Gulf", "EEECC"),
        ("Eastern Conference", "Southeast", "EEEEE"),
        ("Western Conference", "Mountain", "CCMMP"),
        ("Western Conference", "Pacific", "MPPPP"),
        ("Western Conference", "Valley", "CCCCC"),
    ),
    "NFL": (
        ("Anvil Conference", "East", "EEEE"),
        ("Anvil Conference", "North", "EEEC"),
        ("Anvil Conference", "South", "EECC"),
        ("Anvil Conference", "West", "CMPP"),
        ("Beacon Conference", "East", "EEEE"),
        ("Beacon Conference", "North", "ECCC"),
        ("Beacon Conference", "South", "EEEC"),
        ("Beacon Conference", "West", "CMPP"),
    ),
    "NHL": (
        ("Eastern Conference", "Atlantic", "EEEEEeee"),
        ("Eastern Conference", "Coastal", "EEEEEEEE"),
        ("Western Conference", "Central", "ECCCCCcM"),
        ("Western Conference", "Pacific", "CMmmPPPp"),
    ),
}
"""League -> its divisions."""

LETTERS: dict[str, str] = {"E": EASTERN, "C": CENTRAL, "M": MOUNTAIN, "P": PACIFIC}
PROVINCE_OF: dict[str, tuple[int, ...]] = {"e": (0, 2, 1), "c": (4,), "m": (6, 7), "p": (8,)}
"""Letter -> which of the Canadian towns its clubs take, in turn."""

SHARED_TOWNS: dict[str, int] = {EASTERN: 34, CENTRAL: 18, MOUNTAIN: 8, PACIFIC: 12}
"""How many of the larger towns have clubs of the major leagues."""

VENUES: dict[str, tuple[str, float, float]] = {
    "MLB": ("{} Simulation Park", 0.27, 0.17),
    "NBA": ("{} Simulation Arena", 1.0, 0.0),
    "NHL": ("{} Simulation Rink", 1.0, 0.0),
    "NFL": ("{} Simulation Stadium", 0.31, 0.53),
    "NCAAFB": ("{} Simulation Field", 0.03, 0.62),
    "NCAABB": ("{} Simulation Hall", 1.0, 0.0),
}
"""Sport -> name of a venue, share under a roof, share of turf."""

MASCOTS = (
    "Lanterns",
    "Foundry",
    "Herons",
    "Tidemarks",
    "Compass",
    "Orchards",
    "Quarrymen",
    "Sextants",
    "Larkspurs",
    "Trams",
    "Almanacs",
    "Anchormen",
    "Anvils",
    "Arbors",
    "Barnacles",
    "Beacons",
    "Bellringers",
    "Bicycles",
    "Bluebells",
    "Boilerplates",
    "Bookends",
    "Brambles",
    "Bricklayers",
    "Bumblebees",
    "Cabooses",
    "Candlemakers",
    "Cartwheels",
    "Chestnuts",
    "Clockmakers",
    "Cloudberries",
    "Cobblers",
    "Comets",
    "Corkscrews",
    "Crickets",
    "Crosswinds",
    "Dandelions",
    "Doorbells",
    "Dragonflies",
    "Drumlins",
    "Dumplings",
    "Elderberries",
    "Fairweathers",
    "Falsettos",
    "Ferrymen",
    "Fiddlers",
    "Fireflies",
    "Foghorns",
    "Footnotes",
    "Gargoyles",
    "Geysers",
    "Glassblowers",
    "Gondolas",
    "Gooseberries",
    "Grasshoppers",
    "Haymakers",
    "Hedgehogs",
    "Hobnails",
    "Honeybees",
    "Horizons",
    "Icicles",
    "Inkwells",
    "Ironmongers",
    "Jackdaws",
    "Jigsaws",
    "Kingfishers",
    "Kites",
    "Ladybirds",
    "Lamplighters",
    "Lemonades",
    "Lighthouses",
    "Limericks",
    "Locksmiths",
    "Lumberyards",
    "Magnets",
    "Marmots",
    "Meridians",
    "Metronomes",
    "Millwheels",
    "Monograms",
    "Moonbeams",
    "Mosaics",
    "Needles",
    "Nightjars",
    "Nutmegs",
    "Oatmeals",
    "Observatory",
    "Otters",
    "Outriggers",
    "Paperclips",
    "Parasols",
    "Pendulums",
    "Periscopes",
    "Pinwheels",
    "Plowshares",
    "Porcupines",
    "Postmasters",
    "Puffins",
    "Pumpkins",
    "Quilters",
    "Rainmakers",
    "Rhubarbs",
    "Rivets",
    "Roosters",
    "Rowboats",
    "Sandpipers",
    "Sawmills",
    "Semaphores",
    "Shutters",
    "Sidewinds",
    "Snowplows",
    "Sparrows",
    "Steeples",
    "Stopwatches",
    "Storytellers",
    "Sundials",
    "Sycamores",
    "Tapestries",
    "Telegraphs",
    "Thimbles",
    "Thunderclaps",
    "Tinsmiths",
    "Tollgates",
    "Toolmakers",
    "Trombones",
    "Tugboats",
    "Turnips",
    "Tuxedos",
    "Typesetters",
    "Umbrellas",
    "Undertows",
    "Vagabonds",
    "Vineyards",
    "Voyagers",
    "Walruses",
    "Watermills",
    "Weathervanes",
    "Wheelwrights",
    "Whirligigs",
    "Windmills",
    "Woodpeckers",
    "Xylophones",
    "Yardarms",
    "Zeppelins",
)

CONFERENCES = (
    "Granite",
    "Prairie Lantern",
    "Tidewater Compass",
    "Great Orchard",
    "Copper Ridge",
    "Millstone",
    "Cedar Valley",
    "Long River",
    "Harvest",
    "Summit Line",
    "Salt Marsh",
    "Northern Quarry",
    "Old Canal",
    "High Mesa",
    "Ironwood",
    "Bluegrass Trail",
    "Lakeshore",
    "Cloudland",
    "Red Clay",
    "Twin Harbors",
    "Foothill",
    "Sunstone",
    "Maple Leaf Trail",
    "Railway",
    "Sandhill",
    "Seven Bridges",
    "Whistlestop",
    "Evergreen Gap",
    "Cobblestone",
    "Driftwood",
    "Weathervane",
)

NCAABB_SIZES = (18, 18, 16, 16, 14, 14, 13, 13, *[12] * 9, *[11] * 3, *[10] * 5, *[9] * 3, *[8] * 3)
NCAAFB_SIZES = (18, 17, 16, 16, 14, 14, 13, 12, 11)
INDEPENDENTS = 3
GUESTS = 100
"""Lower-division colleges that visit the top division of college football."""

COLLEGE_FORMS = (
    ("{}", 0.28),
    ("{} State", 0.27),
    ("{} Tech", 0.1),
    ("University of {}", 0.12),
    ("{} College", 0.1),
    ("{} A&M", 0.05),
    ("North {}", 0.03),
    ("{} Institute", 0.05),
)


def clubs(seed: int, sport: str) -> tuple[Club, ...]:
    """The clubs of a league that has the same ones every year, in order of id.

    Parameters
    ----------
    seed : int
        Seed of the world.
    sport : str
        Code of a team sport other than soccer, whose clubs are promoted and relegated.

    Returns
    -------
    tuple of Club
        MLB 30, NBA 30, NFL 32, NHL 32, NCAABB 364, NCAAFB 134 and 100 guests (division ``Lower``).

    Raises
    ------
    LookupError
        Not such a sport.
    """
    if sport in LAYOUTS:
        return _league(seed, sport)
    if sport == "NCAABB":
        return _basketball_colleges(seed)
    if sport == "NCAAFB":
        return _football_colleges(seed)
    raise LookupError(f"{sport} has no clubs that stay")


@lru_cache(maxsize=32)
def _league(seed: int, sport: str) -> tuple[Club, ...]:
    """A league of the layout above, in the larger towns of the right zones."""
    r = stream(seed, "clubs", sport)
    land = towns(seed)
    pools = {letter: r.sample(land[zone][: SHARED_TOWNS[zone]], SHARED_TOWNS[zone]) for letter, zone in LETTERS.items()}
    canada = {letter: [land["Canada"][i] for i in numbers] for letter, numbers in PROVINCE_OF.items()}
    mascots = r.sample(MASCOTS, len(MASCOTS))
    letters = Abbreviations()
    made = []
    for group, (conference, division, zones) in enumerate(LAYOUTS[sport], 1):
        for zone in zones:
            place = pools[zone].pop() if zone in pools else canada[zone].pop(0)
            mascot = mascots.pop().replace("_", " ")
            made.append((f"{place.city} {mascot}", mascot, place, conference, division, group))
    roofs, turfs = _shares(r, sport, len(made))
    return tuple(
        Club(
            TEAM_IDS.start + 1 + index,
            name,
            letters.make(place.city),
            mascot,
            _housed(place, sport, index in roofs, index in turfs),
            conference,
            division,
            group,
        )
        for index, (name, mascot, place, conference, division, group) in enumerate(made)
    )


def _shares(r: Random, sport: str, count: int) -> tuple[set[int], set[int]]:
    """Which of the clubs play under a roof, and which on turf: roofs first."""
    _, roofed, turfed = VENUES[sport]
    order = r.sample(range(count), count)
    return set(order[: round(roofed * count)]), set(order[: round(turfed * count)])


def _housed(place: Place, sport: str, roof: bool, turf: bool) -> Place:
    arena, roofed, _ = VENUES[sport]
    ground = None if roofed == 1 else "turf" if turf else "grass"
    return place.venue(arena.format(place.city), int(roof), ground)


class Abbreviations:
    """Abbreviations that no two clubs share."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def make(self, name: str, width: int = 3) -> str:
        """Capital letters for a name: its first ones, else others of it, else a longer mix."""
        for text in self._options(name, width):
            if text not in self.taken:
                self.taken.add(text)
                return text
        raise LookupError(f"no abbreviation left for {name}")

    @staticmethod
    def _options(name: str, width: int) -> Iterator[str]:
        plain = name.replace("University of ", "U ").replace("&", "").replace("'", "").replace(".", "")
        words = plain.upper().translate(ASCII).split()
        text = "".join(words)
        if len(words) > 1:
            yield (words[0][: width - 1] + words[1][0])[:4]
            yield ("".join(word[0] for word in words))[:4] if len(words) > 2 else words[0][:2] + words[1][:2]
        yield text[:width]
        for length in (width, 4):
            for i in range(1, len(text)):
                for j in range(i + 1, len(text)):
                    if length == 3:
                        yield text[0] + text[i] + text[j]
                    else:
                        yield text[:2] + text[i] + text[j]
        for i in range(26):
            for j in range(26):
                yield text[:2] + chr(65 + i) + chr(65 + j)


ASCII = str.maketrans("ÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ", "AAAAAEEEEIIIIOOOOOUUUUNC")


@lru_cache(maxsize=8)
def _colleges(seed: int) -> tuple[tuple[str, str, Place], ...]:
    """Name, nickname and place of 364 colleges, from east to west in rough order; every fifth one is better known."""
    r = stream(seed, "colleges")
    land = towns(seed)
    forms, weights = zip(*COLLEGE_FORMS)
    made = []
    for zone in LETTERS.values():
        for place in land[zone]:
            form = drawn(r, forms, weights)
            made.append((form.format(place.city), r.choice(MASCOTS).replace("_", " "), place))
    chosen = r.sample(made, sum(NCAABB_SIZES))
    return tuple(sorted(chosen, key=lambda c: -c[2].longitude))


def _alliances(
    r: Random, colleges: Iterable[tuple[str, str, Place]], sizes: Iterable[int]
) -> list[tuple[int, list[tuple[str, str, Place]]]]:
    """Conferences of neighbours: (number, members), each a stretch of the list from east to west, split north-south."""
    rest = list(colleges)
    order = list(enumerate(sizes, 1))
    r.shuffle(order)
    result = []
    while order:
        pair, order = order[:2], order[2:]
        count = sum(size for _, size in pair)
        stretch, rest = sorted(rest[:count], key=lambda c: -c[2].latitude), rest[count:]
        for number, size in pair:
            result.append((number, stretch[:size]))
            stretch = stretch[size:]
    return sorted(result)


def _enrolled(sport: str, rows: list[tuple[str, str, Place, str, str, int]], r: Random) -> tuple[Club, ...]:
    letters = Abbreviations()
    roofs, turfs = _shares(r, sport, len(rows))
    return tuple(
        Club(
            TEAM_IDS.start + 1 + index,
            f"{college} {mascot}",
            letters.make(college),
            mascot,
            _housed(place, sport, index in roofs, index in turfs),
            conference,
            division,
            group,
        )
        for index, (college, mascot, place, conference, division, group) in enumerate(rows)
    )


@lru_cache(maxsize=8)
def _basketball_colleges(seed: int) -> tuple[Club, ...]:
    r = stream(seed, "clubs", "NCAABB")
    rows = [
        (college, mascot, place, f"{CONFERENCES[number - 1]} Conference", "", number)
        for number, members in _alliances(r, _colleges(seed), NCAABB_SIZES)
        for college, mascot, place in members
    ]
    return _enrolled("NCAABB", rows, r)


@lru_cache(maxsize=8)
def _football_colleges(seed: int) -> tuple[Club, ...]:
    """134 colleges of the top division, then the guests; the same colleges as in basketball."""
    r = stream(seed, "clubs", "NCAAFB")
    colleges = _colleges(seed)
    numbers = r.sample(range(len(colleges)), sum(NCAAFB_SIZES) + INDEPENDENTS + GUESTS)
    top = sorted(numbers[: sum(NCAAFB_SIZES) + INDEPENDENTS])
    alone = set(r.sample(top, INDEPENDENTS))
    united = [colleges[n] for n in top if n not in alone]
    rows = [
        (college, mascot, place, f"{CONFERENCES[-number]} Conference", "", number)
        for number, members in _alliances(r, united, NCAAFB_SIZES)
        for college, mascot, place in members
    ]
    last = len(NCAAFB_SIZES) + 1
    rows += [(*colleges[n], "Independent", "", last) for n in sorted(alone)]
    rows += [(*colleges[n], "Lower Division", "Lower", last + 1) for n in numbers[len(top) :]]
    return _enrolled("NCAAFB", rows, r)
