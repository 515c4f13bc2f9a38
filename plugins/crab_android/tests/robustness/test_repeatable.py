"""Which commands may be sent twice."""

from __future__ import annotations

import pytest

from crab_android.device.repeatable import is_repeatable


@pytest.mark.parametrize(
    "command",
    [
        "getprop ro.product.model",
        "settings get secure default_input_method",
        "settings put global airplane_mode_on 1",
        "content query --uri content://org.crab.tasks/tasks --where 'title=\"a; b > c\"'",
        "dumpsys activity activities | grep mResumed",
        "wm size\ndumpsys window displays",
        "screencap -p",
        "uiautomator dump /dev/tty",
        "cat /sdcard/a 2>/dev/null",
        "pm list packages 2>&1",
        "am force-stop org.example",
        "input keyevent KEYCODE_HOME",
    ],
)
def test_reading_and_setting_may(command: str) -> None:
    assert is_repeatable(command)


@pytest.mark.parametrize(
    "command",
    [
        "input tap 1 2",
        "input text getprop",
        "input keyevent KEYCODE_POWER",
        "input keyevent KEYCODE_HOME KEYCODE_BACK",
        "am start -n a/.b",
        "am broadcast -a X",
        "svc power reboot",
        "content insert --uri content://x --bind a:s:b",
        "getprop; input tap 1 2",
        "getprop | sh",
        "cat /sdcard/a > /sdcard/b",
        "cat `input tap 1 1`",
        "cat $(input tap 1 1)",
        'cat "$(input tap 1 1)"',
        "catalogue",
    ],
)
def test_touching_typing_and_writing_may_not(command: str) -> None:
    assert not is_repeatable(command)
