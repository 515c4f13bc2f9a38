"""On which platform a task is played: the desktop, the phone, or across both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from crab_core.report.attempts import Attempt

CROSS: Final = "cross"
"""Tasks whose devices are of more than one platform."""

ORDER: Final = ("desktop", "phone", CROSS)
"""In which tables tell them; others stand between the last two, by their name."""

_KINDS: Final[Mapping[str, str]] = {
    "linux": "desktop",
    "windows": "desktop",
    "macos": "desktop",
    "android": "phone",
    "ios": "phone",
    # Names of environments, in records that do not say their platforms.
    "ubuntu": "desktop",
}


def platform_of(attempt: Attempt, run: Mapping[str, Any]) -> str:
    """The platform of an attempt's task; "unknown" when its devices never were.

    Args:
        attempt: Any attempt.
        run: What `run.json` says: `platforms` by environment where it is recorded, else what the
            environments are registered as.
    """
    recorded = run.get("platforms") or {}
    choices = run["config"].get("environments") or {}
    names = attempt.facts.get("environments", ())
    kinds = {recorded.get(name) or (choices.get(name) or {}).get("environment") or name for name in names}
    platforms = {_KINDS.get(kind, kind) for kind in kinds}
    if not platforms:
        return "unknown"
    return platforms.pop() if len(platforms) == 1 else CROSS


def place(platform: str) -> tuple[int, str]:
    """Where a platform stands among others, for sorting."""
    order = {"desktop": 0, "phone": 1, CROSS: 3, "unknown": 4}
    return order.get(platform, 2), platform
