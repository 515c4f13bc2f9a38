"""``sed``: its usual commands."""

from __future__ import annotations

from ..call import Call, CommandFunction, Usage, decode, encode
from ..options import options
from ..regex import Found, RegexError
from ..sed_script import SedCommand, SedReader

_JUMPS_LIMIT = 10_000
_LINE_LIMIT = 1 << 20


async def _sed(call: Call) -> int:
    chosen = (
        options(
            call,
            "nErsuz",
            "efi",
            long={"quiet": "n", "silent": "n", "regexp-extended": "E", "expression": "e"},
        )
        if not any(word.startswith("-i") for word in call.args)
        else _with_in_place(call)
    )
    words = list(chosen.words)
    scripts = chosen.values("e") + [decode(call.read(name)) for name in chosen.values("f")]
    if not scripts:
        if not words:
            raise Usage('sed: Needs 1 argument (see "sed --help")')
        scripts = [words.pop(0)]
    extended = "E" in chosen or "r" in chosen
    try:
        program = SedReader("\n".join(scripts), extended=extended).commands()
    except RegexError as error:
        raise Usage(f"sed: bad regex: {error}") from error
    if "I" in chosen:
        for name in words:
            data = call.read(name)
            made = encode(await _Editor(call, program, quiet="n" in chosen).edit(decode(data)))
            call.write_file(name, made)
        return 0
    pieces = [decode(await call.read_named(name)) for name in words or ["-"]]
    call.write(await _Editor(call, program, quiet="n" in chosen).edit("".join(pieces)))
    return 0


def _with_in_place(call: Call):  # type: ignore[no-untyped-def]
    """``-i`` takes its suffix only when it is written together with it."""
    call.args = ["-I" if word.startswith("-i") and not word.startswith("-in") else word for word in call.args]
    return options(call, "nErsuzI", "ef", long={"quiet": "n", "silent": "n", "expression": "e"})


