"""How blocks of a page look: each text, link, picture and control is a node of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from crab_android.phone.kit import (
    DENSITY,
    MATCH,
    Align,
    Context,
    Handler,
    Span,
    TextStyle,
    Theme,
    View,
    button,
    column,
    divider,
    icon_button,
    icon_mark,
    label,
    rich_text,
    row,
    scroll,
    stack,
    text_input,
)

from . import drawings
from .address import asked, joined
from .blocks import (
    AnyBlock,
    Banner,
    Bit,
    Block,
    Code,
    Download,
    Entry,
    Form,
    Grid,
    Heading,
    Items,
    Paragraph,
    Picture,
    Press,
    Search,
    bits,
    plain,
)
from .forms import form
from .model import Browser
from .work import follow, save, send_form

_MARK, _MARK_HERE = 0xFFFFE27A, 0xFFFF9F43
_HEADS = {1: TextStyle(28, 36, 500), 2: TextStyle(21, 28, 500), 3: TextStyle(17, 24, 500)}
_PLAIN = "android.view.View"


class Pen:
    """What draws the blocks of one page: sizes, colours, and what is searched for on it."""

    def __init__(self, context: Context[Browser], wanted: str = "", here: int = 0) -> None:
        self.context = context
        self.theme: Theme = context.theme
        tab = context.state.tab
        self.scale = int(context.state.text_size) / 100 * (0.75 if tab.desktop else 1.0)
        self.url = tab.entry.url
        self.margin = 20.0
        area = context.phone.area.width / DENSITY
        self.width = min(area, 720) - 2 * self.margin if not tab.desktop else area - 24
        self.wanted = wanted.lower()
        self.here = here
        self.met = 0

    def style(self, style: TextStyle) -> TextStyle:
        """A style at the page's text size."""
        return TextStyle(style.size * self.scale, style.height * self.scale, style.weight)

    def text(
        self,
        text: str,
        style: TextStyle,
        color: int,
        width: float,
        *,
        id: str = "",
        bold: bool = False,
        pieces: tuple[Bit, ...] | None = None,
    ) -> View:
        """A text with links; a long press on it offers to copy it, one on a link what to do with it."""
        links: dict[int, str] = {}
        spans: list[Span] = []
        pieces = bits(text) if pieces is None else pieces
        for bit in pieces:
            tap: Handler | None = None
            if bit.link:
                tap = partial(follow, self.context, bit.link)
                links[id_of(tap)] = joined(self.url, bit.link)
            spans += self._marked(bit.text, tap, bold=bit.bold or bold)
        view = rich_text(
            self.context,
            spans or [Span(" ")],
            width=width,
            style=self.style(style),
            color=color,
            id=id,
            on_long_tap=partial(self.context.show_dialog, "text", text="".join(bit.text for bit in pieces)),
        )
        for holder in view.children:
            for link in holder.children:
                if link.on_tap is not None and id_of(link.on_tap) in links:
                    link.on_long_tap = self.offer(links[id_of(link.on_tap)], link.text)
        return view

    def _marked(self, text: str, tap: Handler | None, *, bold: bool) -> list[Span]:
        """A piece of text as spans, what is searched for on a bright ground."""
        if not self.wanted or self.wanted not in text.lower():
            return [Span(text, bold=bold, on_tap=tap)]
        made: list[Span] = []
        at, low, size = 0, text.lower(), len(self.wanted)
        while (found := low.find(self.wanted, at)) >= 0:
            if found > at:
                made.append(Span(text[at:found], bold=bold, on_tap=tap))
            ground = _MARK_HERE if self.met == self.here else _MARK
            self.met += 1
            made.append(
                Span(text[found : found + size], bold=bold, on_tap=tap, color=0xFF1B1B1B, background=ground)
            )
            at = found + size
        if at < len(text):
            made.append(Span(text[at:], bold=bold, on_tap=tap))
        return made

    def pass_over(self, text: str) -> None:
        """Count what is searched for in a text that is not marked."""
        self.met += text.lower().count(self.wanted) if self.wanted else 0

    def offer(self, url: str, text: str, drawing: str = "") -> Handler:
        """What opens the menu of a link or a picture."""
        return partial(self.context.show_dialog, "link", url=url, text=text, drawing=drawing)

    def picture(self, name: str, desc: str, link: str = "", *, width: float, height: float) -> View:
        """A drawing."""
        return View(
            "android.widget.Image",
            id="image",
            desc=desc or name,
            draw=lambda canvas, rect: drawings.paint(name, canvas, rect),
            on_tap=partial(follow, self.context, link) if link else None,
            on_long_tap=self.offer(joined(self.url, link) if link else "", desc, name),
            width=width,
            height=height,
        )


