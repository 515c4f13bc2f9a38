"""A bubblewrap sandbox, described as data and turned into one command line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crab_ubuntu.providers.limits import DEFAULT_LIMITS, Limits
from crab_ubuntu.providers.privileges import reachable_by_all
from crab_ubuntu.providers.seccomp import refusing_filter

BWRAP = "bwrap"
STAGE = "/run/crab-stage"
"""Where what only root can get to is shown to a desktop's user; empty for all others."""

VISIBLE_ETC = (
    "alternatives",
    "bash.bashrc",
    "dconf",
    "default/keyboard",
    "dictionaries-common",
    "firefox-esr",
    "fonts",
    "gimp",
    "glvnd",
    "gtk-2.0",
    "gtk-3.0",
    "gtk-4.0",
    "inputrc",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "libreoffice",
    "locale.alias",
    "mime.types",
    "os-release",
    "pulse",
    "ssl/certs",
    "terminfo",
    "vim",
    "X11",
    "xdg",
)
"""What applications need of /etc. Nothing else of it is seen inside: no accounts, keys or package set-up."""

VISIBLE_VAR = ("cache/fontconfig", "lib/libreoffice", "lib/xkb")
"""What applications need of /var, read-only."""


@dataclass
class Sandbox:
    """What a sandbox shows and which descriptors it inherits. Nothing else is visible inside.

    The sandbox has user, pid, ipc, uts, cgroup and network namespaces of its own, no new privileges, and dies
    with the thread that starts it.
    """

    environment: Mapping[str, str]
    """The whole environment of the first process inside."""
    arguments: list[str] = field(default_factory=list)
    """Mounts, in order."""
    descriptors: list[int] = field(default_factory=list)
    """Descriptors that bubblewrap or the processes inside inherit; `close` closes those still open here."""
    user: int | None = None
    """User id on this machine; the caller's own when None. Only root can choose one."""
    staged: list[str] = field(default_factory=list)
    """Shell commands that mount on the stage, in order; only the sandbox sees what they do."""

    def show(self, outside: Path | str, inside: Path | str | None = None) -> None:
        """Show a file or folder read-only, at the same path unless `inside` says otherwise."""
        self.arguments += ["--ro-bind", self._source(outside), str(inside or outside)]

    def show_if_there(self, paths: Iterable[Path | str]) -> None:
        """Show those paths that exist, read-only; a symbolic link shows what it points to."""
        for path in paths:
            if Path(path).exists():
                self.show(path)

    def share(self, outside: Path | str, inside: Path | str) -> None:
        """Share a folder, writable on both sides."""
        self.arguments += ["--bind", self._source(outside), str(inside)]

    def _source(self, outside: Path | str) -> str:
        if self.user is None or reachable_by_all(Path(outside)):
            return str(outside)
        place = f"{STAGE}/{len(self.staged)}"
        words = shlex.quote(str(outside)), shlex.quote(place)
        make = "mkdir" if Path(outside).is_dir() else "touch"
        self.staged.append(f"{make} {words[1]} && mount --bind {words[0]} {words[1]}")
        return place

    def link(self, target: str, inside: str) -> None:
        """Make a symbolic link."""
        self.arguments += ["--symlink", target, inside]

    def empty(self, inside: Path | str, *, mode: int = 0o755, size: int | None = None) -> None:
        """A new empty folder in memory, of so many bytes at most."""
        limit = [] if size is None else ["--size", str(size)]
        self.arguments += ["--perms", f"{mode:04o}", *limit, "--tmpfs", str(inside)]

    def folder(self, inside: str, *, mode: int = 0o755) -> None:
        """Make a folder on what is mounted there already."""
        self.arguments += ["--perms", f"{mode:04o}", "--dir", inside]

    def freeze(self, *inside: str) -> None:
        """Make what was put together here read-only; mounts below stay as they are."""
        for path in inside:
            self.arguments += ["--remount-ro", path]

    def write(self, data: bytes | str, inside: Path | str) -> None:
        """Put a read-only file with this content at `inside`; it never touches the disk."""
        self.arguments += ["--ro-bind-data", str(self.attach(data)), str(inside)]

    def attach(self, data: bytes | str) -> int:
        """Make a descriptor with this content that is inherited by the sandbox."""
        descriptor = attach(data)
        self.descriptors.append(descriptor)
        return descriptor

    def command(self, argv: Sequence[str], *, info_fd: int) -> list[str]:
        """The command line that runs `argv` inside.

        Args:
            argv: Program and arguments.
            info_fd: Descriptor to which bubblewrap writes the pid of its inner process, as JSON.
        """
        words = [
            *self._become_user(),
            BWRAP,
            "--unshare-user",
            "--unshare-all",
            "--disable-userns",
            "--die-with-parent",
            "--new-session",
            "--uid",
            "1000",
            "--gid",
            "1000",
        ]
        words += [
            "--hostname",
            "crab",
            "--cap-drop",
            "ALL",
            "--info-fd",
            str(info_fd),
            *self.arguments,
            "--clearenv",
        ]
        calls = refusing_filter()
        if calls is not None:
            words += ["--seccomp", str(self.attach(calls))]
        for name, value in self.environment.items():
            words += ["--setenv", name, value]
        return [*words, "--", *argv]

    def _become_user(self) -> list[str]:
        """The start of a command line that gives up root, and shows the user what only root can get to."""
        if self.user is None:
            return []
        become = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", "--"]
        if not self.staged:
            return become
        # Every step replaces the one before it: the sandbox stays the child of the thread that starts it.
        stage = f"mkdir -p {STAGE} && mount -t tmpfs -o mode=0755 crab {STAGE}"
        script = "\n".join([stage, *self.staged, 'exec "$@"'])
        return ["unshare", "--mount", "--propagation=private", "sh", "-ec", script, "sh", *become]

    def close(self) -> None:
        """Close the descriptors made here; call it once the sandbox has started."""
        while self.descriptors:
            os.close(self.descriptors.pop())


def attach(data: bytes | str) -> int:
    """A descriptor from which this content can be read once; it lives in memory."""
    descriptor = os.memfd_create("crab")
    with os.fdopen(os.dup(descriptor), "wb") as stream:
        stream.write(data.encode() if isinstance(data, str) else data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def system(
    environment: Mapping[str, str],
    *,
    user: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Sandbox:
    """A sandbox with the system's programs and libraries, read-only, and empty folders to write in."""
    box = Sandbox(environment, user=user)
    box.show("/usr")
    for name in ("bin", "sbin", "lib", "lib64", "lib32", "libx32"):
        path = Path("/") / name
        if path.is_symlink():
            box.link(str(path.readlink()), str(path))
        elif path.is_dir():
            box.show(path)
    box.arguments += ["--proc", "/proc", "--dev", "/dev"]
    box.empty("/dev/shm", mode=0o1777, size=limits.shared_memory)
    for name in ("/tmp", "/run", "/home", "/var", "/etc"):
        size = {"/home": limits.home, "/tmp": limits.temporary}.get(name, limits.other)
        box.empty(name, mode=0o1777 if name == "/tmp" else 0o755, size=size)
    box.show_if_there(Path("/etc") / name for name in VISIBLE_ETC)
    box.show_if_there(Path("/var") / name for name in VISIBLE_VAR)
    box.empty("/var/tmp", mode=0o1777, size=limits.other)
    return box
