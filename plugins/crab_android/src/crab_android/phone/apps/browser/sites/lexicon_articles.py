"""The articles of the encyclopedia: plain facts in our own words.

Populations and areas are rounded, as of the early 2020s.
"""

from __future__ import annotations

from typing import NamedTuple


class Article(NamedTuple):
    """One article: its path, title, field of knowledge, drawing, facts, and paragraphs under headings."""

    slug: str
    title: str
    kind: str
    drawing: str
    facts: tuple[tuple[str, str], ...]
    intro: str
    parts: tuple[tuple[str, str], ...]


ARTICLES: tuple[Article, ...] = (
    Article(
        "portugal", "Portugal", "Countries", "sea",
        (("Capital", "[Lisbon](/lisbon)"), ("Area", "92,200 km²"), ("Population", "10.4 million"),
         ("Language", "Portuguese"), ("Currency", "Euro"), ("Calling code", "+351"),
         ("Highest mountain", "Pico, 2,351 m")),
        "**Portugal** is a country in the southwest of Europe, between Spain and the Atlantic. The islands "
        "of Madeira and the Azores belong to it.",
        (("Geography", "The river Tagus divides the country: hills and mountains are north of it, plains "
          "south of it. The coast is about 1,800 km long."),
         ("Economy", "Portugal makes about half of all cork in the world. Cars, shoes, wine and olive oil "
          "are sold abroad, and many visitors come each summer.")),
    ),
    Article(
        "norway", "Norway", "Countries", "mountain",
        (("Capital", "Oslo"), ("Area", "385,200 km²"), ("Population", "5.5 million"),
         ("Language", "Norwegian, Sámi"), ("Currency", "Norwegian krone"), ("Calling code", "+47"),
         ("Highest mountain", "Galdhøpiggen, 2,469 m")),
        "**Norway** is a long country in the north of Europe. Its coast is cut by fjords, arms of the sea "
        "between steep mountains.",
        (("Geography", "The Sognefjord is the longest fjord, at 205 km. North of the Arctic Circle the sun "
          "does not set in midsummer."),
         ("Energy", "Nearly all electricity comes from water power. Most new cars are electric.")),
    ),
    Article(
        "japan", "Japan", "Countries", "mountain",
        (("Capital", "[Tokyo](/tokyo)"), ("Area", "378,000 km²"), ("Population", "124 million"),
         ("Language", "Japanese"), ("Currency", "Yen"), ("Calling code", "+81"),
         ("Highest mountain", "Mount Fuji, 3,776 m")),
        "**Japan** is an island country in the northwest of the Pacific Ocean. Its four largest islands are "
        "Hokkaido, Honshu, Shikoku and Kyushu.",
        (("Geography", "About three quarters of the land is mountains. Earthquakes are frequent, because "
          "four plates of the Earth's crust meet here."),
         ("Transport", "The [high-speed trains](/railway) called Shinkansen have run since 1964.")),
    ),
    Article(
        "kenya", "Kenya", "Countries", "elephant",
        (("Capital", "Nairobi"), ("Area", "580,400 km²"), ("Population", "54 million"),
         ("Language", "Swahili, English"), ("Currency", "Kenyan shilling"), ("Calling code", "+254"),
         ("Highest mountain", "Mount Kenya, 5,199 m")),
        "**Kenya** is a country in East Africa on the equator, with a coast on the Indian Ocean.",
        (("Nature", "Savannas with [elephants](/african-elephant), lions and giraffes are kept in national "
          "parks such as Amboseli and Tsavo."),
         ("Economy", "Tea, flowers and coffee are the largest exports.")),
    ),
    Article(
        "brazil", "Brazil", "Countries", "plant",
        (("Capital", "Brasília"), ("Area", "8,510,000 km²"), ("Population", "203 million"),
         ("Language", "Portuguese"), ("Currency", "Real"), ("Calling code", "+55"),
         ("Longest river", "Amazon")),
        "**Brazil** is the largest country of South America and the fifth largest of the world.",
        (("Nature", "About 60 percent of the Amazon rainforest lies in Brazil. It is home to a tenth of all "
          "known species."),
         ("Economy", "Brazil grows about a third of the world's coffee.")),
    ),
    Article(
        "lisbon", "Lisbon", "Cities", "sea",
        (("Country", "[Portugal](/portugal)"), ("Population", "546,000"), ("Area", "100 km²"),
         ("River", "Tagus"), ("Time zone", "WET (UTC+0)"), ("Airport", "LIS")),
        "**Lisbon** is the capital of Portugal, on hills above the mouth of the river Tagus.",
        (("History", "An earthquake destroyed most of the city in 1755. The lower town was rebuilt with "
          "straight streets."),
         ("Sights", "The Belém Tower, the Castle of Saint George, and line 28 of the trams.")),
    ),
    Article(
        "tokyo", "Tokyo", "Cities", "city",
        (("Country", "[Japan](/japan)"), ("Population", "14 million"), ("Area", "2,194 km²"),
         ("River", "Sumida"), ("Time zone", "JST (UTC+9)"), ("Airports", "HND, NRT")),
        "**Tokyo** is the capital of Japan. With its surroundings it is the largest urban area of the world, "
        "where about 37 million people live.",
        (("History", "The city was called Edo until 1868, when the emperor moved there from Kyoto."),
         ("Transport", "Shinjuku is the busiest railway station of the world, with over three million "
          "passengers a day.")),
    ),
    Article(
        "cairo", "Cairo", "Cities", "city",
        (("Country", "Egypt"), ("Population", "10 million"), ("Area", "3,085 km²"),
         ("River", "Nile"), ("Time zone", "EET (UTC+2)"), ("Airport", "CAI")),
        "**Cairo** is the capital of Egypt and one of the largest cities of Africa.",
        (("History", "It was founded in 969. The pyramids of Giza, west of it, are about 4,500 years old."),
         ("Sights", "The Egyptian Museum, the Citadel, and the old bazaar Khan el-Khalili.")),
    ),
    Article(
        "sydney", "Sydney", "Cities", "sea",
        (("Country", "Australia"), ("Population", "5.4 million"), ("Area", "12,400 km²"),
         ("River", "Parramatta"), ("Time zone", "AEST (UTC+10)"), ("Airport", "SYD")),
        "**Sydney** is the largest city of Australia, around one of the largest natural harbours.",
        (("Sights", "The Harbour Bridge was opened in 1932, the Opera House in 1973."),
         ("Government", "It is not the capital of the country: that is Canberra.")),
    ),
    Article(
        "quito", "Quito", "Cities", "mountain",
        (("Country", "Ecuador"), ("Population", "1.8 million"), ("Elevation", "2,850 m"),
         ("Founded", "1534"), ("Time zone", "ECT (UTC−5)"), ("Airport", "UIO")),
        "**Quito** is the capital of Ecuador. It lies high in the Andes, close to the equator.",
        (("Sights", "Its old town was among the first places on the list of World Heritage, in 1978."),),
    ),
    Article(
        "blue-whale", "Blue whale", "Animals", "whale",
        (("Class", "Mammals"), ("Length", "24 to 30 m"), ("Weight", "up to 190 t"), ("Food", "Krill"),
         ("Life span", "80 to 90 years"), ("Young", "one calf, every 2 to 3 years")),
        "The **blue whale** is the largest animal that is known to have ever lived.",
        (("Food", "It eats up to four tonnes of krill a day, which it strains out of the sea with plates "
          "of baleen."),
         ("Protection", "Hunting has been forbidden since 1966. There are 10,000 to 25,000 animals.")),
    ),
    Article(
        "african-elephant", "African elephant", "Animals", "elephant",
        (("Class", "Mammals"), ("Height", "3 to 4 m"), ("Weight", "up to 6 t"), ("Food", "Grass, bark"),
         ("Life span", "60 to 70 years"), ("Gestation", "22 months")),
        "The **African elephant** is the largest land animal. Herds are led by an old cow.",
        (("Trunk", "The trunk has about 40,000 muscles. With it an elephant smells, drinks and grasps."),
         ("Where it lives", "In savannas south of the Sahara, such as those of [Kenya](/kenya).")),
    ),
    Article(
        "european-robin", "European robin", "Animals", "bird",
        (("Class", "Birds"), ("Length", "13 to 14 cm"), ("Weight", "16 to 22 g"), ("Food", "Insects"),
         ("Eggs", "5 to 7"), ("Life span", "about 2 years")),
        "The **European robin** is a small songbird with an orange breast.",
        (("Song", "It sings in winter too, and at night under street lamps."),
         ("Nest", "It nests near the ground, in ivy, holes and old pots.")),
    ),
    Article(
        "arctic-tern", "Arctic tern", "Animals", "bird",
        (("Class", "Birds"), ("Wingspan", "75 to 85 cm"), ("Weight", "90 to 120 g"), ("Food", "Small fish"),
         ("Eggs", "1 to 3"), ("Life span", "up to 30 years")),
        "The **Arctic tern** flies farther than any other animal: from the Arctic to the Antarctic and back, "
        "70,000 km and more each year.",
        (("Daylight", "It sees two summers a year, and so more daylight than any other animal."),),
    ),
    Article(
        "honey-bee", "Honey bee", "Animals", "plant",
        (("Class", "Insects"), ("Length", "12 to 15 mm"), ("Colony", "20,000 to 60,000 bees"),
         ("Food", "Nectar, pollen"), ("Life span", "6 weeks in summer"), ("Queen", "up to 5 years")),
        "The **honey bee** lives in colonies with one queen, and gathers nectar that it makes honey of.",
        (("Dance", "A bee tells the others by a dance in which direction and how far away flowers are."),
         ("Work", "For 500 grams of honey, bees visit about two million flowers.")),
    ),
    Article(
        "printing-press", "Printing press", "Inventions", "press",
        (("Inventor", "Johannes Gutenberg"), ("Year", "about 1440"), ("Place", "Mainz, Strasbourg"),
         ("First large book", "a Bible, 1455"), ("Replaced", "copying by hand")),
        "The **printing press** with movable metal type made books many times cheaper.",
        (("How it works", "Letters of metal are set into lines and inked. A screw presses paper onto them."),
         ("Spread", "By 1500 there were presses in over 250 towns of Europe.")),
    ),
    Article(
        "telephone", "Telephone", "Inventions", "telephone",
        (("Patent", "Alexander Graham Bell, 1876"), ("First exchange", "New Haven, 1878"),
         ("First mobile call", "1973"), ("First words", "“Mr. Watson, come here”")),
        "The **telephone** carries voices over distance by turning sound into an electric signal.",
        (("Mobile", "Martin Cooper made the first call from a handheld mobile telephone in New York on "
          "April 3, 1973."),),
    ),
    Article(
        "light-bulb", "Light bulb", "Inventions", "bulb",
        (("First lasting lamps", "Joseph Swan, Thomas Edison, 1879"), ("Filament", "carbon, later tungsten"),
         ("Efficiency", "about 5 percent"), ("Followed by", "LED")),
        "The **light bulb** gives light by a thread that an electric current makes glow.",
        (("After it", "LED lamps need about a tenth of the power for the same light, and last 15 times as "
          "long."),),
    ),
    Article(
        "bicycle", "Bicycle", "Inventions", "bicycle",
        (("Forerunner", "Karl Drais, 1817"), ("Pedals", "1860s"),
         ("Safety bicycle", "John Kemp Starley, 1885"),
         ("Air tyre", "John Boyd Dunlop, 1888"), ("In the world", "over one billion")),
        "The **bicycle** is a vehicle with two wheels that is driven by its rider.",
        (("Safety bicycle", "Wheels of one size and a chain to the rear wheel made it safe. Bicycles have "
          "hardly changed since."),),
    ),
    Article(
        "railway", "Railway", "Inventions", "train",
        (("First steam locomotive", "Richard Trevithick, 1804"), ("First public steam railway", "1825"),
         ("First between cities", "Liverpool–Manchester, 1830"), ("Usual gauge", "1,435 mm")),
        "A **railway** moves people and goods in trains on rails.",
        (("High speed", "The first high-speed line was opened in [Japan](/japan) in 1964, between "
          "[Tokyo](/tokyo) and Osaka."),),
    ),
    Article(
        "telescope", "Telescope", "Inventions", "telescope",
        (("First patent asked for", "Hans Lipperhey, 1608"), ("To the sky", "Galileo Galilei, 1609"),
         ("With a mirror", "Isaac Newton, 1668"), ("In space", "Hubble, 1990")),
        "A **telescope** makes distant things look near, with lenses or with mirrors.",
        (("Discoveries", "In 1610 Galileo saw four moons of Jupiter: Io, Europa, Ganymede and Callisto."),),
    ),
)  # fmt: skip
