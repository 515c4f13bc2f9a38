"""The table of results as text, Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from recorded import Ended, success, write_run

from crab_core import UsageError
from crab_core.cli.report import report as command
from crab_core.report.results.compare import By, read_results
from crab_core.report.results.latex import latex
from crab_core.report.results.markdown import markdown
from crab_core.report.results.spreadsheet import comma_separated
from crab_core.report.results.text import text

NASTY = "toy:50%_of & {large} | *x* $1 \\ #~^<b>"
"""A name with everything that one of the formats gives a meaning."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    ends = ["false_completion", "step_limit", "invalid_action", "budget"]
    failures = [
        Ended(seed=i, termination=end, passed=1, tokens=9000, cost=0.0123) for i, end in enumerate(ends)
    ]
    return [
        write_run(folder / "single", [*failures, success(seed=9, steps=6, tokens=90_000, cost=1.5)]),
        write_run(folder / "nasty", [success(tokens=7)], policy_options={"model": NASTY}),
        write_run(folder / "person", [success(environments=("ubuntu",))], policy="human", policy_options={}),
    ]


@pytest.fixture(scope="module")
def results(runs: list[Path]) -> dict[str, Any]:
    return read_results(runs)


def test_text_has_a_line_of_values_and_one_of_intervals(results: dict[str, Any]) -> None:
    lines = text(results).splitlines()
    head = next(line for line in lines if line.startswith("Model")).split("  ")
    assert [cell.strip() for cell in head if cell] == [
        *("Model", "Structure", "n", "SR (%)", "CR (%)", "EE (%)", "CE (%)"),
        *("FC (%)", "SL (%)", "IA (%)", "BU (%)"),
    ]
    values = next(i for i, line in enumerate(lines) if line.startswith("toy:large"))
    cells = lines[values].split()
    assert cells[:6] == ["toy:large", "single", "5", "20.0", "40.0", "5.33"]
    assert cells[6:] == ["2.44e-3", "20.0", "20.0", "20.0", "20.0"]
    assert lines[values + 1].split()[0] == "3.6–62.4"
    assert len(lines[values].rstrip()) <= max(len(line) for line in lines)


def test_text_tells_what_an_episode_took(results: dict[str, Any]) -> None:
    usage = text(results).split("Usage\n")[1]
    line = next(line for line in usage.splitlines() if line.startswith("toy:large"))
    assert re.split(r"  +", line.strip()) == [
        *("toy:large", "single", "9.2", "25\u202f200", "0.3098", "18.4 s"),
        *("5", "126\u202f000", "1.55", "1 min 32 s", "0.0"),
    ]
    person = next(line for line in usage.splitlines() if line.startswith("human"))
    assert re.split(r"  +", person.strip())[1:6] == ["–", "10.0", "–", "–", "20.0 s"]


def test_ends_that_nobody_came_to_have_no_column(results: dict[str, Any]) -> None:
    assert "TL (%)" not in text(results)
    assert "time limit" not in text(results)


def test_markdown_is_a_table_whatever_names_hold(results: dict[str, Any]) -> None:
    lines = markdown(results).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| Model"))
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[start : start + 5]]
    assert {len(row) for row in cells} == {11}
    assert set(cells[1]) == {" --- ", " ---: "}
    assert cells[2][3].strip() == "20.0 (3.6–62.4)"
    assert "\\|" in cells[3][0]
    assert "\\<b\\>" in cells[3][0]


def test_latex_escapes_names_and_writes_powers(results: dict[str, Any]) -> None:
    written = latex(results)
    assert r"toy:50\%\_of \& \{large\} \textbar{} *x* \$1 \textbackslash{} \#\textasciitilde{}" in written
    assert written.count(r"\begin{table*}") == written.count(r"\end{table*}") == 2
    assert r"$2.44\times10^{-3}$" in written
    code = re.sub(r"^%.*$", "", written, flags=re.MULTILINE)
    outside = re.sub(r"\\times10\^|\\[a-zA-Z]+\{?|\\.", "", code)
    assert not set("#^~<>–\u202f") & set(outside)


