"""JSON mode: what a model without function calling is told, and what is made of what it writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import touch

from crab_core import Tool
from crab_core.chat import Prompts
from crab_core.chat.json_mode import ParsedCall, parse, prose, tool_list

TAP = '{"name": "tap", "arguments": {"element": 3}}'


def fenced(content: str, language: str = "json") -> str:
    return f"I see a button.\n\n```{language}\n{content}\n```\nThat is all."


def one(text: str) -> ParsedCall:
    (call,) = parse(text)
    return call


# -- what is a call ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        fenced(TAP),
        fenced(TAP, ""),
        fenced(TAP, "JSON"),
        fenced(TAP).replace("```", "~~~"),
        f"```json {TAP}```",
        TAP,
        f"I tap on the third one: {TAP}. Then I shall see {{a list}}.",
        f"<tool_call>\n{TAP}\n</tool_call>",
        fenced(f"[{TAP}]"),
        fenced('{"name": "tap", "arguments": {"element": 3,},}'),
        fenced('{"action": "tap", "parameters": {"element": 3}}'),
        fenced('{"function": {"name": "tap", "arguments": "{\\"element\\": 3}"}, "type": "function"}'),
        fenced('{"tool_calls": [{"function": {"name": "tap", "arguments": {"element": 3}}}]}'),
        fenced('{"thought": "the third", "name": " tap ", "arguments": {"element": 3}}'),
    ],
)
def test_what_means_one_call_is_that_call(text: str) -> None:
    assert one(text) == ParsedCall("tap", "", {"element": 3})


def test_several_blocks_are_several_calls_in_their_order() -> None:
    text = fenced(TAP) + fenced('{"name": "press", "environment": "android", "arguments": {"key": "back"}}')
    assert parse(text) == (
        ParsedCall("tap", "", {"element": 3}),
        ParsedCall("press", "android", {"key": "back"}),
    )


def test_several_objects_in_one_block_are_several_calls() -> None:
    assert [call.arguments for call in parse(fenced(f"{TAP}\n{TAP}"))] == [{"element": 3}] * 2


@pytest.mark.parametrize("arguments", ["{}", "null", '""', None])
def test_an_action_may_have_no_arguments(arguments: str | None) -> None:
    given_ = "" if arguments is None else f', "arguments": {arguments}'
    assert one(fenced(f'{{"name": "complete"{given_}}}')) == ParsedCall("complete")


def test_a_fence_within_a_text_to_be_written_ends_no_block() -> None:
    text = "Run this:\n```bash\nls {}\n```"
    call = {"name": "write_text", "arguments": {"text": text}}
    assert one(fenced(json.dumps(call))) == ParsedCall("write_text", "", {"text": text})


def test_a_line_may_break_within_a_text() -> None:
    assert one(fenced('{"name": "write_text", "arguments": {"text": "a\nb"}}')).arguments == {"text": "a\nb"}


@pytest.mark.parametrize(
    "text", ["", "I do not know.", 'Use {braces} and {"x": 1}.', fenced("ls -l", "bash"), "{", '{"a"']
)
def test_prose_holds_no_call(text: str) -> None:
    assert parse(text) == ()


def test_bare_objects_do_not_count_beside_blocks() -> None:
    assert one(f'A call is {{"name": "x", "arguments": {{}}}}. {fenced(TAP)}').name == "tap"


@pytest.mark.parametrize(
    "thinking", ["<think>{0}</think>{1}", "{0}</think>{1}", "<thinking>{0}</thinking>{1}"]
)
def test_what_is_thought_aloud_is_not_done(thinking: str) -> None:
    draft = fenced('{"name": "complete", "arguments": {}}')
    assert one(thinking.replace("{0}", draft).replace("{1}", fenced(TAP))).name == "tap"


def test_the_prose_of_a_reply_is_what_stands_beside_its_blocks() -> None:
    assert prose(f"<think>hm</think>{fenced(TAP)}") == "I see a button.\nThat is all."
    assert prose("No call.") == "No call."


# -- what is a problem ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"```json\n{TAP}", "not closed"),
        ('```json\n{"name": "tap", "argu', "not closed"),
        (fenced('{"name": "tap", "arguments": {"element": 3}'), "does not end"),
        ('{"name": "tap", "arguments": {"element"', "does not end"),
        (fenced('{"name": "tap", // the third\n "arguments": {"element": 3}}'), "comment"),
        (fenced(f"# tap on it\n{TAP}"), "comment"),
        (fenced(f"/* tap */ {TAP}"), "comment"),
        ('{"name": "tap", /* third */ "arguments": {"element": 3}}', "comment"),
        (fenced(""), "empty"),
        (fenced('"tap"'), "no JSON object"),
        (fenced("[1, 2]"), "no JSON object"),
        (fenced("tap(3)"), "no JSON object"),
        (fenced('{"name": "tap", "arguments": {"element": three}}'), "cannot be read"),
        (fenced('{"name": "tap", "arguments": {"element": NaN}}'), "NaN"),
        (fenced('{"name": "write", "arguments": {"text": "\\ud83d"}}'), "half a character"),
        (fenced('{"name": "tap", "arguments": ' + '{"a": ' * 20_000 + "1" + "}" * 20_001), "too deep"),
        (fenced('{"element": 3}'), '"name"'),
        (fenced('{"name": 3, "arguments": {}}'), '"name"'),
        (fenced('{"name": "", "arguments": {}}'), '"name"'),
        (fenced('{"name": "tap", "arguments": [3]}'), '"arguments" must be an object'),
        (fenced('{"name": "tap", "arguments": "3"}'), '"arguments" must be an object'),
        (fenced('{"name": "tap", "arguments": "{"}'), '"arguments" cannot be read'),
        (fenced('{"name": "tap", "element": 3}'), 'put "element" into "arguments"'),
        (fenced('{"name": "tap", "environment": 1, "arguments": {}}'), '"environment"'),
        (fenced('{"tool_calls": ["tap"]}'), "no object"),
    ],
)
def test_what_cannot_be_read_is_one_problem_that_says_why(text: str, problem: str) -> None:
    call = one(text)
    assert problem in call.problem
    assert call.arguments == {}
    assert len(call.problem) < 300


def test_a_problem_names_the_action_when_it_is_known() -> None:
    call = one(fenced('{"name": "tap", "environment": "android", "arguments": 3}'))
    assert (call.name, call.environment) == ("tap", "android")


def test_a_block_that_cannot_be_read_spoils_no_other() -> None:
    good, bad = parse(fenced(TAP) + fenced("{,}"))
    assert (good.name, good.problem) == ("tap", "")
    assert bad.problem


@given(st.text(alphabet=st.sampled_from('{}[]"\\,:/*#`~\n json' + "name" + "ud800")))
def test_no_text_makes_it_raise(text: str) -> None:
    for reply in (text, fenced(text), f"```json\n{text}"):
        assert all(isinstance(call, ParsedCall) for call in parse(reply))


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), _VALUES), st.sampled_from([None, 2]))
def test_whatever_arguments_are_written_come_back(arguments: dict[str, Any], indent: int | None) -> None:
    call = {"name": "act", "arguments": arguments}
    for text in (json.dumps(call, indent=indent), json.dumps(call, indent=indent, ensure_ascii=False)):
        assert one(fenced(text)) == ParsedCall("act", "", arguments)
        assert one(text) == ParsedCall("act", "", arguments)


@pytest.mark.parametrize(
    "hostile",
    ['{"":' * 20_000, "{" * 200_000, '"{' * 40_000, "```" * 50_000, "{ " * 100_000, '{"\\"' * 20_000],
)
def test_hostile_replies_cost_no_more_than_their_length(hostile: str) -> None:
    # A scan that goes back over the text again and again would take minutes here.
    assert isinstance(parse(hostile), tuple)
    assert isinstance(parse(f"```json\n{hostile}"), tuple)


# -- what the model is told -------------------------------------------------------------------------------


def test_the_example_in_the_prompt_is_read_as_a_call() -> None:
    prompt = Prompts().fill("acting/json.md", tools="(none)")
    assert one(prompt) == ParsedCall("ACTION", "", {"PARAMETER": "value"})


def test_the_list_holds_every_tool_with_its_parameters() -> None:
    schema = touch.schema
    text = tool_list([Tool("pad_touch", "Touch  the\nscreen.", schema["parameters"]), Tool("wait", "")])
    assert "pad_touch: Touch the screen.\n  - element (integer, at least 1; may be left out)" in text
    assert text.endswith("\n\nwait")


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "string"),
        ({"enum": ["up", "down"], "type": "string"}, 'one of "up", "down"'),
        ({"type": "integer", "minimum": 1, "maximum": 9}, "integer, 1 to 9"),
        ({"type": "number", "maximum": 9}, "number, at most 9"),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 5}, "list of string, at most 5"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string"),
        ({"anyOf": [{"type": "boolean"}, {"type": "integer"}]}, "boolean or integer"),
        ({"type": "string", "pattern": "^a$"}, "string matching ^a$"),
        ({"type": "string", "pattern": "^a$", "description": "A letter."}, "string"),
        ({"type": "object", "properties": {"a": {}}}, '{"type": "object", "properties": {"a": {}}}'),
        ({}, "anything"),
    ],
)
def test_a_type_is_told_in_words(schema: dict[str, Any], words: str) -> None:
    tool = Tool("act", "", {"type": "object", "properties": {"it": schema}, "required": ["it"]})
    assert f"- it ({words})" in tool_list([tool])


def test_defaults_and_descriptions_are_told() -> None:
    parameter = {"type": "integer", "default": 5, "description": "How\nmany."}
    tool = Tool("act", "", {"type": "object", "properties": {"it": parameter}})
    assert "- it (integer; 5 if left out): How many." in tool_list([tool])
