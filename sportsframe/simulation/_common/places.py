"""Fictional places in real regions, with postal codes that are not in use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from .rng import pick, stream


@dataclass(frozen=True)
class Place:
    """A place and its venue.

    Attributes
    ----------
    state : str
        State or province by its letters; empty outside North America.
    postal_code : str
        In the form of the country, from a range that is not assigned to anybody.
    latitude, longitude : float
        Degrees.
    zone : str
        Time zone (IANA).
    dome : int
        1 under a roof, 0 in the open.
    field : str, optional
        ``grass`` or ``turf``; None on a floor or on ice.
    """

    city: str
    state: str
    country: str
    postal_code: str
    latitude: float
    longitude: float
    zone: str
    arena: str
    dome: int
    field: str | None

    def venue(self, arena: str, dome: int = 0, field: str | None = "grass") -> Place:
        """The same place with another venue."""
        return replace(self, arena=arena, dome=dome, field=field)


EASTERN, CENTRAL, MOUNTAIN, PACIFIC = "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"
ARIZONA, HAWAII = "America/Phoenix", "Pacific/Honolulu"

Region = tuple[str, str, float, float, float, float, float]
"""State, zone, southern, northern, western and eastern bound (degrees, inside the state), weight."""

STATES: tuple[Region, ...] = (
    ("NY", EASTERN, 42.1, 43.4, -78.4, -74.2, 7.0),
    ("PA", EASTERN, 40.2, 41.7, -79.8, -75.6, 6.0),
    ("OH", EASTERN, 39.3, 41.0, -84.2, -81.2, 6.0),
    ("NC", EASTERN, 35.2, 36.3, -81.0, -77.4, 5.0),
    ("FL", EASTERN, 26.9, 29.6, -82.0, -81.0, 6.0),
    ("GA", EASTERN, 31.4, 34.2, -84.6, -82.0, 5.0),
    ("VA", EASTERN, 36.8, 38.4, -79.6, -77.2, 4.0),
    ("MA", EASTERN, 42.1, 42.6, -72.8, -71.3, 3.0),
    ("NJ", EASTERN, 39.7, 40.9, -74.9, -74.4, 3.0),
    ("MD", EASTERN, 39.3, 39.6, -77.4, -76.3, 2.0),
    ("SC", EASTERN, 33.4, 34.7, -82.0, -79.8, 3.0),
    ("MI", EASTERN, 42.2, 44.2, -85.6, -83.4, 4.0),
    ("CT", EASTERN, 41.5, 41.9, -73.2, -72.2, 1.5),
    ("VT", EASTERN, 43.2, 44.5, -73.1, -72.5, 0.8),
    ("NH", EASTERN, 43.0, 43.8, -72.0, -71.2, 0.8),
    ("ME", EASTERN, 44.2, 45.4, -70.4, -68.6, 0.8),
    ("WV", EASTERN, 38.3, 39.4, -81.4, -80.0, 1.2),
    ("KY", EASTERN, 37.2, 38.4, -84.8, -83.2, 2.0),
    ("IN", EASTERN, 39.2, 41.2, -86.4, -85.1, 3.0),
    ("IL", CENTRAL, 39.0, 41.8, -90.0, -88.2, 5.0),
    ("WI", CENTRAL, 43.0, 45.2, -90.6, -88.4, 2.5),
    ("MN", CENTRAL, 44.2, 46.6, -95.4, -93.4, 2.5),
    ("IA", CENTRAL, 41.2, 43.0, -95.2, -91.6, 2.0),
    ("MO", CENTRAL, 37.4, 39.8, -94.0, -91.2, 3.0),
    ("AR", CENTRAL, 34.0, 36.0, -93.8, -91.6, 2.0),
    ("LA", CENTRAL, 30.4, 32.4, -93.2, -91.8, 3.0),
    ("MS", CENTRAL, 31.6, 34.2, -90.2, -88.8, 2.0),
    ("AL", CENTRAL, 31.8, 34.4, -87.8, -85.8, 3.0),
    ("TN", CENTRAL, 35.3, 36.3, -88.6, -86.2, 3.0),
    ("TX", CENTRAL, 29.4, 33.4, -98.8, -95.2, 8.0),
    ("OK", CENTRAL, 34.6, 36.4, -98.6, -95.4, 2.0),
    ("KS", CENTRAL, 37.4, 39.6, -98.8, -95.6, 2.0),
    ("NE", CENTRAL, 40.4, 42.2, -98.6, -96.4, 1.0),
    ("SD", CENTRAL, 43.2, 45.2, -98.6, -97.0, 0.7),
    ("ND", CENTRAL, 46.4, 48.2, -99.4, -97.4, 0.7),
    ("CO", MOUNTAIN, 38.2, 40.6, -106.6, -103.4, 3.0),
    ("UT", MOUNTAIN, 38.6, 41.2, -112.8, -110.8, 2.5),
    ("ID", MOUNTAIN, 42.6, 43.8, -115.8, -112.4, 1.0),
    ("MT", MOUNTAIN, 45.8, 47.6, -112.6, -108.4, 0.8),
    ("WY", MOUNTAIN, 41.6, 44.0, -108.4, -105.2, 0.6),
    ("NM", MOUNTAIN, 33.6, 36.2, -107.4, -104.6, 1.0),
    ("AZ", ARIZONA, 32.4, 34.6, -112.8, -110.6, 2.5),
    ("CA", PACIFIC, 34.6, 38.9, -120.6, -118.8, 9.0),
    ("WA", PACIFIC, 46.6, 48.2, -122.2, -118.4, 3.0),
    ("OR", PACIFIC, 43.4, 45.2, -123.0, -121.0, 2.0),
    ("NV", PACIFIC, 36.4, 39.6, -117.6, -115.4, 1.5),
)

FAR_STATE: Region = ("HI", HAWAII, 21.3, 21.5, -158.1, -157.9, 1.0)

PROVINCES: tuple[Region, ...] = (
    ("ON", "America/Toronto", 43.4, 45.0, -80.8, -77.2, 4.0),
    ("QC", "America/Toronto", 45.4, 46.6, -73.4, -71.6, 2.0),
    ("MB", "America/Winnipeg", 49.4, 50.4, -98.4, -96.4, 1.0),
    ("AB", "America/Edmonton", 51.4, 53.5, -114.0, -112.2, 2.0),
    ("BC", "America/Vancouver", 49.2, 50.4, -122.4, -120.2, 2.0),
)

COUNTRIES: dict[str, tuple[str, str, float, float, float, float]] = {
    "England": ("", "Europe/London", 50.9, 54.6, -2.8, 0.2),
    "Italy": ("", "Europe/Rome", 40.6, 45.6, 9.6, 12.6),
    "Spain": ("", "Europe/Madrid", 37.4, 43.0, -6.0, -1.4),
    "Wales": ("", "Europe/London", 51.8, 53.0, -4.2, -3.3),
    "Scotland": ("", "Europe/London", 55.6, 57.4, -4.2, -2.8),
    "Ireland": ("", "Europe/Dublin", 52.4, 54.2, -8.6, -6.6),
    "Germany": ("", "Europe/Berlin", 48.6, 53.4, 7.6, 13.0),
    "Netherlands": ("", "Europe/Amsterdam", 51.6, 53.0, 4.8, 6.6),
    "Belgium": ("", "Europe/Brussels", 50.4, 51.2, 3.4, 5.6),
    "Austria": ("", "Europe/Vienna", 47.2, 48.4, 13.0, 16.0),
    "Hungary": ("", "Europe/Budapest", 46.4, 47.8, 17.4, 20.6),
    "Czechia": ("", "Europe/Prague", 49.2, 50.4, 13.4, 17.6),
    "Denmark": ("", "Europe/Copenhagen", 55.2, 56.8, 8.8, 9.8),
    "Poland": ("", "Europe/Warsaw", 50.2, 53.6, 16.0, 22.4),
    "Mexico": ("", "America/Mexico_City", 19.4, 22.4, -102.0, -98.6),
    "Bermuda": ("", "Atlantic/Bermuda", 32.28, 32.34, -64.8, -64.72),
    "Dominican Republic": ("", "America/Santo_Domingo", 18.6, 19.2, -70.6, -69.4),
    "Japan": ("", "Asia/Tokyo", 35.0, 36.8, 136.6, 139.6),
    "Australia": ("", "Australia/Sydney", -34.6, -32.0, 146.8, 150.4),
}
"""Country -> state, zone, and bounds of a quiet part of it."""

FRONT = (
    "Alder",
    "Amber",
    "Anvil",
    "Arrow",
    "Bram",
    "Brindle",
    "Brisk",
    "Candle",
    "Carrow",
    "Cinder",
    "Clover",
    "Cobble",
    "Copper",
    "Corn",
    "Cricket",
    "Dapple",
    "Dun",
    "Ember",
    "Fable",
    "Fallow",
    "Fern",
    "Flint",
    "Gable",
    "Gander",
    "Garnet",
    "Hollin",
    "Jasper",
    "Juniper",
    "Kestrel",
    "Kettle",
    "Lantern",
    "Larch",
    "Lilac",
    "Linden",
    "Mallow",
    "Marl",
    "Meadow",
    "Mill",
    "Moss",
    "Nettle",
    "Nimble",
    "Oat",
    "Orchard",
    "Otter",
    "Pebble",
    "Pepper",
    "Pewter",
    "Plum",
    "Quill",
    "Raven",
    "Rook",
    "Rushen",
    "Saddle",
    "Saffron",
    "Sage",
    "Sorrel",
    "Sparrow",
    "Tallow",
    "Tansy",
    "Thimble",
    "Thistle",
    "Thorn",
    "Timber",
    "Tinder",
    "Umber",
    "Velvet",
    "Walnut",
    "Whistle",
    "Willet",
    "Wren",
    "Yarrow",
    "Zephyr",
)
BACK = (
    "bury",
    "by",
    "combe",
    "crest",
    "dell",
    "fall",
    "fell",
    "ferry",
    "gate",
    "glen",
    "grove",
    "haven",
    "holt",
    "hurst",
    "ley",
    "mere",
    "mont",
    "mouth",
    "port",
    "reach",
    "ridge",
    "shaw",
    "stead",
    "stone",
    "ton",
    "vale",
    "wick",
    "worth",
)

SYLLABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "England": (
        (
            "Ald",
            "Brack",
            "Cold",
            "Dunn",
            "Fenn",
            "Harr",
            "Mere",
            "Thorn",
            "Wend",
            "Osk",
            "Plum",
            "Quar",
            "Sker",
            "Tamb",
            "Ulv",
            "Yarl",
            "Bram",
            "Gild",
            "Hask",
            "Lorn",
            "Marr",
            "Pell",
            "Ruth",
            "Sedg",
        ),
        (
            "erbury",
            "erford",
            "haven",
            "mouth",
            "erwick",
            "erham",
            "erstead",
            "combe",
            "erley",
            "minster",
            "ergate",
            "erholme",
            "ershaw",
        ),
    ),
    "Italy": (
        ("Monte", "Ca", "San ", "Castel", "Ponte", "Vill", "Torre", "Rocca", "Borgo", "Acqua", "Sant'A", "Campo"),
        (
            "rello",
            "vasco",
            "dinaro",
            "lumera",
            "sandro",
            "marzio",
            "terrano",
            "gnola",
            "vesco",
            "farello",
            "zolino",
            "bruneto",
            "lavento",
            "stellaro",
        ),
    ),
    "Spain": (
        ("Val", "Rio", "Torre", "Villa", "Puente", "Monte", "Alma", "Fuente", "Peña", "Casa", "Guada", "San "),
        (
            "seca",
            "alba",
            "moral",
            "dorada",
            "linar",
            "quemada",
            "zabal",
            "menora",
            "lustre",
            "verita",
            "grana",
            "tejón",
            "robledal",
            "cantera",
        ),
    ),
    "Germany": (
        (
            "Adlers",
            "Birken",
            "Dorn",
            "Eschen",
            "Falken",
            "Grün",
            "Hagen",
            "Kiefern",
            "Linden",
            "Moor",
            "Nebel",
            "Weiden",
        ),
        ("brücken", "furt-Nord", "winkelau", "hausingen", "feldern", "rodenau", "stettin am See", "münden"),
    ),
    "Netherlands": (
        ("Blauw", "Dijk", "Fries", "Groen", "Heide", "Kade", "Linde", "Molen", "Noord", "Riet", "Water", "Wind"),
        ("kerkeren", "meerdam", "huizerveld", "oordwijk", "poldam", "burgeren"),
    ),
}
"""Look of a country -> beginnings and ends of place names; the others are built like the English ones."""

_REAL = """
    Alderbury Aldercombe Alderford Aldergate Alderham Alderley Aldermere Aldermeresham Aldermouth Alderport
    Alderwick Brackerley Bramerford Bramerley Bramhurst Bramley Candlestone Candlewick Castelvasco Clovergate
    Clovermont Cobblestone Coldercombe Coldham Copperfield Copperton Cornby Corndell Cornhurst Corning Cornton
    Cornwick Cornworth Dunby Dunfell Dunhaven Dunley Dunmore Dunstone Dunton Dunwick Dunworth Fallowfield Ferndale
    Fernhaven Fernhurst Fernley Fernridge Flinthaven Flinton Flintridge Flintstone Fuentealba Gableton Garnetstone
    Harrerford Harrerley Jasperton Juniper Kettleshaw Larchmont Larchport Larchton Lindenhurst Lindenton Lindenwick
    Marlborough Marldell Marlport Marlton Meadowridge Meadowvale Milby Millbury Millcombe Millgate Millhaven
    Millhurst Millport Millridge Millstone Millwick Milton Montealba Monterello Montevasco Mossbury Mossby Mossley
    Mosston Oakley Oatley Orchardton Ottery Pebbleton Pelham Plumley Plumport Plumstead Plumworth Quillton Ravenglen
    Ravenhurst Ravenridge Ravenshurst Ravenstone Ravensworth Riogrande Rookley Rutherford Ruthergate Rutherham
    Rutherley Rutherwick Saddleridge Sagemont Sageton Sparrowbury Stanton Thornbury Thornby Thornhaven Thornhurst
    Thornley Thornridge Thornstone Thornton Thornwick Timberridge Tinderley Torremoral Umberley Villadorada Villalba
    Willetton Wrenbury Wrenley Amberley Bramshaw Brindley Hollinworth Meadowgrove Millvale Mossvale Fernvale Kettleby
    Thorncombe Walnutgrove Walnutport Walnutridge Dunmouth Dunholt Ravenswick Fernglen Sagehaven Flintgrove Linden
