"""Runs: every planned episode is played, what failed by itself is tried again, any of it can be resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import warnings
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from toys import WALKS, Counter, Notes, Script, at_least, call, climb, climbing, listing, toy_plugins

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.ledger import read_lines
from crab_core.plugins import Plugins
from crab_core.report.summary import report
from crab_core.rig import Rig
from crab_core.run import Run


def config(**facts: Any) -> RunConfig:
    return RunConfig.from_facts({"tasks": ["climbing"], **facts})


def run(path: Path, plugins: Plugins | None = None, **facts: Any) -> list[crab.EpisodeResult]:
    with Run.create(path, config(**facts), plugins or toy_plugins()) as made:
        return made.execute()


def ledger(path: Path) -> list[dict[str, Any]]:
    return list(read_lines(path / "ledger.jsonl"))


# -- playing ---------------------------------------------------------------------------------------


def test_every_task_is_played_with_every_seed_and_trial(tmp_path: Path) -> None:
    results = run(tmp_path, seeds=[0, 7], trials=2)
    assert [r.id for r in results] == [
        "climbing.s0.t1.a1",
        "climbing.s0.t2.a1",
        "climbing.s7.t1.a1",
        "climbing.s7.t2.a1",
    ]
    assert all(r.metrics.success for r in results)
    assert [r.seed for r in results] == [0, 0, 7, 7]


def walks() -> Plugins:
    """Plugins with a benchmark of two tasks."""
    return toy_plugins(
        tasks=listing(*(crab.TaskSpec(name, "Raise it.", "toys:climbing") for name in ("climbing", "again"))),
        benchmarks=listing(crab.BenchmarkSpec("walks", "Two.", "toys:WALKS")),
    )


def test_a_benchmark_is_played_with_its_standard_seeds_or_with_those_that_are_given(tmp_path: Path) -> None:
    results = run(tmp_path / "standard", walks(), tasks=[], suite="walks", trials=2)
    assert [(r.id, r.seed) for r in results] == [
        ("climbing.s7.t1.a1", 7),
        ("climbing.s7.t2.a1", 7),
        ("again.s3.t1.a1", 3),
        ("again.s3.t2.a1", 3),
    ]
    facts = json.loads((tmp_path / "standard" / "run.json").read_text())
    assert list(facts["tasks"]) == ["climbing@7", "again@3"]
    episodes = report(tmp_path / "standard")["summary"]["episodes"]
    assert (episodes["planned"], episodes["scored"], episodes["left"]) == (4, 4, 0)
    results = run(tmp_path / "given", walks(), tasks=[], suite="walks", seeds=[1, 2])
    assert [r.id for r in results] == ["climbing.s1.a1", "climbing.s2.a1", "again.s1.a1", "again.s2.a1"]


def test_a_benchmark_that_has_more_tasks_by_now_is_not_resumed(tmp_path: Path) -> None:
    run(tmp_path, walks(), tasks=[], suite="walks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.WALKS", crab.Suite(name="walks", tasks=(*WALKS.tasks, ("climbing", 8))))
        with pytest.raises(crab.RecordError, match="climbing@8 changed"):
            Run.resume(tmp_path, walks())
    with Run.resume(tmp_path, walks()) as again:
        assert again.execute() == []


def test_run_json_says_what_was_run(tmp_path: Path) -> None:
    run(tmp_path, name="first")
    facts = json.loads((tmp_path / "run.json").read_text())
    assert facts["config"]["tasks"] == ["climbing"]
    assert facts["plugins"] == {"core": "crab-core 0", "toys": "crab-toys 1"}
    assert facts["tasks"] == {"climbing@0": climbing(0).digest}
    assert facts["devices"] == {"counter": {}}


def test_limits_of_the_configuration_replace_those_of_the_task(tmp_path: Path) -> None:
    (result,) = run(tmp_path, policy="noop", limits={"steps": 2})
    assert (result.termination, result.metrics.steps) == (crab.Termination.STEP_LIMIT, 2)


def test_a_directory_holds_one_run(tmp_path: Path) -> None:
    run(tmp_path)
    with pytest.raises(crab.RecordError, match="holds a run already"):
        run(tmp_path)


def test_devices_and_policies_are_given_back(tmp_path: Path) -> None:
    closed: list[str] = []

    class Closing(Counter):
        def on_close(self) -> None:
            closed.append("device")

    class Closed(Script):
        def close(self) -> None:
            closed.append("policy")

    plugins = toy_plugins(policies=listing(crab.PolicySpec("closed", "…", "toys:Script")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.Counter", Closing)
        patch.setattr("toys.Script", Closed)
        run(tmp_path, plugins, policy="closed", limits={"steps": 1})
    assert closed == ["policy", "policy", "device"], "one to check the configuration, one to play"


# -- what fails by itself is tried again -----------------------------------------------------------


@pytest.fixture
def failing() -> Iterator[list[str]]:
    """A counter whose device fails at the places that the list names, one after the other."""
    script: list[str] = []

    def due(place: str) -> bool:
        if script and script[0] == place:
            script.pop(0)
            return True
        return False

    class Failing(Counter):
        def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
            if due("missing"):
                raise crab.EnvironmentUnavailable("no display", advice="Install one.")
            if due("reset"):
                raise crab.DeviceError("did not come up")
            super().on_reset(world, seed)

        def evaluate(self, calls: Any) -> Any:
            if due("start"):
                raise crab.HostError("the host is gone")
            return super().evaluate(calls)

        def act(self, name: str, arguments: Any) -> Any:
            if due("act"):
                raise crab.DeviceError("the plug is out")
            return super().act(name, arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.Counter", Failing)
        yield script


@pytest.mark.parametrize("place", ["reset", "start", "act"])
def test_a_device_failure_is_unscored_and_tried_again(tmp_path: Path, failing: list[str], place: str) -> None:
    failing.append(place)
    (result,) = run(tmp_path)
    assert (result.status, result.attempt) == (crab.Status.SCORED, 2)
    ended = [(e["status"], e["retry"]) for e in ledger(tmp_path) if e["event"] == "ended"]
    assert ended == [("unscored", True), ("scored", True)]
    assert json.loads((tmp_path / "episodes/climbing.s0.a1/episode.json").read_text())["status"] == "unscored"


def test_attempts_are_limited(tmp_path: Path, failing: list[str]) -> None:
    failing.extend(["act"] * 9)
    (result,) = run(tmp_path, attempts=3)
    assert (result.status, result.attempt) == (crab.Status.UNSCORED, 3)
    assert len(failing) == 6


def test_what_is_missing_here_is_not_tried_again(tmp_path: Path, failing: list[str]) -> None:
    failing.extend(["missing"] * 9)
    (result,) = run(tmp_path)
    assert (result.status, result.attempt) == (crab.Status.UNSCORED, 1)
    assert "Install one." in result.error


def test_one_provider_that_fails_to_close_does_not_keep_the_others_open() -> None:
    closed = []

    class Stubborn(Counter):
        def on_close(self) -> None:
            closed.append(self.name)
            raise crab.DeviceError(f"{self.name} is stuck")

    task = crab.Task(
        id="t",
        description="",
        worlds={"left": {}, "right": {}},
        graph=crab.CheckpointGraph({"a": at_least(1).on("left")}),
    )
    from crab_core.rig import DeviceChoice

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.Counter", Stubborn)
        choices = {name: DeviceChoice(environment="counter") for name in ("left", "right")}
        rig = Rig(toy_plugins(), choices)
        benchmark = rig.prepare(task)
        assert [device.name for device in benchmark.devices.values()] == ["left", "right"]
        with pytest.raises(crab.DeviceError):
            rig.discard()
    assert sorted(closed) == ["left", "right"]


# -- observers -------------------------------------------------------------------------------------


def test_plugins_observe_runs_and_one_that_fails_costs_nothing(tmp_path: Path) -> None:
    seen: list[str] = []
    plugins = toy_plugins(
        crab_run_started=lambda event: seen.append(f"run of {event.episodes}"),
        crab_step_finished=lambda event: seen.append("step"),
        crab_episode_finished=lambda result: seen.append(str(result.termination)),
        crab_run_finished=lambda event: seen.append(f"stopped {event.stopped}"),
    )
    from toys import plugin

    def fail(event: Any) -> None:
        raise RuntimeError("broken logger")

    plugins.register("broken-logger", lambda: plugin(crab_step_finished=fail))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        (result,) = run(tmp_path, plugins)
    assert result.metrics.success
    assert seen == ["run of 1", *["step"] * 4, "success", "stopped False"]
    assert {str(w.message) for w in caught} == {
        "The plugin 'broken-logger' failed in crab_step_finished: RuntimeError('broken logger')"
    }


def test_a_plugin_may_deny_an_action(tmp_path: Path) -> None:
    def approve(call: crab.ActionCall, task: str) -> crab.Approval | None:
        return crab.Approval.deny("adding is not allowed") if call.name == "add" else None

    notes = Notes()
    with Run.create(tmp_path, config(), toy_plugins(crab_approve_action=approve), [notes]) as made:
        (result,) = made.execute()
    assert result.metrics.actions == 0
    error = notes.steps[0].result.error  # type: ignore[union-attr]
    assert "adding is not allowed" in str(error)


def test_what_a_person_has_to_allow_is_denied_where_nobody_is(tmp_path: Path) -> None:
    plugins = toy_plugins(crab_approve_action=lambda call: crab.Approval.ask())
    (result,) = run(tmp_path, plugins)
    assert result.termination is crab.Termination.INVALID_ACTION
    assert result.metrics.actions == 0


# -- stopping, dying, resuming ---------------------------------------------------------------------


class Interrupting(Notes):
    """Presses Ctrl-C after so many steps."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def step_finished(self, event: crab.StepFinished) -> None:
        super().step_finished(event)
        if len(self.steps) == self.after:
            raise KeyboardInterrupt


