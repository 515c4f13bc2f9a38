"""A person's keys, and the actions that do the same."""

from __future__ import annotations

from typing import Any

from crab_ubuntu.view.keys import MODIFIERS, character_of, name_of
from crab_ubuntu.view.rfb import Key

Call = tuple[str, dict[str, Any]]
"""An action by name, and its arguments."""

TOGETHER = ("super", "ctrl", "alt", "shift")
"""Modifiers in the order in which people write them."""
SWITCHERS = ("super", "alt")
"""Modifiers during which Tab goes on from window to window, as long as they are held."""


class Keyboard:
    """One person's keyboard.

    A modifier goes down on the desktop only where it must: for a click, or while Tab switches windows.
    Otherwise the character or the combination is typed as a whole, so it does not matter which keys type it
    on the person's own keyboard.
    """

    def __init__(self) -> None:
        self._held: dict[str, bool] = {}
        self._alone = ""

    def feed(self, key: Key) -> list[Call]:
        """What a key does."""
        modifier = MODIFIERS.get(key.keysym)
        if modifier is not None:
            return self._press(modifier) if key.down else self._release(modifier)
        if not key.down:
            return []
        self._alone = ""
        return self._strike(key.keysym)

    def hold(self) -> list[Call]:
        """Let the modifiers that are held go down on the desktop as well: a button is about to."""
        self._alone = ""
        return [call for modifier in TOGETHER for call in self._hold(modifier)]

    def let_go(self) -> list[Call]:
        """Release everything: the person is gone."""
        self._alone = ""
        return [call for modifier in list(self._held) for call in self._release(modifier)]

    def _press(self, modifier: str) -> list[Call]:
        self._alone = modifier if not self._held else ""
        self._held.setdefault(modifier, False)
        return []

    def _release(self, modifier: str) -> list[Call]:
        alone, self._alone = self._alone, ""
        if self._held.pop(modifier, False):
            return [("key_up", {"key": modifier})]
        # Shift alone does nothing, and people touch it often.
        return [("press", {"key": modifier})] if alone == modifier != "shift" else []

    def _hold(self, modifier: str) -> list[Call]:
        if self._held.get(modifier) is not False:
            return []
        self._held[modifier] = True
        return [("key_down", {"key": modifier})]

    def _strike(self, keysym: int) -> list[Call]:
        character, name = character_of(keysym), name_of(keysym)
        others = [modifier for modifier in TOGETHER if modifier in self._held and modifier != "shift"]
        if character is not None and not others:
            return [("write_text", {"text": character})]
        key = name or (character or "").lower()
        if not key:
            return []
        calls = []
        if name == "tab" and any(modifier in SWITCHERS for modifier in others):
            calls = self.hold()
        shifted = "shift" in self._held and (name is not None or key.isalpha())
        held = [m for m in TOGETHER if not self._held.get(m, True) and (m != "shift" or shifted)]
        return [*calls, ("hotkey", {"keys": [*held, key]}) if held else ("press", {"key": key})]
