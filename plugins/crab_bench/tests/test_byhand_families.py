"""The tasks by hand: what their seeds draw, without a device."""

from __future__ import annotations

import itertools
import json

import pytest

from crab_android.phone import Phone
from crab_bench.byhand.registration import TASKS
from crab_bench.byhand.repository import repository
from crab_core import Task
from crab_ubuntu.worlds.world import read_world

FAMILIES = {spec.name: spec.load() for spec in TASKS}
SEEDS = range(50)
STEPS = {
    "busy_minutes": 9,
    "answer_invitation": 19,
    "commit_by_note": 8,
    "file_errand": 17,
    "open_invoices": 13,
    "matching_looks": 13,
    "events_table": 8,
    "duty_in_chat": 8,
    "report_package": 15,
}
"""The fewest action calls that the reference solutions take, counted on the devices."""

names = pytest.mark.parametrize("name", FAMILIES)


def tasks(name: str) -> list[Task]:
    return [FAMILIES[name](seed) for seed in SEEDS]


def demands(task: Task) -> str:
    """Everything that the checkpoints compare with."""
    return json.dumps([[call.name, call.arguments] for call in task.graph.calls], default=str, sort_keys=True)


def test_there_are_nine() -> None:
    assert set(FAMILIES) == set(STEPS)
    assert len(FAMILIES) == 9


@names
def test_the_same_seed_gives_the_same_task(name: str) -> None:
    for seed in SEEDS:
        assert FAMILIES[name](seed).digest == FAMILIES[name](seed).digest


@names
def test_what_is_judged_differs_from_seed_to_seed(name: str) -> None:
    made = tasks(name)
    assert len({demands(task) for task in made}) >= 0.9 * len(made)
    assert len({json.dumps(task.worlds, sort_keys=True, default=str) for task in made}) == len(made)


@names
def test_devices_take_the_worlds(name: str) -> None:
    for seed in range(10):
        task = FAMILIES[name](seed)
        if "android" in task.worlds:
            assert Phone(task.worlds["android"], seed=seed).export() != Phone({}, seed=seed).export()
        if "ubuntu" in task.worlds:
            world = task.worlds["ubuntu"]
            assert set(read_world(world).files) >= set(world.get("files", ()))


@names
def test_there_is_no_more_time_than_twice_what_the_reference_takes(name: str) -> None:
    task = FAMILIES[name](0)
    assert task.limits.steps <= 2 * STEPS[name] + 5


@names
def test_it_can_be_proven(name: str) -> None:
    task = FAMILIES[name](0)
    assert task.solution
    assert len(task.mutants) >= 2
    assert task.alternatives
    assert task.may_change is not None
    assert set(task.may_change) == set(task.environments) == set(task.applications)


def test_they_are_for_one_device_and_for_both() -> None:
    devices = [FAMILIES[name](0).environments for name in FAMILIES]
    assert sum(len(names) == 2 for names in devices) == 5
    assert devices.count(("android",)) == 2
    assert devices.count(("ubuntu",)) == 2
    sizes = [len(FAMILIES[name](0).graph) for name in FAMILIES]
    assert max(sizes) == 10
    assert min(sizes) >= 5


@names
def test_the_description_does_not_say_what_is_to_be_found(name: str) -> None:
    """What a text evaluator compares with, and stands in the start world alone, is not told beforehand."""
    hidden = {
        "answer_invitation": "answer sent",
        "commit_by_note": "committed on the branch",
        "file_errand": "name noted",
        "open_invoices": "sum sent",
        "matching_looks": "words sent",
        "duty_in_chat": "name said",
        "busy_minutes": "number noted",
        "events_table": "longest first",
        "report_package": "title is a heading",
    }
    key = {"mail_sent": "text", "sms_sent": "text", "note_exists": "text", "git_commit": "message"}
    for task in tasks(name):
        (call,) = [leaf.call() for leaf in task.graph.nodes[hidden[name]].leaves()]
        wanted = call.arguments[key.get(call.name, "value" if call.name == "calc_cell" else "text")]
        assert str(wanted) not in task.description


def test_totals_of_the_decoys_differ() -> None:
    """Neither all invoices of a customer, nor those of a like-named one, give the sum that is asked for."""
    for task in tasks("open_invoices"):
        (call,) = [leaf.call() for leaf in task.graph.nodes["sum written"].leaves()]
        rows = []
        for text in task.worlds["ubuntu"]["files"].values():
            _, customer, status, amount = (line.split(": ")[1] for line in text.splitlines())
            rows.append((customer, status, int(amount.replace(".", ""))))
        asked = {customer for customer, status, _ in rows if status == "open"}
        assert len(asked) == 3
        sums = [
            sum(cents for who, status, cents in rows if who in some and status in states)
            for count in (1, 2, 3)
            for some in itertools.combinations(sorted(asked), count)
            for states in (("open",), ("open", "paid"))
        ]
        assert [f"{one // 100}.{one % 100:02}" for one in sums].count(call.arguments["content"]) == 1


def test_one_file_alone_has_the_words_of_the_errand() -> None:
    for task in tasks("file_errand"):
        said = [m["body"] for m in task.worlds["android"]["messages"] if '"' in m["body"]]
        phrases = [body.split('"')[1] for body in said]
        assert len(set(phrases)) == 2
        files = {p: t for p, t in task.worlds["ubuntu"]["files"].items() if isinstance(t, str)}
        inbox = said[1].split("Documents/")[1].split()[0].rstrip(".,?")
        here = [t for p, t in files.items() if p.startswith(f"Documents/{inbox}/")]
        assert [phrases[1] in text for text in here].count(True) == 1
        assert len({len(text.splitlines()) for text in here}) == len(here) == 5


def test_the_repository_is_the_same_to_the_byte() -> None:
    one, other = (repository("a", {"b.txt": "c\n"}, "Start") for _ in range(2))
    assert one == other
    assert one != repository("a", {"b.txt": "d\n"}, "Start")
