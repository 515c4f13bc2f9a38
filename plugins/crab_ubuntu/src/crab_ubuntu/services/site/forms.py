"""What a form sends: fields and files, in the encodings that browsers use."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from email.parser import HeaderParser
from typing import Any

from crab_ubuntu.services.site.paths import MOST_FIELDS, BadTargetError, fields

KEPT_TEXT = 64 * 1024
"""Bytes: of a longer text only its size and digest are kept."""
LONGEST_BOUNDARY = 70
"""Characters (RFC 2046, section 5.1.1)."""
LONGEST_HEAD = 8 * 1024
"""Bytes of the headers of a part."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What came with a request."""

    form: list[tuple[str, str]] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)
    body: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """About how many bytes it takes to keep it."""
        named = sum(len(name) + len(value) for name, value in self.form)
        return 200 + 4 * (named + len(self.body.get("text", ""))) + 400 * len(self.files)


def read(kind: str, body: bytes) -> Sent:
    """Take a body apart.

    Args:
        kind: Its content type.
        body: The whole of it.

    Raises:
        BadTargetError: It is no form of this kind.
    """
    if not body:
        return Sent()
    header = _header(f"content-type: {kind}".encode())
    whole = _kept(body)
    match header.get_content_type():
        case "application/x-www-form-urlencoded":
            try:
                return Sent(fields(body.decode()), body=whole)
            except UnicodeDecodeError as error:
                raise BadTargetError("the form is not UTF-8") from error
        case "multipart/form-data":
            return _multipart(str(header.get_param("boundary") or ""), body, whole)
        case _:
            return Sent(body=whole)


def _multipart(boundary: str, body: bytes, whole: dict[str, Any]) -> Sent:
    if not 0 < len(boundary) <= LONGEST_BOUNDARY or not boundary.isascii():
        raise BadTargetError("the form has no boundary")
    _, *parts = (b"\r\n" + body).split(b"\r\n--" + boundary.encode(), MOST_FIELDS + 2)
    if len(parts) > MOST_FIELDS + 1 or not parts or not parts[-1].startswith(b"--"):
        raise BadTargetError("the form has no end")
    sent = Sent(body={"size": whole["size"], "sha256": whole["sha256"]})
    for part in parts[:-1]:
        head, found, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        if not found or len(head) > LONGEST_HEAD:
            raise BadTargetError("a part of the form has no end of its head")
        header = _header(head)
        name = header.get_param("name", header="content-disposition")
        file = header.get_param("filename", header="content-disposition")
        if not isinstance(name, str) or isinstance(file, tuple):
            raise BadTargetError("a part of the form has no name that browsers write")
        if file is None:
            sent.form.append((name, content.decode(errors="replace")))
        else:
            sent.files.append({"field": name, "name": file, **_kept(content)})
    return sent


def _header(head: bytes) -> Message:
    """The headers of a part, whose names and values are UTF-8 (RFC 7578, section 5.1)."""
    return HeaderParser().parsestr(head.decode(errors="replace"))


def _kept(content: bytes) -> dict[str, Any]:
    kept: dict[str, Any] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    if len(content) <= KEPT_TEXT:
        with suppress(UnicodeDecodeError):
            kept["text"] = content.decode()
    return kept
