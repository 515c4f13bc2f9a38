"""Texts without what does not count when they are compared as answers."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Final

_QUOTES: Final = str.maketrans({**dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟«»″", '"')})
_LEAD_IN: Final = re.compile(
    r"(so,? |okay,? |ok,? )?(the |my |your |this )?(final |correct |right )?"
    r"(answer|result|solution|response)( to [^:]*| you [^:]*| for [^:]*)?( is| was| would be| should be|:)"
    r"|(it|that|this) (is|was|should be|would be) |i (think|believe|guess|found|have found) "
    r"|here (is|are) |answer:"
)
_AFTERTHOUGHT: Final = re.compile(r"\b(i|we) (think|believe|guess|suppose)[.!]*$")


def normalised(text: str) -> str:
    """A text without what does not count: case, white space, kinds of quotes and dashes, a final full stop.

    Quotes around the whole text are taken off, too; Unicode is brought to NFKC.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    plain = re.sub("[‐‑‒–—−]", "-", " ".join(plain.split())).casefold()
    plain = plain.removesuffix(".").rstrip()
    if len(plain) > 2 and plain[0] == plain[-1] and plain[0] in "'\"" and plain[0] not in plain[1:-1]:
        plain = plain[1:-1].strip().removesuffix(".").rstrip()
    return plain


def chatty(text: str) -> bool:
    """Whether a text talks about an answer instead of being one."""
    plain = normalised(text)
    return bool("\n" in text.strip() or _LEAD_IN.match(plain) or _AFTERTHOUGHT.search(plain))


def members(answer: str) -> list[str]:
    """The members of a list: JSON, or with lines, semicolons or else commas between them."""
    text = answer.strip()
    if text.startswith("["):
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if isinstance(found, list):
            return [item if isinstance(item, str) else json.dumps(item) for item in found]
    separator = next((mark for mark in ("\n", ";", ",") if mark in text), "\n")
    return [part.strip() for part in text.split(separator) if part.strip()]
