"""What a kind of overlay is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
        modal: whether it takes every touch and every key; one that is not is not in the UI tree either.
        passing: whether it goes with the next touch beside it and with the next key, which do what they would
            have done without it.
        over_lock: whether it stands over the lock screen as well; others wait below it.
        opaque: whether it fills the whole screen, so that nothing below it is seen.
        panel: whether it goes when another screen comes, as the shade and recents do.
    """

    title: str
    package: str
    build: Callable[[Phone, Overlay], View]
    back: Callable[[Phone, Overlay], bool] | None = None
    outside: Callable[[Phone, Overlay], None] | None = None
    scrim: bool = True
    modal: bool = True
    passing: bool = False
    over_lock: bool = False
    opaque: bool = False
    panel: bool = False


def scrolling(overlay: Overlay, key: str) -> dict[str, Any]:
    """What makes a view of an overlay scroll; the offset is kept in the overlay's arguments."""
    return {"scroll_key": key, "scroll_y": int(overlay.args.get("scroll", {}).get(key, 0))}
