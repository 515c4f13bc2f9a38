"""The clock of a desktop: libfaketime shifts what its programs are told, by as much for all of them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from crab_core import EnvironmentUnavailable, UsageError
from crab_ubuntu.providers.packages import install_command

LIBRARY = "/usr/$LIB/faketime/libfaketime.so.1"
"""The loader puts the folder of this machine's libraries in."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PLACES = "usr/lib/*/faketime/libfaketime.so.1"


def read_clock(text: str) -> datetime:
    """A time in ISO format; without a zone it is in UTC, as all clocks inside.

    Raises:
        UsageError: It is none.
    """
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        if moment < EPOCH:
            raise ValueError("no computer has been at a time before 1970")
    except (ValueError, TypeError) as error:
        raise UsageError(
            f"{text!r} is no time of a clock: {error}.", advice='Write "2026-05-14T10:00:00", in UTC.'
        ) from error
    return moment


def clock_environment(text: str) -> Mapping[str, str]:
    """Variables with which programs are told another time that goes on from now; none for an empty text.

    What measures spans of time is told the truth, and so is who asks the kernel for the dates of files.

    Raises:
        UsageError: It is no time.
        EnvironmentUnavailable: libfaketime is not installed.
    """
    if not text:
        return {}
    shift = round(read_clock(text).timestamp() - time.time())
    if not any(Path("/").glob(PLACES)):
        raise EnvironmentUnavailable(
            "libfaketime is not installed, without which a desktop has the machine's clock.",
            advice=f"Install it: {install_command(['libfaketime'])}",
        )
    return {
        "LD_PRELOAD": LIBRARY,
        "FAKETIME": f"{shift:+d}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
        # It never changes: nobody has to look again.
        "FAKETIME_CACHE_DURATION": str(10**8),
    }
