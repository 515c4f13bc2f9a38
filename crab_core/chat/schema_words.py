"""JSON schema in words: shorter for a model to read, and no longer to misread."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def parameter_lines(schema: Mapping[str, Any]) -> list[str]:
    """One line for each parameter, for example `- amount (integer, 1 to 100; 5 if left out): Notches.`

    Args:
        schema: Of all parameters together, type object.
    """
    required = schema.get("required", ())
    return [
        _line(name, parameter, name in required) for name, parameter in schema.get("properties", {}).items()
    ]


def _line(name: str, schema: Mapping[str, Any], required: bool) -> str:
    facts = [_kind(schema)]
    if not required:
        default = schema.get("default")
        facts.append("may be left out" if default is None else f"{_json(default)} if left out")
    description = " ".join(str(schema.get("description", "")).split())
    return f"- {name} ({'; '.join(facts)})" + (f": {description}" if description else "")


def _kind(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_kind(kind) for kind in schema["anyOf"] if kind.get("type") != "null")
    if "enum" in schema:
        return f"one of {', '.join(map(_json, schema['enum']))}"
    kind = schema.get("type")
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}{_bounds(schema, 'minItems', 'maxItems')}"
    if kind in ("integer", "number"):
        return f"{kind}{_bounds(schema, 'minimum', 'maximum')}"
    if kind == "string":
        # A description says it better than a pattern does.
        pattern = "" if schema.get("description") else schema.get("pattern")
        return f"string matching {pattern}" if pattern else "string"
    # What has parts of its own is told as it is: models know the notation.
    told = {key: value for key, value in schema.items() if key not in ("default", "description", "title")}
    return str(kind) if kind and len(told) == 1 else _json(told) if told else "anything"


def _bounds(schema: Mapping[str, Any], least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if low is not None and high is not None:
        return f", {low} to {high}"
    return f", at least {low}" if low is not None else f", at most {high}" if high is not None else ""


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
