"""What the phone is, and who the shell's user is: ``getprop``, ``uname``, ``id``, ``env``, ``free``."""

from __future__ import annotations

import re

from ...phone import Phone
from ..access import MEMORY
from ..call import Call, CommandFunction, Usage
from ..compound import execute
from ..options import options
from .builtins import location

_KERNEL = "6.12.0-android16"
_GROUPS = (
    "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),"
    "3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)"
)


def _getprop(call: Call) -> int:
    properties = call.phone.state.properties
    chosen = options(call, "TZ")
    if not chosen.words:
        for name in sorted(properties):
            call.print(f"[{name}]: [{properties[name]}]")
        return 0
    default = chosen.words[1] if len(chosen.words) > 1 else ""
    call.print(properties.get(chosen.words[0], default))
    return 0


def _setprop(call: Call) -> int:
    if len(call.args) != 2:
        raise Usage('setprop: Needs 2 arguments (see "setprop --help")')
    name, value = call.args
    legal = re.fullmatch(r"[A-Za-z0-9_.:@-]+", name) and not name.startswith(".") and not name.endswith(".")
    if not legal or ".." in name:
        raise Usage(f"setprop: property name '{name}' is invalid")
    if len(value.encode("utf-8", "surrogateescape")) > 91 and not name.startswith("ro."):
        raise Usage(f"setprop: value '{value}' too long; try '{value[:91]}'")
    mine = name.startswith(("debug.", "log.", "persist.log.", "sys.powerctl", "test.", "persist.sys."))
    if name.startswith("ro.") or not (mine or call.access.root or name not in call.phone.state.properties):
        raise Usage(f"setprop: failed to set property '{name}' to '{value}'")
    call.phone.state.properties[name] = value
    call.phone.changed()
    return 0


def _uname(call: Call) -> int:
    chosen = options(call, "aomnprsvi")
    version = "#1 SMP PREEMPT Thu May 14 08:00:00 UTC 2026"
    parts = {"s": "Linux", "n": "localhost", "r": _KERNEL, "v": version, "m": "x86_64", "o": "Toybox"}
    wanted = [letter for letter in parts if letter in chosen or "a" in chosen] or ["s"]
    call.print(" ".join(parts[letter] for letter in wanted))
    return 0


def _id(call: Call) -> int:
    chosen = options(call, "GZgnru")
    name, number = ("root", 0) if call.access.root else ("shell", 2000)
    if "u" in chosen or "g" in chosen:
        call.print(name if "n" in chosen else str(number))
    elif "Z" in chosen:
        call.print(f"u:r:{'su' if number == 0 else 'shell'}:s0")
    else:
        who = f"{number}({name})"
        groups = who if number == 0 else f"{who},{_GROUPS}"
        call.print(f"uid={who} gid={who} groups={groups} context=u:r:{'su' if number == 0 else 'shell'}:s0")
    return 0


def _whoami(call: Call) -> int:
    call.print("root" if call.access.root else "shell")
    return 0


def _groups(call: Call) -> int:
    names = re.findall(r"\((\w+)\)", _GROUPS)
    call.print(" ".join(["root"] if call.access.root else ["shell", *names]))
    return 0


async def _env(call: Call) -> int:
    words = list(call.args)
    variables = call.shell.variables
    kept = {name: variables[name] for name in call.shell.exported if name in variables}
    while words:
        name, sign, value = words[0].partition("=")
        if words[0] in ("-i", "-"):
            kept = {}
        elif words[0] == "-u" and len(words) > 1:
            kept.pop(words.pop(1), None)
        elif sign and name:
            kept[name] = value
        else:
            break
        words.pop(0)
    if not words:
        for name in sorted(kept):
            call.print(f"{name}={kept[name]}")
        return 0
    child = call.shell.child()
    child.variables = {**kept, "IFS": " \t\n", "PWD": child.folder, "OPTIND": "1"}
    child.exported = set(kept)
    return await execute(child, words, call.streams, functions=False)


