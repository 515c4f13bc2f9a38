"""Actions: what agents see of a function, and what reaches it."""

from __future__ import annotations

import contextlib
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_core import DefinitionError, Element, InvalidAction, action, observation

if TYPE_CHECKING:
    from nowhere import Phone


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Point:
    x: int
    y: int = 0


@action
def say(text: str, times: int = 1, *, loud: bool = False) -> str:
    """Say something.

    It is heard by everyone.

    Args:
        text: What to say.
        times: How often to
            say it.
        loud (bool): Whether to shout.

    Returns:
        What was said.
    """
    said = text * times
    return said.upper() if loud else said


@action
def paint(colour: Colour, at: Point, path: list[Point] | None = None) -> Any:
    """Paint."""
    return colour, at, path


# -- what agents see -------------------------------------------------------------------------------


def test_schema_is_name_description_and_json_schema_of_the_parameters() -> None:
    assert say.schema == {
        "name": "say",
        "description": "Say something.\n\nIt is heard by everyone.",
        "parameters": {
            "type": "object",
            "additionalProperties": False,
            "required": ["text"],
            "properties": {
                "text": {"type": "string", "description": "What to say."},
                "times": {"type": "integer", "description": "How often to say it.", "default": 1},
                "loud": {"type": "boolean", "description": "Whether to shout.", "default": False},
            },
        },
    }


def test_schema_is_made_once() -> None:
    assert say.schema is say.schema


def test_env_is_hidden_and_its_type_may_exist_for_type_checkers_only() -> None:
    @action
    def call_somebody(env: Phone, number: str) -> str:
        """Call."""
        return f"{env} calls {number}"

    assert list(call_somebody.schema["parameters"]["properties"]) == ["number"]
    assert call_somebody.invoke({"number": "110"}, env="the phone") == "the phone calls 110"


def test_a_function_without_docstring_has_an_empty_description() -> None:
    @action
    def nameless(x: int) -> int:
        return x

    assert nameless.description == ""
    assert nameless.schema["parameters"]["properties"] == {"x": {"type": "integer"}}


@pytest.mark.parametrize("end", ["Args:", "Args:\n    x without a colon", "Args:\nx: not indented"])
def test_a_malformed_docstring_stands_as_it_is(end: str) -> None:
    def move(x: int) -> int:
        return x

    move.__doc__ = f"Move.\n\n{end}\n"
    assert action(move).schema["description"].startswith("Move.")


def test_nested_types_are_in_the_schema_and_arrive_as_objects() -> None:
    assert {"Colour", "Point"} <= paint.schema["parameters"]["$defs"].keys()
    result = paint.invoke({"colour": "red", "at": {"x": 1}, "path": [{"x": 2, "y": 3}]})
    assert result == (Colour.RED, Point(1, 0), [Point(2, 3)])


def test_a_default_that_json_cannot_say_is_shown_as_python_does() -> None:
    @action
    def keep(thing: Any = object, box: dict[str, Any] = {"at": Point(1)}) -> None:  # noqa: B006, B008
        """Keep."""

    properties = keep.schema["parameters"]["properties"]
    assert "object" in properties["thing"]["default"]
    assert properties["box"]["default"] == {"at": {"x": 1, "y": 0}}


def test_another_name_than_the_functions() -> None:
    @action(name="press")
    def press_key(key: str) -> str:
        return key

    assert press_key.name == "press"
    assert press_key.renamed("tap_key", "Tap a key.").schema["name"] == "tap_key"
    assert press_key.renamed("tap_key", "Tap a key.").schema["description"] == "Tap a key."
    assert press_key.description == ""


def test_an_action_shows_what_is_still_open() -> None:
    assert repr(say("hi")) == "<Action say(times, loud)>"


# -- what reaches the function ---------------------------------------------------------------------


def test_defaults_are_the_functions_own() -> None:
    assert say.invoke({"text": "ab", "loud": True}) == "AB"


def test_arguments_are_converted_to_the_declared_types() -> None:
    assert say.invoke({"text": "ab", "times": "2"}) == "abab"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "text"),
        ({"text": 3}, "text"),
        ({"text": "a", "times": "often"}, "times"),
        ({"text": "a", "colour": "red"}, "colour"),
        ({"text": None}, "text"),
    ],
)
def test_bad_arguments_name_the_field_and_never_reach_the_function(
    arguments: dict[str, Any], field: str
) -> None:
    reached = []

    @action
    def speak(text: str, times: int = 1) -> None:
        reached.append(text)

    with pytest.raises(InvalidAction) as caught:
        speak.invoke(arguments)
    assert [problem.field for problem in caught.value.problems] == [field]
    assert caught.value.problems[0].reason in str(caught.value)
    assert not reached


def test_every_problem_is_told_at_once_and_nested_fields_are_dotted() -> None:
    with pytest.raises(InvalidAction) as caught:
        paint.invoke({"colour": "green", "at": {"x": "left"}})
    assert {problem.field for problem in caught.value.problems} == {"colour", "at.x"}


def test_arguments_that_are_no_mapping_are_invalid() -> None:
    with pytest.raises(InvalidAction):
        say.invoke(["hi"])  # type: ignore[arg-type]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from(["mode", "size", "points", "other"]),
        json_values | st.sampled_from(["on", "off", 1, [{"x": 1, "y": 2}]]),
        max_size=4,
    )
)
def test_whatever_a_model_sends_the_function_gets_its_types_or_nothing(arguments: dict[str, Any]) -> None:
    @action
    def switch(mode: Literal["on", "off"], size: int = 1, points: list[Point] | None = None) -> None:
        assert mode in ("on", "off")
        assert type(size) is int
        assert points is None or all(isinstance(p, Point) for p in points)

    with contextlib.suppress(InvalidAction):
        switch.invoke(arguments)


