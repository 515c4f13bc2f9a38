"""The clock of a desktop: libfaketime shifts what its programs are told, by as much for all of them."""

from __future__ import annotations

import platform
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from crab_core import EnvironmentUnavailable, UsageError
from crab_ubuntu.providers.packages import install_command
from crab_ubuntu.session.spec import CONFIGURATION

LIBRARY = "/usr/$LIB/faketime/libfaketime.so.1"
"""The loader puts the folder of this machine's libraries in."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HELP = f"{CONFIGURATION}/below_allocators.so"
"""Without it libfaketime and Firefox wait for each other; its source, which says why, lies beside it."""
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


def clock_files(text: str) -> Mapping[str, bytes]:
    """Files of the system, by path, that `clock_environment` needs; none for an empty text.

    Where none was built for this kind of processor, Firefox does not start in a world with a clock.
    """
    source = resources.files("crab_ubuntu.data") / "clock" / f"below_allocators-{platform.machine()}.so"
    return {HELP: source.read_bytes()} if text and source.is_file() else {}


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
        "LD_PRELOAD": ":".join((LIBRARY, *clock_files(text))),
        "FAKETIME": f"{shift:+d}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        # Else waits that the monotonic clock measures end wrongly: Firefox takes minutes to start.
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",
        "NO_FAKE_STAT": "1",
        # It never changes: nobody has to look again.
        "FAKETIME_CACHE_DURATION": str(10**8),
    }
