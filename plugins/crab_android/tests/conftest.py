"""Fixtures: a phone, a hand that touches what is on it, and the real adb."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import pytest

from crab_android.phone import Phone, PhoneServer


class Hand:
    """Touches a phone by what its UI tree says, as a person would by what they see."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def nodes(self, **attributes: str) -> list[ElementTree.Element]:
        """Elements of the window in front; `id`, `desc` and `cls` are short for Android's names."""
        names = {"id": "resource-id", "desc": "content-desc", "cls": "class"}
        wanted = {names.get(key, key): value for key, value in attributes.items()}
        if "resource-id" in wanted and ":" not in wanted["resource-id"]:
            wanted["resource-id"] = f"{self.phone.activity.package}:id/{wanted['resource-id']}"
        found = ElementTree.fromstring(self.phone.ui_xml()).iter("node")
        return [node for node in found if all(node.get(key) == value for key, value in wanted.items())]

    def node(self, **attributes: str) -> ElementTree.Element:
        """The first such element."""
        found = self.nodes(**attributes)
        assert found, f"nothing has {attributes}; there are {self.texts()}"
        return found[0]

    def spot(self, **attributes: str) -> tuple[int, int]:
        """The middle of the first such element."""
        bounds = self.node(**attributes).get("bounds", "").replace("][", ",").strip("[]").split(",")
        left, top, right, bottom = (int(number) for number in bounds)
        return (left + right) // 2, (top + bottom) // 2

    def tap(self, **attributes: str) -> None:
        self.phone.tap(*self.spot(**attributes))

    def long_tap(self, **attributes: str) -> None:
        self.phone.long_tap(*self.spot(**attributes))

    def sees(self, **attributes: str) -> bool:
        return bool(self.nodes(**attributes))

    def texts(self) -> list[str]:
        return [node.get("text", "") for node in self.nodes() if node.get("text")]

    def keys(self, text: str) -> None:
        """Type on the soft keyboard, key by key."""
        for char in text:
            self.key("Space" if char == " " else char)

    def key(self, name: str) -> None:
        """Touch the key of the soft keyboard with this name."""
        from crab_android.phone.touch import walk

        board = next(window for window in self.phone.windows() if window.title == "InputMethod")
        key = next(view for view in walk(board.root) if view.desc == name)
        self.phone.tap(*key.visible.center)


@pytest.fixture
def phone() -> Phone:
    """A phone with three to-dos, the first of them done."""
    return Phone(
        {
            "tasks": [
                {"title": "Pay rent", "done": True},
                {"title": "Buy milk"},
                {"title": "Call Ada", "notes": "at noon"},
            ]
        }
    )


@pytest.fixture
def hand(phone: Phone) -> Hand:
    """A hand for the phone."""
    return Hand(phone)


@dataclass
class Adb:
    """The real adb with a private server, connected to one phone."""

    serial: str
    port: int
    server: PhoneServer

    def __call__(self, *words: str, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["adb", "-P", str(self.port), "-s", self.serial, *words],
            input=data,
            capture_output=True,
            timeout=60,
            check=False,
        )

    def device(self) -> Any:
        import adbutils

        return adbutils.AdbClient(port=self.port).device(self.serial)


@pytest.fixture(scope="module")
def adb_port() -> Iterator[int]:
    """The port of a private server of the real adb."""
    from crab_android.providers.adb_server import PrivateAdbServer

    server = PrivateAdbServer()
    yield server.port
    server.close()


@pytest.fixture
def adb(phone: Phone, adb_port: int) -> Iterator[Adb]:
    """The phone, served over TCP and connected to the real adb."""
    with PhoneServer(phone) as server:
        made = Adb(server.serial, adb_port, server)
        answer = subprocess.run(
            ["adb", "-P", str(adb_port), "connect", server.serial],
            capture_output=True,
            timeout=60,
            check=True,
        )
        assert b"connected to" in answer.stdout, answer.stdout
        yield made
        subprocess.run(
            ["adb", "-P", str(adb_port), "disconnect", server.serial],
            capture_output=True,
            timeout=60,
            check=False,
        )
