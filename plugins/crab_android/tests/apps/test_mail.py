"""The Mail app: reading, writing, answering, tidying up, and what comes in."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from crab_android.phone import Phone, WorldError
from crab_android.phone.crawl import find
from crab_android.phone.intents import Intent

PACKAGE = "com.android.email"
MESSAGES = f"content://{PACKAGE}/messages"
OWN = "robin.ferrer@crab.test"

WORLD = {
    "clock": "2026-05-14T10:24",
    "mail": [
        {
            "sender": "Ada Kaya <ada.kaya@mail.test>",
            "cc": ["Bo Dahl <bo@post.test>"],
            "subject": "Plans",
            "body": "See https://plans.test/may for the plan.\n\nAda",
            "time": "2026-05-14T09:00",
            "attachments": [{"name": "plan.txt", "text": "one two"}],
        },
        {"sender": "news@paper.test", "subject": "News", "body": "Little.", "time": "2026-05-13T08:00"},
        {
            "sender": "Cem Ito <cem@mail.test>",
            "subject": "Boat",
            "body": "Is it dry?",
            "time": "2026-05-12T08:00",
            "read": True,
            "conversation": "boat",
        },
        {
            "mailbox": "sent",
            "to": "cem@mail.test",
            "subject": "Re: Boat",
            "body": "Quite.",
            "time": "2026-05-12T09:00",
            "conversation": "boat",
        },
        {"sender": "cem@mail.test", "subject": "Late", "body": "Now.", "at": "2026-05-14T12:00"},
    ],
    "open": PACKAGE,
}


@pytest.fixture
def phone():
    return Phone(WORLD)


def rows(phone, **equal):
    return phone.content.rows(MESSAGES, equal)


def subjects(phone, mailbox):
    return [row["subject"] for row in rows(phone, mailbox=mailbox)]


def look_for(phone, **wanted):
    """Scroll until something is on the screen, and tap it."""
    phone.tap(*find(phone, **wanted).visible.center)


def write(hand, to, subject, body):
    hand.tap(desc="Compose")
    hand.phone.type_text(to)
    hand.phone.key(66)
    hand.tap(id="subject")
    hand.phone.type_text(subject)
    hand.tap(id="body")
    hand.phone.type_text(body)


def test_the_inbox_shows_who_what_and_when_with_the_newest_first(hand):
    shown = [node.get("text") for node in hand.nodes(id="subject")]
    assert shown == ["Plans", "News", "Boat"]
    assert [node.get("text") for node in hand.nodes(id="date")] == ["09:00", "May 13", "May 12"]
    assert "2 unread" in hand.texts()
    assert len(hand.nodes(id="attachment_icon")) == 1


def test_opening_a_mail_marks_it_as_read(hand):
    hand.tap(text="Plans")
    assert hand.node(id="sender_name").get("text") == "Ada Kaya"
    assert rows(hand.phone, subject="Plans")[0]["read"] == 1
    assert rows(hand.phone, subject="News")[0]["read"] == 0


def test_the_details_tell_every_address(hand):
    hand.tap(text="Plans")
    hand.tap(desc="Show details")
    assert hand.node(id="from_details").get("text") == "Ada Kaya <ada.kaya@mail.test>"
    assert hand.node(id="cc_details").get("text") == "Bo Dahl <bo@post.test>"
    assert hand.node(id="date_details").get("text") == "Thursday, May 14, 2026, 09:00"


def test_a_link_is_an_element_of_its_own(hand):
    hand.tap(text="Plans")
    assert hand.node(id="link").get("text") == "https://plans.test/may"
    assert hand.node(id="link").get("clickable") == "true"


def test_a_mail_is_written_and_sent(hand):
    write(hand, "eve@post.test", "Bread", "Rye\nor wheat?")
    hand.tap(desc="Send")
    sent = rows(hand.phone, mailbox="sent", subject="Bread")[0]
    assert (sent["to_address"], sent["from_address"], sent["body"]) == (
        "eve@post.test",
        OWN,
        "Rye\nor wheat?",
    )
    assert sent["timestamp"] == int(datetime.fromisoformat("2026-05-14T10:24+00:00").timestamp() * 1000)
    assert hand.phone.state.toast.text == "Message sent"
    assert hand.sees(id="conversation_list_view")


def test_contacts_are_offered_while_an_address_is_typed(hand):
    contact = hand.phone.content.rows("content://com.android.contacts/data/emails")[0]
    hand.tap(desc="Compose")
    hand.phone.type_text(contact["display_name"][:4].lower())
    hand.tap(id="suggestion_row")
    assert hand.node(id="chip_text").get("text") == contact["display_name"]
    hand.tap(desc="Send")
    assert rows(hand.phone, mailbox="sent", to_address=contact["data1"])


def test_without_a_valid_recipient_nothing_is_sent(hand):
    hand.tap(desc="Compose")
    hand.tap(desc="Send")
    assert "Add at least one recipient." in hand.texts()
    hand.tap(text="OK")
    hand.tap(id="to")
    hand.phone.type_text("nobody at home")
    hand.tap(desc="Send")
    assert "“nobody at home” is no mail address." in hand.texts()
    assert subjects(hand.phone, "sent") == ["Re: Boat"]


def test_a_mail_to_oneself_arrives_too(hand):
    write(hand, OWN, "Note", "Milk")
    hand.tap(desc="Send")
    assert rows(hand.phone, mailbox="inbox", subject="Note")[0]["read"] == 0
    assert hand.phone.state.notifications[0].title == "Robin Ferrer"


def test_an_answer_goes_to_the_sender_and_quotes(hand):
    hand.tap(text="Plans")
    hand.tap(id="reply_button")
    hand.phone.type_text("Fine!")
    hand.tap(desc="Send")
    sent = rows(hand.phone, subject="Re: Plans")[0]
    assert (sent["to_address"], sent["cc"]) == ("ada.kaya@mail.test", "")
    assert sent["body"].startswith(
        "Fine!\n\nOn Thu, May 14, 09:00, Ada Kaya <ada.kaya@mail.test> wrote:\n> See"
    )
    assert sent["thread_id"] == rows(hand.phone, subject="Plans")[0]["thread_id"]
    assert rows(hand.phone, subject="Plans")[0]["answered"] == 1


def test_an_answer_to_all_goes_to_everybody_but_oneself(hand):
    hand.tap(text="Plans")
    hand.tap(id="reply_all_button")
    hand.tap(desc="Send")
    sent = rows(hand.phone, subject="Re: Plans")[0]
    assert (sent["to_address"], sent["cc"]) == ("ada.kaya@mail.test", "bo@post.test")


def test_a_forwarded_mail_takes_its_files_along(hand):
    hand.tap(text="Plans")
    hand.tap(id="forward_button")
    hand.phone.type_text("eve@post.test")
    hand.tap(desc="Send")
    sent = rows(hand.phone, subject="Fwd: Plans")[0]
    assert sent["attachments"] == "plan.txt"
    assert "From: Ada Kaya <ada.kaya@mail.test>" in sent["body"]


def test_what_is_not_finished_can_be_kept_as_a_draft_and_sent_later(hand):
    write(hand, "eve@post.test", "Half", "a mail")
    hand.phone.back()  # the keyboard
    hand.phone.back()
    hand.tap(text="Save draft")
    assert subjects(hand.phone, "drafts") == ["Half"]
    hand.phone.force_stop(PACKAGE)
    hand.phone.launch(PACKAGE)
    hand.tap(desc="Open folders")
    hand.tap(text="Drafts")
    hand.tap(text="Half")
    hand.tap(desc="Send")
    assert subjects(hand.phone, "drafts") == []
    assert "Half" in subjects(hand.phone, "sent")


def test_discarding_keeps_nothing(hand):
    write(hand, "eve@post.test", "Half", "a mail")
    hand.tap(id="compose_close")
    hand.tap(text="Discard")
    assert subjects(hand.phone, "drafts") == []


def test_an_attachment_is_saved_to_the_downloads_under_a_free_name(hand):
    hand.tap(text="Plans")
    look_for(hand.phone, id="attachment_save")
    look_for(hand.phone, id="attachment_save")
    files = hand.phone.state.files
    assert files.read("/sdcard/Download/plan.txt") == b"one two"
    assert files.read("/sdcard/Download/plan (1).txt") == b"one two"


def test_several_mails_are_selected_and_archived_together(hand):
    hand.long_tap(text="Plans")
    hand.tap(text="News")
    assert hand.node(id="selection_count").get("text") == "2"
    hand.tap(id="archive")
    assert sorted(subjects(hand.phone, "archive")) == ["News", "Plans"]
    assert subjects(hand.phone, "inbox") == ["Boat"]


def test_a_selected_mail_is_moved_to_a_folder(hand):
    hand.long_tap(text="News")
    hand.tap(desc="More options")
    hand.tap(text="Move to")
    hand.tap(text="Spam")
    assert subjects(hand.phone, "spam") == ["News"]


def test_deleting_moves_to_the_trash_and_there_asks_before_it_is_for_ever(hand):
    hand.tap(text="News")
    hand.tap(id="delete")
    assert subjects(hand.phone, "trash") == ["News"]
    hand.tap(desc="Open folders")
    hand.tap(text="Trash")
    hand.tap(text="News")
    hand.tap(id="delete")
    hand.tap(text="Cancel")
    assert subjects(hand.phone, "trash") == ["News"]
    hand.tap(id="delete")
    hand.tap(text="Delete")
    assert subjects(hand.phone, "trash") == []


def test_a_conversation_is_one_row_and_the_settings_take_it_apart(hand):
    assert "Cem, me" in hand.texts()
    hand.tap(desc="Open folders")
    hand.tap(text="Settings")
    hand.tap(text="Conversation view")
    hand.phone.back()
    assert "Cem Ito" in hand.texts()


def test_a_star_puts_a_mail_among_the_starred_ones(hand):
    hand.phone.tap(*hand.spot(desc="Add star"))
    hand.tap(desc="Open folders")
    hand.tap(text="Starred")
    assert [node.get("text") for node in hand.nodes(id="subject")] == ["Plans"]


def test_a_mail_can_be_marked_as_unread_again(hand):
    hand.tap(text="Boat")
    hand.tap(desc="Mark unread")
    assert rows(hand.phone, subject="Re: Boat")[0]["read"] == 0


def test_search_looks_everywhere_or_where_it_is_told(hand):
    hand.tap(text="Search in mail")
    hand.phone.type_text("plan.txt")
    assert "1 result" in hand.texts()
    hand.phone.focused_field().set("from:cem boat")
    hand.phone.changed()
    assert [node.get("text") for node in hand.nodes(id="subject")] == ["Boat"]
    hand.phone.type_text(" submarine")
    assert "No mails found" in hand.texts()


def test_the_signature_stands_below_new_mails(hand):
    hand.tap(desc="Open folders")
    hand.tap(text="Settings")
    hand.tap(text="Signature")
    hand.phone.type_text("Robin")
    hand.tap(text="OK")
    hand.phone.back()
    write(hand, "eve@post.test", "Hi", "Hello")
    hand.tap(desc="Send")
    assert rows(hand.phone, subject="Hi")[0]["body"].endswith("Robin")


def test_a_mail_comes_when_its_time_has_come(phone):
    phone.clock.set(datetime(2026, 5, 14, 11, 59))
    assert "Late" not in subjects(phone, "inbox")
    phone.clock.advance(60)
    assert "Late" in subjects(phone, "inbox")
    told = phone.state.notifications[0]
    assert (told.title, told.text) == ("cem@mail.test", "Late\nNow.")
    archive = told.actions[0]
    phone.broadcast(Intent(action=archive.broadcast, package=PACKAGE, extras=archive.args))
    assert subjects(phone, "archive") == ["Late"]
    assert phone.state.notifications == []


def test_a_mailto_address_brings_a_mail_to_be_sent(hand):
    uri = "mailto:eve@post.test,bo@post.test?subject=Tea%20%26%20cake&cc=ada@mail.test&body=At%20four"
    hand.phone.start_intent(Intent(action="android.intent.action.SENDTO", data=uri))
    hand.tap(desc="Send")
    sent = rows(hand.phone, subject="Tea & cake")[0]
    assert (sent["to_address"], sent["cc"], sent["body"]) == (
        "eve@post.test, bo@post.test",
        "ada@mail.test",
        "At four",
    )


def test_a_shared_file_is_attached(hand):
    hand.phone.state.files.write("/sdcard/Download/a.txt", b"abc", parents=True)
    extras = {
        "android.intent.extra.STREAM": ["/sdcard/Download/a.txt"],
        "android.intent.extra.SUBJECT": "File",
    }
    intent = Intent(action="android.intent.action.SEND", type="text/plain", package=PACKAGE, extras=extras)
    hand.phone.start_intent(intent)
    assert hand.node(id="attachment_name").get("text") == "a.txt"
    hand.tap(id="to")
    hand.phone.type_text("eve@post.test")
    hand.tap(desc="Send")
    assert rows(hand.phone, subject="File")[0]["attachments"] == "a.txt"


def test_an_empty_inbox_says_so(hand):
    hand.phone.reset({"mail": [], "open": PACKAGE})
    assert "Nothing in your inbox" in hand.texts()


def test_a_cleared_mailbox_is_empty_and_still_the_owners(hand):
    hand.phone.packages.clear(PACKAGE)
    hand.phone.launch(PACKAGE)
    assert "Nothing in your inbox" in hand.texts()
    write(hand, OWN, "Note", "Milk")
    hand.tap(desc="Send")
    assert subjects(hand.phone, "inbox") == ["Note"]


def test_made_up_mails_agree_with_the_calendar():
    phone = Phone({}, 4)
    events = {row["title"] for row in phone.content.rows("content://com.android.calendar/events")}
    invited = [row["subject"] for row in rows(phone) if row["subject"].startswith("Invitation: ")]
    assert invited
    assert {subject.removeprefix("Invitation: ") for subject in invited} <= events


def test_the_provider_takes_changes_and_deletions(phone):
    number = rows(phone, subject="News")[0]["_id"]
    phone.content.update(MESSAGES, number, {"read": 1, "mailbox": "archive"})
    assert subjects(phone, "archive") == ["News"]
    phone.content.delete(MESSAGES, number)
    assert not rows(phone, subject="News")


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ([{"subjekt": "x"}], "subjekt"),
        ([{"sender": "nobody", "subject": "x"}], "no mail address in 'nobody'"),
        ([{"subject": "x", "mailbox": "outbox"}], "mailbox"),
        ([{"subject": "x", "attachments": [{"name": "a"}]}], "one of text, base64 and path"),
    ],
)
def test_a_world_that_does_not_fit_is_refused(part, message):
    with pytest.raises(WorldError, match=re.escape(message)):
        Phone({"mail": part})
