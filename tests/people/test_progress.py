"""The checkpoint graph beside a playing person."""

from __future__ import annotations

from crab_core.evaluator import EvaluationError
from crab_core.graph import NodeRecord, NodeState
from crab_core.people.progress import draw_progress

DIAMOND = [("start", "left"), ("start", "right"), ("left", "end"), ("right", "end")]


def node(name: str, state: NodeState = NodeState.WAITING, **more: object) -> NodeRecord:
    return NodeRecord(name, state, **more)  # type: ignore[arg-type]


def test_every_checkpoint_has_a_line_and_every_edge_is_drawn() -> None:
    names = ["start", "left", "right", "end"]
    nodes = [node("start", NodeState.PASSED, step=2), *(node(name) for name in names[1:])]
    drawing = draw_progress(names, DIAMOND, nodes)
    assert drawing.count('class="edge done"') == 2
    assert drawing.count('class="edge"') == 2
    assert drawing.count("<circle") == 4
    assert "passed at step 2" in drawing
    assert "1 of 4 checkpoints passed" in drawing


def test_every_state_says_what_it_means() -> None:
    error = EvaluationError.from_exception(ValueError("no"))
    nodes = [
        node("a", NodeState.PASSED, step=0),
        node("b", NodeState.ACTIVE),
        node("c", NodeState.ACTIVE, error=error),
        node("d"),
    ]
    drawing = draw_progress(["a", "b", "c", "d"], [("b", "d")], nodes)
    for words in ("true at the start", "to be reached", "cannot be judged now", "waits for others"):
        assert words in drawing


def test_names_are_text_and_long_ones_are_cut() -> None:
    hostile, long = "<script>alert(1)</script>", "a checkpoint with a name " * 9
    drawing = draw_progress([hostile, long], [], [node(hostile), node(long)])
    assert "<script>" not in drawing
    assert " …</text>" in drawing
