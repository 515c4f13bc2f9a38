"""Compositions drawn at random: always valid, of the shape wished for, the same for the same seed."""

from __future__ import annotations

import itertools
import random
import time
from typing import Any

import networkx
import pytest
from composing import composition, known, was_looked_up, was_said
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import crab_core as crab
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.draw import Drawer, NothingFitsError
from crab_core.compose.part import Part
from crab_core.compose.places import clash, in_order
from crab_core.compose.realise import realise
from crab_core.compose.typegraph import TypeGraph
from crab_core.compose.wish import Difficulty, Shape, Wish
from crab_core.values import ValueTypes


@crab.evaluator(env=crab.ROOT)
def said(env: Any) -> bool:
    """Stands for what judges an answer."""
    return False


JUDGES = {"pad": was_said(text="done"), "post": was_looked_up(name="done"), crab.ROOT: said}


def random_catalogue(chance: random.Random, subtasks: int, types: int, *, places: bool = True) -> Catalogue:
    """Sub-tasks and types that mean nothing, with kinship, places, and inputs that only others can give."""
    kinds = []
    for number in range(types):
        parent = f"t{chance.randrange(number)}" if number and chance.random() < 0.4 else ""
        drawn = chance.random() < 0.7
        kinds.append(
            crab.ValueType(
                name=f"t{number}",
                summary="A value.",
                parent=parent,
                draw=(lambda scene: scene.pick("value", map(str, range(1000)))) if drawn else None,
                place=f"place {number % 3}" if places and chance.random() < 0.15 else "",
            )
        )
    made = {}
    for number in range(subtasks):
        name = f"s{number:04}"
        inputs = {f"i{k}": f"t{chance.randrange(types)}" for k in range(chance.choice([0, 1, 1, 2, 2, 3]))}
        output = f"t{chance.randrange(types)}" if chance.random() < 0.8 else ""
        device = chance.choice(list(JUDGES) if number else ["pad"])
        made[name] = crab.SubTask(
            id=name,
            environment=device,
            description=f"Do {name} with {' '.join(f'{{{one}}}' for one in inputs)}.",
            inputs=inputs,
            output=output,
            result=f"what {name} gives" if output else "",
            value=(lambda scene, name=name, **values: f"out of {name}") if output else None,
            checkpoints=lambda device=device, **facts: crab.CheckpointGraph({"done": JUDGES[device]}),
            steps=chance.randrange(1, 12),
        )
    return Catalogue(made, ValueTypes(kinds))


def shape_of(drawn: crab.Composition) -> Shape:
    """The shape by its definition, worked out in another way."""
    graph = networkx.DiGraph([(k.source, k.target) for k in drawn.links])
    graph.add_nodes_from(range(len(drawn.nodes)))
    assert networkx.is_weakly_connected(graph)
    assert networkx.is_directed_acyclic_graph(graph)
    pairs = itertools.permutations(graph, 2)
    if any(len(list(networkx.all_simple_paths(graph, a, b))) > 1 for a, b in pairs):
        return Shape.DIAMOND
    assert graph.number_of_edges() == len(drawn.nodes) - 1, "neither a tree nor with two ways"
    longest = networkx.dag_longest_path_length(graph) + 1
    return Shape.CHAIN if longest == len(drawn.nodes) else Shape.TREE


def check(drawn: crab.Composition, there: Catalogue, wish: Wish) -> None:
    names = [node.subtask for node in drawn.nodes]
    assert len(set(names)) == len(names)
    graph = networkx.DiGraph([(k.source, k.target) for k in drawn.links])
    graph.add_nodes_from(range(len(names)))
    shape = shape_of(drawn)
    assert wish.shape in (Shape.ANY, shape)
    assert wish.size in (None, len(names))
    longest = networkx.dag_longest_path_length(graph) + 1
    assert longest == drawn.depth
    assert wish.depth in (None, longest)
    devices = {there.subtasks[name].environment for name in names} - {crab.ROOT}
    assert devices
    assert not wish.devices or devices <= wish.devices
    assert not wish.cross or len(devices) > 1
    least, most = wish.steps
    assert least <= sum(there.subtasks[name].steps for name in names) <= most
    realise(drawn, there, 0)  # refuses what does not fit


WISHES = st.builds(
    lambda shape, size, cross: Wish(
        shape=shape, size=max(size, {"tree": 3, "diamond": 3}.get(shape, 1 + cross)), cross=cross
    ),
    st.sampled_from(list(Shape)),
    st.integers(1, 7),
    st.booleans(),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(1, 12), WISHES, st.integers(0, 100))
