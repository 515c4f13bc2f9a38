"""Steps in words: what was done, on what, and what came of it, for models that look back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from toys import Counter, Script, Touchpad, call, climb

import crab_core as crab
from crab_core.chat import steps
from crab_core.chat.steps import call_words, feedback_words, step_words
from crab_core.content import Content
from crab_core.past import read_trial
from crab_core.record import Recorder, RunDirectory

SAVE = crab.Mark(3, crab.Box(0, 0, 9, 9), "Save", "button")
TRASH = crab.Mark(4, crab.Box(9, 9, 9, 9), "Trash", "icon")
MARKS = crab.ElementMap((SAVE, TRASH))
TOUCH = call("touch", "touchpad", element=3)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (call("add", amount=3), "counter.add(amount=3)"),
        (call("complete", "root"), "root.complete()"),
        (crab.ActionCall("", "tap", {"text": "ä\n"}), 'tap(text="ä\\n")'),
        (TOUCH, 'touchpad.touch(element=3 [button "Save"])'),
        (call("touch", "touchpad", element="3"), 'touchpad.touch(element="3" [button "Save"])'),
        (call("touch", "touchpad", element=9), "touchpad.touch(element=9)"),
        (call("touch", "touchpad", x=3), "touchpad.touch(x=3)"),
        (
            call("drag", "pad", from_element=3, to_element=4),
            'pad.drag(from_element=3 [button "Save"], to_element=4 [icon "Trash"])',
        ),
    ],
)
def test_a_call_is_told_with_what_it_points_at(made: crab.ActionCall, words: str) -> None:
    assert call_words(made, MARKS) == words


def test_a_step_says_whether_it_was_done() -> None:
    assert step_words(TOUCH, True, "") == "touchpad.touch(element=3): Done."
    assert step_words(TOUCH, True, "a\n b") == "touchpad.touch(element=3): a b"
    assert step_words(TOUCH, False, "Not now.") == "touchpad.touch(element=3): not done. Not now."


def test_long_steps_are_cut() -> None:
    long = "x" * 5_000
    marks = (crab.Mark(3, crab.Box(0, 0, 9, 9), long, "button"),)
    assert len(step_words(TOUCH, False, long, marks)) < steps.LONGEST_LABEL + steps.LONGEST_RESULT + 100
    assert len(call_words(call("write", text=long))) == steps.LONGEST_CALL


def test_calls_are_told_by_the_marks_of_the_screen_on_which_they_were_made() -> None:
    views = {"touchpad": crab.View("touchpad", elements=MARKS)}
    feedback = [
        crab.Feedback(TOUCH, True, ""),
        crab.Feedback(crab.ActionCall("", ""), False, "The reply held no action."),
        crab.Feedback(call("touch", "elsewhere", element=3), True, ""),
    ]
    assert feedback_words(feedback, views) == [
        'touchpad.touch(element=3 [button "Save"]): Done.',
        "elsewhere.touch(element=3): Done.",
    ]


class Marker:
    """Marks two things on whatever screen."""

    name = "marker"

    def mark(self, screenshot: Any, tree: Any) -> crab.Marked:
        return crab.Marked(MARKS)


class Screen(Touchpad):
    def observe(self) -> dict[str, Content]:
        return {"tree": crab.UiTree(crab.UiNode("window"), 9, 9)}


def test_a_recorded_trial_knows_what_its_calls_pointed_at(tmp_path: Path) -> None:
    task = climb(1, limits=crab.Limits(steps=2))
    devices: dict[str, Any] = {"counter": Counter(), "touchpad": Screen()}
    for device in devices.values():
        device.reset({})
    with closing(RunDirectory(tmp_path)) as directory, closing(Recorder(directory)) as recorder:
        script = Script(TOUCH, call("touch", "touchpad", x=1, y=2))
        crab.Episode("e", task, crab.Benchmark(devices), script, Marker(), [recorder]).run()
    trial = read_trial(tmp_path / "episodes/e", 1, "step_limit")
    assert [step_words(s.call, s.ok, s.text, s.marks) for s in trial.steps] == [
        'touchpad.touch(element=3 [button "Save"]): Done.',
        "touchpad.touch(x=1, y=2): Done.",
    ]
