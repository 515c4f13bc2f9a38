"""The graph evaluator: checkpoints pass in order, once, and cost only what is judged."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_core import (
    CheckpointGraph,
    DefinitionError,
    EvaluationError,
    EvaluatorCall,
    GraphEvaluator,
    NodeState,
    Outcome,
    UnknownNameError,
    Verdict,
    evaluator,
)


@evaluator(env="world")
def holds(fact: str) -> bool:
    """Never called: the tests answer for it."""
    raise AssertionError


def graph(names: Sequence[Any], edges: Sequence[tuple[Any, Any]] = ()) -> CheckpointGraph:
    return CheckpointGraph({str(n): holds(fact=str(n)) for n in names}, [(str(a), str(b)) for a, b in edges])


class World:
    """Answers evaluator calls from a set of facts and notes what was asked."""

    def __init__(self, *facts: str) -> None:
        self.facts = set(facts)
        self.asked: list[str] = []

    def __call__(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
        names = [str(call.arguments["fact"]) for call in calls]
        self.asked.extend(names)
        return [Verdict(name in self.facts, f"{name}: {name in self.facts}") for name in names]


DIAMOND = graph("abcd", ["ab", "ac", "bd", "cd"])


def test_only_the_frontier_is_judged() -> None:
    live, world = GraphEvaluator(DIAMOND), World()
    live.step(world)
    assert world.asked == ["a"]


def test_a_passed_checkpoint_releases_its_successors_in_the_same_step() -> None:
    live, world = GraphEvaluator(DIAMOND), World("a", "b")
    assert live.step(world) == ["a", "b"]
    assert world.asked == ["a", "b", "c"]
    assert live.active == ("c",)


def test_a_checkpoint_waits_for_all_its_predecessors() -> None:
    live, world = GraphEvaluator(DIAMOND), World("a", "b", "d")
    live.step(world)
    assert "d" not in world.asked
    world.facts.add("c")
    assert live.step(world) == ["c", "d"]
    assert live.complete


def test_passing_is_latched_and_never_judged_again() -> None:
    live, world = GraphEvaluator(DIAMOND), World("a")
    live.step(world)
    world.facts.clear()
    world.asked.clear()
    live.step(world)
    assert "a" not in world.asked
    assert live.completion_ratio == 0.25


def test_edges_have_a_direction() -> None:
    live = GraphEvaluator(graph("ab", ["ba"]))
    assert live.step(World("a")) == []
    assert live.step(World("b")) == ["b"]


def test_each_checkpoint_is_judged_at_most_once_a_step() -> None:
    live, world = GraphEvaluator(DIAMOND), World("a", "b", "c")
    live.step(world)
    assert sorted(world.asked) == ["a", "b", "c", "d"]


def test_an_evaluator_that_raises_is_recorded_and_asked_again() -> None:
    live = GraphEvaluator(DIAMOND)
    boom = EvaluationError("ValueError", "boom")
    assert live.step(lambda calls: [boom] * len(calls), 1) == []
    record = live.records()[0]
    assert (record.state, record.error, record.step) == (NodeState.ACTIVE, boom, None)
    assert live.step(World("a"), 2) == ["a"]
    assert live.records()[0].error is None


def test_records_tell_state_reason_and_step() -> None:
    live = GraphEvaluator(DIAMOND)
    live.step(World("a"), 3)
    a, b, _, d = live.records()
    assert (a.state, a.reason, a.step) == (NodeState.PASSED, "a: True", 3)
    assert (b.state, b.reason, b.step) == (NodeState.ACTIVE, "b: False", None)
    assert (d.state, d.reason, d.step) == (NodeState.WAITING, "", None)
    assert [record.name for record in live.judged()] == ["a", "b", "c"]


def test_a_new_evaluator_of_the_same_graph_starts_anew() -> None:
    first = GraphEvaluator(DIAMOND)
    first.step(World(*"abcd"))
    second = GraphEvaluator(DIAMOND)
    assert first.complete
    assert (second.passed_count, second.edges_left, second.active) == (0, 4, ("a",))


def test_what_is_left_is_counted() -> None:
    live = GraphEvaluator(DIAMOND)
    assert (live.edges_left, live.longest_unfinished_path()) == (4, 3)
    live.step(World("a", "b"))
    assert (live.edges_left, live.longest_unfinished_path()) == (3, 2)
    live.step(World("c", "d"))
    assert (live.edges_left, live.longest_unfinished_path()) == (0, 0)


# -- building --------------------------------------------------------------------------------------


def test_a_chain_is_a_path() -> None:
    assert CheckpointGraph.chain({"a": holds("a"), "b": holds("b")}).edges == (("a", "b"),)


def test_then_joins_every_sink_to_every_source() -> None:
    joined = graph("abc", ["ab", "ac"]).then(graph("xyz", ["xz", "yz"]))
    assert set(joined.edges) == {tuple(e) for e in ("ab", "ac", "bx", "by", "cx", "cy", "xz", "yz")}
    assert (joined.sources, joined.sinks) == (("a",), ("z",))


def test_then_refuses_checkpoints_of_the_same_name() -> None:
    with pytest.raises(DefinitionError, match="'a'"):
        graph("a").then(graph("a"))


def test_a_cycle_is_refused_and_named() -> None:
    with pytest.raises(DefinitionError, match=r"b -> c -> b|c -> b -> c"):
        graph("abc", ["ab", "bc", "cb"])
    with pytest.raises(DefinitionError, match="a -> a"):
        graph("a", ["aa"])


def test_an_edge_to_nowhere_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="first"):
        CheckpointGraph({"first": holds("a")}, [("first", "frist")])


def test_an_empty_graph_is_refused() -> None:
    with pytest.raises(DefinitionError):
        CheckpointGraph({})


def test_an_edge_given_twice_counts_once() -> None:
    live = GraphEvaluator(graph("ab", ["ab", "ab"]))
    assert live.edges_left == 1
    live.step(World("a", "b"))
    assert live.complete


def test_an_open_evaluator_cannot_be_a_checkpoint() -> None:
    with pytest.raises(DefinitionError, match="fact"):
        CheckpointGraph({"a": holds})


# -- large graphs ----------------------------------------------------------------------------------


def lattice(columns: int, rows: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Columns of `rows` checkpoints, each joined to every one of the next column."""
    names = [f"{c}.{r}" for c in range(columns) for r in range(rows)]
    edges = [
        (f"{c}.{r}", f"{c + 1}.{s}")
        for c in range(columns - 1)
        for r, s in itertools.product(range(rows), repeat=2)
    ]
    return names, edges