def test_whatever_is_drawn_is_valid(chance: int, subtasks: int, types: int, wish: Wish, seed: int) -> None:
    there = random_catalogue(random.Random(chance), subtasks, types)
    try:
        drawn = Drawer(there).draw(wish, seed)
    except NothingFitsError:
        return
    check(drawn, there, wish)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([Shape.CHAIN, Shape.TREE, Shape.DIAMOND]))
def test_what_can_be_composed_is_found(chance: int, shape: Shape) -> None:
    """Against all compositions of three sub-tasks in a small catalogue."""
    there = random_catalogue(random.Random(chance), 6, 4)
    wish = Wish(shape=shape, size=3)
    try:
        drawn = Drawer(there).draw(wish, 0)
    except NothingFitsError:
        assert not any(shape_of(one) is shape for one in everything(there, 3))
    else:
        check(drawn, there, wish)


def everything(there: Catalogue, size: int) -> list[crab.Composition]:
    """Every connected composition of so many different sub-tasks that can be realised."""
    found = []
    for names in itertools.permutations(there.subtasks, size):
        slots = [(target, one) for target, name in enumerate(names) for one in there.subtasks[name].inputs]
        for sources in itertools.product(*([None, *range(target)] for target, _ in slots)):
            links = [
                (source, target, one)
                for source, (target, one) in zip(sources, slots, strict=True)
                if source is not None
            ]
            if len({(s, t) for s, t, _ in links}) < max(size - 1, len(links)):
                continue  # what feeds two inputs of one sub-task with the same value is not drawn
            made = composition(*names, links=links)
            graph = networkx.DiGraph([(s, t) for s, t, _ in links])
            if len(graph) < size or not networkx.is_weakly_connected(graph):
                continue
            try:
                realise(made, there, 0)
            except crab.CrabError:
                continue
            found.append(made)
    return found


@pytest.mark.parametrize("shape", list(Shape))
def test_the_toys_give_every_shape_across_devices_or_on_one(shape: Shape) -> None:
    there = known()
    seen = set()
    for seed in range(60):
        wish = Wish(shape=shape, cross=bool(seed % 2) and shape is not Shape.DIAMOND)
        drawn = Drawer(there).draw(wish, seed)
        check(drawn, there, wish)
        seen.add(tuple(node.subtask for node in drawn.nodes))
    assert len(seen) >= 10


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_depth_is_that_which_was_wished_for(depth: int) -> None:
    for seed in range(20):
        wish = Wish(depth=depth)
        check(Drawer(known()).draw(wish, seed), known(), wish)


def test_the_same_seed_draws_the_same_whatever_the_order_of_registration() -> None:
    one, other = Drawer(known()), Drawer(known(backwards=True))
    drawn = [one.draw(Wish(size=4), seed) for seed in range(20)]
    assert drawn == [other.draw(Wish(size=4), seed) for seed in range(20)]
    assert len(set(map(repr, drawn))) > 10


def test_only_the_devices_that_were_wished_for_are_used() -> None:
    drawn = [Drawer(known()).draw(Wish(devices=frozenset({"pad"})), seed) for seed in range(20)]
    assert {known().subtasks[n.subtask].environment for one in drawn for n in one.nodes} == {"pad"}
    with pytest.raises(crab.UnknownNameError, match=r"pda.*Did you mean 'pad'"):
        Drawer(known()).draw(Wish(devices=frozenset({"pda"})), 0)


def test_difficulty_bounds_the_steps_of_the_solution() -> None:
    there = random_catalogue(random.Random(5), 40, 6, places=False)
    for difficulty in Difficulty:
        wish = Wish(difficulty=difficulty)
        for seed in range(10):
            check(Drawer(there).draw(wish, seed), there, wish)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"shape": Shape.CHAIN, "size": 3, "depth": 2}, "No chain has 3 sub-tasks and depth 2"),
        ({"shape": Shape.TREE, "size": 2}, "No tree has 2 sub-tasks"),
        ({"shape": Shape.DIAMOND, "depth": 2}, "No diamond has depth 2"),
        ({"size": 2, "depth": 3}, "No composition has 2 sub-tasks and depth 3"),
        ({"size": 0}, "at least 1"),
        ({"cross": True, "devices": frozenset({"pad"})}, "only one may be"),
    ],
)
def test_a_wish_that_contradicts_itself_is_refused(wish: dict[str, Any], reason: str) -> None:
    with pytest.raises(crab.UsageError, match=reason):
        Wish(**wish)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(NothingFitsError, match="No composition like that was found in 1000 tries"):
        Drawer(known()).draw(Wish(size=9), 0)
    with pytest.raises(NothingFitsError, match="among 0 sub-tasks"):
        Drawer(Catalogue({}, ValueTypes([]))).draw(Wish(), 0)


