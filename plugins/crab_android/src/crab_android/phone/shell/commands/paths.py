"""Commands that tell of files and the disk: ``stat``, ``du``, ``df``, ``readlink``, ``basename``."""

from __future__ import annotations

import stat
from posixpath import basename, dirname
from zlib import crc32

from ...phone import Phone
from ...system.files import FileError, Node
from ..call import Call, CommandFunction
from ..options import options
from .date import file_time


def owner(path: str) -> tuple[str, str, int, int]:
    """User and group of what is at a path, by name and by number."""
    if path.startswith(("/sdcard", "/storage/emulated")):
        return "u0_a190", "media_rw", 10190, 1023
    if path.startswith("/data/local/tmp"):
        return "shell", "shell", 2000, 2000
    if path.startswith("/system/bin"):
        return "root", "shell", 0, 2000
    if path.startswith("/data"):
        return "system", "system", 1000, 1000
    return "root", "root", 0, 0


def human(size: int) -> str:
    """A size as ``-h`` shows it."""
    if size < 1000:
        return str(size)
    value = float(size)
    for unit in "KMGTP":
        value /= 1024
        if value < 9.95:
            return f"{value:.1f}{unit}"
        if value < 999.5:
            return f"{value:.0f}{unit}"
    return f"{value:.0f}E"


def inode(path: str) -> int:
    """A number for a path, always the same."""
    return crc32(path.encode("utf-8", "surrogateescape")) or 1


def _stat(call: Call) -> int:
    chosen = options(call, "fLt", "c", long={"format": "c"}, least=1)
    code = 0
    for name in chosen.words:
        path = call.path(name)
        try:
            node = call.access.get(path, follow="L" in chosen)
            if node is None:
                raise FileError("No such file or directory")
        except FileError as error:
            call.error(f"stat: '{name}': {error}")
            code = 1
            continue
        if "c" in chosen:
            call.print(_formatted(call.phone, chosen.value("c"), name, path, node))
        else:
            for line in _STAT:
                call.print(_formatted(call.phone, line, name, path, node))
    return code


_STAT = (
    "  File: %N",
    "  Size: %s\t Blocks: %b\t IO Blocks: %B\t%F",
    "Device: %Dh/%dd\t Inode: %i\t Links: %h",
    "Access: (%04a/%A)\tUid: (%5u/%8U)\tGid: (%5g/%8G)",
    "Access: %x",
    "Modify: %y",
    "Change: %z",
)


