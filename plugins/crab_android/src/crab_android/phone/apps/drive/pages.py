"""The quieter screens: search, trash, settings, storage."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    Align,
    Context,
    Popup,
    View,
    chip,
    column,
    confirm,
    empty_state,
    formats,
    label,
    lazy_list,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    search_bar,
    section,
    space,
    stack,
    switch,
    top_bar,
)

from .browse import open_item
from .looks import ROW, item_row, locale
from .main import storage_line
from .model import KINDS, SORTS, Drive, Item

Ctx = Context[Drive]

_KEPT = 6  # searches


def search(context: Ctx) -> View:
    """Finding items by name, text, owner and kind."""
    theme, state = context.theme, context.state
    wanted, kind = context.field("query").text.strip(), str(context.args.get("kind", ""))

    def filter_(name: str) -> None:
        context.args["kind"] = "" if name == kind else name

    def remember() -> None:
        if wanted:
            state.searches = [wanted, *(old for old in state.searches if old != wanted)][:_KEPT]
        context.phone.hide_keyboard()

    def open_(item: Item) -> None:
        remember()
        open_item(context, item)

    def again(text: str) -> None:
        context.edit("query")
        context.activity.fields["query"].set(text)

    kinds = [name for name in KINDS if any(item.kind == name for item in state.items)]
    chips = row(
        *(
            chip(
                KINDS[name][0],
                theme,
                partial(filter_, name),
                selected=name == kind,
                id=f"chip_{name}",
                icon="",
            )
            for name in kinds
        ),
        gap=8,
        width=MATCH,
        cls="android.widget.HorizontalScrollView",
        id="type_chips",
        pad=(16, 0, 16, 4),
        scroll_key="kinds",
        scroll_y=context.activity.scroll.get("kinds", 0),
        horizontal=True,
    )
    bar = search_bar(context, "query", "Search in Drive", on_enter=remember, on_back=context.finish)
    found = state.search(wanted, kind) if wanted or kind else []
    if found:
        body = lazy_list(
            context,
            f"found{kind}",
            len(found),
            ROW,
            lambda index: item_row(
                context,
                found[index],
                on_tap=partial(open_, found[index]),
                on_more=partial(context.show_dialog, "actions", id=found[index].id),
                detail=f"{state.place(found[index])} · {formats.list_time(found[index].modified, context)}",
            ),
            id="search_results",
            pad=(4, 0, 4, 16),
        )
    elif wanted or kind:
        body = empty_state(theme, "search", "No results", "Try other words, or another type")
    else:
        past = [
            list_row(
                theme,
                text,
                start=View(icon="history", color=theme.on_surface_variant, width=40, hidden=True),
                on_tap=partial(again, text),
                id="recent_search",
            )
            for text in state.searches
        ]
        body = scroll(context, "past", *([section("Recent searches", theme)] if past else []), *past)
    return column(bar, chips, body, width=MATCH, height=MATCH)


def search_opened(context: Ctx) -> None:
    """The cursor stands in the field at once."""
    context.edit("query")


# -- trash --------------------------------


def trash(context: Ctx) -> View:
    """What was deleted."""
    theme, items = context.theme, context.state.trash()
    bar = top_bar("Trash", theme, context.finish, *([overflow(context)] if items else []))
    if not items:
        empty = empty_state(theme, "delete", "Nothing in trash", "What you delete waits here")
        return column(bar, empty, width=MATCH, height=MATCH)

    def entry(index: int) -> View:
        item = items[index]
        show = partial(context.show_dialog, "actions", id=item.id)
        moment = formats.list_time(item.trashed or item.modified, context)
        return item_row(context, item, on_tap=show, on_select=show, on_more=show, detail=f"Deleted {moment}")

    note = label(
        "Items stay in the trash, and take up storage, until you delete them forever.",
        BODY,
        theme.on_surface_variant,
        id="trash_note",
        lines=3,
        width=MATCH,
        fill=theme.surface_container,
        radius=16,
        pad=(16, 12, 16, 12),
    )
    return column(
        bar,
        stack(note, width=MATCH, pad=(14, 0, 14, 8), hidden=True),
        lazy_list(context, "trash", len(items), ROW, entry, id="doclist_recycler_view", pad=(4, 0, 4, 16)),
        width=MATCH,
        height=MATCH,
    )


def trash_menu(context: Ctx) -> Popup:
    """The menu of the trash."""
    return menu(context, ("menu_empty_trash", "Empty trash", lambda: context.show_dialog("empty")))


# -- settings and storage --------------------------------


def settings(context: Ctx) -> View:
    """How Drive behaves."""
    theme, state = context.theme, context.state

    def flag(name: str, title: str, detail: str) -> View:
        on = bool(getattr(state, name))

        def toggle() -> None:
            setattr(state, name, not on)

        return list_row(
            theme,
            title,
            detail,
            end=switch(on, theme, toggle, id=f"switch_{name}", desc=title),
            on_tap=toggle,
            id=f"pref_{name}",
            pad=(20, 8, 16, 8),
        )

    pad = (20, 8, 16, 8)
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Account", theme),
            list_row(theme, state.account.shown, state.account.mail, id="pref_account", pad=pad),
            list_row(
                theme,
                "Storage",
                _used(context),
                on_tap=lambda: context.open("storage"),
                id="pref_storage",
                pad=pad,
            ),
            section("Files", theme),
            flag("grid", "Show files in a grid", "Off shows them in a list"),
            list_row(
                theme,
                "Sort by",
                SORTS[state.sort],
                on_tap=lambda: context.show_dialog("sort"),
                id="pref_sort",
                pad=pad,
            ),
            section("Data and notifications", theme),
            flag("wifi_only", "Transfer files only over Wi-Fi", "Uploads and downloads wait for Wi-Fi"),
            flag("notices", "Shared items", "Tell me when somebody shares a file with me"),
            section("Search", theme),
            list_row(
                theme,
                "Clear search history",
                f"{len(state.searches)} searches" if state.searches else "There is none",
                on_tap=lambda: context.show_dialog("clear"),
                id="pref_clear_history",
                pad=pad,
            ),
            pad=(0, 0, 0, 32),
        ),
        width=MATCH,
        height=MATCH,
    )


def clear_dialog(context: Ctx) -> Popup:
    """The question before the history of searches is cleared."""

    def clear() -> None:
        context.state.searches = []
        context.toast("Search history cleared")

    return confirm(context, "Clear search history?", "This cannot be undone.", "Clear", clear)


def _used(context: Ctx) -> str:
    state = context.state
    used = state.used + sum(state.elsewhere.values())
    return f"{formats.size_text(used, locale(context))} used"


def storage(context: Ctx) -> View:
    """What takes the space in the cloud."""
    theme, state = context.theme, context.state
    parts = [
        ("Drive", "cloud", state.used),
        *((name, _ICONS.get(name, "storage"), size) for name, size in state.elsewhere.items()),
    ]
    rows = [
        row(
            View(
                icon=icon,
                color=theme.on_secondary_container,
                fill=theme.secondary_container,
                radius=20,
                width=40,
                height=40,
                hidden=True,
            ),
            label(name, BODY_LARGE, theme.on_surface, id="storage_name", weight=1),
            label(
                formats.size_text(size, locale(context)),
                BODY_LARGE,
                theme.on_surface_variant,
                id="storage_size",
            ),
            id="storage_row",
            width=MATCH,
            min_height=64,
            gap=16,
            pad=(20, 0, 20, 0),
        )
        for name, icon, size in parts
    ]
    biggest = sorted((item for item in state.alive() if not item.folder and not item.owner), key=_size)[-4:]
    large = [item_row(context, item, on_tap=partial(open_item, context, item)) for item in reversed(biggest)]
    head = column(
        label(_used(context), BODY_LARGE._replace(size=28, height=36), theme.on_surface, id="storage_total"),
        storage_line(context),
        width=MATCH,
        gap=10,
        align=Align.START,
        radius=24,
        fill=theme.surface_container,
        pad=(20, 20, 20, 20),
    )
    return column(
        top_bar("Storage", theme, context.finish),
        scroll(
            context,
            "storage",
            stack(head, width=MATCH, pad=(16, 4, 16, 12), hidden=True),
            *rows,
            *([section("Largest files in Drive", theme), *large] if large else []),
            space(height=24),
        ),
        width=MATCH,
        height=MATCH,
    )


_ICONS = {"Photos": "photos", "Mail": "mail", "Phone backup": "phone"}


def _size(item: Item) -> int:
    return item.size
