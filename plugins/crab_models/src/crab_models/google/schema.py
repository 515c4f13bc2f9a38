"""Tools as Google declares functions: their JSON schemas in the part of OpenAPI that every Gemini takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_core import Tool

_KEPT = ("description", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
"""Said in the same words. Patterns, titles and defaults are left out: some versions refuse them, and what a
model calls is validated by us anyway."""

_FORMATS = ("date-time", "int32", "int64", "float", "double")
"""Any other format is refused."""


class _Inexpressible(Exception):  # noqa: N818 - caught in this module
    """A schema that only newer services take, as JSON schema."""


def to_declaration(tool: Tool) -> dict[str, Any]:
    """A tool as the SDK takes it.

    Gemini's schemas know no references, constants, open ranges or types in lists; a choice stands alone, and
    an object has properties. All that is written in other words. What has none is sent as the JSON schema
    that it is, which newer services take.
    """
    declared: dict[str, Any] = {"name": tool.name, "description": tool.description}
    if not tool.parameters.get("properties"):
        return declared  # an object without properties is refused
    try:
        declared["parameters"] = _Schemas(tool.parameters).rewritten(tool.parameters)
    except _Inexpressible:
        declared["parameters_json_schema"] = dict(tool.parameters)
    return declared


class _Schemas:
    """Rewrites the schemas of one tool."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._definitions = {**root.get("definitions", {}), **root.get("$defs", {})}
        self._open: list[str] = []
        """References that are being followed."""

    def rewritten(self, schema: Any) -> dict[str, Any]:
        """One schema and all in it.

        Raises:
            _Inexpressible: Gemini's schemas cannot say it.
        """
        if not isinstance(schema, Mapping):
            raise _Inexpressible
        if "$ref" in schema:
            return self._followed(schema)
        choices = _choices(schema)
        if choices is not None:
            return self._choice(schema, choices)
        kept = {name: schema[name] for name in _KEPT if name in schema}
        kind = _kind(schema)
        kept["type"] = kind.upper()
        if schema.get("format") in _FORMATS:
            kept["format"] = schema["format"]
        _bound(kept, schema, kind)
        _limit_to(kept, schema, kind)
        if kind == "array":
            kept["items"] = self._items(schema)
        elif kind == "object":
            kept |= self._properties(schema)
        return kept

    def _followed(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        name = str(schema["$ref"]).rpartition("/")[2]
        if name in self._open or name not in self._definitions:
            raise _Inexpressible
        self._open.append(name)
        try:
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            return self.rewritten({**self._definitions[name], **beside})
        finally:
            self._open.pop()

    def _choice(self, schema: Mapping[str, Any], choices: Sequence[Any]) -> dict[str, Any]:
        """A choice stands alone, so what was said of all is said of each."""
        shared = {name: schema[name] for name in ("description",) if name in schema}
        real = [choice for choice in choices if choice != {"type": "null"}]
        written = [self.rewritten({**shared, **choice}) for choice in real]
        if len(real) < len(choices):
            for choice in written:
                choice["nullable"] = True
        if not written:
            raise _Inexpressible
        return written[0] if len(written) == 1 else {"anyOf": written}

    def _items(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        if "prefixItems" in schema or "items" not in schema:
            raise _Inexpressible
        return self.rewritten(schema["items"])

    def _properties(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        properties = schema.get("properties")
        if not properties:
            raise _Inexpressible
        written: dict[str, Any] = {
            "properties": {name: self.rewritten(inner) for name, inner in properties.items()}
        }
        required = [name for name in schema.get("required", ()) if name in properties]
        return written | ({"required": required} if required else {})


def _choices(schema: Mapping[str, Any]) -> Sequence[Any] | None:
    """The schemas of which one holds, however that is written."""
    for name in ("anyOf", "oneOf"):
        if name in schema:
            return list(schema[name])
    merged = schema.get("allOf")
    if merged is not None:
        if len(merged) != 1:
            raise _Inexpressible
        return [merged[0]]
    kind = schema.get("type")
    if isinstance(kind, list):
        return [{**schema, "type": one} if one != "null" else {"type": "null"} for one in kind]
    return None


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, str):
        return kind
    for value in (*schema.get("enum", ()), *([schema["const"]] if "const" in schema else [])):
        return {str: "string", bool: "boolean", int: "integer", float: "number"}.get(type(value), "string")
    raise _Inexpressible


def _bound(kept: dict[str, Any], schema: Mapping[str, Any], kind: str) -> None:
    """An open range of integers as a closed one; of other numbers it is left to our own validation."""
    for name, step in (("Minimum", 1), ("Maximum", -1)):
        edge = schema.get(f"exclusive{name}")
        if edge is not None:
            kept[name.lower()] = int(edge) + step if kind == "integer" else edge


def _limit_to(kept: dict[str, Any], schema: Mapping[str, Any], kind: str) -> None:
    """Some values only: a list of texts, or told in words, because only texts can be listed."""
    values = list(schema.get("enum", [schema["const"]] if "const" in schema else []))
    if not values:
        return
    if kind == "string" and all(isinstance(value, str) and value for value in values):
        kept["enum"] = values
        return
    told = f"One of: {', '.join(map(str, values))}."
    kept["description"] = f"{kept['description']} {told}" if kept.get("description") else told
