"""The map, the search, and what is known of a place."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    Popup,
    View,
    chip,
    column,
    empty_state,
    fab,
    icon_badge,
    icon_button,
    intents,
    label,
    list_row,
    menu,
    multi_choice,
    overflow,
    row,
    scroll,
    search_bar,
    section,
    space,
    stack,
)

from . import geo
from .chart import KINDS, chart, in_view, whole, zoom_buttons
from .model import LISTS, Maps, search
from .places import Spot, spot, spots

_CATEGORIES = (
    ("restaurant", "Restaurants"), ("hotel", "Hotels"), ("museum", "Museums"), ("park", "Parks"),
    ("shop", "Shops"),
)  # fmt: skip


def main(context: Context[Maps]) -> View:
    """The map with a field to search, kinds of places, and buttons."""
    theme, state = context.theme, context.state

    def here() -> None:
        place = spot(state.me)
        if place is not None:
            state.look_at(place)

    pill = row(
        View(icon="place_full", color=theme.primary, hidden=True),
        label("Search here", BODY_LARGE, theme.on_surface_variant, id="search_omnibox_text", weight=1),
        overflow(context),
        id="search_omnibox",
        desc="Search here",
        width=MATCH,
        height=56,
        radius=28,
        gap=14,
        pad=(18, 0, 4, 0),
        fill=theme.surface,
        shadow=True,
        on_tap=lambda: context.open("search"),
    )
    kinds = row(
        *[
            _kind_chip(context, KINDS[kind][0], text, partial(context.open, "search", kind=kind))
            for kind, text in _CATEGORIES
        ],
        width=MATCH,
        gap=8,
        scroll_key="kinds",
        scroll_y=context.activity.scroll.get("kinds", 0),
        horizontal=True,
        id="carousel",
    )
    top = column(pill, kinds, width=MATCH, gap=10, pad=(14, 8, 14, 0), hidden=True)
    buttons = column(
        zoom_buttons(context),
        fab("my_location", "My location", theme, here, "mylocation_button"),
        fab("directions", "Directions", theme, lambda: context.open("directions"), "directions_button"),
        gap=14,
        align=Align.END,
    )
    corner = stack(
        buttons,
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 16 + context.foot),
        hidden=True,
    )
    size = whole(context)
    return stack(chart(context, in_view(context, size), size=size), top, corner, width=MATCH, height=MATCH)


def _kind_chip(context: Context[Maps], icon: str, text: str, on_tap: Handler) -> View:
    theme = context.theme
    return row(
        View(icon=icon, icon_size=18, color=theme.on_surface_variant, hidden=True),
        label(text, LABEL_LARGE, theme.on_surface, id="category"),
        cls="android.widget.Button",
        desc=text,
        height=40,
        radius=20,
        gap=8,
        pad=(14, 0, 16, 0),
        fill=theme.surface,
        shadow=True,
        on_tap=on_tap,
    )


def main_menu(context: Context[Maps]) -> Popup:
    """The menu of the map."""
    state = context.state

    def units() -> None:
        state.imperial = not state.imperial

    return menu(
        context,
        ("menu_saved", "Saved places", lambda: context.open("saved")),
        ("menu_units", "Distances in kilometers" if state.imperial else "Distances in miles", units),
    )


# -- search --------------------------------


def search_screen(context: Context[Maps]) -> View:
    """A field, and the places that fit; lately seen places while nothing is typed."""
    theme, state = context.theme, context.state
    kind = str(context.args.get("kind", ""))
    wanted = context.field("query").text
    hint = f"Search {KINDS[kind][2].lower()}s" if kind else "Search here"
    bar = stack(
        search_bar(context, "query", hint, on_back=context.finish, id="search_omnibox_edit_text"),
        width=MATCH,
        pad=(14, 8, 14, 8),
        hidden=True,
    )
    found = search(wanted) if wanted.strip() else [p for p in spots() if p.kind == kind] if kind else []
    if kind:
        found = [place for place in found if place.kind == kind]
    if wanted.strip() or kind:
        rows = [place_row(context, place, partial(_choose, context, place)) for place in found[:40]]
        nothing = empty_state(theme, "search", "No results", "Try a name, a street, a town or a postcode")
        body = scroll(context, "found", *rows, space(height=24), id="search_list") if rows else nothing
    else:
        recent = [place for number in state.recent if (place := spot(number)) is not None]
        rows = [
            place_row(context, place, partial(_choose, context, place), icon="history") for place in recent
        ]
        body = scroll(context, "recent", section("Recent", theme), *rows, id="search_list")
    return column(bar, body, width=MATCH, height=MATCH)


def _choose(context: Context[Maps], place: Spot) -> None:
    if context.args.get("answer"):
        context.finish({"place": place.id})
        return
    context.state.visited(place)
    context.state.look_at(place)
    context.open("place", id=place.id)


def open_keyboard(context: Context[Maps]) -> None:
    """The field has the focus from the start."""
    if not context.args.get("kind"):
        context.edit("query")


def place_row(context: Context[Maps], place: Spot, on_tap: Handler, icon: str = "") -> View:
    """A place in a list: what it is, where it is, and how far away."""
    theme, state = context.theme, context.state
    me = spot(state.me)
    away = ""
    if me is not None and me.country == place.country and me is not place:
        length = geo.distance((me.latitude, me.longitude), (place.latitude, place.longitude))
        away = geo.distance_text(length, imperial=state.imperial)
    name, color, kind = KINDS[place.kind]
    return list_row(
        theme,
        place.name,
        place.address if not place.is_city else f"{kind} · {place.address}",
        start=icon_badge(icon or name, theme.outline if icon else color),
        end=label(away, BODY, theme.on_surface_variant, id="distance") if away else None,
        on_tap=on_tap,
        id="place_row",
    )


# -- one place --------------------------------


def place_of(context: Context[Maps]) -> Spot:
    """The place that the screen shows."""
    return spot(int(context.args.get("id", 1))) or spots()[0]


def place_screen(context: Context[Maps]) -> View:
    """The map round a place, and a sheet with what is known of it."""
    theme, state, place = context.theme, context.state, place_of(context)
    wide = context.phone.area.width > context.phone.area.height
    kind = KINDS[place.kind][2]
    stars = f"{place.rating:.1f} ★ · {kind}" if place.rating else kind
    lists = state.lists_of(place.id)
    told = [
        _fact(context, "place", place.address, "address", lambda: _copy(context, place.address)),
        _fact(context, "clock", place.hours, "hours"),
        _fact(context, "call", place.phone, "phone", lambda: _call(context, place)),
        _fact(context, "info", place.about, "about"),
        _fact(context, "my_location", f"{place.latitude:.5f}, {place.longitude:.5f}", "coordinates"),
        _fact(context, "bookmark", ", ".join(lists), "saved_in"),
    ]
    saved = bool(lists)
    actions = row(
        chip(
            "Directions",
            theme,
            lambda: context.open("directions", to=place.id),
            selected=True,
            icon="directions",
        ),
        chip("Call", theme, lambda: _call(context, place), icon="call") if place.phone else space(),
        chip(
            "Saved" if saved else "Save",
            theme,
            lambda: context.show_dialog("save"),
            icon="bookmark",
            selected=saved,
        ),
        chip("Share", theme, lambda: _share(context, place), icon="share"),
        gap=8,
        width=MATCH,
        scroll_key="actions",
        scroll_y=context.activity.scroll.get("actions", 0),
        horizontal=True,
        pad=(20, 0, 20, 4),
    )
    sheet = column(
        label(place.name, TITLE_LARGE, theme.on_surface, id="title", lines=2, pad=(20, 18, 20, 0)),
        label(stars, BODY, theme.on_surface_variant, id="subtitle", pad=(20, 0, 20, 6)),
        actions,
        *[fact for fact in told if fact is not None],
        space(height=12 + context.foot),
        id="place_page",
        width=MATCH,
        corners=(26, 26, 0, 0),
        fill=theme.surface,
        shadow=True,
    )
    back = row(
        icon_button("back", "Navigate up", theme.on_surface, context.finish, fill=theme.surface, radius=24),
        pad=(14, 8, 0, 0),
        hidden=True,
    )
    width, height = whole(context)
    if wide:
        size = (width / 2, height)
        sheet.corners = (0, 0, 0, 0)
        known = column(scroll(context, "place", sheet), weight=1, height=MATCH, fill=theme.surface)
    else:
        facts = sum(fact is not None for fact in told)
        size = (width, height - 160 - 52 * facts - context.foot)
        known = sheet
    others = [other for other in in_view(context, size) if other is not place]
    seen = stack(chart(context, others, place, size=size), back, weight=1, width=MATCH, height=MATCH)
    return (row if wide else column)(seen, known, width=MATCH, height=MATCH)


def _fact(
    context: Context[Maps], icon: str, text: str, id: str, on_tap: Handler | None = None
) -> View | None:
    if not text:
        return None
    theme = context.theme
    return row(
        View(icon=icon, color=theme.primary, hidden=True),
        label(text, BODY_LARGE, theme.on_surface, id=id, weight=1, lines=3),
        width=MATCH,
        min_height=52,
        gap=18,
        pad=(20, 4, 20, 4),
        on_tap=on_tap,
        id=f"{id}_row",
    )


def _copy(context: Context[Maps], text: str) -> None:
    context.copy(text)
    context.toast("Copied to clipboard")


def _call(context: Context[Maps], place: Spot) -> None:
    context.start(intents.Intent(action=intents.DIAL, data=f"tel:{place.phone.replace(' ', '')}"))


def _share(context: Context[Maps], place: Spot) -> None:
    context.share(text=f"{place.name}\n{place.address}\n{geo.link(place)}", subject=place.name)


def save_choice(context: Context[Maps]) -> Popup:
    """On which lists a place is."""
    state, place = context.state, place_of(context)
    names = list(dict.fromkeys([*LISTS, *state.saved]))
    return multi_choice(
        context,
        "Save in your lists",
        [(name, name) for name in names],
        state.lists_of(place.id),
        lambda name: state.turn(name, place.id),
        context.dismiss,
    )


def saved(context: Context[Maps]) -> View:
    """All saved places, by list."""
    theme = context.theme
    rows: list[View] = []
    for name, numbers in context.state.saved.items():
        places = [place for number in numbers if (place := spot(number)) is not None]
        if places:
            rows.append(section(f"{name} · {len(places)}", theme))
            rows += [place_row(context, place, partial(_choose, context, place)) for place in places]
    head = row(
        icon_button("back", "Navigate up", theme.on_surface, context.finish),
        label("Saved places", TITLE_LARGE, theme.on_surface, id="toolbar_title"),
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
    )
    nothing = empty_state(theme, "bookmark", "Nothing saved yet", "Save places to find them again")
    body = scroll(context, "saved", *rows, space(height=24), id="saved_list") if rows else nothing
    return column(head, body, width=MATCH, height=MATCH)
