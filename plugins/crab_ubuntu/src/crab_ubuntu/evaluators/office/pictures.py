"""Whether pictures of a document are those that a task wants, and how they lie to each other."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from crab_core import DefinitionError, Verdict
from crab_ubuntu.evaluators.office.model import Box, Picture
from crab_ubuntu.evaluators.reading import UnreadableError, parsing, read_reference, shown

if TYPE_CHECKING:
    from PIL.Image import Image

Arrangement = Literal["any", "in_order", "left_to_right", "top_to_bottom"]
"""How pictures lie: "in_order" is the order in the document; the others go by where they lie on the page."""
Compare = Literal["pixels", "scaled"]
"""How pictures are compared: "pixels" wants the same size and every pixel; "scaled" the same picture at any
resolution, also after lossy compression."""

PIXELS: Final = 40_000_000
"""A picture with more pixels is not decoded."""
GRID: Final = 256
"""Pixels of the longer side at which pictures are compared, and never more than half of those that they have:
lossy compression changes neighbours most."""
PATCH: Final = 8
"""Pixels of the grid: a difference this small and not faint is seen."""
WORST: Final = 4
"""How many times the tolerance a row, column or patch may differ: no border is lost in the mean."""
ASPECT: Final = 0.03
SHA: Final = "sha256:"


def same(pictures: Sequence[Picture], image: str, compare: Compare, tolerance: float) -> list[Picture]:
    """Those of the pictures that show this image.

    Raises:
        UnreadableError: The image cannot be read.
    """
    wanted = Wanted(image)
    return [p for p in pictures if not wanted.differs(Shown(p), compare, tolerance)]


class Wanted:
    """A picture that a task wants: a path, "data:;base64,…", or "sha256:…" of the image file."""

    def __init__(self, given: str) -> None:
        """Read it.

        Raises:
            DefinitionError: It is neither.
            UnreadableError: The file cannot be read.
        """
        self.name = shown(given) if not given.startswith(SHA) else f"{given[: len(SHA) + 8]}…"
        self.image: Image | None = None
        if given.startswith(SHA):
            self.digest = given.removeprefix(SHA).lower()
            if len(self.digest) != 64 or not set(self.digest) <= set("0123456789abcdef"):
                raise DefinitionError(f"{given!r} is no SHA-256: 64 hexadecimal digits are wanted.")
            return
        data = read_reference(given)
        self.digest = hashlib.sha256(data).hexdigest()
        with parsing(shown(given), "a picture"):
            self.image = _flat(_open(data, shown(given)))

    def differs(self, shown: Shown, compare: Compare, tolerance: float) -> str:
        """How a picture of the document differs from this one, in words; empty when it does not."""
        if shown.altered:
            return f"is {shown.altered}"
        if shown.digest == self.digest:
            return ""
        if self.image is None:
            return "is another file"
        return shown.broken or difference(shown, self.image, compare, tolerance)


class Shown:
    """A picture of the document: opened at once, decoded only when its size is that of a wanted one."""

    def __init__(self, picture: Picture) -> None:
        """Open it; that it cannot be is said in `broken`."""
        self.altered = picture.altered
        self.digest = hashlib.sha256(picture.data).hexdigest() if picture.data is not None else ""
        self.broken = ""
        self.size = (0, 0)
        try:
            self._image = _opened(picture)
            self.size = self._image.size
        except UnreadableError as error:
            self.broken = str(error)

    def pixels(self) -> Image:
        """Its pixels, on white.

        Raises:
            UnreadableError: They cannot be decoded.
        """
        with parsing("", "a picture"):
            self._image = _flat(self._image)
        return self._image


def _opened(picture: Picture) -> Image:
    if picture.data is not None:
        return _open(picture.data, "")
    if picture.decode is None:
        raise UnreadableError("is not in the document")
    with parsing("", "a picture"):
        return _small(picture.decode(), "")


def _open(data: bytes, path: str) -> Image:
    from PIL import Image

    with parsing(path, "a picture"):
        return _small(Image.open(io.BytesIO(data)), path)


def _small(image: Image, path: str) -> Image:
    if image.width * image.height > PIXELS:
        raise UnreadableError(f"has more than {PIXELS} pixels", path)
    return image


def _flat(image: Image) -> Image:
    from PIL import Image as Images

    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        clear = image.convert("RGBA")
        white = Images.new("RGBA", clear.size, "white")
        return Images.alpha_composite(white, clear).convert("RGB")
    return image.convert("RGB")


def difference(found: Shown, wanted: Image, compare: Compare, tolerance: float) -> str:
    """How two pictures differ, in words; empty when they are the same.

    Args:
        found: In the document.
        wanted: RGB.
        compare: See `Compare`.
        tolerance: 0 to 255. For "pixels" what any channel of any pixel may differ; for "scaled" what they may
            differ in the mean, and a fourth of what any row, column or patch may.
    """
    from PIL import ImageChops, ImageStat

    sizes = f"{found.size[0]}×{found.size[1]} pixels, not {wanted.width}×{wanted.height}"
    across, along = found.size[0] * wanted.height, wanted.width * found.size[1]
    if compare == "pixels" and found.size != wanted.size:
        return f"has {sizes}"
    if abs(across - along) > ASPECT * along:
        return f"has other proportions: {sizes}"
    try:
        pixels = found.pixels()
    except UnreadableError as error:
        return str(error)
    if compare == "pixels":
        worst = max(high for _, high in ImageStat.Stat(ImageChops.difference(pixels, wanted)).extrema)
        return "" if worst <= tolerance else f"has pixels that differ by {worst} of 255"
    smaller = min(pixels.size, wanted.size)
    scale = min(0.5, GRID / max(smaller))
    # A whole number of patches, so that every part of the picture weighs the same.
    size = tuple(max(PATCH, round(side * scale / PATCH) * PATCH) for side in smaller)
    gap = _gap(_sampled(pixels, size), _sampled(wanted, size))
    mean, most = _means(gap, size)
    if mean > tolerance or most > WORST * tolerance:
        return f"is another picture: it differs by {mean:.1f} of 255 in the mean, by {most:.0f} in places"
    return ""


def _sampled(image: Image, size: tuple[int, ...]) -> Image:
    from PIL.Image import Resampling

    return image.resize((size[0], size[1]), Resampling.BILINEAR)


def _gap(found: Image, wanted: Image) -> Image:
    """The largest difference of any channel at every pixel."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(found, wanted).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _means(gap: Image, size: tuple[int, ...]) -> tuple[float, float]:
    """The mean of all, and the largest mean of a row, a column or a patch."""
    from PIL import ImageStat
    from PIL.Image import Resampling

    width, height = size
    coarse = [(1, height), (width, 1), (width // PATCH, height // PATCH)]
    worst = max(float(gap.resize(to, Resampling.BOX).getextrema()[1]) for to in coarse)  # type: ignore[arg-type]
    return ImageStat.Stat(gap).mean[0], worst


def judge_pictures(
    what: str,
    pictures: Sequence[Picture],
    *,
    images: Sequence[str],
    count: int | None,
    arrangement: Arrangement,
    compare: Compare,
    tolerance: float,
) -> Verdict:
    """Whether these pictures are there, and lie as they should.

    Raises:
        DefinitionError: Nothing was asked for.
        UnreadableError: A wanted picture cannot be read.
    """
    if not images and count is None:
        raise DefinitionError("Say which images are wanted, or how many: images or count.")
    if count is not None and len(pictures) != count:
        return Verdict(False, f"{what} has {_number(len(pictures))}, not {count}")
    if not images:
        return Verdict(True, f"{what} has {_number(len(pictures))}")
    wanted = [Wanted(given) for given in images]
    gaps = [_differences(Shown(picture), wanted, compare, tolerance) for picture in pictures]
    candidates = [[i for i, gap in enumerate(gaps) if not gap[n]] for n in range(len(wanted))]
    for n, image in enumerate(wanted):
        if not candidates[n]:
            found = "; ".join(f"image {i} {gap[n]}" for i, gap in enumerate(gaps[:6], 1))
            return Verdict(False, f"{what} does not show {image.name}: {found or 'it has no images'}")
    if _arranged(pictures, candidates, arrangement, ()):
        return Verdict(True, f"{what} shows {', '.join(i.name for i in wanted)}{_ORDERS[arrangement]}")
    where = ", ".join(
        f"{image.name} at {' or '.join(_place(pictures[i].box) for i in places[:3])}"
        for image, places in zip(wanted, candidates, strict=True)
    )
    if arrangement == "any":
        return Verdict(False, f"{what} does not show each of the {len(wanted)} images once: {where}")
    return Verdict(False, f"{what} does not show the images{_ORDERS[arrangement]}: {where}")


def _differences(found: Shown, wanted: Sequence[Wanted], compare: Compare, tolerance: float) -> list[str]:
    return [image.differs(found, compare, tolerance) for image in wanted]


_ORDERS: Final = {
    "any": "",
    "in_order": " in this order",
    "left_to_right": " side by side from left to right",
    "top_to_bottom": " one above the other",
}


def _arranged(
    pictures: Sequence[Picture],
    candidates: Sequence[Sequence[int]],
    arrangement: Arrangement,
    taken: tuple[int, ...],
) -> bool:
    """Whether each wanted picture can be given one of its own so that neighbours lie as they should."""
    if len(taken) == len(candidates):
        return True
    for index in candidates[len(taken)]:
        if index in taken:
            continue
        if taken and not _follows(pictures, taken[-1], index, arrangement):
            continue
        if _arranged(pictures, candidates, arrangement, (*taken, index)):
            return True
    return False


def _follows(pictures: Sequence[Picture], first: int, second: int, arrangement: Arrangement) -> bool:
    one, two = pictures[first].box, pictures[second].box
    if arrangement == "left_to_right":
        slack = 0.05 * min(one.width, two.width)
        return one.right <= two.left + slack and _share(one.top, one.bottom, two.top, two.bottom) >= 0.5
    if arrangement == "top_to_bottom":
        slack = 0.05 * min(one.height, two.height)
        return one.bottom <= two.top + slack and _share(one.left, one.right, two.left, two.right) >= 0.3
    return arrangement == "any" or first < second


def _share(low: float, high: float, other_low: float, other_high: float) -> float:
    """How much of the shorter of two stretches lies in the other: 0 to 1."""
    shorter = min(high - low, other_high - other_low)
    return (min(high, other_high) - max(low, other_low)) / shorter if shorter > 0 else 0.0


def _place(box: Box) -> str:
    return f"({box.left:.1f}, {box.top:.1f})"


def _number(count: int) -> str:
    return f"{count} image{'' if count == 1 else 's'}"
