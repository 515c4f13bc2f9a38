"""What `report` says of runs that ended well, badly, not yet, or never."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pictured
import pytest

from crab_core import RecordError
from crab_core.metrics import proportion
from crab_core.record import RunDirectory
from crab_core.report.summary import report
from crab_core.run import Run


def episode(facts: dict[str, Any], identifier: str) -> dict[str, Any]:
    return next(e for e in facts["episodes"] if e["id"] == identifier)


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_it_is_the_contract_for_scripts(mixed_run: Path) -> None:
    facts = report(mixed_run)
    assert set(facts) == {"run", "episodes", "summary"}
    assert facts["run"]["name"] == "demo"
    assert facts["run"]["state"] == "finished"
    success = episode(facts, "dark_mode.s1.a1")
    assert (success["task"], success["seed"], success["attempt"]) == ("dark-mode", 1, 1)
    assert (success["status"], success["termination"]) == ("scored", "success")
    metrics = success["metrics"]
    promised = "success completion_ratio execution_efficiency cost_efficiency steps tokens seconds"
    assert set(promised.split()) <= set(metrics)
    assert (metrics["success"], metrics["completion_ratio"], metrics["steps"]) == (True, 1.0, 7)
    assert metrics["execution_efficiency"] == pytest.approx(1 / 6), "one of the seven calls was invalid"
    assert [(n["name"], n["state"], n["step"]) for n in success["nodes"]] == [
        (name, "passed", step) for name, step in zip(pictured.CHECKPOINTS, (1, 4, 3, 6, 7), strict=True)
    ]
    assert success["nodes"][0]["reason"] == "in front is 'tasks'"
    assert json.loads(json.dumps(facts)) == facts


def test_unscored_episodes_are_counted_apart_and_never_as_0(mixed_run: Path) -> None:
    facts = report(mixed_run)
    summary = facts["summary"]
    assert summary["episodes"] == {"planned": 4, "scored": 3, "unscored": 1, "left": 0, "running": 0}
    wilson = proportion(1, 3)
    assert summary["success_rate"] == {"mean": 1 / 3, "low": wilson.low, "high": wilson.high, "n": 3}
    assert summary["completion_ratio"]["mean"] == pytest.approx((5 + 3 + 1) / 5 / 3)
    assert summary["completion_ratio"]["n"] == 3


def test_only_the_last_attempt_counts_and_earlier_ones_are_flagged(mixed_run: Path) -> None:
    facts = report(mixed_run)
    first, second = episode(facts, "dark_mode.s4.a1"), episode(facts, "dark_mode.s4.a2")
    assert (first["counts"], second["counts"]) == (False, True)
    assert facts["summary"]["terminations"] == {
        "success": 1,
        "false_completion": 1,
        "invalid_action": 1,
        "environment_error": 1,
    }
    assert "The desktop stopped answering." in second["error"]


def test_what_a_run_cost_includes_replaced_attempts(mixed_run: Path) -> None:
    facts = report(mixed_run)
    for key in ("steps", "tokens", "seconds"):
        assert facts["summary"][key] == pytest.approx(sum(e["metrics"][key] for e in facts["episodes"]))
    assert len(facts["episodes"]) == 5


def test_averages_of_a_task_are_those_of_its_episodes(mixed_run: Path) -> None:
    summary = report(mixed_run)["summary"]
    assert list(summary["tasks"]) == ["dark-mode"]
    assert summary["tasks"]["dark-mode"]["completion_ratio"] == summary["completion_ratio"]
    assert summary["tasks"]["dark-mode"]["unscored"] == 1


def test_every_trial_is_an_episode_of_its_own(tmp_path: Path) -> None:
    facts = report(pictured.play(tmp_path / "run", 3, trials=2))
    assert [e["id"] for e in facts["episodes"]] == ["dark_mode.s3.t1.a1", "dark_mode.s3.t2.a1"]
    assert facts["summary"]["episodes"]["scored"] == 2


def test_reading_changes_nothing(mixed_run: Path) -> None:
    before = content(mixed_run)
    report(mixed_run)
    assert content(mixed_run) == before


def test_an_episode_in_play_is_running_and_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pause = pictured.Pause()
    monkeypatch.setitem(pictured.ON_TURN, "pause", pause)
    path = tmp_path / "run"
    player = threading.Thread(target=pictured.play, args=(path, 1, 2), kwargs={"third": "pause"})
    player.start()
    try:
        assert pause.reached.wait(30)
        # The second step is queued to be written; reading waits for nobody, so it may come a moment later.
        seen = wait_for_steps(path, 2)
    finally:
        pause.go.set()
        player.join()
    assert (seen["status"], seen["termination"]) == ("running", None)
    assert (seen["metrics"]["success"], seen["metrics"]["completion_ratio"]) == (False, 0.2)
    assert (seen["metrics"]["steps"], seen["metrics"]["actions"]) == (2, 1)
    assert seen["metrics"]["tokens"] > 0
    assert [n["state"] for n in seen["nodes"]] == ["passed", "active", "active", "waiting", "waiting"]
    assert report(path)["summary"]["episodes"]["scored"] == 2, "reading did not disturb the run"


def wait_for_steps(path: Path, steps: int) -> dict[str, Any]:
    tick = threading.Event()
    for _ in range(500):
        facts = report(path)
        seen = facts["episodes"][0]
        if seen["metrics"]["steps"] == steps:
            assert facts["run"]["state"] == "running"
            n = facts["summary"]["episodes"]
            assert (n["planned"], n["scored"], n["unscored"], n["left"], n["running"]) == (2, 0, 0, 2, 1)
            return seen
        tick.wait(0.02)
    raise AssertionError(f"{steps} steps were never written")


def test_a_killed_episode_is_interrupted_and_left_until_the_run_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "run"
    code = f"from pathlib import Path; import pictured; pictured.play(Path({str(path)!r}), 2, third='kill')"
    here = str(Path(__file__).parent)
    killed = subprocess.run([sys.executable, "-c", code], cwd=here, check=False, timeout=60)
    assert killed.returncode == 9
    facts = report(path)
    assert facts["run"]["state"] == "incomplete"
    assert [(e["status"], e["termination"]) for e in facts["episodes"]] == [("interrupted", None)]
    assert facts["summary"]["episodes"] == {"planned": 1, "scored": 0, "unscored": 0, "left": 1, "running": 0}
    assert facts["summary"]["success_rate"]["n"] == 0

    # While a second attempt is in play, the first stays what it was.
    ledger = path / "ledger.jsonl"
    once = ledger.read_bytes()
    ledger.write_bytes(once + once.replace(b'"attempt":1', b'"attempt":2'))
    directory = RunDirectory(path)
    assert [e["status"] for e in report(path)["episodes"]] == ["interrupted", "running"]
    directory.close()
    ledger.write_bytes(once)

    config = json.loads((path / "run.json").read_text())
    config["config"]["policy_options"] = {}
    (path / "run.json").write_text(json.dumps(config))
    with Run.resume(path, pictured.plugins()) as run:
        run.execute()
    facts = report(path)
    assert [(e["id"], e["status"], e["counts"]) for e in facts["episodes"]] == [
        ("dark_mode.s2.a1", "interrupted", False),
        ("dark_mode.s2.a2", "scored", True),
    ]
    assert facts["summary"]["episodes"]["scored"] == 1


def test_an_episode_that_a_person_stopped_is_unscored_and_left(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        pictured.play(tmp_path / "run", 1, 2, third="interrupt")
    facts = report(tmp_path / "run")
    assert [(e["status"], e["termination"]) for e in facts["episodes"]] == [("unscored", "stopped")]
    assert facts["summary"]["episodes"]["left"] == 2
    assert facts["run"]["state"] == "incomplete"


def test_half_a_line_at_the_end_of_a_killed_record_is_left_out(mixed_run: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(mixed_run, path)
    ledger = path / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b'{"event":"beg')
    assert report(path)["episodes"] == report(mixed_run)["episodes"]


def test_an_attempt_that_never_came_to_a_record_is_listed(mixed_run: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(mixed_run, path)
    shutil.rmtree(path / "episodes")
    (path / "ledger.jsonl").write_text('{"event":"began","episode":"dark_mode.s2","attempt":1}\n')
    only = report(path)["episodes"]
    assert [(e["id"], e["task"], e["seed"], e["status"]) for e in only] == [
        ("dark_mode.s2.a1", "dark_mode", 2, "interrupted")
    ]
    assert only[0]["nodes"] == []


def test_a_folder_that_is_no_run_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is not a run directory") as caught:
        report(tmp_path)
    assert caught.value.advice
