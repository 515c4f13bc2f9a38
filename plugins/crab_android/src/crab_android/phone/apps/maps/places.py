"""What the map knows: the places of Lark Island, which is made up, and cities of the world, plain facts.

Coordinates of cities are rounded to hundredths of a degree. Postal codes are of a city's centre.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

COUNTRY = "Lark Island"
CENTER = (44.0, -28.0)  # in the open Atlantic, so that the island is nobody's


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the map."""

    id: int
    name: str
    kind: str
    latitude: float
    longitude: float
    street: str = ""
    town: str = ""
    postcode: str = ""
    country: str = COUNTRY
    phone: str = ""
    hours: str = ""
    about: str = ""
    rating: float = 0.0

    @property
    def address(self) -> str:
        """The whole address in one line."""
        town = " ".join(part for part in (self.postcode, self.town) if part)
        return ", ".join(part for part in (self.street, town, self.country) if part)

    @property
    def is_city(self) -> bool:
        """Whether it is a whole town or city."""
        return self.kind in ("city", "town")


# Town, postcode, offset from the island's centre in degrees north and east.
TOWNS: tuple[tuple[str, str, float, float], ...] = (
    ("Northfield", "1010", 0.000, 0.000),
    ("Eastbrook", "1120", 0.020, 0.085),
    ("Lakeside", "1230", -0.055, 0.060),
    ("Marlow", "1340", -0.075, -0.050),
    ("Stonebridge", "1450", 0.015, -0.095),
    ("Greenhaven", "1560", 0.075, -0.020),
)
STREETS = (
    "Linden Street", "Harbour Road", "Mill Lane", "Station Street", "Orchard Way", "Castle Hill", "Canal Row",
)  # fmt: skip

