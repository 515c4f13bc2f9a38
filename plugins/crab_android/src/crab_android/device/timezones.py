"""Time zones, as phones name them."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from crab_android.device.link import AdbLink


def zone(name: str) -> tzinfo:
    """The zone of a name such as "Europe/Berlin"; UTC when nobody knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def zone_of(link: AdbLink) -> tzinfo:
    """The phone's own zone.

    Raises:
        DeviceError: It does not answer.
    """
    return zone(link.check("getprop persist.sys.timezone"))
