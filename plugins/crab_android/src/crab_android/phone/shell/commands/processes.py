"""Processes: ``ps``, ``top``, ``pidof``, ``kill``, ``sleep``, ``timeout``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from ...phone import Phone
from ..call import Call, CommandFunction, Usage
from ..compound import execute
from ..options import options, whole_number
from ..processes import TERMINATE

SYSTEM = (
    ("root", 1, "init"),
    ("root", 2, "[kthreadd]"),
    ("logd", 183, "logd"),
    ("system", 185, "servicemanager"),
    ("root", 231, "zygote64"),
    ("system", 236, "surfaceflinger"),
    ("shell", 291, "adbd"),
    ("system", 512, "system_server"),
    ("u0_a140", 760, "com.android.systemui"),
    ("radio", 842, "com.android.phone"),
    ("u0_a141", 901, "org.crab.keyboard"),
)
_SIGNALS = {
    "HUP": 1,
    "INT": 2,
    "QUIT": 3,
    "KILL": 9,
    "USR1": 10,
    "USR2": 12,
    "TERM": 15,
    "CONT": 18,
    "STOP": 19,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of ``ps``."""

    user: str
    pid: int
    name: str
    parent: int = 231


def app_pid(package: str) -> int:
    """The process number of an app, always the same."""
    return 2000 + crc32(package.encode()) % 2000


def app_user(package: str) -> str:
    """The user that an app runs as."""
    return f"u0_a{crc32(package.encode()) % 80 + 150}"


def app_uid(package: str) -> int:
    """The number of the user that an app runs as."""
    return 10000 + int(app_user(package).removeprefix("u0_a"))


def running_apps(phone: Phone) -> list[str]:
    """The packages that have an activity, the one in front first."""
    found = [
        activity.package for stack in reversed(phone.state.stacks) for activity in reversed(stack.activities)
    ]
    return list(dict.fromkeys(found))


def entries(call: Call) -> list[Entry]:
    """Everything that runs."""
    found = [Entry(user, pid, name, 1) for user, pid, name in SYSTEM]
    found += [Entry(app_user(name), app_pid(name), name) for name in running_apps(call.phone)]
    user = "root" if call.access.root else "shell"
    found += [Entry(user, job.pid, job.name, 291) for job in call.shell.processes.running.values()]
    found += [
        Entry(user, call.shell.pid, "sh", 291),
        Entry(user, call.shell.pid + 100, call.name, call.shell.pid),
    ]
    return sorted(found, key=lambda entry: entry.pid)


def _ps(call: Call) -> int:
    chosen = options(call, "AaedflnTwZM", "opPuUkgGst")
    found = entries(call)
    if not any(letter in chosen for letter in "Aaedpu"):
        found = [
            entry
            for entry in found
            if entry.user in ("shell", "root") and entry.parent in (291, call.shell.pid)
        ]
    if "p" in chosen:
        wanted = set(chosen.value("p").split(","))
        found = [entry for entry in found if str(entry.pid) in wanted]
    if chosen.words:
        found = [entry for entry in found if str(entry.pid) in chosen.words]
    if "o" in chosen:
        return _columns(call, found, ",".join(chosen.values("o")).upper().split(","))
    if "f" in chosen:
        call.print("UID            PID  PPID C STIME TTY          TIME CMD")
        for entry in found:
            call.print(
                f"{entry.user:<12} {entry.pid:>5} {entry.parent:>5} 0 08:00:00 ?     00:00:01 {entry.name}"
            )
        return 0
    call.print("USER           PID  PPID        VSZ    RSS WCHAN            ADDR S NAME")
    for entry in found:
        size = 14000000 + entry.pid * 100
        call.print(
            f"{entry.user:<12} {entry.pid:>5} {entry.parent:>5} {size:>10} {size // 150:>6} 0"
            f"                   0 S {entry.name}"
        )
    return 0


