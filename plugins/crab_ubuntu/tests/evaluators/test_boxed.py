"""The process in which untrusted content is parsed: what breaks it, and what it cannot do."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from crab_core import CrabError, DefinitionError, DeviceError, Verdict
from crab_ubuntu.evaluators import boxed, reading
from crab_ubuntu.evaluators.boxed import Box

HERE = "boxed_trials"
"""Name under which the helper process finds this module."""


def attempt(what: str, path: str = "") -> Verdict:
    """What a library could do to the helper; called there."""

    def crash() -> None:
        ctypes.string_at(0)

    attempts = {
        "nothing": lambda: None,
        "crash": crash,
        "loop": lambda: [None for _ in iter(int, 1)],
        "memory": lambda: bytes(1 << 33),
        "recursion": lambda: attempt(what, path),
        "print": lambda: print('{"passed": true, "reason": "forged"}', flush=True),
        "write": lambda: Path(path).write_text("x"),
        "open": lambda: Path(path).read_text(),
        "start": lambda: subprocess.run(["true"], check=True),
        "shell": lambda: os.system("true"),
        "fork": os.fork,
        "connect": lambda: socket.create_connection(("127.0.0.1", 9)),
        "unpickle": lambda: pickle.loads(pickle.dumps(Path())),
        "unreadable": lambda: reading.read_regular(path),
        "task": lambda: reading.place(""),
        "device": lambda: (_ for _ in ()).throw(DeviceError("It is gone.", advice="Look for it.")),
        "bug": lambda: {}["missing"],
        "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "leave": lambda: os._exit(0),
        "home": lambda: None,
    }
    attempts[what]()
    return Verdict(True, f"did {what} in {Path.home()}")


if __name__ == HERE:
    boxed.KNOWN[f"{HERE}:attempt"] = reading.unreadable_fails(attempt)


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box whose helper can find this module."""
    folder = tmp_path_factory.mktemp("site")
    (folder / f"{HERE}.py").write_text(Path(__file__).read_text())
    patch = pytest.MonkeyPatch()
    patch.syspath_prepend(folder)
    box = Box()
    yield box
    box.close()
    patch.undo()


def tried(box: Box, what: str, path: Path | str = "") -> Verdict:
    return box.judge(f"{HERE}:attempt", {"what": what, "path": str(path)})


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("crash", "breaks its reader (SIGSEGV)"),
        ("memory", "too large or too deep (MemoryError)"),
        ("recursion", "too large or too deep (RecursionError)"),
    ],
)
def test_what_breaks_a_reader_is_a_failed_verdict_and_the_next_one_works(
    box: Box, what: str, reason: str
) -> None:
    verdict = tried(box, what)
    assert not verdict.passed
    assert reason in verdict.reason
    assert tried(box, "nothing").passed


@pytest.mark.parametrize("what", ["write", "start", "shell", "fork", "connect", "unpickle"])
def test_a_reader_can_do_nothing_but_read(box: Box, tmp_path: Path, what: str) -> None:
    with pytest.raises(DeviceError, match=r"is not allowed here|File too large"):
        tried(box, what, tmp_path / "file")
    assert not (tmp_path / "file").exists() or (tmp_path / "file").read_bytes() == b""


def test_opening_what_blocks_is_refused(box: Box, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for path in (tmp_path / "pipe", tmp_path / "link", "/dev/zero"):
        with pytest.raises(DeviceError, match="is a pipe, socket or device"):
            tried(box, "open", path)


def test_what_a_library_prints_is_no_verdict(box: Box) -> None:
    assert tried(box, "print").reason.startswith("did print")
    assert tried(box, "nothing").reason.startswith("did nothing")


def test_errors_come_back_as_what_they_were(box: Box, tmp_path: Path) -> None:
    assert tried(box, "unreadable", "/missing") == Verdict(False, "/missing does not exist")
    with pytest.raises(DefinitionError, match="is no path"):
        tried(box, "task")
    with pytest.raises(DeviceError, match="gone") as raised:
        tried(box, "device")
    assert raised.value.advice == "Look for it."
    with pytest.raises(DeviceError, match="KeyError: 'missing'"):
        tried(box, "bug")


def test_a_reader_that_was_killed_for_want_of_memory_is_no_verdict(box: Box) -> None:
    with pytest.raises(CrabError, match="ended with -9"):
        tried(box, "killed")
    assert tried(box, "nothing").passed


def test_a_reader_that_has_ended_is_started_again(box: Box) -> None:
    assert tried(box, "nothing").passed
    helper = box._helper
    assert helper is not None
    box.close()
    assert helper.poll() == 0
    assert tried(box, "nothing").passed
    with pytest.raises(DeviceError, match="ends at once"):
        tried(box, "leave")
    assert tried(box, "nothing").passed


def test_a_reader_that_takes_its_time_to_end_is_not_killed(box: Box) -> None:
    assert tried(box, "nothing").passed
    helper = box._helper
    assert helper is not None
    helper.send_signal(signal.SIGSTOP)  # as if the machine had other things to do
    going_on = threading.Timer(1.3, helper.send_signal, [signal.SIGCONT])
    going_on.start()
    box.close()
    going_on.join()
    assert helper.poll() == 0


def test_the_home_is_that_of_the_question(box: Box, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "two"):
        monkeypatch.setenv("HOME", str(tmp_path / name))
        assert tried(box, "home").reason == f"did home in {tmp_path / name}"