# Name, kind, house number, street, town, north and east within the town in metres, hours, about, rating.
_LOCAL: tuple[tuple[str, str, int, str, str, int, int, str, str, float], ...] = (
    ("Northfield Station", "station", 1, "Station Street", "Northfield", 420, 60,
     "Open 24 hours", "Trains to all towns of the island", 4.1),
    ("Northfield Library", "library", 14, "Linden Street", "Northfield", 150, -210,
     "Mo–Sa 09:00–19:00", "Reading rooms, maps and a quiet garden", 4.8),
    ("Harbour Bakery", "restaurant", 3, "Harbour Road", "Northfield", -380, 260,
     "Daily 06:30–17:00", "Bread, buns and coffee by the quay", 4.7),
    ("Café Larkspur", "restaurant", 22, "Canal Row", "Northfield", -60, 180,
     "Daily 08:00–22:00", "Small plates under the lime trees", 4.5),
    ("The Copper Kettle", "restaurant", 8, "Mill Lane", "Northfield", 240, 310,
     "Tu–Su 11:00–23:00", "Soups and pies", 4.3),
    ("Hotel Lantern", "hotel", 5, "Castle Hill", "Northfield", 330, -340,
     "Check-in from 15:00", "Forty rooms with a view of the bay", 4.4),
    ("Quay Hostel", "hotel", 17, "Harbour Road", "Northfield", -450, 90,
     "Reception 07:00–23:00", "Bunks and bicycles", 4.0),
    ("Island Museum", "museum", 2, "Castle Hill", "Northfield", 280, -420,
     "Tu–Su 10:00–18:00", "Boats, birds and the first settlers", 4.6),
    ("Gallery of the Tides", "museum", 31, "Linden Street", "Northfield", 90, -330,
     "We–Su 11:00–18:00", "Paintings of the sea", 4.2),
    ("Lindenpark", "park", 40, "Linden Street", "Northfield", -180, -260,
     "Open 24 hours", "Old lime trees, a pond and a playground", 4.7),
    ("Tidewater Clinic", "hospital", 12, "Station Street", "Northfield", 480, 290,
     "Open 24 hours", "Emergency department", 3.9),
    ("Orchard Pharmacy", "pharmacy", 9, "Orchard Way", "Northfield", -20, 380,
     "Mo–Sa 08:30–20:00", "Prescriptions and advice", 4.4),
    ("Corner Market", "shop", 6, "Orchard Way", "Northfield", -120, 330,
     "Daily 07:00–22:00", "Groceries of the island", 4.1),
    ("Maple & Stone", "shop", 19, "Mill Lane", "Northfield", 190, 240,
     "Mo–Sa 10:00–18:30", "Furniture and lamps", 4.5),
    ("Bay Fuel", "gas", 48, "Harbour Road", "Northfield", -490, -180,
     "Open 24 hours", "Fuel and charging", 3.8),
    ("Harbour Cinema", "cinema", 27, "Harbour Road", "Northfield", -400, -60,
     "Daily 14:00–24:00", "Two screens and an organ", 4.6),
    ("Castle of Northfield", "sight", 50, "Castle Hill", "Northfield", 390, -480,
     "Daily 09:00–17:00", "Walls above the bay, free on Sundays", 4.7),
    ("Northfield School", "school", 33, "Orchard Way", "Northfield", 60, 460,
     "Mo–Fr 08:00–16:00", "Primary and secondary school", 4.0),
    ("Eastbrook Lighthouse", "sight", 1, "Harbour Road", "Eastbrook", 120, 420,
     "Daily 10:00–16:00", "One hundred and twelve steps", 4.8),
    ("Eastbrook Beach", "park", 9, "Harbour Road", "Eastbrook", -220, 380,
     "Open 24 hours", "White sand, shallow water", 4.9),
    ("Saltgrass Inn", "hotel", 4, "Linden Street", "Eastbrook", 80, 120,
     "Check-in from 14:00", "Rooms by the dunes", 4.5),
    ("Lakeside Boathouse", "restaurant", 2, "Canal Row", "Lakeside", -90, 150,
     "Th–Mo 12:00–21:00", "Trout from the lake", 4.6),
    ("Lakeside Campsite", "hotel", 60, "Mill Lane", "Lakeside", -310, 200,
     "April to October", "Pitches under birches", 4.2),
    ("Copperleaf Press", "shop", 11, "Station Street", "Marlow", 140, -100,
     "Mo–Fr 09:00–17:00", "Books, printed on the spot", 4.7),
    ("Marlow Mill", "museum", 7, "Mill Lane", "Marlow", -60, 210,
     "Sa–Su 10:00–17:00", "A wind mill that still grinds", 4.4),
    ("Stonebridge Arena", "stadium", 1, "Castle Hill", "Stonebridge", 260, -180,
     "On match days", "Home of the Island Larks", 4.3),
    ("Old Stone Bridge", "sight", 1, "Canal Row", "Stonebridge", -40, 40,
     "Open 24 hours", "Five arches over the Lark", 4.6),
    ("Greenhaven Gardens", "park", 3, "Orchard Way", "Greenhaven", 180, 90,
     "Daily 08:00–20:00", "Roses, herbs and a glass house", 4.8),
    ("Solstice Observatory", "museum", 28, "Castle Hill", "Greenhaven", 390, -220,
     "Fr–Sa 20:00–24:00", "Look through the great refractor", 4.9),
    ("Lark Island Airport", "airport", 1, "Station Street", "Greenhaven", -420, 350,
     "Open 24 hours", "Flights to the mainland", 3.9),
)  # fmt: skip

