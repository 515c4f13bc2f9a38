"""Google's computer-use tool in neutral words, and back."""

from __future__ import annotations

import pytest
from fake.google_tools import ENVIRONMENTS
from hypothesis import given
from hypothesis import strategies as st

from crab_core import Computer
from crab_models.google.computer import from_action, is_action, to_action, to_computer_use

SCREEN = Computer(1280, 800)
PHONE = Computer(1080, 2400, "phone", "phone")


def click(x, y, button="left", count=1):
    return {"action": "click", "x": x, "y": y, "button": button, "count": count}


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("click", {"x": 500, "y": 500, "intent": "Open it."}, click(640, 400)),
        ("click", {"x": 0, "y": 999}, click(0, 799)),
        ("double_click", {"x": 250, "y": 500}, click(320, 400, count=2)),
        ("triple_click", {"x": 250, "y": 500}, click(320, 400, count=3)),
        ("right_click", {"x": 250, "y": 500}, click(320, 400, "right")),
        ("middle_click", {"x": 250, "y": 500}, click(320, 400, "middle")),
        ("move", {"x": 500, "y": 250}, {"action": "move", "x": 640, "y": 200}),
        (
            "drag_and_drop",
            {"start_x": 0, "start_y": 0, "end_x": 500, "end_y": 500},
            {"action": "drag", "path": [[0, 0], [640, 400]]},
        ),
        (
            "scroll",
            {"x": 500, "y": 500, "direction": "down", "magnitude_in_pixels": 500},
            {"action": "scroll", "x": 640, "y": 400, "direction": "down", "amount": 4},
        ),
        (
            "scroll",
            {"x": 500, "y": 500, "direction": "left"},
            {"action": "scroll", "x": 640, "y": 400, "direction": "left", "amount": 4},
        ),
        ("type", {"text": "tea"}, {"action": "type", "text": "tea"}),
        ("type", {"text": "tea", "press_enter": True}, {"action": "type", "text": "tea\n"}),
        ("press_key", {"key": "Escape"}, {"action": "press", "keys": ["esc"]}),
        ("press_key", {"key": " "}, {"action": "press", "keys": ["space"]}),
        ("hotkey", {"keys": ["Control", "ArrowLeft"]}, {"action": "press", "keys": ["ctrl", "left"]}),
        ("wait", {"seconds": 3}, {"action": "wait"}),
        ("take_screenshot", {}, {"action": "screenshot"}),
        ("mouse_down", {"x": 1, "y": 1}, {"action": "unsupported", "what": "mouse_down"}),
    ],
)
def test_an_action_on_a_desktop(name, arguments, expected):
    assert from_action(name, arguments, SCREEN) == (expected,)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("click", {"x": 500, "y": 500}, click(540, 1201)),
        ("long_press", {"x": 0, "y": 0}, {"action": "long_press", "x": 0, "y": 1}),
        ("open_app", {"app_name": "Maps"}, {"action": "open_app", "name": "Maps"}),
        ("go_back", {}, {"action": "back"}),
        ("press_key", {"key": "HOME"}, {"action": "home"}),
        ("press_key", {"key": "back"}, {"action": "back"}),
        ("press_key", {"key": "enter"}, {"action": "press", "keys": ["enter"]}),
        ("list_apps", {}, {"action": "unsupported", "what": "list_apps"}),
    ],
)
def test_an_action_on_a_phone(name, arguments, expected):
    assert from_action(name, arguments, PHONE) == (expected,)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("click_at", {"x": 500, "y": 500}, [click(640, 400)]),
        ("hover_at", {"x": 500, "y": 500}, [{"action": "move", "x": 640, "y": 400}]),
        (
            "type_text_at",
            {"x": 500, "y": 500, "text": "tea"},
            [
                click(640, 400),
                {"action": "press", "keys": ["ctrl", "a"]},
                {"action": "type", "text": "tea\n"},
            ],
        ),
        (
            "type_text_at",
            {"x": 500, "y": 500, "text": "tea", "press_enter": False, "clear_before_typing": False},
            [click(640, 400), {"action": "type", "text": "tea"}],
        ),
        ("key_combination", {"keys": "Control+A"}, [{"action": "press", "keys": ["ctrl", "a"]}]),
        ("key_combination", {"keys": "Control++"}, [{"action": "press", "keys": ["ctrl", "+"]}]),
        ("key_combination", {"keys": "Enter"}, [{"action": "press", "keys": ["enter"]}]),
        (
            "scroll_document",
            {"direction": "up"},
            [{"action": "scroll", "x": 640, "y": 400, "direction": "up", "amount": 6}],
        ),
        (
            "drag_and_drop",
            {"x": 0, "y": 0, "destination_x": 500, "destination_y": 500},
            [{"action": "drag", "path": [[0, 0], [640, 400]]}],
        ),
        ("go_back", {}, [{"action": "press", "keys": ["alt", "left"]}]),
        ("wait_5_seconds", {}, [{"action": "wait"}]),
    ],
)
def test_the_browsers_actions_of_gemini_2_5(name, arguments, expected):
    assert list(from_action(name, arguments, SCREEN)) == expected


