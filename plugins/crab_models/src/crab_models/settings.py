"""The one place where crab-models reads environment variables."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

_SHORTEST = 8
"""Characters of a key that is worth hiding; shorter ones are words, such as "EMPTY", for services without."""
_TELLING = 10
"""Characters from which on the beginning of a key is more than the name of its provider."""


class Secret:
    """A key that shows itself only to who asks for it by name."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The key itself, for the request that needs it."""
        return self._text

    def hide(self, text: str) -> str:
        """A text without the key, and without the beginning of one that was cut off."""
        secret = self.reveal()
        if len(secret) < _SHORTEST:
            return text
        spellings = {secret, quote(secret, safe=""), json.dumps(secret)[1:-1]}
        # All spellings before any part of one: with a part gone, the rest would no longer be known.
        for spelt in spellings:
            text = text.replace(spelt, "…")
        if any(spelt[:_TELLING] in text for spelt in spellings):
            parts = {spelt[:length] for spelt in spellings for length in range(_TELLING, len(spelt))}
            for part in sorted(parts, key=len, reverse=True):
                text = text.replace(part, "…")
        return text

    def hide_in(self, value: Any) -> Any:
        """A JSON value without the key in any of its texts."""
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, Mapping):
            return {self.hide_in(name): self.hide_in(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.hide_in(inner) for inner in value]
        return value

    def __repr__(self) -> str:
        """Nothing of the key."""
        return "Secret(…)"

    def __bool__(self) -> bool:
        """Whether there is a key."""
        return bool(self._text)


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Settings of this machine and user."""

    keys: Path
    """`CRAB_KEYS`: the file of keys; `crab/keys.toml` among the user's configuration when unset."""
    pauses: Path
    """Where processes tell each other of pauses that services ask for: among the user's state."""
    _environ: Mapping[str, str] = field(repr=False)

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None) -> ModelSettings:
        """Read the settings from environment variables.

        Args:
            environ: The variables; those of this process when left out.
        """
        environ = os.environ if environ is None else environ
        home = Path(environ.get("HOME") or Path.home())
        config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "crab"
        state = Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "crab"
        keys = Path(environ.get("CRAB_KEYS") or config / "keys.toml").expanduser()
        return cls(keys, state / "pauses", environ)

    def variable(self, name: str) -> str:
        """A variable that the user or a provider named: a key, or the address of a service."""
        return self._environ.get(name, "").strip()
