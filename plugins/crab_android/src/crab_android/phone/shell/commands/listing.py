"""``ls``."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from posixpath import dirname

from ...system.files import FileError, Node
from ..call import Call, CommandFunction
from ..options import Options, options
from ..streams import OutSink
from .date import file_time
from .paths import human, inode, owner

_ENTRY = tuple[str, Node]


def _ls(call: Call) -> int:
    chosen = options(
        call,
        "ACFHLRSZabcdfghiklmnopqrstuwx1",
        long={"color": "w", "show-control-chars": "q", "all": "a"},
    )
    listing = _Listing(call, chosen)
    names = chosen.words or ["."]
    files: list[_ENTRY] = []
    folders: list[str] = []
    code = 0
    for name in names:
        path = call.path(name)
        try:
            node = call.access.get(path, follow="l" not in chosen or name.endswith("/"))
            if node is None:
                raise FileError("No such file or directory")
            if node.is_folder and "d" not in chosen:
                folders.append(name)
            else:
                files.append((name, node))
        except FileError as error:
            call.error(f"ls: {name}: {error}")
            code = 1
    if files:
        listing.show("", files)
    for position, name in enumerate(sorted(folders) if len(folders) > 1 else folders):
        if position or files:
            call.print()
        code = listing.folder(name, titled=len(names) > 1 or "R" in chosen) or code
    return code


class _Listing:
    def __init__(self, call: Call, chosen: Options) -> None:
        self._call = call
        self._chosen = chosen
        self._columns = "C" in chosen or (
            "COLUMNS" in call.shell.variables
            and not any(letter in chosen for letter in "1lomn")
            and isinstance(call.streams.stdout, OutSink)
        )

    def folder(self, name: str, *, titled: bool) -> int:
        """Show what is in a folder; returns the exit code."""
        call, chosen = self._call, self._chosen
        path = call.path(name)
        if titled:
            call.print(f"{name}:")
        try:
            names = call.access.names(path)
        except FileError as error:
            call.error(f"ls: {name}: {error}")
            return 1
        entries: list[_ENTRY] = []
        if "a" in chosen or "f" in chosen:
            above = call.files.get(dirname(path)) or call.files.stat("/")
            entries += [(".", call.files.stat(path)), ("..", above)]
        for each in names:
            node = call.files.get(f"{path.rstrip('/')}/{each}", follow=False)
            if node is not None and (not each.startswith(".") or any(letter in chosen for letter in "aAf")):
                entries.append((each, node))
        if "l" in chosen or "s" in chosen or "o" in chosen or "g" in chosen or "n" in chosen:
            blocks = sum(-(-node.size // 512) for each, node in entries if each not in (".", ".."))
            call.print(f"total {human(blocks * 512) if 'h' in chosen else blocks // 2 + blocks % 2}")
        self.show(path, entries)
        code = 0
        if "R" in chosen:
            for each, node in self._sorted(entries):
                if node.is_folder and each not in (".", ".."):
                    call.print()
                    code = self.folder(f"{name.rstrip('/')}/{each}", titled=True) or code
        return code

    def _sorted(self, entries: Sequence[_ENTRY]) -> list[_ENTRY]:
        if "f" in self._chosen:
            return list(entries)
        found = sorted(entries, key=lambda entry: entry[0])
        if "t" in self._chosen:
            found.sort(key=lambda entry: -entry[1].mtime)
        elif "S" in self._chosen:
            found.sort(key=lambda entry: -entry[1].size)
        return found[::-1] if "r" in self._chosen else found

    def show(self, folder: str, entries: Sequence[_ENTRY]) -> None:
        """Show entries."""
        found = self._sorted(entries)
        if any(letter in self._chosen for letter in "logn"):
            self._long(folder, found)
            return
        names = [self._prefix(folder, name, node) + name + self._suffix(node) for name, node in found]
        if "m" in self._chosen:
            self._call.print(", ".join(names))
        elif self._columns and names:
            self._in_columns(names)
        else:
            for name in names:
                self._call.print(name)

    def _in_columns(self, names: list[str]) -> None:
        text = self._call.shell.variables.get("COLUMNS", "80")
        screen = int(text) if text.isdigit() else 80
        width = max(len(name) for name in names) + 1
        count = max(1, screen // width)
        rows = -(-len(names) // count)
        for row in range(rows):
            self._call.print(" ".join(name.ljust(width - 1) for name in names[row::rows]).rstrip())

    def _prefix(self, folder: str, name: str, node: Node) -> str:
        path = self._path(folder, name)
        text = f"{inode(path):>8} " if "i" in self._chosen else ""
        return text + (f"{-(-node.size // 1024):>4} " if "s" in self._chosen else "")

    def _path(self, folder: str, name: str) -> str:
        return self._call.path(f"{folder}/{name}" if folder else name)

    def _suffix(self, node: Node) -> str:
        if node.is_folder and ("F" in self._chosen or "p" in self._chosen):
            return "/"
        if "F" in self._chosen:
            return "@" if node.is_link else "*" if node.mode & 0o111 else ""
        return ""

    def _long(self, folder: str, entries: Sequence[_ENTRY]) -> None:
        rows = []
        for name, node in entries:
            path = self._path(folder, name)
            user, group, uid, gid = owner(path)
            if "n" in self._chosen:
                user, group = str(uid), str(gid)
            size = human(node.size) if "h" in self._chosen else str(node.size)
            if stat.S_ISCHR(node.mode):
                size = "1,   3"
            links = str(2 + sum(child.is_folder for child in node.children.values()) if node.is_folder else 1)
            moment = file_time(self._call.phone, node.mtime).strftime("%Y-%m-%d %H:%M")
            shown = name + self._suffix(node) + (f" -> {node.target}" if node.is_link else "")
            rows.append(
                (
                    self._prefix(folder, name, node) + stat.filemode(node.mode),
                    links,
                    user,
                    group,
                    size,
                    moment,
                    shown,
                )
            )
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(5)]
        for mode, links, user, group, size, moment, shown in rows:
            parts = [mode, links.rjust(widths[1])]
            if "g" not in self._chosen:
                parts.append(user.ljust(widths[2]))
            if "o" not in self._chosen:
                parts.append(group.ljust(widths[3]))
            self._call.print(" ".join([*parts, size.rjust(widths[4]), moment, shown]))


COMMANDS: dict[str, CommandFunction] = {"ls": _ls}