def test_a_sub_task_that_nothing_can_feed_is_not_drawn() -> None:
    pad = frozenset({"pad"})
    assert Drawer(known()).unusable() == {}
    there = known(
        subtasks=lambda: [crab.SubTaskSpec(n, "", f"composing:{n}") for n in ("send_letter", "read_note")]
    )
    assert Drawer(there).unusable() == {"send_letter": "nothing gives a value of type address for 'to'"}
    assert Drawer(known()).unusable(pad) == {}


def test_what_feeds_only_itself_feeds_nothing() -> None:
    there = known(subtasks=lambda: [crab.SubTaskSpec("staple_note", "", "composing:staple_note")])
    assert "staple_note" in Drawer(there).unusable()


def test_the_clipboard_holds_one_value_at_a_time() -> None:
    there = known()
    copied = [
        drawn
        for seed in range(150)
        for drawn in [Drawer(there).draw(Wish(size=4, devices=frozenset({"pad"})), seed)]
        if {"copy_note", "paste_note"} <= {node.subtask for node in drawn.nodes}
    ]
    assert copied
    for drawn in copied:
        names = [node.subtask for node in drawn.nodes]
        fed = any(drawn.nodes[link.source].subtask == "copy_note" for link in drawn.links)
        assert fed or names.index("paste_note") < names.index("copy_note")


def test_an_order_is_found_in_which_nothing_is_taken_away() -> None:
    there = known()
    copy, paste = there.subtasks["copy_note"], there.subtasks["paste_note"]
    parts = [Part(copy), Part(copy), Part(paste, {"text": 0}), Part(paste, {"text": 1}), Part(paste)]
    order = in_order(parts, there.types)
    assert order is not None
    place = {member: i for i, member in enumerate(order)}
    moved = [
        Part(parts[member].subtask, {one: place[source] for one, source in parts[member].sources.items()})
        for member in order
    ]
    assert not clash(moved, there.types)
    assert order[0] == 4  # what lies there at the start is used first
    assert in_order([Part(paste), Part(paste)], there.types) is None


# -- the type graph --------------------------------------------------------------------------------


def test_the_type_graph_has_an_edge_wherever_an_output_fits_an_input() -> None:
    there = random_catalogue(random.Random(1), 30, 10)
    expected = {
        (one, other, field)
        for one, giving in there.subtasks.items()
        for other, taking in there.subtasks.items()
        for field, kind in taking.inputs.items()
        if giving.output and there.types.fits(giving.output, kind)
    }
    graph = TypeGraph(there)
    assert set(graph.edges()) == expected
    assert graph.edge_count == len(list(graph.edges())) == len(expected)
    drawn = graph.to_networkx()
    assert set(drawn.edges) == {(one, other) for one, other, _ in expected}
    assert all(drawn.pred[other][one] is drawn.succ[one][other] for one, other in drawn.edges)
    assert {(one, other) for other, before in drawn.pred.items() for one in before} == set(drawn.edges)
    assert len({id(facts) for *_, facts in drawn.edges(data=True)}) == drawn.number_of_edges()
    for one, other, field in expected:
        assert one in graph.feeders(other, field)


def test_the_type_graph_is_directed() -> None:
    graph = TypeGraph(known()).to_networkx()
    assert ("read_note", "write_note") in graph.edges
    assert ("write_note", "read_note") not in graph.edges


@pytest.mark.parametrize("count", [1000])
def test_a_thousand_templates_and_a_composition_of_five_take_no_time(count: int) -> None:
    there = random_catalogue(random.Random(0), count, 60)
    start = time.thread_time()
    assert TypeGraph(there).edge_count > 10_000
    assert time.thread_time() - start < 0.3  # takes 1 ms; the machine may be busy
    drawer = Drawer(there)
    drawer.draw(Wish(size=5), 0)
    start = time.thread_time()
    for seed in range(100):
        drawer.draw(Wish(size=5), seed)
    assert time.thread_time() - start < 1.0  # takes 0.03 s