# -- binding ---------------------------------------------------------------------------------------


def test_binding_gives_an_action_with_fewer_parameters() -> None:
    shout = say(loud=True)
    assert list(shout.schema["parameters"]["properties"]) == ["text", "times"]
    assert shout.invoke({"text": "hi"}) == "HI"
    assert say.invoke({"text": "hi"}) == "hi"


def test_binding_by_position_and_in_steps() -> None:
    assert say("ab", 2)(loud=True).invoke({}) == "ABAB"


def test_bound_arguments_can_no_longer_be_set() -> None:
    with pytest.raises(InvalidAction):
        say(loud=True).invoke({"text": "hi", "loud": False})


@pytest.mark.parametrize(
    "bind",
    [
        lambda: say(times="often"),
        lambda: say("a", text="b"),
        lambda: say("a", 1, True, "more"),
        lambda: say(colour="red"),
        lambda: say("a")(text="b"),
    ],
)
def test_binding_what_does_not_fit_is_refused_at_once(bind: Any) -> None:
    with pytest.raises(InvalidAction):
        bind()


# -- composing -------------------------------------------------------------------------------------


@action
def read(path: str) -> str:
    """Read a file.

    Args:
        path: Which one.
    """
    return f"content of {path}"


@action
def length(text: str, factor: int = 1) -> int:
    """Measure."""
    return len(text) * factor


def test_pipe_feeds_the_single_required_parameter() -> None:
    piped = read >> length
    assert list(piped.schema["parameters"]["properties"]) == ["path"]
    assert piped.invoke({"path": "a"}) == len("content of a")
    assert piped.name == "read_then_length"


def test_pipe_keeps_what_is_required_and_described() -> None:
    schema = (read >> length).schema["parameters"]
    assert schema["required"] == ["path"]
    assert schema["properties"]["path"]["description"] == "Which one."


def test_pipe_into_two_required_parameters_is_refused_until_one_is_bound() -> None:
    @action
    def join(left: str, right: str) -> str:
        return left + right

    with pytest.raises(DefinitionError, match="exactly one required"):
        read >> join
    assert (read >> join(right="!")).invoke({"path": "a"}) == "content of a!"


def test_pipe_checks_what_comes_through() -> None:
    with pytest.raises(InvalidAction, match="text"):
        (length >> length).invoke({"text": "abc"})


def test_sequence_runs_both_and_returns_the_second_result() -> None:
    seen = []

    @action
    def first(env: Any, a: int) -> int:
        seen.append((env, a))
        return a

    @action
    def second(env: Any, b: int, c: int = 5) -> int:
        seen.append((env, b, c))
        return b + c

    both = first + second
    assert both.invoke({"a": 1, "b": 2}, env="device") == 7
    assert seen == [("device", 1), ("device", 2, 5)]


def test_sequence_requires_what_either_requires() -> None:
    both = read + length
    assert both.schema["parameters"]["required"] == ["path", "text"]
    with pytest.raises(InvalidAction, match="text"):
        both.invoke({"path": "a"})


def test_sequence_of_the_same_parameter_name_is_refused_until_one_is_bound() -> None:
    with pytest.raises(DefinitionError, match="'text'"):
        say + length
    assert (say("hi") + length).invoke({"text": "abc"}) == 3


# -- what cannot be an action ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x,
        lambda *args: args,
        lambda **kwargs: kwargs,
    ],
)
def test_parameters_without_type_or_name_are_refused(function: Any) -> None:
    with pytest.raises(DefinitionError):
        action(function)


def test_a_type_that_cannot_be_found_is_refused_with_its_name() -> None:
    def dial(phone: Phone) -> None: ...

    with pytest.raises(DefinitionError, match="Phone"):
        action(dial)


def test_an_element_needs_a_position_to_become() -> None:
    def poke(element: Element) -> None: ...

    def poke_there(element: Element | None = None, x: int | None = None) -> None: ...

    for function in (poke, poke_there):
        with pytest.raises(DefinitionError, match="position"):
            action(function)


def test_an_observation_has_no_parameters_but_env() -> None:
    @observation
    def screen(env: Any) -> Any:
        return env

    assert screen.invoke({}, env=1) == 1
    with pytest.raises(DefinitionError):

        @observation
        def zoomed(factor: int) -> Any:
            return factor


def test_pydantic_models_are_types_like_any_other() -> None:
    class Mail(pydantic.BaseModel):
        to: str
        urgent: bool = False

    def send(mail: Any) -> Any:
        return mail

    send.__annotations__["mail"] = Mail
    assert action(send).invoke({"mail": {"to": "bob"}}) == Mail(to="bob")


def test_a_module_may_mean_another_type_by_a_builtin_name() -> None:
    known: dict[str, Any] = {"str": int}
    exec("def count(up: str, to: str | None = None, by: float = 1.0): return up", known)
    properties = action(known["count"]).schema["parameters"]["properties"]
    assert properties["up"]["type"] == "integer"
    assert {"type": "integer"} in properties["to"]["anyOf"]
    assert properties["by"]["type"] == "number"
