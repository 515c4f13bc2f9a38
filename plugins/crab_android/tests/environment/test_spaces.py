"""The spaces of the environment: complete, described, and told in the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_android.actions import ACTIONS
from crab_android.evaluators import EVALUATORS
from crab_android.observations import OBSERVATIONS, ON_REQUEST
from crab_core import InvalidAction

README = Path(__file__).parents[2] / "README.md"
MEMBERS = [*ACTIONS, *OBSERVATIONS, *ON_REQUEST, *EVALUATORS]


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_everything_is_described_with_all_its_parameters(member):
    assert member.description
    for name, parameter in member.schema["parameters"]["properties"].items():
        assert parameter.get("description"), f"{member.name}: {name}"


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_everything_stands_in_the_readme(member):
    text = README.read_text(encoding="utf-8")
    assert f"`{member.name}`" in text or f"`{member.name}(" in text


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=lambda evaluator: evaluator.name)
def test_every_evaluator_judges_the_phone_and_travels_as_json(evaluator):
    import json

    assert evaluator.environment == "android"
    json.dumps(evaluator.schema)


def test_the_paper_s_actions_and_androidarena_s_levels_are_there():
    names = {action.name for action in ACTIONS}
    assert names >= {"tap", "long_tap", "swipe", "write_text", "press", "open_app_drawer"}, "CRAB, table 2"
    assert names >= {"install_app", "launch_app", "stop_app", "stop_all_apps"}, "AndroidArena, table 7: apps"
    assert names >= {"tap", "double_tap", "long_tap", "set_text", "swipe"}, "components"
    assert names >= {"press", "turn_screen", "set_orientation", "take_screenshot"}, "system"


BLANKS = [
    ("text_on_screen", {"text": " \n"}),
    ("path_present", {"path": " "}),
    ("element_present", {"text_contains": ""}),
    ("element_present", {"text_contains": " "}),
    ("note_exists", {"text": " "}),
    ("note_exists", {"text": "x", "title": " "}),
    ("todo_exists", {"title": ""}),
    ("mail_sent", {"to": " "}),
    ("mail_sent", {"to": "a@b.test", "text": "\t"}),
    ("contact_exists", {"name": "x", "mail": " "}),
    ("sms_sent", {"number": "112", "text": " "}),
    ("address_shown", {"place": " ", "address": "x"}),
    ("route_shown", {"origin": "x", "destination": "\n"}),
    ("drive_folder_exists", {"name": " "}),
    ("world_clock_has", {"city": " "}),
    ("bluetooth_name_is", {"name": " "}),
    ("clipboard_is", {"text": ""}),
    ("notification_present", {"title": " "}),
]


@pytest.mark.parametrize(("name", "arguments"), BLANKS)
def test_no_evaluator_looks_for_nothing(name, arguments):
    """Nothing is found everywhere: a task that forgot to say what it wants must not pass."""
    (evaluator,) = [item for item in EVALUATORS if item.name == name]
    with pytest.raises(InvalidAction):
        evaluator.judge(arguments, None)
