"""Furnishes a sandbox with everything that one GNOME session needs."""

from __future__ import annotations

import compileall
import importlib.util
import site
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path, PurePosixPath

from crab_core import EnvironmentUnavailable
from crab_ubuntu.applications.seeds import system_files
from crab_ubuntu.host.spec import FOLDER, RELAYS, SITE
from crab_ubuntu.providers.bubblewrap import Sandbox, system
from crab_ubuntu.providers.closure import Piece, pieces
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.limits import DEFAULT_LIMITS, Limits
from crab_ubuntu.providers.packages import install_command
from crab_ubuntu.session.spec import CONFIGURATION, HOME, LIBRARY, SESSION_BUS, SYSTEM_BUS, SessionSpec

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin:/usr/games",
    "HOME": HOME,
    "USER": "crab",
    "LOGNAME": "crab",
    "SHELL": "/bin/bash",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "DISPLAY": ":0",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "XDG_CURRENT_DESKTOP": "GNOME",
    "XDG_SESSION_TYPE": "x11",
    "XDG_SESSION_DESKTOP": "gnome",
    "XDG_SESSION_CLASS": "user",
    "XDG_MENU_PREFIX": "gnome-",
    "XDG_DATA_DIRS": f"{CONFIGURATION}/share:/usr/share/gnome:/usr/share",
    "GNOME_SHELL_SESSION_MODE": "user",
    "DBUS_SESSION_BUS_ADDRESS": f"unix:path={SESSION_BUS}",
    "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={SYSTEM_BUS}",
    "DCONF_PROFILE": f"{CONFIGURATION}/dconf-profile",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "LP_NUM_THREADS": "0",
    "GSK_RENDERER": "cairo",
    "GTK_A11Y": "atspi",
    "GNOME_ACCESSIBILITY": "1",
    "QT_ACCESSIBILITY": "1",
    "GTK_MODULES": "gail:atk-bridge",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""The whole environment inside; nothing of the caller's is handed on."""

PASSWD = "root:x:0:0:root:/nonexistent:/usr/sbin/nologin\ncrab:x:1000:1000:Crab:/home/crab:/bin/bash\n"
GROUP = "root:x:0:\ncrab:x:1000:\n"
HOSTS = "127.0.0.1 localhost crab\n::1 localhost\n"
NSSWITCH = "passwd: files\ngroup: files\nhosts: files\n"
MACHINE_ID = "c2ab0000000040008000000000000001\n"
"""The same in every sandbox: nothing inside can tell two desktops apart by it."""

SERVICES = Path("/usr/share/dbus-1/services")
IDLE_SERVICES = (
    "org.freedesktop.Tracker3.Miner.Files",
    "org.gnome.Shell.CalendarServer",
    "org.gnome.Shell.Screencast",
)
"""Services that a session would start and that a desktop for one episode has no use for."""

DISTRIBUTION = "crab-ubuntu"


