"""Evaluators that look at what was copied. An empty clipboard never passes."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.pictures import SMALL, picture, rgb, similarity
from crab_ubuntu.evaluators.reading import read_text, short, shown, unreadable_fails
from crab_ubuntu.evaluators.texts import Match, judge_text

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment

EMPTY = "the clipboard has no text"


@evaluator(env="ubuntu")
def clipboard_text(env: UbuntuEnvironment, text: str, match: Match = "exact") -> Verdict:
    """This text was copied to the clipboard.

    Args:
        text: The text or regular expression.
        match: How it is compared, as for `file_content`.

    Raises:
        DefinitionError: `text` is empty.
    """
    if not text.strip():
        raise DefinitionError("clipboard_text needs a text.")
    found = env.desktop.clipboard.read().text
    if not found:
        return Verdict(False, EMPTY)
    return judge_text("the clipboard", found, text, match)


@evaluator(env="ubuntu")
def clipboard_url(env: UbuntuEnvironment, host: str = "", contains: str = "") -> Verdict:
    """The address of a page or file in the web, and nothing else, was copied to the clipboard.

    Args:
        host: Its host, such as "maps.crab.test"; what merely ends in it is another; any when empty.
        contains: A part of the whole address; any when empty.
    """
    found = (env.desktop.clipboard.read().text or "").strip()
    if not found:
        return Verdict(False, EMPTY)
    try:
        parts = urlsplit(found)
        name = parts.hostname
    except ValueError:
        return Verdict(False, f"the clipboard has {short(found)}, no address")
    if parts.scheme not in {"http", "https"} or not name or len(found.split()) != 1:
        return Verdict(False, f"the clipboard has {short(found)}, no address")
    if host and name != host.lower():
        return Verdict(False, f"the clipboard has an address at {name}, not {host}")
    if contains not in found:
        return Verdict(False, f"the clipboard has the address {short(found)}, without {contains!r}")
    return Verdict(True, f"the clipboard has the address {short(found)}")


@evaluator(env="ubuntu")
@unreadable_fails
def file_has_clipboard(
    env: UbuntuEnvironment, path: str, match: Literal["exact", "contains"] = "contains"
) -> Verdict:
    """A text file says what is on the clipboard now.

    Args:
        path: From the home folder, or absolute.
        match: "exact" when it says nothing else, a line break at the end aside; "contains" when it may.
    """
    found = (env.desktop.clipboard.read().text or "").strip()
    if not found:
        return Verdict(False, EMPTY)
    text = read_text(path).replace("\r\n", "\n")
    return judge_text(path, text.strip() if match == "exact" else text, found.replace("\r\n", "\n"), match)


@evaluator(env="ubuntu")
def clipboard_image(env: UbuntuEnvironment, reference: str = "", at_least: float = 0.99) -> Verdict:
    """A picture was copied to the clipboard.

    Args:
        reference: The picture that it looks like: a path, or its content as "data:;base64,…"; any when empty.
        at_least: Structural similarity, at most 1.
    """
    content = env.desktop.clipboard.read()
    if not content.image:
        return Verdict(False, f"the clipboard has no picture; it offers {short(content.targets)}")
    data = f"data:;base64,{base64.b64encode(content.image).decode()}"
    return same_copied(data=data, reference=reference, at_least=at_least)


@boxed
def same_copied(data: str, reference: str, at_least: float) -> Verdict:
    """Whether a picture that was copied can be read, and looks like another of its size."""
    copied = picture(data)
    said = f"the clipboard has a picture of {copied.width}×{copied.height} pixels"
    if not reference:
        return Verdict(True, said)
    other = picture(reference)
    if copied.size != other.size:
        return Verdict(False, f"{said}, {shown(reference)} has {other.width}×{other.height}")
    alike = similarity(rgb(copied, SMALL), rgb(other, SMALL))
    return Verdict(alike >= at_least, f"{said} with a similarity of {alike:.3f} to {shown(reference)}")


EVALUATORS = (clipboard_text, clipboard_url, file_has_clipboard, clipboard_image)
