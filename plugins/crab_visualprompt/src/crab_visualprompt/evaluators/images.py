"""Evaluators that find pictures in pictures, whatever their size and however they were saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from crab_core import Verdict, evaluator
from crab_visualprompt.evaluators.looking import matcher_named, named, read_picture, read_screen, unseen_fails
from crab_visualprompt.evaluators.parameters import Measure, Region, Share, Side, box_of

if TYPE_CHECKING:
    from crab_visualprompt.evaluators.finding import Found
    from crab_visualprompt.evaluators.looking import Device
    from crab_visualprompt.pixels import Pixels

GAP: Final = 0.03
"""Share of what is joined by which joined pictures may be apart or overlap: what scaling rounds."""
BESIDE: Final = 0.9
"""Share of the smaller of two joined pictures that lies beside the larger."""


@evaluator
@unseen_fails
def picture_contains(
    env: Device,
    path: str,
    picture: str,
    at_least: Share = 0.95,
    colors: bool = True,
    turned: bool = False,
    matcher: str = "sift",
) -> Verdict:
    """A picture shows another one somewhere, at any size: whole, upright, and neither mirrored nor stretched.

    Args:
        path: The picture to look in: PNG, JPEG, WebP, BMP or GIF.
        picture: The one to find: a path, or its content as "data:;base64,…", which no agent can change.
        at_least: Share of it that must look the same.
        colors: Whether its colours and brightness must be the same too.
        turned: Whether it may be turned.
        matcher: What finds it, as `crab list matchers` names it.
    """
    return _shown_in(env, (path, read_picture(env, path)), picture, matcher, at_least, colors, turned)


@evaluator
@unseen_fails
def picture_visible(
    env: Device,
    picture: str,
    region: Region | None = None,
    at_least: Share = 0.95,
    colors: bool = True,
    turned: bool = False,
    matcher: str = "sift",
) -> Verdict:
    """The screen shows a picture, at any size: whole, upright, and neither mirrored nor stretched.

    Args:
        picture: A path, or its content as "data:;base64,…", which no agent can change.
        region: Look only here: left, top, width and height as shares of the screen.
        at_least: Share of it that must look the same.
        colors: Whether its colours and brightness must be the same too.
        turned: Whether it may be turned.
        matcher: What finds it, as `crab list matchers` names it.
    """
    pixels = read_screen(env)
    part = box_of(region, pixels.shape[1], pixels.shape[0])
    where = pixels[part.y : part.y + part.height, part.x : part.x + part.width]
    return _shown_in(env, ("the screen", where), picture, matcher, at_least, colors, turned)


@evaluator
@unseen_fails
def pictures_joined(
    env: Device,
    path: str,
    pictures: Annotated[list[str], Field(min_length=2, max_length=6)],
    side: Side = "right",
    alone: bool = True,
    at_least: Share = 0.95,
    colors: bool = True,
    matcher: str = "sift",
) -> Verdict:
    """A picture shows others joined in a row or column, at whatever size each of them is.

    Args:
        path: The picture to look in.
        pictures: Those that were joined, each a path or its content as "data:;base64,…".
        side: Where each but the first stands beside the one before.
        alone: Whether nothing else may be in it.
        at_least: Share of each that must look the same.
        colors: Whether their colours and brightness must be the same too.
        matcher: What finds them, as `crab list matchers` names it.
    """
    from crab_visualprompt.evaluators.finding import Look, find_all

    whole = read_picture(env, path)
    look = Look(matcher_named(matcher), at_least, colors)
    places: list[Sequence[Found]] = []
    for given in pictures:
        found = find_all(read_picture(env, given), whole, look)
        if isinstance(found, str):
            return Verdict(False, f"{path} does not show {named(given)}: {found}")
        places.append(found)
    height, width = whole.shape[:2]
    for row in _rows(places, side, ()):
        if not alone or _fills(row, width, height):
            shown = ", ".join(f"{named(given)} {one}" for given, one in zip(pictures, row, strict=True))
            return Verdict(True, f"{path} shows each {side} of the one before: {shown}")
    if any(_rows(places, side, ())):
        return Verdict(False, f"{path} shows them each {side} of the one before, and something else")
    shown = "; ".join(
        f"{named(given)} {' or '.join(map(str, them))}" for given, them in zip(pictures, places, strict=True)
    )
    return Verdict(False, f"{path} does not show them each {side} of the one before: {shown}")


@evaluator
@unseen_fails
def picture_adjusted(
    env: Device,
    path: str,
    reference: str,
    measure: Measure,
    change: Literal["higher", "lower", "same"],
    by: float = 1.0,
    at_least: Share = 0.8,
    matcher: str = "sift",
) -> Verdict:
    """A picture shows what another one does, brighter or darker, or with more or less contrast or colour.

    It may have another size and lie in something larger: only what both show is compared.

    Args:
        path: The picture to look at.
        reference: The one before: a path, or its content as "data:;base64,…".
        measure: "brightness": mean luma, 0 to 255; "contrast": standard deviation of luma, 0 to 127.5;
            "saturation": mean saturation of HSV, 0 to 255.
        change: Which way it must have changed.
        by: How much at least; at most, for "same".
        at_least: Share of it that must still show the same, in whatever light.
        matcher: What finds it, as `crab list matchers` names it.
    """
    from crab_visualprompt.evaluators.finding import Look, find, laid_over
    from crab_visualprompt.evaluators.light import MEASURES

    now, before = read_picture(env, path), read_picture(env, reference)
    found = find(before, now, Look(matcher_named(matcher), at_least, colors=False))
    if isinstance(found, str):
        return Verdict(False, f"{path} does not show {named(reference)}: {found}")
    was, became = (MEASURES[measure](pixels) for pixels in laid_over(before, now, found.homography))
    risen = became - was
    passed = {"higher": risen >= by, "lower": -risen >= by, "same": abs(risen) <= by}[change]
    said = f"{measure} of {path} is {became:.1f}, that of {named(reference)} {was:.1f}"
    return Verdict(passed, said if passed else f"{said}: not {change} by {by:g}")


def _shown_in(
    env: Device,
    where: tuple[str, Pixels],
    sought: str,
    matcher: str,
    at_least: float,
    colors: bool,
    turned: bool,
) -> Verdict:
    from crab_visualprompt.evaluators.finding import Look, find

    name, pixels = where
    found = find(read_picture(env, sought), pixels, Look(matcher_named(matcher), at_least, colors, turned))
    if isinstance(found, str):
        return Verdict(False, f"{name} does not show {named(sought)}: {found}")
    return Verdict(True, f"{name} shows {named(sought)}, {found}, {found.alike:.0%} alike")


def _rows(
    places: Sequence[Sequence[Found]], side: Side, row: tuple[Found, ...]
) -> Iterator[tuple[Found, ...]]:
    """Every way to give each picture one of its places so that neighbours are joined."""
    if len(row) == len(places):
        yield row
        return
    for one in places[len(row)]:
        if not row or _joined(row[-1], one, side):
            yield from _rows(places, side, (*row, one))


def _joined(first: Found, second: Found, side: Side) -> bool:
    if side in {"left", "above"}:
        return _joined(second, first, "right" if side == "left" else "below")
    one = (first.left, first.right, first.top, first.bottom)
    other = (second.left, second.right, second.top, second.bottom)
    if side == "below":  # what holds for columns holds for rows
        one, other = one[2:] + one[:2], other[2:] + other[:2]
    length = other[1] - one[0]
    overlap = min(one[3], other[3]) - max(one[2], other[2])
    return (
        abs(other[0] - one[1]) <= GAP * length + 1.5
        and overlap >= BESIDE * min(one[3] - one[2], other[3] - other[2]) - 1.5
    )


def _fills(row: Sequence[Found], width: int, height: int) -> bool:
    """Whether they reach to all four edges."""
    edges = (
        min(one.left for one in row),
        min(one.top for one in row),
        width - max(one.right for one in row),
        height - max(one.bottom for one in row),
    )
    return all(
        abs(edge) <= GAP * length + 1.5 for edge, length in zip(edges, (width, height) * 2, strict=True)
    )


EVALUATORS: Final = (picture_contains, picture_visible, pictures_joined, picture_adjusted)
