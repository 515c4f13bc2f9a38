"""An app that shows every piece of the kit, and a script that draws it: ``python gallery.py FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

import skia
from gallery_dialogs import DIALOGS
from gallery_model import PEOPLE, Gallery, photo

from crab_android.phone import Phone
from crab_android.phone.catalog import load_app
from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    Align,
    App,
    Context,
    Rect,
    Screen,
    Seeding,
    Span,
    View,
    avatar,
    badge,
    bottom_bar,
    button,
    card,
    checkbox,
    chip,
    column,
    disabled,
    divider,
    draw_icon,
    dropdown,
    empty_state,
    extended_fab,
    fab,
    formats,
    grid,
    icon_badge,
    icon_button,
    image,
    label,
    lazy_list,
    list_row,
    overflow,
    progress_bar,
    rich_text,
    row,
    scroll,
    search_bar,
    section,
    selection_bar,
    slider,
    snackbar,
    spinner,
    stack,
    step_slider,
    switch,
    tabs,
    text_box,
    top_bar,
)

PACKAGE = "org.crab.gallery"
TABS = ("Chats", "Calls", "People")
LANDINGS = (
    ("tab_home", "home", "Home"),
    ("tab_files", "folder", "Files"),
    ("tab_people", "people", "People"),
)


def lists(context: Context[Gallery]) -> View:
    """Rows in all their forms, tabs, and a bar at the foot."""
    theme, state = context.theme, context.state

    def select(tab: int) -> None:
        state.tab = tab

    def land(id_: str) -> None:
        state.landing = id_

    def turn() -> None:
        state.on = not state.on

    rows = [
        section("Today", theme),
        list_row(
            theme,
            PEOPLE[0],
            "See you at noon, and bring the blue folder with you please",
            start=avatar(PEOPLE[0]),
            end=label("10:24", BODY, theme.on_surface_variant),
            id="conversation",
            on_tap=lambda: context.toast("Opened"),
            on_long_tap=lambda: context.show_dialog("sheet"),
        ),
        list_row(theme, PEOPLE[1], "Re: dinner", start=avatar(PEOPLE[1]), selected=True, id="conversation"),
        list_row(theme, "Finished business", "Crossed out", start=avatar(PEOPLE[2]), strike=True),
        list_row(
            theme,
            "Automatic backup",
            "Every night while charging",
            start=icon_badge("cloud", theme.primary),
            end=switch(state.on, theme, turn, id="backup", desc="Automatic backup"),
        ),
        divider(theme),
        section("Without pictures", theme),
        list_row(theme, "One line"),
        list_row(theme, "A title that is far too long for a single line of a phone", "And details", lines=2),
    ]
    return column(
        top_bar("Lists", theme, None, overflow(context)),
        tabs(theme, TABS, state.tab, select),
        scroll(context, "rows", *rows, id="rows"),
        bottom_bar(theme, LANDINGS, state.landing, land, foot=context.foot),
        width=MATCH,
        height=MATCH,
    )


def fields(context: Context[Gallery]) -> View:
    """Text fields, chips, sliders and buttons."""
    theme, state = context.theme, context.state

    def level(part: float) -> None:
        state.level = part

    def star() -> None:
        state.starred = not state.starred

    return column(
        top_bar("Fields", theme, context.finish, overflow(context)),
        search_bar(context, "query", "Search in mail"),
        row(
            chip("Unread", theme, star, selected=not state.starred, id="chip_unread"),
            chip("Starred", theme, star, selected=state.starred, id="chip_starred"),
            chip("Places", theme, star, id="chip_places", icon="place"),
            width=MATCH,
            gap=8,
            pad=(16, 0, 16, 0),
        ),
        scroll(
            context,
            "form",
            text_box(context, "name", "Name", initial="Ada Lindqvist", icon="person"),
            text_box(context, "phone", "Phone", input_type="phone", icon="call"),
            text_box(context, "mail", "Mail", initial="ada@", error="This is no mail address", icon="mail"),
            text_box(context, "secret", "Password", initial="open sesame", input_type="password"),
            text_box(
                context,
                "about",
                "About",
                lines=4,
                initial="One line\nand another",
                helper="Only you see this",
            ),
            dropdown(theme, "Account", "ada@example.test", star, "account", icon="account"),
            slider(state.level, theme, "Brightness", level, "brightness"),
            step_slider(state.level, 5, context, "Text size", level, "text_size"),
            progress_bar(state.level, theme, "Upload"),
            row(
                button("Cancel", theme, star, id="cancel"),
                button("Save", theme, star, id="save", filled=True),
                disabled(button("Send", theme, star, id="send", filled=True), theme),
                checkbox(state.on, theme, star, id="box", desc="Done"),
                spinner(theme, size=32),
                gap=8,
            ),
            gap=12,
            pad=(16, 8, 16, 24),
        ),
        width=MATCH,
        height=MATCH,
    )


def media(context: Context[Gallery]) -> View:
    """Cards, pictures, a grid and rich text."""
    theme = context.theme
    tile = [photo("png"), photo("jpeg"), b"not a picture"]
    return column(
        top_bar("Media", theme, context.finish),
        scroll(
            context,
            "media",
            card(
                theme,
                image(photo("jpeg"), desc="Hills under the sun", height=150, radius=12),
                label("A walk in the hills", BODY_LARGE, theme.on_surface),
                label("May 14 · 3.2 MB", BODY, theme.on_surface_variant),
                gap=8,
            ),
            grid(
                [image(tile[n % 3], desc=f"Photo {n + 1}", height=96, radius=8) for n in range(5)],
                3,
                gap=6,
            ),
            card(theme, image(photo("png"), height=90, fit="contain", desc="All of it", fill=theme.surface)),
            rich_text(
                context,
                [
                    Span("Plain, "),
                    Span("bold", bold=True),
                    Span(", "),
                    Span("leaning", italic=True),
                    Span(", "),
                    Span("underlined", underline=True),
                    Span(", "),
                    Span("gone", strike=True),
                    Span(" and "),
                    Span("marked", background=0x66FFD54F),
                    Span(" words, a "),
                    Span(
                        "link that is long enough to be broken",
                        on_tap=lambda: context.toast("Followed"),
                    ),
                    Span(", and\na new line."),
                ],
                width=379,
                id="paragraph",
            ),
            gap=14,
            pad=(16, 8, 16, 24),
        ),
        width=MATCH,
        height=MATCH,
    )


def long_list(context: Context[Gallery]) -> View:
    """A thousand rows and a button over them."""
    theme = context.theme

    def person(index: int) -> View:
        name = PEOPLE[index % len(PEOPLE)]
        return list_row(
            theme,
            f"{index + 1} {name}",
            formats.phone_number(f"555{index:07}"),
            start=avatar(name),
            id="contact_row",
            on_tap=lambda: context.toast(f"Row {index + 1}"),
        )

    body = column(
        top_bar("A thousand", theme, context.finish, overflow(context)),
        lazy_list(context, "people", context.state.rows, 72, person, id="people", pad=(0, 4, 0, 96)),
        width=MATCH,
        height=MATCH,
        hidden=True,
    )
    add = stack(
        fab("person_add", "Add contact", theme, lambda: context.toast("Add"), "fab_add"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 20, 20),
        hidden=True,
    )
    return stack(body, add, width=MATCH, height=MATCH)


def inbox(context: Context[Gallery]) -> View:
    """Things that are selected, counted and taken back."""
    theme = context.theme

    def say() -> None:
        context.toast("Done")

    def mail(name: str, selected: bool) -> View:
        start = icon_badge("check", theme.primary) if selected else avatar(name)
        return list_row(
            theme,
            name,
            "The minutes of Tuesday",
            start=start,
            end=badge(3, theme),
            selected=selected,
            id="mail",
            on_tap=say,
        )

    delete = icon_button("delete", "Delete", theme.on_secondary_container, say, id="action_delete")
    write = row(
        extended_fab("edit", "Compose", theme, say, "compose_button"),
        width=MATCH,
        justify=Align.END,
        pad=(0, 0, 16, 8),
        hidden=True,
    )
    return column(
        selection_bar(2, theme, context.finish, delete),
        scroll(context, "mails", *(mail(name, index in (1, 2)) for index, name in enumerate(PEOPLE[:5]))),
        write,
        snackbar("2 conversations archived", theme, "Undo", say),
        width=MATCH,
        height=MATCH,
    )


def nothing(context: Context[Gallery]) -> View:
    """A screen that has nothing to show."""
    theme = context.theme
    return column(
        top_bar("Empty", theme, context.finish, overflow(context)),
        empty_state(theme, "inbox", "Nothing in your inbox", "What people write to you will be shown here."),
        width=MATCH,
        height=MATCH,
    )


SCREENS = {
    "lists": lists,
    "fields": fields,
    "media": media,
    "long_list": long_list,
    "inbox": inbox,
    "nothing": nothing,
}


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFFE8DDFF)
    draw_icon(canvas, "palette", rect, 0xFF5B3F9E)


def _seed(_seeding: Seeding) -> Gallery:
    return Gallery()


APP: App[Gallery] = App(
    package=PACKAGE,
    label="Gallery",
    icon=_icon,
    state=Gallery,
    screens={
        name: Screen(
            "." + name.title().replace("_", "") + "Activity",
            build,
            dialogs=DIALOGS,
            edge_to_edge=name == "lists",
        )
        for name, build in SCREENS.items()
    },
    main="lists",
    seed=_seed,
)


def make_phone() -> Phone:
    """A phone with the gallery in front."""
    phone = Phone(apps=[load_app("crab_android.phone.apps.launcher.manifest:APP"), APP])
    phone.launch(PACKAGE)
    return phone


def draw(folder: Path) -> None:
    """Write every screen and every dialog, in both themes and two font scales, into a folder."""
    phone = make_phone()
    for night, scale in (("1", "1.0"), ("2", "1.0"), ("1", "1.3"), ("2", "1.3")):
        phone.put_setting("secure", "ui_night_mode", night)
        phone.put_setting("system", "font_scale", scale)
        ending = f"{'dark' if night == '2' else 'light'}_{scale}.png"
        for name in SCREENS:
            phone.start(PACKAGE, name)
            (folder / f"{name}_{ending}").write_bytes(phone.png())
        for name in DIALOGS:
            phone.context().show_dialog(name)
            if name == "rename":
                phone.context().edit("new_name", phone.context().state.name)
            phone.changed()
            (folder / f"dialog_{name}_{ending}").write_bytes(phone.png())
            phone.context().dismiss()
            phone.context().forget("new_name")


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
