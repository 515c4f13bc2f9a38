"""A page of a document as it appears: drawn by LibreOffice, in a profile of its own that is thrown away.

The document may come from anybody: its macros do not run, its links are not followed, and what LibreOffice
does with it may take only so much time and space.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import TYPE_CHECKING, Final

from crab_core import EnvironmentUnavailable
from crab_visualprompt.evaluators.looking import CannotSeeError, decode_picture

if TYPE_CHECKING:
    from crab_visualprompt.pixels import Pixels

FILTERS: Final = {
    **dict.fromkeys(("odt", "ott", "fodt", "docx", "doc", "rtf"), "writer_pdf_Export"),
    **dict.fromkeys(("odp", "otp", "fodp", "pptx", "ppt"), "impress_pdf_Export"),
    **dict.fromkeys(("ods", "ots", "fods", "xlsx", "xls"), "calc_pdf_Export"),
    **dict.fromkeys(("odg", "fodg", "pdf"), "draw_pdf_Export"),
}
"""What LibreOffice writes a PDF of a document with, by the ending of the document's name."""
LONGER_SIDE: Final = 1650
"""Pixels: a letter's text is 11 points and then some 23 pixels high, as on a screen."""
SECONDS: Final = 90.0
"""Time after which a document is given up; one takes about two seconds on a quiet machine."""
CPU_SECONDS: Final = 45
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of any file that LibreOffice writes."""
KEPT: Final = 8
"""Pages that are kept: several checkpoints look at one document."""
SETTINGS: Final = {
    ("Office.Common/Security/Scripting", "DisableMacrosExecution"): "true",
    ("Office.Common/Security/Scripting", "MacroSecurityLevel"): "3",
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks"): "true",
    ("Office.Common/Security/Scripting", "DisableActiveContent"): "true",
    ("Office.Writer/Content/Update", "Link"): "0",
    ("Office.Calc/Content/Update", "Link"): "2",
}
"""Of the profile; names and values are those of LibreOffice's registry (officecfg)."""
PAGE_SIZE: Final = re.compile(rb"/MediaBox\s*\[\s*([\d.+-]+)\s+([\d.+-]+)\s+([\d.+-]+)\s+([\d.+-]+)\s*\]")

_pages: OrderedDict[tuple[str, int], Pixels] = OrderedDict()
_one_at_a_time = Lock()


def rendered(data: bytes, path: str, page: int) -> Pixels:
    """A page of a document, or a slide, as it would be printed.

    Args:
        data: The document.
        path: Its name, whose ending says what it is.
        page: From 1.

    Raises:
        CannotSeeError: It is no document that LibreOffice opens, or has no such page.
        EnvironmentUnavailable: LibreOffice is not installed.
    """
    ending = PurePosixPath(path).suffix.lower().removeprefix(".")
    if ending not in FILTERS:
        raise CannotSeeError(
            f"{path} is no document: its name ends with none of {', '.join(sorted(FILTERS))}"
        )
    key = hashlib.sha256(data).hexdigest() + ending, page
    with _one_at_a_time:
        if key not in _pages:
            _pages[key] = _drawn(data, path, ending, page)
            while len(_pages) > KEPT:
                _pages.popitem(last=False)
        _pages.move_to_end(key)
        return _pages[key]


def _drawn(data: bytes, path: str, ending: str, page: int) -> Pixels:
    with tempfile.TemporaryDirectory(prefix="crab-eyes-") as name:
        folder = Path(name)
        _make_profile(folder / "profile" / "user")
        document = folder / f"document.{ending}"
        document.write_bytes(data)
        options = {"PageRange": {"type": "string", "value": str(page)}}
        _convert(folder, document, f"pdf:{FILTERS[ending]}:{json.dumps(options)}", path)
        printed = _made(folder / "made" / "document.pdf", f"{path} cannot be opened, or has no page {page}")
        shutil.move(folder / "made" / "document.pdf", folder / "page.pdf")
        _convert(folder, folder / "page.pdf", f"png:draw_png_Export:{json.dumps(_size(printed))}", path)
        return decode_picture(_made(folder / "made" / "page.png", f"{path} cannot be drawn"), path)


def _size(printed: bytes) -> dict[str, dict[str, str]]:
    """Options for a picture of a page, in its proportions."""
    found = PAGE_SIZE.search(printed)
    if found is None:
        return {}
    left, bottom, right, top = (float(number) for number in found.groups())
    scale = LONGER_SIDE / max(right - left, top - bottom, 1)
    sides = {"PixelWidth": (right - left) * scale, "PixelHeight": (top - bottom) * scale}
    return {name: {"type": "long", "value": str(max(round(side), 1))} for name, side in sides.items()}


def _make_profile(folder: Path) -> None:
    folder.mkdir(parents=True)
    items = "".join(
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
        for (path, name), value in SETTINGS.items()
    )
    head = '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    (folder / "registrymodifications.xcu").write_text(f"{head}{items}</oor:items>", encoding="utf-8")


def _convert(folder: Path, document: Path, to: str, path: str) -> None:
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        raise EnvironmentUnavailable(
            "Documents are looked at through LibreOffice, which is not installed.",
            advice="Run: sudo apt install libreoffice-writer libreoffice-impress libreoffice-calc",
        )
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    quiet = ["--headless", "--norestore", "--nolockcheck", "--nofirststartwizard"]
    command = [program, profile, *quiet, "--convert-to", to, "--outdir", str(folder / "made"), str(document)]
    with _ended(
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={
                "HOME": str(folder),
                "TMPDIR": str(folder),
                "PATH": "/usr/bin:/bin",
                "LC_ALL": "C.UTF-8",
                # A desktop's host has no entry in /proc, by which programs find libraries beside them.
                "LD_LIBRARY_PATH": str(Path(program).resolve().parent),
            },
            start_new_session=True,
        )
    ) as office:
        resource.prlimit(office.pid, resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.prlimit(office.pid, resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
        try:
            office.wait(SECONDS)
        except subprocess.TimeoutExpired as error:
            raise CannotSeeError(f"{path} takes LibreOffice more than {SECONDS:g} s") from error


@contextmanager
def _ended(office: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """LibreOffice, and nothing of it left afterwards."""
    try:
        yield office
    finally:
        with suppress(ProcessLookupError):
            os.killpg(office.pid, signal.SIGKILL)
        office.wait()


def _made(file: Path, otherwise: str) -> bytes:
    """What LibreOffice has written; it does not tell by its status whether it did."""
    if not file.is_file() or file.stat().st_size > LARGEST:
        raise CannotSeeError(otherwise)
    return file.read_bytes()
