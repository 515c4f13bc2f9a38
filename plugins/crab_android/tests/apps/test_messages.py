"""The Messages app: read, write, receive, delete, block, and serve other apps."""

from __future__ import annotations

import time
from datetime import datetime

import pytest

from crab_android.phone import App, Phone, Screen, WorldError, built_in_apps
from crab_android.phone.intents import Intent
from crab_android.phone.kit import Filter, NoState, label, no_state

PACKAGE = "com.android.messaging"
NEEDED = ("org.crab.launcher", "com.android.contacts", "com.android.dialer", PACKAGE)
ADA, OMAR = "+1 202 555 0142", "+1 202 555 0143"
RECEIVED = "android.provider.Telephony.SMS_RECEIVED"
WORLD = {
    "open": PACKAGE,
    "contacts": [{"name": "Ada Novak", "number": ADA}, {"name": "Omar Dahl", "number": OMAR}],
    "calls": [],
    "messages": [
        {"number": "(202) 555-0142", "body": "Lunch at one?", "at": "2026-05-14T09:00", "read": False},
        {"number": OMAR, "body": "Where are you?", "at": "2026-05-13T20:00"},
        {"number": OMAR, "body": "Nearly there", "at": "2026-05-13T20:05", "sent": True},
    ],
}


@pytest.fixture
def phone():
    """A phone with two conversations, one of them unread."""
    return Phone(WORLD)


def stored(phone):
    return [
        (row["address"], row["type"], row["body"])
        for row in sorted(phone.content.query("content://sms"), key=lambda row: row["_id"])
    ]


def deliver(phone, number, body):
    phone.broadcast(Intent(action=RECEIVED, extras={"number": number, "body": body}))


def notes(phone):
    return [(note.title, note.text) for note in phone.state.notifications if note.package == PACKAGE]


def test_conversations_are_listed_by_name_the_newest_first(hand):
    assert [node.get("text") for node in hand.nodes(id="conversation_name")] == ["Ada Novak", "Omar Dahl"]
    assert [node.get("text") for node in hand.nodes(id="conversation_snippet")] == [
        "Lunch at one?",
        "You: Nearly there",
    ]
    assert [node.get("text") for node in hand.nodes(id="unread_count")] == ["1"]


def test_opening_a_conversation_marks_it_as_read(hand):
    hand.tap(text="Ada Novak")
    hand.phone.back()
    assert not hand.sees(id="unread_count")
    hand.long_tap(text="Ada Novak")
    hand.tap(text="Mark as unread")
    assert hand.sees(id="unread_count")


def test_a_message_is_written_and_sent(hand):
    hand.tap(text="Ada Novak")
    assert hand.node(id="send_message_button").get("enabled") == "false"
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Yes! At the café ☕?")
    hand.tap(id="send_message_button")
    assert stored(hand.phone)[-1] == ("(202) 555-0142", 2, "Yes! At the café ☕?")
    assert "Yes! At the café ☕?" in hand.texts()
    assert "Delivered · 10:24" in hand.texts()
    assert hand.node(id="compose_message_text").get("text") in ("", "Text message")


def test_the_keyboard_stays_for_the_next_message(hand):
    hand.tap(text="Ada Novak")
    hand.tap(id="compose_message_text")
    for text in ("One", "Two"):
        hand.phone.type_text(text)
        hand.tap(id="send_message_button")
    assert [body for _address, _type, body in stored(hand.phone)][-2:] == ["One", "Two"]
    assert hand.phone.state.keyboard.visible


def test_a_new_message_to_a_number(hand):
    hand.tap(desc="Start chat")
    hand.phone.type_text("+1 718 555 0150")
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Hello")
    hand.tap(desc="Send message")
    assert stored(hand.phone)[-1] == ("+1 718 555 0150", 2, "Hello")
    assert hand.node(id="conversation_title").get("text") == "+1 718-555-0150"
    hand.phone.back()
    assert hand.sees(id="conversation_list")


def test_a_new_message_to_contacts_makes_a_group(hand):
    hand.tap(desc="Start chat")
    hand.phone.type_text("ada")
    hand.tap(text="Ada Novak")
    hand.tap(id="recipient_text_view")
    hand.phone.type_text("omar")
    hand.tap(id="contact_row")
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Hi both")
    hand.tap(desc="Send message")
    conversation = hand.phone.state.apps[PACKAGE].conversations[-1]
    assert conversation.numbers == [ADA, OMAR]
    assert hand.node(id="conversation_title").get("text") == "Ada, Omar"


