"""Graphs for people: as SVG that reads well on light and dark paper, and as text for the terminal."""

from crab_core.drawing.labels import Label
from crab_core.drawing.svg import to_svg
from crab_core.drawing.text import to_text

__all__ = ["Label", "to_svg", "to_text"]