def _printenv(call: Call) -> int:
    known = {name: call.shell.variables[name] for name in call.shell.exported if name in call.shell.variables}
    for name in call.args or sorted(known):
        if name in known:
            call.print(known[name] if call.args else f"{name}={known[name]}")
    return int(bool(call.args) and not all(name in known for name in call.args))


def _which(call: Call) -> int:
    chosen = options(call, "a")
    code = 0
    for word in chosen.words:
        where = location(word, call.shell)
        if where is None or not where.startswith("/"):
            code = 1
        else:
            call.print(where)
    return code


def _hostname(call: Call) -> int:
    options(call, "bdsf")
    call.print("localhost")
    return 0


def _free(call: Call) -> int:
    chosen = options(call, "hbkmgt")
    shift = 20 if "m" in chosen else 10 if "k" in chosen else 30 if "g" in chosen else 0
    numbers = {name: int(size) * 1024 >> shift for name, size in re.findall(r"(\w+): +(\d+) kB", MEMORY)}
    total, free = numbers["MemTotal"], numbers["MemFree"]
    row = "{:<8}{:>15}{:>15}{:>15}{:>15}{:>15}"
    call.print(row.format("", "total", "used", "free", "shared", "buffers"))
    call.print(row.format("Mem:", total, total - free, free, 0, numbers["Buffers"]))
    swap, left = numbers["SwapTotal"], numbers["SwapFree"]
    call.print(row.format("Swap:", swap, swap - left, left, "", "").rstrip())
    return 0


def _getenforce(call: Call) -> int:
    call.print("Enforcing")
    return 0


def _nproc(call: Call) -> int:
    call.print("4")
    return 0


def _stty(call: Call) -> int:
    variables = call.shell.variables
    if call.args == ["size"]:
        call.print(f"{variables.get('LINES', '24')} {variables.get('COLUMNS', '80')}")
    return 0


def _tty(call: Call) -> int:
    if "COLUMNS" in call.shell.variables:
        call.print("/dev/pts/0")
        return 0
    call.print("not a tty")
    return 1


def _reboot(call: Call) -> int:
    if len(call.args) > 1:
        raise Usage("usage: reboot [-p] [rebootcommand]")
    verb = "shutdown" if call.args == ["-p"] else "reboot"
    target = "" if verb == "shutdown" or not call.args else call.args[0]
    call.phone.state.properties["sys.powerctl"] = f"{verb},{target}"
    return 0


def _remount(call: Call) -> int:
    if call.access.root:
        call.print("remount succeeded")
        return 0
    raise Usage('Not running as root. Try "adb root" first.')


def _run_as(call: Call) -> int:
    if not call.args:
        raise Usage("Usage:\n    run-as <package-name> [--user <uid>] <command> [<args>]")
    if call.args[0] not in call.phone.apps:
        raise Usage(f"run-as: unknown package: {call.args[0]}")
    raise Usage(f"run-as: package not debuggable: {call.args[0]}")


def configuration(phone: Phone) -> str:
    """The phone's resource configuration, as ``am get-config`` writes it."""
    language, _, region = phone.state.properties.get("persist.sys.locale", "en-US").partition("-")
    display = phone.state.display
    width, height = (round(side * 160 / display.density) for side in phone.pixels)
    night = "night" if phone.theme.dark else "notnight"
    turned = "land" if phone.rotation % 2 else "port"
    place = f"{language}-r{region}" if region else language
    return (
        f"{place}-ldltr-sw{min(width, height)}dp-w{width}dp-h{height}dp-normal-long-notround-lowdr-widecg-"
        f"{turned}-{night}-{display.density}dpi-finger-keysexposed-nokeys-navhidden-nonav-v36"
    )


COMMANDS: dict[str, CommandFunction] = {
    "env": _env,
    "free": _free,
    "getenforce": _getenforce,
    "getprop": _getprop,
    "groups": _groups,
    "hostname": _hostname,
    "id": _id,
    "nproc": _nproc,
    "printenv": _printenv,
    "reboot": _reboot,
    "remount": _remount,
    "run-as": _run_as,
    "setprop": _setprop,
    "stty": _stty,
    "sync": lambda _call: 0,
    "tty": _tty,
    "uname": _uname,
    "which": _which,
    "whoami": _whoami,
}
