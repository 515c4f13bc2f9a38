"""Notes: write, search, arrange, label, remind, delete."""

from __future__ import annotations

from datetime import datetime

import pytest

from crab_android.phone import Intent, Phone, WorldError

PACKAGE = "org.crab.notes"


@pytest.fixture
def phone():
    notes = [
        {"title": "Soup", "body": "800 g tomatoes", "labels": ["Recipes"]},
        {"title": "Packing", "items": ["Passport", {"text": "Charger", "done": True}]},
        {"body": "Call Ada about the boat"},
    ]
    return Phone({"notes": notes, "open": PACKAGE})


def kept(phone):
    return [(note.title, note.body) for note in phone.state.apps[PACKAGE].items]


def note(phone, title):
    return next(n for n in phone.state.apps[PACKAGE].items if n.title == title)


def test_the_latest_note_stands_first(hand):
    hand.tap(desc="Show as a list")
    assert [n.get("text") for n in hand.nodes(id="note_title")] == ["Packing", "Soup"]
    assert hand.texts().index("Call Ada about the boat") < hand.texts().index("Packing")


def test_a_note_is_written_and_kept_when_one_leaves_by_back(hand):
    hand.tap(desc="New note")
    hand.tap(id="editable_title")
    hand.phone.type_text("Keys")
    hand.tap(id="edit_note_text")
    hand.phone.type_text("under the third pot")
    hand.phone.back()
    hand.phone.back()
    assert kept(hand.phone)[-1] == ("Keys", "under the third pot")
    assert "Keys" in hand.texts()


def test_a_note_is_kept_when_one_goes_home_in_the_middle(hand):
    hand.tap(desc="New note")
    hand.tap(id="edit_note_text")
    hand.phone.type_text("half a th")
    hand.phone.home()
    assert kept(hand.phone)[-1] == ("", "half a th")
    hand.phone.launch(PACKAGE)
    hand.phone.type_text("ought")
    hand.phone.home()
    assert kept(hand.phone)[-1] == ("", "half a thought")
    assert len(kept(hand.phone)) == 4


def test_a_note_with_nothing_on_it_is_not_kept(hand):
    hand.tap(desc="New note")
    hand.phone.back()
    assert len(kept(hand.phone)) == 3


def test_a_note_is_edited(hand):
    hand.tap(text="Soup")
    hand.tap(id="edit_note_text")
    hand.phone.key(123)
    hand.phone.type_text(", 1 onion")
    hand.tap(desc="Navigate up")
    assert note(hand.phone, "Soup").body == "800 g tomatoes, 1 onion"


def test_lines_of_a_checklist_are_ticked_added_and_removed(hand):
    hand.tap(text="Packing")
    hand.tap(desc="Passport")
    hand.tap(id="add_item")
    hand.phone.type_text("Raincoat")
    hand.phone.back()
    hand.tap(desc="Remove Charger")
    hand.phone.back()
    items = [(item.text, item.done) for item in note(hand.phone, "Packing").items]
    assert items == [("Passport", True), ("Raincoat", False)]


def test_a_text_becomes_a_checklist_and_a_text_again(hand):
    hand.tap(text="Soup")
    hand.tap(id="menu_checkboxes")
    assert [item.text for item in note(hand.phone, "Soup").items] == ["800 g tomatoes"]
    hand.tap(id="menu_checkboxes")
    assert (note(hand.phone, "Soup").body, note(hand.phone, "Soup").items) == ("800 g tomatoes", [])


def test_search_finds_words_in_titles_texts_items_and_labels(hand):
    for words, title in (("tomato", "Soup"), ("recipes", "Soup"), ("charger", "Packing")):
        hand.tap(id="search_src_text")
        hand.phone.type_text(words)
        assert [n.get("text") for n in hand.nodes(id="note_title")] == [title]
        hand.tap(id="search_close_btn")
    hand.phone.type_text("zebra")
    assert "No matching notes" in hand.texts()


def test_a_pinned_note_stands_above_the_others(hand):
    hand.long_tap(text="Soup")
    hand.tap(text="Pin")
    assert hand.nodes(id="note_title")[0].get("text") == "Soup"
    assert {"Pinned", "Others"} <= set(hand.texts())


def test_an_archived_note_leaves_the_shelf_and_comes_back(hand):
    hand.long_tap(text="Soup")
    hand.tap(text="Archive")
    assert "Soup" not in hand.texts()
    hand.tap(desc="More options")
    hand.tap(text="Archive")
    hand.long_tap(text="Soup")
    hand.tap(text="Unarchive")
    assert note(hand.phone, "Soup").shelf == "notes"


