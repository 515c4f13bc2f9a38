"""Comparing texts, wherever they were found."""

from __future__ import annotations

import re
from typing import Literal

from crab_core import DefinitionError, Verdict
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.reading import short

Match = Literal["exact", "contains", "regex"]
"""How a text is compared.

"exact": the whole text, a single line break at the end aside, which editors add. "contains": anywhere in it,
case and all. "regex": Python's regular expression anywhere in it, "^" and "$" at every line.
An empty text is never contained, and an expression must match at least one character.
"""


def judge_text(what: str, found: str, wanted: str, match: Match = "exact") -> Verdict:
    """Whether a text is the wanted one, and why.

    Args:
        what: Whose text it is, for the reason: "a.txt".
        found: The text that is there.
        wanted: The text or expression.
        match: How they are compared.

    Raises:
        DefinitionError: `wanted` is no regular expression.
    """
    if match == "regex":
        return regex_matches(what=what, found=found, pattern=_checked(wanted))
    if match == "exact":
        if found.removesuffix("\n") == wanted.removesuffix("\n"):
            return Verdict(True, f"{what} says {short(wanted)}")
        return Verdict(False, f"{what} says {short(found)}, not {short(wanted)}")
    if wanted and wanted in found:
        return Verdict(True, f"{what} contains {short(wanted)}")
    return Verdict(False, f"{what} does not contain {short(wanted)}; it says {short(found)}")


@boxed
def regex_matches(what: str, found: str, pattern: str) -> Verdict:
    """Look for a regular expression; in the box, because a text can be made for it to try for ever."""
    for match in re.finditer(pattern, found, re.MULTILINE):
        if match.group():
            return Verdict(True, f"{what} has {short(match.group())}, which matches {short(pattern)}")
    return Verdict(False, f"{what} has nothing that matches {short(pattern)}; it says {short(found)}")


def _checked(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise DefinitionError(f"{pattern!r} is no regular expression: {error}.") from error
    return pattern