def test_without_a_recipient_nothing_is_sent_and_nothing_lost(hand):
    hand.tap(desc="Start chat")
    hand.phone.hide_keyboard()
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Hello")
    hand.tap(desc="Send message")
    assert len(stored(hand.phone)) == 3
    assert hand.node(id="compose_message_text").get("text") == "Hello"


def test_what_was_typed_is_kept_as_a_draft(hand):
    hand.tap(text="Omar Dahl")
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Do you")
    hand.phone.back()
    hand.phone.back()
    assert "Draft: Do you" in hand.texts()
    drafts = hand.phone.content.query("content://sms/draft")
    assert [(row["address"], row["body"], row["type"]) for row in drafts] == [(OMAR, "Do you", 3)]
    hand.tap(text="Omar Dahl")
    assert hand.node(id="compose_message_text").get("text") == "Do you"


def test_a_draft_outlives_the_home_key_and_goes_with_its_conversation(hand):
    hand.tap(text="Omar Dahl")
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Do you")
    hand.phone.home()
    assert len(hand.phone.content.query("content://sms/draft")) == 1
    hand.phone.launch(PACKAGE)
    hand.tap(desc="More options")
    hand.tap(text="Delete")
    hand.tap(text="Delete")
    assert hand.phone.content.query("content://sms", {"address": OMAR}) == []


def test_a_message_that_comes_in_is_stored_and_told(hand):
    hand.phone.home()
    deliver(hand.phone, ADA, "Still there?")
    assert stored(hand.phone)[-1] == (ADA, 1, "Still there?")
    assert notes(hand.phone) == [("Ada Novak", "Still there?")]
    note = hand.phone.state.notifications[0]
    assert [action.title for action in note.actions] == ["Reply", "Mark as read"]
    hand.phone.broadcast(Intent(action=note.actions[1].broadcast, extras=note.actions[1].args))
    assert notes(hand.phone) == []
    assert {row["read"] for row in hand.phone.content.query("content://sms", {"address": ADA})} == {1}


def test_a_message_in_the_open_conversation_is_read_at_once(hand):
    hand.tap(text="Ada Novak")
    deliver(hand.phone, ADA, "Hello?")
    assert "Hello?" in hand.texts()
    assert notes(hand.phone) == []


def test_a_scheduled_message_comes_in_when_the_clock_gets_there():
    phone = Phone(
        {
            "messages": {
                "scheduled": [
                    {"at": "2026-05-14T10:30", "number": ADA, "body": "One"},
                    {"at": "2026-05-14T09:00", "number": ADA, "body": "Before"},
                ]
            }
        }
    )
    assert [body for _a, _t, body in stored(phone)] == ["Before"]
    phone.clock.advance(5 * 60)
    assert [body for _a, _t, body in stored(phone)] == ["Before"]
    phone.clock.advance(2 * 60)
    assert [body for _a, _t, body in stored(phone)] == ["Before", "One"]
    came = phone.state.apps[PACKAGE].conversations[0].messages[-1]
    assert came.when == datetime(2026, 5, 14, 10, 30)


def test_a_blocked_number_can_neither_write_nor_call(hand):
    hand.long_tap(text="Ada Novak")
    hand.tap(text="Block")
    hand.tap(text="Block")
    deliver(hand.phone, "202-555-0142", "Hello?")
    assert len(stored(hand.phone)) == 3
    blocked = hand.phone.content.query("content://com.android.blockednumber/blocked")
    assert len(blocked) == 1
    hand.tap(desc="More options")
    hand.tap(text="Blocked numbers")
    hand.tap(desc="Unblock Ada Novak")
    hand.tap(text="Unblock")
    deliver(hand.phone, ADA, "Hello?")
    assert len(stored(hand.phone)) == 4


def test_deleting_a_conversation_asks_first(hand):
    hand.long_tap(text="Omar Dahl")
    hand.tap(text="Delete")
    hand.tap(text="Cancel")
    assert len(stored(hand.phone)) == 3
    hand.tap(text="Omar Dahl")
    hand.tap(desc="More options")
    hand.tap(text="Delete")
    hand.tap(text="Delete")
    assert stored(hand.phone) == [("(202) 555-0142", 1, "Lunch at one?")]
    assert hand.sees(id="conversation_list")


