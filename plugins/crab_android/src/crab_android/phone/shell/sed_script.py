"""Reading the scripts of ``sed``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .call import Usage
from .regex import Regex, compile_regex


@dataclass
class Address:
    """``5``, ``$``, ``first~step`` or ``/regex/``."""

    line: int = 0
    step: int = 0
    last: bool = False
    regex: Regex | None = None

    def matches(self, number: int, *, last: bool, text: str) -> bool:
        """Whether it means a line."""
        if self.regex is not None:
            return self.regex.search(text) is not None
        if self.last:
            return last
        if self.step:
            return number >= self.line and (number - self.line) % self.step == 0
        return number == self.line


@dataclass
class SedCommand:
    """One command with its addresses."""

    name: str
    addresses: list[Address] = field(default_factory=list)
    negated: bool = False
    text: str = ""
    regex: Regex | None = None
    flags: str = ""
    which: int = 1
    active: bool = False
    until: int = 0


class SedReader:
    """Reads a script."""

    def __init__(self, text: str, *, extended: bool) -> None:
        self._text = text
        self._extended = extended
        self._at = 0

    def commands(self) -> list[SedCommand]:
        """The commands, in order.

        Raises:
            Usage: the script makes no sense.
            RegexError: one of its expressions does not.
        """
        found: list[SedCommand] = []
        while True:
            self._skip(" \t\n;")
            if self._at >= len(self._text):
                return found
            found.append(self._command())

    def _skip(self, chars: str) -> None:
        while self._at < len(self._text) and self._text[self._at] in chars:
            self._at += 1

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _command(self) -> SedCommand:
        made = SedCommand("")
        while (address := self._address()) is not None:
            made.addresses.append(address)
            self._skip(" \t")
            if self._peek() != "," or len(made.addresses) == 2:
                break
            self._at += 1
            self._skip(" \t")
        while self._peek() in ("!", " "):
            made.negated = made.negated or self._peek() == "!"
            self._at += 1
        made.name = self._peek()
        self._at += 1
        if made.name in ("s", "y"):
            self._substitution(made)
        elif made.name in ("a", "i", "c"):
            made.text = self._line().lstrip().removeprefix("\\").lstrip("\n").lstrip(" \t")
        elif made.name in (":", "b", "t", "T"):
            made.text = re.match(r"[^;\n}]*", self._text[self._at :])[0].strip()  # type: ignore[index]
            self._at += len(re.match(r"[^;\n}]*", self._text[self._at :])[0])  # type: ignore[index]
        elif made.name == "#":
            self._line()
        elif made.name == "q":
            made.text = self._line()
        elif made.name not in tuple("pdDgGhHnNxPl={}"):
            raise Usage(f"sed: bad pattern '{self._text}'@{self._at} ({made.name or 'end'})")
        return made

    def _line(self) -> str:
        end = self._at
        while end < len(self._text) and (self._text[end] != "\n" or self._text[end - 1] == "\\"):
            end += 1
        text = self._text[self._at : end]
        self._at = end
        return text

    def _address(self) -> Address | None:
        char = self._peek()
        if char.isdigit():
            match = re.match(r"(\d{1,9})(?:~(\d{1,9}))?", self._text[self._at :])
            if match is None:
                raise Usage("sed: bad address")
            self._at += len(match[0])
            return Address(line=int(match[1]), step=int(match[2] or 0))
        if char == "$":
            self._at += 1
            return Address(last=True)
        if char == "/":
            pattern = self._delimited("/")
            self._at += 1
            ignore = self._peek() == "I"
            self._at += ignore
            return Address(regex=compile_regex(pattern, extended=self._extended, ignore_case=ignore))
        return None

    def _delimited(self, sign: str) -> str:
        """The text after a delimiter, up to the next one, which is stepped over."""
        self._at += 1
        text = ""
        bracket = False
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == sign and not bracket:
                return text
            if char == "\\" and self._at + 1 < len(self._text):
                following = self._text[self._at + 1]
                text += following if following == sign and sign not in "|()+?{}" else char + following
                self._at += 2
                continue
            bracket = (char == "[" or bracket) and not (char == "]" and bracket)
            text += char
            self._at += 1
        raise Usage(f"sed: bad pattern '{self._text}'@{self._at} (unterminated)")

    def _substitution(self, made: SedCommand) -> None:
        sign = self._peek()
        if not sign or sign in "\\\n":
            raise Usage("sed: bad delimiter")
        pattern = self._delimited(sign)
        made.text = self._replacement(sign)
        match = re.match(r"[gpiIe0-9]*", self._text[self._at :])
        made.flags = match[0] if match else ""
        self._at += len(made.flags)
        digits = re.sub(r"\D", "", made.flags)
        made.which = int(digits[:6] or 1)
        ignore = "i" in made.flags.lower()
        if made.name == "y":
            made.flags = pattern
        else:
            made.regex = compile_regex(pattern, extended=self._extended, ignore_case=ignore)

    def _replacement(self, sign: str) -> str:
        self._at += 1
        start = self._at
        while self._at < len(self._text) and self._text[self._at] != sign:
            self._at += 2 if self._text[self._at] == "\\" else 1
        if self._at >= len(self._text):
            raise Usage(f"sed: bad pattern '{self._text}'@{self._at} (unterminated)")
        text = self._text[start : self._at]
        self._at += 1
        return text
