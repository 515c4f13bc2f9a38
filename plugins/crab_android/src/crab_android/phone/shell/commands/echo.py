"""Commands that only write: ``echo``, ``printf``, ``seq``, ``yes``, ``clear``."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from ..call import Call, CommandFunction, Usage
from ..escapes import StopOutput, unescape
from ..options import options

_CONVERSION = re.compile(r"%(%|([-+ 0#]*)(\*|\d*)(?:\.(\*|\d*))?(?:hh|h|ll|l|j|z|t)?([diouxXcsbeEfFgGaA]))")
_WIDEST = 4096
_PIECE = 8192


def _echo(call: Call) -> int:
    words = list(call.args)
    newline, escapes = True, False
    while words and re.fullmatch(r"-[neE]+", words[0]):
        letters = words.pop(0)
        newline = newline and "n" not in letters
        escapes = ("e" in letters or escapes) and "E" not in letters
    text = " ".join(words)
    if escapes:
        try:
            text = unescape(text, zero_octal=True, stop=True)
        except StopOutput as stopped:
            text, newline = str(stopped), False
    call.write(text + ("\n" if newline else ""))
    return 0


def _printf(call: Call) -> int:
    if call.args[:1] == ["--"]:
        del call.args[0]
    if not call.args:
        raise Usage("printf: Needs 1 argument", 1)
    form, *values = call.args
    printer = _Printer(call, values)
    try:
        while True:
            before = len(printer.values)
            printer.once(form)
            if not printer.values or len(printer.values) == before:
                break
    except StopOutput as stopped:
        call.write(str(stopped))
    return printer.code


class _Printer:
    def __init__(self, call: Call, values: list[str]) -> None:
        self._call = call
        self.values = values
        self.code = 0

    def once(self, form: str) -> None:
        """Write the format once."""
        at = 0
        while at < len(form):
            match = _CONVERSION.match(form, at)
            if match:
                self._call.write(self._converted(match))
                at = match.end()
                continue
            if form[at] == "%":
                raise Usage(f"printf: bad %{form[at + 1 : at + 2]}@{at + 1}")
            end = form.find("%", at)
            end = len(form) if end < 0 else end
            self._call.write(unescape(form[at:end], quotes="'\"", stop=True))
            at = end

    def _next(self) -> str:
        return self.values.pop(0) if self.values else ""

    def _converted(self, match: re.Match[str]) -> str:
        if match[1] == "%":
            return "%"
        flags, width_text, precision_text, kind = match[2], match[3], match[4], match[5]
        width = self._size(width_text)
        precision = self._size(precision_text) if precision_text is not None else None
        if width < 0:
            flags, width = flags + "-", -width
        if kind in "sbc":
            text = self._next()
            if kind == "b":
                text = unescape(text, zero_octal=True, stop=True)
            text = text[:1] if kind == "c" else text if precision is None else text[:precision]
            return text.ljust(width) if "-" in flags else text.rjust(width)
        spec = f"%{flags}{width or ''}{'' if precision is None else f'.{precision}'}"
        if kind in "diouxX":
            number = self._integer()
            if kind in "ouxX" and number < 0:
                number += 1 << 64
            return (spec + ("d" if kind in "iu" else kind)) % number
        return (spec + kind.replace("a", "e").replace("A", "E")) % self._real()

    def _size(self, text: str) -> int:
        number = self._integer() if text == "*" else int(text or "0")
        if abs(number) > _WIDEST:
            raise Usage("printf: width too large")
        return number

    def _integer(self) -> int:
        text = self._next().strip()
        if text[:1] in ("'", '"') and len(text) > 1:
            return ord(text[1])
        try:
            digits = text.lstrip("+-")
            base = 16 if digits[:2].lower() == "0x" else 8 if digits[:1] == "0" and digits != "0" else 10
            return int(text or "0", base)
        except ValueError:
            return self._wrong(text)

    def _wrong(self, text: str) -> int:
        self._call.error(f"printf: bad number '{text}'")
        self.code = 1
        match = re.match(r"[+-]?\d+", text)
        return int(match[0][:18]) if match else 0

    def _real(self) -> float:
        text = self._next().strip()
        try:
            return float(text or "0")
        except ValueError:
            return self._wrong(text)


async def _seq(call: Call) -> int:
    words = list(call.args)
    separator, wide = "\n", False
    while words and re.match(r"-[swf]", words[0]):
        option = words.pop(0)
        if option == "-w":
            wide = True
            continue
        value = option[2:] or (words.pop(0) if words else "")
        separator = value if option[1] == "s" else separator
    if not 1 <= len(words) <= 3:
        raise Usage('seq: Needs 1 argument (see "seq --help")' if not words else "seq: Max 3 arguments")
    try:
        numbers = [Decimal(word) for word in words]
    except InvalidOperation as error:
        raise Usage("seq: bad number") from error
    if not all(number.is_finite() and abs(number.adjusted()) < 30 for number in numbers):
        raise Usage("seq: bad number")
    first = numbers[0] if len(numbers) > 1 else Decimal(1)
    step = numbers[1] if len(numbers) == 3 else Decimal(1)
    last = numbers[-1]
    if step == 0:
        raise Usage("seq: bad increment 0")
    places = max(max(0, -int(number.as_tuple().exponent)) for number in (first, step))
    width = max(len(f"{number:.{places}f}") for number in (first, last)) if wide else 0
    current, begun = first, False
    while current <= last if step > 0 else current >= last:
        call.write((separator if begun else "") + f"{current:.{places}f}".zfill(width))
        begun = True
        current += step
        await call.shell.budget.step()
        await call.flush()
    if begun:
        call.print()
    return 0


async def _yes(call: Call) -> int:
    line = " ".join(call.args) or "y"
    while True:
        call.write((line + "\n") * max(1, _PIECE // (len(line) + 1)))
        await call.flush()


def _clear(call: Call) -> int:
    options(call)
    call.write("\x1b[2J\x1b[H")
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "echo": _echo,
    "printf": _printf,
    "seq": _seq,
    "yes": _yes,
    "clear": _clear,
}
