"""The helper process of `boxed`: takes requests on its standard input until that ends."""

from __future__ import annotations

import importlib
import json
import os
import resource
import select
import signal
import stat
import sys
import traceback
from typing import Any, BinaryIO, Final

from crab_core import CrabError
from crab_ubuntu.evaluators.boxed import CPU_SECONDS, IDLE_SECONDS, INSIDE, KNOWN, MEMORY

FORBIDDEN: Final = frozenset(
    {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.system",
        "pickle.find_class",
        "socket.bind",
        "socket.connect",
        "socket.sendto",
        "subprocess.Popen",
    }
)
"""Audit events of what reading a file never needs (docs.python.org, "Audit events table")."""
HARMLESS: Final = frozenset({"/dev/null", "/dev/urandom"})


def serve() -> None:
    """Judge what is asked until the input ends or nothing is asked for a while."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open("/dev/null", os.O_WRONLY)
    os.dup2(nowhere, 1)  # what a library prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started it
    _limit()
    INSIDE.set()
    while select.select([sys.stdin.buffer], [], [], IDLE_SECONDS)[0]:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        _answer(answers, json.loads(line))


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    sys.addaudithook(_watch)


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what reading never needs, and opening what could block: libraries open files by themselves."""
    if event in FORBIDDEN:
        raise PermissionError(f"{event} is not allowed here")
    if event == "open" and isinstance(arguments[0], (str, bytes)) and arguments[0] not in HARMLESS:
        try:
            mode = os.stat(arguments[0]).st_mode  # noqa: PTH116 - bytes are allowed here
        except (OSError, ValueError):
            return  # opening it says why
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise PermissionError("is a pipe, socket or device")


def _answer(answers: BinaryIO, request: dict[str, Any]) -> None:
    os.environ["HOME"] = request["home"]  # where paths of arguments begin, as for the one who asks
    answer = _judge(request["function"], request["arguments"])
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _judge(known: str, arguments: dict[str, Any]) -> dict[str, Any]:
    importlib.import_module(known.partition(":")[0])
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        verdict = KNOWN[known](**arguments)
    except CrabError as error:
        return {"kind": type(error).__name__, "message": error.message, "advice": error.advice}
    except (MemoryError, RecursionError) as error:
        return {"passed": False, "reason": f"what is there is too large or too deep ({type(error).__name__})"}
    except Exception:  # noqa: BLE001 - a fault of the evaluator goes to whoever asked
        return {"kind": "", "message": traceback.format_exc(), "advice": ""}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {"passed": verdict.passed, "reason": verdict.reason}
