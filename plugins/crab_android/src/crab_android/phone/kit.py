"""Everything that an app for the phone is made with. Apps import nothing else of the phone."""

from __future__ import annotations

from . import formats, intents
from .app import App, Lead, NoState, Place, Popup, Rows, Screen, Seeding, Table, no_state
from .callers import Caller, Callers
from .clock import zone
from .content import ContentError
from .context import AppContext, Context
from .intents import Filter, Intent
from .people import Person
from .shell.mp4 import mp4
from .state import Account, Notification, NotificationAction
from .system.bars import STATUS_HEIGHT, clock_text
from .system.files import FileError, FileTree, Node
from .text_field import TextField
from .ui.actions import badge, extended_fab, selection_bar, snackbar
from .ui.app_icon import icon_painter
from .ui.fields import dropdown, step_slider, text_box
from .ui.geometry import DENSITY, Rect, px
from .ui.icons import draw_icon
from .ui.lists import (
    avatar,
    card,
    empty_state,
    grid,
    icon_badge,
    initials,
    lazy_grid,
    lazy_list,
    list_row,
    section,
    text_height,
)
from .ui.media import decoded, image, picture_size, progress_bar, spinner
from .ui.menus import choice, closing, confirm, disabled, menu, multi_choice, overflow, sheet, text_prompt
from .ui.navigation import bottom_bar, chip, search_bar, tabs
from .ui.paths import parse_path
from .ui.pickers import date_picker
from .ui.rich import Piece, Span, broken, rich_text
from .ui.text import (
    BODY,
    BODY_LARGE,
    DISPLAY,
    HEADLINE,
    LABEL,
    LABEL_LARGE,
    TITLE,
    TITLE_LARGE,
    TextStyle,
    shape,
)
from .ui.theme import Color, Theme, tinted, with_alpha
from .ui.time_picker import time_picker
from .ui.views import MATCH, WRAP, Align, Axis, Handler, Painter, View
from .ui.wallpaper import WALLPAPER_FILE
from .ui.widgets import (
    FRAME,
    LINEAR,
    TEXT,
    button,
    checkbox,
    column,
    dialog_card,
    divider,
    fab,
    icon_button,
    icon_mark,
    label,
    outlined,
    radio,
    row,
    scroll,
    slider,
    space,
    stack,
    switch,
    text_input,
    top_bar,
    two_lines,
)

__all__ = [
    "BODY",
    "BODY_LARGE",
    "DENSITY",
    "DISPLAY",
    "FRAME",
    "HEADLINE",
    "LABEL",
    "LABEL_LARGE",
    "LINEAR",
    "MATCH",
    "STATUS_HEIGHT",
    "TEXT",
    "TITLE",
    "TITLE_LARGE",
    "WALLPAPER_FILE",
    "WRAP",
    "Account",
    "Align",
    "App",
    "AppContext",
    "Axis",
    "Caller",
    "Callers",
    "Color",
    "ContentError",
    "Context",
    "FileError",
    "FileTree",
    "Filter",
    "Handler",
    "Intent",
    "Lead",
    "NoState",
    "Node",
    "Notification",
    "NotificationAction",
    "Painter",
    "Person",
    "Piece",
    "Place",
    "Popup",
    "Rect",
    "Rows",
    "Screen",
    "Seeding",
    "Span",
    "Table",
    "TextField",
    "TextStyle",
    "Theme",
    "View",
    "avatar",
    "badge",
    "bottom_bar",
    "broken",
    "button",
    "card",
    "checkbox",
    "chip",
    "choice",
    "clock_text",
    "closing",
    "column",
    "confirm",
    "date_picker",
    "decoded",
    "dialog_card",
    "disabled",
    "divider",
    "draw_icon",
    "dropdown",
    "empty_state",
    "extended_fab",
    "fab",
    "formats",
    "grid",
    "icon_badge",
    "icon_button",
    "icon_mark",
    "icon_painter",
    "image",
    "initials",
    "intents",
    "label",
    "lazy_grid",
    "lazy_list",
    "list_row",
    "menu",
    "mp4",
    "multi_choice",
    "no_state",
    "outlined",
    "overflow",
    "parse_path",
    "picture_size",
    "progress_bar",
    "px",
    "radio",
    "rich_text",
    "row",
    "scroll",
    "search_bar",
    "section",
    "selection_bar",
    "shape",
    "sheet",
    "slider",
    "snackbar",
    "space",
    "spinner",
    "stack",
    "step_slider",
    "switch",
    "tabs",
    "text_box",
    "text_height",
    "text_input",
    "text_prompt",
    "time_picker",
    "tinted",
    "top_bar",
    "two_lines",
    "with_alpha",
    "zone",
]
