"""What an agent can do on the phone. Coordinates are pixels of the screenshot, origin at the top left.

The levels are AndroidArena's (Xing et al. 2024, table 7): apps, components, system. The actions of CRAB's
table 2 are among them: tap, long_tap, swipe, write_text, press, open_app_drawer.
"""

from __future__ import annotations

from crab_android.actions.apps import install_app, launch_app, open_app_drawer, stop_all_apps, stop_app
from crab_android.actions.system import (
    open_notifications,
    open_quick_settings,
    press,
    set_orientation,
    take_screenshot,
    turn_screen,
)
from crab_android.actions.text import paste, set_clipboard, set_text, write_text
from crab_android.actions.touch import double_tap, long_tap, swipe, tap

ACTIONS = (
    tap,
    double_tap,
    long_tap,
    swipe,
    write_text,
    set_text,
    press,
    open_app_drawer,
    launch_app,
    stop_app,
    stop_all_apps,
    install_app,
    turn_screen,
    set_orientation,
    take_screenshot,
    open_notifications,
    open_quick_settings,
    set_clipboard,
    paste,
)