def test_a_deleted_note_waits_in_the_trash_and_is_restored(hand):
    hand.tap(text="Soup")
    hand.tap(desc="More options")
    hand.tap(text="Delete")
    assert note(hand.phone, "Soup").shelf == "trash"
    hand.tap(desc="More options")
    hand.tap(text="Trash")
    hand.long_tap(text="Soup")
    hand.tap(text="Restore")
    assert note(hand.phone, "Soup").shelf == "notes"


def test_the_trash_is_emptied_only_after_a_question(hand):
    hand.long_tap(text="Soup")
    hand.tap(text="Delete")
    hand.tap(desc="More options")
    hand.tap(text="Trash")
    hand.tap(desc="More options")
    hand.tap(text="Empty trash")
    hand.tap(text="Cancel")
    assert len(kept(hand.phone)) == 3
    hand.tap(desc="More options")
    hand.tap(text="Empty trash")
    hand.tap(id="android:id/button1")
    assert "Soup" not in [title for title, _body in kept(hand.phone)]
    assert "The trash is empty" in hand.texts()


def test_a_color_is_chosen(hand):
    hand.tap(text="Soup")
    hand.tap(desc="Color")
    hand.tap(desc="Mint")
    assert note(hand.phone, "Soup").color == "mint"


def test_a_label_is_made_put_on_a_note_renamed_and_deleted(hand):
    hand.tap(desc="More options")
    hand.tap(text="Labels")
    hand.tap(id="add_label")
    hand.phone.type_text("Sea")
    hand.tap(text="Save")
    hand.phone.back()
    hand.tap(text="Packing")
    hand.tap(desc="More options")
    hand.tap(text="Labels")
    hand.tap(text="Sea")
    hand.tap(text="OK")
    hand.phone.back()
    assert note(hand.phone, "Packing").labels == ["Sea"]
    notes = hand.phone.app_state(PACKAGE)
    notes.rename_label("Sea", "Ocean")
    assert note(hand.phone, "Packing").labels == ["Ocean"]
    notes.rename_label("Ocean", "")
    assert (note(hand.phone, "Packing").labels, notes.labels) == ([], ["Recipes"])


def test_a_reminder_rings_at_its_time_and_its_notification_opens_the_note(hand):
    hand.tap(text="Soup")
    hand.tap(desc="Reminder")
    hand.tap(text="Later today, 18:00")
    assert note(hand.phone, "Soup").reminder == datetime(2026, 5, 14, 18, 0)
    hand.phone.clock.set(datetime(2026, 5, 14, 17, 59))
    assert not [n for n in hand.phone.state.notifications if n.package == PACKAGE]
    hand.phone.clock.advance(60)
    (told,) = [n for n in hand.phone.state.notifications if n.package == PACKAGE]
    assert (told.title, told.text, told.screen) == ("Soup", "800 g tomatoes", "edit")


def test_a_note_is_shared_as_text(hand):
    hand.long_tap(text="Packing")
    hand.tap(text="Share")
    (chooser,) = hand.phone.state.overlays
    assert chooser.args["text"] == "Packing\n[ ] Passport\n[x] Charger"


def test_text_that_is_shared_with_notes_becomes_a_note(hand):
    sent = {"android.intent.extra.TEXT": "12 Linden Street", "android.intent.extra.SUBJECT": "Address"}
    asked = Intent(action="android.intent.action.SEND", type="text/plain", extras=sent, package=PACKAGE)
    assert hand.phone.start_intent(asked)
    hand.phone.home()
    assert kept(hand.phone)[-1] == ("Address", "12 Linden Street")


def test_notes_are_rows_that_can_be_added_changed_and_deleted(phone):
    uri = "content://org.crab.notes/notes"
    number = phone.content.insert(uri, {"title": "New", "body": "row"})
    phone.content.update(uri, number, {"body": "changed"})
    (row,) = phone.content.query(uri, {"title": "New"})
    assert (row["_id"], row["body"], row["trashed"]) == (number, "changed", 0)
    assert phone.content.query(uri, {"title": "Packing"})[0]["items"] == "0 Passport\n1 Charger"
    phone.content.delete(uri, number)
    assert phone.content.query(uri, {"title": "New"}) == []


def test_an_empty_shelf_says_so(hand):
    hand.phone.reset({"notes": [], "open": PACKAGE})
    assert "Notes you add appear here" in hand.texts()


@pytest.mark.parametrize("wrong", [{"notez": []}, [{"titel": "x"}], {"notes": [{"color": "plaid"}]}])
def test_a_world_that_does_not_fit_is_refused(wrong):
    with pytest.raises(WorldError, match="Notes"):
        Phone({"notes": wrong})
