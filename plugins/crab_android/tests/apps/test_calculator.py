"""The Calculator: keys, results, history."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone, WorldError
from crab_android.phone.apps.calculator.arithmetic import CannotCalculateError, evaluate, text_of

PACKAGE = "com.android.calculator2"
KEYS = {
    "+": "op_add",
    "−": "op_sub",
    "×": "op_mul",
    "÷": "op_div",
    ".": "dec_point",
    "%": "op_pct",
    "=": "eq",
}


@pytest.fixture
def phone():
    return Phone({"calculator": {}, "open": PACKAGE})


def press(hand, keys):
    for key in keys:
        hand.tap(id=KEYS.get(key, f"digit_{key}"))


def shown(hand):
    return hand.node(id="formula").get("text")


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("2+3×4", "14"),
        ("0.1+0.2", "0.3"),
        ("(2+3)×4", "20"),
        ("2(3+4)", "14"),
        ("−5^2", "−25"),
        ("2^−1", "0.5"),
        ("100+10%", "110"),
        ("200−15%", "170"),
        ("50%×4", "2"),
        ("√9+√16", "7"),
        ("5!", "120"),
        ("sin(30)", "0.5"),
        ("cos(60)×4", "2"),
        ("log(1000)", "3"),
        ("ln(e)", "1"),
        ("1÷3", "0.333333333333"),
        ("(2+3", "5"),
        ("10^20", "1E20"),
        ("2÷10^9", "2E−9"),
    ],
)
def test_formulas_have_the_value_that_mathematics_gives_them(formula, value):
    assert text_of(evaluate(formula)) == value


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("1÷0", "divide by 0"),
        ("√(−1)", "Not a number"),
        ("tan(90)", "Not a number"),
        ("0÷0", "divide by 0"),
        ("ln(0)", "Not a number"),
        ("1.5!", "Not a number"),
        ("9^9999", "too large"),
        ("2+", "Format error"),
        ("2)", "Format error"),
        ("1.2.3", "Format error"),
    ],
)
def test_what_has_no_value_says_why(formula, told):
    with pytest.raises(CannotCalculateError, match=told):
        evaluate(formula)


def test_radians_are_used_when_asked_for():
    assert text_of(evaluate("sin(π÷2)", degrees=False)) == "1"


def test_a_result_takes_the_place_of_what_was_typed(hand):
    press(hand, "12.5×4")
    assert hand.node(id="result").get("text") == "50"
    press(hand, "=")
    assert shown(hand) == "50"


def test_a_digit_after_a_result_begins_anew_and_an_operator_goes_on(hand):
    press(hand, "2+3=+4=")
    assert shown(hand) == "9"
    press(hand, "7")
    assert shown(hand) == "7"


def test_an_operator_replaces_the_one_before_it(hand):
    press(hand, "6+×")
    assert shown(hand) == "6×"


def test_a_number_has_one_point(hand):
    press(hand, ".5.1")
    assert shown(hand) == "0.51"


def test_delete_takes_back_a_key_and_clear_everything(hand):
    press(hand, "123")
    hand.tap(id="del")
    assert shown(hand) == "12"
    hand.tap(id="clr")
    assert shown(hand) == "0"


def test_an_error_is_shown_and_what_was_typed_can_be_mended(hand):
    press(hand, "1÷0=")
    assert shown(hand) == "Can’t divide by 0"
    hand.tap(id="del")
    press(hand, "4=")
    assert shown(hand) == "0.25"


def test_functions_come_out_and_are_typed_with_their_bracket(hand):
    hand.tap(id="collapse_expand")
    hand.tap(id="fun_sin")
    press(hand, "30=")
    assert shown(hand) == "0.5"
    hand.tap(id="collapse_expand")
    assert not hand.sees(id="fun_sin")


def test_degrees_change_to_radians(hand):
    hand.tap(id="mode")
    assert hand.node(id="mode").get("text") == "RAD"


def test_the_bracket_key_opens_and_closes(hand):
    press(hand, "2×")
    hand.tap(id="parens")
    press(hand, "3+4")
    hand.tap(id="parens")
    press(hand, "=")
    assert shown(hand) == "14"


def test_the_history_gives_a_result_back_and_survives_a_restart(hand):
    press(hand, "6×7=")
    hand.phone.force_stop(PACKAGE)
    hand.phone.launch(PACKAGE)
    hand.tap(id="clr")
    hand.tap(id="history")
    assert "6×7" in hand.texts()
    hand.tap(text="= 42")
    assert shown(hand) == "42"


def test_the_history_is_cleared_only_after_a_question(hand):
    press(hand, "6×7=")
    hand.tap(id="history")
    hand.tap(id="clear_history")
    hand.tap(text="Cancel")
    assert "6×7" in hand.texts()
    hand.tap(id="clear_history")
    hand.tap(id="android:id/button1")
    assert "No history yet" in hand.texts()


def test_the_result_is_copied(hand):
    press(hand, "6×7")
    hand.tap(desc="More options")
    hand.tap(text="Copy result")
    assert hand.phone.state.clipboard == "42"


def test_the_history_is_a_content_provider(hand):
    press(hand, "6×7=")
    rows = hand.phone.content.query("content://com.android.calculator2/history")
    assert rows == [{"_id": 1, "formula": "6×7", "result": "42"}]


def test_a_world_gives_the_history_and_what_does_not_fit_is_refused():
    phone = Phone({"calculator": {"history": [{"formula": "1+1", "result": "2"}]}})
    assert len(phone.app_state(PACKAGE).history) == 1
    for wrong in ({"histori": []}, {"history": [{"formula": ""}]}):
        with pytest.raises(WorldError, match="Calculator"):
            Phone({"calculator": wrong})
