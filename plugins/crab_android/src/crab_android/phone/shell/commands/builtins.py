"""The commands that are part of the shell itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...system.files import FileError
from ..arithmetic import ExpressionError, evaluate
from ..call import Call, CommandFunction, Usage, decode
from ..compound import execute
from ..conditions import evaluate_test
from ..flow import Break, Continue, Exit, Return
from ..processes import Process
from . import reading

if TYPE_CHECKING:
    from ..interpreter import Shell


def _cd(call: Call) -> int:
    shell = call.shell
    words = [word for word in call.args if word not in ("-L", "-P", "--")]
    name = words[0] if words else shell.variables.get("HOME", "/")
    if name == "-":
        name = shell.variables.get("OLDPWD", shell.folder)
        call.print(name)
    node = call.files.get(call.path(name))
    try:
        if node is not None and node.is_folder:
            call.access.check_search(call.path(name))
        else:
            raise FileError("No such file or directory" if node is None else "Not a directory")
    except FileError as error:
        raise Usage(f"{shell.title}: cd: {name}: {error}", 2) from error
    shell.variables["OLDPWD"] = shell.folder
    shell.folder = shell.variables["PWD"] = call.path(name)
    return 0


def _pwd(call: Call) -> int:
    call.print(call.shell.folder)
    return 0


def _exit(call: Call) -> int:
    raise Exit(_code(call))


def _return(call: Call) -> int:
    raise Return(_code(call))


def _code(call: Call) -> int:
    text = call.args[0] if call.args else str(call.shell.status)
    if not text.lstrip("-").isdigit() or len(text) > 10:
        call.error(f"{call.shell.title}: {call.name}: {text}: bad number")
        return 1
    return int(text) & 0xFF


def _break(call: Call) -> int:
    text = call.args[0] if call.args else "1"
    levels = int(text) if text.isdigit() and len(text) < 6 else 1
    raise (Break if call.name == "break" else Continue)(max(1, levels))


def _export(call: Call) -> int:
    shell = call.shell
    words = [word for word in call.args if word != "-p"]
    for word in words:
        name, sign, value = word.partition("=")
        if not name.isidentifier():
            raise Usage(f"{shell.title}: {call.name}: {name}: is not an identifier")
        if sign:
            shell.variables[name] = value
        shell.exported.add(name)
    if not words:
        for name in sorted(shell.exported & set(shell.variables)):
            call.print(f"{call.name} {name}={quoted(shell.variables[name])}")
    return 0


def _local(call: Call) -> int:
    shell = call.shell
    for word in [word for word in call.args if not word.startswith("-")]:
        name, sign, value = word.partition("=")
        if not name.isidentifier():
            raise Usage(f"{shell.title}: {call.name}: {name}: is not an identifier")
        if shell.scopes:
            shell.scopes[-1].setdefault(name, shell.variables.get(name))
        if sign or shell.scopes:
            shell.variables[name] = value
    return 0


def _unset(call: Call) -> int:
    for word in call.args:
        if word == "-f":
            continue
        if "-f" in call.args:
            call.shell.functions.pop(word, None)
        else:
            call.shell.variables.pop(word, None)
            call.shell.exported.discard(word)
    return 0


_LONG_OPTIONS = {
    "errexit": "e",
    "nounset": "u",
    "xtrace": "x",
    "noglob": "f",
    "verbose": "v",
}


def _set(call: Call) -> int:
    shell = call.shell
    words = list(call.args)
    if not words:
        for name in sorted(shell.variables):
            call.print(f"{name}={quoted(shell.variables[name])}")
    while words and words[0][:1] in ("-", "+") and len(words[0]) > 1:
        word = words.pop(0)
        if word == "--":
            shell.arguments = words
            return 0
        chosen = set(word[1:])
        if "o" in chosen:
            chosen.discard("o")
            name = words.pop(0) if words else ""
            chosen.add(_LONG_OPTIONS.get(name, name))
        shell.options = shell.options | chosen if word[0] == "-" else shell.options - chosen
    if words:
        shell.arguments = words
    return 0


def _shift(call: Call) -> int:
    text = call.args[0] if call.args else "1"
    count = int(text) if text.isdigit() and len(text) < 9 else 1
    if count > len(call.shell.arguments):
        raise Usage(f"{call.shell.title}: shift: nothing to shift")
    del call.shell.arguments[:count]
    return 0


async def _eval(call: Call) -> int:
    return await call.shell.evaluate(" ".join(call.args), call.streams) if call.args else 0


async def _source(call: Call) -> int:
    if not call.args:
        raise Usage(f"{call.shell.title}: .: missing argument")
    try:
        text = decode(call.read(call.args[0]))
    except FileError as error:
        raise Usage(f"{call.shell.title}: .: {call.args[0]}: {error}") from error
    try:
        return await call.shell.evaluate(text, call.streams)
    except Return as leaving:
        return leaving.code


async def _sh(call: Call) -> int:
    """``sh -c PROGRAM [NAME ARGUMENTS]``, ``sh FILE [ARGUMENTS]``, or a program on standard input."""
    child = call.shell.child()
    child.title = call.name
    words = list(call.args)
    command = False
    while words and words[0].startswith("-") and len(words[0]) > 1:
        flags = words.pop(0)[1:]
        if flags == "-":
            break
        command = command or "c" in flags
        child.options |= set(flags) & set("eux")
    if command:
        if not words:
            raise Usage(f"{call.name}: -c: requires argument")
        text = words.pop(0)
        child.title = words.pop(0) if words else call.name
    elif words:
        child.title = words.pop(0)
        try:
            text = decode(call.read(child.title))
        except FileError as error:
            raise Usage(f"{call.name}: can't open '{child.title}': {error}", 127) from error
    else:
        text = decode(await call.stdin.read_all())
    child.arguments = words
    child.variables = {name: text for name, text in child.variables.items() if name in child.exported}
    child.variables |= {"PWD": child.folder, "IFS": " \t\n", "OPTIND": "1"}
    child.functions = {}
    code = await child.script(text, call.streams)
    for job in child.jobs:
        if not job.detached:
            await job.ended()
    return code


async def _exec(call: Call) -> int:
    if not call.args:
        return 0
    code = await execute(call.shell, call.args, call.streams, functions=False)
    raise Exit(code)


async def _command(call: Call) -> int:
    words = list(call.args)
    if words[:1] in (["-v"], ["-V"]):
        return _type(call) if words[0] == "-V" else _whence(call, words[1:])
    if words[:1] == ["-p"]:
        words.pop(0)
    return await execute(call.shell, words, call.streams, functions=False) if words else 0


def _whence(call: Call, words: list[str]) -> int:
    code = 0
    for word in words:
        where = location(word, call.shell)
        if where is None:
            code = 1
        else:
            call.print(where)
    return code


def _whence_builtin(call: Call) -> int:
    return _whence(call, [word for word in call.args if not word.startswith("-")])


def _type(call: Call) -> int:
    code = 0
    for word in call.args:
        if word.startswith("-"):
            continue
        where = location(word, call.shell)
        if where is None:
            call.print(f"{word} not found")
            code = 127
        elif word in call.shell.functions:
            call.print(f"{word} is a function")
        elif where == word:
            call.print(f"{word} is a shell builtin")
        else:
            call.print(f"{word} is {where}")
    return code


def location(name: str, shell: Shell) -> str | None:
    """Where a command is: its path, or its own name when it is part of the shell; None when there is none."""
    from . import COMMANDS, find_command

    if name in shell.functions or (name in BUILTINS and name not in PROGRAMS_TOO):
        return name
    if name in COMMANDS:
        return f"/system/bin/{name}"
    if "/" in name and find_command(name, shell):
        return name
    return None


def _let(call: Call) -> int:
    value = 0
    try:
        for word in call.args:
            value = evaluate(word, call.shell.variables)
    except ExpressionError as error:
        raise Usage(f"{call.shell.title}: {error}") from error
    return int(value == 0)


def _test(call: Call) -> int:
    words = call.args
    if call.name == "[":
        if words[-1:] != ["]"]:
            raise Usage(f"{call.shell.title}: [: missing ]", 2)
        words = words[:-1]
    try:
        return int(not evaluate_test(words, call.shell))
    except ValueError as error:
        raise Usage(f"{call.shell.title}: {call.name}: {error}", 2) from error


def _trap(call: Call) -> int:
    words = [word for word in call.args if word != "--"]
    if not words:
        for name, action in sorted(call.shell.traps.items()):
            call.print(f"trap -- {quoted(action)} {name}")
        return 0
    action, *names = words
    for name in names:
        signal = {"0": "EXIT", "2": "INT", "15": "TERM", "1": "HUP"}.get(
            name, name.upper().removeprefix("SIG")
        )
        if action == "-":
            call.shell.traps.pop(signal, None)
        else:
            call.shell.traps[signal] = action
    return 0


async def _wait(call: Call) -> int:
    await call.flush()
    known = {str(job.pid): job for job in call.shell.jobs}
    code = 0
    for word in call.args:
        job = known.get(word) or (call.shell.jobs[-1] if word.startswith("%") and call.shell.jobs else None)
        code = await job.ended() if job else 127
    if not call.args:
        for job in list(call.shell.jobs):
            await job.ended()
    return code


def _jobs(call: Call) -> int:
    for number, job in enumerate(_running(call.shell.jobs), 1):
        call.print(f"[{number}] + Running              {job.name}")
    return 0


def _running(jobs: list[Process]) -> list[Process]:
    return [job for job in jobs if job.code is None]


def _umask(call: Call) -> int:
    if not call.args:
        call.print("000")
    return 0


def quoted(text: str) -> str:
    """A text as the shell would read it back."""
    if text and all(char.isalnum() or char in "_-./:,+@%=" for char in text):
        return text
    return "'" + text.replace("'", "'\\''") + "'"


def _succeed(_call: Call) -> int:
    return 0


BUILTINS: dict[str, CommandFunction] = {
    **reading.COMMANDS,
    ".": _source,
    ":": _succeed,
    "[": _test,
    "alias": _succeed,
    "break": _break,
    "cd": _cd,
    "command": _command,
    "continue": _break,
    "eval": _eval,
    "exec": _exec,
    "exit": _exit,
    "export": _export,
    "false": lambda _call: 1,
    "jobs": _jobs,
    "let": _let,
    "local": _local,
    "pwd": _pwd,
    "readonly": _export,
    "return": _return,
    "set": _set,
    "shift": _shift,
    "source": _source,
    "test": _test,
    "times": _succeed,
    "trap": _trap,
    "true": _succeed,
    "type": _type,
    "typeset": _local,
    "ulimit": _succeed,
    "umask": _umask,
    "unalias": _succeed,
    "unset": _unset,
    "wait": _wait,
    "whence": _whence_builtin,
}

PROGRAMS_TOO = frozenset({"[", "false", "pwd", "test", "true"})
"""Those that are also programs in ``/system/bin``."""

COMMANDS: dict[str, CommandFunction] = {**BUILTINS, "sh": _sh, "mksh": _sh}
