"""Actions of the keyboard and the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from crab_core import action

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment

TERMINALS = frozenset({"Gnome-terminal", "Org.gnome.Console", "kgx", "Xfce4-terminal"})
"""Applications in which Ctrl and V are a character, so that Shift comes with them to paste."""


@action
def write_text(env: UbuntuEnvironment, text: Annotated[str, Field(max_length=20_000)]) -> None:
    """Type a text into what has the keyboard focus; a line break presses Enter.

    Args:
        text: The text, in any language.
    """
    env.desktop.input.type(text)


@action
def press(env: UbuntuEnvironment, key: str) -> None:
    """Press and release one key.

    Args:
        key: Its name, such as enter, esc, tab, backspace, delete, up, pagedown, f5, super, or a character.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    env.desktop.input.chord([keysym_of_key(key)])


@action
def hotkey(env: UbuntuEnvironment, keys: Annotated[list[str], Field(min_length=1, max_length=5)]) -> None:
    """Press several keys together, such as ["ctrl", "s"].

    Args:
        keys: Names of the keys, in the order in which they go down.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    env.desktop.input.chord([keysym_of_key(key) for key in keys])


@action
def key_down(env: UbuntuEnvironment, key: str) -> str:
    """Press a key and hold it until key_up, such as shift or ctrl for clicks that follow.

    Args:
        key: Its name, as for press.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    env.desktop.input.key_down(keysym_of_key(key))
    return f"{key} is down until key_up."


@action
def key_up(env: UbuntuEnvironment, key: str | None = None) -> None:
    """Release a key; without a name, every key and mouse button that is held.

    Args:
        key: Its name, as for press.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    if key is None:
        env.desktop.input.release()
    else:
        env.desktop.input.key_up(keysym_of_key(key))


@action
def paste(env: UbuntuEnvironment, text: str | None = None) -> None:
    """Paste into what has the keyboard focus, with the application's own shortcut.

    Args:
        text: Put on the clipboard first; what was copied before is pasted when left out.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    if text is not None:
        env.desktop.clipboard.write(text)
        # Applications ask what there is to paste, and take no shortcut for it until they have heard.
        env.desktop.settler.settle()
    focused = env.desktop.windows.focused()
    keys = ("ctrl", "shift", "v") if focused and focused.app in TERMINALS else ("ctrl", "v")
    env.desktop.input.chord([keysym_of_key(key) for key in keys])
