"""What can be seen of the desktop.

An episode captures at every step what its environment was made to show: the screenshot and the UI tree, and
what else was asked for. What was not costs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from crab_core import Clip, Observation, Screenshot, Text, UiNode, UiTree, UnknownNameError, observation

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment

LONGEST_COPY = 20_000
"""Characters of a copied text that are shown."""


@observation
def screenshot(env: UbuntuEnvironment) -> Screenshot:
    """The whole screen as a PNG picture, without the pointer."""
    return env.desktop.screen.screenshot()


@observation
def ui_tree(env: UbuntuEnvironment) -> UiTree:
    """The elements that can be seen: the shell with its dock, windows from the top down, desktop icons."""
    return env.desktop.accessibility.tree()


@observation
def focused(env: UbuntuEnvironment) -> Text:
    """The window and the element that get the keys, as JSON; null where there is none."""
    window = env.desktop.windows.focused()
    node = _focused_node(env.desktop.accessibility.tree(), in_window=window is not None)
    return Text(
        _line(
            window=None
            if window is None
            else {"title": window.title, "app": window.app, "box": window.frame},
            element=None
            if node is None
            else {"role": node.role, "name": node.name, "value": node.value, "box": node.box},
        )
    )


@observation
def windows(env: UbuntuEnvironment) -> Text:
    """The windows, one JSON object a line: from the top of the stack down, then those that are minimized."""
    source = env.desktop.windows
    in_focus = source.focused()
    shown = [window for window in reversed(source.stacked()) if window.managed and window.kind != "DESKTOP"]
    lines = [
        _line(
            title=window.title,
            app=window.app,
            kind=window.kind.lower(),
            box=window.frame,
            focused=in_focus is not None and window.id == in_focus.id,
            state=_state(source.states(window)),
        )
        for window in (*shown, *source.minimized())
    ]
    return Text("\n".join(lines))


@observation
def clipboard(env: UbuntuEnvironment) -> Text:
    """What was copied last, as JSON: a text, files, a picture's type and size, or an empty object."""
    content = env.desktop.clipboard.read()
    if content.files:
        return Text(_line(files=content.files))
    if content.text is not None:
        cut = {} if len(content.text) <= LONGEST_COPY else {"characters": len(content.text)}
        return Text(_line(text=content.text[:LONGEST_COPY], **cut))
    if content.image is not None:
        return Text(_line(picture=content.image_type, bytes=len(content.image)))
    return Text(_line(**{"offered as": content.targets} if content.targets else {}))


@observation
def terminal(env: UbuntuEnvironment) -> Text:
    """What the terminal with the focus shows, or the one that lies on top; a line about it comes first."""
    found = env.desktop.terminals.read()
    if found is None:
        return Text("No terminal can be seen.")
    about = [
        f"Terminal {found.title!r}{' with the focus' if found.focused else ''}",
        f"cursor in line {found.line} after {found.column} characters",
        f"{found.above} rows above and {found.below} below are scrolled out",
    ]
    return Text(f"{', '.join(about)}:\n{found.text}")


@observation
def clip(env: UbuntuEnvironment) -> Clip:
    """What the screen has shown since the last observation, with the pointer, as a video."""
    return env.desktop.recorder.take()


OBSERVATIONS = (screenshot, ui_tree)
ON_REQUEST = (focused, windows, clipboard, terminal, clip)


def on_request(names: Iterable[str]) -> list[Observation]:
    """The observations of these names that are not made anyway.

    Raises:
        UnknownNameError: There is no such observation.
    """
    always = {item.name for item in OBSERVATIONS}
    known = {item.name: item for item in ON_REQUEST}
    wanted = [name for name in dict.fromkeys(names) if name not in always]
    for name in wanted:
        if name not in known:
            raise UnknownNameError("observation", name, known)
    return [known[name] for name in wanted]


def _focused_node(tree: UiTree, *, in_window: bool) -> UiNode | None:
    """The innermost element that has the keyboard focus."""
    tops = tree.root.children
    if in_window:
        tops = tuple(top for top in tops if "focused" in top.states)
    found = [
        node
        for top in tops
        for node in top.walk()
        if "focused" in node.states and not (in_window and node is top)
    ]
    return found[-1] if found else None


def _state(states: frozenset[str]) -> str:
    if "HIDDEN" in states:
        return "minimized"
    if "FULLSCREEN" in states:
        return "full screen"
    return "maximized" if {"MAXIMIZED_HORZ", "MAXIMIZED_VERT"} <= states else "normal"


def _line(**fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False)
