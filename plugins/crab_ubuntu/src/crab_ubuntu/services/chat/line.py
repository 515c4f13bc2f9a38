"""Lines of the Internet Relay Chat protocol: taken apart strictly, put together safely.

After RFC 2812, section 2.3, and IRCv3's message tags. A library would bring these eighty lines without the
limits, which are what matters here: everything that comes in is an agent's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

LONGEST = 512
"""Bytes of a line with its end, without tags."""
LONGEST_TAGS = 4096
"""Bytes of the tags that a client may send."""
MOST_PARAMETERS = 15
FREE_TEXT = frozenset({"KICK", "NOTICE", "PART", "PRIVMSG", "TOPIC"})
"""What ends in something that people wrote; simple programs find it only after a colon."""
COMMAND = re.compile(r"[A-Za-z]{1,20}|[0-9]{3}")
FORBIDDEN = re.compile("[\0\r\n]")


class BadLineError(ValueError):
    """A line that is none; the message says why."""


@dataclass(frozen=True, slots=True)
class Line:
    """One command with its parameters."""

    command: str
    """In capitals."""
    parameters: tuple[str, ...] = ()


def parse(data: bytes) -> Line | None:
    """Take a line apart; its tags and source, which a server does not believe, are left out.

    Args:
        data: The line, with or without its end.

    Returns:
        None for an empty line, which means nothing.

    Raises:
        BadLineError: It is too long, no UTF-8, or has no command.
    """
    data = data.removesuffix(b"\n").removesuffix(b"\r")
    if data.startswith(b"@"):
        tags, _, data = data.partition(b" ")
        if len(tags) >= LONGEST_TAGS:
            raise BadLineError("tags are too long")
    if len(data) + 2 > LONGEST:
        raise BadLineError("line is too long")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BadLineError("line is no UTF-8") from error
    if FORBIDDEN.search(text):
        raise BadLineError("line has controls in it")
    text = text.strip(" ") if " :" not in text else text.lstrip(" ")
    if text.startswith(":"):
        text = text.partition(" ")[2].lstrip(" ")
    if not text:
        return None
    head, found, last = text.partition(" :")
    words = [word for word in head.split(" ") if word]
    if not words or not COMMAND.fullmatch(words[0]):
        raise BadLineError("line has no command")
    parameters = [*words[1:], *([last] if found else [])]
    if len(parameters) > MOST_PARAMETERS:
        raise BadLineError("line has too many parameters")
    return Line(words[0].upper(), tuple(parameters))


def build(command: str, *parameters: str, source: str = "", tags: Mapping[str, str] | None = None) -> bytes:
    """Put a line together. The last parameter may have spaces in it; what is too long is cut off.

    Raises:
        ValueError: Something would break the line or its parts; nothing from a client ever should.
    """
    if any(FORBIDDEN.search(part) for part in (command, source, *parameters)):
        raise ValueError("a line cannot contain its end")
    *middle, last = parameters or ("",)
    if any(not part or " " in part or part.startswith(":") for part in middle):
        raise ValueError(f"{middle} are no parameters for the middle of a line")
    words = [f":{source}"] if source else []
    words += [command, *middle]
    if parameters:
        free = command in FREE_TEXT and len(parameters) > 1
        words.append(f":{last}" if free or not last or " " in last or last.startswith(":") else last)
    line = " ".join(words).encode()[: LONGEST - 2].decode(errors="ignore").encode() + b"\r\n"
    if not tags:
        return line
    written = ";".join(f"{name}={_escape(value)}" for name, value in tags.items())
    return f"@{written} ".encode() + line


def _escape(value: str) -> str:
    for plain, escaped in (("\\", "\\\\"), (";", "\\:"), (" ", "\\s"), ("\r", "\\r"), ("\n", "\\n")):
        value = value.replace(plain, escaped)
    return value


def fold(name: str) -> str:
    """A nick or channel as it is compared: the letters of ASCII without case."""
    return name.translate(_FOLD)


_FOLD = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
