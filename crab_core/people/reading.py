"""Action calls as people type them: `android.tap(element=3)`, `tap(3)`, `complete`, or JSON."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from crab_core.action import Action, ActionCall
from crab_core.errors import UnknownNameError, UsageError

Spaces = Mapping[str, Mapping[str, Action]]
"""Actions by name, by environment."""

_CALL: Final = re.compile(
    r"(?:(?P<environment>[^().{}]+)\.)?(?P<name>[^\s().{}]+)\s*(?:\((?P<arguments>.*)\))?", re.S
)
_WORDS: Final = {"true": True, "false": False, "null": None}
_ADVICE: Final = 'Write it like tap(element=3), android.write_text("Hello") or complete; or as JSON.'


def read_call(text: str, spaces: Spaces) -> ActionCall:
    """The call that a person typed; it fits the action's parameters.

    Args:
        text: What was typed. The environment may be left out where the name says it.
        spaces: What there is to be called.

    Raises:
        UsageError: It cannot be read, or names an environment or action that there is not.
        InvalidAction: Its arguments do not fit.
    """
    text = text.strip()
    call = _read_json(text) if text.startswith("{") else _read_typed(text, spaces)
    return checked(call, spaces)


def typed(call: ActionCall) -> str:
    """A call as a person would type it; `read_call` reads it back."""
    arguments = ", ".join(f"{name}={_literal(value)}" for name, value in call.arguments.items())
    return f"{call.environment}.{call.name}({arguments})" if call.environment else f"{call.name}({arguments})"


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def checked(call: ActionCall, spaces: Spaces) -> ActionCall:
    """The same call, with its environment named.

    Raises:
        UsageError: There is no such environment or action.
        InvalidAction: The arguments do not fit.
    """
    environment, action = _find(call.environment, call.name, spaces)
    action.validate(call.arguments)
    return ActionCall(environment, call.name, call.arguments)


def _find(environment: str, name: str, spaces: Spaces) -> tuple[str, Action]:
    environment = environment or _environment_of(name, spaces)
    if environment not in spaces:
        raise UnknownNameError("environment", environment, spaces)
    space = spaces[environment]
    if name not in space:
        raise UnknownNameError(f"action of {environment}", name, space)
    return environment, space[name]


def _environment_of(name: str, spaces: Spaces) -> str:
    having = [environment for environment, space in spaces.items() if name in space]
    if len(having) > 1:
        raise UsageError(f"{' and '.join(having)} have {name!r}.", advice=f"Write {having[0]}.{name}(…).")
    if not having:
        raise UnknownNameError("action", name, {one for space in spaces.values() for one in space})
    return having[0]


def _read_json(text: str) -> ActionCall:
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"This is no JSON: {error}.", advice=_ADVICE) from error
    environment, arguments = facts.get("environment", ""), facts.get("arguments", {})
    name = facts.get("name", facts.get("action"))
    if not isinstance(environment, str) or not isinstance(name, str) or not isinstance(arguments, dict):
        raise UsageError(
            "This is no action call.",
            advice='Write {"environment": "…", "name": "…", "arguments": {…}}.',
        )
    return ActionCall(environment, name, arguments)


def _read_typed(text: str, spaces: Spaces) -> ActionCall:
    found = _CALL.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} cannot be read." if text else "Nothing was typed.", advice=_ADVICE)
    name = found["name"]
    environment, action = _find((found["environment"] or "").strip(), name, spaces)
    order = [parameter.name for parameter in action.parameters]
    return ActionCall(environment, name, _arguments(found["arguments"] or "", name, order))


def _arguments(text: str, name: str, order: list[str]) -> dict[str, Any]:
    try:
        call = ast.parse(f"f({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"The arguments of {name} cannot be read.", advice=_ADVICE) from error
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise UsageError(f"The arguments of {name} cannot be read.", advice=_ADVICE)
    if len(call.args) > len(order):
        raise UsageError(f"{name} takes {len(order)} arguments, {len(call.args)} were given.")
    values = {order[i]: _value(node) for i, node in enumerate(call.args)}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in values:
            raise UsageError(f"An argument of {name} is given twice, or has no name.", advice=_ADVICE)
        values[keyword.arg] = _value(keyword.value)
    return values


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name) and node.id in _WORDS:
        return _WORDS[node.id]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise UsageError(
            f"{ast.unparse(node)} is no value.", advice="Put texts into quotation marks."
        ) from error
