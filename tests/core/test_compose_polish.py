"""Descriptions that a model polishes: every value stays, or the plain text does."""

from __future__ import annotations

import pytest
from composing import DIAMOND, known
from hypothesis import given
from hypothesis import strategies as st
from scripted import ScriptedModel, reply

import crab_core as crab
from crab_core.compose.polish import TRIES, lost, polish, wrong
from crab_core.compose.realise import draft

PLAIN = (
    '1. On the phone, find the mail of "Ann".\n2. Send "Hello" to the mail of "Ann" (step 1) on 14 May 2026.'
)
VALUES = ('"Ann"', '"Hello"', "14 May 2026")
GOOD = 'On the phone, look for "Ann" and, on 14 May 2026, send "Hello" to the mail that you found.'


def test_a_text_that_has_every_value_is_taken() -> None:
    model = ScriptedModel(reply(f"  {GOOD}\n"))
    polished = polish(PLAIN, VALUES, model)
    assert polished.text == GOOD
    assert polished.by_model
    assert polished.refused == ()
    assert polished.usage.total == 15


def test_the_model_is_told_the_text_and_what_has_to_stay() -> None:
    model = ScriptedModel(reply(GOOD))
    polish(PLAIN, VALUES, model)
    [request] = model.requests
    assert request.messages[-1].text == PLAIN
    assert '"Ann", "Hello", 14 May 2026' in request.messages[0].text


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (GOOD.replace("Hello", "Hi"), 'it does not say "Hello", letter for letter'),
        (GOOD.replace('"Ann"', "Ann"), 'it does not say "Ann"'),
        (GOOD.replace("14 May", "May 14,"), "it does not say 14 May 2026"),
        ("", "it is empty"),
        (GOOD + ' Tell "Bob" too.', 'something else into quotation marks: "Bob"'),
        (GOOD + " And so on." * 200, "far longer"),
    ],
)
def test_a_text_that_changes_a_value_is_refused_and_asked_for_again_with_the_reason(
    bad: str, reason: str
) -> None:
    model = ScriptedModel(reply(bad), reply(GOOD))
    polished = polish(PLAIN, VALUES, model)
    assert polished.text == GOOD
    assert polished.by_model
    assert reason in polished.refused[0]
    assert reason in model.requests[1].messages[-1].text
    assert model.requests[1].messages[-2].text == (bad or "(nothing)")


def test_a_reply_that_was_cut_off_is_not_taken() -> None:
    model = ScriptedModel(reply(GOOD, stop_reason="length"), reply(GOOD))
    assert polish(PLAIN, VALUES, model).refused == ("the reply was cut off",)


def test_after_some_tries_the_plain_text_stays() -> None:
    model = ScriptedModel(reply("Do something."), loop=True)
    polished = polish(PLAIN, VALUES, model)
    assert polished.text == PLAIN
    assert not polished.by_model
    assert len(polished.refused) == len(model.requests) == TRIES
    assert polished.usage.total == 15 * TRIES


def test_a_model_that_cannot_be_asked_leaves_the_plain_text() -> None:
    polished = polish(PLAIN, VALUES, ScriptedModel(reply("No."), crab.ModelUnavailable("it is asleep")))
    assert polished.text == PLAIN
    assert polished.refused[-1] == "the model could not be asked: it is asleep"


def test_a_value_inside_of_another_one_does_not_count_for_itself() -> None:
    assert lost("write to Ann Lee", ["Ann Lee", "Ann"]) == ["Ann"]
    assert lost("write to Ann Lee, not to Ann", ["Ann", "Ann Lee"]) == []


def test_values_are_what_the_description_shows_and_not_what_is_fed() -> None:
    made = draft(DIAMOND, known(), 0)
    assert lost(made.description, made.shown) == []
    assert not any(part.output in made.shown for part in made.parts[:1])
    assert len(made.shown) == 2  # the note that is read, and the title of the one that is written


TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@given(st.lists(TEXT, min_size=1, max_size=5), TEXT)
def test_whatever_the_values_are_the_plain_text_is_never_wrong(values: list[str], between: str) -> None:
    shown = tuple(dict.fromkeys(f'"{value}"' for value in values))
    plain = f" {between} ".join(shown)
    reasons = wrong(plain, plain, shown)
    # Values of which one holds another one in quotation marks may hide each other; nothing else is refused.
    if not any(one != other and one in other for one in shown for other in shown):
        missing = lost(plain, shown)
        assert reasons == "" or missing
