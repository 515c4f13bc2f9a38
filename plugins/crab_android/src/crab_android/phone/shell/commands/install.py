"""``pm install``: apps from a manifest, in a package file or by itself; and ``pm uninstall``."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

from ...manifest_app import NAME
from ...packages import PackageError
from ...system.files import FileError
from ..call import Call, Usage
from ..installed import apk_path, packages

_MANIFEST_LIMIT = 1 << 20
_PACKAGE_LIMIT = 512 << 20
_WITH_VALUE = frozenset(
    {
        "-i",
        "-S",
        "--user",
        "--abi",
        "--originating-uri",
        "--referrer",
        "-p",
        "--install-reason",
        "--install-location",
    }
    | {"--installer", "--package", "--staged-ready-timeout", "--dexopt-compiler-filter"}
)


class _Options:
    """The options of an installation."""

    def __init__(self, words: list[str]) -> None:
        self.words: list[str] = []
        self.size: int | None = None
        self.replace = True
        self.grant = False
        queue = list(words)
        while queue:
            word = queue.pop(0)
            if word in _WITH_VALUE:
                if not queue:
                    raise Usage(
                        (
                            "Exception occurred while executing 'install':\n"
                            f"java.lang.IllegalArgumentException: Argument expected after {word}"
                        ),
                        255,
                    )
                value = queue.pop(0)
                if word == "-S":
                    if not value.isdigit() or int(value[:15]) > _PACKAGE_LIMIT:
                        raise Usage(f"Error: bad size {value}", 255)
                    self.size = int(value)
            elif word == "-R":
                self.replace = False
            elif word == "-g":
                self.grant = True
            elif not word.startswith("-") or word == "-":
                self.words.append(word)


async def _install(call: Call, words: list[str]) -> int:
    options = _Options(words)
    if options.words and options.words[0] != "-":
        name = options.words[0]
        try:
            data = call.read(name)
        except FileError as error:
            raise Usage(
                f"Error: Unable to open file: {name}\nConsider using a file under /data/local/tmp/\n"
                f"Error: Can't open file: {name}\n\nException occurred while executing 'install':\n"
                f"java.lang.IllegalArgumentException: Error: Can't open file: {name} ({error})",
                255,
            ) from error
    else:
        if options.size is None:
            raise Usage("Error: must either specify a package size or an APK file", 1)
        data = await _exactly(call, options.size)
    return _finish(call, {"base.apk": data}, options)


async def _exactly(call: Call, size: int) -> bytes:
    """So many bytes of standard input, which stays open after them."""
    pieces: list[bytes] = []
    while size > 0 and (piece := await call.stdin.read(min(size, 1 << 20))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _finish(call: Call, contents: dict[str, bytes], options: _Options) -> int:
    """Install what has been written; one of the files has the manifest."""
    try:
        base = next(
            (data for data in contents.values() if _has_manifest(data)), next(iter(contents.values()), b"")
        )
        app = call.phone.packages.install(_manifest(base), replace=options.replace)
        path = apk_path(app)
        if not app.system:
            call.files.write(path, base, mtime=call.now(), mode=0o644, parents=True)
        for permission in app.permissions if options.grant else ():
            call.phone.packages.set_permission(app.package, permission, True)
    except (PackageError, FileError) as error:
        code = error.code if isinstance(error, PackageError) else "INSTALL_FAILED_INSUFFICIENT_STORAGE"
        text = " ".join(str(error).split())
        call.print(f"Failure [{code}: {text}]")
        return 1
    call.print("Success")
    return 0


def _has_manifest(data: bytes) -> bool:
    try:
        _manifest(data)
    except PackageError:
        return False
    return True


def _manifest(data: bytes) -> dict[str, Any]:
    """The manifest in a package file.

    Raises:
        PackageError: there is none.
    """
    not_apk = "INSTALL_PARSE_FAILED_NOT_APK"
    failed = "Failed to parse /data/app/vmdl1804289383.tmp/base.apk"
    text = data
    if data[:4] == b"PK\x03\x04":
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                entry = next((name for name in (NAME, f"assets/{NAME}") if name in archive.namelist()), None)
                if entry is None:
                    raise PackageError(
                        "INSTALL_PARSE_FAILED_BAD_MANIFEST",
                        f"{failed}: the archive has no {NAME}, and apps for real phones do not run here",
                    )
                if archive.getinfo(entry).file_size > _MANIFEST_LIMIT:
                    raise PackageError("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", f"{NAME} is too large")
                text = archive.read(entry)
        except (zipfile.BadZipFile, zlib.error, OSError, NotImplementedError, RuntimeError) as error:
            raise PackageError(not_apk, f"{failed}: {error}") from error
    elif not data[:64].lstrip().startswith(b"{"):
        raise PackageError(not_apk, failed)
    try:
        manifest = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise PackageError("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", f"{NAME}: {error}") from error
    if not isinstance(manifest, dict):
        raise PackageError("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", f"{NAME} is no object")
    return manifest


async def _create(call: Call, words: list[str]) -> int:
    _Options(words)
    call.print(f"Success: created install session [{call.phone.shells.open_session()}]")
    return 0


def _session(call: Call, words: list[str]) -> tuple[int, dict[str, bytes]]:
    text = words[0] if words else ""
    number = int(text) if text.isdigit() and len(text) < 12 else -1
    sessions = call.phone.shells.sessions
    if number not in sessions:
        raise Usage(
            (
                "Exception occurred while executing:\njava.lang.SecurityException: Caller has no "
                f"access to session {text}"
            ),
            255,
        )
    return number, sessions[number]


async def _write(call: Call, words: list[str]) -> int:
    options = _Options(words)
    _number, contents = _session(call, options.words)
    name = options.words[1] if len(options.words) > 1 else "base.apk"
    source = options.words[2] if len(options.words) > 2 else "-"
    if source != "-":
        data = call.read(source)
    elif options.size is None:
        raise Usage("Error: must specify a APK size", 1)
    else:
        data = await _exactly(call, options.size)
    if sum(len(other) for other in contents.values()) + len(data) > _PACKAGE_LIMIT:
        raise Usage("Error: failed to write; No space left on device", 255)
    contents[name] = data
    call.print(f"Success: streamed {len(data)} bytes")
    return 0


async def _commit(call: Call, words: list[str]) -> int:
    options = _Options(words)
    number, contents = _session(call, options.words)
    del call.phone.shells.sessions[number]
    return _finish(call, contents, options)


async def _abandon(call: Call, words: list[str]) -> int:
    number, _ = _session(call, _Options(words).words)
    del call.phone.shells.sessions[number]
    call.print("Success")
    return 0


async def _existing(call: Call, words: list[str]) -> int:
    """Bring back an app of the phone that was uninstalled."""
    names = _Options(words).words
    package = names[0] if names else ""
    known = call.phone.state.packages.get(package)
    if package not in call.phone.catalog:
        raise Usage(
            f"android.content.pm.PackageManager$NameNotFoundException: Package {package} doesn't exist", 1
        )
    if known is not None and not known.installed:
        known.installed = True
        call.phone.packages_changed()
        call.phone.seed_app(package)
    call.print(f"Package {package} installed for user: 0")
    return 0


async def _uninstall(call: Call, words: list[str]) -> int:
    names = _Options([word for word in words if word != "-k"]).words
    if not names:
        raise Usage("Error: package name not specified", 255)
    package = names[0]
    app = packages(call.phone).get(package)
    try:
        if app is not None and package not in call.phone.apps:
            call.phone.packages.set_enabled(package, True)
        call.phone.packages.uninstall(package)
    except PackageError as error:
        call.print(f"Failure [{error.code if app is not None else 'DELETE_FAILED_INTERNAL_ERROR'}]")
        return 1
    folder = f"/data/app/{package}"
    if call.files.exists(folder):
        call.files.remove(folder, recursive=True)
    call.print("Success")
    return 0


VERBS: dict[str, Callable[[Call, list[str]], Awaitable[int]]] = {
    "install": _install,
    "install-abandon": _abandon,
    "install-commit": _commit,
    "install-create": _create,
    "install-existing": _existing,
    "install-streaming": _install,
    "install-write": _write,
    "uninstall": _uninstall,
}
