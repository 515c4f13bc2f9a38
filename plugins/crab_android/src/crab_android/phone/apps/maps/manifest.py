"""Maps, as the phone knows it."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from crab_android.phone.kit import App, Context, Filter, Intent, Lead, Screen, Table, intents

from . import directions, icon, screens
from .model import Maps, place_rows, saved_rows, search, seed
from .places import spots


def _nearest(latitude: float, longitude: float) -> int:
    return min(spots(), key=lambda p: (p.latitude - latitude) ** 2 + (p.longitude - longitude) ** 2).id


def _point(text: str) -> tuple[float, float] | None:
    parts = text.split(",")
    try:
        latitude, longitude = float(parts[0]), float(parts[1])
    except (ValueError, IndexError):
        return None
    return (latitude, longitude) if (latitude, longitude) != (0.0, 0.0) else None


def _where(intent: Intent) -> dict[str, Any]:
    """The place that an address means: ``geo:44,-28``, ``geo:0,0?q=Lisbon`` or a link that was shared."""
    parts = urlsplit(intent.data)
    query = parse_qs(parts.query)
    wanted = query.get("q", [""])[0] or unquote(parts.path.rpartition("/place/")[2] if parts.netloc else "")
    found = search(wanted)
    if found:
        return {"id": found[0].id}
    at = _point(query.get("at", [""])[0] or parts.path)
    return {"id": _nearest(*at)} if at else {"id": 1}


def _look(context: Context[Maps]) -> None:
    """A place that was opened from elsewhere stands in the middle of the map."""
    place = screens.place_of(context)
    context.state.look_at(place)
    context.state.visited(place)


APP = App(
    package="org.crab.maps",
    label="Maps",
    icon=icon.draw,
    state=Maps,
    screens={
        "main": Screen(
            ".MapsActivity",
            screens.main,
            dialogs={"menu": screens.main_menu},
            edge_to_edge=True,
            leads=(
                Lead("search", id="search_omnibox"),
                Lead("search", desc="Hotels"),
                Lead("directions", id="directions_button"),
                Lead("#menu", desc="More options"),
                Lead("saved", text="Saved places", first=("desc=More options",)),
                Lead("place", desc="Northfield Station"),
            ),
        ),
        "search": Screen(
            ".SearchActivity",
            screens.search_screen,
            opened=screens.open_keyboard,
            leads=(Lead("place", id="place_row"),),
        ),
        "place": Screen(
            ".PlaceActivity",
            screens.place_screen,
            dialogs={"save": screens.save_choice},
            opened=_look,
            edge_to_edge=True,
            leads=(
                Lead("#save", text="Save"),
                Lead("directions", text="Directions"),
                Lead("!chooser", text="Share"),
            ),
        ),
        "directions": Screen(
            ".DirectionsActivity",
            directions.directions,
            opened=directions.opened,
            results={"from": directions.take("from"), "to": directions.take("to")},
            edge_to_edge=True,
            leads=(Lead("search", id="directions_to"),),
        ),
        "saved": Screen(".SavedActivity", screens.saved, leads=(Lead("place", id="place_row"),)),
    },
    main="main",
    seed=seed,
    world="maps",
    color=0xFF1F8A5B,
    version="25.20",
    permissions=("android.permission.ACCESS_FINE_LOCATION",),
    filters=(
        Filter(intents.VIEW, "place", schemes=("geo",), args=_where, example="geo:0,0?q=Lisbon"),
        Filter(intents.VIEW, "place", schemes=("https", "http"), hosts=("maps.crab.test",), args=_where),
    ),
    providers={"org.crab.maps": {"places": Table(place_rows), "saved": Table(saved_rows)}},
)
