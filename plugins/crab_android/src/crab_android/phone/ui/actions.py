"""What stands over a screen for a while: selections, counts, undo, and a floating button with a word."""

from __future__ import annotations

from .text import BODY, LABEL, LABEL_LARGE, TITLE_LARGE
from .theme import Theme
from .views import MATCH, Align, Handler, View
from .widgets import icon_button, label, row


def selection_bar(count: int, theme: Theme, on_close: Handler, *actions: View) -> View:
    """The bar at the top while things are selected: a cross, how many, and what can be done with them."""
    return row(
        icon_button("close", "Close selection", theme.primary, on_close, id="action_mode_close_button"),
        label(
            str(count),
            TITLE_LARGE,
            theme.primary,
            id="selection_count",
            desc=f"{count} selected",
            weight=1,
            pad=(4, 0, 4, 0),
        ),
        *actions,
        cls="android.view.ViewGroup",
        id="action_mode_bar",
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
    )


def extended_fab(icon: str, text: str, theme: Theme, on_tap: Handler, id: str) -> View:
    """The floating action button with a word beside its icon."""
    color = theme.on_primary_container
    return row(
        View(icon=icon, color=color, hidden=True),
        label(text, LABEL_LARGE, color),
        cls="android.widget.Button",
        id=id,
        min_height=56,
        pad=(18, 8, 22, 8),
        gap=12,
        radius=18,
        fill=theme.primary_container,
        shadow=True,
        on_tap=on_tap,
    )


def badge(count: int, theme: Theme, id: str = "badge") -> View:
    """How many there are, in a small pill; more than 999 are not counted."""
    return label(
        str(count) if count < 1000 else "999+",
        LABEL,
        theme.on_primary,
        id=id,
        fill=theme.primary,
        radius=20,
        min_height=20,
        pad=(7, 2, 7, 2),
        text_align=Align.CENTER,
    )


def snackbar(text: str, theme: Theme, action: str = "", on_action: Handler | None = None) -> View:
    """A message at the foot that offers to take something back.

    The app shows it while its own state (or ``context.args``) says so, and puts it above ``context.foot``.
    """
    ends = (
        [
            label(
                action,
                LABEL_LARGE,
                theme.primary_container if not theme.dark else theme.on_primary,
                cls="android.widget.Button",
                id="snackbar_action",
                min_height=48,
                pad=(12, 14, 12, 14),
                on_tap=on_action,
            )
        ]
        if action and on_action is not None
        else []
    )
    bar = row(
        label(text, BODY, theme.inverse_on_surface, id="snackbar_text", lines=2, weight=1),
        *ends,
        width=MATCH,
        min_height=48,
        pad=(16, 4, 4, 4),
        gap=8,
        radius=12,
        fill=theme.inverse_surface,
        shadow=True,
    )
    return row(bar, width=MATCH, pad=(12, 8, 12, 8), hidden=True)
