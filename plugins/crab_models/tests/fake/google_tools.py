"""What Google refuses of functions, their schemas, and its computer-use tool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TYPES = ("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")
SCHEMA = {
    *("type", "format", "title", "description", "nullable", "enum", "items", "properties", "required"),
    *("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "minProperties"),
    *("maxProperties", "pattern", "example", "anyOf", "propertyOrdering", "default"),
}
"""Fields of a schema; the service refuses a request with any other."""
FORMATS = {
    "STRING": {"enum", "date-time"},
    "INTEGER": {"int32", "int64"},
    "NUMBER": {"float", "double"},
}
ENVIRONMENTS = {
    "ENVIRONMENT_DESKTOP": {
        *("click", "double_click", "triple_click", "middle_click", "right_click", "mouse_down", "mouse_up"),
        *("move", "type", "drag_and_drop", "wait", "press_key", "key_down", "key_up", "hotkey"),
        *("take_screenshot", "scroll"),
    },
    "ENVIRONMENT_MOBILE": {
        *("open_app", "click", "list_apps", "wait", "go_back", "type", "drag_and_drop", "long_press"),
        *("press_key", "take_screenshot"),
    },
    "ENVIRONMENT_BROWSER": {
        *("open_web_browser", "wait_5_seconds", "go_back", "go_forward", "search", "navigate", "click_at"),
        *("hover_at", "type_text_at", "key_combination", "scroll_document", "scroll_at", "drag_and_drop"),
    },
}
"""The actions of the computer-use tool."""


def tool_faults(body: dict[str, Any], model: str) -> Iterator[str]:
    names: list[str] = []
    for tool in body.get("tools", []):
        for declared in tool.get("functionDeclarations", []):
            names.append(declared["name"])
            yield from declaration_faults(declared)
        if "computerUse" in tool:
            computer = tool["computerUse"]
            actions = ENVIRONMENTS.get(computer.get("environment"))
            if actions is None:
                yield f"no environment {computer.get('environment')}"
                return
            if "gemini-2.5" in model and computer["environment"] != "ENVIRONMENT_BROWSER":
                yield f"{model} knows only ENVIRONMENT_BROWSER"
            excluded = set(computer.get("excludedPredefinedFunctions", []))
            if excluded - actions:
                yield f"no such predefined functions: {sorted(excluded - actions)}"
            names += sorted(actions - excluded)
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        yield f"Duplicate function declaration found: {doubled}"
    config = body.get("toolConfig", {}).get("functionCallingConfig", {})
    if config.get("mode") == "ANY" and not names:
        yield "Function calling mode is ANY, but no function is declared"


def declaration_faults(declared: dict[str, Any]) -> Iterator[str]:
    name = declared["name"]
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}", name):
        yield f"Invalid function name: {name!r}"
    if "parameters" in declared and "parametersJsonSchema" in declared:
        yield f"{name} has two schemas"
    if declared.keys() - {
        "name",
        "description",
        "parameters",
        "parametersJsonSchema",
        "response",
        "behavior",
    }:
        yield f"unknown fields in the declaration of {name}: {sorted(declared)}"
    if "parameters" in declared:
        if str(declared["parameters"].get("type")).upper() != "OBJECT":
            yield f"the parameters of {name} are no OBJECT"
        yield from _schema_faults(declared["parameters"], f"{name}.parameters")
    if "parametersJsonSchema" in declared and declared["parametersJsonSchema"].get("type") != "object":
        yield f"the parameters of {name} are no object"


def _schema_faults(schema: dict[str, Any], place: str) -> Iterator[str]:
    for field in schema.keys() - SCHEMA:
        yield f'{place}: Unknown name "{field}": Cannot find field.'
    if "anyOf" in schema:
        if schema.keys() - {"anyOf"}:
            yield f"{place}: When using any_of, it must be the only field set."
        for number, choice in enumerate(schema["anyOf"]):
            yield from _schema_faults(choice, f"{place}.any_of[{number}]")
        return
    kind = str(schema.get("type")).upper()
    if kind not in TYPES:
        yield f"{place}: the schema didn't specify the schema type field"
    if "format" in schema and schema["format"] not in FORMATS.get(kind, set()):
        yield f"{place}.format: {schema['format']} is not supported for {kind} type"
    if "enum" in schema and (kind != "STRING" or not all(isinstance(v, str) and v for v in schema["enum"])):
        yield f"{place}.enum: only allowed for STRING type, and not empty"
    if kind == "ARRAY" and "items" not in schema:
        yield f"{place}.items: missing field."
    if kind == "OBJECT" and not schema.get("properties"):
        yield f"{place}.properties: should be non-empty for OBJECT type"
    for name in schema.get("required", []):
        if name not in schema.get("properties", {}):
            yield f"{place}.required: property {name} is not defined"
    for name, inner in schema.get("properties", {}).items():
        yield from _schema_faults(inner, f"{place}.{name}")
    if "items" in schema:
        yield from _schema_faults(schema["items"], f"{place}.items")
