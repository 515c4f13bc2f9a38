"""The report in the terminal: plain text anywhere, colours where rich is installed and a person looks."""

from __future__ import annotations

import errno
import importlib.util
import io
import os
import pty
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TextIO

import pytest

from crab_core.report.results.compare import read_results
from crab_core.report.results.text import print_results, text
from crab_core.report.summary import report
from crab_core.report.tables import Column, Grid, draw, print_report, text_report


def in_a_terminal(
    facts: dict[str, object], write: Callable[[dict[str, object], TextIO], None] = print_report
) -> str:
    """What a person at a terminal sees."""
    reader, writer = pty.openpty()
    with ThreadPoolExecutor(1) as pool:
        seen = pool.submit(read_all, reader)
        with os.fdopen(writer, "w", encoding="utf-8") as stream:
            write(facts, stream)
        return seen.result().decode()


def read_all(reader: int) -> bytes:
    """Everything that is written to a terminal until its other end is closed."""
    seen = b""
    with os.fdopen(reader, "rb", buffering=0) as terminal:
        while True:
            try:
                part = terminal.read(65_536)
            except OSError as error:
                assert error.errno == errno.EIO, "what Linux says at the end of a terminal"
                part = b""
            if not part:
                return seen
            seen += part


@pytest.fixture
def no_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def without_rich(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "rich" else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without_rich)


def test_every_attempt_has_a_line_and_says_how_it_ended(mixed_run: Path) -> None:
    text = text_report(report(mixed_run))
    line = {line.split()[0]: line for line in text.splitlines() if line.startswith("dark_mode.")}
    assert "success" in line["dark_mode.s1.a1"]
    assert "5/5" in line["dark_mode.s1.a1"]
    assert "false completion" in line["dark_mode.s2.a1"]
    assert "environment error, unscored, replaced" in line["dark_mode.s4.a1"]
    assert "0 %" not in line["dark_mode.s4.a2"], "an unscored episode has no score, also not 0"


def test_averages_stand_with_their_intervals(mixed_run: Path) -> None:
    text = text_report(report(mixed_run))
    assert "Success rate (SR)" in text
    assert "33.3 %" in text
    assert "6.1 – 79.2 %" in text
    assert "4 planned, 3 scored, 1 unscored, 0 left" in text


def test_columns_are_aligned_also_with_wide_letters() -> None:
    grid = Grid([Column("Task"), Column("Steps", right=True)], [["任务", "7"], ["long name", "12"]])
    assert draw(grid).splitlines() == [
        "Task       Steps",
        "─────────  ─────",
        "任务           7",
        "long name     12",
    ]


def test_a_file_gets_plain_text(mixed_run: Path) -> None:
    stream = io.StringIO()
    print_report(report(mixed_run), stream)
    assert stream.getvalue() == text_report(report(mixed_run)) + "\n"


def test_a_terminal_gets_colours(mixed_run: Path) -> None:
    seen = in_a_terminal(report(mixed_run))
    assert "\x1b[" in seen
    assert "false completion" in seen


@pytest.mark.usefixtures("no_rich")
def test_a_terminal_gets_plain_text_without_rich(mixed_run: Path) -> None:
    facts = report(mixed_run)
    assert in_a_terminal(facts).replace("\r\n", "\n") == text_report(facts) + "\n"


def test_a_table_of_results_has_colours_in_a_terminal_and_whole_numbers(mixed_run: Path) -> None:
    seen = in_a_terminal(read_results([mixed_run]), print_results)
    assert "\x1b[1mResults" in seen
    assert "6.1–79.2" in seen


@pytest.mark.usefixtures("no_rich")
def test_a_table_of_results_is_plain_text_without_rich(mixed_run: Path) -> None:
    results = read_results([mixed_run])
    assert in_a_terminal(results, print_results).replace("\r\n", "\n") == text(results) + "\n"
