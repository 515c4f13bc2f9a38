"""How the pages of Settings look and act."""

from __future__ import annotations

from collections.abc import Callable

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Context,
    Handler,
    Popup,
    TextStyle,
    Theme,
    View,
    button,
    column,
    dialog_card,
    formats,
    icon_button,
    icon_painter,
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
    two_lines,
)

from .model import Nearby
from .pages import (
    Accounts,
    Choice,
    Heading,
    Info,
    Installed,
    Link,
    Page,
    Row,
    Slide,
    Toggle,
    Usage,
    Words,
)

Ctx = Context[Nearby]


def page_view(context: Ctx, page: Page, *, root: bool) -> View:
    """A page: a large title, then groups of rows on rounded cards."""
    theme = context.theme
    back = [] if root else [icon_button("back", "Navigate up", theme.on_surface, context.finish)]
    title = label(
        page.title,
        TextStyle(32, 40),
        theme.on_surface,
        id="collapsing_toolbar",
        lines=2,
        width=MATCH,
        pad=(8, 0, 8, 0),
    )
    head = column(
        *back, space(height=32 if root else 12), title, width=MATCH, pad=(12, 4, 12, 20), hidden=True
    )
    rows: list[View] = [_search_pill(context), space(height=10)] if root else []
    for group in _groups(page.rows):
        rows.extend(_group(context, group))
    return column(
        scroll(
            context,
            "page",
            head,
            *rows,
            space(height=28 + context.foot),
            id="recycler_view",
            pad=(8, 0, 8, 0),
            gap=2,
            cls="androidx.recyclerview.widget.RecyclerView",
        ),
        width=MATCH,
        height=MATCH,
    )


def _search_pill(context: Ctx) -> View:
    theme = context.theme
    return row(
        View(icon="search", color=theme.on_surface_variant, hidden=True),
        label("Search settings", BODY_LARGE, theme.on_surface_variant, id="search_action_bar_title"),
        id="search_action_bar",
        desc="Search settings",
        width=MATCH,
        height=56,
        radius=28,
        gap=14,
        pad=(20, 0, 20, 0),
        fill=theme.surface_container,
        on_tap=lambda: context.open("search"),
    )


def _groups(rows: tuple[Row, ...]) -> list[list[Row]]:
    groups: list[list[Row]] = [[]]
    for entry in rows:
        if isinstance(entry, Heading):
            groups.append([entry])
        else:
            groups[-1].append(entry)
    return [group for group in groups if group]


def _group(context: Ctx, group: list[Row]) -> list[View]:
    made: list[View] = []
    cards: list[View] = []
    for entry in group:
        if isinstance(entry, Heading):
            made.append(
                label(entry.text, LABEL_LARGE, context.theme.primary, id="group_title", pad=(20, 18, 16, 8))
            )
        elif isinstance(entry, Installed):
            cards.extend(_installed(context))
        elif isinstance(entry, Usage):
            cards.extend(_usage(context))
        elif isinstance(entry, Accounts):
            cards.extend(_plain(context, "account", a.name, a.type, None) for a in context.system.accounts)
        else:
            cards.append(_row(context, entry))
    for index, card in enumerate(cards):
        top = 22 if index == 0 else 5
        foot = 22 if index == len(cards) - 1 else 5
        card.corners = (top, top, foot, foot)
        card.fill = context.theme.surface_container
    return made + cards


def _row(context: Ctx, entry: Row) -> View:
    if isinstance(entry, Link):
        return _link(context, entry)
    if isinstance(entry, Toggle):
        return _toggle(context, entry)
    if isinstance(entry, Slide):
        return _slide(context, entry)
    if isinstance(entry, Choice):
        value = context.setting(*entry.key)
        name = dict(entry.options).get(value, value)
        options = [list(option) for option in entry.options]
        return _plain(
            context,
            entry.icon,
            entry.title,
            name,
            lambda: context.show_dialog("choice", title=entry.title, key=list(entry.key), options=options),
        )
    if isinstance(entry, Words):
        return _plain(
            context,
            entry.icon,
            entry.title,
            context.setting(*entry.key),
            lambda: _edit(context, entry),
        )
    if isinstance(entry, Info):
        shown = entry.text.format(battery=context.system.battery.level)
        return _plain(context, "", entry.title, context.system.properties.get(entry.prop, shown), None)
    raise TypeError(f"no view for {entry!r}")


def _badge(icon: str, color: int, theme: Theme) -> View:
    if color:
        return stack(
            View(icon=icon, icon_size=22, color=0xFFFFFFFF, width=40, height=40),
            width=40,
            height=40,
            radius=20,
            fill=color,
            hidden=True,
        )
    return View(icon=icon, color=theme.on_surface_variant, width=28, hidden=True)


def _plain(context: Ctx, icon: str, title: str, detail: str, on_tap: Handler | None, *tail: View) -> View:
    start = [_badge(icon, 0, context.theme)] if icon else []
    return row(
        *start,
        two_lines(title, detail, context.theme),
        *tail,
        width=MATCH,
        min_height=72,
        pad=(20, 12, 16, 12),
        gap=18,
        on_tap=on_tap,
    )


