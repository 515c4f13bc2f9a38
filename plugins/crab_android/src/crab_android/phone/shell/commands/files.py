"""Commands that make, copy, move and delete files: ``cat``, ``cp``, ``mv``, ``rm`` and their kin."""

from __future__ import annotations

import re
from posixpath import basename, dirname

from ...system.files import FileError
from ..call import Call, CommandFunction, Usage
from ..options import Options, options


async def _cat(call: Call) -> int:
    chosen = options(call, "uevt")
    code = 0
    for name in chosen.words or ["-"]:
        try:
            if name in ("-", "/dev/stdin", "/dev/tty"):
                while data := await call.stdin.read():
                    call.write(data)
                    await call.flush()
            elif call.path(name) in ("/dev/zero", "/dev/urandom", "/dev/random"):
                while True:
                    call.write(call.read(name))
                    await call.flush()
            else:
                call.write(call.read(name))
        except FileError as error:
            call.error(f"cat: {name}: {error}")
            code = 1
    return code


def _rm(call: Call) -> int:
    chosen = options(call, "fiRrv", long={"recursive": "r", "force": "f"})
    if not chosen.words and "f" not in chosen:
        raise Usage('rm: Needs 1 argument (see "rm --help")')
    code = 0
    for name in chosen.words:
        path = call.path(name)
        try:
            node = call.access.get(path, follow=False)
            if node is None:
                if "f" not in chosen:
                    raise FileError("No such file or directory")
                continue
            if node.is_folder and not ("r" in chosen or "R" in chosen):
                raise FileError("is a directory")
            call.access.check_write(path)
            call.files.remove(path, recursive=True)
            if "v" in chosen:
                call.print(f"removed '{name}'")
        except FileError as error:
            call.error(f"rm: {name}: {error}")
            code = 1
    return code


def _rmdir(call: Call) -> int:
    chosen = options(call, "p", least=1)
    code = 0
    for name in chosen.words:
        path = call.path(name)
        try:
            node = call.access.get(path, follow=False)
            if node is None or not node.is_folder:
                raise FileError("Not a directory" if node else "No such file or directory")
            if node.children:
                raise FileError("Directory not empty")
            call.access.check_write(path)
            call.files.remove(path, recursive=True)
        except FileError as error:
            call.error(f"rmdir: {name}: {error}")
            code = 1
    return code


def _mkdir(call: Call) -> int:
    chosen = options(call, "pv", "m", long={"parents": "p", "mode": "m"}, least=1)
    code = 0
    for name in chosen.words:
        path = call.path(name)
        try:
            if call.files.exists(path):
                if "p" in chosen and call.files.is_folder(path):
                    continue
                raise FileError("File exists")
            call.access.check_write(_nearest(call, path) if "p" in chosen else path)
            mode = _octal(chosen.value("m"), 0o777)
            call.files.make_folder(path, parents="p" in chosen, mtime=call.now(), mode=mode)
            if "v" in chosen:
                call.print(f"mkdir: created directory '{name}'")
        except FileError as error:
            call.error(f"mkdir: '{name}': {error}")
            code = 1
    return code


def _nearest(call: Call, path: str) -> str:
    """The first folder on the way to a path that does not exist yet."""
    while dirname(path) != path and not call.files.exists(dirname(path)):
        path = dirname(path)
    return path


def _octal(text: str, default: int) -> int:
    return int(text, 8) & 0o7777 if re.fullmatch(r"[0-7]{1,5}", text) else default


def _targets(call: Call, chosen: Options) -> list[tuple[str, str, str]]:
    """What ``cp`` and ``mv`` move: the name as given, the path, and the path that it gets."""
    if "t" in chosen:
        sources, target = chosen.words, chosen.value("t")
    else:
        *sources, target = chosen.words
    if not sources:
        raise Usage(f'{call.name}: Needs 2 arguments (see "{call.name} --help")')
    folder = call.files.is_folder(call.path(target)) and "T" not in chosen
    if len(sources) > 1 and not folder:
        raise Usage(f"{call.name}: '{target}' not directory")
    if target.endswith("/") and not folder and not call.files.is_folder(call.path(sources[0])):
        raise Usage(f"{call.name}: '{target}' not directory")
    place = call.path(target)
    return [
        (
            name,
            call.path(name),
            f"{place.rstrip('/')}/{basename(call.path(name))}" if folder else place,
        )
        for name in sources
    ]


def _cp(call: Call) -> int:
    flags = "adfHiLlnPprRsTvu"
    chosen = options(
        call,
        flags,
        "t",
        long={"recursive": "r", "archive": "a", "preserve": "p"},
        least=1,
    )
    code = 0
    deep = any(letter in chosen for letter in "arR")
    keep = any(letter in chosen for letter in "ap")
    for name, source, target in _targets(call, chosen):
        try:
            node = call.access.get(source)
            if node is None:
                raise FileError("No such file or directory")
            if node.is_folder and not deep:
                call.error(f"cp: Skipped dir '{name}'")
                code = 1
                continue
            if source == target:
                raise FileError(f"'{target}' is '{name}'")
            if "n" in chosen and call.files.exists(target):
                continue
            call.access.check_search(source, listing=node.is_folder)
            call.access.check_write(target)
            _copy(call, source, target, None if keep else call.now())
            if "v" in chosen:
                call.print(f"cp '{name}'")
        except FileError as error:
            call.error(f"cp: {name}: {error}")
            code = 1
    return code


