"""Commands on files: ``ls``, ``cat``, ``rm``, ``mkdir`` and their kin."""

from __future__ import annotations

import base64
import hashlib
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from posixpath import basename

from ...system.files import FileError, Node
from ..call import Call, CommandFunction, Usage, encode


def _split(call: Call) -> tuple[str, list[str]]:
    """Letters of the options, and the other words."""
    options = "".join(word[1:] for word in call.args if word.startswith("-") and len(word) > 1)
    return options, [word for word in call.args if not (word.startswith("-") and len(word) > 1)]


def _long(name: str, node: Node) -> str:
    moment = datetime.fromtimestamp(node.mtime, UTC).strftime("%Y-%m-%d %H:%M")
    return f"{stat.filemode(node.mode)} 1 shell shell {node.size:>8} {moment} {name}"


def _ls(call: Call) -> int:
    options, names = _split(call)
    code = 0
    for name in names or ["."]:
        path = call.path(name)
        node = call.files.get(path)
        if node is None:
            call.error(f"ls: {name}: No such file or directory")
            code = 1
            continue
        entries = list(call.files.children(path)) if node.is_folder and "d" not in options else [(name, node)]
        if len(names) > 1 and node.is_folder:
            call.print(f"{name}:")
        if "l" in options and node.is_folder and "d" not in options:
            call.print(f"total {sum(-(-entry.size // 1024) for _, entry in entries)}")
        for entry_name, entry in entries:
            if not entry_name.startswith(".") or "a" in options:
                call.print(_long(entry_name, entry) if "l" in options else entry_name)
    return code


async def _cat(call: Call) -> int:
    _, names = _split(call)
    code = 0
    for name in names or ["-"]:
        try:
            call.stdout += await call.read_input() if name == "-" else call.files.read(call.path(name))
        except FileError as error:
            call.error(f"cat: {name}: {error}")
            code = 1
    return code


def _rm(call: Call) -> int:
    options, names = _split(call)
    code = 0
    for name in names:
        try:
            call.files.remove(call.path(name), recursive="r" in options or "R" in options)
        except FileError as error:
            if "f" not in options or "No such" not in str(error):
                call.error(f"rm: {name}: {error}")
                code = 1
    return code


def _mkdir(call: Call) -> int:
    options, names = _split(call)
    code = 0
    for name in names:
        try:
            call.files.make_folder(call.path(name), parents="p" in options, mtime=call.now())
        except FileError as error:
            call.error(f"mkdir: '{name}': {error}")
            code = 1
    return code


def _copy(call: Call) -> int:
    """``cp`` and ``mv`` of single files."""
    _, names = _split(call)
    if len(names) != 2:
        raise Usage(f"{call.name}: Needs 2 arguments", 1)
    source, target = call.path(names[0]), call.path(names[1])
    folder = call.files.get(target)
    if folder is not None and folder.is_folder:
        target = f"{target}/{basename(source)}"
    try:
        content = call.files.read(source)
    except FileError as error:
        raise Usage(f"{call.name}: {names[0]}: {error}", 1) from error
    call.files.write(target, content, mtime=call.now())
    if call.name == "mv" and source != target:
        call.files.remove(source)
    return 0


def _touch(call: Call) -> int:
    for name in _split(call)[1]:
        path = call.path(name)
        node = call.files.get(path)
        if node is None:
            call.files.write(path, b"", mtime=call.now())
        else:
            call.files.change(path, mtime=call.now())
    return 0


def _stat(call: Call) -> int:
    options, names = _split(call)
    code = 0
    for name in names:
        node = call.files.get(call.path(name))
        if node is None:
            call.error(f"stat: '{name}': No such file or directory")
            code = 1
        elif "c" not in options:
            call.print(f"  File: {name}\n  Size: {node.size}\nAccess: ({node.mode & 0o777:04o})")
    return code


def _digest(algorithm: str) -> CommandFunction:
    async def command(call: Call) -> int:
        code = 0
        for name in _split(call)[1] or ["-"]:
            try:
                data = await call.read_input() if name == "-" else call.files.read(call.path(name))
                call.print(f"{hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()}  {name}")
            except FileError as error:
                call.error(f"{call.name}: {name}: {error}")
                code = 1
        return code

    return command


def _test(call: Call) -> int:
    words = call.args[:-1] if call.name == "[" and call.args[-1:] == ["]"] else call.args
    checks: dict[str, Callable[[str], bool]] = {
        "-e": lambda name: call.files.get(call.path(name)) is not None,
        "-f": lambda name: (node := call.files.get(call.path(name))) is not None and not node.is_folder,
        "-d": lambda name: (node := call.files.get(call.path(name))) is not None and node.is_folder,
        "-n": lambda text: text != "",
        "-z": lambda text: text == "",
    }
    negated = words[:1] == ["!"]
    words = words[1:] if negated else words
    if len(words) == 2 and words[0] in checks:
        result = checks[words[0]](words[1])
    elif len(words) == 3 and words[1] in ("=", "==", "!="):
        result = (words[0] == words[2]) is (words[1] != "!=")
    elif (
        len(words) == 3
        and words[1] in ("-eq", "-ne", "-gt", "-lt")
        and all(word.lstrip("-").isdigit() for word in (words[0], words[2]))
    ):
        a, b = int(words[0]), int(words[2])
        result = {"-eq": a == b, "-ne": a != b, "-gt": a > b, "-lt": a < b}[words[1]]
    else:
        result = len(words) == 1 and words[0] != ""
    return int(result is negated)


async def _base64(call: Call) -> int:
    options, names = _split(call)
    data = call.files.read(call.path(names[0])) if names else await call.read_input()
    if "d" in options:
        try:
            call.stdout += base64.b64decode(data)
        except ValueError as error:
            raise Usage("base64: bad input", 1) from error
    else:
        call.stdout += base64.b64encode(data) + b"\n"
    return 0


async def _tee(call: Call) -> int:
    data = await call.read_input()
    for name in _split(call)[1]:
        call.files.write(call.path(name), data, mtime=call.now())
    call.stdout += data
    return 0


def _find(call: Call) -> int:
    start = call.path(call.args[0] if call.args and not call.args[0].startswith("-") else ".")
    if call.files.get(start) is None:
        raise Usage(f"find: '{start}': No such file or directory", 1)
    for name, _ in call.files.walk("/"):
        if name == start or name.startswith(start.rstrip("/") + "/"):
            call.stdout += encode(name) + b"\n"
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "ls": _ls,
    "cat": _cat,
    "rm": _rm,
    "mkdir": _mkdir,
    "cp": _copy,
    "mv": _copy,
    "touch": _touch,
    "stat": _stat,
    "test": _test,
    "[": _test,
    "base64": _base64,
    "tee": _tee,
    "find": _find,
    "chmod": lambda _call: 0,
    "md5sum": _digest("md5"),
    "sha1sum": _digest("sha1"),
    "sha256sum": _digest("sha256"),
}
