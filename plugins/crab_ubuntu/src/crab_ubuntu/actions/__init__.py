"""What an agent can do on the desktop. Coordinates are pixels of the screenshot, origin at the top left."""

from crab_ubuntu.actions.code import run_python, run_shell
from crab_ubuntu.actions.keyboard import hotkey, key_down, key_up, paste, press, write_text
from crab_ubuntu.actions.pointer import (
    click,
    double_click,
    drag,
    mouse_down,
    mouse_up,
    move,
    right_click,
    scroll,
    triple_click,
)
from crab_ubuntu.actions.windows import close_window, focus_window, search_app, wait_for_window

ACTIONS = (
    click,
    right_click,
    double_click,
    write_text,
    press,
    hotkey,
    scroll,
    search_app,
    triple_click,
    move,
    drag,
    mouse_down,
    mouse_up,
    key_down,
    key_up,
    paste,
    wait_for_window,
    focus_window,
    close_window,
)
"""Those of the paper's Table 2, then what else a person does with pointer, keys, clipboard and windows."""

API_ACTIONS = (run_shell, run_python)
"""Calls of an interface for programs: only for agents that a benchmark allows them."""
