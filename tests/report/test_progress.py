"""How checkpoints moved, told from what was judged after each step."""

from __future__ import annotations

from crab_core.report.progress import at_start, moves

DIAMOND = {
    "checkpoints": ["a", "b", "c", "d"],
    "edges": [["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"]],
    "passed_at_start": [],
}


def passed(name: str, step: int) -> dict[str, object]:
    return {"name": name, "state": "passed", "reason": "yes", "step": step}


def test_sources_are_active_at_the_start_and_the_rest_waits() -> None:
    states = {name: node["state"] for name, node in at_start(DIAMOND).items()}
    assert states == {"a": "active", "b": "waiting", "c": "waiting", "d": "waiting"}


def test_what_was_true_at_the_start_has_passed_at_step_0() -> None:
    nodes = at_start({**DIAMOND, "passed_at_start": ["a"]})
    assert (nodes["a"]["state"], nodes["a"]["step"]) == ("passed", 0)
    assert [nodes[name]["state"] for name in "bcd"] == ["active", "active", "waiting"]


def test_a_checkpoint_is_active_when_all_before_it_have_passed() -> None:
    steps = [
        {"nodes": [passed("a", 1), passed("b", 1)]},
        {"nodes": []},
        {"nodes": [passed("c", 3)]},
    ]
    seen = [[node["state"] for node in nodes.values()] for nodes in moves(DIAMOND, steps)]
    assert seen == [
        ["passed", "passed", "active", "waiting"],
        ["passed", "passed", "active", "waiting"],
        ["passed", "passed", "passed", "active"],
    ]
