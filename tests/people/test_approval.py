"""Who may say no to an action: rules by globs, plugins, and a person."""

from __future__ import annotations

from typing import Any

import pytest
from stage import Boxes, Pad
from toys import Notes, Script, call, climb, counter_benchmark

import crab_core as crab
from crab_core.approval import Answer, Approver, Permission, Question, Rule
from crab_core.config import RunConfig


def rule(permission: str = "deny", **patterns: Any) -> Rule:
    return Rule(permission=Permission(permission), **patterns)


def seen(environment: str = "pad", *, tree: crab.UiTree | None = None, marks: bool = True) -> crab.Turn:
    """A turn in which a box "Delete all" is seen at 20..120, 80..120."""
    pad = Pad()
    pad.reset()
    picture = pad.observe()["screenshot"]
    assert isinstance(picture, crab.Screenshot)
    elements = Boxes().mark(None, None).elements if marks else crab.ElementMap()
    contents = {"screenshot": picture, **({"ui_tree": tree} if tree else {})}
    return crab.Turn(1, {environment: crab.View(environment, contents, elements)})


class Somebody:
    """Says what they were told to, and remembers what they were asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        return self.answers.pop(0)

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "patterns",
    [
        {},
        {"environment": "p?d"},
        {"action": "*_text"},
        {"action": "WRITE_text"},
        {"arguments": {"text": "rm *"}},
        {"arguments": {"text": "*[/]"}},
        {"environment": "pad", "action": "write_text", "arguments": {"text": "*"}},
    ],
)
def test_a_rule_decides_about_the_calls_that_fit_all_its_patterns(patterns: dict[str, Any]) -> None:
    assert rule(**patterns).fits(call("write_text", "pad", text="rm -r\n/"))


@pytest.mark.parametrize(
    "patterns",
    [
        {"environment": "desk"},
        {"action": "write"},
        {"action": "*_text", "environment": "desk"},
        {"arguments": {"text": "rm"}},
        {"arguments": {"texts": "*"}},
        {"label": "*"},
    ],
)
def test_a_rule_leaves_calls_alone_that_miss_one_of_its_patterns(patterns: dict[str, Any]) -> None:
    assert not rule(**patterns).fits(call("write_text", "pad", text="rm -r /"))


@pytest.mark.parametrize(
    ("value", "pattern"), [(3, "3"), (True, "true"), (None, "null"), (["ctrl", "c"], '*"ctrl"*')]
)
def test_arguments_that_are_no_text_are_compared_as_json(value: Any, pattern: str) -> None:
    # `[` begins a class of characters in a glob, so lists are looked into by what they hold.
    assert rule(arguments={"value": pattern}).fits(call("act", value=value))


def test_the_first_rule_that_fits_decides() -> None:
    approve = Approver([rule("allow", action="tap"), rule(reason="only taps")])
    assert approve(call("tap", "pad"), "t") is None
    assert approve(call("press", "pad"), "t") == "only taps"


def test_a_call_that_no_rule_fits_is_allowed() -> None:
    assert Approver([rule(action="tap")])(call("press", "pad"), "t") is None


def test_leaving_the_environment_out_is_no_way_around_a_rule() -> None:
    assert Approver([rule(environment="pad")])(call("tap", ""), "t")
    allowed_there = Approver([rule("allow", environment="pad"), rule()])
    assert allowed_there(call("tap", ""), "t")


@pytest.mark.parametrize(
    "arguments",
    [
        {"element": 1},
        {"element": "1"},
        {"element": 1.0},
        {"x": 20, "y": 119},
        {"x": "60", "y": 100.5},
        {"from_element": 1, "to_x": 0, "to_y": 0},
        {"from_x": 0, "from_y": 0, "to_x": 30, "to_y": 90},
    ],
)
def test_a_label_is_that_of_whatever_the_call_points_at(arguments: dict[str, Any]) -> None:
    approve = Approver([rule(label="delete*", reason="nothing is deleted")])
    assert approve(call("tap", "pad", **arguments), "t", seen()) == "nothing is deleted"


@pytest.mark.parametrize(
    "arguments", [{"element": 2}, {"x": 19, "y": 100}, {"x": 60, "y": 120}, {"x": 60}, {}]
)
def test_a_label_does_not_concern_calls_that_point_elsewhere(arguments: dict[str, Any]) -> None:
    approve = Approver([rule(label="delete*")])
    assert approve(call("tap", "pad", **arguments), "t", seen()) is None


def test_without_marks_the_tree_tells_the_label() -> None:
    button = crab.UiNode("button", "Delete all", box=crab.Box(20, 80, 100, 40))
    window = crab.UiNode("window", "Files", box=crab.Box(0, 0, 180, 400), children=(button,))
    turn = seen(tree=crab.UiTree(window, 180, 400), marks=False)
    approve = Approver([rule(label="delete*")])
    assert approve(call("tap", "pad", x=60, y=100), "t", turn)
    assert approve(call("tap", "pad", x=60, y=300), "t", turn) is None


@pytest.mark.parametrize(
    ("by_rule", "by_plugin", "runs"),
    [
        ("allow", crab.Approval.deny("no"), False),
        ("deny", crab.Approval.allow(), False),
        ("ask", crab.Approval.allow(), False),
        ("allow", crab.Approval.ask(), False),
        ("allow", crab.Approval.allow(), True),
    ],
)
def test_the_strictest_opinion_counts(by_rule: str, by_plugin: crab.Approval, runs: bool) -> None:
    approve = Approver([rule(by_rule)], opinion=lambda call, task: by_plugin)
    assert (approve(call("tap"), "t") is None) is runs


def test_where_nobody_can_be_asked_it_is_denied() -> None:
    assert Approver([rule("ask", reason="risky")])(call("tap"), "t") == "risky; nobody is here to be asked"


def test_a_person_decides_and_sees_what_the_agent_points_at() -> None:
    somebody = Somebody(Answer(True), Answer(False, "not that one"), Answer(False))
    approve = Approver([rule("ask", reason="risky")], asker=somebody)
    said = [approve(call("tap", "pad", element=1), "office", seen()) for _ in range(3)]
    assert said == [None, "risky; not that one", "risky; a person said no"]
    question = somebody.asked[0]
    assert (question.task, question.reason, question.labels) == ("office", "risky", ("Delete all",))
    assert question.view is not None


def test_always_spares_further_questions_about_the_same_action_for_the_same_reason() -> None:
    somebody = Somebody(Answer(True, always=True), Answer(False))
    approve = Approver([rule("ask", action="tap"), rule("ask", reason="other")], asker=somebody)
    assert approve(call("tap", "pad"), "t") is None
    assert approve(call("tap", "pad", x=1, y=2), "t") is None
    assert approve(call("press", "pad"), "t")
    assert len(somebody.asked) == 2


def test_an_agent_reads_why_its_call_was_denied_and_nothing_ran() -> None:
    notes = Notes()
    approve = Approver([rule(action="add", arguments={"amount": "1?"}, reason="at most nine at once")])
    policy = Script(call("add", amount=12), call("add", amount=3))
    episode = crab.Episode("e", climb(3), counter_benchmark(), policy, observers=[notes], approve=approve)
    assert episode.run().termination == "success"
    assert notes.steps[0].result is not None
    assert notes.steps[0].result.executed is None
    assert "denied: at most nine at once" in policy.turns[1].feedback[0].text


def test_rules_stand_in_the_configuration_of_a_run_and_survive_its_record() -> None:
    facts = {
        "permission": "ask",
        "environment": "ubuntu",
        "arguments": {"text": "*sudo*"},
        "label": "Rename*",
    }
    config = RunConfig.from_facts({"tasks": ["t"], "approve": [facts]})
    assert config.approve == (
        rule("ask", environment="ubuntu", arguments={"text": "*sudo*"}, label="Rename*"),
    )
    assert RunConfig.from_facts(config.model_dump(mode="json")) == config


@pytest.mark.parametrize(
    "facts",
    [{}, {"permission": "maybe"}, {"permission": "deny", "aktion": "*"}, {"permission": "deny", "action": 3}],
)
def test_a_rule_that_says_nothing_sensible_is_a_usage_error(facts: dict[str, Any]) -> None:
    with pytest.raises(crab.UsageError, match="approve"):
        RunConfig.from_facts({"tasks": ["t"], "approve": [facts]})
