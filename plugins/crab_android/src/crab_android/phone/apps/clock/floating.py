"""The button over the content of a tab."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import MATCH, Align, Context, View, column, stack


def with_button(context: Context[Any], body: View, button: View) -> View:
    """A tab with a button over its foot: in the middle, or at the end of a phone that lies on its side."""
    area = context.phone.area
    aside = area.width > area.height
    layer = stack(
        button,
        width=MATCH,
        height=MATCH,
        align=Align.END if aside else Align.CENTER,
        justify=Align.END,
        pad=(0, 0, 88 if aside else 0, 16),
        hidden=True,
    )
    content = column(body, width=MATCH, height=MATCH, hidden=True)
    return stack(content, layer, width=MATCH, weight=1, hidden=True)