class _Editor:
    """Runs a script on a text."""

    def __init__(self, call: Call, program: list[SedCommand], *, quiet: bool) -> None:
        self._call = call
        self._program = program
        self._quiet = quiet
        self._hold = ""
        self._out: list[str] = []
        self._changed = False
        self._jumps = 0

    async def edit(self, text: str) -> str:
        """The text that comes out."""
        lines = text.split("\n")
        ended = lines[-1] == ""
        if ended:
            lines.pop()
        number = 0
        while number < len(lines):
            if number % 64 == 0:
                await self._call.shell.budget.step()
            number, space, going = self._cycle(lines, number)
            if space is not None and not self._quiet:
                self._out.append(space + "\n")
            if not going:
                break
        made = "".join(self._out)
        return made if ended or not made else made.removesuffix("\n")

    def _cycle(  # noqa: PLR0912, PLR0915 - one for each command
        self, lines: list[str], number: int
    ) -> tuple[int, str | None, bool]:
        """One line through the program: the next line, what is left of this one, and whether to go on."""
        space = lines[number]
        number += 1
        queue: list[str] = []
        at = 0
        depth_skip: list[bool] = []
        del depth_skip
        while at < len(self._program):
            command = self._program[at]
            at += 1
            last = number >= len(lines)
            if not self._applies(command, number, last=last, text=space):
                if command.name == "{":
                    at = self._closing(at)
                continue
            name = command.name
            if name == "s":
                space = self._substitute(command, space)
            elif name == "y":
                space = space.translate(str.maketrans(*_pair(command.flags, command.text)))
            elif name in ("d", "c"):
                if name == "c":
                    self._out.append(command.text + "\n")
                return number, None, True
            elif name == "p":
                self._out.append(space + "\n")
            elif name == "P":
                self._out.append(space.partition("\n")[0] + "\n")
            elif name == "=":
                self._out.append(f"{number}\n")
            elif name == "i":
                self._out.append(command.text + "\n")
            elif name == "a":
                queue.append(command.text + "\n")
            elif name == "q":
                return self._leave(number, space, queue)
            elif name in ("n", "N"):
                if last:
                    return number, space, False
                if name == "n":
                    if not self._quiet:
                        self._out.append(space + "\n")
                    space = lines[number]
                else:
                    space += "\n" + lines[number]
                number += 1
            elif name in "gGhHxD":
                space = self._buffers(name, space)
            elif name in ("b", "t", "T"):
                at = self._jump(command, at)
        if queue:
            if not self._quiet:
                self._out.append(space + "\n")
            self._out += queue
            return number, None, True
        return number, space, True

    def _leave(self, number: int, space: str, queue: list[str]) -> tuple[int, str | None, bool]:
        if not self._quiet:
            self._out.append(space + "\n")
        self._out += queue
        return number, None, False

    def _buffers(self, name: str, space: str) -> str:
        if name == "h":
            self._hold = space
        elif name == "H":
            self._hold += "\n" + space
        elif name == "g":
            return self._hold
        elif name == "G":
            return space + "\n" + self._hold
        elif name == "x":
            space, self._hold = self._hold, space
        else:
            return space.partition("\n")[2]
        return space

    def _jump(self, command: SedCommand, at: int) -> int:
        wanted = command.name == "b" or self._changed is (command.name == "t")
        if command.name == "t":
            self._changed = False
        if not wanted:
            return at
        self._jumps += 1
        if self._jumps > _JUMPS_LIMIT:
            raise Usage("sed: too many jumps")
        if not command.text:
            return len(self._program)
        for position, other in enumerate(self._program):
            if other.name == ":" and other.text == command.text:
                return position
        raise Usage(f"sed: no :{command.text}")

    def _closing(self, at: int) -> int:
        level = 1
        while at < len(self._program) and level:
            level += (self._program[at].name == "{") - (self._program[at].name == "}")
            at += 1
        return at

    def _applies(self, command: SedCommand, number: int, *, last: bool, text: str) -> bool:
        if not command.addresses:
            return not command.negated
        if len(command.addresses) == 1:
            return command.addresses[0].matches(number, last=last, text=text) is not command.negated
        start, end = command.addresses
        if command.active:
            inside = True
            if end.matches(number, last=last, text=text) or (
                not end.regex and not end.last and number >= end.line
            ):
                command.active = False
        else:
            inside = start.matches(number, last=last, text=text)
            command.active = (
                inside and not (not end.regex and not end.last and end.line <= number) and not last
            )
        return inside is not command.negated

    def _substitute(self, command: SedCommand, space: str) -> str:
        if command.regex is None:
            return space
        if len(space) > _LINE_LIMIT:
            raise MemoryError
        made: list[str] = []
        at = place = count = 0
        while place <= len(space) and (match := command.regex.search(space, place)):
            count += 1
            if count >= command.which:
                made.append(space[at : match.start()] + _filled(command.text, match))
                at = match.end()
                self._changed = True
                if "g" not in command.flags:
                    break
            place = match.end() if match.end() > match.start() else match.end() + 1
        if not made:
            return space
        result = "".join(made) + space[at:]
        if "p" in command.flags:
            self._out.append(result + "\n")
        return result


def _pair(source: str, target: str) -> tuple[str, str]:
    if len(source) != len(target):
        raise Usage("sed: y strings different len")
    return source, target


def _filled(text: str, match: Found) -> str:
    """A replacement with ``&`` and ``\\1`` filled in."""
    made = ""
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "&":
            made += match.group(0) or ""
        elif char == "\\" and at < len(text):
            following = text[at]
            at += 1
            if following.isdigit():
                try:
                    made += match.group(int(following)) or ""
                except IndexError as error:
                    raise Usage(f"sed: bad \\{following}") from error
            else:
                made += {"n": "\n", "t": "\t"}.get(following, following)
        else:
            made += char
    return made


COMMANDS: dict[str, CommandFunction] = {"sed": _sed}