def test_one_message_can_be_copied_deleted_and_forwarded(hand):
    hand.tap(text="Omar Dahl")
    hand.long_tap(text="Where are you?")
    hand.tap(text="Copy text")
    assert hand.phone.state.clipboard == "Where are you?"
    hand.long_tap(text="Where are you?")
    hand.tap(text="Delete")
    hand.tap(text="Delete")
    assert "Where are you?" not in hand.texts()
    hand.long_tap(text="Nearly there")
    hand.tap(text="Forward")
    hand.tap(text="Ada Novak")
    hand.tap(desc="Send message")
    assert stored(hand.phone)[-1][1:] == (2, "Nearly there")
    assert hand.node(id="conversation_title").get("text") == "Ada Novak"


def test_details_tell_when_and_from_whom(hand):
    hand.tap(text="Omar Dahl")
    hand.long_tap(text="Where are you?")
    hand.tap(text="View details")
    assert "Wednesday, May 13, 2026, 20:00:00" in hand.texts()
    assert "+1 202-555-0143" in hand.texts()


def test_search_finds_words_and_people(hand):
    hand.tap(desc="Search messages")
    hand.phone.type_text("LUNCH")
    assert "Lunch at one?" in hand.texts()
    hand.phone.key(67)
    hand.tap(desc="Clear query")
    hand.phone.type_text("omar")
    assert "Omar Dahl" in hand.texts()


def test_archived_conversations_come_back_with_a_new_message(hand):
    hand.long_tap(text="Ada Novak")
    hand.tap(text="Archive")
    assert "Ada Novak" not in hand.texts()
    hand.tap(desc="More options")
    hand.tap(text="Archived")
    assert "Ada Novak" in hand.texts()
    hand.phone.back()
    deliver(hand.phone, ADA, "Hi")
    assert "Ada Novak" in hand.texts()


def test_pinned_conversations_stand_on_top(hand):
    hand.long_tap(text="Omar Dahl")
    hand.tap(text="Pin")
    assert hand.node(id="conversation_name").get("text") == "Omar Dahl"


def test_airplane_mode_keeps_messages_until_it_is_off(hand):
    hand.phone.put_setting("global", "airplane_mode_on", "1")
    hand.tap(text="Ada Novak")
    hand.tap(id="compose_message_text")
    hand.phone.type_text("On my way")
    hand.tap(desc="Send message")
    assert stored(hand.phone)[-1][1] == 5
    hand.phone.put_setting("global", "airplane_mode_on", "0")
    hand.tap(text="On my way")
    assert stored(hand.phone)[-1][1:] == (2, "On my way")


@pytest.mark.parametrize(
    ("data", "extras"),
    [
        ("smsto:+12025550142?body=See%20you", {}),
        ("sms:2025550142", {"sms_body": "See you"}),
    ],
)
def test_an_sms_intent_opens_the_conversation_with_a_text(phone, hand, data, extras):
    phone.start_intent(Intent(action="android.intent.action.SENDTO", data=data, extras=extras))
    assert hand.node(id="conversation_title").get("text") == "Ada Novak"
    assert hand.node(id="compose_message_text").get("text") == "See you"
    assert "Lunch at one?" in hand.texts()


def test_a_shared_text_waits_for_a_recipient(phone, hand):
    phone.start_intent(
        Intent(
            action="android.intent.action.SEND",
            type="text/plain",
            package=PACKAGE,
            extras={"android.intent.extra.TEXT": "https://crab.test"},
        )
    )
    assert hand.node(id="compose_message_text").get("text") == "https://crab.test"


def test_a_picture_of_another_app_goes_with_a_message(album, hand):
    hand.phone = album
    hand.tap(text="Omar Dahl")
    hand.tap(desc="Attach")
    hand.tap(text="Picture")
    hand.tap(text="Sunset")
    assert hand.sees(id="attachment")
    hand.tap(desc="Remove attachment")
    assert not hand.sees(id="attachment")
    hand.tap(desc="Attach")
    hand.tap(text="Picture")
    hand.tap(text="Sunset")
    hand.tap(desc="Send message")
    assert album.state.apps[PACKAGE].conversations[-1].last.picture == "/sdcard/Pictures/sunset.png"
    assert hand.sees(id="message_picture")
    hand.phone.back()
    assert "You: Picture" in hand.texts()


