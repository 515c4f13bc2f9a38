"""The applications of a desktop: from the search for one to a still screen, the first time and again."""

from __future__ import annotations

import statistics
import time
from typing import Any

from crab_core import Device
from crab_ubuntu.applications.catalogue import APPLICATIONS, Application
from crab_ubuntu.providers.sandbox import SandboxProvider


def desktop_applications() -> dict[str, Any]:
    """Seconds until each application can be used on a desktop where it never ran, and once it was closed."""
    provider = SandboxProvider()
    try:
        found = {a.title: _seconds(provider, a) for a in APPLICATIONS if not a.missing}
    finally:
        provider.close()
    first = statistics.median(seconds["first"] for seconds in found.values())
    return {"value": first, "unit": "s", "runs": len(found), "all": found}


def _seconds(provider: SandboxProvider, application: Application) -> dict[str, float]:
    device = provider.reset({})
    first = _open(device, application)
    device.act("hotkey", {"keys": ["alt", "f4"]})
    device.settle()
    return {"first": first, "again": _open(device, application)}


def _open(device: Device, application: Application) -> float:
    begun = time.perf_counter()
    device.act("search_app", {"name": application.title})
    device.settle()
    return round(time.perf_counter() - begun, 2)
