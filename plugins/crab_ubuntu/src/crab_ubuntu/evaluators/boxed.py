"""Judging untrusted content in a process of its own, where it may cost only so much.

A regular expression can run for ever, a picture can unpack to terabytes, a library in C can crash. An
evaluator that lets a library parse what an agent wrote is decorated with `@boxed`: it runs in a helper
process with limits on processor time and memory, which may write, connect and start nothing. What breaks the
limits is a failed verdict.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, ParamSpec

import crab_core
from crab_core import CrabError, DeviceError, Verdict
from crab_ubuntu.evaluators.passing import reading_passed_on
from crab_ubuntu.evaluators.reading import unreadable_fails

CPU_SECONDS: Final = 1.8
"""Processor time that judging once may take; the clock of a busy machine does not count."""
WALL_SECONDS: Final = 40.0
"""Time after which the helper is given up."""
MEMORY: Final = 1024 * 1024 * 1024
"""Bytes of address space of the helper."""
IDLE_SECONDS: Final = 60.0
"""Time without work after which the helper ends and gives its memory back."""

KNOWN: Final[dict[str, Callable[..., Verdict]]] = {}
"""What the helper may be asked to run, by module and name; filled when modules are imported."""

INSIDE: Final = threading.Event()
"""Set in the helper itself, where what is decorated simply runs."""

START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from crab_ubuntu.evaluators.worker import serve
serve()
"""

_P = ParamSpec("_P")


def boxed(function: Callable[_P, Verdict]) -> Callable[_P, Verdict]:
    """Decorator under `@evaluator`, or of a helper that one calls: run it in the box.

    The function takes named JSON values only, no `env`. What it cannot read is a failed verdict, as with
    `unreadable_fails`; other errors are raised here as they were there.
    """
    known = f"{function.__module__}:{function.__name__}"
    KNOWN[known] = unreadable_fails(function)

    @wraps(function)
    def asked(*positional: _P.args, **named: _P.kwargs) -> Verdict:
        assert not positional, f"{known} takes named arguments"
        if INSIDE.is_set():
            return function(**named)  # type: ignore[call-arg]  # nothing positional
        return _box(os.getpid()).judge(known, named)

    return asked


@cache
def _box(process: int) -> Box:  # noqa: ARG001 - what a fork inherits is its parent's box
    """The box of this process: one is enough, and its helper is started when it is first needed."""
    box = Box()
    atexit.register(box.close)
    return box


class Box:
    """Holds the helper process; safe to use from several threads, one after the other."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = threading.Lock()
        self._helper: subprocess.Popen[bytes] | None = None
        self._complaints = os.memfd_create("complaints", os.MFD_CLOEXEC)

    def close(self) -> None:
        """End the helper; it is started again when it is needed."""
        with self._lock:
            self._end()

    def judge(self, known: str, arguments: Mapping[str, Any]) -> Verdict:
        """Run one of the `KNOWN` functions in the helper.

        Raises:
            CrabError: The function raised it.
            DeviceError: The helper does not answer, for no fault of what it read.
        """
        request = json.dumps({"function": known, "arguments": arguments, "home": str(Path.home())})
        with self._lock:
            # Once more if it had ended for want of work.
            for _ in range(2):
                answer = self._ask(request.encode() + b"\n")
                if answer is not None:
                    return _verdict(json.loads(answer))
                code = self._end()
                if code != 0:
                    return _broken(code, self._said())
            raise DeviceError("The helper that reads files ends at once.")

    def _ask(self, request: bytes) -> bytes | None:
        """The line that the helper answers; None when it ended."""
        if self._helper is None:
            os.truncate(self._complaints, 0)
            self._helper = _start(self._complaints)
        helper = self._helper
        assert helper.stdin is not None
        assert helper.stdout is not None
        try:
            helper.stdin.write(request)
            helper.stdin.flush()
        except BrokenPipeError:
            return None
        deadline = time.monotonic() + WALL_SECONDS
        answer = bytearray()
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([helper.stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                helper.kill()
                return None
            piece = helper.stdout.read1(65536)  # type: ignore[attr-defined]  # it is a BufferedReader
            if not piece:
                return None
            answer += piece
        return bytes(answer)

    def _said(self) -> str:
        """The end of what the last helper complained about."""
        return os.pread(self._complaints, 4096, max(0, os.fstat(self._complaints).st_size - 4096)).decode(
            errors="replace"
        )

    def _end(self) -> int:
        """Make sure that the helper is gone; what it ended with, 0 when there was none."""
        helper, self._helper = self._helper, None
        if helper is None:
            return 0
        assert helper.stdin is not None
        assert helper.stdout is not None
        with suppress(BrokenPipeError):  # it is gone already
            helper.stdin.close()
        helper.stdout.close()
        try:
            # It ends by itself, and how says what it died of; on a busy machine that takes longer than here.
            return helper.wait(WALL_SECONDS)
        except subprocess.TimeoutExpired:
            helper.kill()
            return helper.wait()


def _start(complaints: int) -> subprocess.Popen[bytes]:
    with reading_passed_on():
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", START, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            cwd="/",
            # Libraries for arrays start threads and take memory for each processor otherwise.
            env={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"},
        )


def _verdict(answer: Mapping[str, Any]) -> Verdict:
    if "passed" in answer:
        return Verdict(answer["passed"] is True, str(answer["reason"]))
    error = getattr(crab_core, answer["kind"], None)
    if isinstance(error, type) and issubclass(error, CrabError):
        raise error(answer["message"], advice=answer["advice"])
    raise DeviceError(f"The evaluator failed: {answer['message']}")


def _broken(code: int, said: str) -> Verdict:
    if code == -signal.SIGPROF:
        return Verdict(False, f"what is there takes more than {CPU_SECONDS:g} s to read")
    if code in {-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL}:
        return Verdict(False, f"what is there breaks its reader ({signal.Signals(-code).name})")
    raise DeviceError(
        f"The helper that reads files ended with {code}: {said.strip() or 'it said nothing'}.",
        advice="Its machine is short of time or memory, or Python cannot be started on it.",
    )
