"""The hint that counts visits: where the agent has been, and what it has tried there."""

from __future__ import annotations

from scripted import ScriptedModel, ScriptedModels, reply

from crab_core import (
    ActionCall,
    Box,
    Briefing,
    ElementMap,
    Feedback,
    Mark,
    Root,
    Screenshot,
    Text,
    Turn,
    UiNode,
    UiTree,
    View,
)
from crab_core.chat import exploration
from crab_core.chat.exploration import Visits
from crab_core.content import Content
from crab_core.policies.single import SinglePolicy

HOME, INBOX = ["Mail", "Clock 10:24"], ["Compose", "Back"]
TAP = ActionCall("phone", "tap", {"element": 1})
BACK = ActionCall("phone", "press", {"key": "back"})


def view(*labels: str, environment: str = "phone") -> View:
    marks = (Mark(i, Box(0, i, 9, 9), label, "button") for i, label in enumerate(labels, start=1))
    return View(environment, elements=ElementMap(tuple(marks)))


def bare(*contents: Content) -> View:
    return View("phone", {str(i): content for i, content in enumerate(contents)})


class Walk:
    """Goes from screen to screen, with calls on the way."""

    def __init__(self) -> None:
        self.visits = Visits()
        self.number = 0

    def to(self, *views: View, by: tuple[ActionCall, ...] = ()) -> str:
        self.number += 1
        feedback = tuple(Feedback(call, True, "") for call in by)
        return self.visits.hint(Turn(self.number, {v.environment: v for v in views}, feedback))


def test_a_new_screen_needs_no_hint() -> None:
    walk = Walk()
    assert walk.to(view(*HOME)) == ""
    assert walk.to(view(*INBOX), by=(TAP,)) == ""


def test_who_comes_back_is_told_how_often_and_what_was_tried() -> None:
    walk = Walk()
    walk.to(view(*HOME))
    walk.to(view(*INBOX), by=(TAP,))
    assert walk.to(view(*HOME), by=(BACK,)) == (
        "You see this screen of phone for the 2nd time. "
        "Here you have already tried: phone.tap(element=1), once."
    )
    walk.to(view(*INBOX), by=(TAP,))
    hint = walk.to(view(*HOME), by=(BACK,))
    assert "3rd time" in hint
    assert "phone.tap(element=1), twice" in hint


def test_what_changes_nothing_is_counted_where_it_was_done() -> None:
    walk = Walk()
    walk.to(view(*HOME))
    assert walk.to(view(*HOME), by=(TAP, TAP, BACK)).endswith(
        'phone.tap(element=1), twice; phone.press(key="back"), once.'
    )


def test_a_clock_that_goes_on_makes_no_new_screen() -> None:
    walk = Walk()
    walk.to(view(*HOME))
    assert "2nd time" in walk.to(view("Mail", "Clock 10:25"))


def test_asking_twice_in_a_turn_counts_it_once() -> None:
    visits = Visits()
    turn = Turn(1, {"phone": view(*HOME)})
    assert visits.hint(turn) == visits.hint(turn) == ""
    assert "2nd time" in visits.hint(Turn(2, {"phone": view(*HOME)}))


def test_each_device_has_its_own_screens_and_actions() -> None:
    walk = Walk()
    desktop = view(*HOME, environment="desktop")
    walk.to(view(*HOME), desktop)
    hint = walk.to(view(*INBOX), desktop, by=(TAP, ActionCall("root", "wait")))
    assert hint == "You see this screen of desktop for the 2nd time."


def test_an_agent_that_sees_one_device_is_told_of_that_one() -> None:
    visits = Visits()
    views = {"phone": view(*HOME), "desktop": view(*HOME, environment="desktop")}
    visits.hint(Turn(1, views))
    assert visits.hint(Turn(2, views), ["phone"]) == "You see this screen of phone for the 2nd time."


def test_screens_without_marks_are_told_apart_by_what_there_is() -> None:
    tree = UiTree(UiNode("window", "A"), 9, 9)
    for one, other in (
        (bare(tree), bare(UiTree(UiNode("window", "B"), 9, 9))),
        (bare(Text("1")), bare(Text("2"))),
        (bare(Screenshot(b"1", 1, 1)), bare(Screenshot(b"2", 1, 1))),
    ):
        walk = Walk()
        assert walk.to(one) == ""
        assert walk.to(other) == ""
        assert "2nd time" in walk.to(one)


def test_memory_and_hint_are_bounded() -> None:
    walk = Walk()
    walk.to(view("here"))
    for i in range(exploration.MOST_STATES):
        walk.to(view("here"), by=(ActionCall("phone", f"do{i}"),))
    hint = walk.to(view("here"))
    assert hint.count("once") == exploration.MOST_ACTIONS
    for i in range(exploration.MOST_STATES + 5):
        walk.to(view(str(i)))
    assert len(walk.visits._states) == exploration.MOST_STATES
    assert walk.to(view("here")) == ""


def test_ordinals_read_well() -> None:
    walk = Walk()
    said = [walk.to(view(*HOME)) for _ in range(23)]
    for number, word in (
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (22, "22nd"),
    ):
        assert f" {word} time" in said[number - 1]


def test_an_agent_is_told_when_it_is_so_wanted() -> None:
    for wanted in (True, False):
        model = ScriptedModel(reply("", ("wait", {})), loop=True)
        policy = SinglePolicy(model="scripted:one", exploration=wanted)
        policy.begin(Briefing("Do it.", {"root": Root().action_space}, models=ScriptedModels(model)))
        for number in (1, 2):
            policy.decide(Turn(number, {"phone": view(*HOME)}))
        assert ("for the 2nd time" in model.requests[1].messages[-1].text) is wanted
