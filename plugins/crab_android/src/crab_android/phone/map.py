"""The map of a phone as SVG: every screen as a small picture, and the ways between them.

``python -m crab_android.phone.map`` writes one.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from collections.abc import Collection
from dataclasses import dataclass
from html import escape
from pathlib import Path

import skia

from .catalog import AppLoadError, load_apps
from .crawl import Crawl, Edge, Spot, crawl
from .phone import Phone
from .world import WorldError

_WIDTH, _HEIGHT = 150, 333
_ACROSS, _DOWN = 330, 410
_MARGIN = 40
_TITLE = 64

_STYLE = """
text{font-family:Roboto,'Noto Sans','DejaVu Sans',sans-serif;fill:#1a1b21}
.app{font-size:26px;font-weight:500}.package{font-size:14px;fill:#5c6370}
.name{font-size:14px;font-weight:500}.activity{font-size:11px;fill:#5c6370}
.way{fill:none;stroke:#7d8db5;stroke-width:1.6}.over{stroke-dasharray:5 4}
.label{font-size:11px;fill:#3a5ba9;paint-order:stroke;stroke:#fff;stroke-width:4px}
.edge{stroke:#b8b8c2}
.frame{fill:#f4f3fa;stroke:#b8b8c2;stroke-width:1.5}.stub{font-size:11px;fill:#8a4b08}
"""


@dataclass(frozen=True, slots=True)
class _Place:
    left: int
    top: int


def draw_map(phone: Phone, packages: Collection[str] | None = None, *, pictures: bool = True) -> str:
    """The map as the text of an SVG file.

    Args:
        phone: the phone; it stays as it is.
        packages: the apps to draw; all when None.
        pictures: whether each screen is drawn, or only named.
    """
    found = crawl(phone, packages)
    parts: list[str] = []
    top, right = _MARGIN, 0
    for package, app in phone.apps.items():
        spots = [spot for spot in found.phones if spot.package == package]
        if not spots or (packages is not None and package not in packages):
            continue
        parts.append(f'<text class="app" x="{_MARGIN}" y="{top + 26}">{escape(app.label)}</text>')
        screens, dialogs = len({spot.screen for spot in spots}), sum(1 for spot in spots if spot.dialog)
        count = f"{package} · {screens} screens, {dialogs} dialogs"
        parts.append(f'<text class="package" x="{_MARGIN}" y="{top + 48}">{escape(count)}</text>')
        places = _arrange(spots, found.edges, top + _TITLE)
        parts.extend(_ways(places, [edge for edge in found.edges if edge.start.package == package]))
        parts.extend(_screen(found, spot, place, pictures=pictures) for spot, place in places.items())
        top = max(place.top for place in places.values()) + _DOWN + _MARGIN
        right = max(right, *(place.left + _WIDTH for place in places.values()))
    width, height = right + 2 * _MARGIN + 120, top
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    arrow = (
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path d="M0 0L10 5L0 10Z" fill="#7d8db5"/></marker></defs>'
    )
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", arrow, ground, *parts, "</svg>\n"])


def _arrange(spots: list[Spot], edges: list[Edge], top: int) -> dict[Spot, _Place]:
    """A tree from left to right: each screen beside the one that first leads to it."""
    below: dict[Spot, list[Spot]] = {spot: [] for spot in spots}
    told = {spots[0]}
    for edge in edges:
        if edge.end in below and edge.end not in told and edge.start in below:
            told.add(edge.end)
            below[edge.start].append(edge.end)
    places: dict[Spot, _Place] = {}
    row = 0
    for root in [spot for spot in spots if spot is spots[0] or spot not in told]:
        row = _arrange_below(root, below, places, (0, row), top)
    return places


def _arrange_below(
    spot: Spot, below: dict[Spot, list[Spot]], places: dict[Spot, _Place], at: tuple[int, int], top: int
) -> int:
    """Place a screen and all below it; returns the first row that is free after them."""
    column, row = at
    places[spot] = _Place(_MARGIN + column * _ACROSS, top + row * _DOWN)
    after = row
    for child in below[spot]:
        after = _arrange_below(child, below, places, (column + 1, after), top)
    return max(after, row + 1)


def _ways(places: dict[Spot, _Place], edges: list[Edge]) -> list[str]:
    parts: list[str] = []
    stubs: dict[Spot, int] = {}
    for edge in edges:
        start = places[edge.start]
        lead = edge.lead
        named = lead.text or lead.desc or lead.id
        told = escape(named if lead.gesture == "tap" else f"{named} ({lead.gesture.replace('_', ' ')})")
        end = places.get(edge.end)
        if end is None:
            row = stubs.get(edge.start, 0)
            stubs[edge.start] = row + 1
            x, y = start.left + _WIDTH + 10, start.top + 16 + row * 15
            parts.append(f'<text class="stub" x="{x}" y="{y}">{told} → {escape(str(edge.end))}</text>')
            continue
        if end.left > start.left:
            x1, y1 = start.left + _WIDTH, start.top + _HEIGHT // 2
            x2, y2 = end.left - 3, end.top + _HEIGHT // 2
            path = f"M{x1} {y1}C{x1 + 80} {y1} {x2 - 80} {y2} {x2} {y2}"
        else:
            x1, y1 = start.left, start.top + _HEIGHT * 2 // 3
            x2, y2 = end.left, end.top + _HEIGHT * 2 // 3
            path = f"M{x1} {y1}C{x1 - 50} {y1} {x2 - 50} {y2} {x2 - 3} {y2}"
        over = " over" if edge.end.dialog else ""
        parts.append(f'<path class="way{over}" d="{path}" marker-end="url(#tip)"/>')
        if end.left > start.left:
            parts.append(f'<text class="label" x="{x2 - 4}" y="{y2 - 6}" text-anchor="end">{told}</text>')
    return parts


def _screen(found: Crawl, spot: Spot, place: _Place, *, pictures: bool) -> str:
    phone = found.phones[spot]
    activity = phone.apps[spot.package].screens[spot.screen].activity
    x, y = place.left, place.top
    name = f"{spot.screen} · {spot.dialog}" if spot.dialog else spot.screen
    shown = f'<rect class="frame" x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="12"/>'
    if pictures:
        data = base64.b64encode(thumbnail(phone, _WIDTH * 2, _HEIGHT * 2)).decode("ascii")
        clip = 'style="clip-path:inset(0 round 12px)" preserveAspectRatio="none"'
        shown += (
            f'<image x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" {clip} '
            f'href="data:image/jpeg;base64,{data}"/>'
            f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="12" fill="none" class="edge"/>'
        )
    return (
        f"<g><title>{escape(str(spot))}</title>{shown}"
        f'<text class="name" x="{x}" y="{y + _HEIGHT + 18}">{escape(name)}</text>'
        f'<text class="activity" x="{x}" y="{y + _HEIGHT + 33}">{escape(activity)}</text></g>'
    )


def thumbnail(phone: Phone, width: int, height: int) -> bytes:
    """The screen of a phone as a small JPEG."""
    return bytes(phone.draw().small(width, height).encodeToData(skia.kJPEG, 82))


def main(argv: list[str] | None = None) -> int:
    """Write the map of a phone to a file; returns the exit code."""
    parser = argparse.ArgumentParser(prog="crab_android.phone.map", description="Draws the map of a phone.")
    parser.add_argument("file", type=Path, help="the SVG file to write")
    parser.add_argument("--app", action="append", default=[], metavar="MODULE:NAME", help="an app to have")
    parser.add_argument(
        "--draw", action="append", default=[], metavar="PACKAGE", help="an app to draw; all if none"
    )
    parser.add_argument("--world", type=Path, help="JSON file: what is on it")
    parser.add_argument("--seed", type=int, default=0, help="chooses what the world leaves open")
    parser.add_argument("--no-pictures", action="store_true", help="name the screens only")
    arguments = parser.parse_args(argv)
    try:
        world = json.loads(arguments.world.read_text(encoding="utf-8")) if arguments.world else {}
        apps = load_apps(arguments.app) if arguments.app else None
        phone = Phone(world, arguments.seed, apps=apps)
        drawn = draw_map(phone, arguments.draw or None, pictures=not arguments.no_pictures)
        arguments.file.write_text(drawn, encoding="utf-8")
    except (OSError, json.JSONDecodeError, WorldError, AppLoadError) as error:
        sys.stderr.write(f"map: {error}\n")
        return 2
    sys.stdout.write(f"The map is in {arguments.file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