def _copy(call: Call, source: str, target: str, mtime: int | None) -> None:
    existing = call.files.get(target)
    node = call.files.stat(source)
    if node.is_folder and existing is not None and existing.is_folder:
        for name, _ in call.files.children(source):
            _copy(call, f"{source}/{name}", f"{target}/{name}", mtime)
    elif node.content is not None and source.startswith(("/dev/", "/proc/")):
        call.access.write(target, call.access.read(source))
    else:
        call.files.duplicate(source, target, mtime=mtime)


def _mv(call: Call) -> int:
    chosen = options(call, "finTv", "t", least=1)
    code = 0
    for name, source, target in _targets(call, chosen):
        try:
            if call.access.get(source, follow=False) is None:
                raise FileError("No such file or directory")
            if "n" in chosen and call.files.exists(target):
                continue
            call.access.check_write(source)
            call.access.check_write(target)
            call.files.move(source, target)
            if "v" in chosen:
                call.print(f"mv '{name}'")
        except FileError as error:
            call.error(f"mv: {name}: {error}")
            code = 1
    return code


def _touch(call: Call) -> int:
    chosen = options(call, "acfmh", "dtr", least=1)
    moment = _moment(call, chosen)
    code = 0
    for name in chosen.words:
        path = call.path(name)
        try:
            if not call.files.exists(path):
                if "c" in chosen:
                    continue
                call.access.write(path, b"")
            call.access.check_write(path)
            call.files.change(path, mtime=moment)
        except FileError as error:
            call.error(f"touch: '{name}': {error}")
            code = 1
    return code


def _moment(call: Call, chosen: Options) -> int:
    """The time that ``touch`` sets: now, that of another file, or the one it is told."""
    from .date import parse_moment

    if "r" in chosen:
        return call.files.stat(call.path(chosen.value("r"))).mtime
    for letter in "dt":
        if letter in chosen:
            found = parse_moment(chosen.value(letter), call.phone.now())
            if found is not None and not chosen.value(letter).startswith("@"):
                found = found.replace(tzinfo=call.phone.clock.zone)
            if found is None:
                raise Usage(f"touch: bad '{chosen.value(letter)}'")
            return int(found.timestamp())
    return call.now()


def _ln(call: Call) -> int:
    chosen = options(call, "sfnvrT", "t", least=1)
    *sources, target = chosen.words if len(chosen.words) > 1 else [*chosen.words, "."]
    for source in sources:
        path = call.path(target)
        if call.files.is_folder(path) and "T" not in chosen:
            path = f"{path.rstrip('/')}/{basename(source)}"
        try:
            call.access.check_write(path)
            if "f" in chosen and call.files.get(path, follow=False) is not None:
                call.files.remove(path)
            if "s" in chosen:
                call.files.link(path, source, mtime=call.now())
            else:
                # Hard links are copies here: contents never change in place.
                if call.files.exists(path):
                    raise FileError("File exists")
                call.files.duplicate(call.path(source), path)
        except FileError as error:
            what = "symbolic link" if "s" in chosen else "hard link"
            call.error(f"ln: cannot create {what} from '{source}' to '{target}': {error}")
            return 1
    return 0


def _chmod(call: Call) -> int:
    words = [word for word in call.args if word not in ("-R", "-f", "-v")]
    if len(words) < 2:
        raise Usage(f'chmod: Needs {2 - len(words)} argument{"s" * (not words)} (see "chmod --help")')
    mode, *names = words
    code = 0
    for name in names:
        try:
            path = call.path(name)
            if not call.files.exists(path):
                raise FileError("No such file or directory")
            call.access.check_write(path)
            for each, node in (
                list(call.files.walk(path)) if "-R" in call.args else [(path, call.files.stat(path))]
            ):
                call.files.change(each, mode=_changed(mode, node.mode))
        except FileError as error:
            call.error(f"chmod: '{name}': {error}")
            code = 1
    return code


def _changed(text: str, mode: int) -> int:
    """Permission bits after a mode such as ``755`` or ``u+x,go-w``."""
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    bits = mode & 0o7777
    for piece in text.split(","):
        match = re.fullmatch(r"([ugoa]*)([-+=])([rwxXst]*)", piece)
        if match is None:
            raise Usage(f"chmod: bad mode '{text}'")
        granted = sum({"r": 4, "w": 2, "x": 1, "X": 1}.get(letter, 0) for letter in set(match[3]))
        for who in {"a": "ugo", "": "ugo"}.get(match[1], match[1].replace("a", "ugo")):
            shift = {"u": 6, "g": 3, "o": 0}[who]
            if match[2] == "=":
                bits &= ~(7 << shift)
            bits = bits & ~(granted << shift) if match[2] == "-" else bits | (granted << shift)
    return bits


def _chown(call: Call) -> int:
    words = [word for word in call.args if not word.startswith("-")]
    if len(words) < 2:
        raise Usage(f'{call.name}: Needs 2 arguments (see "{call.name} --help")')
    if not call.access.root:
        raise Usage(f"{call.name}: '{words[1]}' to '{words[0]}': Operation not permitted")
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "cat": _cat,
    "chgrp": _chown,
    "chmod": _chmod,
    "chown": _chown,
    "cp": _cp,
    "ln": _ln,
    "mkdir": _mkdir,
    "mv": _mv,
    "rm": _rm,
    "rmdir": _rmdir,
    "touch": _touch,
}
