"""From words of a program to the arguments of a command: variables, substitutions, splitting, file names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from ..system.files import FileError
from .arithmetic import ExpressionError, evaluate
from .patterns import Glob, magic
from .syntax import Arithmetic, Part, Substitution, Text, Variable, Word

if TYPE_CHECKING:
    from .interpreter import Shell
    from .streams import Streams

_BRACES_LIMIT = 1000
_REPLACE_LIMIT = 20_000
_TEXT_LIMIT = 64 * 1024 * 1024  # characters that one replacement may make
_STEP_BITS = 10  # a step for every KiB that an expansion makes
_PIECE_SIZE = 200  # bytes that a piece takes beside its text


class ExpansionError(Exception):
    """An expansion that ends the program; the text goes to standard error."""


class _Kind(Enum):
    QUOTED = 0
    LITERAL = 1
    SPLIT = 2


class _Break:
    """The end of a field in ``"$@"``."""


_Piece = tuple[str, _Kind]
Field = list[tuple[str, bool]]
"""Text, each with whether it is quoted."""


class Expander:
    """Expands the words of one command.

    Args:
        shell: whose variables and files count.
        streams: where substituted commands read from and write errors to.
    """

    def __init__(self, shell: Shell, streams: Streams) -> None:
        self._shell = shell
        self._streams = streams

    async def words(self, words: Sequence[Word]) -> list[str]:
        """The arguments that words become."""
        found: list[str] = []
        for word in words:
            if len(word) == 1 and isinstance(word[0], Text) and not _active(word[0]):
                found.append(word[0].text)
                continue
            for single in _braces(word):
                for field in await self._fields(single):
                    found += self._names(field)
        return found

    async def text(self, word: Word) -> str:
        """The text that a word becomes where it is neither split nor matched, as in an assignment."""
        if len(word) == 1 and isinstance(word[0], Text) and (word[0].quoted or word[0].text[:1] != "~"):
            return word[0].text
        pieces = await self._pieces(word)
        return "".join(" " if isinstance(piece, _Break) else piece[0] for piece in pieces)

    async def field(self, word: Word) -> Field:
        """The text that a word becomes, with what of it is quoted: for patterns."""
        pieces = await self._pieces(word)
        return [
            (" ", False) if isinstance(piece, _Break) else (piece[0], piece[1] is _Kind.QUOTED)
            for piece in pieces
        ]

    # -- pieces --------------------------------

    async def _pieces(self, word: Word) -> list[_Piece | _Break]:
        pieces: list[_Piece | _Break] = []
        for position, part in enumerate(word):
            if isinstance(part, Text):
                text = part.text
                if not part.quoted and position == 0 and text[:1] == "~":
                    text = self._tilde(text)
                pieces.append((text, _Kind.QUOTED if part.quoted else _Kind.LITERAL))
            else:
                found = await self._expansion(part)
                # What doubles with every round of a loop would soon fill the memory.
                size = sum(
                    _PIECE_SIZE + (0 if isinstance(piece, _Break) else len(piece[0])) for piece in found
                )
                await self._shell.budget.step(size >> _STEP_BITS)
                pieces += found
        return pieces

    def _tilde(self, text: str) -> str:
        name, slash, rest = text.partition("/")
        if name != "~":
            return text
        home = self._shell.variables.get("HOME", "/")
        return (home.rstrip("/") + slash + rest) if slash else home

    async def _expansion(self, part: Part) -> list[_Piece | _Break]:
        if isinstance(part, Variable):
            return await self._variable(part)
        if isinstance(part, Substitution):
            text = await self._shell.substitute(part.program, self._streams)
        elif isinstance(part, Arithmetic):
            text = str(await self.number(part.expression))
        else:
            text = part.text
        return [(text, _Kind.QUOTED if part.quoted else _Kind.SPLIT)]

    async def number(self, expression: Word) -> int:
        """The value of an arithmetic expression.

        Raises:
            ExpansionError: when it has none.
        """
        text = await self.text(expression)
        try:
            return evaluate(text, self._shell.variables)
        except (ExpressionError, RecursionError) as error:
            raise ExpansionError(str(error)) from error

    async def _variable(self, part: Variable) -> list[_Piece | _Break]:
        kind = _Kind.QUOTED if part.quoted else _Kind.SPLIT
        if part.name in ("@", "*") and not part.operator:
            arguments = self._shell.arguments
            if part.quoted and part.name == "*":
                return [
                    (
                        self._shell.variables.get("IFS", " \t\n")[:1].join(arguments),
                        kind,
                    )
                ]
            if part.quoted and not arguments:
                return []
            spread: list[_Piece | _Break] = []
            for position, argument in enumerate(arguments):
                if position:
                    spread.append(_Break())
                spread.append((argument, kind))
            return spread
        value = self._shell.parameter(part.name)
        if part.operator == "len":
            shown = len(self._shell.arguments) if part.name in ("@", "*") else len(value or "")
            return [(str(shown), kind)]
        if part.operator.lstrip(":") in ("-", "=", "+", "?"):
            return await self._default(part, value, kind)
        if value is None and "u" in self._shell.options and part.name not in ("@", "*"):
            raise ExpansionError(f"{part.name}: parameter not set")
        if part.operator:
            value = await self._edited(part, value or "")
        return [(value or "", kind)]

    async def _default(self, part: Variable, value: str | None, kind: _Kind) -> list[_Piece | _Break]:
        sign = part.operator[-1]
        missing = value is None or (part.operator[0] == ":" and value == "")
        if sign == "+":
            return [] if missing else self._inherit(await self._pieces(part.word), kind)
        if not missing:
            return [(value or "", kind)]
        if sign == "?":
            message = await self.text(part.word) or f"parameter {'null or ' * (value == '')}not set"
            raise ExpansionError(f"{part.name}: {message}")
        if sign == "=":
            self._shell.variables[part.name] = text = await self.text(part.word)
            return [(text, kind)]
        return self._inherit(await self._pieces(part.word), kind)

    def _inherit(self, pieces: list[_Piece | _Break], kind: _Kind) -> list[_Piece | _Break]:
        """Pieces of a word within braces: what is not quoted there is split, unless all of it is quoted."""
        return [
            (piece[0], kind) if isinstance(piece, tuple) and piece[1] is _Kind.LITERAL else piece
            for piece in pieces
        ]

    async def _edited(self, part: Variable, value: str) -> str:
        """``${x#pattern}``, ``${x%pattern}``, ``${x/pattern/text}`` and ``${x:start:length}``."""
        sign = part.operator[0]
        if sign == ":":
            start = await self.number(part.word)
            start = max(0, start + len(value)) if start < 0 else start
            if part.second is None:
                return value[start:]
            length = await self.number(part.second)
            return value[start : length if length < 0 else start + length]
        pattern = Glob(await self.field(part.word))
        if sign == "/":
            return _replaced(
                value,
                pattern,
                await self.text(part.second or ()),
                every=part.operator == "//",
            )
        lengths = pattern.prefixes(value) if sign == "#" else pattern.suffixes(value)
        if not lengths:
            return value
        length = lengths[-1 if len(part.operator) == 2 else 0]
        return value[length:] if sign == "#" else value[: len(value) - length]

    # -- fields --------------------------------

    async def _fields(self, word: Word) -> list[Field]:
        """Split what a word becomes into fields."""
        separators = self._shell.variables.get("IFS", " \t\n")
        fields: list[Field] = []
        current: Field = []
        started = after_blank = False
        for piece in await self._pieces(word):
            if isinstance(piece, _Break):
                if started:
                    fields.append(current)
                current, started = [], False
                continue
            text, kind = piece
            if kind is not _Kind.SPLIT:
                if text or kind is _Kind.QUOTED:
                    current.append((text, kind is _Kind.QUOTED))
                    started = True
                    after_blank = False
                continue
            run = ""
            for char in text:
                if char not in separators:
                    run += char
                    after_blank = False
                    continue
                if run:
                    current.append((run, False))
                    started, run = True, ""
                if started:
                    fields.append(current)
                    current, started, after_blank = [], False, char.isspace()
                elif not char.isspace() and not after_blank:
                    fields.append([])
                elif not char.isspace():
                    after_blank = False
            if run:
                current.append((run, False))
                started = True
        return [*fields, current] if started else fields

    def _names(self, field: Field) -> list[str]:
        """The files that a field matches, or its text when it is no pattern or matches none."""
        text = "".join(piece for piece, _ in field)
        if not magic(field) or "f" in self._shell.options:
            return [text]
        return sorted(self._matches(field)) or [text]

    def _matches(self, field: Field) -> Iterator[str]:
        """Paths in the file system that match, part by part."""
        parts: list[Field] = [[]]
        for piece, quoted in field:
            for position, segment in enumerate(piece.split("/")):
                if position:
                    parts.append([])
                if segment:
                    parts[-1].append((segment, quoted))
        found = ["/" if not parts[0] else ""]
        wanted = [part for part in parts if part]
        for position, part in enumerate(wanted, 1):
            found = [name for path in found for name in self._inside(path, part)]
            if position < len(wanted) or not parts[-1]:
                found = [f"{path}/" for path in found if self._shell.files.is_folder(self._path(path))]
        files = self._shell.files
        yield from (path for path in found if files.get(self._path(path), follow=False) is not None)

    def _path(self, path: str) -> str:
        return self._shell.files.resolve(path or ".", self._shell.folder)

    def _inside(self, path: str, part: Field) -> list[str]:
        if not magic(part):
            return [path + "".join(piece for piece, _ in part)]
        pattern = Glob(part)
        hidden = part[0][0].startswith(".")
        try:
            names = self._shell.names_in(self._path(path))
        except FileError:
            return []
        return [path + name for name in names if (hidden or name[0] != ".") and pattern.matches(name)]


def _active(text: Text) -> bool:
    """Whether literal text may become something else."""
    return not text.quoted and any(char in text.text for char in "*?[{~")


def _replaced(value: str, pattern: Glob, replacement: str, *, every: bool) -> str:
    literal = pattern.literal
    if literal is not None:
        times = value.count(literal) if literal and every else 1
        if len(value) + times * len(replacement) > _TEXT_LIMIT:
            raise ExpansionError("text too long for a replacement")
        return value.replace(literal, replacement, -1 if every else 1) if literal else value
    longest = pattern.longest
    if longest is None and len(value) > _REPLACE_LIMIT:
        raise ExpansionError("text too long for a pattern")
    made: list[str] = []
    at = 0
    while at < len(value):
        part = value[at:] if longest is None else value[at : at + longest]
        lengths = [length for length in pattern.prefixes(part) if length]
        if lengths:
            made.append(replacement)
            if len(made) * len(replacement) > _TEXT_LIMIT:
                raise ExpansionError("text too long for a replacement")
            at += lengths[-1]
            if not every:
                break
        else:
            made.append(value[at])
            at += 1
    return "".join(made) + value[at:]


def _braces(word: Word, most: int = _BRACES_LIMIT) -> list[Word]:
    """The words that ``{a,b}`` stands for; the word itself when they would be more than ``most``."""
    made = _all_braces(word, most)
    return [word] if made is None else made


def _all_braces(word: Word, most: int) -> list[Word] | None:
    """The same, or None when there would be more than so many."""
    for index, part in enumerate(word):
        if not isinstance(part, Text) or part.quoted or "{" not in part.text:
            continue
        for start in (at for at, char in enumerate(part.text) if char == "{"):
            found = _alternatives(word, index, start)
            if found is None:
                continue
            alternatives, after = found
            before: Word = (*word[:index], Text(part.text[:start]))
            made: list[Word] = []
            for alternative in alternatives:
                inner = _all_braces(
                    tuple(piece for piece in (*before, *alternative, *after) if not _empty(piece)),
                    most - len(made),
                )
                if inner is None or len(made) + len(inner) > most:
                    return None
                made += inner
            return made
    return [word]


def _empty(part: Part) -> bool:
    return isinstance(part, Text) and not part.text and not part.quoted


def _alternatives(word: Word, index: int, start: int) -> tuple[list[list[Part]], list[Part]] | None:
    """What stands between the commas of the brace at a place, and what follows it; None for no list."""
    alternatives: list[list[Part]] = [[]]
    level = 0
    first = word[index]
    rest: list[Part] = [
        Text(first.text[start + 1 :]) if isinstance(first, Text) else first,
        *word[index + 1 :],
    ]
    for number, part in enumerate(rest):
        if not isinstance(part, Text) or part.quoted:
            alternatives[-1].append(part)
            continue
        run = ""
        for at, char in enumerate(part.text):
            if char == "}" and not level:
                if len(alternatives) < 2:
                    return None
                alternatives[-1].append(Text(run))
                return alternatives, [Text(part.text[at + 1 :]), *rest[number + 1 :]]
            if char == "," and not level:
                alternatives[-1].append(Text(run))
                alternatives.append([])
                run = ""
                continue
            level += (char == "{") - (char == "}")
            run += char
        alternatives[-1].append(Text(run))
    return None
