"""What the calculator remembers."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import AppContext, Rows, Seeding

from .arithmetic import CannotCalculateError, evaluate, text_of

_LONGEST = 120
_HISTORY = 100
_SUFFIXES = "%!)"
_OPERATORS = "+−×÷^"


class Calculation(BaseModel):
    """One line of the history."""

    model_config = ConfigDict(extra="forbid")

    formula: str = Field(min_length=1)
    result: str = Field(min_length=1)


class Calculator(BaseModel):
    """What is typed, what came out, and what was worked out before (the latest last)."""

    formula: str = ""
    error: str = ""
    done: bool = False
    degrees: bool = True
    history: list[Calculation] = Field(default_factory=list)

    def press(self, key: str) -> None:
        """Type a digit, an operator or a function."""
        self.error = ""
        if self.done and (key[0].isdigit() or key[0] in ".(√πe" or key[-1] == "("):
            self.formula = ""
        self.done = False
        if key in _OPERATORS:
            self._operator(key)
        elif key == ".":
            self._point()
        elif key in _SUFFIXES and not self.formula:
            return
        elif len(self.formula) < _LONGEST:
            self.formula += key

    def _operator(self, key: str) -> None:
        if key != "−":
            while self.formula and self.formula[-1] in _OPERATORS:
                self.formula = self.formula[:-1]
            if not self.formula or self.formula[-1] == "(":
                return
        elif self.formula.endswith(("+", "−")):
            self.formula = self.formula[:-1]
        self.formula += key

    def _point(self) -> None:
        number = ""
        for char in reversed(self.formula):
            if not (char.isdigit() or char == "."):
                break
            number = char + number
        if "." not in number:
            self.formula += "." if number else "0."

    def delete(self) -> None:
        """Take back the last key, or everything after a result."""
        self.error = ""
        if self.done:
            self.formula, self.done = "", False
            return
        for name in ("sin(", "cos(", "tan(", "ln(", "log("):
            if self.formula.endswith(name):
                self.formula = self.formula[: -len(name)]
                return
        self.formula = self.formula[:-1]

    def clear(self) -> None:
        """Forget what is typed."""
        self.formula, self.error, self.done = "", "", False

    def equals(self) -> None:
        """Work it out: the result takes the formula's place, and the history grows."""
        if not self.formula:
            return
        try:
            result = text_of(evaluate(self.formula, degrees=self.degrees))
        except CannotCalculateError as error:
            self.error = str(error)
            return
        if result != self.formula:
            self.history.append(Calculation(formula=self.formula, result=result))
            del self.history[:-_HISTORY]
        self.formula, self.done = result, True

    def preview(self) -> str:
        """The value so far; empty where there is none, or nothing to work out."""
        if self.done or not any(char in self.formula for char in "+−×÷^%!√(πe"):
            return ""
        try:
            return text_of(evaluate(self.formula, degrees=self.degrees))
        except CannotCalculateError:
            return ""


def seed(seeding: Seeding) -> Calculator:
    """From a world: ``{"history": [{"formula": "2+3", "result": "5"}]}``. Without one, a few old ones.

    Raises:
        ValueError: when the world's part does not fit.
    """
    if seeding.part is not None:
        return CalculatorWorld.model_validate(seeding.part).state()
    price = seeding.chance.randrange(18, 60)
    typed = (f"{price}.5+12.75", f"{price * 4}÷4", "1280×0.19")
    return Calculator(history=[Calculation(formula=f, result=text_of(evaluate(f))) for f in typed])


class CalculatorWorld(BaseModel):
    """The app's part of a world."""

    model_config = ConfigDict(extra="forbid")

    formula: str = ""
    degrees: bool = True
    history: list[Calculation] = Field(default_factory=list)

    def state(self) -> Calculator:
        """The state that it stands for."""
        return Calculator(formula=self.formula, degrees=self.degrees, history=self.history)


def history_rows(context: AppContext[Calculator]) -> Rows:
    """The history for ``content query``."""
    return [
        {"_id": number, "formula": line.formula, "result": line.result}
        for number, line in enumerate(context.state.history, 1)
    ]
