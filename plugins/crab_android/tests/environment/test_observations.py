"""What can be observed, and what it costs."""

from __future__ import annotations

import pytest

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_core import Clip, EvaluatorCall, Text, UnknownNameError

pytestmark = pytest.mark.adb

TASKS = "org.crab.tasks"


@pytest.fixture
def commands(monkeypatch):
    """The commands that reach the phone, in their order."""
    said: list[str] = []
    once = AdbLink._once

    def noted(link, command, seconds):
        said.append(command.split("\n")[0])
        return once(link, command, seconds)

    monkeypatch.setattr(AdbLink, "_once", noted)
    return said


@pytest.fixture
def plain(adb):
    """The environment as providers make it when nothing else is asked for."""
    environment = AndroidEnvironment(link=AdbLink(adb.serial, port=adb.port))
    yield environment
    environment.close()


def test_by_default_a_step_sees_the_screenshot_and_the_tree_and_nothing_else(plain, commands):
    plain.settle()
    commands.clear()
    assert list(plain.observe()) == ["screenshot", "ui_tree"]
    assert commands == ["uiautomator dump /dev/tty"]


def test_more_can_be_asked_for(env):
    seen = env.observe()
    assert list(seen) == ["screenshot", "ui_tree", "ui_text", "current_activity"]
    assert isinstance(seen["ui_text"], Text)
    assert seen["current_activity"] == Text("org.crab.launcher/org.crab.launcher.LauncherActivity")


def test_an_unknown_observation_is_refused_by_name(adb):
    with pytest.raises(UnknownNameError, match="ui_text"):
        AndroidEnvironment(link=AdbLink(adb.serial, port=adb.port), show=["ui_txt"])


def test_asking_for_what_is_there_anyway_changes_nothing(adb):
    environment = AndroidEnvironment(link=AdbLink(adb.serial, port=adb.port), show=["ui_tree", "ui_text"])
    assert list(environment.observation_space) == ["screenshot", "ui_tree", "ui_text"]


def test_tree_and_text_are_of_one_dump(env, commands):
    env.observe()
    assert sum(command.startswith("uiautomator") for command in commands) == 1


def test_all_evaluators_of_the_screen_judge_one_dump_and_the_next_step_another(env, commands):
    env.act("launch_app", {"package": TASKS})
    call = EvaluatorCall("android", "text_on_screen", {"text": "Buy milk"})
    outcomes = env.evaluate([call, call, EvaluatorCall("android", "element_present", {"text": "Buy milk"})])
    assert [outcome.passed for outcome in outcomes] == [True, True, True]
    assert sum(command.startswith("uiautomator") for command in commands) == 1
    env.link.check("input keyevent KEYCODE_HOME")
    assert not env.evaluate([call])[0].passed


def test_ui_text_names_the_app_and_its_elements(env):
    env.act("launch_app", {"package": TASKS})
    first, *lines = env.observe()["ui_text"].text.splitlines()
    assert first == f"screen {TASKS}"
    assert any(line.endswith("item tap hold: Buy milk") for line in lines)


def test_ids_are_the_same_on_another_phone_of_the_same_world(env, adb):
    env.act("launch_app", {"package": TASKS})
    here = env.observe()["ui_text"].text
    twin = adb.server.call(lambda phone: phone.fork().ui_xml())
    from crab_android.device.compact import compact

    assert compact(twin).text == here


def test_a_clip_shows_what_happened_since_the_last_observation(adb):
    environment = AndroidEnvironment(link=AdbLink(adb.serial, port=adb.port), show=["clip"])
    try:
        assert environment.observe()["clip"] == Clip(b"", 0.0), "nothing was done yet"
        environment.act("launch_app", {"package": TASKS})
        environment.settle()
        clip = environment.observe()["clip"]
        assert clip.data[4:8] == b"ftyp"
        assert clip.seconds > 0
        assert clip.media_type == "video/mp4"
        assert environment.link.run("pidof screenrecord").text.strip() == ""
        assert environment.link.run("ls /sdcard/.crab-clip.mp4").code != 0, "nothing is left on the phone"
    finally:
        environment.close()


def test_without_a_clip_nothing_is_recorded(plain, commands):
    plain.act("press", {"key": "home"})
    plain.settle()
    plain.observe()
    assert not any("screenrecord" in command for command in commands)


def test_a_provider_passes_on_what_to_show():
    from crab_android.providers.simulated import SimulatedPhoneProvider

    provider = SimulatedPhoneProvider(show=["ui_text"])
    try:
        device = provider.start({"open": TASKS}, 0)
        assert device.observe()["ui_text"].text.startswith(f"screen {TASKS}\n")
    finally:
        provider.close()
