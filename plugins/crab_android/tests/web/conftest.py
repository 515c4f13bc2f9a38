"""A phone with its page, as a script or a person would open it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.web import PhonePage


@dataclass
class Served:
    """A phone on a thread of its own, and the address of its page."""

    server: PhoneServer
    page: PhonePage
    url: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    def call(self, function: Any) -> Any:
        return self.server.call(function)


@pytest.fixture
def served(phone: Phone) -> Iterator[Served]:
    """The phone with the three to-dos, its page, and ADB beside it."""
    with PhoneServer(phone) as server:
        page = PhonePage(phone)
        yield Served(server, page, server.run(lambda _phone: page.start()))
        server.run(lambda _phone: page.stop())
