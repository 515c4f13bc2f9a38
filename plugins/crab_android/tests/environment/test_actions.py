"""Every action, on a phone behind the real adb."""

from __future__ import annotations

import io
import json
import zipfile
from typing import get_args

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from crab_android.actions.system import Key
from crab_core import DeviceError, InvalidAction

pytestmark = pytest.mark.adb

TASKS = "org.crab.tasks"


def node(env, text, role=None):
    """The id of the first element that says this."""
    env.observe()
    found = env.read_screen().elements.items()
    return next(name for name, seen in found if text in seen.texts and role in (None, seen.role))


def field(env):
    """The id of the first text field."""
    return next(name for name, seen in env.read_screen().elements.items() if seen.role == "field")


def held(adb):
    return adb.server.call(lambda phone: phone.focused_field().text)


@pytest.fixture
def tasks(env):
    env.act("launch_app", {"package": TASKS})
    return env


@pytest.fixture
def sheet(tasks):
    """The sheet for a new task, its title in focus."""
    tasks.act("tap", {"node": node(tasks, "Add task")})
    return tasks


# -- elements -----------------------------------------------------------------------------


def test_tap_by_the_id_of_ui_text(tasks):
    tasks.act("tap", {"node": node(tasks, "Buy milk")})
    assert "TaskDetails" in tasks.observe()["current_activity"].text


def test_an_id_that_is_not_on_the_screen_is_an_invalid_action(tasks):
    with pytest.raises(InvalidAction, match="z000"):
        tasks.act("tap", {"node": "z000"})


def test_an_id_and_a_position_together_are_an_invalid_action(tasks):
    with pytest.raises(InvalidAction, match="not two"):
        tasks.act("tap", {"node": node(tasks, "Buy milk"), "x": 1, "y": 1})


def test_an_id_means_what_was_seen_even_if_the_screen_has_moved_on(tasks):
    seen = node(tasks, "Buy milk")
    tasks.act("press", {"key": "home"})
    with pytest.raises(InvalidAction):
        tasks.act("tap", {"node": seen})


def test_long_tap_holds(tasks):
    tasks.act("long_tap", {"node": node(tasks, "Buy milk")})
    assert "Delete" in tasks.observe()["ui_text"].text


def test_double_tap_touches_twice(tasks, adb):
    done = node(tasks, "Mark as done", role="checkbox")
    before = [row.done for row in adb.server.call(lambda phone: phone.state.apps[TASKS].items)]
    tasks.act("double_tap", {"node": done})
    assert [row.done for row in adb.server.call(lambda phone: phone.state.apps[TASKS].items)] == before


@pytest.mark.parametrize("distance", ["short", "medium", "long", 300])
def test_swipe_goes_the_distance_from_the_middle(env, monkeypatch, distance):
    said = []
    monkeypatch.setattr(env.link, "check", lambda command, **_: said.append(command))
    env.act("swipe", {"direction": "up", "distance": distance})
    _, _, x1, y1, x2, y2, _ = said[0].split()
    way = {"short": 480, "medium": 960, "long": 1440, 300: 300}[distance]
    assert (x1, x2) == ("540", "540")
    assert int(y1) - int(y2) == way


def test_swipe_from_a_place_stays_off_the_borders(env, monkeypatch):
    said = []
    monkeypatch.setattr(env.link, "check", lambda command, **_: said.append(command))
    env.act("swipe", {"direction": "left", "distance": 5000, "x": 700, "y": 900})
    assert said == ["input swipe 700 900 90 900 300"]


def test_swipe_scrolls(env, adb):
    adb.server.call(lambda phone: phone.reset({"tasks": [f"Errand {number}" for number in range(40)]}))
    env.act("launch_app", {"package": TASKS})
    before = env.observe()["ui_text"].text
    env.act("swipe", {"direction": "up", "distance": 400})
    env.settle()
    assert env.observe()["ui_text"].text != before


# -- text ---------------------------------------------------------------------------------

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
ANY = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=60)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(text=st.one_of(ANY, st.text("ab '\"`$\\%s;&|<>#!*?~(){}[]\t".replace("\t", ""), min_size=1)))
@example(text="%s%%s %")
@example(text="$(reboot) `id` \"'\\")
@example(text="-e --es 世界")
def test_any_text_reaches_the_field_exactly(adb, env, text):
    adb.server.call(lambda phone: (phone.reset({"tasks": []}), phone.launch(TASKS)))
    env.act("tap", {"node": node(env, "Add task")})
    env.act("write_text", {"text": text})
    assert held(adb) == text