# City, country, latitude, longitude, postal code of the centre, what it is known for.
_CITIES: tuple[tuple[str, str, float, float, str, str], ...] = (
    ("Amsterdam", "Netherlands", 52.37, 4.90, "1012", "Capital of the Netherlands"),
    ("Athens", "Greece", 37.98, 23.73, "105 57", "Capital of Greece"),
    ("Auckland", "New Zealand", -36.85, 174.76, "1010", "Largest city of New Zealand"),
    ("Bangkok", "Thailand", 13.76, 100.50, "10200", "Capital of Thailand"),
    ("Barcelona", "Spain", 41.39, 2.17, "08002", "Capital of Catalonia"),
    ("Basel", "Switzerland", 47.56, 7.59, "4051", "City on the Rhine"),
    ("Beijing", "China", 39.90, 116.41, "100010", "Capital of China"),
    ("Bergen", "Norway", 60.39, 5.32, "5014", "Harbour city in the west of Norway"),
    ("Berlin", "Germany", 52.52, 13.40, "10178", "Capital of Germany"),
    ("Bern", "Switzerland", 46.95, 7.45, "3011", "Federal city of Switzerland"),
    ("Bogotá", "Colombia", 4.71, -74.07, "110311", "Capital of Colombia"),
    ("Boston", "United States", 42.36, -71.06, "02108", "Capital of Massachusetts"),
    ("Brussels", "Belgium", 50.85, 4.35, "1000", "Capital of Belgium"),
    ("Budapest", "Hungary", 47.50, 19.04, "1051", "Capital of Hungary"),
    ("Buenos Aires", "Argentina", -34.60, -58.38, "C1002", "Capital of Argentina"),
    ("Cairo", "Egypt", 30.04, 31.24, "11511", "Capital of Egypt"),
    ("Cape Town", "South Africa", -33.92, 18.42, "8001", "Seat of South Africa's parliament"),
    ("Chicago", "United States", 41.88, -87.63, "60602", "Largest city of Illinois"),
    ("Cologne", "Germany", 50.94, 6.96, "50667", "City on the Rhine"),
    ("Copenhagen", "Denmark", 55.68, 12.57, "1550", "Capital of Denmark"),
    ("Dakar", "Senegal", 14.69, -17.45, "10200", "Capital of Senegal"),
    ("Delhi", "India", 28.65, 77.23, "110006", "Seat of India's government is in New Delhi"),
    ("Dublin", "Ireland", 53.35, -6.26, "D01", "Capital of Ireland"),
    ("Edinburgh", "United Kingdom", 55.95, -3.19, "EH1", "Capital of Scotland"),
    ("Geneva", "Switzerland", 46.20, 6.15, "1204", "City on Lake Geneva"),
    ("Hamburg", "Germany", 53.55, 9.99, "20095", "Harbour city on the Elbe"),
    ("Helsinki", "Finland", 60.17, 24.94, "00100", "Capital of Finland"),
    ("Istanbul", "Türkiye", 41.01, 28.98, "34110", "City on the Bosporus"),
    ("Kraków", "Poland", 50.06, 19.94, "31-042", "City on the Vistula"),
    ("Kyoto", "Japan", 35.01, 135.77, "604-8571", "Former capital of Japan"),
    ("Lima", "Peru", -12.05, -77.04, "15001", "Capital of Peru"),
    ("Lisbon", "Portugal", 38.72, -9.14, "1100-148", "Capital of Portugal"),
    ("London", "United Kingdom", 51.51, -0.13, "WC2N", "Capital of the United Kingdom"),
    ("Los Angeles", "United States", 34.05, -118.24, "90012", "Largest city of California"),
    ("Lyon", "France", 45.76, 4.84, "69001", "City where the Saône meets the Rhône"),
    ("Madrid", "Spain", 40.42, -3.70, "28013", "Capital of Spain"),
    ("Melbourne", "Australia", -37.81, 144.96, "3000", "Capital of Victoria"),
    ("Mexico City", "Mexico", 19.43, -99.13, "06000", "Capital of Mexico"),
    ("Milan", "Italy", 45.46, 9.19, "20121", "Capital of Lombardy"),
    ("Montréal", "Canada", 45.50, -73.57, "H2Y", "Largest city of Québec"),
    ("Mumbai", "India", 18.94, 72.84, "400001", "Capital of Maharashtra"),
    ("Munich", "Germany", 48.14, 11.58, "80331", "Capital of Bavaria"),
    ("Nairobi", "Kenya", -1.29, 36.82, "00100", "Capital of Kenya"),
    ("Naples", "Italy", 40.85, 14.27, "80133", "City on the Gulf of Naples"),
    ("New York", "United States", 40.71, -74.01, "10007", "Largest city of the United States"),
    ("Oslo", "Norway", 59.91, 10.75, "0150", "Capital of Norway"),
    ("Paris", "France", 48.86, 2.35, "75001", "Capital of France"),
    ("Porto", "Portugal", 41.15, -8.61, "4050-034", "City on the Douro"),
    ("Prague", "Czechia", 50.08, 14.44, "110 00", "Capital of Czechia"),
    ("Reykjavík", "Iceland", 64.15, -21.94, "101", "Capital of Iceland"),
    ("Rome", "Italy", 41.90, 12.50, "00184", "Capital of Italy"),
    ("San Francisco", "United States", 37.77, -122.42, "94103", "City on the Golden Gate"),
    ("Santiago", "Chile", -33.45, -70.67, "8320000", "Capital of Chile"),
    ("Seattle", "United States", 47.61, -122.33, "98104", "City on Puget Sound"),
    ("Seoul", "South Korea", 37.57, 126.98, "03187", "Capital of South Korea"),
    ("Singapore", "Singapore", 1.29, 103.85, "179803", "City and state"),
    ("Stockholm", "Sweden", 59.33, 18.07, "111 29", "Capital of Sweden"),
    ("Sydney", "Australia", -33.87, 151.21, "2000", "Capital of New South Wales"),
    ("Tallinn", "Estonia", 59.44, 24.75, "10123", "Capital of Estonia"),
    ("Tokyo", "Japan", 35.68, 139.69, "100-0001", "Capital of Japan"),
    ("Toronto", "Canada", 43.65, -79.38, "M5H", "Capital of Ontario"),
    ("Vancouver", "Canada", 49.28, -123.12, "V6B", "City on the Strait of Georgia"),
    ("Vienna", "Austria", 48.21, 16.37, "1010", "Capital of Austria"),
    ("Warsaw", "Poland", 52.23, 21.01, "00-001", "Capital of Poland"),
    ("Washington", "United States", 38.91, -77.04, "20001", "Capital of the United States"),
    ("Zagreb", "Croatia", 45.81, 15.98, "10000", "Capital of Croatia"),
    ("Zurich", "Switzerland", 47.37, 8.54, "8001", "Largest city of Switzerland"),
)  # fmt: skip

