import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_ubuntu.gvariant import parse, render, same


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'prefer-dark'\n", "prefer-dark"),
        ("uint32 300", 300),
        ("true", True),
        ("'true'", "true"),
        ("1.25", 1.25),
        ("@as []", []),
        ("['uint32 5', 'b']", ["uint32 5", "b"]),
        ("[('xkb', 'us')]", [("xkb", "us")]),
        ('"it\'s"', "it's"),
    ],
)
def test_what_gsettings_prints_is_read(text: str, value: object) -> None:
    assert parse(text) == value


def test_a_truth_value_is_never_a_number() -> None:
    assert same(1, 1.0)
    assert not same(True, 1)
    assert not same(0, False)
    assert not same([True], [1])


def test_a_list_is_compared_item_by_item() -> None:
    assert same(("a", "b"), ["a", "b"])
    assert not same(["a"], ["a", "b"])
    assert not same("ab", ["a", "b"])


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("'\"\\\n\t")))
def test_any_text_survives_being_written_and_read(text: str) -> None:
    assert parse(render(text, "s")) == text


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (True, "b", "true"),
        (5, "u", "uint32 5"),
        (-3, "i", "-3"),
        (1, "d", "1.0"),
        (["a", "b"], "as", "@as ['a', 'b']"),
        ([], "as", "@as []"),
    ],
)
def test_values_are_written_in_their_type(value: object, kind: str, text: str) -> None:
    assert render(value, kind) == text


@pytest.mark.parametrize(("value", "kind"), [(1, "b"), (True, "i"), ("x", "u"), ("a", "as"), (None, "s")])
def test_a_value_of_another_type_is_refused(value: object, kind: str) -> None:
    with pytest.raises(ValueError, match="is no value of type"):
        render(value, kind)