@pytest.mark.parametrize("by", [[], [By.PLATFORM], [By.RUN, By.TASK]])
def test_every_line_of_latex_has_as_many_cells_as_the_table_has_columns(
    runs: list[Path], by: list[By]
) -> None:
    for table in latex(read_results(runs, by)).split(r"\begin{tabular}")[1:]:
        columns = len(table[1 : table.index("}")])
        for line in table.split(r"\toprule")[1].split(r"\bottomrule")[0].splitlines():
            if line.endswith(r"\\"):
                spanned = sum(int(n) - 1 for n in re.findall(r"\\multicolumn\{(\d+)\}", line))
                assert len(re.findall(r"(?<!\\)&", line)) + 1 + spanned == columns


def test_csv_has_every_number_unrounded_with_its_interval(results: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(comma_separated(results))))
    assert [row["model"] for row in rows] == ["toy:large", NASTY, "human"]
    first, wanted = rows[0], results["rows"][0]
    for key in ("success_rate", "completion_ratio", "execution_efficiency", "cost_efficiency"):
        for column, bound in ((key, "mean"), (f"{key}_low", "low"), (f"{key}_high", "high")):
            assert float(first[column]) == wanted[key][bound]
    assert float(first["budget"]) == 0.2
    assert float(first["cost_in_all"]) == pytest.approx(1.5492)
    assert rows[2]["cost_efficiency"] == "", "what is not known is empty"


def test_platforms_are_a_column_in_every_format(runs: list[Path]) -> None:
    results = read_results(runs, [By.PLATFORM])
    assert "Platform" in text(results)
    assert "| Platform |" in markdown(results)
    assert "& Platform &" in latex(results)
    assert "platform" in comma_separated(results).splitlines()[0].split(",")


def test_trials_have_a_table_with_a_column_a_trial(tmp_path: Path) -> None:
    episodes = [success(seed=0), Ended(seed=1), success(seed=1, trial=2)]
    run = write_run(tmp_path / "run", episodes, trials=2, repeat="until_success")
    results = read_results([run])
    lines = text(results).splitlines()
    at = lines.index("Repeated until success")
    assert lines[at + 2].split("  ")[0] == "Model"
    for heading in ("SR@1 (%)", "SR@2 (%)", "Gain (%)"):
        assert heading in lines[at + 2]
    assert "1 of 1" in lines[at + 4]
    assert "SR@2 (%)" in markdown(results)
    assert r"SR@2 (\%)" in latex(results)


# -- the command -------------------------------------------------------------------------------------


def crab_report(*arguments: object) -> str:
    done = CliRunner().invoke(command, [str(a) for a in arguments], catch_exceptions=True)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output if done.exit_code == 0 else f"{done.exit_code}: {done.output}"


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("text", "Results\n"),
        ("markdown", "## Results\n"),
        ("latex", "% Needs"),
        ("csv", "model,"),
        ("json", "{"),
    ],
)
def test_the_command_prints_the_table_in_every_format(runs: list[Path], form: str, begins: str) -> None:
    assert crab_report(*runs, "--table", "--format", form).startswith(begins)


def test_several_runs_are_compared_without_being_told_to(runs: list[Path]) -> None:
    assert crab_report(*runs).startswith("Results\n")
    assert json.loads(crab_report(*runs, "--json"))["rows"]
    assert not list(runs[0].glob("*.html")), "a table writes nothing"


def test_a_table_of_one_run_has_to_be_asked_for(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [success()])
    assert crab_report(run, "--table").startswith("Results\n")
    assert crab_report(run, "--by", "platform").startswith("Results\n")
    assert crab_report(run).startswith("Run run: policy single")
    assert (run / "report.html").is_file()


def test_a_page_and_a_table_are_not_had_at_once(runs: list[Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="A page is of one run"):
        crab_report(*runs, "--html", tmp_path / "page.html")
    with pytest.raises(UsageError, match="JSON or csv, not both"):
        crab_report(*runs, "--json", "--format", "csv")


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "csv", "json"])
def test_what_does_not_compare_is_said_in_every_format(runs: list[Path], form: str) -> None:
    """In LaTeX on the page, not in a comment; beside CSV, which has no place for it."""
    shown = CliRunner().invoke(command, [*map(str, runs), "--table", "--format", form])
    assert shown.exit_code == 0
    told = shown.stderr if form == "csv" else shown.stdout
    told = "\n".join(line for line in told.splitlines() if not line.startswith("%"))
    assert "different tasks or seeds" in " ".join(told.split())
    if form == "csv":
        assert len(list(csv.DictReader(io.StringIO(shown.stdout)))) == len(runs)
