"""What the shell's user may do with the phone's files: Android's permissions, in broad strokes."""

from __future__ import annotations

import random
from posixpath import dirname

from ..phone import Phone
from ..system.files import FileError, FileTree, Node

_WRITABLE = ("/sdcard", "/data/local/tmp", "/dev", "/data/user_de/0/com.android.shell")
_CLOSED = (
    "/data/data",
    "/data/user",
    "/data/system",
    "/data/misc",
    "/metadata",
    "/data/app",
    "/cache",
)
_READ_ONLY = ("/data", "/storage", "/mnt", "/config", "/acct", "/metadata", "/cache")
_ENDLESS = 1 << 20


class Access:
    """The files of a phone, for its shell.

    Args:
        phone: the phone. After ``adb root`` (property ``service.adb.root``) everything is allowed.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    @property
    def tree(self) -> FileTree:
        """All files, without asking."""
        return self._phone.state.files

    @property
    def root(self) -> bool:
        """Whether the shell is the superuser."""
        return self._phone.state.properties.get("service.adb.root") == "1"

    def read(self, path: str) -> bytes:
        """The content of a file, a device or a file of ``/proc``.

        Raises:
            FileError: when there is none, or it may not be read.
        """
        self.check_search(path)
        special = self._special(path)
        return self.tree.read(path) if special is None else special

    def write(self, path: str, data: bytes) -> None:
        """Create or replace a file.

        Raises:
            FileError: when it may not be written.
        """
        real = self.tree.real_path(path)
        if real == "/dev/full":
            raise FileError("No space left on device")
        existing = self.tree.get(real)
        if existing is not None and not existing.is_folder and real.startswith("/dev/"):
            return
        self.check_write(real)
        self.tree.write(real, data, mtime=self._phone.timestamp(), mode=0o666)

    def append(self, path: str, data: bytes) -> None:
        """Add bytes to a file, which is made when it is missing.

        Raises:
            FileError: when it may not be written.
        """
        node = self.tree.get(path)
        before = node.content if node is not None and node.content is not None else b""
        self.write(path, before + data)

    def get(self, path: str, *, follow: bool = True) -> Node | None:
        """The node at a path, as ``stat`` finds it; None when there is none.

        Raises:
            FileError: when the folder above may not be searched.
        """
        if path != "/":
            self.check_search(dirname(path))
        return self.tree.get(path, follow=follow)

    def names(self, path: str) -> list[str]:
        """The names in a folder.

        Raises:
            FileError: when it may not be listed.
        """
        self.check_search(path, listing=True)
        return [name for name, _ in self.tree.children(path)]

    def check_search(self, path: str, *, listing: bool = False) -> None:
        """Raise a FileError when what is at or below a path is closed to the shell."""
        if self.root:
            return
        for closed in _CLOSED:
            inside = path.startswith(closed + "/")
            if closed == "/data/app":
                # Others may read an app's package, but not list what is installed.
                if listing and path == closed:
                    raise FileError("Permission denied")
                continue
            if (inside or (listing and path == closed)) and not path.startswith("/data/misc/shell"):
                raise FileError("Permission denied")

    def check_write(self, path: str) -> None:
        """Raise a FileError when nothing may be created, changed or deleted at a path."""
        real = self.tree.real_path(path, follow=False)
        if self.root or any(real == top or real.startswith(top + "/") for top in _WRITABLE):
            return
        above = self.tree.get(dirname(real))
        if above is None and self.tree.get(real) is None:
            raise FileError("No such file or directory")
        if real in ("/", "/data") or any(real.startswith(top + "/") for top in _READ_ONLY):
            raise FileError("Permission denied")
        raise FileError("Read-only file system")

    def _special(self, path: str) -> bytes | None:
        """What devices and files of ``/proc`` say; None for a file like any other."""
        if path in ("/dev/random", "/dev/urandom"):
            return random.Random(self._phone.state.seed).randbytes(_ENDLESS)
        up = uptime(self._phone)
        return {
            "/dev/zero": bytes(_ENDLESS) if path == "/dev/zero" else b"",
            "/proc/loadavg": b"1.52 1.61 1.58 2/1842 4242\n",
            "/proc/meminfo": MEMORY.encode(),
            "/proc/uptime": f"{up:.2f} {up * 3.4:.2f}\n".encode(),
        }.get(path)


BOOT_SECONDS = 3 * 3600
"""How long before the time of its default world the phone was switched on."""

MEMORY = (
    "MemTotal:        7864320 kB\nMemFree:         1245184 kB\nMemAvailable:    4194304 kB\n"
    "Buffers:           12288 kB\nCached:          2867200 kB\nSwapTotal:       3145728 kB\n"
    "SwapFree:        2621440 kB\n"
)


def uptime(phone: Phone) -> float:
    """Seconds since the phone was switched on, by its own clock."""
    return float(BOOT_SECONDS + phone.timestamp() % 86400)
