"""What lists are made of: rows, avatars, headings, cards, grids, long lists that build what is seen."""

from __future__ import annotations

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import skia

from .geometry import DENSITY, Rect, px
from .icons import draw_icon
from .lettering import draw_centered
from .text import BODY, BODY_LARGE, LABEL_LARGE, TITLE_LARGE
from .theme import Color, Theme
from .views import MATCH, Align, Handler, View
from .widgets import column, label, row, space

if TYPE_CHECKING:
    from ..context import Context

RECYCLER = "androidx.recyclerview.widget.RecyclerView"
_NO_PAD = (0.0, 0.0, 0.0, 0.0)

# Backgrounds of avatars: dark enough for white letters (contrast of 4.5 and more), fine on light and dark.
AVATAR_COLORS: tuple[Color, ...] = (
    0xFF3F63B8,
    0xFF00796B,
    0xFF8A4FA3,
    0xFFB3502D,
    0xFF2F7D4B,
    0xFFB03A64,
    0xFF5B5F9C,
    0xFF8A6116,
    0xFF12748F,
    0xFF6A5D4D,
)


def list_row(
    theme: Theme,
    title: str,
    detail: str = "",
    *,
    start: View | None = None,
    end: View | None = None,
    on_tap: Handler | None = None,
    on_long_tap: Handler | None = None,
    id: str = "",
    title_id: str = "title",
    detail_id: str = "summary",
    lines: int = 1,
    detail_lines: int = 2,
    selected: bool = False,
    strike: bool = False,
    **more: Any,
) -> View:
    """A row of a list: something at its start, a title, a smaller line below, something at its end."""
    color = theme.on_secondary_container if selected else theme.on_surface
    quiet = theme.on_secondary_container if selected else theme.on_surface_variant
    texts = [label(title, BODY_LARGE, color, id=title_id, lines=lines, strike=strike)]
    if detail:
        texts.append(label(detail, BODY, quiet, id=detail_id, lines=detail_lines))
    more.setdefault("min_height", 72 if detail else 56)
    more.setdefault("pad", (16, 8, 16, 8))
    more.setdefault("radius", 18 if selected else 0)
    return row(
        *([start] if start else []),
        column(*texts, weight=1, gap=1, hidden=True),
        *([end] if end else []),
        id=id,
        width=MATCH,
        gap=16,
        fill=theme.secondary_container if selected else None,
        selected=selected,
        on_tap=on_tap,
        on_long_tap=on_long_tap,
        **more,
    )


def initials(name: str) -> str:
    """The letters that stand for a name: the first of its first and of its last word, at most two."""
    words = [word for word in name.split() if any(char.isalnum() for char in word)]
    chosen = [words[0], words[-1]] if len(words) > 1 else words
    letters = [next(char for char in word if char.isalnum()) for word in chosen]
    # A phone number has no initials.
    return "".join(letters).upper() if letters and letters[0].isalpha() else ""


def avatar(name: str, size: float = 40) -> View:
    """A circle with a name's initials, or a figure where it has none; the name chooses the colour.

    It is a picture: no node of the UI tree, since the name stands beside it.
    """
    letters = initials(name)
    color = AVATAR_COLORS[zlib.crc32(name.encode()) % len(AVATAR_COLORS)]

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        half = min(rect.width, rect.height) / 2
        canvas.drawCircle(x, y, half, skia.Paint(Color=color, AntiAlias=True))
        if letters:
            draw_centered(canvas, letters, x, y, half * (0.84 if len(letters) > 1 else 1.0), 0xFFFFFFFF, 500)
        else:
            inset = round(half * 0.58)
            draw_icon(canvas, "person", Rect(x - inset, y - inset, x + inset, y + inset), 0xFFFFFFFF)

    return View("android.widget.ImageView", width=size, height=size, draw=paint, hidden=True)


def icon_badge(icon: str, color: Color, size: float = 40) -> View:
    """A white icon, or a black one on a light colour, on a coloured circle; no node of the UI tree."""
    red, green, blue = (color >> shift & 0xFF for shift in (16, 8, 0))
    # ITU-R BT.601's weights: how bright the colour looks.
    light = 0.299 * red + 0.587 * green + 0.114 * blue > 170
    return View(
        "android.widget.ImageView",
        icon=icon,
        icon_size=size * 0.55,
        color=0xFF1A1B21 if light else 0xFFFFFFFF,
        fill=color,
        width=size,
        height=size,
        radius=size / 2,
        hidden=True,
    )


def section(text: str, theme: Theme, id: str = "header") -> View:
    """The heading over a part of a list."""
    return label(text, LABEL_LARGE, theme.primary, id=id, width=MATCH, pad=(16, 16, 16, 8))


def card(theme: Theme, *children: View, **more: Any) -> View:
    """A rounded tonal surface around its children."""
    more.setdefault("width", MATCH)
    more.setdefault("pad", (16, 16, 16, 16))
    more.setdefault("gap", 4)
    more.setdefault("radius", 20)
    more.setdefault("fill", theme.surface_low)
    return column(*children, **more)


