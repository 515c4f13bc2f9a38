"""The whole phone on its side, with three buttons, with large letters and on screens of other sizes."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone
from crab_android.phone.state import Overlay
from crab_android.phone.touch import walk

KINDS = {
    "shade": {},
    "quick_settings": {},
    "recents": {"from": ""},
    "power": {},
    "uninstall": {"package": "test.post"},
    "usb_debugging": {"fingerprint": "A1:B2"},
    "permission": {
        "package": "test.post",
        "permission": "android.permission.CAMERA",
        "request": {"name": "x", "keep": {}},
    },
}
SHAPES = {
    "upright": {},
    "left": {("system", "user_rotation"): "1"},
    "right": {("system", "user_rotation"): "3"},
    "buttons": {("secure", "navigation_mode"): "0"},
    "large": {("system", "font_scale"): "1.3"},
    "large on its side": {("system", "font_scale"): "1.3", ("system", "user_rotation"): "1"},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", KINDS)
def test_everything_of_the_system_fits_the_screen_and_is_left(busy, kind, shape):
    busy.launch("org.crab.tasks")
    for (namespace, name), value in SHAPES[shape].items():
        busy.put_setting(namespace, name, value)
    busy.show_overlay(Overlay(kind=kind, args=dict(KINDS[kind])))
    window = busy.active_window()
    touchable = [
        view for view in walk(window.root) if view.clickable and view.cls != "android.widget.SeekBar"
    ]
    assert busy.png()
    inside = [view for view in touchable if not _scrolls(window.root, view)]
    assert all(_whole(view, busy.area) for view in inside), [view.desc or view.text for view in inside]
    busy.key(3)
    assert not busy.state.overlays


def _scrolls(root, wanted):
    return any(view.scroll_key and wanted in list(walk(view)) for view in walk(root))


def _whole(view, area):
    return view.rect.intersect(area) == view.rect and view.rect.height > 60


@pytest.mark.parametrize("rotation", ["1", "3"])
def test_a_dialog_that_is_higher_than_the_screen_scrolls_to_its_buttons(hand, phone, rotation):
    phone.launch("test.post")
    phone.put_setting("system", "user_rotation", rotation)
    hand.tap(id="more")
    assert hand.sees(text="Line 0")
    assert not hand.sees(text="OK")
    phone.swipe(1200, 800, 1200, 200)
    hand.tap(text="OK")
    assert phone.activity.dialog is None


def test_a_dialog_that_fits_does_not_scroll(hand, phone):
    phone.launch("test.post")
    hand.tap(id="more")
    assert hand.sees(text="OK")
    assert hand.node(id="dialog").get("scrollable") == "false"


def test_holding_the_phone_sideways_turns_it_when_it_may(phone):
    phone.state.held = 1
    phone.changed()
    assert phone.pixels == (1080, 2400)
    phone.put_setting("system", "accelerometer_rotation", "1")
    assert phone.pixels == (2400, 1080)
    assert 'rotation="1"' in phone.ui_xml()


@pytest.mark.parametrize(
    ("width", "height", "density"), [(720, 1280, 320), (1440, 3120, 560), (1080, 2400, 540), (480, 800, 240)]
)
def test_screens_of_other_sizes_show_home_shade_keyboard_and_lock(width, height, density):
    phone = Phone({"display": {"width": width, "height": height, "density": density}})
    phone.swipe(width / 2, 4, width / 2, height * 0.4)
    assert phone.state.overlays
    assert phone.png()
    phone.back()
    phone.start("org.crab.launcher", "drawer")
    phone.focus("query")
    board = next(window for window in phone.windows() if window.title == "InputMethod").root.rect
    assert board.height <= phone.area.height * 0.7
    phone.put_setting("secure", "lockscreen.pin", "1")
    phone.key(26)
    phone.key(26)
    phone.type_text("1")
    ok = next(view for view in walk(phone.active_window().root) if view.id == "key_enter")
    phone.tap(*(part * phone.scale for part in ok.visible.center))
    assert not phone.state.locked
