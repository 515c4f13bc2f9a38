"""Side effects in reports: counted, averaged with intervals, told in words, and left out where unknown."""

from __future__ import annotations

import csv
import html
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from recorded import Ended, success, write_run

from crab_core.cli.report import report as command
from crab_core.report.html import write_html
from crab_core.report.results.compare import read_results
from crab_core.report.results.latex import latex
from crab_core.report.results.markdown import markdown
from crab_core.report.results.spreadsheet import comma_separated
from crab_core.report.results.text import text
from crab_core.report.summary import report
from crab_core.report.tables import text_report

SENT = {
    "environment": "phone",
    "place": "apps/com.android.messaging/conversations/3/messages/41",
    "kind": "added",
    "before": None,
    "after": {"address": "+1 202 555 0143", "body": "hello <b>"},
}


def run(folder: Path, *counts: int | None, **config: Any) -> Path:
    """A run with an episode for each number of side effects; None: not known."""
    path = write_run(folder, [success(seed=i, steps=3) for i in range(len(counts))], **config)
    for i, count in enumerate(counts):
        file = path / "episodes" / f"errand.s{i}.a1" / "episode.json"
        facts = json.loads(file.read_text())
        facts["metrics"]["side_effects"] = count
        facts["side_effects"] = None if count is None else [SENT] * count
        facts["side_effects_note"] = "the state of phone cannot be read: gone" if count is None else ""
        file.write_text(json.dumps(facts))
    return path


@pytest.fixture
def some(tmp_path: Path) -> Path:
    return run(tmp_path / "some", 0, 2, 1, None)


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A run recorded before side effects were."""
    path = write_run(tmp_path / "older", [success(), Ended(seed=1)])
    for file in path.glob("episodes/*/episode.json"):
        facts = json.loads(file.read_text())
        del facts["metrics"]["side_effects"]
        file.write_text(json.dumps(facts))
    return path


def test_the_share_of_episodes_and_the_mean_are_of_those_that_are_known(some: Path) -> None:
    facts = report(some)
    rate, mean = facts["summary"]["side_effect_rate"], facts["summary"]["side_effects"]
    assert (rate["n"], rate["mean"]) == (3, pytest.approx(2 / 3))
    assert rate["low"] == pytest.approx(0.208, abs=0.001)
    assert (mean["n"], mean["mean"], mean["low"], mean["high"]) == (3, 1.0, 0.0, 2.0)
    assert facts["summary"]["success_rate"]["mean"] == 1.0
    assert [episode["side_effects"] for episode in facts["episodes"]] == [[], [SENT] * 2, [SENT], None]
    assert facts["summary"]["tasks"]["errand"]["side_effects"] == mean


def test_the_terminal_shows_a_column_and_two_averages(some: Path) -> None:
    lines = text_report(report(some)).splitlines()
    head = next(line for line in lines if line.startswith("Episode "))
    at = head.index("SE")
    numbers = [line[at - 1 : at + 2].strip() for line in lines if line.startswith("errand.s")]
    assert numbers == ["0", "2", "1", "–"]
    assert any(line.startswith("Episodes with side effects (SER)") and "66.7 %" in line for line in lines)
    assert any(line.startswith("Side effects an episode (SE)") and "1.00" in line for line in lines)


def test_every_table_has_them(some: Path) -> None:
    results = read_results([some])
    for written in (text(results), markdown(results), latex(results)):
        assert "SER" in written
        assert "66.7" in written
        assert "1.00" in written
    (row,) = csv.DictReader(io.StringIO(comma_separated(results)))
    assert float(row["side_effect_rate"]) == pytest.approx(2 / 3)
    assert (row["side_effects"], row["side_effects_low"], row["side_effects_high"]) == ("1.0", "0.0", "2.0")


def test_a_run_where_they_are_known_beside_one_where_they_are_not(some: Path, older: Path) -> None:
    results = read_results([older, some], by=[])
    assert "SER" in text(results)
    apart = read_results([older])
    assert apart["rows"][0]["side_effects"]["n"] == 0


def test_a_record_that_does_not_know_them_is_shown_without(older: Path) -> None:
    facts = report(older)
    assert facts["summary"]["side_effects"] == {"mean": None, "low": None, "high": None, "n": 0}
    results = read_results([older])
    page = write_html(older).read_text()
    for written in (text_report(facts), text(results), markdown(results), latex(results), page):
        assert "SER" not in written
        assert "ide effect" not in written
    (row,) = csv.DictReader(io.StringIO(comma_separated(results)))
    assert (row["side_effect_rate"], row["side_effects"]) == ("", "")


def test_the_page_lists_them_in_words(some: Path) -> None:
    page = write_html(some).read_text()
    assert "Side effects (2)" in page
    told = (
        "phone: apps/com.android.messaging/conversations/3/messages/41 was added: address '+1 202 555 0143'"
    )
    assert html.unescape(page).count(f"{told}, body 'hello <b>'") == 3
    assert "hello <b>" not in page
    assert "not known: the state of phone cannot be read: gone" in page
    assert "66.7 %" in page


def test_very_many_are_cut_short(tmp_path: Path) -> None:
    page = write_html(run(tmp_path / "many", 150)).read_text()
    assert "and 50 more" in page


def test_the_command_prints_them(some: Path) -> None:
    shown = CliRunner().invoke(command, [str(some), "--json"])
    assert json.loads(shown.output)["summary"]["side_effects"]["mean"] == 1.0
