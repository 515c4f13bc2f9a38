"""GSettings schemas of this system, read from their definitions without GLib."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from crab_core import UnknownNameError, UsageError

FOLDER = Path("/usr/share/glib-2.0/schemas")


@dataclass(frozen=True, slots=True)
class Schema:
    """One schema: where its settings live, and their types."""

    id: str
    path: str
    """In the dconf database, with slashes at both ends; empty when the schema has no place of its own."""
    keys: dict[str, str] = field(default_factory=dict)
    """GVariant type of each key; an enumeration is a text."""


def find_schema(name: str) -> Schema:
    """The schema of this name; "id:/path/" gives one without a place of its own a path.

    Raises:
        UsageError: There is none, or it needs a path.
    """
    identifier, _, path = name.partition(":")
    schema = _read_all().get(identifier)
    if schema is None:
        near = difflib.get_close_matches(identifier, _read_all(), n=3)
        advice = (
            f"Did you mean {' or '.join(near)}?" if near else "Is the application installed that brings it?"
        )
        raise UsageError(f"There is no settings schema {identifier!r} here.", advice=advice)
    place = path or schema.path
    if not place:
        raise UsageError(
            f"The settings schema {identifier!r} can be at several places.", advice="Name one: schema:/path/"
        )
    return Schema(identifier, place, schema.keys)


def type_of(schema: Schema, key: str) -> str:
    """GVariant type of a key.

    Raises:
        UnknownNameError: The schema has no such key.
    """
    if key not in schema.keys:
        raise UnknownNameError(f"key of {schema.id}", key, schema.keys)
    return schema.keys[key]


@cache
def _read_all() -> dict[str, Schema]:
    """All schemas by id; they change only when packages are installed."""
    found: dict[str, Schema] = {}
    parents: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*.gschema.xml")):
        for element in ElementTree.fromstring(file.read_bytes()).iter("schema"):
            identifier = element.get("id", "")
            keys = {
                key.get("name", ""): "as" if key.get("flags") else (key.get("type") or "s")
                for key in element.findall("key")
            }
            found[identifier] = Schema(identifier, element.get("path", ""), keys)
            if element.get("extends"):
                parents[identifier] = element.get("extends", "")
    for child, parent in parents.items():
        if parent in found:
            found[child].keys.update(
                {k: t for k, t in found[parent].keys.items() if k not in found[child].keys}
            )
    return found


def section(path: str) -> str:
    """The section of a dconf key file in which the settings of a path stand."""
    return re.sub(r"^/|/$", "", path)
