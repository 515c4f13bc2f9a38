"""The page of a desktop leaves no connection open, at whatever moment it ends."""

from __future__ import annotations

import asyncio
import socket
import threading
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from crab_ubuntu.view import page as page_module
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.page import Page

TURNS = range(10)
"""Of the loop, from the connection to the end: in one of them a connection is at each of its steps."""


pytestmark = pytest.mark.usefixtures("nothing_left_open")


@pytest.mark.parametrize("turns", TURNS)
def test_a_page_ends_while_a_browser_comes(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "LEAVING", 0.01)
    nothing = SimpleNamespace(act=None, name="ubuntu")
    nobody: Any = SimpleNamespace(door="/nowhere", start=lambda _world: nothing)
    for said in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"what?\r\n\r\n") * 3:
        page = Page(Desk(nobody, {}, (800, 600)))
        address = ("127.0.0.1", urlsplit(page.start()).port)

        async def come_and_end(browser: socket.socket, page: Page, address: Any, said: bytes) -> None:
            browser.connect(address)
            browser.sendall(said)
            for _ in range(turns):
                await asyncio.sleep(0)
            await page._stop()

        with socket.socket() as browser:
            assert page._thread is not None
            page._thread.ask(come_and_end(browser, page, address, said), 60)
            page.close()
    assert "desktop-page" not in {thread.name for thread in threading.enumerate()}
