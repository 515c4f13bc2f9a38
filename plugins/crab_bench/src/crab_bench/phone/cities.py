"""Cities that the phone's Maps and its Clock both know, with the country that Maps gives them."""

from __future__ import annotations

from typing import Final

CITIES: Final[dict[str, str]] = {
    "Athens": "Greece",
    "Bangkok": "Thailand",
    "Berlin": "Germany",
    "Budapest": "Hungary",
    "Cairo": "Egypt",
    "Copenhagen": "Denmark",
    "Dublin": "Ireland",
    "Helsinki": "Finland",
    "Lima": "Peru",
    "Lisbon": "Portugal",
    "Nairobi": "Kenya",
    "Oslo": "Norway",
    "Prague": "Czechia",
    "Santiago": "Chile",
    "Seoul": "South Korea",
    "Stockholm": "Sweden",
    "Tallinn": "Estonia",
    "Tokyo": "Japan",
    "Vienna": "Austria",
    "Warsaw": "Poland",
    "Zagreb": "Croatia",
}
"""City to country; no two cities share a country."""
