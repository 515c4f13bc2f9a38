"""The clipboard of a desktop: what was copied (CLIPBOARD), and what is selected (PRIMARY)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from crab_core import InvalidAction, Problem
from crab_ubuntu.desktop.selection_owner import SelectionOwner
from crab_ubuntu.desktop.selections import LARGEST, WHOLE_SECONDS, SelectionReader

Kind = Literal["clipboard", "primary"]

TEXT_FORMS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "text/plain")
"""In which a text is asked for, the best first."""
IMAGE_FORMS = ("image/png", "image/jpeg", "image/webp", "image/tiff", "image/bmp")
"""In which a picture is asked for, the best first."""
FILE_FORM = "text/uri-list"
"""In which files are asked for (RFC 2483, section 5)."""


@dataclass(frozen=True, slots=True)
class ClipboardContent:
    """What a clipboard holds."""

    text: str | None = None
    """The text; None when it holds none."""
    targets: tuple[str, ...] = ()
    """Every form in which the owner offers it, as it calls them; empty when nothing was copied."""
    image: bytes | None = None
    """The picture, encoded; None when it holds none."""
    image_type: str = ""
    """Media type of the picture."""
    files: tuple[str, ...] = ()
    """Paths, or URIs of what is elsewhere, when files were copied; `text` may name them as well."""


class Clipboard:
    """Reads and writes the clipboard, through connections of its own; safe to use from several threads.

    What is written here is held here, as an application does. What an application held that was closed is
    kept by the window manager, when it is text or a picture.
    """

    def __init__(self, display_name: str) -> None:
        """Connect to an X display."""
        self._reader = SelectionReader(display_name)
        self._owner = SelectionOwner(display_name)

    def close(self) -> None:
        """Give up what is held and disconnect; safe to call twice."""
        self._owner.close()
        self._reader.close()

    def read(self, kind: Kind = "clipboard") -> ClipboardContent:
        """What it holds now, asked of the application that holds it.

        Args:
            kind: "clipboard" for what was copied, "primary" for what is selected.

        Raises:
            DeviceError: The application does not answer in time, or holds more than 16 MiB.
        """
        selection, deadline = kind.upper(), time.monotonic() + WHOLE_SECONDS
        if not self._reader.is_owned(selection):
            return ClipboardContent()
        offered = self._reader.convert(selection, "TARGETS", deadline)
        targets = offered.atoms if offered else TEXT_FORMS[:1]
        text, image, image_type = None, None, ""
        for form in (f for f in TEXT_FORMS if f in targets):
            found = self._reader.convert(selection, form, deadline)
            if found is not None:
                encoding = "latin-1" if found.form == "STRING" else "utf-8"
                text = found.data.removesuffix(b"\0").decode(encoding, "replace")
                break
        for form in (f for f in IMAGE_FORMS if f in targets):
            found = self._reader.convert(selection, form, deadline)
            if found is not None:
                image, image_type = found.data, form
                break
        files: tuple[str, ...] = ()
        if FILE_FORM in targets and (found := self._reader.convert(selection, FILE_FORM, deadline)):
            files = tuple(_paths(found.data.decode(errors="replace")))
        return ClipboardContent(text, targets if offered else (), image, image_type, files)

    def write(self, text: str, kind: Kind = "clipboard") -> None:
        """Put a text there, for any application to paste.

        Args:
            text: The text.
            kind: As for `read`.

        Raises:
            InvalidAction: The text is too large, or is no Unicode text.
            DeviceError: The X server does not let it.
        """
        try:
            size = len(text.encode())
        except UnicodeEncodeError as error:
            problem = Problem("text", f"character {error.start} is half of a pair (a surrogate)")
            raise InvalidAction("This is no text.", [problem]) from error
        if size > LARGEST:
            problem = Problem("text", f"it has {size} bytes; at most {LARGEST} can be copied")
            raise InvalidAction("The text is too large.", [problem])
        self._owner.hold(kind.upper(), text)


def _paths(uris: str) -> Iterator[str]:
    for uri in uris.splitlines():
        if uri and not uri.startswith("#"):
            yield unquote(uri.removeprefix("file://")) if uri.startswith("file:///") else uri
