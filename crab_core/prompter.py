"""Visual prompters: what turns an observation into marks that an agent can point at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from crab_core.content import ElementMap, Screenshot, UiTree


@dataclass(frozen=True, slots=True)
class Marked:
    """A screenshot with its marks."""

    elements: ElementMap = field(default_factory=ElementMap)
    screenshot: Screenshot | None = None
    """The picture with the numbers drawn on it; None when the prompter draws nothing."""
    text: str = ""
    """The elements as text for the prompt; empty when the picture is enough."""


class VisualPrompter(Protocol):
    """Set-of-Marks: finds elements, numbers them from 1 and draws the numbers."""

    name: str

    def mark(self, screenshot: Screenshot | None, tree: UiTree | None) -> Marked:
        """Mark one observation of one device.

        Args:
            screenshot: The picture, if the device has one.
            tree: The UI tree captured with it, if the device has one.
        """