def test_a_lattice_of_diamonds_is_counted_right() -> None:
    live = GraphEvaluator(graph(*lattice(11, 4)))  # 4 ** 11 paths: whoever walks them all does not come back
    assert live.longest_unfinished_path() == 11
    assert live.edges_left == 10 * 16
    live.step(World("0.0", "0.1", "0.2", "0.3", "1.0"))
    assert live.longest_unfinished_path() == 10
    assert live.edges_left == 10 * 16 - 4


@pytest.mark.parametrize("shape", ["path", "wide"])
def test_ten_thousand_checkpoints_cost_what_is_judged(shape: str) -> None:
    size = 10_000
    edges = list(itertools.pairwise(range(size))) if shape == "path" else []
    live, world = GraphEvaluator(graph(range(size), edges)), World()
    for name in range(20):
        world.facts.add(str(name))
        live.step(world)
    asked_by_now = len(world.asked)
    assert asked_by_now == (40 if shape == "path" else sum(size - n for n in range(20)))
    world.facts.update(map(str, range(size)))
    live.step(world)
    assert live.complete
    assert (live.edges_left, live.longest_unfinished_path()) == (0, 0)


# -- against a plain reference ---------------------------------------------------------------------


class Reference:
    """The definition, word for word: no index, no increments, networkx for what is counted."""

    def __init__(self, graph: CheckpointGraph) -> None:
        self.graph = graph.to_networkx()
        self.passed: set[str] = set()

    def active(self) -> list[str]:
        return [n for n in self.graph if n not in self.passed and self.passed >= set(self.graph.pred[n])]

    def step(self, judge: Callable[[str], bool | None]) -> set[str]:
        before, judged = set(self.passed), set[str]()
        while fresh := [n for n in self.active() if n not in judged]:
            judged.update(fresh)
            self.passed.update([n for n in fresh if judge(n)])
        return self.passed - before

    @property
    def edges_left(self) -> int:
        return sum(after not in self.passed for _, after in self.graph.edges)

    @property
    def longest(self) -> int:
        unpassed = self.graph.subgraph(set(self.graph) - self.passed)
        return networkx.dag_longest_path_length(unpassed) + 1 if len(unpassed) else 0