def _columns(call: Call, found: Sequence[Entry], names: Sequence[str]) -> int:
    def value(entry: Entry, name: str) -> str:
        known = {
            "PID": str(entry.pid),
            "PPID": str(entry.parent),
            "USER": entry.user,
            "UID": "0",
            "RSS": "93000",
            "VSZ": "14000000",
            "S": "S",
            "STAT": "S",
        }
        return known.get(name, entry.name)

    titles = [name.partition("=")[0] for name in names]
    rows = [[value(entry, name) for name in titles] for entry in found]
    widths = [max(len(row[at]) for row in [titles, *rows]) for at in range(len(titles))]
    for row in [titles, *rows]:
        call.print(
            " ".join(
                text.rjust(width) if text.isdigit() else text.ljust(width)
                for text, width in zip(row, widths, strict=True)
            ).rstrip()
        )
    return 0


async def _top(call: Call) -> int:
    chosen = options(call, "bHhq", "ndsokmpu")
    rounds = whole_number(call, chosen.value("n", "0"))
    most = whole_number(call, chosen.value("m", "20"))
    done = 0
    while True:
        found = entries(call)
        call.print(
            f"Tasks: {len(found)} total,   1 running, {len(found) - 1} sleeping,   0 stopped,   0 zombie"
        )
        call.print("  Mem:  7864320K total,  6619136K used,  1245184K free,    12288K buffers")
        call.print(" Swap:  3145728K total,   524288K used,  2621440K free,  2867200K cached")
        call.print("400%cpu   4%user   0%nice   2%sys 394%idle   0%iow   0%irq   0%sirq   0%host")
        call.print("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS")
        for entry in found[::-1][:most]:
            call.print(
                f"{entry.pid:>5} {entry.user:<12} 20   0  13G  91M  62M S  0.0   1.2   0:01.00 {entry.name}"
            )
        done += 1
        if done == rounds or (
            not rounds and "b" not in chosen and done == 1 and "COLUMNS" not in call.shell.variables
        ):
            return 0
        if await call.wait(3):
            return 0


def _pidof(call: Call) -> int:
    chosen = options(call, "sx", "o", least=1)
    found = [
        str(entry.pid) for entry in entries(call) if entry.name in chosen.words and entry.name != call.name
    ]
    if not found:
        return 1
    call.print(found[0] if "s" in chosen else " ".join(reversed(found)))
    return 0


def _matching(call: Call, pattern: str, *, full: bool, exact: bool) -> list[Entry]:
    from ..regex import RegexError, compile_regex

    try:
        regex = compile_regex(pattern, extended=True, whole="line" if exact else "")
    except RegexError as error:
        raise Usage(f"{call.name}: bad regex '{pattern}'", 2) from error
    own = {call.shell.pid, call.shell.pid + 100}
    return [
        entry
        for entry in entries(call)
        if entry.pid not in own and regex.search(entry.name if full else entry.name.split(" ")[0])
    ]


def _pgrep(call: Call) -> int:
    chosen = options(call, "acfLlnovx", "dGPstUu", least=1)
    found = _matching(call, chosen.words[0], full="f" in chosen, exact="x" in chosen)
    for entry in found[:1] if "o" in chosen else found[-1:] if "n" in chosen else found:
        call.print(f"{entry.pid} {entry.name}" if "l" in chosen or "a" in chosen else str(entry.pid))
    return int(not found)


def _signal(call: Call, text: str) -> int:
    name = text.upper().removeprefix("SIG")
    if name in _SIGNALS:
        return _SIGNALS[name]
    if text.isdigit() and int(text[:4]) < 65:
        return int(text)
    raise Usage(f"{call.name}: bad signal '{text}'")


def _pkill(call: Call) -> int:
    number = TERMINATE
    words: list[str] = []
    flags = ""
    todo = list(call.args)
    while todo:
        word = todo.pop(0)
        if word in ("-l", "-s", "--signal") and todo:
            number = _signal(call, todo.pop(0))
        elif re.fullmatch(r"-([A-Z0-9]+)", word):
            number = _signal(call, word[1:])
        elif word.startswith("-"):
            flags += word[1:]
        else:
            words.append(word)
    if not words:
        raise Usage(f'{call.name}: Needs 1 argument (see "{call.name} --help")')
    exact = "x" in flags or call.name == "killall"
    found = [
        entry
        for word in words
        for entry in _matching(call, re.escape(word) if exact else word, full="f" in flags, exact=exact)
    ]
    code = int(not found)
    for entry in found:
        code = _send(call, entry.pid, number) or code
    if not found and call.name == "killall":
        call.error(f"killall: {words[0]}: No such process")
    return code


