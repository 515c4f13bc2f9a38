"""What is asked and told over one picture: its details, its description, the wallpaper, deleting."""

from __future__ import annotations

from urllib.parse import quote

from crab_android.phone.kit import (
    TITLE_LARGE,
    Context,
    Handler,
    Popup,
    View,
    confirm,
    formats,
    icon_mark,
    label,
    list_row,
    menu,
    sheet,
    text_prompt,
)

from . import wallpaper
from .library import Item, to_trash
from .model import KEPT_DAYS, Photos
from .viewer import around, shown


def viewer_menu(context: Context[Photos]) -> Popup:
    """The menu over a picture."""
    item = shown(context)
    if item is None:
        return menu(context)
    entries: list[tuple[str, str, Handler]] = [
        ("menu_add_to_album", "Add to album", lambda: context.show_dialog("add_to", paths=[item.path])),
    ]
    if not item.is_video:
        entries.append(("menu_wallpaper", "Use as wallpaper", lambda: context.show_dialog("wallpaper")))
    entries.append(("menu_description", "Edit description", lambda: _describe(context, item)))
    if item.facts.latitude is not None:
        entries.append(("menu_map", "Show on map", lambda: _map(context, item)))
    return menu(context, *entries)


def _map(context: Context[Photos], item: Item) -> None:
    spot = f"{item.facts.latitude},{item.facts.longitude}"
    context.view(f"geo:{spot}?q={quote(item.facts.place or spot)}")


def _describe(context: Context[Photos], item: Item) -> None:
    context.forget("description")
    context.show_dialog("describe")
    context.edit("description", item.facts.description)


def describe(context: Context[Photos]) -> Popup:
    """The text below a picture."""
    item = shown(context)

    def save(text: str) -> None:
        if item is not None:
            context.state.known(item.path).description = text

    return text_prompt(
        context,
        "Description",
        "description",
        "Add a description",
        "Save",
        save,
        initial=item.facts.description if item else "",
    )


def details(context: Context[Photos]) -> Popup:
    """What is known of a picture."""
    theme, item = context.theme, shown(context)
    if item is None:
        return sheet(context)
    locale = formats.locale_of(context)
    width, height = item.size
    pixels = f"{formats.number_text(width * height / 1e6, locale, decimals=1)} MP  ·  {width} × {height}  ·  "

    def line(id_: str, icon: str, title: str, detail: str, handler: Handler | None = None) -> View:
        mark = icon_mark(icon, theme.on_surface_variant)
        return list_row(
            theme,
            title,
            detail,
            start=mark,
            id=id_,
            on_tap=handler,
            pad=(24, 8, 24, 8),
            lines=3,
            detail_lines=3,
        )

    rows = [
        label("Details", TITLE_LARGE, theme.on_surface, id="sheet_title", pad=(24, 0, 24, 8)),
        line(
            "details_description",
            "edit",
            item.facts.description or "Add a description",
            "",
            lambda: _describe(context, item),
        ),
        line(
            "details_date",
            "calendar",
            formats.date_long(item.taken.date(), locale),
            formats.time_text(item.taken, context),
        ),
    ]
    if item.facts.place or item.facts.latitude is not None:
        spot = (
            f"{item.facts.latitude:.4f}, {item.facts.longitude:.4f}"
            if item.facts.latitude is not None
            else ""
        )
        rows.append(
            line(
                "details_place",
                "place",
                item.facts.place or spot,
                spot if item.facts.place else "",
                lambda: _map(context, item),
            )
        )
    rows += [
        line(
            "details_file",
            "video" if item.is_video else "image",
            item.name,
            f"{pixels if width else ''}{formats.size_text(item.node.size, locale)}",
        ),
        line("details_path", "folder", "On this phone", item.path),
    ]
    return sheet(context, *rows, id="details_sheet")


def confirm_delete(context: Context[Photos]) -> Popup:
    """The question before the picture goes to the trash; the next one is shown then."""
    item = shown(context)

    def delete() -> None:
        if item is None:
            return
        paths = [other.path for other in around(context, item)]
        number = paths.index(item.path) if item.path in paths else 0
        to_trash(context, [item.path])
        rest = [path for path in paths if path != item.path]
        if rest:
            context.args["path"] = rest[min(number, len(rest) - 1)]
        else:
            context.finish()
        context.toast("Moved to trash")

    return confirm(
        context,
        "Move this item to trash?",
        f"You can restore it for {KEPT_DAYS} days; after that it is deleted.",
        "Move to trash",
        delete,
    )


def confirm_wallpaper(context: Context[Photos]) -> Popup:
    """The question before the home screen changes."""
    item = shown(context)

    def use() -> None:
        if item is not None:
            wallpaper.use(context, item)

    return confirm(
        context,
        "Use as wallpaper?",
        "The picture becomes the background of the home screen.",
        "Set wallpaper",
        use,
    )
