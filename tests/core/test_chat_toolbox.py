"""The tool box: unique names for the actions of several environments, and calls back to actions."""

from __future__ import annotations

from typing import Any

import pytest
from toys import Counter, Touchpad, touch

import crab_core as crab
from crab_core.chat import SKIP, Frame, ToolBox

SPACES = {
    "counter": Counter().action_space,
    "touchpad": Touchpad().action_space,
    "root": crab.Root().action_space,
}


def space(*names: str) -> dict[str, crab.Action]:
    return {name: touch.renamed(name) for name in names}


def frame(width: int, height: int, seen_width: int, seen_height: int) -> Frame:
    return Frame(crab.Screenshot(b"", width, height), seen_width, seen_height)


def test_an_action_whose_name_is_unique_keeps_it() -> None:
    assert "add" in [tool.name for tool in ToolBox(SPACES).tools]


def test_actions_that_share_a_name_are_named_after_their_environments() -> None:
    names = [tool.name for tool in ToolBox(SPACES).tools]
    assert "touchpad_wait" in names
    assert "root_wait" in names
    assert len(names) == len(set(names))


def test_every_tool_name_leads_back_to_its_own_action() -> None:
    box = ToolBox(SPACES)
    for environment, actions in SPACES.items():
        for name in actions:
            call = box.call(box.name_of(environment, name), {})
            assert (call.environment, call.name, call.problem) == (environment, name, "")


def test_names_that_could_be_read_in_two_ways_are_told_apart() -> None:
    box = ToolBox(
        {"a": space("b_c", "x_in_y", "d"), "a_b": space("c", "d"), "b": space("c"), "y": space("x")}
    )
    calls = [box.call(tool.name, {}) for tool in box.tools]
    assert len({(call.environment, call.name) for call in calls}) == 7
    assert not any(call.problem for call in calls)


def test_names_fit_every_provider() -> None:
    odd = "öffne das Fenster!" * 10
    box = ToolBox({"2nd phone": space(odd, "3d"), "other": space(odd, "3d")})
    for tool in box.tools:
        assert len(tool.name) <= 64
        assert tool.name.isascii()
        assert tool.name.replace("_", "").replace("-", "").isalnum()
        assert tool.name[0].isalpha() or tool.name[0] == "_"
    assert len({tool.name for tool in box.tools}) == 4


def test_a_tool_says_where_it_acts() -> None:
    [tool] = [tool for tool in ToolBox(SPACES).tools if tool.name == "add"]
    assert tool.description == "Raise the number. (On counter.)"
    assert tool.parameters["properties"]["amount"]["type"] == "integer"


def test_a_tool_says_nothing_of_where_it_acts_when_that_goes_without_saying() -> None:
    alone = {name: SPACES[name] for name in ("counter", "root")}
    assert all("(On " not in tool.description for tool in ToolBox(alone).tools)
    assert all("(On root.)" not in tool.description for tool in ToolBox(SPACES).tools)


def test_a_mistake_is_that_of_the_only_environment_there_is() -> None:
    call = ToolBox({"counter": SPACES["counter"]}).call("ad", {})
    assert call.environment == "counter"
    assert "Did you mean 'add'?" in call.problem


def test_a_model_may_name_environment_and_action_instead_of_the_tool() -> None:
    call = ToolBox(SPACES).call("wait", {}, environment="touchpad")
    assert (call.environment, call.name, call.problem) == ("touchpad", "wait", "")


def test_a_name_that_two_environments_share_has_to_be_told_apart() -> None:
    call = ToolBox(SPACES).call("wait", {})
    assert call.problem == ("'wait' is an action of touchpad and root. Call 'touchpad_wait' or 'root_wait'.")


@pytest.mark.parametrize(
    ("name", "environment", "told"),
    [
        ("ad", "", "There is no action named 'ad'. Did you mean 'add'?"),
        ("add", "touchpad", "There is no action named 'add'."),
        ("add", "contour", "There is no environment named 'contour'. Did you mean 'counter'?"),
        ("", "", "There is no action named ''."),
    ],
)
def test_an_unknown_name_is_a_problem_that_names_the_nearest(name: str, environment: str, told: str) -> None:
    call = ToolBox(SPACES).call(name, {"amount": 1}, environment=environment)
    assert call.problem.startswith(told)
    assert call.arguments == {"amount": 1}


def test_a_call_that_could_not_be_read_keeps_its_problem() -> None:
    call = ToolBox(SPACES).call("add", {}, problem="no JSON")
    assert (call.environment, call.name, call.problem) == ("counter", "add", "no JSON")


def test_skip_is_a_tool_only_where_it_is_wanted() -> None:
    assert SKIP in ToolBox(SPACES, skip=True).tools
    assert SKIP not in ToolBox(SPACES).tools
    assert ToolBox(SPACES).call("skip", {}).problem


def test_an_action_called_skip_does_not_collide() -> None:
    box = ToolBox({"rope": space("skip")}, skip=True)
    assert box.name_of("rope", "skip") == "skip_2"
    assert box.is_skip("skip")


def test_an_action_called_computer_does_not_collide_with_the_providers_tool() -> None:
    spaces = {"desk": space("computer"), **SPACES}
    assert ToolBox(spaces, computer="touchpad").name_of("desk", "computer") == "computer_2"
    assert ToolBox(spaces).name_of("desk", "computer") == "computer"


@pytest.mark.parametrize(
    ("arguments", "scaled"),
    [
        ({"x": 100, "y": 50}, {"x": 200, "y": 150}),
        ({"x": "100", "y": 50.4}, {"x": 200, "y": 151}),
        ({"from_x": 10, "to_y": 10, "element": 3}, {"from_x": 20, "to_y": 30, "element": 3}),
        ({"x": None, "y": "far", "maxx": 10}, {"x": None, "y": "far", "maxx": 10}),
        ({"x": True, "y": "nan"}, {"x": True, "y": "nan"}),
    ],
)
def test_positions_in_a_shrunk_picture_become_positions_on_the_screen(
    arguments: dict[str, Any], scaled: dict[str, Any]
) -> None:
    frames = {"touchpad": frame(1280, 960, 640, 320)}
    assert ToolBox(SPACES).call("touch", arguments, frames=frames).arguments == scaled


def test_positions_stay_when_the_picture_is_not_shrunk() -> None:
    frames = {"touchpad": frame(1280, 960, 1280, 960)}
    assert ToolBox(SPACES).call("touch", {"x": "7"}, frames=frames).arguments == {"x": "7"}


def test_no_position_leaves_the_screen_by_scaling() -> None:
    shrunk = frame(1920, 1080, 999, 562)
    assert 0 <= shrunk.x(998) < 1920
    assert 0 <= shrunk.y(561) < 1080


def test_half_a_character_in_an_argument_reaches_no_device() -> None:
    arguments = {"answer": "\ud83d\ude00, \ud83d", "more": ["\udc00"]}
    call = ToolBox(SPACES).call("submit", arguments)
    assert call.arguments == {"answer": "😀, \ufffd", "more": ["\ufffd"]}


def test_an_environment_with_a_tool_of_the_provider_has_no_others() -> None:
    box = ToolBox(SPACES, computer="touchpad")
    assert [tool.name for tool in box.tools if "touch" in tool.name] == []
    assert "add" in [tool.name for tool in box.tools]


def test_the_actions_can_be_described_in_words() -> None:
    told = ToolBox(SPACES).describe()
    assert "counter:\n- add: Raise the number.\n  - amount (integer; 1 if left out): By how much.\n" in told
    assert "root:\n- submit: " in told
