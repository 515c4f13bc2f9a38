"""What can be seen of the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_core import Screenshot, UiTree, observation

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment


@observation
def screenshot(env: UbuntuEnvironment) -> Screenshot:
    """The whole screen as a PNG picture, without the pointer."""
    return env.desktop.screen.screenshot()


@observation
def ui_tree(env: UbuntuEnvironment) -> UiTree:
    """The elements that can be seen: the shell with its dock, windows from the top down, desktop icons."""
    return env.desktop.accessibility.tree()


OBSERVATIONS = (screenshot, ui_tree)