def test_on_a_phone_nothing_is_marked_before_it_is_replaced():
    steps = from_action("type_text_at", {"x": 500, "y": 500, "text": "tea"}, PHONE)
    assert [step["action"] for step in steps] == ["click", "type"]


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("click", {"x": 5}, "y is missing"),
        ("click", {"x": "5", "y": 5}, "x must be a number"),
        ("click", {"x": True, "y": 5}, "x must be a number"),
        ("click", {"x": 1200, "y": 5}, "x must be between 0 and 999, not 1200"),
        ("type", {}, "text is missing"),
        ("scroll", {"x": 5, "y": 5, "direction": "inwards"}, "direction must be up, down, left or right"),
        ("hotkey", {"keys": []}, "keys must be a list"),
        ("hotkey", {"keys": [1]}, "keys must be a list"),
        ("drag_and_drop", {"start_x": 5, "start_y": 5}, "end_x is missing"),
    ],
)
def test_wrong_arguments_are_named(name, arguments, reason):
    with pytest.raises(ValueError, match=reason):
        from_action(name, arguments, SCREEN)


def test_every_action_of_google_is_known():
    for names in ENVIRONMENTS.values():
        assert all(is_action(name) for name in names)
    assert not is_action("submit")


@pytest.mark.parametrize(
    ("model", "computer", "environment"),
    [
        ("gemini-3.5-flash", SCREEN, "ENVIRONMENT_DESKTOP"),
        ("gemini-3.5-flash", PHONE, "ENVIRONMENT_MOBILE"),
        ("gemini-2.5-computer-use-preview-10-2025", PHONE, "ENVIRONMENT_BROWSER"),
        ("gemini-3-flash-preview", SCREEN, "ENVIRONMENT_BROWSER"),
    ],
)
def test_the_environment_is_one_that_the_model_knows(model, computer, environment):
    offered = to_computer_use(computer, model, frozenset())
    assert offered["environment"] == environment
    assert set(offered["excluded_predefined_functions"]) < ENVIRONMENTS[environment]


def test_only_what_the_device_can_do_and_no_other_tool_is_called_is_offered():
    offered = to_computer_use(SCREEN, "gemini-3.5-flash", frozenset(("wait", "submit")))
    left = ENVIRONMENTS["ENVIRONMENT_DESKTOP"] - set(offered["excluded_predefined_functions"])
    assert "wait" not in left
    assert left & {"mouse_down", "key_up"} == set()
    example = {"x": 1, "y": 1, "text": "a", "key": "a", "keys": ["a"], "direction": "up"}
    drag = {"start_x": 1, "start_y": 1, "end_x": 1, "end_y": 1}
    for name in left:
        assert from_action(name, example | drag, SCREEN)[0]["action"] != "unsupported"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NAMES = sorted(set.union(*ENVIRONMENTS.values()))
ARGUMENTS = (
    "x",
    "y",
    "text",
    "key",
    "keys",
    "direction",
    "magnitude",
    "start_x",
    "start_y",
    "end_x",
    "end_y",
)


@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(ARGUMENTS), JSON | st.integers(0, 999)))
def test_whatever_the_arguments_are_there_are_steps_or_a_reason(name, arguments):
    try:
        steps = from_action(name, arguments, SCREEN)
    except ValueError as error:
        assert str(error)
    else:
        assert all(isinstance(step["action"], str) for step in steps)


@given(st.integers(1, 4000), st.integers(1, 4000), st.data())
def test_a_place_comes_back_within_one_cell(width, height, data):
    computer = Computer(width, height)
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    name, arguments = to_action(click(x, y), computer)
    (back,) = from_action(name, arguments, computer)
    assert abs(back["x"] - x) <= max(1, width / 1000)
    assert abs(back["y"] - y) <= max(1, height / 1000)
    assert 0 <= back["x"] < width
    assert 0 <= back["y"] < height


@pytest.mark.parametrize(
    ("computer", "action"),
    [
        (SCREEN, click(640, 400)),
        (SCREEN, click(640, 400, count=2)),
        (SCREEN, click(640, 400, count=3)),
        (SCREEN, click(640, 400, "right")),
        (SCREEN, click(640, 400, "middle")),
        (SCREEN, {"action": "move", "x": 640, "y": 400}),
        (SCREEN, {"action": "drag", "path": [[0, 0], [640, 400]]}),
        (SCREEN, {"action": "scroll", "x": 640, "y": 400, "direction": "down", "amount": 3}),
        (SCREEN, {"action": "type", "text": "tea"}),
        (SCREEN, {"action": "press", "keys": ["enter"]}),
        (SCREEN, {"action": "press", "keys": ["ctrl", "s"]}),
        (SCREEN, {"action": "wait"}),
        (SCREEN, {"action": "screenshot"}),
        (PHONE, {"action": "long_press", "x": 540, "y": 1201}),
        (PHONE, {"action": "open_app", "name": "Maps"}),
        (PHONE, {"action": "back"}),
        (PHONE, {"action": "home"}),
    ],
    ids=lambda value: value.get("action") if isinstance(value, dict) else value.kind,
)
def test_a_neutral_action_comes_back_as_it_was(computer, action):
    name, arguments = to_action(action, computer)
    environment = "ENVIRONMENT_MOBILE" if computer.kind == "phone" else "ENVIRONMENT_DESKTOP"
    assert name in ENVIRONMENTS[environment]
    assert from_action(name, arguments, computer) == (action,)


def test_what_no_action_says_stays_under_its_name():
    assert to_action({"action": "unsupported", "what": "navigate"}, SCREEN) == ("navigate", {})
