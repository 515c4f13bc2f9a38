"""Cities and their time zones, by the names of the IANA time zone database (iana.org/time-zones)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class City(NamedTuple):
    """A city: its name, its country, and its time zone."""

    name: str
    country: str
    zone: str


# City|country|zone. Where the zone is the city's own, its region is enough.
_TABLE = """
Abu Dhabi|United Arab Emirates|Asia/Dubai
Accra|Ghana|Africa
Addis Ababa|Ethiopia|Africa
Algiers|Algeria|Africa
Almaty|Kazakhstan|Asia
Amman|Jordan|Asia
Amsterdam|Netherlands|Europe
Anchorage|United States|America
Ankara|Türkiye|Europe/Istanbul
Athens|Greece|Europe
Auckland|New Zealand|Pacific
Baghdad|Iraq|Asia
Baku|Azerbaijan|Asia
Bangkok|Thailand|Asia
Barcelona|Spain|Europe/Madrid
Beijing|China|Asia/Shanghai
Beirut|Lebanon|Asia
Belgrade|Serbia|Europe
Berlin|Germany|Europe
Bogotá|Colombia|America/Bogota
Boston|United States|America/New_York
Bratislava|Slovakia|Europe
Brisbane|Australia|Australia
Brussels|Belgium|Europe
Bucharest|Romania|Europe
Budapest|Hungary|Europe
Buenos Aires|Argentina|America/Argentina/Buenos_Aires
Cairo|Egypt|Africa
Cape Town|South Africa|Africa/Johannesburg
Caracas|Venezuela|America
Casablanca|Morocco|Africa
Chicago|United States|America
Colombo|Sri Lanka|Asia
Copenhagen|Denmark|Europe
Dakar|Senegal|Africa
Dallas|United States|America/Chicago
Damascus|Syria|Asia
Dar es Salaam|Tanzania|Africa
Delhi|India|Asia/Kolkata
Denver|United States|America
Detroit|United States|America
Dhaka|Bangladesh|Asia
Doha|Qatar|Asia/Qatar
Dubai|United Arab Emirates|Asia
Dublin|Ireland|Europe
Edinburgh|United Kingdom|Europe/London
Frankfurt|Germany|Europe/Berlin
Geneva|Switzerland|Europe/Zurich
Guatemala City|Guatemala|America/Guatemala
Hamburg|Germany|Europe/Berlin
Hanoi|Vietnam|Asia/Ho_Chi_Minh
Havana|Cuba|America
Helsinki|Finland|Europe
Ho Chi Minh City|Vietnam|Asia/Ho_Chi_Minh
Hong Kong|Hong Kong|Asia
Honolulu|United States|Pacific
Houston|United States|America/Chicago
Istanbul|Türkiye|Europe
Jakarta|Indonesia|Asia
Jerusalem|Israel|Asia
Johannesburg|South Africa|Africa
Kabul|Afghanistan|Asia
Karachi|Pakistan|Asia
Kathmandu|Nepal|Asia
Kinshasa|DR Congo|Africa
Kolkata|India|Asia
Kuala Lumpur|Malaysia|Asia
Kuwait City|Kuwait|Asia/Kuwait
Kyiv|Ukraine|Europe/Kiev
La Paz|Bolivia|America
Lagos|Nigeria|Africa
Lima|Peru|America
Lisbon|Portugal|Europe
Ljubljana|Slovenia|Europe
London|United Kingdom|Europe
Los Angeles|United States|America
Luanda|Angola|Africa
Luxembourg|Luxembourg|Europe
Madrid|Spain|Europe
Manila|Philippines|Asia
Melbourne|Australia|Australia
Mexico City|Mexico|America
Miami|United States|America/New_York
Milan|Italy|Europe/Rome
Minsk|Belarus|Europe
Montevideo|Uruguay|America
Montreal|Canada|America/Toronto
Moscow|Russia|Europe
Mumbai|India|Asia/Kolkata
Munich|Germany|Europe/Berlin
Nairobi|Kenya|Africa
New York|United States|America
Nicosia|Cyprus|Asia
Osaka|Japan|Asia/Tokyo
Oslo|Norway|Europe
Panama City|Panama|America/Panama
Paris|France|Europe
Perth|Australia|Australia
Phoenix|United States|America
Prague|Czechia|Europe
Quito|Ecuador|America/Guayaquil
Reykjavík|Iceland|Atlantic/Reykjavik
Riga|Latvia|Europe
Rio de Janeiro|Brazil|America/Sao_Paulo
Riyadh|Saudi Arabia|Asia
Rome|Italy|Europe
San Francisco|United States|America/Los_Angeles
San José|Costa Rica|America/Costa_Rica
Santiago|Chile|America
São Paulo|Brazil|America/Sao_Paulo
Sarajevo|Bosnia and Herzegovina|Europe
Seattle|United States|America/Los_Angeles
Seoul|South Korea|Asia
Shanghai|China|Asia
Singapore|Singapore|Asia
Sofia|Bulgaria|Europe
St. John's|Canada|America/St_Johns
Stockholm|Sweden|Europe
Sydney|Australia|Australia
Taipei|Taiwan|Asia
Tallinn|Estonia|Europe
Tashkent|Uzbekistan|Asia
Tbilisi|Georgia|Asia
Tehran|Iran|Asia
Tokyo|Japan|Asia
Toronto|Canada|America
Tunis|Tunisia|Africa
Ulaanbaatar|Mongolia|Asia
Vancouver|Canada|America
Vienna|Austria|Europe
Vilnius|Lithuania|Europe
Warsaw|Poland|Europe
Washington, D.C.|United States|America/New_York
Wellington|New Zealand|Pacific/Auckland
Yerevan|Armenia|Asia
Zagreb|Croatia|Europe
Zurich|Switzerland|Europe
"""


@lru_cache(maxsize=1)
def cities() -> tuple[City, ...]:
    """All cities, by name."""
    return tuple(_city(line) for line in _TABLE.strip().splitlines())


def _city(line: str) -> City:
    name, country, zone = line.split("|")
    return City(name, country, zone if "/" in zone else f"{zone}/{name.replace(' ', '_')}")


@lru_cache(maxsize=1)
def _by_name() -> dict[str, City]:
    return {plain(city.name): city for city in cities()}


def find_city(name: str) -> City | None:
    """The city of a name, written with or without accents; None when it is not in the table."""
    return _by_name().get(plain(name))


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """A text in small letters without accents, to compare names by."""
    return text.lower().translate(_PLAIN)


_PLAIN = str.maketrans("áãéíóöüçñ", "aaeiooucn")


def matching(text: str) -> list[City]:
    """The cities whose name or country has a word that starts with a text; the names come first."""
    wanted = plain(text.strip())
    if not wanted:
        return list(cities())

    def rank(city: City) -> int:
        name = plain(city.name)
        if name.startswith(wanted):
            return 0
        if any(word.startswith(wanted) for word in name.split()):
            return 1
        return 2 if any(word.startswith(wanted) for word in plain(city.country).split()) else 3

    ranked = sorted(((rank(city), city) for city in cities()), key=lambda entry: entry[0])
    return [city for place, city in ranked if place < 3]
