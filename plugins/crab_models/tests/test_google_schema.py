"""Tools as Google declares them; the fake service refuses what the real one would."""

from __future__ import annotations

import pytest
from fake.google_tools import declaration_faults

from crab_core import Tool
from crab_models.google.schema import to_declaration


def declared(properties, **more):
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    made = to_declaration(Tool("act", "Act.", schema))
    if "parameters" in made:
        assert list(declaration_faults(made)) == []
    return made


def one(schema, **more):
    return declared({"value": schema}, **more)["parameters"]["properties"]["value"]


def test_a_plain_schema_says_the_same_in_googles_words():
    properties = {
        "text": {"type": "string", "description": "What to type.", "maxLength": 9, "title": "Text"},
        "often": {"type": "integer", "minimum": 1, "maximum": 5, "default": 1},
        "keys": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    }
    assert declared(properties, required=["text"]) == {
        "name": "act",
        "description": "Act.",
        "parameters": {
            "type": "OBJECT",
            "properties": {
                "text": {"type": "STRING", "description": "What to type.", "maxLength": 9},
                "often": {"type": "INTEGER", "minimum": 1, "maximum": 5},
                "keys": {"type": "ARRAY", "items": {"type": "STRING"}, "minItems": 1},
            },
            "required": ["text"],
        },
    }


def test_a_tool_without_parameters_has_no_schema():
    for schema in ({}, {"type": "object", "properties": {}}):
        assert to_declaration(Tool("go", "Go.", schema)) == {"name": "go", "description": "Go."}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "description": "Its number."},
            {"type": "INTEGER", "minimum": 1, "nullable": True, "description": "Its number."},
        ),
        ({"type": ["string", "null"]}, {"type": "STRING", "nullable": True}),
        (
            {"oneOf": [{"enum": ["short", "long"]}, {"type": "integer"}], "description": "D."},
            {
                "anyOf": [
                    {"type": "STRING", "enum": ["short", "long"], "description": "D."},
                    {"type": "INTEGER", "description": "D."},
                ]
            },
        ),
        ({"const": "left"}, {"type": "STRING", "enum": ["left"]}),
        (
            {"enum": [90, 180], "description": "Degrees."},
            {"type": "INTEGER", "description": "Degrees. One of: 90, 180."},
        ),
        (
            {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
            {"type": "INTEGER", "minimum": 1, "maximum": 9},
        ),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER", "minimum": 0}),
        ({"type": "string", "format": "uri", "pattern": "^a"}, {"type": "STRING"}),
        ({"type": "string", "format": "date-time"}, {"type": "STRING", "format": "date-time"}),
        ({"allOf": [{"type": "string"}]}, {"type": "STRING"}),
    ],
    ids=[
        *("optional", "list of types", "choice", "constant", "numbers", "open range", "open range of floats"),
        *("format", "known format", "all of one"),
    ],
)
def test_what_google_does_not_know_is_said_otherwise(schema, expected):
    assert one(schema) == expected


def test_references_are_followed():
    point = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    found = one({"$ref": "#/$defs/Point", "description": "Where."}, **{"$defs": {"Point": point}})
    assert found == {
        "type": "OBJECT",
        "properties": {"x": {"type": "INTEGER"}},
        "required": ["x"],
        "description": "Where.",
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        {"$ref": "#/$defs/Tree"},
        {"allOf": [{"type": "string"}, {"maxLength": 3}]},
        True,
    ],
    ids=["any object", "map", "tuple", "recursion", "all of two", "anything"],
)
def test_what_has_no_words_goes_as_json_schema(schema):
    tree = {
        "type": "object",
        "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
    }
    made = declared({"value": schema}, **{"$defs": {"Tree": tree}})
    assert "parameters" not in made
    assert made["parameters_json_schema"]["properties"] == {"value": schema}
