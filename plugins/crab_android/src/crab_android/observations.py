"""What can be seen of the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_android.device import hierarchy
from crab_core import Screenshot, UiTree, observation

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@observation
def screenshot(env: AndroidEnvironment) -> Screenshot:
    """The whole screen as a PNG picture, byte for byte as the phone gave it."""
    return env.screen.screenshot()


@observation
def ui_tree(env: AndroidEnvironment) -> UiTree:
    """The elements of the window in front, in visual order."""
    width, height = env.screen.size
    return hierarchy.ui_tree(env.screen.hierarchy(), width, height)


OBSERVATIONS = (screenshot, ui_tree)