@settings(max_examples=30, deadline=None, suppress_health_check=SLOW)
@given(first=ANY, second=ANY)
def test_set_text_replaces_any_text_by_any_other(adb, env, first, second):
    adb.server.call(lambda phone: (phone.reset({"tasks": []}), phone.launch(TASKS)))
    env.act("tap", {"node": node(env, "Add task")})
    for text in (first, second):
        env.act("set_text", {"node": field(env), "text": text})
    assert held(adb) == second


@pytest.mark.parametrize("char", ["x", "é", "世"])
def test_twenty_thousand_characters(sheet, adb, char):
    sheet.act("write_text", {"text": char * 20_000})
    assert held(adb) == char * 20_000


def test_more_than_that_is_an_invalid_action(sheet, adb):
    with pytest.raises(InvalidAction):
        sheet.act("write_text", {"text": "x" * 20_001})
    assert held(adb) == ""


@pytest.mark.parametrize("text", ["a\x07b", "a\x00b"])
def test_control_characters_are_an_invalid_action_and_nothing_is_typed(sheet, adb, text):
    with pytest.raises(InvalidAction, match="U\\+00"):
        sheet.act("write_text", {"text": text})
    assert held(adb) == ""


@pytest.mark.parametrize("text", ["first\n", "世界\n", "first\r\n"])
def test_a_line_break_presses_enter_in_every_script(sheet, adb, text):
    sheet.act("write_text", {"text": text})
    titles = [item.title for item in adb.server.call(lambda phone: phone.state.apps[TASKS].items)]
    assert text.strip() in titles


def test_set_text_with_nothing_empties_the_field(sheet, adb):
    sheet.act("write_text", {"text": "some words"})
    sheet.act("set_text", {"node": field(sheet), "text": ""})
    assert held(adb) == ""


def test_set_text_works_where_all_cannot_be_selected(sheet, adb, monkeypatch):
    monkeypatch.setattr(sheet.keyboard, "select_all", lambda: False)
    sheet.act("write_text", {"text": "old words"})
    sheet.act("press", {"key": "left"})
    sheet.act("set_text", {"node": field(sheet), "text": "new"})
    assert held(adb) == "new"


def test_set_text_needs_a_text_field(tasks):
    with pytest.raises(InvalidAction, match="no text field"):
        tasks.act("set_text", {"node": node(tasks, "Buy milk"), "text": "x"})


def test_what_was_set_on_the_clipboard_can_be_pasted(sheet, adb):
    text = "Ünï \"quoted\" '$(id)'\nsecond line"
    sheet.act("set_clipboard", {"text": text})
    assert sheet.clipboard.read() == text
    sheet.act("set_clipboard", {"text": "one"})
    sheet.act("paste", {})
    assert held(adb) == "one"


# -- apps ---------------------------------------------------------------------------------


def test_launch_app(env):
    env.act("launch_app", {"package": TASKS})
    assert env.observe()["current_activity"].text.startswith(f"{TASKS}/")


def test_launching_what_is_not_there_is_an_invalid_action(env):
    with pytest.raises(InvalidAction, match="cannot be started"):
        env.act("launch_app", {"package": "org.crab.nothing"})


@pytest.mark.parametrize("package", ["", "tasks", "org.crab; reboot", "org.crab.tasks\n", "../x"])
def test_what_is_no_package_name_never_reaches_the_phone(env, monkeypatch, package):
    monkeypatch.setattr(env.link, "run", lambda *_a, **_k: pytest.fail("it reached the phone"))
    with pytest.raises(InvalidAction):
        env.act("launch_app", {"package": package})


def test_stop_app_keeps_what_it_has_stored(tasks, adb):
    tasks.act("stop_app", {"package": TASKS})
    assert not tasks.observe()["current_activity"].text.startswith(f"{TASKS}/")
    assert adb.server.call(lambda phone: len(phone.state.apps[TASKS].items)) == 3


