"""How a person uses the browser: an address is typed, links are followed, tables are read."""

from __future__ import annotations

from dataclasses import dataclass

from crab_bench.hands import DESKTOP, PATIENCE, Doing, click, containing, desk, opened
from crab_core import ROOT, ActionCall, Box, Mark, Turn, View

ENTER = "\n"


def visit(turn: Turn, address: str) -> Doing:
    """Open the browser, or bring it to the front, and go to an address."""
    yield from opened(turn, "Firefox")
    yield from address_bar()
    turn = yield desk("write_text", text=f"{address}{ENTER}")
    return turn


def address_bar() -> Doing:
    """Bring the keyboard to where addresses are typed: a browser that is starting may miss keys."""
    for _ in range(PATIENCE // 2):
        turn = yield desk("hotkey", keys=["ctrl", "l"])
        field = containing(turn[DESKTOP], "enter address", role="text field")
        if field is not None and "focused" in field.states:
            break
    return turn


def until(turn: Turn, label: str, *, ending: bool = False) -> Doing:
    """Wait while a page is still on its way: until it shows a text, or one with this end."""
    wanted = label.casefold()
    for _ in range(PATIENCE):
        texts = [one.text.casefold() for one in pieces(turn[DESKTOP])]
        if wanted in texts or (ending and any(text.endswith(wanted) for text in texts)):
            break
        turn = yield ActionCall(ROOT, "wait")
    return turn


def search(turn: Turn, words: str) -> Doing:
    """Ask the search engine."""
    turn = yield from visit(turn, "search.crab.test")
    turn = yield from until(turn, "Search all sites")
    turn = yield desk("write_text", text=f"{words}{ENTER}")
    turn = yield from until(turn, f" for {words}", ending=True)
    return turn


def follow(turn: Turn, label: str) -> Doing:
    """Click a link of a page."""
    turn = yield from until(turn, label)
    turn = yield click(turn, label, role="link")
    return turn


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text on the screen, whether it can be clicked or not."""

    text: str
    role: str
    box: Box

    @property
    def middle(self) -> float:
        """Its height on the screen."""
        return self.box.y + self.box.height / 2


def pieces(view: View) -> list[Piece]:
    """Every text that the view shows, from the top of the stack of windows down."""
    if view.tree is None:
        raise LookupError("the desktop shows no texts")
    return [
        Piece(text, node.role, node.box)
        for node in view.tree.walk()
        if node.box is not None and (text := (node.name or node.value).strip())
    ]


def beside(view: View, label: str) -> str:
    """What a table says beside the heading of a row.

    Raises:
        LookupError: The row is not on the screen.
    """
    shown = pieces(view)
    for head in shown:
        if head.role != "row header" or head.text.casefold() != label.casefold():
            continue
        level = [one for one in shown if one.role == "cell" and _same_line(one, head)]
        if level:
            return min(level, key=lambda one: one.box.x).text
    raise LookupError(f"no row {label!r} is on the screen")


def below(view: View, label: str, *, role: str, upper: Piece) -> Mark:
    """The nearest mark with a label and role below a piece of text.

    Raises:
        LookupError: There is none.
    """
    lower = [m for m in view.find_all(label, role=role) if m.box.y >= upper.box.y]
    if not lower:
        raise LookupError(f"there is no {label!r} below {upper.text!r}")
    return min(lower, key=lambda mark: mark.box.y)


def middle(mark: Mark) -> float:
    """The height of a mark on the screen."""
    return mark.box.y + mark.box.height / 2


def _same_line(one: Piece, other: Piece) -> bool:
    return other.box.y <= one.middle <= other.box.y + other.box.height
