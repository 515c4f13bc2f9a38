"""What an agent is shown of the devices, as parts of a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from crab_core.chat.options import See
from crab_core.content import Screenshot, Text
from crab_core.model import ModelBackend
from crab_core.turn import View


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture as a model sees it: positions that the model names are pixels of it."""

    picture: Screenshot
    """As it was captured and sent; the backend may shrink it on the way."""
    width: int
    """Pixels, as the model sees it."""
    height: int
    """Pixels, as the model sees it."""

    def x(self, seen: float) -> int:
        """A horizontal position of the device's screen, from one of the picture that the model sees."""
        return round(seen * self.picture.width / self.width)

    def y(self, seen: float) -> int:
        """A vertical position of the device's screen, from one of the picture that the model sees."""
        return round(seen * self.picture.height / self.height)


@dataclass(frozen=True, slots=True)
class Look:
    """What an agent is shown in one turn."""

    parts: tuple[Text | Screenshot, ...] = ()
    """For a message to the model."""
    frames: Mapping[str, Frame] = field(default_factory=dict)
    """The picture of each device that shows one, by environment."""


def tree_text(view: View) -> str:
    """The UI tree of a device as text, with the numbers of its marks."""
    from crab_core.chat import compact_tree

    return compact_tree.render(view.tree, view.elements)


def look(
    views: Iterable[View],
    see: See,
    backend: ModelBackend,
    computer: str = "",
    tree_text: Callable[[View], str] = tree_text,
) -> Look:
    """Show devices to a model.

    Args:
        views: The devices, in the order in which they are shown.
        see: What is shown of each.
        backend: Whose eyes they are: it says at what size pictures are seen.
        computer: Environment that is used by positions alone: its picture is shown, without marks.
        tree_text: Writes a UI tree down, for who shows the same tree to several models.
    """
    parts: list[Text | Screenshot] = []
    frames: dict[str, Frame] = {}
    for view in views:
        # Who uses a device by positions has to see its screen, whatever is seen of the others.
        how: See = "screens" if view.environment == computer else see
        picture = None if how == "text" else _picture(view, how)
        head = f"{view.environment} shows:"
        if picture is not None:
            width, height = backend.picture_size(picture.width, picture.height)
            frames[view.environment] = Frame(picture, width, height)
            head = f"{view.environment} shows this screen of {width} x {height} pixels:"
        told = _told(view, how, tree_text)
        parts.append(Text(head))
        if picture is not None:
            parts.append(picture)
        elif not told:
            told = ["(nothing)"]
        parts.extend(map(Text, told))
    return Look(tuple(parts), frames)


def _picture(view: View, see: See) -> Screenshot | None:
    return view.marked if see in ("marks", "both") and view.marked is not None else view.screenshot


def _told(view: View, see: See, tree_text: Callable[[View], str]) -> list[str]:
    """What is shown in words: the marks or the UI tree, and whatever the device tells as text."""
    told = []
    if see == "text" and view.tree is not None:
        told.append(tree_text(view))
    elif see in ("text", "both") and view.text:
        told.append(f"Its marked elements:\n{view.text}")
    told += [f"{name}:\n{one.text}" for name, one in view.contents.items() if isinstance(one, Text)]
    return told
