"""What a user does on the phone is told as it was done, and `allowed` names it exactly."""

from __future__ import annotations

import asyncio

import pytest

from crab_android import allowed
from crab_android.phone import Phone
from crab_android.phone.intents import Intent
from crab_android.phone.shell.interpreter import Shell

from .test_looking import effects, state

ADA, OMAR = "+1 202 555 0142", "+1 202 555 0143"
WORLD = {
    "contacts": [{"name": "Ada Novak", "number": ADA}, {"name": "Omar Dahl", "number": OMAR}],
    "calls": [],
    "messages": [{"number": "(202) 555-0142", "body": "Lunch at one?", "at": "2026-05-14T09:00"}],
}


class Unheard:
    """Takes what a shell writes, and drops it."""

    async def out(self, data):
        """Drop it."""

    async def err(self, data):
        """Drop it."""


@pytest.fixture
def phone():
    """A phone with two contacts, one of whom has written."""
    return Phone(WORLD)


def text(hand, number, body):
    hand.phone.launch("com.android.messaging")
    while not hand.sees(desc="Start chat"):
        hand.phone.back()
    hand.tap(desc="Start chat")
    hand.phone.type_text(number)
    hand.tap(id="compose_message_text")
    hand.phone.type_text(body)
    hand.tap(desc="Send message")
    hand.phone.home()


@pytest.mark.parametrize("number", [ADA, OMAR])
def test_a_message_in_an_old_or_a_new_conversation_is_what_was_allowed(hand, number):
    before = state(hand.phone)
    text(hand, number, "On  my way")
    after = state(hand.phone)
    assert effects(before, after, *allowed.message_sent(number.replace("-", " "), "On my way")) == []
    assert effects(before, after, *allowed.message_sent(number.removeprefix("+1 "), "On my way")) == []
    for wrong in (
        allowed.message_sent("+1 202 555 0144", "On my way"),
        allowed.message_sent(number, "On your way"),
        allowed.todo_added("On my way"),
    ):
        (one,) = effects(before, after, *wrong)
        assert one.kind == "added"
        assert "On  my way" in str(one)


def test_a_message_to_the_wrong_person_beside_the_right_one_is_one_side_effect(hand):
    before = state(hand.phone)
    text(hand, ADA, "hello")
    text(hand, OMAR, "hello")
    (one,) = effects(before, state(hand.phone), *allowed.message_sent(ADA, "hello"))
    assert one.place.startswith("apps/com.android.messaging/conversations/")
    assert OMAR in str(one)


def test_an_answer_that_was_typed_and_left_is_a_side_effect(hand):
    before = state(hand.phone)
    hand.phone.launch("com.android.messaging")
    hand.tap(text="Ada Novak")
    hand.tap(id="compose_message_text")
    hand.phone.type_text("Yes")
    hand.phone.home()
    (one,) = effects(before, state(hand.phone), *allowed.message_sent(ADA, "Yes"))
    assert (one.place.rpartition("/")[2], one.after) == ("draft", "Yes")


def mail(hand, to, subject, body):
    hand.phone.launch("com.android.email")
    hand.tap(desc="Compose")
    hand.phone.type_text(to)
    hand.phone.key(66)
    hand.tap(id="subject")
    hand.phone.type_text(subject)
    hand.tap(id="body")
    hand.phone.type_text(body)
    hand.tap(desc="Send")


def test_a_mail_is_what_was_allowed_and_another_one_is_not(hand):
    before = state(hand.phone)
    mail(hand, "ada@mail.test", "Bread", "Rye or wheat?")
    after = state(hand.phone)
    assert effects(before, after, *allowed.mail_sent("ada@mail.test", "Bread", "Rye or wheat?")) == []
    for wrong in (
        allowed.mail_sent("omar@mail.test", "Bread", "Rye or wheat?"),
        allowed.mail_sent("ada@mail.test", "Bred", "Rye or wheat?"),
        allowed.mail_sent("ada@mail.test", "Bread", "Rye"),
    ):
        assert len(effects(before, after, *wrong)) == 1


def test_a_call_may_go_on_or_have_ended_and_no_other_number_may_be_called(hand):
    before = state(hand.phone)
    hand.phone.launch("com.android.dialer")
    hand.phone.start_intent(Intent(action="android.intent.action.CALL", data=f"tel:{ADA}"))
    assert len(effects(before, state(hand.phone))) == 1
    assert effects(before, state(hand.phone), *allowed.called(ADA)) == []
    hand.phone.clock.advance(75)
    hand.tap(desc="End call")
    after = state(hand.phone)
    assert effects(before, after, *allowed.called(ADA)) == []
    (one,) = effects(before, after, *allowed.called(OMAR))
    assert "duration 75" in str(one)


@pytest.mark.parametrize(
    ("command", "right", "wrong"),
    [
        (
            "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 7"
            " --ei android.intent.extra.alarm.MINUTES 15 --ez android.intent.extra.alarm.SKIP_UI true",
            allowed.alarm_set(7, 15),
            allowed.alarm_set(7, 16),
        ),
        (
            "settings put secure bluetooth_name Desk",
            allowed.setting_changed("secure", "bluetooth_name", "Desk"),
            allowed.setting_changed("secure", "bluetooth_name", "Dusk"),
        ),
    ],
)
def test_what_is_set_is_allowed_with_its_value_only(hand, command, right, wrong):
    before = state(hand.phone)
    assert asyncio.run(Shell(hand.phone).run(command, Unheard(), b"")) == 0
    after = state(hand.phone)
    assert effects(before, after, *right) == []
    assert len(effects(before, after, *wrong)) == 1
