"""What the system shows over the app, by kind: permission dialogs, the chooser, the shade and others."""

from __future__ import annotations

from .chooser import CHOOSER
from .kinds import OverlayKind
from .permission import PERMISSION

OVERLAYS: dict[str, OverlayKind] = {"chooser": CHOOSER, "permission": PERMISSION}

__all__ = ["OVERLAYS", "OverlayKind"]
