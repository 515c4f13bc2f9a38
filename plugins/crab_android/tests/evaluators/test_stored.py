"""Evaluators of what is stored: rows, files and settings, both ways."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb

TASKS = "content://org.crab.tasks/tasks"


# -- rows ---------------------------------------------------------------------------------


def test_content_row_compares_texts_exactly_and_numbers_by_what_they_are(judge):
    assert judge("content_row", uri=TASKS, values={"title": "Pay rent", "done": 1})
    assert judge("content_row", uri=TASKS, values={"title": "Pay rent", "done": True})
    assert judge("content_row", uri=TASKS, values={"title": "Buy milk", "done": False, "due": None})
    assert not judge("content_row", uri=TASKS, values={"title": "Buy milk", "done": True})
    assert not judge("content_row", uri=TASKS, values={"title": "buy milk"})
    assert not judge("content_row", uri=TASKS, values={"title": None})


def test_content_row_wants_all_values_in_one_row(judge):
    assert not judge("content_row", uri=TASKS, values={"title": "Buy milk", "notes": "at noon"})
    assert judge("content_row", uri=TASKS, values={"title": "Call Ada", "notes": "at noon"})


def test_content_row_of_a_row_that_was_deleted(judge):
    judge.world(tasks=["Buy milk"])
    assert judge("content_row", uri=TASKS, values={"title": "Buy milk"})
    judge.world(tasks=[])
    assert not judge("content_row", uri=TASKS, values={"title": "Buy milk"})


def test_content_row_without_values_or_with_a_column_that_is_not_there_is_an_error(judge):
    assert judge.error("content_row", uri=TASKS, values={}) == "InvalidAction"
    assert judge.error("content_row", uri=TASKS, values={"nothing": "x"}) in ("DeviceError", "KeyError")


@pytest.mark.parametrize(
    "title",
    ["a, done=1", "a\nRow: 1 _id=2, title=b, done=1", "a=b", "'; drop table", 'say "hi"', "世界\n", "NULL"],
)
def test_content_row_finds_any_text_and_only_it(judge, title):
    judge.world(tasks=[{"title": title}, {"title": "other", "done": True}])
    assert judge("content_row", uri=TASKS, values={"title": title, "done": False})
    assert not judge("content_row", uri=TASKS, values={"title": title, "done": True})
    assert not judge("content_row", uri=TASKS, values={"title": "b"})


def test_content_row_count(judge):
    judge.world(tasks=["milk", "milk", {"title": "milk", "done": True}])
    assert judge("content_row_count", uri=TASKS, values={"title": "milk"}, count=3)
    assert judge("content_row_count", uri=TASKS, values={"title": "milk", "done": False}, count=2)
    assert not judge("content_row_count", uri=TASKS, values={"title": "milk"}, count=2)
    assert judge("content_row_count", uri=TASKS, values={"title": "eggs"}, count=0)
    assert judge.error("content_row_count", uri=TASKS, values={"title": "eggs"}, count=-1) == "InvalidAction"


# -- files --------------------------------------------------------------------------------


def test_file_exists(judge):
    judge.world(files={"/sdcard/Download/a b.txt": "milk"})
    assert judge("file_exists", path="/sdcard/Download/a b.txt")
    assert judge("file_exists", path="/sdcard/Download/a b.txt", kind="file")
    assert judge("file_exists", path="/sdcard/Download", kind="folder")
    assert not judge("file_exists", path="/sdcard/Download/a b.txt", kind="folder")
    assert not judge("file_exists", path="/sdcard/Download", kind="file")
    assert not judge("file_exists", path="/sdcard/Download/a"), "a part of a path is another path"
    assert not judge("file_exists", path="/sdcard/Download/c.txt")
    assert not judge("file_exists", path="/sdcard/none; true"), "a path is no shell text"
    assert not judge("file_exists", path="/sdcard/Download/*"), "nor a pattern"


def test_file_contains(judge):
    judge.world(files={"/sdcard/Download/a.txt": "soy milk\n", "/sdcard/Download/empty.txt": ""})
    assert judge("file_contains", path="/sdcard/Download/a.txt", text="soy milk")
    assert not judge("file_contains", path="/sdcard/Download/a.txt", text="Soy milk")
    assert not judge("file_contains", path="/sdcard/Download/empty.txt", text="milk")
    assert not judge("file_contains", path="/sdcard/Download/none.txt", text="milk")
    assert not judge("file_contains", path="/sdcard/Download", text="a.txt"), "a folder has no text"
    assert judge.error("file_contains", path="/sdcard/Download/a.txt", text="") == "InvalidAction"


# -- to-dos -------------------------------------------------------------------------------


def test_todo_exists(judge):
    assert judge("todo_exists", title="Buy milk")
    assert judge("todo_exists", title="Buy milk", done=False)
    assert judge("todo_exists", title="Pay rent", done=True)
    assert not judge("todo_exists", title="Pay rent", done=False)
    assert not judge("todo_exists", title="Buy")
    assert not judge("todo_exists", title="at noon"), "that is a note of a to-do, not its title"


def test_todo_exists_after_it_was_edited_and_deleted(judge):
    judge.world(tasks=["Buy milk"])
    judge.call(lambda phone: setattr(phone.app_state("org.crab.tasks").items[0], "title", "Buy oat milk"))
    assert not judge("todo_exists", title="Buy milk")
    assert judge("todo_exists", title="Buy oat milk")
    judge.world(tasks=[])
    assert not judge("todo_exists", title="Buy oat milk")


# -- names --------------------------------------------------------------------------------


def test_bluetooth_name_is(judge):
    judge.world(settings={"secure": {"bluetooth_name": "Kitchen phone"}})
    assert judge("bluetooth_name_is", name="Kitchen phone")
    assert not judge("bluetooth_name_is", name="Kitchen")
    assert not judge("bluetooth_name_is", name="kitchen phone")
    judge.world(settings={"global": {"device_name": "Kitchen phone"}, "secure": {"bluetooth_name": "Other"}})
    assert not judge("bluetooth_name_is", name="Kitchen phone"), "the name of the device is another setting"


def test_a_phone_without_a_bluetooth_name(judge):
    judge.env.link.check("settings delete secure bluetooth_name")
    assert not judge("bluetooth_name_is", name="null")
