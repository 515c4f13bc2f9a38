"""weather.crab.test: a forecast for some cities, the same for the same day."""

from __future__ import annotations

import random
from datetime import date, timedelta

from crab_android.phone.kit import formats

from ..blocks import AnyBlock, Banner, Grid, Heading, Items, Page, Paragraph, Picture

HOST = "weather.crab.test"
_BANNER = Banner(text="Skyline Weather", icon="sun", links=[("Cities", "/")])
# City → mean temperature in °C over the year, and how much it swings to the summer of the north.
_CITIES = {
    "Northfield": (14, 8), "Lisbon": (17, 6), "Oslo": (7, 11), "Tokyo": (16, 10), "Nairobi": (19, -1),
    "Cairo": (22, 8), "Sydney": (18, -5), "Quito": (14, 0),
}  # fmt: skip
_SKIES = (("Sunny", "sun"), ("Partly cloudy", "sun"), ("Cloudy", "cloud"), ("Showers", "cloud"))


def pages(today: date) -> dict[str, Page]:
    """All pages by path."""
    made = {f"/{city.lower()}": _city(city, today) for city in _CITIES}
    links = [f"[{city}](/{city.lower()})" for city in _CITIES]
    home: list[AnyBlock] = [
        _BANNER,
        Heading(text="Weather today", level=1),
        Paragraph(text=formats.date_long(today), quiet=True),
        Grid(head=["City", "Sky", "High", "Low"], rows=[_line(city, today) for city in _CITIES]),
        Heading(text="Forecasts"),
        Items(items=links),
    ]
    made[""] = Page(title="Skyline Weather", blocks=home)
    return made


def _day(city: str, day: date) -> tuple[str, str, int, int, int]:
    """Sky, drawing, high, low in °C and the chance of rain in percent."""
    chance = random.Random(f"{city}/{day.isoformat()}")
    mean, swing = _CITIES[city]
    season = 1 - abs(day.timetuple().tm_yday - 200) / 91  # 1 in July, -1 in January
    high = round(mean + swing * season + 4 + chance.uniform(-2, 2))
    sky, drawing = chance.choice(_SKIES)
    rain = {"Sunny": 0, "Partly cloudy": 10, "Cloudy": 30, "Showers": 70}[sky] + chance.choice((0, 5, 10))
    return sky, drawing, high, high - chance.randint(6, 9), rain


def _line(city: str, today: date) -> list[str]:
    sky, _drawing, high, low, _rain = _day(city, today)
    return [f"[{city}](/{city.lower()})", sky, f"{high} °C", f"{low} °C"]


def _city(city: str, today: date) -> Page:
    sky, drawing, high, low, rain = _day(city, today)
    rows = []
    for step in range(7):
        day = today + timedelta(days=step)
        text, _drawing, most, least, wet = _day(city, day)
        rows.append([formats.date_relative(day, today), text, f"{most}° / {least}°", f"{wet}%"])
    return Page(
        title=f"Weather in {city} - Skyline Weather",
        blocks=[
            _BANNER,
            Heading(text=f"{city}: {high} °C, {sky.lower()}", level=1),
            Picture(drawing=drawing, alt=sky),
            Paragraph(text=f"High {high} °C, low {low} °C, chance of rain {rain}%."),
            Heading(text="Seven days"),
            Grid(head=["Day", "Sky", "Temp.", "Rain"], rows=rows),
        ],
    )