def _formatted(phone: Phone, form: str, name: str, path: str, node: Node) -> str:
    user, group, uid, gid = owner(path)
    kind = {
        stat.S_IFDIR: "directory",
        stat.S_IFLNK: "symbolic link",
        stat.S_IFCHR: "character special file",
    }
    moment = file_time(phone, node.mtime)
    shown = moment.strftime("%Y-%m-%d %H:%M:%S.000000000 %z")
    regular = "regular file" if node.size else "regular empty file"
    values = {
        "n": name,
        "N": f"'{name}' -> '{node.target}'" if node.is_link else f"'{name}'" if form == "%N" else name,
        "s": node.size,
        "b": -(-node.size // 512),
        "B": 512 if form != _STAT[1] else 4096,
        "o": 4096,
        "F": kind.get(stat.S_IFMT(node.mode), regular),
        "D": "2f",
        "d": 47,
        "i": inode(path),
        "h": 2 if node.is_folder else 1,
        "a": f"{node.mode & 0o7777:o}",
        "A": stat.filemode(node.mode),
        "f": f"{node.mode:x}",
        "u": uid,
        "U": user,
        "g": gid,
        "G": group,
        "x": shown,
        "y": shown,
        "z": shown,
        "w": shown,
        "W": node.mtime,
        "X": node.mtime,
        "Y": node.mtime,
        "Z": node.mtime,
        "m": "/storage/emulated" if path.startswith("/sdcard") else "/",
        "t": "0",
        "T": "0",
        "%": "%",
    }
    made, at = "", 0
    while at < len(form):
        char = form[at]
        at += 1
        if char != "%" or at >= len(form):
            made += char
            continue
        width = ""
        while at < len(form) and form[at].isdigit() and len(width) < 3:
            width += form[at]
            at += 1
        letter = form[at : at + 1]
        at += 1
        text = str(values.get(letter, "?"))
        made += text.zfill(int(width)) if width[:1] == "0" else text.rjust(int(width or 0))
    return made


def _du(call: Call) -> int:
    chosen = options(call, "acHhKkLlmsx", "d")
    code = 0
    for name in chosen.words or ["."]:
        path = call.path(name)
        try:
            call.access.check_search(path, listing=True)
            deepest = int(chosen.value("d")) if chosen.value("d").isdigit() else 1000
            found = call.files.stat(path)
        except FileError as error:
            call.error(f"du: {name}: {error}")
            code = 1
            continue
        for each, node in reversed(list(call.files.walk(path))):
            level = each[len(path) :].count("/")
            whole = each == call.files.real_path(path)
            if (not whole and "s" in chosen) or level > deepest:
                continue
            if node.is_folder or whole or "a" in chosen:
                size = sum(max(1, -(-inner.size // 4096)) * 4096 for _, inner in call.files.walk(each))
                shown = human(size) if "h" in chosen else str(size >> 20 if "m" in chosen else size >> 10)
                call.print(f"{shown}\t{name.rstrip('/') + each[len(call.files.real_path(path)) :]}")
        del found
    return code


def _df(call: Call) -> int:
    chosen = options(call, "aHhikPT", "t")
    total, used = call.files.capacity, call.files.used
    systems = (
        ("/dev/block/dm-0", 1 << 30, 1 << 30, "/"),
        ("tmpfs", 4 << 30, 1 << 20, "/dev"),
        ("/dev/block/dm-52", total, used, "/data"),
        ("/dev/fuse", total, used, "/storage/emulated"),
    )
    wanted = {_mount(call.path(name)) for name in chosen.words}
    human_sizes = "h" in chosen or "H" in chosen
    head = "Size  Used Avail Use%" if human_sizes else "1K-blocks     Used Available Use%"
    call.print(f"Filesystem       {head} Mounted on")
    for device, size, taken, place in systems:
        if wanted and place not in wanted:
            continue
        percent = f"{-(-100 * taken // size)}%"
        if human_sizes:
            call.print(
                f"{device:<16} {human(size):>4} {human(taken):>5} {human(size - taken):>5}"
                f" {percent:>4} {place}"
            )
        else:
            numbers = (size >> 10, taken >> 10, (size - taken) >> 10)
            call.print(f"{device:<16} {numbers[0]:>9} {numbers[1]:>8} {numbers[2]:>9} {percent:>4} {place}")
    return 0


def _mount(path: str) -> str:
    if path.startswith(("/sdcard", "/storage")):
        return "/storage/emulated"
    return next((place for place in ("/data", "/dev") if path.startswith(place)), "/")


def _readlink(call: Call) -> int:
    chosen = options(call, "fenmqz", least=1)
    code = 0
    for name in chosen.words:
        path = call.path(name)
        node = call.files.get(path, follow=False)
        if any(letter in chosen for letter in "fem") or call.name == "realpath":
            found = call.files.real_path(path)
            missing = not call.files.exists(dirname(found) if "f" in chosen else found)
            if missing and "m" not in chosen:
                code = 1
                if call.name == "realpath":
                    call.error(f"realpath: {name}: No such file or directory")
                continue
            call.write(_storage(found) + ("" if "n" in chosen else "\n"))
        elif node is not None and node.is_link:
            call.write(node.target + ("" if "n" in chosen else "\n"))
        else:
            code = 1
    return code


def _storage(path: str) -> str:
    """A path under the name that the shared storage really has."""
    return "/storage/emulated/0" + path[len("/sdcard") :] if (path + "/").startswith("/sdcard/") else path


def _basename(call: Call) -> int:
    chosen = options(call, "a", "s", least=1)
    several = "a" in chosen or "s" in chosen
    suffix = chosen.value("s") or (chosen.words[1] if len(chosen.words) > 1 and not several else "")
    for name in chosen.words if several else chosen.words[:1]:
        text = basename(name.rstrip("/")) or ("/" if name.startswith("/") else "")
        call.print(text.removesuffix(suffix) if text != suffix else text)
    return 0


def _dirname(call: Call) -> int:
    for name in options(call, least=1).words:
        call.print(dirname(name.rstrip("/")) or ("/" if name.startswith("/") else "."))
    return 0


async def _file(call: Call) -> int:
    """``file``: what kind of data a file has."""
    kinds = (
        (b"\x89PNG", "PNG image data"),
        (b"\xff\xd8\xff", "JPEG image data"),
        (b"PK\x03\x04", "Zip archive data"),
        (b"GIF8", "GIF image data"),
        (b"%PDF", "PDF document"),
        (b"\x7fELF", "ELF 64-bit LSB executable"),
        (b"#!", "script"),
    )
    for name in options(call, "bLs", least=1).words:
        node = call.access.get(call.path(name))
        if node is None:
            kind = "cannot open: No such file or directory"
        elif node.content is None:
            kind = "directory"
        else:
            data = node.content
            plain = "data" if b"\0" in data[:1024] else "ASCII text"
            found = next(
                (text for start, text in kinds if data.startswith(start)),
                plain if data else "empty",
            )
            kind = "ISO Media, MP4" if data[4:8] == b"ftyp" else found
        call.print(f"{name}: {kind}")
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "basename": _basename,
    "df": _df,
    "dirname": _dirname,
    "du": _du,
    "file": _file,
    "readlink": _readlink,
    "realpath": _readlink,
    "stat": _stat,
}
