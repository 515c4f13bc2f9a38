"""What can be seen of the phone.

An episode captures at every step what its environment was made to show: the screenshot and the UI tree, and
what else was asked for. What was not costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_android.device import hierarchy
from crab_android.device.windows import front
from crab_core import Clip, Screenshot, Text, UiTree, observation

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@observation
def screenshot(env: AndroidEnvironment) -> Screenshot:
    """The whole screen as a PNG picture, byte for byte as the phone gave it."""
    return env.screen.screenshot()


@observation
def ui_tree(env: AndroidEnvironment) -> UiTree:
    """The elements of the window in front, in visual order."""
    xml = env.hierarchy()
    return hierarchy.ui_tree(xml, *env.size)


@observation
def ui_text(env: AndroidEnvironment) -> Text:
    """The window in front as text, a line an element, with ids that actions take as `node`."""
    return Text(env.show_text())


@observation
def current_activity(env: AndroidEnvironment) -> Text:
    """The app and the activity in front, as `package/activity`; nothing when there is none."""
    shown = front(env.link)
    return Text("" if shown is None else f"{shown.package}/{shown.activity}")


@observation
def clipboard(env: AndroidEnvironment) -> Text:
    """The text on the clipboard."""
    return Text(env.clipboard.read())


@observation
def clip(env: AndroidEnvironment) -> Clip:
    """What the screen has shown since the last observation, as a video."""
    return env.recorder.take()


OBSERVATIONS = (screenshot, ui_tree)
ON_REQUEST = (ui_text, current_activity, clipboard, clip)
