"""``grep`` and its brothers."""

from __future__ import annotations

from collections.abc import Sequence

from ...system.files import FileError
from ..call import Call, CommandFunction, Usage, decode
from ..options import Options, options, whole_number
from ..regex import Regex, RegexError, compile_regex

_FLAGS = "EFGHIZabchilnoqrRsvwxz"
_LONG = {
    "color": "Z",
    "colour": "Z",
    "count": "c",
    "extended-regexp": "E",
    "fixed-strings": "F",
    "ignore-case": "i",
    "invert-match": "v",
    "line-number": "n",
    "only-matching": "o",
    "quiet": "q",
    "recursive": "r",
    "word-regexp": "w",
    "line-regexp": "x",
    "max-count": "m",
    "regexp": "e",
    "include": "M",
    "exclude": "S",
    "text": "a",
    "line-buffered": "b",
}


async def _grep(call: Call) -> int:
    chosen = options(call, _FLAGS, "efmABCMSD", long=_LONG)
    words = list(chosen.words)
    patterns = chosen.values("e") + [
        line for name in chosen.values("f") for line in decode(call.read(name)).splitlines()
    ]
    if not patterns:
        if not words:
            raise Usage('grep: No REGEX (see "grep --help")', 2)
        patterns = [words.pop(0)]
    extended = "E" in chosen or call.name == "egrep"
    try:
        regex = compile_regex(
            "\n".join(patterns),
            extended=extended,
            ignore_case="i" in chosen,
            literal="F" in chosen or call.name == "fgrep",
            whole="line" if "x" in chosen else "word" if "w" in chosen else "",
        )
    except RegexError as error:
        raise Usage(f"grep: bad REGEX '{patterns[0]}': {error}", 2) from error
    searcher = _Search(call, chosen, regex)
    recursive = "r" in chosen or "R" in chosen
    names = _names(call, words, chosen, searcher) if recursive else words or ["-"]
    searcher.titled = ("H" in chosen or recursive or len(names) > 1) and "h" not in chosen
    for name in names:
        await searcher.file(name)
    if searcher.found and "q" in chosen:
        return 0
    return 2 if searcher.failed else int(not searcher.found)


def _names(call: Call, words: Sequence[str], chosen: Options, searcher: _Search) -> list[str]:
    """Files below folders."""
    from ..patterns import glob

    wanted = [glob(text) for text in chosen.values("M")]
    found: list[str] = []
    for word in words or ["."]:
        path = call.path(word)
        try:
            call.access.check_search(path, listing=True)
            inside = list(call.files.walk(path))
        except FileError as error:
            call.error(f"grep: {word}: {error}")
            searcher.failed = True
            continue
        real = call.files.real_path(path)
        for each, node in inside:
            shown = (word.rstrip("/") if word != "/" else "") + each[len(real.rstrip("/")) :]
            if node.content is not None and (
                not wanted or any(glob_.matches(each.rpartition("/")[2]) for glob_ in wanted)
            ):
                found.append(shown if words else shown.removeprefix("./"))
    return found


class _Search:
    def __init__(self, call: Call, chosen: Options, regex: Regex) -> None:
        self._call = call
        self._chosen = chosen
        self._regex = regex
        self._inverted = "v" in chosen
        around = whole_number(call, chosen.value("C", "0"))
        self._before = whole_number(call, chosen.value("B")) if "B" in chosen else around
        self._after = whole_number(call, chosen.value("A")) if "A" in chosen else around
        self._most = whole_number(call, chosen.value("m")) if "m" in chosen else None
        self.titled = False
        self.found = False
        self.failed = False

    async def file(self, name: str) -> None:
        """Search one file, or standard input line by line as it comes."""
        title = "(standard input)" if name == "-" else name
        state = _State(title)
        if name == "-":
            while line := await self._call.stdin.read_line():
                if not await self._line(state, line):
                    break
                if not self._quiet:
                    await self._call.flush()
        else:
            try:
                data = self._call.read(name)
            except FileError as error:
                if "s" not in self._chosen:
                    self._call.error(f"grep: {name}: {error}")
                self.failed = True
                return
            for line in data.splitlines(keepends=True) if b"\r" not in data else _lines(data):
                if not await self._line(state, line):
                    break
        if "c" in self._chosen:
            self._call.print((f"{title}:" if self.titled else "") + str(state.count))
        elif ("l" in self._chosen) and state.count:
            self._call.print(title)

    @property
    def _quiet(self) -> bool:
        return any(letter in self._chosen for letter in "qcl")

    async def _line(self, state: _State, raw: bytes) -> bool:
        """Look at a line; False when no more are needed."""
        await self._call.shell.budget.step() if state.number % 64 == 0 else None
        state.number += 1
        text = decode(raw.removesuffix(b"\n"))
        match = self._regex.search(text)
        if (match is None) is not self._inverted:
            if state.pending > 0 and not self._quiet:
                state.pending -= 1
                self._show(state, text, state.number, "-")
            elif self._before:
                state.last = [*state.last, (state.number, text)][-self._before :]
            return True
        self.found = True
        state.count += 1
        if not self._quiet:
            if (
                (self._before or self._after)
                and state.shown
                and state.number - len(state.last) > state.shown + 1
            ):
                self._call.print("--")
            for number, before in state.last:
                self._show(state, before, number, "-")
            if "o" in self._chosen and not self._inverted:
                self._parts(state, text)
            else:
                self._show(state, text, state.number, ":")
        state.last = []
        state.pending = self._after
        if "q" in self._chosen or "l" in self._chosen:
            return False
        return self._most is None or state.count < self._most

    def _parts(self, state: _State, text: str) -> None:
        at = 0
        while at <= len(text) and (match := self._regex.search(text, at)):
            if match.end() > match.start():
                self._show(state, text[match.start() : match.end()], state.number, ":")
            at = max(match.end(), match.start() + 1)

    def _show(self, state: _State, text: str, number: int, sign: str) -> None:
        state.shown = number
        title = f"{state.title}{sign}" if self.titled else ""
        self._call.print(title + (f"{number}{sign}" if "n" in self._chosen else "") + text)


class _State:
    """Where a search is in one file."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.number = self.count = self.pending = self.shown = 0
        self.last: list[tuple[int, str]] = []


def _lines(data: bytes) -> list[bytes]:
    return [line + b"\n" for line in data.removesuffix(b"\n").split(b"\n")]


COMMANDS: dict[str, CommandFunction] = {"grep": _grep, "egrep": _grep, "fgrep": _grep}
