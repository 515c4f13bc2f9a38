"""Computer-use actions of providers on the action spaces of the desktop and the phone, both ways."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import Touchpad

from crab_android.environment import AndroidEnvironment
from crab_core import Action, ActionCall, Box, ElementMap, Mark, Screenshot
from crab_core.chat.computer import from_calls, to_calls
from crab_core.chat.perception import Frame
from crab_ubuntu.environment import UbuntuEnvironment

DESKTOP = {action.name: action for action in UbuntuEnvironment.actions}
PHONE = {action.name: action for action in AndroidEnvironment.actions}
SPACES = {"ubuntu": DESKTOP, "android": PHONE}

AT = {"x": 30, "y": 40}
FULL_HD = Frame(Screenshot(b"", 1920, 1080), 960, 540)
TALL = Frame(Screenshot(b"", 1080, 2400), 1080, 2400)


def does(environment: str, frame: Frame | None = None, /, **wanted: Any) -> list[tuple[str, dict[str, Any]]]:
    """What is called, each call valid in the real action space."""
    done = []
    for call in to_calls(wanted, environment, SPACES[environment], frame):
        assert call.problem == ""
        assert call.environment in (environment, "root")
        if call.environment != "root":
            SPACES[environment][call.name].validate(call.arguments)
        done.append((call.name, dict(call.arguments)))
    return done


def problem(environment: str, **wanted: Any) -> str:
    (call,) = to_calls(wanted, environment, SPACES[environment])
    assert call.problem
    return call.problem


@pytest.mark.parametrize(
    ("wanted", "desktop", "phone"),
    [
        ({}, [("click", AT)], [("tap", AT)]),
        ({"count": 2}, [("double_click", AT)], [("double_tap", AT)]),
        ({"count": 3}, [("triple_click", AT)], [("tap", AT)] * 3),
        ({"button": "right"}, [("right_click", AT)], [("long_tap", AT)]),
    ],
)
def test_a_click_is_what_the_device_has_for_it(wanted: Any, desktop: Any, phone: Any) -> None:
    assert does("ubuntu", action="click", **AT, **wanted) == desktop
    assert does("android", action="click", **AT, **wanted) == phone


def test_a_middle_click_needs_a_mouse() -> None:
    assert does("ubuntu", action="click", **AT, button="middle") == [("click", {**AT, "button": "middle"})]
    assert "cannot click with the button 'middle'" in problem(
        "android", action="click", **AT, button="middle"
    )


def test_a_pointer_moves_only_where_there_is_one() -> None:
    assert does("ubuntu", action="move", **AT) == [("move", AT)]
    assert "it has none" in problem("android", action="move", **AT)


def test_a_long_press_is_a_finger_s() -> None:
    assert does("android", action="long_press", **AT) == [("long_tap", AT)]
    assert "right click" in problem("ubuntu", action="long_press", **AT)


def test_positions_are_scaled_from_the_picture_to_the_screen() -> None:
    assert does("ubuntu", FULL_HD, action="click", **AT) == [("click", {"x": 60, "y": 80})]
    ends = {"from_x": 0, "from_y": 0, "to_x": 200, "to_y": 20}
    assert does("ubuntu", FULL_HD, action="drag", path=[[0, 0], [100, 10]]) == [("drag", ends)]


def test_positions_may_lie_between_pixels() -> None:
    assert does("ubuntu", action="click", x=29.6, y=40.4) == [("click", AT)]


# -- dragging and scrolling -------------------------------------------------------------------------------


def test_a_straight_path_is_one_drag() -> None:
    ends = {"from_x": 0, "from_y": 0, "to_x": 100, "to_y": 50}
    assert does("ubuntu", action="drag", path=[[0, 0], [40, 21], [100, 50]]) == [("drag", ends)]


def test_a_bent_path_is_followed() -> None:
    path = [[0, 0], [100, 0], [100, 100]]
    calls = does("ubuntu", action="drag", path=path)
    assert [name for name, _ in calls] == ["mouse_down", "move", "mouse_up"]
    assert [[at["x"], at["y"]] for _, at in calls] == path


def test_a_path_of_many_points_costs_few_steps() -> None:
    circle = [[x, x * (100 - x)] for x in range(101)]
    calls = does("ubuntu", action="drag", path=circle)
    assert len(calls) == 10
    assert calls[0][1] == {"x": 0, "y": 0}
    assert calls[-1][1] == {"x": 100, "y": 0}


@pytest.mark.parametrize(
    ("end", "direction"),
    [([30, 340], "down"), ([40, -260], "up"), ([330, 30], "right"), ([-270, 40], "left")],
)
def test_a_drag_on_a_phone_is_a_swipe(end: list[int], direction: str) -> None:
    swipe = {"direction": direction, "distance": 300, "x": 30, "y": 40}
    assert does("android", action="drag", path=[[30, 40], end]) == [("swipe", swipe)]


def test_a_phone_cannot_drag_askew() -> None:
    assert "straight" in problem("android", action="drag", path=[[0, 0], [100, 100]])
    assert "straight" in problem("android", action="drag", path=[[5, 5], [5, 5]])


def test_a_wheel_turns_on_a_desktop() -> None:
    turned = {"direction": "down", "amount": 3, **AT}
    assert does("ubuntu", action="scroll", direction="down", amount=3, **AT) == [("scroll", turned)]
    assert does("ubuntu", action="scroll", direction="up") == [("scroll", {"direction": "up", "amount": 5})]
    assert does("ubuntu", action="scroll", direction="up", amount=10_000)[0][1]["amount"] == 100


@pytest.mark.parametrize("direction", ["up", "down", "left", "right"])
@pytest.mark.parametrize("amount", [0, 3, 50])
@pytest.mark.parametrize("at", [(540, 1200), (0, 0), (1079, 2399)])
def test_scrolling_on_a_phone_is_a_swipe_the_other_way_that_fits_the_screen(
    direction: str, amount: int, at: tuple[int, int]
) -> None:
    ((name, swipe),) = does(
        "android", TALL, action="scroll", direction=direction, amount=amount, x=at[0], y=at[1]
    )
    assert name == "swipe"
    across, down = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}[direction]
    assert {(0, 1): "down", (0, -1): "up", (1, 0): "right", (-1, 0): "left"}[across, down] == swipe[
        "direction"
    ]
    end = swipe["x"] + across * swipe["distance"], swipe["y"] + down * swipe["distance"]
    start, length = (swipe["y"], 2400) if down else (swipe["x"], 1080)
    last = end[1] if down else end[0]
    assert length / 13 < min(start, last)
    assert max(start, last) < length * 12 / 13
    assert (swipe["x"] if down else swipe["y"]) == (at[0] if down else at[1])


def test_scrolling_at_no_place_needs_no_picture() -> None:
    for amount, distance in ((1, "short"), (5, "medium"), (9, "long")):
        swipe = {"direction": "up", "distance": distance}
        assert does("android", action="scroll", direction="down", amount=amount) == [("swipe", swipe)]


# -- keys and the rest ------------------------------------------------------------------------------------


def test_keys_are_pressed_alone_or_together() -> None:
    assert does("ubuntu", action="press", keys=["enter"]) == [("press", {"key": "enter"})]
    assert does("ubuntu", action="press", keys=["ctrl", "c"]) == [("hotkey", {"keys": ["ctrl", "c"]})]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("Return", "enter"),
        ("esc", "escape"),
        ("pagedown", "page_down"),
        ("home", "move_home"),
        ("tab", "tab"),
    ],
)
def test_a_phone_has_its_own_names_for_keys(key: str, name: str) -> None:
    assert does("android", action="press", keys=[key]) == [("press", {"key": name})]


def test_a_phone_types_what_is_a_character() -> None:
    assert does("android", action="press", keys=["A"]) == [("write_text", {"text": "A"})]
    assert does("android", action="press", keys=["space"]) == [("write_text", {"text": " "})]


def test_a_phone_knows_few_keys() -> None:
    assert does("android", action="press", keys=["ctrl", "v"]) == [("paste", {})]
    assert "several keys" in problem("android", action="press", keys=["ctrl", "c"])
    assert "no key 'f5'; it has home, back" in problem("android", action="press", keys=["f5"])


def test_texts_are_written() -> None:
    for environment in SPACES:
        assert does(environment, action="type", text="Hello") == [("write_text", {"text": "Hello"})]


def test_the_buttons_of_a_phone() -> None:
    assert does("android", action="back") == [("press", {"key": "back"})]
    assert does("android", action="home") == [("press", {"key": "home"})]
    assert does("ubuntu", action="back") == [("hotkey", {"keys": ["alt", "left"]})]
    assert "no home button" in problem("ubuntu", action="home")


def test_apps_are_opened_by_what_the_device_goes_by() -> None:
    package = "com.android.settings"
    assert does("ubuntu", action="open_app", name="Settings") == [("search_app", {"name": "Settings"})]
    assert does("android", action="open_app", name=package) == [("launch_app", {"package": package})]
    assert does("android", action="open_app", name="Settings") == [("open_app_drawer", {})]


@pytest.mark.parametrize("action", ["wait", "screenshot"])
@pytest.mark.parametrize("environment", SPACES)
def test_waiting_belongs_to_root(environment: str, action: str) -> None:
    (call,) = to_calls({"action": action}, environment, SPACES[environment])
    assert call == ActionCall("root", "wait")


# -- what cannot be done ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"action": "unsupported", "what": "zoom"}, "ubuntu cannot do this: zoom"),
        ({"action": "fly"}, "no computer action 'fly'"),
        ({}, "no computer action None"),
        ({"action": ["click"]}, "no computer action"),
        ({"action": "click", "x": 3}, "x and y as numbers"),
        ({"action": "click", "x": True, "y": 3}, "x and y as numbers"),
        ({"action": "click", "x": "3", "y": 3}, "x and y as numbers"),
        ({"action": "click", "x": 1e300, "y": 3}, "x and y as numbers"),
        ({"action": "click", "x": float("nan"), "y": 3}, "x and y as numbers"),
        ({"action": "click", **AT, "count": 9}, "single, double or triple"),
        ({"action": "drag", "path": [[1, 2]]}, "two or more points"),
        ({"action": "drag", "path": [[1, 2], 3]}, "[x, y]"),
        ({"action": "scroll", "direction": "sideways"}, "direction"),
        ({"action": "scroll", "direction": ["up"]}, "direction"),
        ({"action": "press", "keys": "ctrl"}, "list of their names"),
        ({"action": "press", "keys": []}, "list of their names"),
    ],
)
def test_what_makes_no_sense_is_one_call_with_its_problem(wanted: dict[str, Any], words: str) -> None:
    (call,) = to_calls(wanted, "ubuntu", DESKTOP)
    assert words in call.problem
    assert call.arguments == wanted


def test_an_environment_without_such_actions_says_so() -> None:
    space = {action.name: action for action in Touchpad.actions}
    (call,) = to_calls({"action": "click", **AT}, "touchpad", space)
    assert call.problem == "touchpad cannot click."


# -- back -------------------------------------------------------------------------------------------------


CALLS = [
    ("ubuntu", "click", AT),
    ("ubuntu", "click", {**AT, "button": "middle"}),
    ("ubuntu", "right_click", AT),
    ("ubuntu", "double_click", AT),
    ("ubuntu", "triple_click", AT),
    ("ubuntu", "move", AT),
    ("ubuntu", "drag", {"from_x": 1, "from_y": 2, "to_x": 30, "to_y": 40}),
    ("ubuntu", "scroll", {"direction": "up", "amount": 7, **AT}),
    ("ubuntu", "scroll", {"direction": "up", "amount": 7}),
    ("ubuntu", "write_text", {"text": "Hello"}),
    ("ubuntu", "press", {"key": "home"}),
    ("ubuntu", "press", {"key": "enter"}),
    ("ubuntu", "hotkey", {"keys": ["ctrl", "c"]}),
    ("ubuntu", "search_app", {"name": "Settings"}),
    ("android", "tap", AT),
    ("android", "double_tap", AT),
    ("android", "long_tap", AT),
    ("android", "swipe", {"direction": "left", "distance": 300, **AT}),
    ("android", "swipe", {"direction": "up", "distance": "medium"}),
    ("android", "write_text", {"text": "Hello"}),
    ("android", "press", {"key": "back"}),
    ("android", "press", {"key": "home"}),
    ("android", "press", {"key": "move_home"}),
    ("android", "press", {"key": "page_down"}),
    ("android", "press", {"key": "enter"}),
    ("android", "launch_app", {"package": "com.android.settings"}),
]


@pytest.mark.parametrize(("environment", "name", "arguments"), CALLS)
@pytest.mark.parametrize("frame", [None, FULL_HD])
def test_a_call_comes_back_as_it_was(
    environment: str, name: str, arguments: Any, frame: Frame | None
) -> None:
    space = SPACES[environment]
    if frame is not None:  # positions that half a pixel can name
        arguments = {k: v * 2 if isinstance(v, int) and k != "amount" else v for k, v in arguments.items()}
    space[name].validate(arguments)
    (seen,) = from_calls([ActionCall(environment, name, arguments)], space, frame)
    assert to_calls(seen, environment, space, frame) == (ActionCall(environment, name, arguments),)


def test_a_bent_path_comes_back_as_one_drag() -> None:
    wanted = {"action": "drag", "path": [[0, 0], [100, 0], [100, 100]]}
    calls = to_calls(wanted, "ubuntu", DESKTOP)
    assert from_calls(calls, DESKTOP) == (wanted,)


def test_a_drag_from_wherever_the_pointer_is_has_no_such_form() -> None:
    calls = [ActionCall("ubuntu", "mouse_down"), ActionCall("ubuntu", "mouse_up", AT)]
    assert [seen["action"] for seen in from_calls(calls, DESKTOP)] == ["unsupported", "unsupported"]


def test_an_element_is_seen_at_its_place() -> None:
    marks = ElementMap((Mark(1, Box(0, 0, 20, 10), "OK", "button"),))
    (seen,) = from_calls([ActionCall("android", "tap", {"element": 1})], PHONE, None, marks)
    assert seen == {"action": "click", "button": "left", "count": 1, "x": 10, "y": 5}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("open_notifications", {}),
        ("mouse_down", {}),
        ("mouse_down", AT),
        ("tap", {"node": "k1"}),
        ("tap", {}),
    ],
)
def test_what_has_no_such_form_is_told_as_unsupported(name: str, arguments: dict[str, Any]) -> None:
    (seen,) = from_calls([ActionCall("android", name, arguments)], PHONE)
    assert seen["action"] == "unsupported"
    assert seen["what"].startswith(f"{name}(")


def test_a_wait_comes_back() -> None:
    assert from_calls(to_calls({"action": "wait"}, "ubuntu", DESKTOP), DESKTOP) == ({"action": "wait"},)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5), st.lists, max_leaves=5
)
_KINDS = [
    "click",
    "move",
    "drag",
    "scroll",
    "long_press",
    "type",
    "press",
    "back",
    "home",
    "open_app",
    "wait",
]
_FIELDS = st.sampled_from(
    ["x", "y", "button", "count", "path", "direction", "amount", "text", "keys", "name"]
)


@given(st.sampled_from(_KINDS), st.dictionaries(_FIELDS, _JSON), st.sampled_from([DESKTOP, PHONE]))
def test_whatever_a_model_writes_something_is_called(
    kind: str, fields: dict[str, Any], space: dict[str, Action]
) -> None:
    calls = to_calls({"action": kind, **fields}, "device", space, TALL)
    assert calls
    from_calls(calls, space, TALL)
