"""Side effects in episodes: what is compared, when, and where it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toys import COMPLETE, Counter, Script, at_least, call, climb, play

import crab_core as crab
from crab_core.aftermath import Aftermath
from crab_core.record import Recorder, RunDirectory, result_json

RAISING = {"counter": [crab.May("value")]}


class Shelf(crab.Environment):
    """A device on which books are put, and whose light goes on when it is used."""

    name, description, incidental = "shelf", "A shelf.", ("light",)
    books: list[Any]
    broken = ""

    def on_reset(self, world: Any, seed: int) -> None:
        self.books = [{"id": 1, "title": "Maps"}]
        self.light = False

    def state(self) -> dict[str, Any]:
        if self.broken:
            raise crab.DeviceError(self.broken)
        return {"books": [dict(book) for book in self.books], "light": self.light}


@crab.action
def put(env: Shelf, title: str) -> None:
    """Put a book there."""
    env.books.append({"id": len(env.books) + 1, "title": title})
    env.light = True


@crab.action
def drop(env: Shelf) -> None:
    """Break it."""
    env.broken = "it fell"


@crab.evaluator(env="shelf")
def has(env: Shelf, title: str) -> bool:
    """Whether the book is there."""
    return any(book["title"] == title for book in env.books)


Shelf.actions = (put, drop)
Shelf.evaluators = (has,)


def putting(title: str, **more: Any) -> crab.Task:
    return crab.Task(
        id="put",
        description=f"Put {title} there.",
        worlds={"shelf": {}},
        graph=crab.CheckpointGraph({"it is there": has(title)}),
        **more,
    )


def played(task: crab.Task, *calls: crab.ActionCall, **devices: Any) -> crab.EpisodeResult:
    shelf = Shelf()
    for device in (shelf, *devices.values()):
        device.reset({})
    return crab.Episode("e", task, crab.Benchmark({"shelf": shelf, **devices}), Script(*calls)).run()


ATLAS = {"shelf": [crab.May("books/*", {"title": "Atlas"}, ("added",))]}


def test_what_the_task_allows_and_what_comes_with_use_is_no_side_effect():
    result = played(putting("Atlas", may_change=ATLAS), call("put", "shelf", title="Atlas"))
    assert (result.metrics.success, result.side_effects, result.metrics.side_effects) == (True, (), 0)


def test_a_wrong_deed_counts_although_the_task_succeeds():
    result = played(
        putting("Atlas", may_change=ATLAS),
        call("put", "shelf", title="Atlsa"),
        call("put", "shelf", title="Atlas"),
    )
    assert result.metrics.success
    assert result.metrics.side_effects == 1
    assert [str(effect) for effect in result.side_effects or ()] == [
        "shelf: books/2 was added: id 2, title 'Atlsa'"
    ]


def test_a_failed_episode_has_side_effects_too_and_so_has_a_device_that_the_task_does_not_name():
    counter = Counter()
    result = played(
        putting("Atlas", may_change=ATLAS),
        call("add"),
        call("put", "shelf", title="Maps"),
        COMPLETE,
        counter=counter,
    )
    assert result.termination is crab.Termination.FALSE_COMPLETION
    assert [(e.environment, e.place, e.kind) for e in result.side_effects or ()] == [
        ("shelf", "books/2", "added"),
        ("counter", "value", "changed"),
    ]


def test_where_nobody_has_said_what_may_change_nothing_is_known_and_no_state_is_read():
    result = played(putting("Atlas"), call("put", "shelf", title="Atlas"))
    assert (result.side_effects, result.metrics.side_effects, result.side_effects_note) == (None, None, "")
    device = Shelf()
    device.reset({})
    device.broken = "nobody may ask"
    assert Aftermath(putting("Atlas"), {"shelf": device}).note == ""


def test_a_state_that_cannot_be_read_does_not_cost_the_episode():
    result = played(
        putting("Atlas", may_change=ATLAS), call("drop", "shelf"), call("put", "shelf", title="Atlas")
    )
    assert result.status is crab.Status.SCORED
    assert result.metrics.success
    assert result.side_effects is None
    assert result.side_effects_note == "the state of shelf cannot be read: it fell"


def test_an_unscored_episode_is_not_compared():
    result = play(climb(2, may_change=RAISING), Script(call("add"), call("unplug")))
    assert result.status is crab.Status.UNSCORED
    assert result.side_effects is None


def test_what_a_device_does_not_tell_is_said():
    class Half(Shelf):
        state_misses = "only books are compared"

    shelf = Half()
    shelf.reset({})
    result = crab.Episode(
        "e",
        putting("Atlas", may_change=ATLAS),
        crab.Benchmark({"shelf": shelf}),
        Script(call("put", "shelf", title="Atlas")),
    ).run()
    assert (result.side_effects, result.side_effects_note) == ((), "shelf: only books are compared")


def test_the_record_tells_them_and_reads_back(tmp_path: Path):
    directory = RunDirectory(tmp_path / "run")
    recorder = Recorder(directory)
    result = play(climb(1, may_change={}), Script(call("add")), observers=[recorder])
    recorder.close()
    directory.close()
    facts = json.loads((directory.episode("e") / "episode.json").read_text())
    assert facts["metrics"]["side_effects"] == 1
    (effect,) = facts["side_effects"]
    assert crab.SideEffect(**effect) == crab.SideEffect("counter", "value", "changed", 0, 1)
    assert facts == {**facts, **json.loads(json.dumps(result_json(result)))}


@pytest.mark.parametrize("may", [{}, {"counter": []}, {"other": [crab.May("*")]}])
def test_a_task_that_allows_nothing_allows_nothing(may: Any):
    task = crab.Task(
        id="t",
        description="",
        worlds={"counter": {}},
        graph=crab.CheckpointGraph({"one": at_least(1)}),
        may_change=may,
    )
    assert play(task, Script(call("add"))).metrics.side_effects == 1
    assert play(task, Script(COMPLETE)).metrics.side_effects == 0
