"""Properties, time, and the shell's own commands."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from ..call import Call, CommandFunction, Usage


def _getprop(call: Call) -> int:
    properties = call.phone.state.properties
    if not call.args:
        for name in sorted(properties):
            call.print(f"[{name}]: [{properties[name]}]")
        return 0
    default = call.args[1] if len(call.args) > 1 else ""
    call.print(properties.get(call.args[0], default))
    return 0


def _setprop(call: Call) -> int:
    if len(call.args) != 2:
        raise Usage("usage: setprop NAME VALUE", 1)
    name, value = call.args
    if name.startswith("ro."):
        raise Usage(f"setprop: failed to set property '{name}' to '{value}'", 1)
    call.phone.state.properties[name] = value
    return 0


def _date(call: Call) -> int:
    now: datetime = call.phone.now()
    if now.tzinfo is None:
        now = now.replace(tzinfo=UTC)
    wanted = [word for word in call.args if word.startswith("+")]
    shown = now.strftime(wanted[0][1:]) if wanted else now.strftime("%a %b %e %H:%M:%S %Z %Y")
    call.print(shown.replace("%s", str(int(now.timestamp()))))
    return 0


async def _sleep(call: Call) -> int:
    try:
        seconds = sum(float(word.rstrip("smhd")) for word in call.args)
    except ValueError as error:
        raise Usage(f"sleep: bad time {call.args[0]!r}", 1) from error
    await asyncio.sleep(min(seconds, 3600.0))
    return 0


def _cd(call: Call) -> int:
    target = call.path(call.args[0] if call.args else "/")
    node = call.files.get(target)
    if node is None or not node.is_folder:
        raise Usage(f"/system/bin/sh: cd: {call.args[0]}: No such file or directory", 2)
    call.shell.folder = target
    return 0


def _pwd(call: Call) -> int:
    call.print(call.shell.folder)
    return 0


def _export(call: Call) -> int:
    for word in call.args:
        name, sign, value = word.partition("=")
        if sign:
            call.shell.variables[name] = value
    return 0


def _set(call: Call) -> int:
    if not call.args:
        for name in sorted(call.shell.variables):
            call.print(f"{name}={call.shell.variables[name]}")
    return 0


async def _sh(call: Call) -> int:
    """``sh -c PROGRAM``, ``sh FILE``, or a program on standard input."""
    if call.args[:1] == ["-c"]:
        text = call.args[1] if len(call.args) > 1 else ""
    elif call.args:
        text = call.files.read(call.path(call.args[0])).decode("utf-8", "surrogateescape")
    else:
        text = (await call.read_input()).decode("utf-8", "surrogateescape")
    child = call.shell.child()
    if child.depth > 16:
        raise Usage("/system/bin/sh: too deeply nested", 2)
    sink = _Sink(call)
    return await child.run(text, sink, b"")


class _Sink:
    """Output that goes where the command's own goes."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def out(self, data: bytes) -> None:
        self._call.stdout += data

    async def err(self, data: bytes) -> None:
        self._call.stderr += data


def _which(call: Call) -> int:
    from . import COMMANDS as KNOWN

    found = [word for word in call.args if word in KNOWN]
    for word in found:
        call.print(f"/system/bin/{word}")
    return int(len(found) < len(call.args))


def _uname(call: Call) -> int:
    call.print("Linux localhost 6.12.0-android16 x86_64 Toybox" if "-a" in call.args else "Linux")
    return 0


def _print_fixed(text: str) -> CommandFunction:
    def command(call: Call) -> int:
        call.print(text)
        return 0

    return command


COMMANDS: dict[str, CommandFunction] = {
    "getprop": _getprop,
    "setprop": _setprop,
    "date": _date,
    "sleep": _sleep,
    "cd": _cd,
    "pwd": _pwd,
    "export": _export,
    "set": _set,
    "sh": _sh,
    "which": _which,
    "uname": _uname,
    "id": _print_fixed("uid=2000(shell) gid=2000(shell) groups=2000(shell) context=u:r:shell:s0"),
    "whoami": _print_fixed("shell"),
    "true": lambda _call: 0,
    ":": lambda _call: 0,
    "sync": lambda _call: 0,
    "false": lambda _call: 1,
    "svc": lambda _call: 0,
    "logcat": lambda _call: 0,
}
