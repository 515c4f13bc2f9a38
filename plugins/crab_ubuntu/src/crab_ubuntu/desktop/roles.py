"""AT-SPI roles in Crab's words, and what can be done with them."""

from __future__ import annotations

ROLES: dict[int, str] = {
    2: "alert",
    5: "calendar",
    6: "canvas",
    7: "check box",
    8: "check menu item",
    9: "color chooser",
    10: "column header",
    11: "combo box",
    12: "date editor",
    13: "icon",
    16: "dialog",
    18: "drawing area",
    19: "file chooser",
    23: "window",
    26: "icon",
    27: "image",
    29: "label",
    31: "list",
    32: "list item",
    33: "menu",
    34: "menu bar",
    35: "menu item",
    37: "tab",
    38: "tab list",
    40: "password field",
    41: "popup menu",
    42: "progress bar",
    43: "button",
    44: "radio button",
    45: "radio menu item",
    47: "row header",
    48: "scroll bar",
    49: "scroll area",
    50: "separator",
    51: "slider",
    52: "spin button",
    54: "status bar",
    55: "table",
    56: "cell",
    57: "column header",
    58: "row header",
    60: "terminal",
    61: "text field",
    62: "toggle button",
    63: "tool bar",
    64: "tool tip",
    65: "tree",
    66: "tree table",
    69: "window",
    73: "paragraph",
    79: "text field",
    83: "heading",
    82: "document",
    88: "link",
    90: "row",
    91: "tree item",
    92: "document",
    93: "document",
    94: "document",
    95: "document",
    98: "list",
    101: "notification",
    102: "info bar",
    103: "level bar",
    116: "label",
    129: "menu button",
}
"""What is not named here only groups other widgets."""

CLICKABLE = frozenset(
    (
        "button",
        "check box",
        "check menu item",
        "column header",
        "combo box",
        "icon",
        "link",
        "list item",
        "menu",
        "menu item",
        "tab",
        "password field",
        "radio button",
        "radio menu item",
        "slider",
        "spin button",
        "cell",
        "text field",
        "toggle button",
        "tree item",
        "menu button",
        "terminal",
    )
)
"""What a person can click with an effect."""

CHECKABLE = frozenset(("check box", "check menu item", "radio button", "radio menu item", "toggle button"))
"""What is on or off."""

TEXTS = frozenset(("text field", "terminal", "paragraph", "document"))
"""What holds text beside its name."""

NUMBERS = frozenset(("slider", "spin button", "progress bar", "level bar"))
"""What holds a number."""

CLIPPING = frozenset((49, 68, 60, 82, 95))
"""AT-SPI roles that show a part of what is inside: scroll pane, viewport, terminal, document."""

LABEL = 29
PASSWORD = 40
MENU_BAR = 34
ROOT_PANE = 46
CELL = 56
TABLE = 55
SECTION = 85
IN_MENU = frozenset((8, 33, 35, 45))
"""AT-SPI roles of what stands in menus: a check item, a menu, an item, a radio item."""
MENU = 33
