"""The ledger: append-only, whole after any death."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_core import RecordError
from crab_core.ledger import Ledger, append_line, read_lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.jsonl"


def test_a_new_ledger_knows_nothing(path: Path) -> None:
    ledger = Ledger(path)
    assert not ledger.done("e")
    assert ledger.attempts("e") == 0


def test_what_was_noted_is_known_to_the_next_process(path: Path) -> None:
    first = Ledger(path)
    first.began("e", 1)
    first.ended("e", 1, "unscored", "environment_error", retry=True)
    first.began("e", 2)
    first.ended("e", 2, "scored", "success", retry=False)
    again = Ledger(path)
    assert again.done("e")
    assert (again.attempts("e"), again.failures("e")) == (2, 1)
    assert not again.done("other")


def test_an_attempt_that_never_ended_is_not_done(path: Path) -> None:
    Ledger(path).began("e", 1)
    again = Ledger(path)
    assert not again.done("e")
    assert (again.attempts("e"), again.failures("e")) == (1, 0)


def test_stopping_is_no_failure(path: Path) -> None:
    ledger = Ledger(path)
    ledger.began("e", 1)
    ledger.ended("e", 1, "unscored", "stopped", retry=True)
    assert ledger.failures("e") == 0
    assert not ledger.done("e")


def test_an_unscored_attempt_that_makes_no_sense_to_repeat_is_done(path: Path) -> None:
    ledger = Ledger(path)
    ledger.ended("e", 1, "unscored", "environment_error", retry=False)
    assert ledger.done("e")


@given(st.integers(0, 200), st.binary(max_size=20).filter(lambda tail: b"\n" not in tail))
def test_a_torn_last_line_is_cut_off_and_the_rest_kept(
    tmp_path_factory: pytest.TempPathFactory, cut: int, tail: bytes
) -> None:
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    whole = Ledger(path)
    for number in range(3):
        whole.began("e", number)
    data = path.read_bytes()
    kept = data[: min(cut, len(data))]
    path.write_bytes(kept + tail)
    mended = Ledger(path)
    assert mended.attempts("e") == kept.count(b"\n")
    mended.began("e", 9)
    assert [entry["attempt"] for entry in read_lines(path)] == [*range(kept.count(b"\n")), 9]


def test_a_whole_line_that_is_not_json_is_told_with_its_number(path: Path) -> None:
    append_line(path, {"event": "began"})
    with path.open("a") as file:
        file.write("not json\n")
    with pytest.raises(RecordError, match="line 2"):
        Ledger(path)


def test_text_of_any_language_survives(path: Path) -> None:
    append_line(path, {"text": "Straße 日本 \u2028 \x85 end"})
    assert list(read_lines(path)) == [{"text": "Straße 日本 \u2028 \x85 end"}]