def test_a_stopped_run_keeps_its_record_and_goes_on(tmp_path: Path) -> None:
    with (
        Run.create(tmp_path, config(seeds=[0, 1]), toy_plugins(), [Interrupting(after=6)]) as made,
        pytest.raises(KeyboardInterrupt),
    ):
        made.execute()
    assert [(e["event"], e["episode"]) for e in ledger(tmp_path)] == [
        ("began", "climbing.s0"),
        ("ended", "climbing.s0"),
        ("began", "climbing.s1"),
        ("ended", "climbing.s1"),
    ]
    assert ledger(tmp_path)[-1]["termination"] == "stopped"
    with Run.resume(tmp_path, toy_plugins()) as again:
        results = again.execute()
    assert [(r.id, r.status) for r in results] == [("climbing.s1.a2", crab.Status.SCORED)]


def test_a_finished_run_has_nothing_left(tmp_path: Path) -> None:
    run(tmp_path)
    with Run.resume(tmp_path, toy_plugins()) as again:
        assert again.execute() == []


PROGRAM = textwrap.dedent(
    """
    import os, signal, sys
    from pathlib import Path
    from toys import Notes, toy_plugins
    from crab_core.config import RunConfig
    from crab_core.run import Run

    path, kill_at = Path(sys.argv[1]), int(sys.argv[2])
    events = 0

    class Killer(Notes):
        def count(self, event):
            global events
            events += 1
            if events == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        episode_started = step_finished = episode_finished = count

    if (path / "run.json").exists():
        run = Run.resume(path, toy_plugins(), [Killer()])
    else:
        run = Run.create(path, RunConfig(tasks=("climbing",), seeds=(0, 1, 2, 3)), toy_plugins(), [Killer()])
    with run:
        run.execute()
    """
)


