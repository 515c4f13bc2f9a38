"""Words that the small web is made of."""

from __future__ import annotations

from typing import Final

COUNTRIES: Final = (
    "Alvenia",
    "Brenmark",
    "Corvida",
    "Drosland",
    "Estamar",
    "Fennovia",
    "Galdora",
    "Hestria",
    "Istovar",
    "Jorvenia",
    "Kelmark",
    "Lornia",
)
CAPITALS: Final = (
    "Ashford Bay",
    "Belmora",
    "Cassin",
    "Dunwick",
    "Elmstad",
    "Ferrol Hill",
    "Gransk",
    "Havenmouth",
    "Ilvar",
    "Jasper Falls",
    "Korsund",
    "Lindholm",
    "Merrow",
    "Nordby",
    "Ostrava Port",
    "Pellworth",
)
CURRENCIES: Final = (
    "silver florin",
    "copper mark",
    "blue crown",
    "harbour dollar",
    "river thaler",
    "northern guilder",
    "amber ducat",
    "island shilling",
    "mountain franc",
    "iron groat",
    "salt penny",
    "paper talent",
    "coral peso",
    "grain crown",
)
LANGUAGES: Final = (
    "High Marlish",
    "Old Tarran",
    "Coastal Venn",
    "Upper Sorvian",
    "Lake Ostric",
    "Plain Haldic",
    "Western Quill",
    "River Lunish",
    "Hill Borran",
    "Island Pesk",
    "Modern Garth",
    "Northern Ruvic",
    "Delta Ansic",
    "Forest Elmic",
)
FIRST_NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Edith", "Felix", "Greta", "Hugo", "Ines", "Jonas")
LAST_NAMES: Final = ("Abel", "Brandt", "Castor", "Denham", "Elling", "Farrow", "Grant", "Hollis", "Irving")
FESTIVALS: Final = (
    "Lantern Week",
    "Kite Days",
    "Night of Ovens",
    "Harbour Parade",
    "Feast of Ladders",
    "Umbrella March",
    "Clockmakers' Fair",
    "Paper Boat Race",
    "Apple Sunday",
    "Festival of Stairs",
    "Bell Evening",
    "Chalk Weekend",
)

COLOURS: Final[dict[str, tuple[int, int, int]]] = {
    "red": (196, 52, 44),
    "blue": (43, 92, 184),
    "green": (48, 140, 76),
    "yellow": (230, 186, 44),
}
SUBJECTS: Final = ("lighthouse", "sailing boat", "windmill", "balloon", "cottage", "umbrella")

KINDS: Final = ("bakery", "bookshop", "library", "museum", "pharmacy", "station", "theatre")
PLACE_NAMES: Final[dict[str, tuple[str, ...]]] = {
    # Some names speak of another kind: what a place is, its page says.
    "bakery": ("Museum Street Bakery", "Three Ovens", "Old Station Bread", "Golden Crust"),
    "bookshop": ("The Library Door", "Paper Lane Books", "Second Chapter", "Theatre Row Books"),
    "library": ("Town Library", "Station Reading Rooms", "Elm House Library", "Silent Hall"),
    "museum": ("Museum of Tools", "Bread Museum", "Museum of Maps", "Old Pharmacy Museum"),
    "pharmacy": ("Museum Pharmacy", "Green Cross Pharmacy", "Station Pharmacy", "Lime Tree Pharmacy"),
    "station": ("East Station", "Harbour Station", "Museum Gate Station", "Mill Road Station"),
    "theatre": ("Little Theatre", "Bakery Yard Theatre", "Lantern Theatre", "Library Stage"),
}
STREETS: Final = (
    "Acorn Street",
    "Barrel Lane",
    "Canal Road",
    "Dove Street",
    "Elder Row",
    "Foundry Street",
    "Garden Walk",
    "Hazel Lane",
    "Ivory Street",
    "Juniper Road",
    "Kiln Street",
    "Lower Quay",
)

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "tide tables": ("tidebook", "ebb-and-flow", "harbour-clock", "tidal"),
    "seed catalogues": ("seedbox", "sprout-list", "gardener", "seedling-db"),
    "train timetables": ("railbook", "platform-nine", "timetabler", "trainlist"),
    "recipe scaling": ("ladle", "portions", "recipe-math", "big-pot"),
    "star charts": ("skychart", "lyra", "star-atlas", "nightmap"),
    "bird songs": ("birdear", "chirp", "songbook", "warbler-id"),
    "map projections": ("flat-earth", "mercato", "projector", "globe-to-sheet"),
    "crossword grids": ("gridder", "crosswords", "blacksquare", "clue-box"),
}
ABOUTS: Final = (
    "A small library for {topic}",
    "Tools that read and write {topic}",
    "{topic} for the command line",
    "An old program for {topic}, rewritten",
    "Everything you need for {topic}",
)
OWNERS: Final = ("ash", "birchworks", "cedarlab", "dunefield", "elmtree", "fernhill", "grovetown")
CODE_LANGUAGES: Final = ("Rust", "Python", "Go", "C", "Zig", "OCaml")

CHAPTERS: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    # Chapter: (topic, what it does, code with {n} for numbers and {w} for words that the seed decides)
    "Reading and writing": (
        ("reading a table", "Reads a table and shows its first rows.", "heron read {w}.csv --rows {n}"),
        ("writing a table", "Writes a table in another format.", "heron write {w}.csv --to {w2}.json"),
        ("joining two tables", "Joins two tables by a column.", "heron join {w}.csv {w2}.csv --by id{n}"),
    ),
    "Sorting and counting": (
        ("sorting rows", "Sorts the rows of a table.", "heron sort {w}.csv --by {w2} --top {n}"),
        ("counting groups", "Counts how many rows each group has.", "heron count {w}.csv --group {w2}"),
        ("removing doubles", "Removes rows that are there twice.", "heron unique {w}.csv --keep {n}"),
    ),
    "Drawing charts": (
        ("drawing a bar chart", "Draws one bar for each row.", "heron chart {w}.csv --kind bar --width {n}"),
        ("drawing a line chart", "Draws a line over time.", "heron chart {w}.csv --kind line --height {n}"),
        ("saving a chart", "Saves a chart as a picture.", "heron chart {w}.csv --save {w2}-{n}.png"),
    ),
    "Automation": (
        ("running every hour", "Runs a recipe every hour.", "heron run {w} --every 1h --limit {n}"),
        ("watching a folder", "Runs a recipe when a file comes.", "heron watch {w2} --run {w} --wait {n}"),
        ("sending a report", "Sends a report when a recipe has ended.", "heron run {w} --report {w2}{n}"),
    ),
}
FILES: Final = ("rivers", "trains", "orders", "weather", "prices", "visits", "plants", "letters", "meals")
