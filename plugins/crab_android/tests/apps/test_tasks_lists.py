"""Tasks: lists, stars, sorting, times, search, and what other apps may do with to-dos."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from crab_android.phone import ContentError, Intent, Phone, WorldError

PACKAGE = "org.crab.tasks"
URI = "content://org.crab.tasks/tasks"


@pytest.fixture
def phone():
    items = [
        {"title": "Pay rent", "due": "2026-05-20"},
        {"title": "Buy milk", "due": "2026-05-15", "starred": True},
        {"title": "Call Ada", "notes": "about the boat"},
        {"title": "Paint fence", "list": "Garden"},
    ]
    return Phone({"tasks": {"items": items, "lists": ["My Tasks", "Garden"]}, "open": PACKAGE})


def titles(hand):
    return [node.get("text") for node in hand.nodes(id="task_title")]


def item(phone, title):
    return next(item for item in phone.state.apps[PACKAGE].items if item.title == title)


def menu(hand, text):
    hand.tap(desc="More options")
    hand.tap(text=text)


def test_each_list_shows_its_own(hand):
    assert titles(hand) == ["Pay rent", "Buy milk", "Call Ada"]
    hand.tap(text="Garden")
    assert titles(hand) == ["Paint fence"]
    assert hand.node(id="list_title").get("text") == "Garden"


def test_a_new_to_do_is_added_to_the_list_in_front(hand):
    hand.tap(text="Garden")
    hand.tap(desc="Add task")
    hand.phone.type_text("Sow beans")
    hand.tap(text="Save")
    assert item(hand.phone, "Sow beans").list == "Garden"


def test_sorting_by_date_and_by_star(hand):
    menu(hand, "Sort by")
    hand.tap(text="Date")
    assert titles(hand) == ["Buy milk", "Pay rent", "Call Ada"]
    menu(hand, "Sort by")
    hand.tap(text="Starred first")
    assert titles(hand)[0] == "Buy milk"


def test_a_star_is_given_and_taken(hand):
    hand.tap(desc="Remove star")
    assert not item(hand.phone, "Buy milk").starred
    hand.phone.tap(*hand.spot(desc="Add star"))
    assert item(hand.phone, "Pay rent").starred


def test_a_list_is_made_renamed_and_deleted_with_what_is_on_it(hand):
    menu(hand, "New list")
    hand.phone.type_text("Fair")
    hand.tap(text="Create")
    assert "No tasks yet" in hand.texts()
    menu(hand, "Rename list")
    hand.phone.type_text(" 2026")
    hand.tap(text="Save")
    state = hand.phone.state.apps[PACKAGE]
    assert state.lists == ["My Tasks", "Garden", "Fair 2026"]
    hand.tap(text="Garden")
    menu(hand, "Delete list")
    assert "1 task on it will be deleted too. This cannot be undone." in hand.texts()
    hand.tap(id="android:id/button1")
    state = hand.phone.state.apps[PACKAGE]
    assert state.lists == ["My Tasks", "Fair 2026"]
    assert all(item.title != "Paint fence" for item in state.items)


def test_a_list_cannot_take_the_name_of_another(hand):
    menu(hand, "Rename list")
    hand.phone.key(123)
    for _ in range(8):
        hand.phone.key(67)
    hand.phone.type_text("Garden")
    hand.tap(text="Save")
    assert hand.phone.state.apps[PACKAGE].lists == ["My Tasks", "Garden"]
    assert hand.phone.state.toast.text == "There is a list of this name already"


def test_a_to_do_is_moved_to_another_list(hand):
    hand.tap(text="Call Ada")
    hand.tap(id="edit_list_row")
    hand.tap(text="Garden")
    assert item(hand.phone, "Call Ada").list == "Garden"


def test_any_day_is_chosen_in_the_month(hand):
    hand.tap(text="Call Ada")
    hand.tap(id="edit_due_row")
    hand.tap(desc="Saturday, May 30, 2026")
    hand.tap(text="OK")
    assert item(hand.phone, "Call Ada").due == date(2026, 5, 30)


def test_a_time_reminds_of_it_and_the_notification_leads_to_it(hand):
    hand.tap(text="Call Ada")
    hand.tap(id="edit_time_row")
    hand.tap(text="OK")
    assert (item(hand.phone, "Call Ada").due, item(hand.phone, "Call Ada").at) == (date(2026, 5, 14), time(9))
    hand.phone.app_state(PACKAGE).get(3).at = time(11)
    hand.phone.clock.set(datetime(2026, 5, 14, 11, 0))
    (told,) = [n for n in hand.phone.state.notifications if n.package == PACKAGE]
    assert (told.title, told.text, told.screen, told.args) == (
        "Call Ada",
        "about the boat",
        "details",
        {"id": 3},
    )


def test_nothing_reminds_of_what_is_done(hand):
    task = hand.phone.app_state(PACKAGE).get(3)
    task.due, task.at, task.done = date(2026, 5, 14), time(11), True
    hand.phone.clock.set(datetime(2026, 5, 14, 12, 0))
    assert not [n for n in hand.phone.state.notifications if n.package == PACKAGE]


def test_search_finds_words_of_titles_and_details_in_all_lists(hand):
    hand.tap(desc="Search tasks")
    hand.phone.type_text("fence")
    assert titles(hand) == ["Paint fence"]
    hand.tap(id="search_close_btn")
    hand.phone.type_text("ada boat")
    assert titles(hand) == ["Call Ada"]
    hand.phone.type_text(" zebra")
    assert "No matching tasks" in hand.texts()


def test_a_text_that_is_shared_becomes_a_to_do(phone):
    sent = {"android.intent.extra.TEXT": "Look at the roof"}
    asked = Intent(action="android.intent.action.SEND", type="text/plain", extras=sent, package=PACKAGE)
    assert phone.start_intent(asked)
    assert item(phone, "Look at the roof").list == "My Tasks"


def test_rows_are_added_changed_and_deleted_by_uri(phone):
    number = phone.content.insert(URI, {"title": "New", "due": "2026-06-01", "starred": "1"})
    phone.content.update(URI, number, {"done": "1", "time": "08:30", "list": "Fair"})
    (row,) = phone.content.query(URI, {"_id": number})
    assert row == {
        "_id": number,
        "title": "New",
        "notes": "",
        "due": "2026-06-01",
        "time": "08:30",
        "done": 1,
        "starred": 1,
        "list": "Fair",
    }
    assert [row["title"] for row in phone.content.query("content://org.crab.tasks/lists")][-1] == "Fair"
    phone.content.delete(URI, number)
    assert not phone.content.query(URI, {"_id": number})
    with pytest.raises(ContentError):
        phone.content.insert(URI, {"title": ""})


@pytest.mark.parametrize(
    "wrong", [{"itemz": []}, {"lists": []}, [{"title": ""}], [{"title": "x", "due": "soon"}]]
)
def test_a_world_that_does_not_fit_is_refused(wrong):
    with pytest.raises(WorldError, match="Tasks"):
        Phone({"tasks": wrong})
