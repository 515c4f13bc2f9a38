"""Running ``awk`` programs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from .awk_values import NUMBER, AwkProgram, Leave, Node, Typed, calculated, compared, number, text
from .call import Call, Usage
from .regex import RegexError, compile_regex

_STEPS = 400_000
_LONGEST = 4 << 20
_FIELDS = 10_000
_CALLS = 40
_BUILT_IN: dict[str, Any] = {
    **{"FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "SUBSEP": "\x1c", "FILENAME": ""},
    **{"NR": 0.0, "NF": 0.0, "FNR": 0.0, "RSTART": 0.0, "RLENGTH": -1.0, "OFMT": "%.6g", "CONVFMT": "%.6g"},
}


class Awk:
    """One run of a program.

    Args:
        call: the command.
        program: what to do.
        variables: what ``-v`` and ``-F`` set.
    """

    def __init__(self, call: Call, program: AwkProgram, variables: dict[str, str]) -> None:
        self._call = call
        self._program = program
        shell = call.shell
        environment = {name: Typed(shell.variables.get(name, "")) for name in shell.exported}
        self._globals: dict[str, Any] = {**_BUILT_IN, "ENVIRON": environment}
        self._globals |= {name: Typed(value) for name, value in variables.items()}
        self._scopes: list[dict[str, Any]] = []
        self._fields: list[str] = [""]
        self._steps = _STEPS
        self.chance: random.Random = random.Random(0)
        self._open: set[int] = set()

    async def run(self, names: list[str]) -> int:
        """Run the program over files, or standard input; returns the exit code."""
        code = 0
        try:
            self._all(self._program.begin)
            if self._program.rules or self._program.end:
                for name in names or ["-"]:
                    await self._file(name)
        except Leave as leaving:
            code = int(number(leaving.value or 0.0))
            if leaving.kind != "exit":
                return 2
        try:
            self._all(self._program.end)
        except Leave as leaving:
            code = int(number(leaving.value or 0.0))
        return code & 0xFF

    def _all(self, bodies: list[Node]) -> None:
        for body in bodies:
            self._do(body)

    async def _file(self, name: str) -> None:
        self._globals["FILENAME"] = "" if name == "-" else name
        self._globals["FNR"] = 0.0
        data = (await self._call.read_named(name)).decode("utf-8", "surrogateescape")
        separator = text(self._globals["RS"]) or "\n\n"
        for line in data.removesuffix(separator).split(separator[:2]) if data else []:
            await self._call.shell.budget.step()
            await self._call.flush()
            self._globals["NR"] += 1.0
            self._globals["FNR"] += 1.0
            self._record(line)
            try:
                self._rules()
            except Leave as leaving:
                if leaving.kind != "next":
                    raise

    def _rules(self) -> None:
        for number_, (first, second, body) in enumerate(self._program.rules):
            if second is None:
                wanted = first is None or self._true(first)
            elif number_ in self._open:
                wanted = True
                if self._true(second):
                    self._open.discard(number_)
            else:
                wanted = first is not None and self._true(first)
                if wanted and not self._true(second):
                    self._open.add(number_)
            if wanted:
                self._do(body)

    # -- the record --------------------------------

    def _record(self, line: str) -> None:
        self._fields = [line, *self.parts(line, text(self._globals["FS"]))]
        self._globals["NF"] = float(len(self._fields) - 1)

    def parts(self, line: str, separator: str) -> list[str]:
        """A text cut at a separator: blanks, a character or an expression."""
        if separator == " ":
            return line.split()
        if not line:
            return []
        if len(separator) == 1 and separator != "\\":
            return line.split("\t" if separator == "t" else separator)
        parts, at, place = [], 0, 0
        regex = self.regex(separator)
        while place <= len(line) and (found := regex.search(line, place)):
            if found.end() > found.start():
                parts.append(line[at : found.start()])
                at = found.end()
            place = max(found.end(), found.start() + 1)
        return [*parts, line[at:]]

    def regex(self, pattern: str) -> Any:
        """A compiled expression."""
        try:
            return compile_regex(pattern, extended=True)
        except RegexError as error:
            raise Usage(f"awk: bad regular expression {pattern}: {error}", 2) from error

    def _set_field(self, index: int, value: str) -> None:
        if not 0 <= index < _FIELDS:
            raise Usage(f"awk: trying to access out of range field {index}", 2)
        if index == 0:
            self._record(value)
            return
        self._fields += [""] * (index + 1 - len(self._fields))
        self._fields[index] = value
        self._rebuilt()

    def _rebuilt(self) -> None:
        self._globals["NF"] = float(len(self._fields) - 1)
        self._fields[0] = text(self._globals["OFS"]).join(self._fields[1:])

    # -- variables --------------------------------

    def _scope(self, name: str) -> dict[str, Any]:
        return self._scopes[-1] if self._scopes and name in self._scopes[-1] else self._globals

    def held(self, name: str) -> Any:
        """What a variable holds, an array perhaps."""
        return self._scope(name).get(name, "")

    def array(self, name: str) -> dict[str, Any]:
        """The array of a name, made when it is missing."""
        scope = self._scope(name)
        found = scope.get(name, "")
        if not isinstance(found, dict):
            found = scope[name] = {}
        return found

    def _key(self, keys: list[Node]) -> str:
        return text(self._globals["SUBSEP"]).join(text(self.value(key)) for key in keys)

    def store(self, target: Node, value: Any) -> Any:
        """Assign to a variable, a field or an item of an array; returns the value."""
        if isinstance(value, str) and len(value) > _LONGEST:
            raise MemoryError
        kind = target[0]
        if kind == "field":
            self._set_field(int(number(self.value(target[1]))), text(value))
        elif kind == "item":
            array = self.array(str(target[1]))
            array[self._key(target[2])] = value  # type: ignore[arg-type]
            self._spend(1)
        else:
            name = str(target[1])
            self._scope(name)[name] = value
            if name == "NF":
                count = max(0, min(_FIELDS, int(number(value))))
                self._fields = (self._fields + [""] * count)[: count + 1]
                self._rebuilt()
        return value

    def _spend(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise Usage("awk: step limit reached", 137)

    # -- statements --------------------------------

    def _do(self, node: Any) -> None:
        self._spend(1)
        kind = node[0]
        if kind == "block":
            for each in node[1]:
                self._do(each)
        elif kind == "do it":
            self.value(node[1])
        elif kind in ("print", "printf"):
            self._print(kind, [self.value(each) for each in node[1]])
        elif kind == "if":
            chosen = node[2] if self._true(node[1]) else node[3]
            if chosen is not None:
                self._do(chosen)
        elif kind == "for":
            self._loop(node)
        elif kind == "for in":
            for key in list(self.array(node[2])):
                self.store(node[1], Typed(key))
                if not self._round(node[3]):
                    break
        elif kind == "delete":
            self._delete(node[1])
        else:
            raise Leave(kind, "" if node[1] is None else self.value(node[1]))

    def _delete(self, target: Any) -> None:
        if target is not None and target[0] == "item":
            self.array(target[1]).pop(self._key(target[2]), None)
        elif target is not None and target[0] == "name":
            self.array(target[1]).clear()

    def _loop(self, node: Any) -> None:
        if node[1] is not None:
            self._do(node[1])
        while node[2] is None or self._true(node[2]):
            if not self._round(node[4]):
                break
            if node[3] is not None:
                self._do(node[3])

    def _round(self, body: Any) -> bool:
        try:
            self._do(body)
        except Leave as leaving:
            if leaving.kind not in ("break", "continue"):
                raise
            return leaving.kind == "continue"
        return True

    def _print(self, kind: str, values: list[Any]) -> None:
        if kind == "printf":
            self._call.write(self.formatted(values))
            return
        form = text(self._globals["OFMT"])
        shown = (
            text(self._globals["OFS"]).join(text(each, form) for each in values)
            if values
            else self._fields[0]
        )
        self._call.write(shown + text(self._globals["ORS"]))

    def formatted(self, values: list[Any]) -> str:
        """Values in a format, as ``printf`` writes them."""
        form, rest = text(values[0]) if values else "", list(values[1:])

        def one(match: re.Match[str]) -> str:
            kind = match[0][-1]
            if kind == "%":
                return "%"
            if len(match[0]) > 12:
                raise Usage("awk: format too wide", 2)
            value = rest.pop(0) if rest else ""
            if kind in "di":
                return (match[0][:-1] + "d") % int(number(value))
            if kind == "c":
                return match[0][:-1] % () + (chr(int(value)) if isinstance(value, float) else text(value)[:1])
            return match[0] % (
                int(number(value)) if kind in "oxXu" else number(value) if kind in "eEfgG" else text(value)
            )

        form = re.sub(
            r"%([-+ #0]*)\*", lambda match: f"%{match[1]}{int(number(rest.pop(0) if rest else ''))}", form
        )
        return re.sub(r"%[-+ #0]*\d*(?:\.\d+)?[diouxXeEfgGcs%]", one, form)

    # -- expressions --------------------------------

    def _true(self, node: Any) -> bool:
        value = self.value(node)
        if isinstance(value, Typed) and NUMBER.fullmatch(value.strip()):
            return number(value) != 0
        return value != 0 if isinstance(value, float) else value != ""

    def value(self, node: Any) -> Any:
        """The value of an expression."""
        self._spend(1)
        kind = node[0]
        if kind in ("number", "text"):
            return node[1]
        if kind == "field":
            index = int(number(self.value(node[1])))
            if not 0 <= index < _FIELDS:
                raise Usage(f"awk: trying to access out of range field {index}", 2)
            return Typed(self._fields[index]) if index < len(self._fields) else Typed("")
        handlers: dict[str, Callable[[Any], Any]] = {
            "name": self._name,
            "item": lambda each: self.array(each[1]).setdefault(self._key(each[2]), Typed("")),
            "regex": lambda each: float(self.regex(each[1]).search(self._fields[0]) is not None),
            "join": lambda each: text(self.value(each[1])) + text(self.value(each[2])),
            "choose": lambda each: self.value(each[2] if self._true(each[1]) else each[3]),
            "in": self._in,
            "list": lambda each: self._key(each[1]),
            "set": self._set,
            "step": self._step,
            "one": self._one,
            "two": self._two,
            "call": self._called,
        }
        return handlers[kind](node)

    def _name(self, node: Any) -> Any:
        found = self._scope(node[1]).get(node[1], Typed(""))
        if isinstance(found, dict):
            raise Usage(f"awk: can't use array {node[1]} in scalar context", 2)
        return found

    def _in(self, node: Any) -> float:
        key = self._key(node[1][1]) if node[1][0] == "list" else text(self.value(node[1]))
        return float(key in self.array(node[2]))

    def _set(self, node: Any) -> Any:
        value = self.value(node[3])
        if node[2]:
            value = calculated(node[2], number(self.value(node[1])), number(value))
        return self.store(node[1], value)

    def _step(self, node: Any) -> float:
        before = number(self.value(node[1]))
        after = before + (1.0 if node[2] == "++" else -1.0)
        self.store(node[1], after)
        return before if node[3] else after

    def _one(self, node: Any) -> float:
        if node[1] == "!":
            return float(not self._true(node[2]))
        value = number(self.value(node[2]))
        return -value if node[1] == "-" else value

    def _two(self, node: Any) -> float:
        sign, left, right = node[1:]
        if sign in ("&&", "||"):
            first = self._true(left)
            return float(self._true(right) if first is (sign == "&&") else first)
        if sign in ("~", "!~"):
            pattern = right[1] if right[0] == "regex" else text(self.value(right))
            found = self.regex(pattern).search(text(self.value(left))) is not None
            return float(found is (sign == "~"))
        a, b = self.value(left), self.value(right)
        if sign in ("<", "<=", "==", "!=", ">", ">="):
            return float(compared(a, sign, b))
        return calculated(sign, number(a), number(b))

    def _called(self, node: Any) -> Any:
        from .awk_functions import FUNCTIONS

        name, arguments = node[1], node[2]
        if name in self._program.functions:
            return self._function(name, arguments)
        if name not in FUNCTIONS:
            raise Usage(f"awk: calling undefined function {name}", 2)
        return FUNCTIONS[name](self, arguments)

    def _function(self, name: str, arguments: list[Any]) -> Any:
        params, body = self._program.functions[name]
        if len(self._scopes) >= _CALLS:
            raise Usage("awk: function calls nested too deeply", 2)
        scope: dict[str, Any] = {}
        for at, param in enumerate(params):
            if at >= len(arguments):
                scope[param] = Typed("")
            elif arguments[at][0] == "name" and isinstance(
                self._scope(arguments[at][1]).get(arguments[at][1]), dict
            ):
                scope[param] = self.array(arguments[at][1])
            else:
                scope[param] = self.value(arguments[at])
        self._scopes.append(scope)
        try:
            self._do(body)
        except Leave as leaving:
            if leaving.kind != "return":
                raise
            return leaving.value
        finally:
            self._scopes.pop()
        return Typed("")