def process(path: Path, kill_at: int) -> int:
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PROGRAM, str(path), str(kill_at)]
    return subprocess.run(command, env=variables, timeout=60, check=False).returncode


def test_killed_at_any_point_nothing_is_lost_and_nothing_counted_twice(tmp_path: Path) -> None:
    # An episode is 6 events: begin, three steps, last look, end. Each process dies a little later in it.
    killed = [process(tmp_path, kill_at) for kill_at in (1, 3, 6, 11, 5)]
    assert killed == [-signal.SIGKILL] * 5
    assert process(tmp_path, 0) == 0
    entries = ledger(tmp_path)
    scored = Tally(e["episode"] for e in entries if e["event"] == "ended" and e["status"] == "scored")
    assert scored == {f"climbing.s{seed}": 1 for seed in range(4)}
    attempts = [(e["episode"], e["attempt"]) for e in entries if e["event"] == "began"]
    assert len(attempts) == len(set(attempts)) == 4 + 5
    for entry in entries:
        if entry["event"] == "ended":
            folder = tmp_path / "episodes" / f"{entry['episode']}.a{entry['attempt']}"
            assert json.loads((folder / "episode.json").read_text())["metrics"]["success"]
            assert len((folder / "steps.jsonl").read_text().splitlines()) == 4


