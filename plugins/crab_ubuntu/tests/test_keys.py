import pytest

from crab_core import InvalidAction
from crab_ubuntu.desktop.keys import keysym_of_character, keysym_of_key


@pytest.mark.parametrize(
    ("name", "keysym"),
    [
        ("enter", 0xFF0D),
        ("Return", 0xFF0D),
        ("ESC", 0xFF1B),
        ("page down", 0xFF56),
        ("page_down", 0xFF56),
        ("super", 0xFFEB),
        ("F5", 0xFFC2),
        ("a", 0x61),
        ("A", 0x61),
        (" ", 0x20),
        ("ü", 0xFC),
        ("KP_Add", 0xFFAB),
    ],
)
def test_keys_go_by_the_names_that_people_use(name: str, keysym: int) -> None:
    assert keysym_of_key(name) == keysym


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(InvalidAction, match="did you mean enter"):
        keysym_of_key("entr")


@pytest.mark.parametrize(
    ("character", "keysym"), [("é", 0xE9), ("€", 0x010020AC), ("😀", 0x0101F600), ("\n", 0xFF0D)]
)
def test_characters_have_the_keysyms_of_the_x_protocol(character: str, keysym: int) -> None:
    assert keysym_of_character(character) == keysym


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f"])
def test_a_control_character_is_no_text(character: str) -> None:
    with pytest.raises(InvalidAction, match="cannot be typed"):
        keysym_of_character(character)
