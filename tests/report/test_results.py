"""Runs compared: who counts as one agent, what is averaged over, and what is told beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pictured
import pytest
from reading import Page
from recorded import Ended, success, write_run

from crab_core import RecordError, UsageError
from crab_core.episode import Termination
from crab_core.metrics import proportion
from crab_core.report import wording
from crab_core.report.html import write_html
from crab_core.report.results.compare import By, read_results
from crab_core.report.summary import report
from crab_core.report.tables import text_report


def row(results: dict[str, Any], **wanted: str) -> dict[str, Any]:
    (found,) = [r for r in results["rows"] if all(r[key] == value for key, value in wanted.items())]
    return found


def test_a_row_has_the_metrics_of_the_paper(tmp_path: Path) -> None:
    ends = [Ended(seed=1, passed=2, tokens=1000), Ended(seed=2, termination="false_completion", passed=1)]
    run = write_run(tmp_path / "run", [success(seed=0, steps=5, tokens=4000), *ends])
    (only,) = read_results([run])["rows"]
    assert (only["model"], only["structure"]) == ("toy:large", "single")
    wilson = proportion(1, 3)
    assert only["success_rate"] == {"mean": 1 / 3, "low": wilson.low, "high": wilson.high, "n": 3}
    assert only["completion_ratio"]["mean"] == pytest.approx((1 + 0.5 + 0.25) / 3)
    assert only["execution_efficiency"]["mean"] == pytest.approx((1 / 5 + 0.5 / 10 + 0.25 / 10) / 3)
    assert only["cost_efficiency"]["mean"] == pytest.approx((1 / 4000 + 0.5 / 1000) / 2)
    assert only["cost_efficiency"]["n"] == 2, "an episode without tokens has no cost efficiency"
    assert only["terminations"]["false_completion"]["mean"] == pytest.approx(1 / 3)
    assert only["terminations"]["step_limit"]["mean"] == pytest.approx(1 / 3)


def test_the_shares_of_all_ways_to_end_add_up_to_one(tmp_path: Path) -> None:
    unscored = {Termination.ENVIRONMENT_ERROR, Termination.STOPPED}
    assert set(wording.ENDS) == set(Termination) - unscored - {Termination.SUCCESS}
    run = write_run(tmp_path / "r", [Ended(seed=i, termination=end) for i, end in enumerate(wording.ENDS)])
    (only,) = read_results([run])["rows"]
    assert sum(share["mean"] for share in only["terminations"].values()) == pytest.approx(1)


def test_runs_of_the_same_agent_are_taken_together(tmp_path: Path) -> None:
    first = write_run(tmp_path / "a", [success(seed=0)])
    second = write_run(tmp_path / "b", [Ended(seed=1)])
    (only,) = read_results([first, second])["rows"]
    assert only["episodes"]["scored"] == 2
    assert only["runs"] == [str(first), str(second)]
    by_run = read_results([first, second], [By.RUN])["rows"]
    assert [r["success_rate"]["mean"] for r in by_run] == [1, 0]


def test_agents_with_other_options_are_rows_of_their_own_and_say_which(tmp_path: Path) -> None:
    tools = write_run(tmp_path / "a", [success()], policy_options={"model": "toy:large"})
    written = write_run(tmp_path / "b", [Ended()], policy_options={"model": "toy:large", "mode": "json"})
    structures = [r["structure"] for r in read_results([tools, written])["rows"]]
    assert structures == ["single", "single (mode json)"]
    (alone,) = read_results([written])["rows"]
    assert alone["structure"] == "single", "an option that all rows share is not told"


def test_what_a_record_leaves_to_its_defaults_makes_no_other_agent(tmp_path: Path) -> None:
    old = write_run(tmp_path / "old", [success()])
    defaults = {
        "repeat": "always",
        "prompter": "",
        "replay": "",
        "approve": [],
        "limits": {"steps": None, "tokens": None},
        "environments": {"android": {"environment": "", "provider": "", "options": {}}},
    }
    new = write_run(tmp_path / "new", [success(seed=1)], **defaults)
    assert len(read_results([old, new])["rows"]) == 1


def test_how_a_model_is_reached_makes_no_other_agent(tmp_path: Path) -> None:
    runs = [
        write_run(
            tmp_path / str(timeout),
            [success(seed=timeout)],
            policy_options={"model": "big"},
            models={"big": {"model": "toy:large", "timeout": timeout, "temperature": 0.5}},
        )
        for timeout in (60, 120)
    ]
    (only,) = read_results(runs)["rows"]
    assert only["settings"] == {"models.big": "temperature 0.5"}


def test_replayed_episodes_do_not_count_as_more_of_the_same(tmp_path: Path) -> None:
    first = write_run(tmp_path / "first", [success()])
    again = write_run(tmp_path / "again", [success()], replay="runs/first")
    rows = read_results([first, again])["rows"]
    assert [r["structure"] for r in rows] == ["single", "single (replay runs/first)"]


def test_a_model_is_named_in_full_with_those_that_help_it(tmp_path: Path) -> None:
    options = {"model": "big", "tool_model": "toy:small"}
    models = {"big": {"model": "toy:large", "temperature": 0.2}}
    run = write_run(
        tmp_path / "r", [success()], policy="functionality", policy_options=options, models=models
    )
    (only,) = read_results([run])["rows"]
    assert (only["model"], only["structure"]) == ("toy:large + toy:small", "by functionality")
    assert only["settings"]["models.big"] == "temperature 0.2"


def test_a_policy_that_names_no_model_is_told_by_those_that_it_asked(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1, policy="talking")
    (only,) = read_results([run])["rows"]
    assert only["model"] == "toy:large + toy:small"


def test_people_stand_last_and_have_no_structure(tmp_path: Path) -> None:
    person = write_run(tmp_path / "person", [success()], policy="human", policy_options={})
    agent = write_run(tmp_path / "agent", [Ended()])
    rows = read_results([person, agent])["rows"]
    assert [(r["model"], r["structure"]) for r in rows] == [("toy:large", "single"), ("human", "")]
    assert rows[1]["cost_efficiency"]["mean"] is None


def test_rows_by_platform_end_with_the_sum(tmp_path: Path) -> None:
    run = write_run(
        tmp_path / "run",
        [
            success(seed=0, environments=("ubuntu",)),
            Ended(seed=1, environments=("android",)),
            Ended(seed=2, environments=("android", "ubuntu")),
        ],
    )
    rows = read_results([run], [By.PLATFORM])["rows"]
    assert [(r["platform"], r["success_rate"]["mean"], r["success_rate"]["n"]) for r in rows] == [
        ("desktop", 1, 1),
        ("phone", 0, 1),
        ("cross", 0, 1),
        ("all", pytest.approx(1 / 3), 3),
    ]


@pytest.mark.parametrize(
    ("facts", "platform"),
    [
        ({"platforms": {"left": "android", "right": "android"}}, "phone"),
        ({"platforms": {"left": "android", "right": "linux"}}, "cross"),
        ({"platforms": {"left": "fridge", "right": "fridge"}}, "fridge"),
    ],
)
def test_the_platform_is_that_of_the_devices(tmp_path: Path, facts: dict[str, Any], platform: str) -> None:
    run = write_run(tmp_path / "run", [success(environments=("left", "right"))], facts=facts)
    assert read_results([run], [By.PLATFORM])["rows"][0]["platform"] == platform


def test_a_run_records_the_platforms_of_its_devices(mixed_run: Path) -> None:
    assert report(mixed_run)["run"]["platforms"] == {"phone": "android", "desktop": "linux"}
    assert read_results([mixed_run], [By.PLATFORM])["rows"][0]["platform"] == "cross"


def test_a_device_of_another_name_is_of_the_platform_it_is_registered_as(tmp_path: Path) -> None:
    chosen = {"second": {"environment": "android", "provider": ""}}
    run = write_run(tmp_path / "run", [success(environments=("android", "second"))], environments=chosen)
    assert read_results([run], [By.PLATFORM])["rows"][0]["platform"] == "phone"


def test_rows_can_be_split_twice(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [success(task="a"), Ended(task="b", environments=("ubuntu",))])
    rows = read_results([run], [By.PLATFORM, By.TASK])["rows"]
    assert [(r["platform"], r["task"]) for r in rows] == [
        ("desktop", "b"),
        ("desktop", "all"),
        ("phone", "a"),
        ("phone", "all"),
        ("all", "all"),
    ]


def test_unscored_episodes_are_left_out_and_replaced_attempts_told(mixed_run: Path) -> None:
    results = read_results([mixed_run])
    (only,) = results["rows"]
    assert only["episodes"] == {"planned": 4, "scored": 3, "unscored": 1, "left": 0, "replaced": 1}
    assert only["success_rate"]["n"] == 3
    assert only["total"]["attempts"] == 5, "all that was spent is in the total"
    assert "1 episode has no score: something other than the agent failed." in results["notes"]
    assert "1 attempt was replaced by a later one; only totals count them." in results["notes"]


def test_episodes_that_have_not_begun_are_left(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [success(seed=0)], seeds=[0, 1, 2])
    results = read_results([run])
    assert results["rows"][0]["episodes"]["left"] == 2
    assert "2 planned episodes are still to be played." in results["notes"]


def test_money_is_summed_and_one_unknown_price_makes_it_unknown(tmp_path: Path) -> None:
    known = write_run(
        tmp_path / "a", [success(seed=0, tokens=10, cost=0.25), Ended(seed=1, tokens=10, cost=0.5)]
    )
    unknown = write_run(tmp_path / "b", [success(tokens=10, cost=0.25), Ended(seed=1, tokens=10)])
    free = write_run(tmp_path / "c", [success()])
    costs = {
        path.name: (r["per_episode"]["cost"]["mean"], r["total"]["cost"])
        for path in (known, unknown, free)
        for r in read_results([path])["rows"]
    }
    assert costs == {"a": (0.375, 0.75), "b": (None, None), "c": (0, 0)}
    assert "No price is known of toy:large." in read_results([unknown])["notes"]


def test_what_does_not_compare_is_said(tmp_path: Path) -> None:
    one = write_run(tmp_path / "a", [success()], facts={"plugins": {"core": "crab-core 1"}})
    other = write_run(
        tmp_path / "b",
        [Ended(), Ended(task="more")],
        policy_options={"model": "toy:small"},
        limits={"steps": 30},
        facts={"plugins": {"core": "crab-core 2"}, "tasks": {"errand@0": "another", "more@0": "new"}},
    )
    notes = read_results([one, other])["notes"]
    assert any(note.startswith("Not the same task in all runs") and "errand@0" in note for note in notes)
    assert any("different tasks or seeds" in note for note in notes)
    assert "Rows differ in limits.steps: default, 30." in notes
    assert "Runs are of different versions: crab-core 1, crab-core 2." in notes
    assert read_results([one])["notes"] == []


def said(notes: list[str], words: str) -> bool:
    return any(words in note for note in notes)


def test_what_weighs_more_within_a_row_is_said(tmp_path: Path) -> None:
    one = write_run(tmp_path / "a", [success(), Ended(task="more")])
    other = write_run(tmp_path / "b", [success()])
    notes = read_results([one, other])["notes"]
    assert said(notes, "counted several times")
    assert said(notes, "some weigh more than others: errand@0.")
    apart = read_results([one, other], [By.RUN])["notes"]
    assert not said(apart, "counted several times")
    assert said(apart, "different tasks or seeds"), "rows are of runs then"
    twice = write_run(tmp_path / "c", [success(trial=1), success(trial=2)], trials=2)
    assert said(read_results([twice])["notes"], "counted several times")
    assert not said(read_results([twice])["notes"], "weigh more")


def test_rows_of_the_same_plan_that_count_other_episodes_are_said(tmp_path: Path) -> None:
    one = write_run(tmp_path / "a", [success(seed=0), Ended(seed=1)])
    lost = Ended(seed=1, status="unscored", termination="environment_error")
    other = write_run(tmp_path / "b", [success(seed=0), lost], policy_options={"model": "toy:small"})
    assert said(read_results([one, other])["notes"], "Not every row has a score for every task and seed")
    assert not said(read_results([one])["notes"], "Not every row")


def test_means_of_few_episodes_are_said_to_be_uncertain(tmp_path: Path) -> None:
    nine, ten = (
        write_run(tmp_path / str(many), [Ended(seed=seed) for seed in range(many)]) for many in (9, 10)
    )
    assert said(read_results([nine])["notes"], "Of fewer than 10 episodes")
    assert not said(read_results([ten])["notes"], "Of fewer than 10 episodes")


def test_replies_from_a_cache_are_said_to_be_no_further_evidence(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [success(tokens=10, cost=0.5)], cache="/kept")
    step = {"exchange": [{"source": "cache"}, {"source": "model"}], "step": None}
    (run / "episodes/errand.s0.a1/steps.jsonl").write_text(json.dumps(step) + "\n")
    assert said(read_results([run])["notes"], "1 of 2 model calls of runs with a cache were answered by it")


def test_other_devices_are_said(tmp_path: Path) -> None:
    runs = [
        write_run(
            tmp_path / build, [success()], facts={"devices": {"android": {"build": build, "android": "16"}}}
        )
        for build in ("one", "two")
    ]
    notes = read_results(runs)["notes"]
    assert "Not all runs were played on the same android: it differs in build." in notes


def test_a_run_named_twice_is_refused(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [success()])
    with pytest.raises(UsageError, match="named twice"):
        read_results([run, tmp_path / "." / "run"])


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is not a run directory"):
        read_results([tmp_path])


def test_results_are_json(tmp_path: Path) -> None:
    results = read_results([write_run(tmp_path / "run", [success()])], [By.TASK])
    assert json.loads(json.dumps(results)) == results


# -- repeated until success ----------------------------------------------------------------------------


def test_trials_tell_what_trying_again_gained(tmp_path: Path) -> None:
    run = pictured.play(
        tmp_path / "run", 1, 2, 4, policy="learner", policy_options={}, trials=3, repeat="until_success"
    )
    results = read_results([run])
    (gained,) = results["trials"]
    assert [rate["mean"] for rate in gained["success_rate"]] == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    assert gained["gain"]["mean"] == pytest.approx(1 / 3)
    assert (gained["failed_first"], gained["mended"], gained["attempts"]) == (2, 1, 1 + 2 + 3)
    (only,) = results["rows"]
    assert only["success_rate"]["mean"] == pytest.approx(1 / 3), "the first trial, as other rows have it"
    assert only["episodes"] == {"planned": 3, "scored": 3, "unscored": 0, "left": 0, "replaced": 0}
    assert only["total"]["attempts"] == 6


def test_a_report_of_one_run_tells_its_first_trials_and_what_the_others_gained(tmp_path: Path) -> None:
    run = pictured.play(
        tmp_path / "run", 1, 2, policy="learner", policy_options={}, trials=2, repeat="until_success"
    )
    facts = report(run)
    assert facts["summary"]["success_rate"]["mean"] == 0.5
    assert facts["summary"]["trials"]["gain"]["mean"] == 0.5
    assert "Success:      50 % in one trial, 100 % in 2; 50 % more (9.5 – 90.5 %)" in text_report(facts)
    page = Page.of(write_html(run))
    assert any("50 % in one trial, 100 % in 2" in tile.text for tile in page.find_all("article", "tile"))


def test_trials_that_success_made_needless_are_not_left(tmp_path: Path) -> None:
    run = pictured.play(
        tmp_path / "run", 1, policy="learner", policy_options={}, trials=3, repeat="until_success"
    )
    assert not any("still to be played" in note for note in read_results([run])["notes"])
    summary = report(run)["summary"]
    assert (summary["episodes"]["planned"], summary["episodes"]["left"]) == (1, 0)
    assert report(run)["run"]["state"] == "finished"


def test_a_task_that_is_not_decided_counts_nowhere(tmp_path: Path) -> None:
    run = write_run(
        tmp_path / "run",
        [Ended(seed=0, trial=1), success(seed=1, trial=1)],
        trials=2,
        repeat="until_success",
    )
    results = read_results([run])
    (gained,) = results["trials"]
    assert (gained["decided"], gained["undecided"]) == (1, 1)
    assert any("1 task with a seed is not decided" in note for note in results["notes"])
    assert "; 1 not decided" in text_report(report(run))


def test_nothing_is_decided_where_nothing_has_a_score(tmp_path: Path) -> None:
    lost = [Ended(seed=seed, trial=1, status="unscored", termination="agent_error") for seed in (0, 1)]
    run = write_run(tmp_path / "run", lost, trials=2, repeat="until_success")
    (gained,) = read_results([run])["trials"]
    assert (gained["decided"], gained["gain"]["mean"]) == (0, None)
    assert "Success:" in text_report(report(run))
    write_html(run)


def test_success_within_more_trials_is_a_row_of_its_own(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / str(most), [success()], trials=most, repeat="until_success") for most in (2, 3)
    ]
    assert [one["trials"] for one in read_results(runs)["trials"]] == [2, 3]


@pytest.mark.parametrize(
    ("options", "structure"),
    [
        ({}, "reflexion"),
        ({"structure": "functionality"}, "reflexion, by functionality"),
        ({"reflect": False}, "re-execute"),
        ({"reflect": False, "structure": "environment"}, "re-execute, by environment"),
    ],
)
def test_reflexion_tells_its_structure_and_the_control_that_it_is_one(
    options: dict[str, Any], structure: str, tmp_path: Path
) -> None:
    options = {"model": "toy:large", **options}
    run = write_run(tmp_path / "run", [success()], policy="reflexion", policy_options=options)
    assert read_results([run])["rows"][0]["structure"] == structure


def test_trials_of_a_run_that_repeats_always_are_episodes(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [success(trial=1), Ended(trial=2)], trials=2)
    results = read_results([run])
    assert results["trials"] == []
    assert results["rows"][0]["success_rate"]["n"] == 2
