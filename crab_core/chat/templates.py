"""Prompts as templates in files, ours or the user's."""

from __future__ import annotations

from pathlib import Path
from string import Template

from crab_core.errors import UnknownNameError, UsageError

FOLDER = Path(__file__).parents[1] / "policies" / "prompts"
"""Where the templates lie that come with Crab."""


class Prompts:
    """The templates of a folder; ours where it has none of that name.

    A template is a text file with names such as `$task` or `${task}`, which are replaced; `$$` is a dollar
    sign.
    """

    def __init__(self, folder: str = "", *, ours: Path = FOLDER) -> None:
        """Look at the folder; every file in it must have the name of a template.

        Args:
            folder: The user's; empty for none.
            ours: Where the others lie.

        Raises:
            UsageError: The folder is missing, or a file in it replaces nothing.
        """
        self._ours = ours
        self._folder = Path(folder).expanduser() if folder else None
        if self._folder is None:
            return
        if not self._folder.is_dir():
            raise UsageError(
                f"There is no folder of prompts {folder!r}.", advice=f"Copy those to change from {ours}."
            )
        known = [str(path.relative_to(ours)) for path in ours.rglob("*.md")]
        for path in sorted(self._folder.rglob("*.md")):
            name = str(path.relative_to(self._folder))
            if name not in known:
                unknown = UnknownNameError("template", name, known)
                raise UsageError(f"{path} replaces no prompt.", advice=unknown.advice)

    def fill(self, name: str, **values: str) -> str:
        """A template with its names replaced.

        Args:
            name: The file, such as "single/agent.md".
            values: By the names that the template may use.

        Raises:
            UsageError: The template cannot be read, or uses a name that it is not given.
        """
        path = self._ours / name
        if self._folder is not None and (self._folder / name).is_file():
            path = self._folder / name
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"The prompt {path} cannot be read: {error}.") from error
        return fill(text, str(path), **values)


def fill(text: str, source: str, **values: str) -> str:
    """A template's text with its names replaced.

    Args:
        text: The template.
        source: What it is called in messages.
        values: By the names that it may use.

    Raises:
        UsageError: It uses a name that it is not given, or has a lone dollar sign.
    """
    template = Template(text)
    if not template.is_valid():
        raise UsageError(f"The prompt {source} has a lone dollar sign.", advice="Write $$ for one.")
    for name in template.get_identifiers():
        if name not in values:
            unknown = UnknownNameError("name to replace", f"${name}", [f"${known}" for known in values])
            raise UsageError(f"The prompt {source} uses ${name}.", advice=unknown.advice)
    return template.substitute(values).strip()
