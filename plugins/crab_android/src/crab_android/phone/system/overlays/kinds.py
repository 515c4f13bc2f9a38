"""What a kind of overlay is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...state import Overlay
from ...ui.views import View

if TYPE_CHECKING:
    from ...phone import Phone


@dataclass(frozen=True)
class OverlayKind:
    """One kind of overlay.

    Attributes:
        title: the title of its window, as ``dumpsys window`` shows it.
        package: whose window it is.
        build: makes its views from the phone and the overlay, and changes nothing.
        back: handles the back key and returns True, or returns False to be closed.
        outside: what a touch beside it does; it is closed when None.
        scrim: whether what is below is darkened.
    """

    title: str
    package: str
    build: Callable[[Phone, Overlay], View]
    back: Callable[[Phone, Overlay], bool] | None = None
    outside: Callable[[Phone, Overlay], None] | None = None
    scrim: bool = True
