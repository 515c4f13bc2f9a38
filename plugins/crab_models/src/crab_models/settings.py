"""The one place where crab-models reads environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass


class Secret:
    """A key that shows itself only to who asks for it by name."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The key itself, for the request that needs it."""
        return self._text

    def hide(self, text: str) -> str:
        """A text without the key."""
        return text.replace(self._text, "…") if self._text else text

    def __repr__(self) -> str:
        """Nothing of the key."""
        return "Secret(…)"

    def __bool__(self) -> bool:
        """Whether there is a key."""
        return bool(self._text)


@dataclass(frozen=True, slots=True)
class OpenAiSettings:
    """What the user's environment says about services that speak OpenAI's protocol."""

    key: Secret
    """From the variable that was asked for; empty when it is not set."""
    base_url: str = ""
    """`OPENAI_BASE_URL`: a service other than OpenAI."""

    @classmethod
    def load(cls, key_variable: str, environ: Mapping[str, str] | None = None) -> OpenAiSettings:
        """Read the settings from environment variables.

        Args:
            key_variable: Name of the variable that holds the key; empty for none.
            environ: The variables; those of this process when left out.
        """
        environ = os.environ if environ is None else environ
        key = environ.get(key_variable, "").strip() if key_variable else ""
        return cls(Secret(key), environ.get("OPENAI_BASE_URL", "").strip())