def test_stopping_what_is_not_there_is_an_invalid_action(env):
    with pytest.raises(InvalidAction, match="not installed"):
        env.act("stop_app", {"package": "org.crab.nothing"})


def test_stop_all_apps_leaves_the_home_screen_alone(tasks, adb):
    tasks.act("launch_app", {"package": "com.android.settings"})
    tasks.act("stop_all_apps", {})
    assert adb.server.call(lambda phone: [stack.package for stack in phone.state.stacks]) == [
        "org.crab.launcher"
    ]


def test_an_app_is_installed_from_a_file_on_the_phone(env, adb):
    manifest = {
        "package": "test.example.hello",
        "label": "Hello",
        "screens": {"main": {"title": "Hello", "rows": [{"text": "Installed just now"}]}},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("crab-app.json", json.dumps(manifest))
    path = "/sdcard/Download/my app.apk"
    adb.server.call(lambda phone: phone.state.files.write(path, packed.getvalue()))
    env.act("install_app", {"path": path})
    env.act("launch_app", {"package": "test.example.hello"})
    assert "Installed just now" in env.observe()["ui_text"].text


def test_no_file_of_the_host_is_installed(env, tmp_path):
    (tmp_path / "host.apk").write_bytes(b"PK")
    with pytest.raises(InvalidAction, match="cannot be installed"):
        env.act("install_app", {"path": str(tmp_path / "host.apk")})


def test_a_file_that_is_no_app_is_an_invalid_action(env):
    env.link.check("echo hello > /sdcard/Download/x.apk")
    with pytest.raises(InvalidAction, match="cannot be installed"):
        env.act("install_app", {"path": "/sdcard/Download/x.apk"})
    with pytest.raises(InvalidAction):
        env.act("install_app", {"path": "relative.apk"})


# -- the system ---------------------------------------------------------------------------


def test_the_screen_is_turned_off_and_on_and_stays_so(env, adb):
    for state in ("off", "off", "on", "on"):
        env.act("turn_screen", {"state": state})
        assert adb.server.call(lambda phone: phone.state.awake) is (state == "on")


def test_orientation(tasks):
    tasks.act("set_orientation", {"orientation": "landscape"})
    tasks.settle()
    seen = tasks.observe()
    assert (seen["screenshot"].width, seen["screenshot"].height) == (2400, 1080)
    assert (seen["ui_tree"].width, seen["ui_tree"].height) == (2400, 1080)
    assert " landscape" in seen["ui_text"].text.splitlines()[0]
    tasks.act("tap", {"x": 2300, "y": 1000})  # a place that an upright screen does not have
    tasks.act("set_orientation", {"orientation": "portrait"})
    tasks.settle()
    assert tasks.observe()["screenshot"].width == 1080
    with pytest.raises(InvalidAction, match="1080 by 2400"):
        tasks.act("tap", {"x": 2300, "y": 1000})


def test_take_screenshot_leaves_a_picture_on_the_phone(env):
    folder = "/sdcard/Pictures/Screenshots"
    before = set(env.link.run(f"ls {folder}").text.split())
    shown = env.observe()["screenshot"].data
    env.act("take_screenshot", {})
    (name,) = set(env.link.check(f"ls {folder}").split()) - before
    assert env.link.raw(f"cat {folder}/{name}") == shown


def test_notifications_and_quick_settings_open_and_close(env):
    home = env.observe()["ui_text"].text
    for name, backs in (("open_notifications", 1), ("open_quick_settings", 2)):
        env.act(name, {})
        env.settle()
        assert "Wi-Fi" in env.observe()["ui_text"].text
        for _ in range(backs):
            env.act("press", {"key": "back"})
            env.settle()
        assert env.observe()["ui_text"].text == home


@pytest.mark.parametrize("key", get_args(Key))
def test_every_key_is_one_that_the_phone_knows(env, key):
    assert env.act("press", {"key": key}) is None
    with pytest.raises(DeviceError):  # so that it would be noticed if it were not
        env.link.check("input keyevent KEYCODE_NO_SUCH_KEY")


def test_recents_shows_the_apps_used_last(tasks):
    tasks.act("press", {"key": "home"})
    tasks.act("press", {"key": "recents"})
    tasks.settle()
    assert "Tasks" in tasks.observe()["ui_text"].text
