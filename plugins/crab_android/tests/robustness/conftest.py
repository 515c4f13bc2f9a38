"""A phone on which things go wrong, and the link to it through the real adb."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from faulty import FaultyPhone

from crab_android.device.link import AdbLink
from crab_android.phone import Phone, PhoneServer


@pytest.fixture
def faulty(phone: Phone) -> Iterator[FaultyPhone]:
    """The phone, behind something that spoils what a test says."""
    with PhoneServer(phone) as server:
        made = FaultyPhone(server.host, server.port)
        yield made
        made.close()


@pytest.fixture
def link(faulty: FaultyPhone, adb_port: int) -> Iterator[AdbLink]:
    """A link to it."""
    made = AdbLink(faulty.serial, port=adb_port, patience=30.0)
    made.connect()
    yield made
    made.client.detach(faulty.serial)
