"""Windows that go between two questions about them: on a busy machine any may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from Xlib import X, Xatom, display

from crab_core import Box
from crab_ubuntu.desktop.windows import Windows


@pytest.fixture
def owner(x_display: str) -> Iterator[display.Display]:
    """Whose windows they are."""
    with closing(display.Display(x_display)) as connection:
        yield connection


def shown(owner: display.Display, kind: str) -> Any:
    """A menu, or a window that stands in the window manager's list."""
    root = owner.screen().root
    window = root.create_window(10, 20, 300, 200, 0, X.CopyFromParent, override_redirect=kind == "menu")
    window.set_wm_class("clock", "Clock")
    window.set_wm_name("Clock")
    window.map()
    if kind != "menu":
        for name in ("_NET_CLIENT_LIST_STACKING", "_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW"):
            root.change_property(owner.intern_atom(name), Xatom.WINDOW, 32, [window.id])
    if kind == "minimised window":
        hidden = [owner.intern_atom("_NET_WM_STATE_HIDDEN")]
        window.change_property(owner.intern_atom("_NET_WM_STATE"), Xatom.ATOM, 32, hidden)
    owner.sync()
    return window


def named_by_all(windows: Windows) -> list[str]:
    focused = windows.focused()
    return [w.title for w in (*windows.stacked(), *windows.minimized(), *([focused] if focused else ()))]


@pytest.mark.parametrize("kind", ["menu", "window", "minimised window"])
def test_a_window_that_goes_while_it_is_read_is_left_out(
    x_display: str, owner: display.Display, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    asked: list[str] = []
    read = Windows._property

    def counted(windows: Windows, window: Any, name: str) -> Any:
        asked.append(name)
        if len(asked) == goes_at:
            going.destroy()
            owner.sync()
        return read(windows, window, name)

    monkeypatch.setattr(Windows, "_property", counted)
    with closing(Windows(x_display)) as windows:
        goes_at = 0
        going = shown(owner, kind)
        assert "Clock" in named_by_all(windows), "it is told while it is there"
        questions = len(asked)
        going.destroy()
        for goes_at in range(1, questions + 1):
            asked.clear()
            going = shown(owner, kind)
            named_by_all(windows)  # at whichever question it goes, nothing is raised
            assert len(asked) >= goes_at
            assert named_by_all(windows) == []


def test_a_window_that_has_gone_draws_nothing_around_itself(x_display: str, owner: display.Display) -> None:
    with closing(Windows(x_display)) as windows:
        menu = shown(owner, "menu")
        (told,) = windows.stacked()
        menu.destroy()
        owner.sync()
        assert windows.shadow(told) == Box(0, 0, 0, 0)
        assert windows.states(told) == frozenset()
