"""Working out what was typed: numbers, operators, brackets and functions, exactly where decimals can be."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, DecimalException, localcontext

_DIGITS = 12
_LARGEST = Decimal(10) ** 300

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "ln": math.log,
    "log": math.log10,
}
_ANGLES = ("sin", "cos", "tan")


class CannotCalculateError(ValueError):
    """What was typed has no value; the text is what the calculator shows."""


def evaluate(formula: str, *, degrees: bool = True) -> Decimal:
    """The value of a formula such as ``2×(3+4)−√9``.

    Args:
        formula: with ``+ − × ÷ ^ % ! √ ( ) π e`` and functions; a missing bracket at the end is added.
        degrees: whether angles are in degrees, else in radians.

    Raises:
        CannotCalculateError: when it has none.
    """
    reader = _Reader(formula, degrees)
    with localcontext() as context:
        context.prec = 40
        try:
            value = reader.total()
            if reader.rest:
                raise CannotCalculateError("Format error")
            if abs(value) > _LARGEST:
                raise CannotCalculateError("Value too large")
        except (DecimalException, OverflowError) as error:
            raise CannotCalculateError("Value too large") from error
        except (ValueError, ArithmeticError) as error:
            if isinstance(error, CannotCalculateError):
                raise
            raise CannotCalculateError("Not a number") from error
    return value


def text_of(value: Decimal) -> str:
    """A value as the display shows it: at most twelve digits, with an exponent when it must be."""
    with localcontext() as context:
        context.prec = _DIGITS
        rounded = (+value).normalize()
    if rounded == 0:
        return "0"
    if -7 <= rounded.adjusted() < _DIGITS + 3:
        plain = f"{rounded:f}"
        return plain.replace("-", "−")
    mantissa = rounded.scaleb(-rounded.adjusted())
    return f"{mantissa:f}E{rounded.adjusted()}".replace("-", "−")


class _Reader:
    """A recursive descent through a formula."""

    def __init__(self, formula: str, degrees: bool) -> None:
        self._text = formula.replace(",", "").replace(" ", "")
        self._at = 0
        self._degrees = degrees

    @property
    def rest(self) -> str:
        return self._text[self._at :]

    def _take(self, *words: str) -> str:
        for word in words:
            if self.rest.startswith(word):
                self._at += len(word)
                return word
        return ""

    def total(self) -> Decimal:
        value = self._product()
        while sign := self._take("+", "−", "-"):
            other, percent = self._product_or_percent()
            amount = value * other / 100 if percent else other
            value = value + amount if sign == "+" else value - amount
        return value

    def _product_or_percent(self) -> tuple[Decimal, bool]:
        """A product; or, as people mean by ``80+10%``, a part of what stands before."""
        start = self._at
        number = self._number()
        if number is not None and self._take("%") and (not self.rest or self.rest[0] in "+−-)"):
            return number, True
        self._at = start
        return self._product(), False

    def _product(self) -> Decimal:
        value = self._signed()
        while True:
            if self._take("×", "*"):
                value *= self._signed()
            elif self._take("÷", "/"):
                divisor = self._signed()
                if divisor == 0:
                    raise CannotCalculateError("Can’t divide by 0")
                value /= divisor
            elif self.rest and (self.rest[0] in "(√πe" or self.rest.startswith(tuple(FUNCTIONS))):
                value *= self._signed()
            else:
                return value

    def _signed(self) -> Decimal:
        if self._take("−", "-"):
            return -self._signed()
        return self._power()

    def _power(self) -> Decimal:
        value = self._suffixed()
        if self._take("^"):
            exponent = self._signed()
            if abs(exponent) > 9999:
                raise CannotCalculateError("Value too large")
            if value < 0 and exponent != exponent.to_integral_value():
                raise CannotCalculateError("Not a number")
            return Decimal(value**exponent)
        return value

    def _suffixed(self) -> Decimal:
        value = self._unit()
        while sign := self._take("%", "!"):
            if sign == "%":
                value /= 100
            elif value != value.to_integral_value() or not 0 <= value <= 170:
                raise CannotCalculateError("Not a number")
            else:
                value = Decimal(math.factorial(int(value)))
        return value

    def _unit(self) -> Decimal:
        if self._take("("):
            value = self.total()
            if not self._take(")") and self.rest:
                raise CannotCalculateError("Format error")
            return value
        if self._take("√"):
            value = self._suffixed()
            if value < 0:
                raise CannotCalculateError("Not a number")
            return value.sqrt()
        if self._take("π"):
            return Decimal("3.14159265358979323846264338327950288")
        if name := self._take(*FUNCTIONS):
            return self._call(name)
        if self._take("e"):
            return Decimal("2.71828182845904523536028747135266250")
        number = self._number()
        if number is None:
            raise CannotCalculateError("Format error")
        return number

    def _call(self, name: str) -> Decimal:
        value = float(self._unit())
        if name in _ANGLES and self._degrees:
            if name == "tan" and value % 180 == 90:
                raise CannotCalculateError("Not a number")
            value = math.radians(value)
        result = FUNCTIONS[name](value)
        return Decimal(repr(round(result, 14)))

    def _number(self) -> Decimal | None:
        end = self._at
        while end < len(self._text) and (self._text[end].isdigit() or self._text[end] == "."):
            end += 1
        if end < len(self._text) and end > self._at and self._text[end] == "E":
            end += 1
            while end < len(self._text) and (self._text[end].isdigit() or self._text[end] in "−-"):
                end += 1
        word = self._text[self._at : end].replace("−", "-")
        if not any(char.isdigit() for char in word):
            return None
        self._at = end
        try:
            return Decimal(word)
        except DecimalException as error:
            raise CannotCalculateError("Format error") from error
