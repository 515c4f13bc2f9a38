"""Where keys come from: environment variables, or a file that only its owner may read."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Sequence
from pathlib import Path

from crab_core import AgentError
from crab_models.settings import ModelSettings, Secret


def find_key(variables: Sequence[str], settings: ModelSettings | None = None) -> Secret:
    """The key under the first of some names that is set: in the environment, else in the file of keys.

    The file is TOML with one line a key, `OPENAI_API_KEY = "…"`; see `ModelSettings.keys`.

    Args:
        variables: Names, the preferred one first.
        settings: Those of this process when left out.

    Returns:
        An empty secret when there is none.

    Raises:
        AgentError: The file may be read by others, or is not what it should be; or the key cannot be one.
    """
    settings = settings or ModelSettings.load()
    for name in variables:
        if found := settings.variable(name):
            return _checked(found, f"in the environment variable {name}")
    stored = _stored(settings.keys) if variables else {}
    name = next((name for name in variables if stored.get(name)), "")
    value = stored.get(name, "")
    if not isinstance(value, str):
        raise AgentError(
            f"The key {name} in the file of keys {settings.keys} is no text.",
            advice=f'Write it in quotes: {name} = "…".',
        )
    return _checked(value.strip(), f"{name} in {settings.keys}")


def _checked(key: str, place: str) -> Secret:
    """The key, if it can be sent: libraries quote what cannot be, in ways in which it is not found again.

    Raises:
        AgentError: It holds white space, or what is no ASCII.
    """
    if not all("!" <= letter <= "~" for letter in key):
        raise AgentError(
            f"The key {place} holds a character that no key has.",
            advice="Is a line break, a blank or a second key in it? Copy it again.",
        )
    return Secret(key)


def _stored(file: Path) -> dict[str, object]:
    try:
        with file.open("rb") as opened:
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                raise AgentError(
                    f"The file of keys {file} may be read by others than its owner (mode {mode:03o}).",
                    advice=f"Run: chmod 600 {file}",
                )
            read = tomllib.load(opened)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        # The parser's own words may quote the line, and the key with it.
        failure = AgentError(
            f"The file of keys {file} cannot be read: {type(error).__name__}.",
            advice='It is TOML with one line a key, such as OPENAI_API_KEY = "…".',
        )
    else:
        return read
    raise failure
