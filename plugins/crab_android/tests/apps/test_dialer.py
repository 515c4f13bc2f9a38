"""The Phone app: call, be called, and keep account of it."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone, WorldError
from crab_android.phone.intents import Intent

PACKAGE = "com.android.dialer"
ADA, OMAR = "+1 202 555 0142", "+1 202 555 0143"
WORLD = {
    "open": PACKAGE,
    "contacts": [
        {"name": "Ada Novak", "number": ADA, "starred": True},
        {"name": "Omar Dahl", "number": OMAR},
    ],
    "calls": {
        "log": [
            {"number": ADA, "type": "out", "at": "2026-05-14T09:00", "duration": 65},
            {"number": OMAR, "type": "missed", "at": "2026-05-14T09:30", "new": True},
            {"number": "+1 718 555 0150", "type": "in", "at": "2026-05-12T12:00", "duration": 3700},
        ],
        "voicemails": [{"number": OMAR, "text": "Call me back", "at": "2026-05-13T12:00"}],
    },
}


@pytest.fixture
def phone():
    """A phone with three calls in its log."""
    return Phone(WORLD)


def state(phone):
    return phone.state.apps[PACKAGE]


def log(phone):
    rows = phone.content.query("content://call_log/calls")
    return [(row["number"], row["type"], row["duration"]) for row in rows]


def ring(phone, number=ADA, said="RINGING"):
    extras = {"state": said, "incoming_number": number}
    phone.broadcast(Intent(action="android.intent.action.PHONE_STATE", extras=extras))


def dial(hand, *keys):
    hand.tap(desc="Key pad")
    for key in keys:
        hand.tap(id=key)
    hand.tap(desc="Call")


def test_recent_calls_are_listed_by_name_and_day(hand):
    assert [node.get("text") for node in hand.nodes(id="primary_text")] == [
        "Omar Dahl",
        "Ada Novak",
        "+1 718-555-0150",
    ]
    days = [node.get("text") for node in hand.nodes(id="call_log_day_group_label")]
    assert days == ["Today", "Older"]
    assert "Outgoing · 09:00 · 1 min" in hand.texts()


def test_a_number_is_dialled_key_by_key_and_called(hand):
    dial(hand, "five", "five", "five", "zero", "one", "zero", "zero")
    assert hand.phone.activity.screen == "in_call"
    assert hand.node(id="contactgrid_contact_name").get("text") == "555-0100"
    assert (state(hand.phone).call_state, state(hand.phone).call_number) == (2, "5550100")


def test_the_dial_pad_takes_typed_text_without_the_soft_keyboard(hand):
    hand.tap(desc="Key pad")
    assert not hand.phone.state.keyboard.visible
    hand.phone.type_text("12")
    hand.tap(desc="Backspace")
    hand.long_tap(id="zero")
    assert hand.node(id="digits").get("text") == "1+"
    hand.long_tap(desc="Backspace")
    assert hand.node(id="digits").get("text") == ""


def test_holding_the_one_calls_the_voicemail(hand):
    hand.tap(desc="Key pad")
    hand.long_tap(id="one")
    assert state(hand.phone).call_number == "*86"


def test_a_call_wakes_the_phone(phone):
    phone.key(26)
    ring(phone)
    assert phone.state.awake


def test_the_dial_pad_finds_contacts_by_letters_and_digits(hand):
    hand.tap(desc="Key pad")
    hand.tap(id="six")
    hand.tap(id="six")
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == ["Ada Novak", "Omar Dahl"]
    hand.tap(id="two")
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == ["Omar Dahl"]
    hand.phone.activity.fields["digits"].set("0142")
    hand.phone.changed()
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == ["Ada Novak"]


def test_ending_a_call_notes_how_long_it_was(hand):
    hand.tap(desc="Call Ada Novak")
    hand.phone.clock.advance(75)
    assert hand.node(id="contactgrid_bottom_timer").get("text") == "1:15"
    hand.tap(desc="End call")
    assert log(hand.phone)[0] == (ADA, 2, 75)
    assert state(hand.phone).call_state == 0
    assert hand.sees(id="call_log")


def test_on_a_clock_that_runs_the_other_answers_after_a_while():
    phone = Phone({**WORLD, "clock": {"now": "2026-05-14T10:00", "running": True}})
    phone.start_intent(Intent(action="android.intent.action.CALL", data="tel:5550100"))
    assert state(phone).calls[0].phase == "dialing"
    phone.clock.advance(4)
    assert state(phone).calls[0].phase == "active"


def test_mute_speaker_and_hold_are_switches(hand):
    hand.tap(desc="Call Ada Novak")
    for name in ("Mute", "Speaker", "Hold"):
        assert hand.node(desc=name).get("checked") == "false"
        hand.tap(desc=name)
    assert hand.node(desc="Mute").get("checked") == "true"
    assert (state(hand.phone).muted, state(hand.phone).speaker) == (True, True)
    assert hand.node(id="contactgrid_status_text").get("text") == "On hold"
    hand.tap(desc="Resume")
    assert hand.node(id="contactgrid_status_text").get("text") == "Ongoing call"


def test_keys_can_be_typed_during_a_call(hand):
    hand.tap(desc="Call Ada Novak")
    hand.tap(desc="Keypad")
    hand.tap(id="four")
    hand.tap(id="pound")
    assert hand.node(id="dtmf_digits").get("text") == "4#"


def test_a_second_call_holds_the_first_and_they_swap(hand):
    hand.tap(desc="Call Ada Novak")
    hand.tap(desc="Add call")
    hand.phone.type_text(OMAR)
    hand.tap(desc="Call")
    assert hand.node(id="contactgrid_contact_name").get("text") == "Omar Dahl"
    assert hand.node(id="secondary_call_name").get("text") == "Ada Novak"
    hand.tap(desc="Swap")
    assert hand.node(id="contactgrid_contact_name").get("text") == "Ada Novak"
    hand.tap(desc="End call")
    assert hand.node(id="contactgrid_contact_name").get("text") == "Omar Dahl"
    assert state(hand.phone).calls[0].phase == "active"


def test_leaving_the_screen_does_not_end_the_call(hand):
    hand.tap(desc="Call Ada Novak")
    hand.phone.back()
    assert state(hand.phone).call_state == 2
    hand.tap(text="Return to call with Ada Novak")
    hand.phone.home()
    note = hand.phone.state.notifications[0]
    assert (note.title, note.text, note.ongoing) == ("Ada Novak", "Ongoing call", True)
    hand.phone.broadcast(Intent(action=note.actions[0].broadcast))
    assert state(hand.phone).call_state == 0
    assert hand.phone.activity.package == "org.crab.launcher"


def test_a_call_comes_in_and_is_answered(hand):
    hand.phone.home()
    ring(hand.phone)
    assert (state(hand.phone).call_state, state(hand.phone).call_number) == (1, ADA)
    assert hand.node(id="contactgrid_contact_name").get("text") == "Ada Novak"
    hand.tap(desc="Answer")
    hand.phone.clock.advance(10)
    ring(hand.phone, said="IDLE")
    assert log(hand.phone)[0] == (ADA, 1, 10)


def test_a_call_can_be_declined(hand):
    ring(hand.phone)
    hand.tap(desc="Decline")
    assert log(hand.phone)[0] == (ADA, 5, 0)


def test_a_call_can_be_declined_with_a_message(hand):
    ring(hand.phone)
    hand.tap(desc="Message")
    hand.tap(text="I’ll call you later.")
    assert log(hand.phone)[0] == (ADA, 5, 0)
    assert hand.phone.activity.package == "com.android.messaging"
    node = hand.node(id="com.android.messaging:id/compose_message_text")
    assert node.get("text") == "I’ll call you later."


def test_a_call_that_is_not_answered_is_missed(hand):
    world = {**WORLD, "calls": {"incoming": [{"at": "2026-05-14T10:30", "number": OMAR, "ring": 20}]}}
    hand.phone.reset(world)
    hand.phone.clock.advance(6 * 60 + 5)
    assert state(hand.phone).call_state == 1
    hand.phone.clock.advance(20)
    assert state(hand.phone).call_state == 0
    assert log(hand.phone) == [(OMAR, 3, 0)]
    note = hand.phone.state.notifications[0]
    assert (note.title, note.text) == ("Missed call", "Omar Dahl")


def test_a_call_in_a_time_that_was_skipped_is_missed(phone):
    phone.reset({**WORLD, "calls": {"incoming": [{"at": "2026-05-14T10:30", "number": OMAR}]}})
    phone.clock.advance(3600)
    assert log(phone) == [(OMAR, 3, 0)]
    assert phone.activity.screen == "main"


def test_a_blocked_number_does_not_ring(hand):
    hand.long_tap(text="Ada Novak")
    hand.tap(text="Block number")
    hand.tap(text="Block")
    ring(hand.phone)
    assert state(hand.phone).call_state == 0
    assert log(hand.phone)[0] == (ADA, 6, 0)


def test_deleting_from_the_log_asks_first(hand):
    hand.long_tap(text="Ada Novak")
    hand.tap(text="Delete")
    hand.tap(text="Cancel")
    assert len(log(hand.phone)) == 3
    hand.tap(text="Ada Novak")
    hand.tap(desc="Delete from history")
    hand.tap(text="Delete")
    assert [number for number, _type, _duration in log(hand.phone)] == [OMAR, "+1 718 555 0150"]


def test_the_whole_log_is_cleared_after_a_question(hand):
    hand.tap(desc="More options")
    hand.tap(text="Clear call history")
    hand.tap(text="Clear")
    assert log(hand.phone) == []
    assert "No recent calls" in hand.texts()


def test_details_tell_all_calls_with_a_number(hand):
    hand.tap(text="+1 718-555-0150")
    assert "Incoming call" in hand.texts()
    assert "1:01:40" in hand.texts()
    hand.tap(desc="Add contact")
    assert hand.phone.activity.package == "com.android.contacts"


def test_favourites_are_called_with_one_touch(hand):
    hand.tap(text="Favorites")
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == ["Ada Novak"]
    hand.tap(desc="Call Ada Novak")
    assert state(hand.phone).call_number == ADA


def test_search_finds_contacts_and_calls_numbers(hand):
    hand.tap(desc="Search contacts")
    hand.phone.type_text("oma")
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == ["Omar Dahl"]
    hand.tap(desc="Clear query")
    hand.phone.type_text("5550100")
    hand.tap(id="call_number")
    assert state(hand.phone).call_number == "5550100"


def test_a_voicemail_is_heard_and_deleted_after_a_question(hand):
    hand.tap(text="Voicemail")
    hand.tap(text="Call me back")
    assert state(hand.phone).voicemails[0].heard
    hand.tap(desc="Delete voicemail")
    hand.tap(text="Delete")
    assert "No voicemail" in hand.texts()


@pytest.mark.parametrize("action", ["DIAL", "VIEW"])
def test_a_dial_intent_fills_the_dial_pad_and_does_not_call(phone, hand, action):
    phone.start_intent(Intent(action=f"android.intent.action.{action}", data="tel:%2B1%20202-555-0142"))
    assert hand.node(id="digits").get("text") == "+1 202-555-0142"
    assert state(phone).call_state == 0


def test_a_call_intent_calls_at_once(phone, hand):
    phone.home()
    phone.start_intent(Intent(action="android.intent.action.CALL", data="tel:+12025550142"))
    assert state(phone).call_state == 2
    assert hand.node(id="contactgrid_contact_name").get("text") == "Ada Novak"


def test_airplane_mode_lets_nobody_call(hand):
    hand.phone.put_setting("global", "airplane_mode_on", "1")
    hand.tap(desc="Call Ada Novak")
    assert state(hand.phone).call_state == 0
    assert hand.sees(id="call_log")


def test_contacts_call_through_a_permission(hand):
    hand.phone.launch("com.android.contacts")
    hand.tap(text="Ada Novak")
    hand.tap(desc="Call")
    hand.phone.packages.answer(hand.phone.state.overlays[-1], True)
    assert state(hand.phone).call_number == ADA


def test_the_provider_takes_calls_and_tells_names(phone):
    phone.content.insert(
        "content://call_log/calls", {"number": ADA, "type": 3, "date": 1778750000000, "duration": 0, "new": 1}
    )
    row = phone.content.query("content://call_log/calls", {"date": 1778750000000})[0]
    assert (row["name"], row["type"], row["new"]) == ("Ada Novak", 3, 1)
    phone.content.delete("content://call_log/calls", row["_id"])
    assert len(log(phone)) == 3


def test_seen_missed_calls_are_not_new(hand):
    assert hand.phone.content.query("content://call_log/calls", {"new": 1})
    hand.tap(text="Recents")
    assert not hand.phone.content.query("content://call_log/calls", {"new": 1})


def test_a_call_survives_a_snapshot(hand):
    hand.tap(desc="Call Ada Novak")
    kept = hand.phone.snapshot()
    hand.tap(desc="End call")
    hand.phone.restore(kept)
    assert state(hand.phone).call_state == 2
    assert hand.sees(desc="End call")


@pytest.mark.parametrize(
    "part",
    [[{"type": "in"}], [{"number": ADA, "type": "lost"}], {"calls": []}, {"incoming": [{"number": ADA}]}],
)
def test_a_world_that_does_not_fit_is_refused(part):
    with pytest.raises(WorldError, match="calls"):
        Phone({"calls": part})