@st.composite
def dags(draw: st.DrawFn) -> CheckpointGraph:
    size = draw(st.integers(1, 12))
    order = draw(st.permutations(range(size)))
    pairs = list(itertools.combinations(order, 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return graph(range(size), edges)


scripts = st.lists(st.lists(st.sampled_from([True, False, None]), min_size=12, max_size=12), max_size=8)
"""For each step what each checkpoint says: it flips freely, and None stands for an evaluator that raises."""


def agree(live: GraphEvaluator, reference: Reference) -> None:
    names = live.graph.names
    assert {r.name for r in live.records() if r.state is NodeState.PASSED} == reference.passed
    assert {r.name for r in live.records() if r.state is NodeState.ACTIVE} == set(reference.active())
    assert set(live.active) == set(reference.active())
    assert live.passed_count == len(reference.passed)
    assert live.completion_ratio == len(reference.passed) / len(names)
    assert live.complete == (reference.passed == set(names))
    assert live.edges_left == reference.edges_left
    assert live.longest_unfinished_path() == reference.longest


def to_outcome(said: bool | None) -> Outcome:
    return EvaluationError("RuntimeError", "boom") if said is None else Verdict(said)


@given(dags(), scripts)
def test_it_does_what_the_definition_says(graph: CheckpointGraph, script: list[list[bool | None]]) -> None:
    live, reference = GraphEvaluator(graph), Reference(graph)
    agree(live, reference)
    for number, said in enumerate(script):

        def ask(calls: Sequence[EvaluatorCall], said: list[bool | None] = said) -> list[Outcome]:
            return [to_outcome(said[int(call.arguments["fact"])]) for call in calls]

        passed = live.step(ask, number)
        assert len(passed) == len(set(passed))
        assert set(passed) == reference.step(lambda name, said=said: said[int(name)])  # type: ignore[misc]
        agree(live, reference)


@given(dags(), st.lists(st.integers(0, 12), max_size=8))
def test_evaluators_that_hang_on_the_order_of_asking_are_asked_once_a_step(
    graph: CheckpointGraph, allowed: list[int]
) -> None:
    """The first `n` evaluators that are asked in a step pass, whoever they are: a pathological device."""
    live = GraphEvaluator(graph)
    for number, limit in enumerate(allowed):
        asked: list[str] = []

        def ask(
            calls: Sequence[EvaluatorCall], asked: list[str] = asked, limit: int = limit
        ) -> list[Outcome]:
            outcomes: list[Outcome] = []
            for call in calls:
                asked.append(str(call.arguments["fact"]))
                outcomes.append(Verdict(len(asked) <= limit))
            return outcomes

        before = {r.name for r in live.records() if r.state is NodeState.PASSED}
        passed = live.step(ask, number)
        assert len(asked) == len(set(asked)), "nobody is asked twice"
        assert passed == asked[: len(passed)]
        assert len(passed) == min(limit, len(asked))
        assert not before & set(asked), "what has passed is not asked again"
        done = before | set(passed)
        assert all(done >= set(graph.to_networkx().pred[name]) for name in asked), "in order of the graph"


@given(dags(), scripts)
@settings(max_examples=50)
def test_completion_never_falls(graph: CheckpointGraph, script: list[list[bool | None]]) -> None:
    live, ratios = GraphEvaluator(graph), [0.0]
    for said in script:
        live.step(lambda calls, said=said: [to_outcome(said[int(c.arguments["fact"])]) for c in calls])  # type: ignore[misc]
        ratios.append(live.completion_ratio)
    assert ratios == sorted(ratios)
