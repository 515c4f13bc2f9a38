"""What the window manager is asked, read back by a plain X client."""

from __future__ import annotations

import array
from collections.abc import Iterator
from contextlib import closing

import pytest
from Xlib import X, display

from crab_core import Box
from crab_ubuntu.desktop.manage import WindowManager


@pytest.fixture
def reader(x_display: str) -> Iterator[display.Display]:
    """Hears what is asked of a window manager."""
    with closing(display.Display(x_display)) as heard:
        heard.screen().root.change_attributes(event_mask=X.SubstructureNotifyMask)
        heard.sync()
        yield heard


@pytest.mark.parametrize("box", [Box(120, 31, 800, 500), Box(-5, -7, 800, 500)], ids=["on it", "beyond it"])
def test_a_window_may_reach_beyond_the_screen_as_its_shadow_does(
    x_display: str, reader: display.Display, box: Box
):
    with closing(WindowManager(x_display)) as manager:
        manager.place(reader.screen().root.id, box)
    event = reader.next_event()
    assert event.type == X.ClientMessage
    _, x, y, width, height = array.array("i", array.array("I", event.data[1]).tobytes())
    assert Box(x, y, width, height) == box