def furnish(
    spec: SessionSpec,
    folder: PrivateFolder,
    *,
    distributions: Sequence[str] = (),
    relays: Mapping[str, Path] | None = None,
    limits: Limits = DEFAULT_LIMITS,
    environment: Mapping[str, str] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> tuple[Sandbox, list[str]]:
    """A sandbox ready to start, and the command to start in it.

    Args:
        spec: What the leader inside is told; its descriptors must be attached already.
        folder: The private folder of this desktop.
        distributions: Python distributions that the host needs beside this one.
        relays: Unix sockets of services outside, by the name under which the host finds them.
        limits: What the desktop may use.
        environment: Added to the variables of the session.
        files: Added to the system, by path.

    Raises:
        EnvironmentUnavailable: A distribution or dconf is missing.
    """
    box = system({**ENVIRONMENT, **(environment or {})}, user=folder.user, limits=limits)
    for inside, content in (
        ("/etc/passwd", PASSWD.encode()),
        ("/etc/group", GROUP.encode()),
        ("/etc/nsswitch.conf", NSSWITCH.encode()),
        ("/etc/machine-id", MACHINE_ID.encode()),
        (f"{CONFIGURATION}/dconf-profile", f"user-db:user\nfile-db:{CONFIGURATION}/settings\n".encode()),
        (f"{CONFIGURATION}/system-bus.conf", _data("system-bus.conf")),
        (f"{CONFIGURATION}/session-bus.conf", _data("session-bus.conf")),
        (f"{CONFIGURATION}/settings", compile_settings(_data("settings.ini").decode())),
        *system_files().items(),
        *(files or {}).items(),
    ):
        box.write(content, inside)
    folder.hosts.write_text(HOSTS)
    box.show(folder.hosts, "/etc/hosts")
    box.folder(HOME, mode=0o700)
    box.folder("/run/user/1000", mode=0o700)
    box.folder("/tmp/.X11-unix", mode=0o1777)
    for name in IDLE_SERVICES:
        if (SERVICES / f"{name}.service").exists():
            box.write("", SERVICES / f"{name}.service")
    show_python(box)
    _show_leader(box)
    # Closed to the session's user, who may not open it up again: what is above it is read-only.
    box.folder(str(PurePosixPath(SITE).parent), mode=0)
    for piece in pieces([DISTRIBUTION, *distributions]):
        _compile(piece)
        box.show(piece.path, f"{SITE}/{piece.name}")
    box.share(folder.shared, FOLDER)
    for name, path in (relays or {}).items():
        box.share(path, f"{RELAYS}/{name}.sock")
    box.freeze("/dev", "/etc", "/var", "/")
    box.arguments += ["--chdir", HOME]
    told = box.attach(spec.to_json())
    start = (
        f"import sys; sys.path.insert(0, {LIBRARY!r}); "
        f"from crab_ubuntu.session.leader import main; main({told})"
    )
    return box, [interpreter(), "-I", "-S", "-c", start]


def _show_leader(box: Sandbox) -> None:
    package = Path(str(resources.files("crab_ubuntu")))
    compileall.compile_dir(package / "session", quiet=2, workers=1)
    box.show(package / "__init__.py", f"{LIBRARY}/crab_ubuntu/__init__.py")
    box.show(package / "session", f"{LIBRARY}/crab_ubuntu/session")


def compile_settings(text: str) -> bytes:
    """A dconf database from a key file.

    Raises:
        EnvironmentUnavailable: `dconf` is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="crab-dconf-") as name:
        folder = Path(name)
        (folder / "keys").mkdir()
        (folder / "keys" / "keys").write_text(text)
        try:
            subprocess.run(
                ["dconf", "compile", str(folder / "db"), str(folder / "keys")],
                check=True,
                capture_output=True,
            )
        except FileNotFoundError as error:
            raise EnvironmentUnavailable(
                "dconf is not installed.", advice=f"Install it: {install_command(['dconf-cli'])}"
            ) from error
        return (folder / "db").read_bytes()


def show_python(box: Sandbox) -> None:
    """Show the interpreter's own prefix, at its own path, without the packages installed there."""
    prefix = Path(sys.base_prefix).resolve()
    if not prefix.is_relative_to("/usr") or prefix == Path("/usr/local"):
        box.show(prefix)
    for folder in {*site.getsitepackages([str(prefix)]), *site.getsitepackages(["/usr/local"])}:
        # What Debian itself packages stays: applications written in Python need it.
        if Path(folder).is_dir() and not folder.startswith("/usr/lib/"):
            box.empty(folder)
            box.freeze(folder)


def interpreter() -> str:
    """Path of the interpreter itself, outside of any virtual environment; inside a sandbox it is the same."""
    prefix = Path(sys.base_prefix).resolve()
    named = Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()
    if named.is_relative_to(prefix) and named.exists():
        return str(named)
    return str(prefix / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}")


def _data(name: str) -> bytes:
    return (resources.files("crab_ubuntu.data") / name).read_bytes()


def _compile(piece: Piece) -> None:
    """Byte-compile a package that was never imported here: inside, its folder is read-only."""
    if piece.path.suffix == ".py":
        if not Path(importlib.util.cache_from_source(str(piece.path))).exists():
            compileall.compile_file(piece.path, quiet=2)
    elif (piece.path / "__init__.py").exists():
        first = Path(importlib.util.cache_from_source(str(piece.path / "__init__.py")))
        if piece.editable or not first.exists():
            compileall.compile_dir(piece.path, quiet=2, workers=1)
