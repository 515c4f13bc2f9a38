"""What was asked and what is answered, in the same words for every provider."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

SIGNATURES = (
    ("image/png", b"\x89PNG\r\n\x1a\n"),
    ("image/jpeg", b"\xff\xd8\xff"),
    ("image/gif", b"GIF8"),
)


@dataclass
class Asked:
    """A request, in neutral words."""

    provider: str
    model: str
    system: str = ""
    texts: list[str] = field(default_factory=list)
    """Of all messages but the system's and the tools', oldest first."""
    pictures: list[tuple[str, int, int]] = field(default_factory=list)
    """Media type, width, height; those in tool results too, oldest first."""
    tools: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    """Texts of tool results, oldest first."""
    stream: bool = False
    last_user_text: str = ""
    schemas: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Parameters of the tools, by name; where a wire format's module fills them in."""
    # filled in by the server
    path: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)


@dataclass
class Said:
    """A reply, in neutral words."""

    text: str = ""
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Name and arguments; the wire format makes up ids."""
    usage: Mapping[str, int] = field(default_factory=lambda: {"input": 9, "output": 3})
    """Of: input, output, cached, reasoning, cache_write."""
    stop: str = "stop"
    """stop, length, or what the wire format's module says more; with calls "stop" means that it calls."""
    reasoning: str = ""
    sealed: bool = True
    """Whether the reasoning can go back, where the wire format tells that apart."""
    refusal: str = ""


@dataclass
class Failure:
    """An HTTP error, worded by the wire format."""

    status: int
    message: str = "it failed"
    code: str = ""
    """The service's own word for it, such as "insufficient_quota"."""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Answer:
    """An HTTP answer as it goes over the wire."""

    body: Any
    """A JSON value, bytes as they are, or an iterator of the pieces of a stream."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = ""
    """Left empty: JSON, or an event stream for an iterator."""


Reaction = Said | Failure | Answer
Script = Callable[[Asked], Reaction]


class Wire(Protocol):
    """A module that speaks one wire format."""

    PROVIDER: str
    """As users choose it."""
    BASE: str
    """What `base_url` has after the host: "/v1" or nothing."""
    PATHS: tuple[str, ...]
    """Regular expressions of the paths that it answers."""

    @staticmethod
    def faults(path: str, body: dict[str, Any]) -> Iterator[str]:
        """What the real service would refuse."""

    @staticmethod
    def read(path: str, body: dict[str, Any]) -> Asked:
        """The request in neutral words; called only when it has no faults."""

    @staticmethod
    def write(said: Said, stream: bool) -> Any:
        """The body of the answer: a JSON value or bytes, an iterator of bytes where it is streamed."""

    @staticmethod
    def error(status: int, message: str, code: str = "") -> Any:
        """The body of an error."""


def event(data: str, name: str = "") -> bytes:
    """One server-sent event."""
    return (f"event: {name}\n" if name else "").encode() + f"data: {data}\n\n".encode()


def pieces(text: str, size: int = 7) -> Iterable[str]:
    """A text in the pieces in which a stream sends it."""
    return [text[start : start + size] for start in range(0, len(text), size)]


def picture_faults(said_type: str, data: str) -> Iterator[str]:
    """What is wrong with a picture in a request.

    Args:
        said_type: The media type that the request states.
        data: The picture in base64.
    """
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        yield "a picture is not base64"
        return
    found = media_type(raw)
    if found != said_type:
        yield f"a picture is said to be {said_type} and is {found}"
        return
    try:
        _decoded(raw)
    except (OSError, SyntaxError, ValueError) as error:
        yield f"a picture cannot be decoded: {error}"


def picture(data: str) -> tuple[str, int, int]:
    """A picture in base64 as `Asked.pictures` has it."""
    raw = base64.b64decode(data)
    return media_type(raw), *_decoded(raw)


def media_type(raw: bytes) -> str:
    """By the first bytes; empty when they tell nothing."""
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for kind, start in SIGNATURES if raw.startswith(start)), "")


def schema_faults(name: str, schema: Any) -> Iterator[str]:
    """What is wrong with the parameters of a tool, for any provider."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield f"the parameters of {name!r} are no schema of type object"
        return
    if not isinstance(schema.get("properties", {}), dict):
        yield f"the properties of {name!r} are no object"
    unknown = set(schema.get("required", [])) - set(schema.get("properties", {}))
    if unknown:
        yield f"{name!r} requires {sorted(unknown)}, which it does not have"


def _decoded(raw: bytes) -> tuple[int, int]:
    """The size of a picture that decodes to its last pixel."""
    from PIL import Image

    with Image.open(io.BytesIO(raw)) as opened:
        opened.load()
        return opened.size