def id_of(handler: Handler) -> int:
    """What tells handlers apart."""
    return id(handler)


def draw_block(pen: Pen, block: AnyBlock) -> View:
    """The view of one block."""
    maker = _MAKERS.get(type(block))
    return maker(pen, block) if maker else divider(pen.theme)


def _banner(pen: Pen, block: Banner) -> View:
    theme = pen.theme
    name = row(
        icon_mark(block.icon, theme.primary),
        label(block.text, TextStyle(18, 26, 700), theme.on_surface, cls=_PLAIN),
        gap=10,
        min_height=48,
        id="site_name",
        on_tap=partial(follow, pen.context, block.link),
    )
    links = [
        label(
            text,
            pen.style(TextStyle(14, 20, 500)),
            theme.primary,
            cls=_PLAIN,
            id="site_link",
            min_height=48,
            pad=(0, 14, 18, 14),
            on_tap=partial(follow, pen.context, link),
            on_long_tap=pen.offer(joined(pen.url, link), text),
        )
        for text, link in block.links
    ]
    line = row(*links, width=MATCH, hidden=True)
    return column(name, *([line] if links else []), divider(theme), width=MATCH, hidden=True)


def _heading(pen: Pen, block: Heading) -> View:
    style = _HEADS[block.level]
    view = pen.text(block.text, style, pen.theme.on_surface, pen.width, id="heading", bold=True)
    return stack(view, width=MATCH, pad=(0, 8 if block.level > 1 else 2, 0, 0), hidden=True)


def _paragraph(pen: Pen, block: Paragraph) -> View:
    color = pen.theme.on_surface_variant if block.quiet else pen.theme.on_surface
    return pen.text(block.text, TextStyle(14, 20) if block.quiet else TextStyle(16, 25), color, pen.width)


def _items(pen: Pen, block: Items) -> View:
    rows = []
    for number, item in enumerate(block.items, 1):
        mark = f"{number}." if block.ordered else "•"
        style = TextStyle(16, 25)
        sign = label(mark, pen.style(style), pen.theme.on_surface_variant, width=24, hidden=True)
        rows.append(row(sign, pen.text(item, style, pen.theme.on_surface, pen.width - 24), align=Align.START))
    return column(*rows, cls="android.widget.ListView", width=MATCH, gap=8)


def _grid(pen: Pen, block: Grid) -> View:
    every = [*([block.head] if block.head else []), *block.rows]
    count = len(every[0]) if every else 0
    if count == 2:
        shares = [0.4, 0.6]
    else:
        # As wide as the longest text wants, within limits.
        longest = [max(len(plain(cells[at])) for cells in every) for at in range(count)]
        wants = [min(24, max(5, letters)) + 4 for letters in longest]
        shares = [want / sum(wants) for want in wants]
    lines = []
    for number, cells in enumerate(every):
        head = bool(block.head) and number == 0
        made = [
            pen.text(
                cell,
                TextStyle(14, 20),
                pen.theme.on_surface_variant if count == 2 and at == 0 and not head else pen.theme.on_surface,
                pen.width * share - 16,
                bold=head,
            )
            for at, (cell, share) in enumerate(zip(cells, shares, strict=True))
        ]
        boxes = [
            stack(view, pad=(8, 9, 8, 9), width=pen.width * s, hidden=True)
            for view, s in zip(made, shares, strict=True)
        ]
        fill = pen.theme.surface_container if head else pen.theme.surface_low if number % 2 else None
        lines.append(row(*boxes, cls="android.widget.TableRow", width=MATCH, align=Align.START, fill=fill))
    return column(
        *lines, cls="android.widget.GridView", width=MATCH, radius=10, stroke=pen.theme.outline_variant
    )