def empty_state(theme: Theme, icon: str, title: str, hint: str = "") -> View:
    """What a screen shows when it has nothing to show."""
    disc = View(
        icon=icon,
        icon_size=44,
        color=theme.on_secondary_container,
        fill=theme.secondary_container,
        width=96,
        height=96,
        radius=34,
        hidden=True,
    )
    texts = [
        label(title, TITLE_LARGE, theme.on_surface, id="empty_title", lines=3, text_align=Align.CENTER),
    ]
    if hint:
        texts.append(
            label(hint, BODY, theme.on_surface_variant, id="empty_hint", lines=4, text_align=Align.CENTER)
        )
    return column(
        disc,
        space(height=12),
        *texts,
        id="empty_view",
        width=MATCH,
        align=Align.CENTER,
        gap=6,
        pad=(32, 88, 32, 32),
    )


def text_height(context: Context[Any], height: float) -> float:
    """A height in dp that holds texts, grown for large fonts so that they still fit.

    About three quarters of a row's height is text; the rest, its padding, stays as it is.
    """
    return height * (1 + 0.75 * max(0.0, context.phone.font_scale - 1))


def lazy_list(
    context: Context[Any],
    key: str,
    count: int,
    row_height: float | Callable[[int], float],
    build_row: Callable[[int], View],
    start: int = 0,
    **more: Any,
) -> View:
    """A list that scrolls and builds only the rows that may be on the screen.

    It scrolls as the full list would: what is not built is replaced by nothing of the same height.

    Args:
        context: of the screen.
        key: the name of its scroll offset.
        count: how many rows there are.
        row_height: the height of a row in dp, or what tells it by index; it grows with the font.
        build_row: builds the row at an index.
        start: the row that stands on top until the list is scrolled.
        more: of the list's own view, such as ``id``, ``pad`` and ``gap``.
    """
    gap = px(more.get("gap", 0.0))
    if callable(row_height):
        wanted = [row_height(index) for index in range(count)]
        # Long lists have rows of few heights.
        known = {height: px(text_height(context, height)) for height in set(wanted)}
        heights = [known[height] for height in wanted]
        ends = list(accumulate(height + gap for height in heights))
    else:
        height = px(text_height(context, row_height))
        heights = [height] * count
        ends = list(range(height + gap, (height + gap) * count + 1, height + gap))
    offset = context.activity.scroll.get(key, ends[start - 1] if 0 < start <= count else 0)
    first, last = _seen(ends, offset, px(more.get("pad", _NO_PAD)[1]), context.phone.area.height)
    children: list[View] = []
    if first:
        children.append(_nothing(ends[first - 1] - gap))
    for index in range(first, last):
        view = build_row(index)
        view.height = heights[index] / DENSITY
        children.append(view)
    if last < count:
        children.append(_nothing(ends[-1] - (ends[last - 1] if last else 0) - gap))
    more.setdefault("cls", RECYCLER)
    more.setdefault("width", MATCH)
    more.setdefault("weight", 1)
    return column(*children, scroll_key=key, scroll_y=offset, **more)


def _seen(ends: Sequence[int], offset: int, above: int, height: int) -> tuple[int, int]:
    """Which rows, first to before last, may be seen at a scroll offset.

    Args:
        ends: where each row and the gap after it end, in pixels from the top of the first row.
        offset: how far the list is scrolled, in pixels; the layout takes less when the list is shorter now.
        above: the padding above the first row, in pixels.
        height: of the screen in pixels; no list shows more.
    """
    if not ends:
        return 0, 0
    low = max(0, min(offset, ends[-1] - height)) - above
    high = min(offset, ends[-1]) + height - above
    return bisect_right(ends, low), min(len(ends), bisect_left(ends, high) + 1)


def _nothing(pixels: int) -> View:
    return space(height=pixels / DENSITY)


def grid(children: Sequence[View], columns: int, gap: float = 8, **more: Any) -> View:
    """Children in rows of ``columns`` cells of one width; cells are as high as they say."""
    more.setdefault("width", MATCH)
    rows = [
        _cells(children[start : start + columns], columns, gap) for start in range(0, len(children), columns)
    ]
    return column(*rows, gap=gap, **more)


def _cells(children: Sequence[View], columns: int, gap: float) -> View:
    for child in children:
        child.weight = 1
    rest = [space(weight=1) for _ in range(columns - len(children))]
    return row(*children, *rest, width=MATCH, gap=gap, align=Align.START, hidden=True)


def lazy_grid(
    context: Context[Any],
    key: str,
    count: int,
    columns: int,
    cell_height: float,
    build_cell: Callable[[int], View],
    gap: float = 2,
    **more: Any,
) -> View:
    """A grid that scrolls and builds only what may be on the screen, see :func:`lazy_list`."""

    def build_row(number: int) -> View:
        indices = range(number * columns, min(count, (number + 1) * columns))
        cells = [build_cell(index) for index in indices]
        for cell in cells:
            cell.height = text_height(context, cell_height)
        return _cells(cells, columns, gap)

    more.setdefault("cls", "android.widget.GridView")
    return lazy_list(context, key, -(-count // columns), cell_height, build_row, gap=gap, **more)
