"""Evaluators that need no screen, on real files and processes, both ways and nearly."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from crab_core import Verdict
from crab_ubuntu.environment import UbuntuEnvironment


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def judge(evaluator: str, **arguments: object) -> Verdict:
    return UbuntuEnvironment().evaluator_space[evaluator].judge(arguments)


def test_file_content_is_compared_whole(home: Path) -> None:
    (home / "a.txt").write_text("Grüße\nzwei\n")
    assert judge("file_content", path="a.txt", content="Grüße\nzwei").passed
    assert judge("file_content", path=str(home / "a.txt"), content="Grüße\nzwei\n").passed
    assert judge("file_content", path="~/a.txt", content="Grüße\nzwei").passed


@pytest.mark.parametrize(
    "content", ["Grüße", "grüße\nzwei", "Grüße\nzwei ", "\nGrüße\nzwei", "", "Grüße\nzwei\n\n"]
)
def test_nearly_the_same_content_fails_and_says_what_is_there(home: Path, content: str) -> None:
    (home / "a.txt").write_text("Grüße\nzwei\n")
    verdict = judge("file_content", path="a.txt", content=content)
    assert not verdict.passed
    assert "a.txt says 'Grüße\\nzwei\\n'" in verdict.reason


def test_a_part_is_found_only_when_asked_for(home: Path) -> None:
    (home / "a.txt").write_text("one two three")
    assert judge("file_content", path="a.txt", content="two", match="contains").passed
    assert not judge("file_content", path="a.txt", content="Two", match="contains").passed
    assert not judge("file_content", path="a.txt", content="", match="contains").passed


def test_broken_files_fail_with_a_reason(home: Path) -> None:
    (home / "binary").write_bytes(b"\xff\xfe\x00")
    (home / "folder").mkdir()
    (home / "empty").touch()
    with (home / "huge").open("wb") as huge:
        huge.truncate(17 * 1024 * 1024)
    for path, reason in (
        ("missing", "does not exist"),
        ("binary", "no UTF-8 text"),
        ("folder", "is no file"),
        ("huge", "more than"),
        ("empty", "says ''"),
    ):
        verdict = judge("file_content", path=path, content="x")
        assert not verdict.passed
        assert reason in verdict.reason


def test_an_empty_file_is_told_from_a_missing_one(home: Path) -> None:
    (home / "empty").touch()
    assert judge("file_content", path="empty", content="").passed
    assert not judge("file_content", path="missing", content="").passed
    assert judge("file_exists", path="empty").passed
    assert not judge("file_exists", path="Empty").passed


def test_a_process_is_known_by_the_name_of_its_program(tmp_path: Path) -> None:
    program = tmp_path / "crab-test-long-name"
    shutil.copy("/usr/bin/sleep", program)
    process = subprocess.Popen([program, "60"])
    try:
        assert judge("process_running", name="crab-test-long-name").passed
        for near in ("crab-test", "crab-test-long-nam", "Crab-test-long-name", "60", ""):
            assert not judge("process_running", name=near).passed
    finally:
        process.kill()
        # Ended but not reaped: a zombie does not run.
        ended = judge("process_running", name="crab-test-long-name")
        process.wait()
    assert not judge("process_running", name="crab-test-long-name").passed
    assert isinstance(ended, Verdict)