def _picture(pen: Pen, block: Picture) -> View:
    image = pen.picture(block.drawing, block.alt, block.link, width=pen.width, height=pen.width * 0.5)
    if not block.caption:
        return image
    text = pen.text(block.caption, TextStyle(13, 18), pen.theme.on_surface_variant, pen.width)
    return column(image, text, width=MATCH, gap=6, hidden=True)


def _code(pen: Pen, block: Code) -> View:
    theme, context = pen.theme, pen.context

    def copy() -> None:
        context.copy(block.text)
        context.toast("Copied")

    lines = (Bit(block.text),)
    text = pen.text("", TextStyle(13.5, 21), theme.on_surface, pen.width - 76, id="code", pieces=lines)
    return row(
        text,
        icon_button("copy", "Copy code", theme.on_surface_variant, copy, id="copy_code"),
        width=MATCH,
        pad=(16, 10, 4, 10),
        gap=8,
        radius=12,
        fill=theme.surface_container,
        align=Align.START,
        hidden=True,
    )


def _entry(pen: Pen, block: Entry) -> View:
    theme, link = pen.theme, block.link
    across = pen.width - (108 if block.drawing else 0)
    texts = []
    if block.meta:
        texts.append(pen.text(block.meta, TextStyle(13, 18), theme.on_surface_variant, across))
    title = (Bit(block.title, link),)
    texts.append(pen.text("", TextStyle(17, 24, 500), theme.primary, across, id="entry_title", pieces=title))
    if block.text:
        texts.append(pen.text(block.text, TextStyle(14, 20), theme.on_surface, across))
    body = column(*texts, gap=2, width=across, hidden=True)
    shown = [pen.picture(block.drawing, block.title, link, width=96, height=72)] if block.drawing else []
    return row(body, *shown, width=MATCH, gap=12, pad=(0, 6, 0, 6), align=Align.START, hidden=True)


def _search(pen: Pen, block: Search) -> View:
    theme, context = pen.theme, pen.context
    name = "page_search"

    def search() -> None:
        words = context.field(name, block.value).text.strip()
        if words:
            follow(context, asked(block.action, q=words))

    entry = text_input(
        context,
        name,
        block.hint,
        initial=block.value,
        on_enter=search,
        width=0,
        weight=1,
        ime_action="search",
    )
    entry.min_height = 52
    return row(
        entry,
        icon_button("search", "Search this site", theme.primary, search, id="page_search_button"),
        width=MATCH,
        pad=(18, 0, 4, 0),
        radius=26,
        fill=theme.surface_container,
        stroke=theme.primary if entry.focused else theme.outline_variant,
        hidden=True,
    )


def _form(pen: Pen, block: Form) -> View:
    return form(pen, block, partial(send_form, pen.context, block))


def _press(pen: Pen, block: Press) -> View:
    pen.pass_over(block.text)
    press = button(
        block.text, pen.theme, partial(follow, pen.context, block.link), id="page_button", filled=block.filled
    )
    return row(press, width=MATCH, min_height=48, hidden=True)


def _download(pen: Pen, block: Download) -> View:
    theme = pen.theme
    pen.pass_over(block.text)
    url = joined(pen.url, f"/{block.file}")
    start = partial(save, pen.context, block.file, block.content.encode(), url)
    return row(
        icon_mark("download", theme.primary),
        label(block.text, pen.style(TextStyle(15, 22, 500)), theme.primary, lines=2, weight=1),
        id="download_link",
        width=MATCH,
        min_height=52,
        pad=(14, 6, 14, 6),
        gap=12,
        radius=12,
        stroke=theme.outline_variant,
        on_tap=start,
    )


_MAKERS: dict[type[Block], Callable[[Pen, Any], View]] = {
    Banner: _banner,
    Heading: _heading,
    Paragraph: _paragraph,
    Items: _items,
    Grid: _grid,
    Picture: _picture,
    Code: _code,
    Entry: _entry,
    Search: _search,
    Form: _form,
    Press: _press,
    Download: _download,
}


def web_view(context: Context[Browser], pen: Pen, key: str, title: str, *blocks: View) -> View:
    """The root of a page."""
    return scroll(
        context,
        key,
        column(*blocks, width=pen.width, gap=14, hidden=True),
        cls="android.webkit.WebView",
        id="webview",
        desc=title,
        pad=(pen.margin, 14, pen.margin, 40),
        align=Align.CENTER,
    )
