"""Real parts for the tests: a bare X server, and whole desktops."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose name is short enough for sockets in it, also where several tests run side by side."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def x_display() -> Iterator[str]:
    """Name of the display of an X server without a desktop."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "640x480x24",
            "-nolisten",
            "tcp",
            "-noreset",
            "-ac",
        ],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def provider() -> Iterator[SandboxProvider]:
    """One provider for all tests that look at one desktop at a time."""
    sandbox = SandboxProvider()
    yield sandbox
    sandbox.close()


@pytest.fixture
def fresh(provider: SandboxProvider) -> Callable[..., Person]:
    """Starts a new desktop in a world and returns somebody to use it."""

    def start(**world: Any) -> Person:
        return Person(provider.reset(world))

    return start
