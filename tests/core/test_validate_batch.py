"""Many validations: each is kept as it comes in, several go on side by side, and nothing is proven twice."""

from __future__ import annotations

import dataclasses
import itertools
import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from test_validate import climbing
from toys import Sturdy, call, listing, toy_plugins

import crab_core as crab
from crab_core.task import TaskFamily
from crab_core.validate import Batch, Check, Job, NotProven, Validation
from crab_core.validate.batch import code_version
from crab_core.validate.table import markdown, summary


@pytest.fixture(autouse=True)
def sturdy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random agents break what can be broken, and then nothing is proven."""
    monkeypatch.setattr("toys.Counter", Sturdy)


def named(name: str) -> TaskFamily:
    return lambda seed: dataclasses.replace(climbing(seed), id=name)


def jobs(*names: str, family: TaskFamily | None = None) -> list[Job]:
    return [Job(name, family or named(name), 0) for name in names]


def batch(work: list[Job], folder: Path, **more: Any) -> tuple[Batch, list[Validation | NotProven]]:
    made = Batch(toy_plugins(), work, folder, **more)
    return made, list(made.run())


def test_every_job_is_validated_and_kept(tmp_path: Path) -> None:
    _, results = batch(jobs("a", "b", "c"), tmp_path)
    assert [r.task for r in results] == ["a", "b", "c"]
    assert all(isinstance(r, Validation) and r.ok for r in results)
    assert sorted(f.name for f in (tmp_path / "validations").iterdir()) == [
        "a.s0.json",
        "b.s0.json",
        "c.s0.json",
    ]


def test_what_is_written_reads_back_as_it_was(tmp_path: Path) -> None:
    _, [result] = batch(jobs("a"), tmp_path)
    assert isinstance(result, Validation)
    assert Validation.from_facts(json.loads(json.dumps(result.facts()))) == result


def test_what_passed_is_not_done_again(tmp_path: Path) -> None:
    batch(jobs("a", "b"), tmp_path)
    begun: list[str] = []
    again, results = batch(jobs("a", "b", "c"), tmp_path, begun=lambda job: begun.append(job.name))
    assert (again.kept, begun) == (2, ["c"])
    assert {r.task for r in results} == {"a", "b", "c"}


def test_what_failed_is_done_again(tmp_path: Path) -> None:
    broken = lambda seed: climbing(seed, may_change=None)  # noqa: E731
    batch(jobs("a", family=broken), tmp_path)
    again, _ = batch(jobs("a", family=broken), tmp_path)
    assert again.kept == 0


def test_a_task_that_has_changed_is_done_again(tmp_path: Path) -> None:
    batch(jobs("a"), tmp_path)
    again, _ = batch(jobs("a", family=lambda seed: climbing(seed, description="Other words.")), tmp_path)
    assert again.kept == 0


def test_more_mutants_are_another_proof(tmp_path: Path) -> None:
    batch(jobs("a"), tmp_path)
    again, _ = batch([Job("a", named("a"), 0, all_mutants=True)], tmp_path)
    assert again.kept == 0


def test_after_a_change_of_the_code_everything_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(jobs("a"), tmp_path)
    monkeypatch.setattr("crab_core.validate.batch.code_version", lambda plugins: "another")
    again, _ = batch(jobs("a"), tmp_path)
    assert again.kept == 0


def test_the_version_of_the_code_hangs_on_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crab_core").mkdir()
    file = tmp_path / "crab_core" / "__init__.py"
    spec = type(
        "Spec", (), {"submodule_search_locations": [str(tmp_path / "crab_core")], "origin": str(file)}
    )
    monkeypatch.setattr("crab_core.validate.batch.find_spec", lambda name: spec)
    versions = []
    for text in ("a = 1", "a = 2", "a = 1"):
        file.write_text(text)
        versions.append(code_version(toy_plugins()))
    assert versions[0] == versions[2] != versions[1]


def test_a_record_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    batch(jobs("a"), tmp_path)
    file = tmp_path / "validations" / "a.s0.json"
    file.write_bytes(file.read_bytes()[:100])
    again, [result] = batch(jobs("a"), tmp_path)
    assert again.kept == 0
    assert isinstance(result, Validation)
    assert result.ok


def test_workers_validate_side_by_side_with_devices_of_their_own(tmp_path: Path) -> None:
    meeting, met = threading.Barrier(2, timeout=60), set()

    class Meeting(Sturdy):
        def state(self) -> dict[str, Any]:
            if threading.get_ident() not in met:
                met.add(threading.get_ident())
                meeting.wait()
            return super().state()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.Counter", Meeting)
        _, results = batch(jobs("a", "b", "c", "d"), tmp_path, workers=2)
    assert len(met) == 2
    assert all(isinstance(r, Validation) and r.ok for r in results)


def test_one_that_cannot_be_made_does_not_hide_the_others(tmp_path: Path) -> None:
    def impossible(seed: int) -> crab.Task:
        raise KeyError("no such drawer")

    _, results = batch([Job("bad", impossible, 0), *jobs("good")], tmp_path)
    bad, good = results
    assert isinstance(bad, Validation)
    assert isinstance(good, Validation)
    assert "KeyError: 'no such drawer' (test_validate_batch.py, line" in bad.checks[0].detail
    assert (bad.ok, good.ok) == (False, True)


@pytest.mark.parametrize(("times", "ok"), [(1, True), (2, False)])
def test_devices_that_do_not_come_up_are_tried_once_more(times: int, ok: bool, tmp_path: Path) -> None:
    resets = itertools.count()

    class Fragile(Sturdy):
        def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
            if 1 <= next(resets) <= times:
                raise crab.DeviceError("the plug is out")
            super().on_reset(world, seed)

    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.Counter", Fragile)
        _, results = batch(jobs("a", "b"), tmp_path, told=lambda _job, text: told.append(text))
    first, second = results
    assert isinstance(first, Validation)
    assert isinstance(second, Validation)
    assert [c.detail for c in first.failed] == ([] if ok else ["the plug is out"])
    assert second.ok
    assert any("did not come up: the plug is out" in text for text in told)


def test_an_environment_that_cannot_be_had_is_no_failure(tmp_path: Path) -> None:
    class Absent(Sturdy):
        def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
            raise crab.EnvironmentUnavailable("There is no counter in this house.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.Counter", Absent)
        _, [result] = batch(jobs("a"), tmp_path)
    assert result == NotProven("a", 0, "There is no counter in this house.")


def test_an_environment_that_no_plugin_brings_is_no_failure(tmp_path: Path) -> None:
    made = Batch(toy_plugins(environments=listing()), jobs("a"), tmp_path)
    assert list(made.run()) == [NotProven("a", 0, "no plugin brings counter")]


def test_when_it_is_stopped_the_others_end_at_their_next_turn_and_what_is_done_is_kept(
    tmp_path: Path,
) -> None:
    waiting = threading.Event()

    def endless(seed: int) -> crab.Task:
        def solve(turn: crab.Turn) -> Any:
            waiting.set()
            while True:
                yield call("add", amount=0)

        return climbing(seed, solution=solve, limits=crab.Limits(steps=10**9))

    made = Batch(toy_plugins(), [*jobs("a"), Job("endless", endless, 0)], tmp_path, workers=2)
    results = made.run()
    assert next(results).task == "a"
    assert waiting.wait(60)
    results.close()  # type: ignore[attr-defined]
    assert not [t for t in threading.enumerate() if t.name.startswith("crab-validate")]
    again, _ = batch(jobs("a"), tmp_path)
    assert again.kept == 1


def test_a_fault_of_the_house_is_raised_where_the_results_are_waited_for(tmp_path: Path) -> None:
    def broken() -> None:
        raise RuntimeError("no prompter")

    with pytest.raises(RuntimeError, match="no prompter"):
        batch(jobs("a"), tmp_path, prompter=broken)


# -- for people --------------------------------------------------------------------------------------


GOOD = Validation("good", 1, (Check("one", True), Check("two", True)), "d", 4, 13, 12.4, ("phone", "desktop"))
BAD = Validation(
    "b|d", 2, (Check("one", True), Check("two", False, "look here")), "d", 0, 15, 3.21, ("phone",)
)
MISSING = NotProven("absent", 3, "no desktop\nhere")


def test_the_table_has_a_row_for_each() -> None:
    assert markdown([GOOD, BAD], [MISSING]).splitlines() == [
        "| task | seed | devices | checks | reference steps | step limit | seconds |",
        "| --- | ---: | --- | --- | ---: | ---: | ---: |",
        "| `good` | 1 | phone, desktop | ✓ 2 of 2 | 4 | 13 | 12 |",
        "| `b\\|d` | 2 | phone | ✗ 1 of 2 |  | 15 | 3.2 |",
        "| `absent` | 3 |  | not proven: no desktop here |  |  |  |",
    ]


def test_the_summary_says_what_failed_and_what_to_look_at() -> None:
    text = summary([GOOD, BAD], [MISSING])
    assert "b|d, seed 2\n  two: look here\n" in text
    assert "--policy solution" in text
    assert "absent, seed 3: no desktop\nhere" in text
    assert "1 of 2 validations passed." in text
    assert "good" not in text
    assert "crab run" not in summary([BAD], playable=lambda name: False)


def test_what_takes_longest_is_begun_first(tmp_path: Path) -> None:
    begun: list[str] = []

    def sized(steps: int) -> TaskFamily:
        return lambda seed: dataclasses.replace(climbing(seed), limits=crab.Limits(steps=steps))

    work = [Job(f"at most {steps}", sized(steps), 0) for steps in (5, 4, 11, 9)]
    batch(work, tmp_path, begun=lambda job: begun.append(job.name))
    assert begun[1:] == [
        name for name in ("at most 11", "at most 9", "at most 5", "at most 4") if name not in begun[:1]
    ]
    assert set(begun) == {job.name for job in work}