def _kill(call: Call) -> int:
    words = list(call.args)
    number = TERMINATE
    if words[:1] == ["-l"]:
        for name, value in _SIGNALS.items():
            call.print(f"{value:>2} {name}")
        return 0
    if words[:1] == ["-s"] and len(words) > 1:
        number = _signal(call, words[1])
        words = words[2:]
    elif words[:1] and words[0].startswith("-") and len(words[0]) > 1:
        number = _signal(call, words.pop(0)[1:])
    if not words:
        raise Usage('kill: Needs 1 argument (see "kill --help")')
    code = 0
    for given in words:
        word = str(call.shell.jobs[-1].pid) if given.startswith("%") and call.shell.jobs else given
        if not word.lstrip("-").isdigit() or len(word) > 9:
            call.error(f"{call.shell.title}: kill: {word}: arguments must be jobs or process IDs")
            code = 1
        else:
            code = _send(call, int(word), number) or code
    return code


def _send(call: Call, pid: int, number: int) -> int:
    job = call.shell.processes.running.get(pid) or next(
        (job for job in call.shell.jobs if job.pid == pid), None
    )
    if job is not None:
        job.signal(number)
        return 0
    known = {entry.pid: entry for entry in entries(call)}
    entry = known.get(pid)
    reason = "No such process"
    if entry is not None and entry.user in ("shell",) and pid != 291:
        return 0
    if entry is not None:
        if call.access.root and entry.name in call.phone.apps:
            if number:
                call.phone.force_stop(entry.name)
            return 0
        reason = "Operation not permitted"
    call.error(f"{call.shell.title}: kill: {pid}: {reason}")
    return 1


async def _sleep(call: Call) -> int:
    if not call.args:
        raise Usage('sleep: Needs 1 argument (see "sleep --help")')
    seconds = sum(_duration(call, word) for word in call.args)
    await call.wait(min(seconds, 86400.0 * 365))
    return 0


def _usleep(call: Call) -> int:
    del call
    return 0


def _duration(call: Call, text: str) -> float:
    match = re.fullmatch(r"(\d{1,12}(?:\.\d*)?|\.\d+)([smhd]?)", text)
    if text in ("inf", "infinity"):
        return 86400.0 * 365
    if match is None:
        raise Usage(
            f"{call.name}: bad time '{text}'" if call.name != "sleep" else f"sleep: Not a number '{text}'"
        )
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]


async def _timeout(call: Call) -> int:
    chosen = options(call, "fvi", "ks", stop=True, least=2)
    seconds = _duration(call, chosen.words[0])
    await call.flush()
    run = execute(call.shell.child(), chosen.words[1:], call.streams, functions=False)
    try:
        return await asyncio.wait_for(run, seconds or None)
    except TimeoutError:
        return 124


async def _nohup(call: Call) -> int:
    if not call.args:
        raise Usage('nohup: Needs 1 argument (see "nohup --help")')
    return await execute(call.shell.child(), call.args, call.streams, functions=False)


async def _nice(call: Call) -> int:
    words = call.args[2:] if call.args[:1] == ["-n"] else call.args
    return await execute(call.shell.child(), words, call.streams, functions=False) if words else 0


async def _toybox(call: Call) -> int:
    from . import COMMANDS

    if not call.args:
        call.print(" ".join(sorted(COMMANDS)))
        return 0
    if call.args[0] not in COMMANDS:
        raise Usage(f"toybox: Unknown command {call.args[0]}", 127)
    return await execute(call.shell, call.args, call.streams, functions=False)


COMMANDS: dict[str, CommandFunction] = {
    "kill": _kill,
    "killall": _pkill,
    "nice": _nice,
    "nohup": _nohup,
    "pgrep": _pgrep,
    "pidof": _pidof,
    "pkill": _pkill,
    "ps": _ps,
    "setsid": _nohup,
    "sleep": _sleep,
    "timeout": _timeout,
    "top": _top,
    "toybox": _toybox,
    "usleep": _usleep,
}

__all__ = ["COMMANDS", "Entry", "app_pid", "app_uid", "app_user", "running_apps"]
