"""``find`` and ``xargs``."""

from __future__ import annotations

import re
import stat
from collections.abc import Awaitable, Callable
from posixpath import basename

from ...system.files import FileError, Node
from ..call import Call, CommandFunction, Usage, decode
from ..compound import execute
from ..options import options, whole_number
from ..patterns import glob
from ..streams import Input

_Test = Callable[[str, Node], Awaitable[bool]]
_TYPES = {"f": stat.S_ISREG, "d": stat.S_ISDIR, "l": stat.S_ISLNK, "c": stat.S_ISCHR}
_NESTING_LIMIT = 30


async def _find(call: Call) -> int:
    words = list(call.args)
    while words[:1] and words[0] in ("-H", "-L"):
        words.pop(0)
    starts: list[str] = []
    while words and not (words[0].startswith("-") or words[0] in ("(", "!")):
        starts.append(words.pop(0))
    finder = _Finder(call, words)
    code = 0
    for start in starts or ["."]:
        path = call.path(start)
        if call.files.get(path, follow=False) is None:
            call.error(f"find: '{start}': No such file or directory")
            code = 1
            continue
        code = await finder.visit(start, path, 0) or code
    await finder.finish()
    return code or finder.code


class _Finder:
    def __init__(self, call: Call, words: list[str]) -> None:
        self._call = call
        self._words = words
        self._deepest, self._shallowest, self._below_first = 1000, 0, False
        self._acts = False
        self._pruned = False
        self._level = 0
        self._batches: list[tuple[list[str], list[str]]] = []
        self.code = 0
        test = self._or()
        if self._words:
            raise Usage(f"find: bad arg '{self._words[0]}'")
        self._test = test if self._acts else self._both(test, self._print("\n"))

    async def visit(self, shown: str, path: str, depth: int) -> int:
        """Look at a file, or at a folder and what is in it."""
        await self._call.shell.budget.step()
        node = self._call.files.get(path, follow=False)
        if node is None:
            return 0
        code = 0
        self._pruned = False
        wanted = self._shallowest <= depth <= self._deepest
        if wanted and not self._below_first:
            await self._test(shown, node)
        if node.is_folder and depth < self._deepest and not self._pruned:
            try:
                names = self._call.access.names(path)
            except FileError as error:
                self._call.error(f"find: '{shown}': {error}")
                return 1
            for name in names:
                inner = f"{shown.rstrip('/')}/{name}"
                code = await self.visit(inner, f"{path.rstrip('/')}/{name}", depth + 1) or code
        if wanted and self._below_first:
            await self._test(shown, node)
        return code

    async def finish(self) -> None:
        """Run what was collected for ``-exec ... +``."""
        for command, names in self._batches:
            if names:
                await self._run([*command, *names])

    # -- the expression --------------------------------

    def _or(self) -> _Test:
        self._level += 1
        if self._level > _NESTING_LIMIT:
            raise Usage("find: too deeply nested")
        test = self._and()
        while self._words[:1] and self._words[0] in ("-o", "-or"):
            self._words.pop(0)
            test = self._either(test, self._and())
        self._level -= 1
        return test

    def _and(self) -> _Test:
        test = self._not()
        while self._words and self._words[0] not in ("-o", "-or", ")"):
            if self._words[0] in ("-a", "-and"):
                self._words.pop(0)
            test = self._both(test, self._not())
        return test

    def _not(self) -> _Test:
        if not self._words:
            return self._always
        negated = False
        while self._words and self._words[0] in ("!", "-not"):
            self._words.pop(0)
            negated = not negated
        test = self._primary()
        if not negated:
            return test

        async def opposite(name: str, node: Node) -> bool:
            return not await test(name, node)

        return opposite

    async def _always(self, _name: str, _node: Node) -> bool:
        return True

    def _both(self, first: _Test, second: _Test) -> _Test:
        async def both(name: str, node: Node) -> bool:
            return await first(name, node) and await second(name, node)

        return both

    def _either(self, first: _Test, second: _Test) -> _Test:
        async def either(name: str, node: Node) -> bool:
            return await first(name, node) or await second(name, node)

        return either

    def _plain(self, test: Callable[[str, Node], bool]) -> _Test:
        async def plain(name: str, node: Node) -> bool:
            return test(name, node)

        return plain

    def _value(self, option: str) -> str:
        if not self._words:
            raise Usage(f"find: '{option}' needs 1 arg")
        return self._words.pop(0)

    def _primary(self) -> _Test:
        if not self._words:
            raise Usage("find: missing expression")
        word = self._words.pop(0)
        if word == "(":
            test = self._or()
            if self._value("(") != ")":
                raise Usage("find: need )")
            return test
        actions: dict[str, Callable[[], _Test]] = {
            "-print": lambda: self._print("\n"),
            "-print0": lambda: self._print("\0"),
            "-delete": self._delete,
            "-exec": lambda: self._exec(word),
            "-ok": lambda: self._exec(word),
            "-ls": lambda: self._print("\n"),
            "-prune": self._prune,
            "-quit": self._prune,
        }
        if word in actions:
            self._acts = self._acts or word != "-prune"
            return actions[word]()
        if word in ("-depth", "-d"):
            self._below_first = True
            return self._always
        if word in ("-true", "-xdev", "-mount", "-follow", "-noleaf"):
            return self._always
        if word in ("-maxdepth", "-mindepth"):
            number = max(0, whole_number(self._call, self._value(word)))
            if word == "-maxdepth":
                self._deepest = number
            else:
                self._shallowest = number
            return self._always
        return self._question(word)

    def _question(self, word: str) -> _Test:  # noqa: PLR0911 - one for each kind
        if word == "-empty":
            return self._plain(lambda _name, node: not (node.children if node.is_folder else node.size))
        if word == "-false":
            return self._plain(lambda _name, _node: False)
        value = self._value(word) if word.startswith("-") else ""
        if word in ("-name", "-iname", "-path", "-ipath", "-wholename"):
            insensitive = word.startswith("-i")
            pattern = glob(value.lower() if insensitive else value)
            whole = word.endswith(("path", "wholename"))

            def named(name: str, _node: Node) -> bool:
                text = name if whole else basename(name.rstrip("/")) or "/"
                return pattern.matches(text.lower() if insensitive else text)

            return self._plain(named)
        if word == "-type":
            kinds = [_TYPES[letter] for letter in value.split(",") if letter in _TYPES]
            if not kinds:
                raise Usage(f"find: bad -type '{value}'")
            return self._plain(lambda _name, node: any(kind(node.mode) for kind in kinds))
        if word == "-size":
            unit = {"c": 1, "k": 1024, "M": 1 << 20, "G": 1 << 30}.get(value[-1:], 512)
            return self._compared(value.rstrip("ckMGb"), lambda node: -(-node.size // unit))
        if word in ("-mtime", "-mmin", "-ctime", "-cmin", "-atime", "-amin"):
            unit = 60 if word.endswith("min") else 86400
            now = self._call.now()
            return self._compared(value, lambda node: (now - node.mtime) // unit)
        if word == "-newer":
            limit = self._call.files.stat(self._call.path(value)).mtime
            return self._plain(lambda _name, node: node.mtime > limit)
        if word == "-perm":
            bits = int(value.lstrip("-/"), 8) if re.fullmatch(r"[-/]?[0-7]{1,4}", value) else -1
            if bits < 0:
                raise Usage(f"find: bad -perm '{value}'")
            every = value.startswith("-")
            exact = value[:1] not in "-/"
            return self._plain(
                lambda _name, node: (
                    node.mode & 0o7777 == bits
                    if exact
                    else (node.mode & bits == bits if every else bool(node.mode & bits))
                )
            )
        if word in ("-user", "-group"):
            return self._plain(lambda _name, _node: True)
        raise Usage(f"find: bad arg '{word}'")

    def _compared(self, text: str, measure: Callable[[Node], int]) -> _Test:
        number = whole_number(self._call, text.lstrip("+-"))
        sign = text[:1]

        def compared(_name: str, node: Node) -> bool:
            size = measure(node)
            return size > number if sign == "+" else size < number if sign == "-" else size == number

        return self._plain(compared)

    # -- actions --------------------------------

    def _print(self, end: str) -> _Test:
        async def shown(name: str, _node: Node) -> bool:
            self._call.write(name + end)
            return True

        return shown

    def _prune(self) -> _Test:
        async def prune(_name: str, _node: Node) -> bool:
            self._pruned = True
            return True

        return prune

    def _delete(self) -> _Test:
        self._below_first = True

        async def delete(name: str, node: Node) -> bool:
            path = self._call.path(name)
            try:
                if node.is_folder and self._call.files.stat(path).children:
                    raise FileError("Directory not empty")
                self._call.access.check_write(path)
                self._call.files.remove(path, recursive=True)
            except FileError as error:
                self._call.error(f"find: '{name}': {error}")
                self.code = 1
                return False
            return True

        return delete

    def _exec(self, word: str) -> _Test:
        command: list[str] = []
        while True:
            part = self._value(word)
            if part == ";" or (part == "+" and command[-1:] == ["{}"]):
                break
            command.append(part)
        if not command:
            raise Usage(f"find: '{word}' needs 1 arg")
        if part == "+":
            batch: list[str] = []
            self._batches.append((command[:-1], batch))

            async def collect(name: str, _node: Node) -> bool:
                batch.append(name)
                return True

            return collect

        async def run(name: str, _node: Node) -> bool:
            return await self._run([piece.replace("{}", name) for piece in command]) == 0

        return run

    async def _run(self, words: list[str]) -> int:
        await self._call.flush()
        return await execute(self._call.shell.child(), words, self._call.streams, functions=False)


async def _xargs(call: Call) -> int:
    chosen = options(call, "0trpo", "nIsPELd", long={"null": "0", "no-run-if-empty": "r"}, stop=True)
    text = decode(await call.stdin.read_all())
    command = chosen.words or ["echo"]
    if "I" in chosen:
        mark = chosen.value("I")
        lines = [line.strip() for line in text.split("\0" if "0" in chosen else "\n") if line.strip()]
        runs = [[piece.replace(mark, line) for piece in command] for line in lines]
    else:
        values = [value for value in text.split("\0") if value] if "0" in chosen else _values(call, text)
        size = whole_number(call, chosen.value("n")) if "n" in chosen else len(values)
        size = max(1, size)
        batches = [values[start : start + size] for start in range(0, len(values), size)]
        runs = [[*command, *batch] for batch in batches or ([] if "r" in chosen else [[]])]
    code = 0
    streams = call.streams.copy()
    streams.inputs[0] = Input()
    for words in runs:
        await call.shell.budget.step()
        if "t" in chosen:
            call.error(" ".join(words))
        await call.flush()
        status = await execute(call.shell.child(), words, streams, functions=False)
        if status == 127:
            return 127
        code = 123 if status else code
    return code


def _values(call: Call, text: str) -> list[str]:
    """Words at blanks, with quotes and backslashes."""
    values: list[str] = []
    current, started, quote, escaped = "", False, "", False
    for char in text:
        if escaped:
            current, escaped = current + char, False
        elif quote:
            current, quote = (current, "") if char == quote else (current + char, quote)
        elif char in "'\"":
            quote, started = char, True
        elif char == "\\":
            escaped = started = True
        elif char.isspace():
            if started:
                values.append(current)
            current, started = "", False
        else:
            current, started = current + char, True
    if quote:
        raise Usage(f"{call.name}: unmatched {quote}")
    return [*values, current] if started else values


COMMANDS: dict[str, CommandFunction] = {"find": _find, "xargs": _xargs}