def _link(context: Ctx, entry: Link) -> View:
    theme = context.theme
    start = [_badge(entry.icon, entry.color, theme)] if entry.icon else []
    return row(
        *start,
        two_lines(entry.title, entry.summary, theme),
        width=MATCH,
        min_height=76,
        pad=(18, 12, 16, 12),
        gap=18,
        on_tap=lambda: context.open(entry.page),
    )


def _toggle(context: Ctx, entry: Toggle) -> View:
    on = context.setting(*entry.key) == entry.on
    detail = entry.summary or ("On" if on else "Off")

    def flip() -> None:
        context.put_setting(*entry.key, entry.off if on else entry.on)

    tail = switch(on, context.theme, flip, id="android:id/switch_widget", desc=entry.title)
    return _plain(context, entry.icon, entry.title, detail, flip, tail)


def _slide(context: Ctx, entry: Slide) -> View:
    theme = context.theme
    value = int(context.setting(*entry.key, "0"))

    def move(part: float) -> None:
        context.put_setting(*entry.key, str(round(entry.low + part * (entry.high - entry.low))))

    part = (value - entry.low) / (entry.high - entry.low)
    return row(
        _badge(entry.icon, 0, theme),
        column(
            label(entry.title, BODY_LARGE, theme.on_surface, id="title"),
            slider(
                min(1.0, max(0.0, part)),
                theme,
                f"{entry.title}, {round(part * 100)} percent",
                move,
                "seekbar",
            ),
            weight=1,
        ),
        width=MATCH,
        pad=(20, 14, 24, 6),
        gap=18,
    )


def _installed(context: Ctx) -> list[View]:
    theme = context.theme
    apps = sorted(context.phone.apps.values(), key=lambda app: app.label.casefold())
    return [
        row(
            View(draw=icon_painter(app), width=58, height=66, hidden=True),
            two_lines(app.label, f"{app.package} · version {app.version}", theme),
            width=MATCH,
            min_height=76,
            pad=(14, 8, 16, 8),
            gap=16,
            id="app_entry",
            on_tap=lambda package=app.package: context.open("app_info", package=package),
        )
        for app in apps
    ]


_KINDS = {
    "Images": (".jpg", ".jpeg", ".png", ".webp", ".gif"),
    "Videos": (".mp4", ".mkv", ".webm"),
    "Audio": (".mp3", ".ogg", ".wav", ".m4a"),
    "Documents": (".txt", ".md", ".pdf", ".csv", ".json", ".docx"),
}


def _usage(context: Ctx) -> list[View]:
    """What each kind of file takes up, and the rest."""
    sums = dict.fromkeys([*_KINDS, "Other files"], 0)
    for path, node in context.files.walk("/sdcard"):
        if node.content is not None:
            ending = f".{path.rpartition('.')[2].lower()}"
            kind = next((name for name, endings in _KINDS.items() if ending in endings), "Other files")
            sums[kind] += len(node.content)
    icons = {"Images": "image", "Videos": "video", "Audio": "music", "Documents": "file_text"}
    return [
        _plain(context, icons.get(name, "file"), name, formats.size_text(size), None)
        for name, size in sums.items()
    ]


def choice_dialog(context: Ctx) -> Popup:
    """One of several values, in a dialog with radio buttons."""
    theme = context.theme
    namespace, name = context.dialog["key"]
    current = context.setting(namespace, name)

    def choose(value: str) -> Callable[[], None]:
        def act() -> None:
            context.put_setting(namespace, name, value)
            context.dismiss()

        return act

    options = [
        row(
            radio(value == current, theme),
            label(text, BODY_LARGE, theme.on_surface, id="android:id/text1", weight=1),
            width=MATCH,
            gap=14,
            on_tap=choose(value),
        )
        for value, text in context.dialog["options"]
    ]
    card = dialog_card(
        theme,
        context.dialog["title"],
        column(*options, width=MATCH, id="select_dialog_listview"),
        buttons=(button("Cancel", theme, context.dismiss, id="android:id/button2"),),
    )
    return Popup(card)


def _edit(context: Ctx, entry: Words) -> None:
    also = list(entry.also) if entry.also else []
    context.show_dialog("text", title=entry.title, key=list(entry.key), also=also)
    context.forget("edit")
    context.edit("edit", context.setting(*entry.key))


def text_dialog(context: Ctx) -> Popup:
    """A text to type."""
    theme = context.theme
    namespace, name = context.dialog["key"]
    also = context.dialog["also"]

    def close() -> None:
        context.forget("edit")
        context.dismiss()

    def save() -> None:
        text = context.field("edit").text.strip()
        if text:
            context.put_setting(namespace, name, text)
            if also:
                context.put_setting(also[0], also[1], text)
        close()

    card = dialog_card(
        theme,
        context.dialog["title"],
        outlined(
            text_input(context, "edit", context.dialog["title"], id="android:id/edit", on_enter=save), theme
        ),
        buttons=(
            button("Cancel", theme, close, id="android:id/button2"),
            button("Save", theme, save, id="android:id/button1"),
        ),
    )
    return Popup(card)
