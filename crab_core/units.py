"""Units of measurement that answers may be given in, and conversion between those of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from crab_core.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of measurement."""

    symbol: str
    """As it is written in words to agents: "km", "°C"."""
    kind: str
    """What it measures: "length"; only units of one kind can be converted."""
    factor: Decimal = Decimal(1)
    """How many of the kind's first unit it is."""
    offset: Decimal = Decimal(0)
    """What is added before multiplying; for temperatures."""


_TABLE: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "length": {
        "m": ("1", "metre metres meter meters"),
        "mm": ("0.001", "millimetre millimetres millimeter millimeters"),
        "cm": ("0.01", "centimetre centimetres centimeter centimeters"),
        "km": ("1000", "kilometre kilometres kilometer kilometers kms"),
        "in": ("0.0254", "inch inches"),
        "ft": ("0.3048", "foot feet"),
        "yd": ("0.9144", "yard yards"),
        "mi": ("1609.344", "mile miles"),
    },
    "time": {
        "s": ("1", "sec secs second seconds"),
        "ms": ("0.001", "millisecond milliseconds"),
        "min": ("60", "mins minute minutes"),
        "h": ("3600", "hr hrs hour hours"),
        "d": ("86400", "day days"),
        "wk": ("604800", "week weeks"),
    },
    "mass": {
        "g": ("1", "gram grams gramme grammes"),
        "mg": ("0.001", "milligram milligrams"),
        "kg": ("1000", "kilogram kilograms kilo kilos"),
        "t": ("1000000", "tonne tonnes"),
        "oz": ("28.349523125", "ounce ounces"),
        "lb": ("453.59237", "lbs pound pounds"),
    },
    "area": {
        "m²": ("1", "m2 sqm"),
        "km²": ("1000000", "km2 sqkm"),
        "ha": ("10000", "hectare hectares"),
    },
    "volume": {
        "l": ("1", "litre litres liter liters"),
        "ml": ("0.001", "millilitre millilitres milliliter milliliters"),
        "m³": ("1000", "m3"),
    },
    "speed": {
        "km/h": ("1", "kmh kph"),
        "m/s": ("3.6", "mps"),
        "mph": ("1.609344", "mi/h"),
    },
    "size of data": {
        "B": ("1", "byte bytes"),
        "kB": ("1000", "kb kilobyte kilobytes"),
        "MB": ("1000000", "mb megabyte megabytes"),
        "GB": ("1000000000", "gb gigabyte gigabytes"),
        "KiB": ("1024", "kib"),
        "MiB": ("1048576", "mib"),
        "GiB": ("1073741824", "gib"),
    },
    "share": {"%": ("1", "percent")},
    "amount of euros": {"€": ("1", "eur euro euros")},
    "amount of US dollars": {"$": ("1", "usd dollar dollars us$")},
    "amount of pounds": {"£": ("1", "gbp")},
    "amount of yen": {"¥": ("1", "jpy yen")},
}

_TEMPERATURES: Final = (
    (Unit("°C", "temperature"), "c ℃ celsius degc"),
    (Unit("°F", "temperature", Decimal(5) / Decimal(9), Decimal(-32)), "f ℉ fahrenheit degf"),
    (Unit("K", "temperature", Decimal(1), Decimal("-273.15")), "kelvin"),
)


def _units() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """Units by symbol, where case counts, and by other names, where it does not."""
    symbols: dict[str, Unit] = {}
    names: dict[str, Unit] = {}
    for kind, rows in _TABLE.items():
        for symbol, (factor, others) in rows.items():
            unit = symbols[symbol] = Unit(symbol, kind, Decimal(factor))
            names |= dict.fromkeys(others.split(), unit)
    for unit, others in _TEMPERATURES:
        symbols[unit.symbol] = unit
        names |= dict.fromkeys(others.split(), unit)
    for symbol, unit in symbols.items():
        names.setdefault(symbol.casefold(), unit)
    return symbols, names


_SYMBOLS, _NAMES = _units()


def find_unit(text: str) -> Unit | None:
    """The unit that a text names: its symbol, or a word for it in any case; None for no unit."""
    text = "".join(text.split()).rstrip(".")
    return _SYMBOLS.get(text) or _NAMES.get(text.casefold())


def unit(text: str) -> Unit:
    """The unit of this name.

    Raises:
        DefinitionError: There is none.
    """
    found = find_unit(text)
    if found is None:
        raise DefinitionError(
            f"There is no unit {text!r}.", advice=f"There are {', '.join(_SYMBOLS)}; or leave it out."
        )
    return found


def convert(number: Decimal, given: Unit, wanted: Unit) -> Decimal:
    """A number of one unit in another of the same kind."""
    return (number + given.offset) * given.factor / wanted.factor - wanted.offset
