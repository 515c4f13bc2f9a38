"""Evaluators of the screen, apps, the clipboard and notifications, both ways."""

from __future__ import annotations

import pytest

from crab_android.device import xpath
from crab_android.evaluators import element_present, path_present, text_on_screen

pytestmark = pytest.mark.adb

TASKS = "org.crab.tasks"


# -- the screen ---------------------------------------------------------------------------


def test_text_on_screen(judge):
    judge.world(tasks=["Walk 12 km on May 14", "Ring +1 555 0100"])
    judge.show(TASKS)
    for text in ("Walk 12 km on May 14", "12 km", "Walk  12\nkm", "May 14", "+1 555 0100"):
        assert judge("text_on_screen", text=text, package=TASKS), text
    for text in ("2 km", "12 k", "May 1", "555 010", "walk"):
        assert not judge("text_on_screen", text=text), text


def test_the_right_text_in_the_wrong_app(judge):
    judge.world(tasks=["Settings"])
    judge.show(TASKS)
    assert judge("text_on_screen", text="Settings")
    assert not judge("text_on_screen", text="Settings", package="com.android.settings")
    assert "not of com.android.settings" in judge.reason(
        "text_on_screen", text="Settings", package="com.android.settings"
    )


@pytest.mark.parametrize(
    ("shown", "text", "there"),
    [
        ("3.5 km", "3.5 km", True),
        ("13.5 km", "3.5 km", False),
        ("3.5 km", "5 km", False),
        ("3.5 km", "3", False),
        ("10:30", "10", False),
        ("3 km.", "3 km", True),
        ("1,200 m", "200 m", False),
        ("10:30", "10:3", False),
        ("at 10:30, then", "10:30", True),
        ("今日は世界", "世界", True),
        ("catalogue", "cat", False),
        ("a cat!", "cat", True),
    ],
)
def test_numbers_and_words_count_whole(judge, shown, text, there):
    judge.world(tasks=[shown])
    judge.show(TASKS)
    assert judge("text_on_screen", text=text) is there


def test_path_present(judge):
    judge.world(tasks=[{"title": 'Say "hi" to Ada\'s cat', "done": True}, {"title": "Buy milk"}])
    judge.show(TASKS)
    row = xpath.element(resource_id="org.crab.tasks:id/task_row")
    mine = xpath.element(text='Say "hi" to Ada\'s cat')
    assert judge("path_present", path=mine)
    assert judge("path_present", path=mine, package=TASKS)
    assert not judge("path_present", path=mine, package="org.crab.notes")
    assert judge("path_present", path=xpath.element(inside=row, checked="true"))
    assert not judge("path_present", path=xpath.element(text="' or '1'='1"))
    assert judge.error("path_present", path="//node[") == "UsageError"


class FakePhone:
    """Stands for a phone whose dumps hold what cannot be seen, as some real ones do."""

    def hierarchy(self):
        return (
            "<hierarchy><node text='shown' package='p' bounds='[0,0][9,9]'/><node text='hidden' package='p' "
            "visible-to-user='false' bounds='[0,0][9,9]'/><node text='gone' package='p' bounds='[0,9][9,9]'/>"
            "</hierarchy>"
        )


@pytest.mark.parametrize(("text", "there"), [("shown", True), ("hidden", False), ("gone", False)])
def test_what_is_in_the_dump_and_not_on_the_screen_does_not_count(text, there):
    phone = FakePhone()
    assert text_on_screen.judge({"text": text}, phone).passed is there
    assert element_present.judge({"text": text}, phone).passed is there
    assert path_present.judge({"path": xpath.element(text=text)}, phone).passed is there


# -- apps ---------------------------------------------------------------------------------


def test_app_is(judge):
    assert judge("app_is", package=TASKS, state="installed")
    judge.show(TASKS)
    assert judge("app_is", package=TASKS, state="running")
    judge.env.act("press", {"key": "home"})
    assert judge("app_is", package=TASKS, state="running"), "seen or not"
    assert not judge("app_is", package="com.android.settings", state="running")
    assert judge("app_is", package="org.crab.nothing", state="absent")
    assert not judge("app_is", package="org.crab.nothing", state="installed")
    judge.env.act("stop_app", {"package": TASKS})
    assert not judge("app_is", package=TASKS, state="running")


# -- clipboard ----------------------------------------------------------------------------


def test_clipboard_is(judge):
    judge.world(clipboard='12 "Elm" Street\nSprings')
    assert judge("clipboard_is", text='12 "Elm" Street\nSprings')
    assert not judge("clipboard_is", text="12")
    assert judge("clipboard_contains", text='"Elm" Street')
    assert not judge("clipboard_contains", text="Oak Street")


def test_an_empty_clipboard_is_nothing(judge):
    judge.world(clipboard="")
    assert not judge("clipboard_is", text="x")
    assert not judge("clipboard_contains", text="x")
    assert judge.error("clipboard_is", text="") == "InvalidAction"
    assert judge.error("clipboard_contains", text="") == "InvalidAction"