def test_a_killed_process_lets_go_of_its_directory_and_a_living_one_does_not(tmp_path: Path) -> None:
    assert process(tmp_path, 3) == -signal.SIGKILL
    with Run.resume(tmp_path, toy_plugins()), pytest.raises(crab.RecordError, match="Another process"):
        Run.resume(tmp_path, toy_plugins())


def test_a_run_whose_tasks_changed_is_not_resumed(tmp_path: Path) -> None:
    run(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("toys.climbing", lambda seed: climb(seed + 9))
        with pytest.raises(crab.RecordError, match="climbing@0 changed"):
            Run.resume(tmp_path, toy_plugins())
    with Run.resume(tmp_path, toy_plugins()) as again:
        assert again.execute() == []


def test_only_a_run_can_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(crab.RecordError, match=r"run\.json"):
        Run.resume(tmp_path, toy_plugins())
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(crab.RecordError, match="not the record"):
        Run.resume(tmp_path, toy_plugins())


# -- configurations --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"tasks": ["climing"]}, "Did you mean 'climbing'"),
        ({"tasks": [], "suite": "walks"}, "no benchmark named 'walks'"),
        ({"policy": "solutoin"}, "Did you mean 'solution'"),
        ({"prompter": "dots"}, "no prompter named 'dots'"),
        ({"executor": "cloud"}, "no executor named 'cloud'"),
        ({"environments": {"countr": {}}}, "Did you mean 'counter'"),
        ({"environments": {"counter": {"environment": "abacus"}}}, "no environment named 'abacus'"),
        ({"environments": {"counter": {"provider": "cloud"}}}, "no provider of counter named 'cloud'"),
        ({"policy": "noop", "policy_options": {"speed": 3}}, "'noop' takes no options"),
    ],
)
def test_what_is_misspelt_is_found_before_anything_starts(
    tmp_path: Path, facts: dict[str, Any], said: str
) -> None:
    with pytest.raises(crab.UsageError, match=said):
        run(tmp_path, **facts)
    assert not (tmp_path / "run.json").exists()
    assert run(tmp_path), "the directory can still be used"


def test_the_call_that_a_policy_makes_is_the_one_in_the_record(tmp_path: Path) -> None:
    run(tmp_path)
    lines = list(read_lines(tmp_path / "episodes/climbing.s0.a1/steps.jsonl"))
    assert [line["call"]["name"] for line in lines if line["call"]] == ["add"] * 3
    assert lines[0]["call"]["arguments"] == dict(call("add", amount=1).arguments)