@pytest.fixture
def album():
    """A phone with another app that gives pictures away."""
    answer = {"path": "/sdcard/Pictures/sunset.png"}
    app = App(
        package="test.example.album",
        label="Album",
        icon=lambda _canvas, _rect: None,
        state=NoState,
        screens={
            "main": Screen(
                ".MainActivity", lambda context: label("Sunset", on_tap=lambda: context.finish(answer))
            )
        },
        main="main",
        seed=no_state,
        filters=(Filter("android.intent.action.GET_CONTENT", "main", types=("image/*",)),),
    )
    others = [app for app in built_in_apps() if app.package in NEEDED]
    return Phone(WORLD, apps=[*others, app])


def test_a_contact_can_be_put_into_a_message(hand):
    hand.tap(text="Omar Dahl")
    hand.tap(desc="Attach")
    hand.tap(text="Contact")
    hand.phone.tap(*hand.spot(text="Ada Novak"))
    assert hand.node(id="compose_message_text").get("text") == f"Ada Novak: {ADA}"


def test_a_link_in_a_message_can_be_touched():
    world = {**WORLD, "messages": [{"number": ADA, "body": "Look: https://crab.test/a, nice"}]}
    phone = Phone(world)
    phone.tap(*spot(phone, "Ada Novak"))
    assert {"Look: https://crab.test/a, nice", "https://crab.test/a"} <= set(texts(phone))


def test_the_newest_messages_are_shown_and_older_ones_on_demand():
    many = [
        {"number": ADA, "body": f"Message {number}", "at": f"2026-05-13T{number // 60:02}:{number % 60:02}"}
        for number in range(100)
    ]
    phone = Phone({**WORLD, "messages": many})
    phone.tap(*spot(phone, "Ada Novak"))
    assert "Message 99" in texts(phone)
    taken = []
    for _ in range(5):
        started = time.thread_time()
        phone.changed()
        phone.windows()
        taken.append(time.thread_time() - started)
    assert min(taken) < 0.2
    assert "Message 0" not in texts(phone)


def spot(phone, text):
    view = next(view for view in views(phone) if view.text == text)
    return view.visible.center


def texts(phone):
    return [view.text for view in views(phone)]


def views(phone):
    from crab_android.phone.touch import walk

    return list(walk(phone.active_window().root))


def test_the_provider_takes_reads_and_loses_messages(phone):
    number = phone.content.insert(
        "content://sms/inbox", {"address": ADA, "body": "Hi", "date": 1778750000000}
    )
    row = phone.content.query("content://sms/inbox", {"_id": number})[0]
    assert (row["address"], row["body"], row["date"], row["read"], row["type"]) == (
        ADA,
        "Hi",
        1778750000000,
        0,
        1,
    )
    assert row["person"] == 1
    phone.content.update("content://sms", number, {"read": 1})
    assert phone.content.query("content://sms", {"_id": number})[0]["read"] == 1
    phone.content.delete("content://sms", number)
    assert phone.content.query(f"content://sms/{number}") == []
    assert phone.content.query("content://mms-sms/conversations")[0]["message_count"] == 1


def test_dates_are_in_milliseconds_of_universal_time():
    phone = Phone({**WORLD, "timezone": "Europe/Berlin"})
    row = phone.content.query("content://sms", {"body": "Lunch at one?"})[0]
    assert datetime.fromtimestamp(row["date"] / 1000).astimezone().utctimetuple()[3:5] == (7, 0)


def test_an_empty_list_says_so(hand):
    hand.phone.reset({"messages": [], "open": PACKAGE})
    assert "No messages yet" in hand.texts()


@pytest.mark.parametrize(
    "part",
    [
        [{"body": "Hi"}],
        [{"number": ADA}],
        [{"number": ADA, "body": "Hi", "to": OMAR}],
        {"schedule": []},
        {"scheduled": [{"number": ADA, "body": "Hi"}]},
    ],
)
def test_a_world_that_does_not_fit_is_refused(part):
    with pytest.raises(WorldError, match="messages"):
        Phone({"messages": part})


def test_made_up_conversations_are_with_persons_that_the_phone_knows():
    phone = Phone(seed=5)
    known = {person.number for person in phone.state.people}
    spoken = [entry.numbers for entry in phone.state.apps[PACKAGE].conversations]
    assert sum(set(numbers) <= known for numbers in spoken) >= 10