_METRE = 1 / 111_320  # degrees of latitude


@lru_cache(maxsize=1)
def spots() -> tuple[Spot, ...]:
    """Every place, with an id of its own: towns, places of the island, cities."""
    made: list[Spot] = []
    where = {name: (CENTER[0] + north, CENTER[1] + east, postcode) for name, postcode, north, east in TOWNS}
    for name, (latitude, longitude, postcode) in where.items():
        made.append(Spot(len(made) + 1, name, "town", latitude, longitude, town=name, postcode=postcode))
    for name, kind, number, street, town, north, east, hours, about, rating in _LOCAL:
        latitude, longitude, postcode = where[town]
        made.append(
            Spot(
                len(made) + 1,
                name,
                kind,
                round(latitude + north * _METRE, 5),
                round(longitude + east * _METRE * 1.39, 5),
                street=f"{number} {street}",
                town=town,
                postcode=postcode,
                phone=f"+1 555 01{len(made) % 100:02}",
                hours=hours,
                about=about,
                rating=rating,
            )
        )
    for name, country, latitude, longitude, postcode, about in _CITIES:
        made.append(
            Spot(len(made) + 1, name, "city", latitude, longitude, "", name, postcode, country, about=about)
        )
    return tuple(made)


def spot(number: int) -> Spot | None:
    """The place with an id, or None."""
    return spots()[number - 1] if 1 <= number <= len(spots()) else None
