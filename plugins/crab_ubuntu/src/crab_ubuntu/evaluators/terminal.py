"""Evaluators that look at what a terminal shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.texts import Match, judge_text

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment


@evaluator(env="ubuntu")
def terminal_text(env: UbuntuEnvironment, text: str, match: Match = "contains") -> Verdict:
    """The terminal with the focus, or else the topmost one, shows this text; a command's own letters count.

    Args:
        text: The text or regular expression. What is scrolled out is not looked at.
        match: How it is compared, as for `file_content`; "exact" means all that the terminal shows.

    Raises:
        DefinitionError: `text` is empty.
    """
    if not text.strip():
        raise DefinitionError("terminal_text needs a text.")
    found = env.desktop.terminals.read()
    if found is None:
        return Verdict(False, "no terminal can be seen")
    return judge_text(f"the terminal {found.title!r}", found.text.rstrip(), text, match)


EVALUATORS = (terminal_text,)