"""
REAL = frozenset(_REAL.split())
"""Names that the syllables allow and a real place or person is known by."""


def _point(r: Random, south: float, north: float, west: float, east: float) -> tuple[float, float]:
    return round(south + (north - south) * r.random(), 4), round(west + (east - west) * r.random(), 4)


def postal_code(country: str, r: Random) -> str:
    """A code in the form of the country that is assigned to nobody: prefixes and letters that are not in use."""
    digit = r.randrange

    def text(count: int) -> str:
        return "".join(str(digit(10)) for _ in range(count))

    def letters(choice: str, count: int) -> str:
        return "".join(r.choice(choice) for _ in range(count))

    if country == "USA":
        code = f"00{digit(5)}{text(2)}"
        return f"{code}-{text(4)}" if r.random() < 0.2 else code
    if country == "Canada":
        consonants = "ABCEGHJKLMNPRSTVWXYZ"
        return f"{r.choice('DFIOQU')}{digit(10)}{r.choice(consonants)} {digit(10)}{r.choice(consonants)}{digit(10)}"
    if country in ("England", "Wales", "Scotland"):
        return f"ZZ{digit(1, 10)} {digit(10)}{letters('ABDEFGHJLNPQRSTUWXYZ', 2)}"
    if country == "Ireland":
        return f"Z{text(2)} {letters('ACDEFHKNPRTVWXY', 1)}{text(3)}"
    if country == "Netherlands":
        return f"0{text(3)} {letters('ABCDEGHJKLMNPRSTVWXZ', 2)}"
    prefix = {"Italy": "99", "Spain": str(digit(53, 100)), "Germany": "00", "Bermuda": "ZZ "}.get(country, "00")
    return prefix + text(2 if country == "Bermuda" else 3)


def town(r: Random, country: str) -> str:
    """The name of a place, made of syllables in the look of its country."""
    front, back = SYLLABLES.get(country, (FRONT, BACK) if country in ("USA", "Canada") else SYLLABLES["England"])
    while True:
        start, end = r.choice(front), r.choice(back)
        name = start + (end.title() if start.endswith(" ") else end)
        if name not in REAL and start[-1].lower() != end[0]:
            return name


def abroad(r: Random, country: str, arena: str = "{} Simulation Hall", dome: int = 1, field: str = "grass") -> Place:
    """A place in a country of `COUNTRIES`, with a venue named after it."""
    state, zone, *bounds = COUNTRIES[country]
    city = town(r, country)
    latitude, longitude = _point(r, *bounds)
    code = postal_code(country, r)
    return Place(city, state, country, code, latitude, longitude, zone, arena.format(city), dome, field)


def in_region(r: Random, region: Region, country: str, taken: set[str]) -> Place:
    """A place in a state or province whose name is not taken yet; its name is added to `taken`."""
    state, zone, *bounds, _ = region
    while (city := town(r, country)) in taken:
        pass
    taken.add(city)
    latitude, longitude = _point(r, *bounds)
    code = postal_code(country, r)
    return Place(city, state, country, code, latitude, longitude, zone, f"{city} Simulation Park", 0, "grass")


TOWNS: dict[str, int] = {EASTERN: 190, CENTRAL: 125, MOUNTAIN: 30, PACIFIC: 36}
"""Places of the simulated United States by time zone (Arizona counts as Mountain)."""


def band(zone: str) -> str:
    """The time zone of the United States that a league counts a zone to."""
    if zone in (ARIZONA, "America/Edmonton"):
        return MOUNTAIN
    if zone in ("America/Vancouver", HAWAII):
        return PACIFIC
    return {"America/Toronto": EASTERN, "America/Winnipeg": CENTRAL}.get(zone, zone)


@lru_cache(maxsize=8)
def towns(seed: int) -> dict[str, tuple[Place, ...]]:
    """The places of the simulated North America.

    Returns
    -------
    dict of str to tuple of Place
        By time zone of the United States; under ``Canada`` two of each province, in the order of `PROVINCES`. No
        name stands twice. The larger towns come first.
    """
    taken: set[str] = set()
    result: dict[str, tuple[Place, ...]] = {}
    r = stream(seed, "towns")
    for zone, count in TOWNS.items():
        regions = [region for region in STATES if band(region[1]) == zone]
        weights = [region[6] for region in regions]
        found = [in_region(r, pick(r, regions, weights), "USA", taken) for _ in range(count)]
        if zone == PACIFIC:
            found[-1] = in_region(r, FAR_STATE, "USA", taken)
        result[zone] = tuple(found)
    result["Canada"] = tuple(in_region(r, region, "Canada", taken) for region in PROVINCES for _ in range(2))
    return result
