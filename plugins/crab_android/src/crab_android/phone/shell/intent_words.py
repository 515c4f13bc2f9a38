"""Reading an intent from the options of ``am`` and ``cmd package``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..intents import MAIN, Intent
from .call import Usage

_LAUNCHER = "android.intent.category.LAUNCHER"
_WITH_VALUE = frozenset(
    {"--user", "--display", "-R", "--windowingMode", "--activityType", "--task", "-P", "--start-profiler"}
    | {"--receiver-permission", "--attribution-tag", "--sampling", "--splashscreen-icon", "--allowlist"}
)
_NUMBER = re.compile(r"[+-]?(0[xX][0-9a-fA-F]{1,16}|\d{1,19})")


@dataclass
class Words:
    """What the options describe.

    Attributes:
        intent: the intent itself.
        flags: its flags.
        wait: ``-W``.
        stop: ``-S``.
        user: ``--user``.
        rest: words that belong to no intent.
    """

    intent: Intent = field(default_factory=lambda: Intent(action=""))
    flags: int = 0
    wait: bool = False
    stop: bool = False
    brief: bool = False
    rest: list[str] = field(default_factory=list)

    def describe(self, flags: int = 0) -> str:
        """The intent as Android's ``Intent.toString`` writes it."""
        intent = self.intent
        parts = [f"act={intent.action}"] if intent.action else []
        parts += [f"cat=[{','.join(intent.categories)}]"] if intent.categories else []
        parts += [f"dat={intent.data}"] if intent.data else []
        parts += [f"typ={intent.type}"] if intent.type else []
        parts += [f"flg=0x{self.flags | flags:x}"] if self.flags | flags else []
        parts += [f"pkg={intent.package}"] if intent.package else []
        parts += [f"cmp={short(intent.component)}"] if intent.component else []
        parts += ["(has extras)"] if intent.extras else []
        return "Intent { " + " ".join(parts) + (" }" if parts else "}")

    def asked(self) -> Intent:
        """The intent as apps see it: an activity is started with MAIN when nothing else is said."""
        return self.intent.model_copy(update={"action": self.intent.action or MAIN})


def short(component: str) -> str:
    """``a.b/a.b.C`` as ``a.b/.C``."""
    package, _, name = component.partition("/")
    return f"{package}/{name.removeprefix(package) if name.startswith(package + '.') else name}"


def _integer(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Usage(f"Exception occurred while executing:\njava.lang.NumberFormatException: {text}", 255)
    return int(text, 16) if "x" in text.lower() else int(text)


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise Usage(
            f"Exception occurred while executing:\njava.lang.NumberFormatException: {text}", 255
        ) from error


def _truth(text: str) -> bool:
    if text.lower() in ("true", "t"):
        return True
    if text.lower() in ("false", "f"):
        return False
    try:
        return int(text) != 0
    except ValueError as error:
        message = f"java.lang.IllegalArgumentException: Invalid boolean value: {text}"
        raise Usage(f"Exception occurred while executing:\n{message}", 255) from error


def _pieces(text: str) -> list[str]:
    """Values at commas; a backslash before a comma keeps it."""
    return [piece.replace("\\,", ",") for piece in re.split(r"(?<!\\),", text)]


_EXTRAS: dict[str, Callable[[str], Any]] = {
    "-e": str,
    "--es": str,
    "--ei": _integer,
    "--el": _integer,
    "--ef": _real,
    "--ed": _real,
    "--ez": _truth,
    "--eu": str,
    "--ecn": str,
    "--esa": _pieces,
    "--esal": _pieces,
    "--eia": lambda text: [_integer(piece) for piece in text.split(",")],
    "--eial": lambda text: [_integer(piece) for piece in text.split(",")],
    "--ela": lambda text: [_integer(piece) for piece in text.split(",")],
    "--elal": lambda text: [_integer(piece) for piece in text.split(",")],
    "--efa": lambda text: [_real(piece) for piece in text.split(",")],
    "--efal": lambda text: [_real(piece) for piece in text.split(",")],
}


def read_intent(words: list[str]) -> Words:  # noqa: PLR0912 - one for each kind
    """Read the options.

    Raises:
        Usage: a value is missing, or an option is unknown.
    """
    made = Words()
    queue = list(words)

    def value(option: str) -> str:
        if not queue:
            raise Usage(f'Error: Argument expected after "{option}"', 255)
        return queue.pop(0)

    intent = made.intent
    while queue:
        word = queue.pop(0)
        if word in _EXTRAS:
            key = value(word)
            intent.extras[key] = _EXTRAS[word](value(word))
        elif word == "--esn":
            intent.extras[value(word)] = None
        elif word in ("-a", "-d", "-t", "-p", "-n"):
            name = {"-a": "action", "-d": "data", "-t": "type", "-p": "package", "-n": "component"}[word]
            setattr(intent, name, value(word))
            if word == "-n" and "/" not in intent.component:
                raise Usage(
                    "Exception occurred while executing 'start':\n"
                    f"java.lang.IllegalArgumentException: Bad component name: {intent.component}",
                    255,
                )
        elif word == "-c":
            intent.categories.append(value(word))
        elif word == "-f":
            made.flags |= _integer(value(word))
        elif word in _WITH_VALUE:
            value(word)
        elif word == "-W":
            made.wait = True
        elif word == "-S":
            made.stop = True
        elif word == "--brief":
            made.brief = True
        elif word.startswith(
            ("--grant-", "--activity-", "--include-", "--exclude-", "--receiver-", "--debug-")
        ) or word in (
            "-D",
            "-N",
            "-w",
            "--streaming",
            "--query-flags",
            "--components",
            "--selector",
            "--async",
        ):
            continue
        elif word.startswith("-"):
            raise Usage(f"Error: Unknown option: {word}", 255)
        else:
            _bare(intent, word)
    return made


def _bare(intent: Intent, word: str) -> None:
    """A word without an option: an address, a component, or a package."""
    if ":" in word:
        intent.data = word
    elif "/" in word:
        intent.component = word
    else:
        intent.package = word
        intent.categories.append(_LAUNCHER)
    if not intent.action:
        intent.action = "android.intent.action.VIEW" if ":" in word else MAIN
