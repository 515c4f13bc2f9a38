"""Where a host may put files: ``adb push`` has the rights of the shell's user, not those of the system."""

from __future__ import annotations

from ..system.files import FileError, FileTree

_WRITABLE = ("/sdcard", "/data/local/tmp")
_MOUNTED_FOR_WRITING = ("/data", "/storage", "/mnt", "/dev", "/cache")


def check_writable(files: FileTree, path: str) -> None:
    """Refuse a path that the shell's user may not write to.

    Raises:
        FileError: with the reason that Android gives.
    """
    real = files.real_path(path)
    if _below(real, _WRITABLE):
        return
    elsewhere = _below(real, _MOUNTED_FOR_WRITING)
    raise FileError("Permission denied" if elsewhere else "Read-only file system")


def _below(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)
