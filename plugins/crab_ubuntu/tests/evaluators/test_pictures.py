"""Pictures: by themselves, and beside the one that they were made from."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from crab_core import DefinitionError
from crab_ubuntu.worlds.photos import draw_photo


def scene(width: int = 96, height: int = 64, seed: int = 1) -> Image.Image:
    """Something with colours, edges and shades that is like none of its turns."""
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[:height, :width]
    pixels = np.stack([rows * 255 // height, columns * 255 // width, (rows + columns) % 256], axis=2)
    for _ in range(12):
        x, y = rng.integers(0, width - 8), rng.integers(0, height - 8)
        pixels[y : y + 8, x : x + 8] = rng.integers(40, 200, 3)
    return Image.fromarray((40 + pixels * 0.6).astype(np.uint8))


@pytest.fixture
def before(home: Path) -> Image.Image:
    image = scene()
    image.save(home / "before.png")
    return image


def test_size_format_and_mode(home: Path, before, judge) -> None:
    before.save(home / "a.jpg")
    before.convert("P").save(home / "p.png")
    assert judge("image_size", path="before.png", width=96, height=64).passed
    assert judge("image_size", path="before.png", width=96).passed
    for width, height in ((64, 96), (97, None), (None, 63)):
        assert not judge("image_size", path="before.png", width=width, height=height).passed
    assert judge("image_format", path="a.jpg", format="jpg", mode="RGB").passed
    assert judge("image_format", path="p.png", mode="P").passed
    assert not judge("image_format", path="a.jpg", format="PNG").passed
    assert not judge("image_format", path="p.png", format="PNG", mode="RGB").passed
    with pytest.raises(DefinitionError):
        judge("image_format", path="a.jpg")


def test_the_format_is_that_of_the_bytes_not_of_the_name(home: Path, before, judge) -> None:
    before.save(home / "lie.png", "JPEG")
    assert not judge("image_format", path="lie.png", format="PNG").passed
    for format in ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"):
        before.save(home / "a", format)
        assert judge("image_format", path="a", format=format.lower()).passed


@pytest.mark.parametrize(
    ("measure", "enhancer"),
    [
        ("brightness", ImageEnhance.Brightness),
        ("contrast", ImageEnhance.Contrast),
        ("saturation", ImageEnhance.Color),
    ],
)
def test_more_and_less_of_it(home: Path, before, judge, measure: str, enhancer) -> None:
    for name, factor in (("more.png", 1.3), ("less.png", 0.7), ("hardly.png", 1.005)):
        enhancer(before).enhance(factor).save(home / name)

    def changed(path: str, change: str, **more) -> bool:
        return judge(
            "image_changed", path=path, reference="before.png", measure=measure, change=change, **more
        ).passed

    assert changed("more.png", "higher")
    assert changed("less.png", "lower")
    assert changed("hardly.png", "same", by=3)
    assert changed("before.png", "same", by=0)
    assert not changed("less.png", "higher")
    assert not changed("more.png", "lower")
    assert not changed("more.png", "same")
    assert not changed("before.png", "higher")
    assert not changed("hardly.png", "higher", by=3)
    assert not changed("more.png", "higher", by=100)


def test_brighter_means_the_same_picture_brighter(home: Path, before, judge) -> None:
    Image.new("RGB", before.size, "white").save(home / "white.png")
    ImageEnhance.Brightness(before.transpose(Image.Transpose.FLIP_LEFT_RIGHT)).enhance(1.4).save(
        home / "turned.png"
    )
    ImageEnhance.Brightness(scene(seed=9).transpose(Image.Transpose.ROTATE_90)).enhance(2).save(
        home / "other.png"
    )
    ImageEnhance.Brightness(before).enhance(1.4).resize((192, 128)).save(home / "larger.png")
    ask = {"reference": "before.png", "measure": "brightness", "change": "higher"}
    for path in ("white.png", "turned.png", "other.png"):
        verdict = judge("image_changed", path=path, **ask)
        assert not verdict.passed
        assert "does not show" in verdict.reason
        assert judge("image_changed", path=path, same_picture=False, **ask).passed
    assert judge("image_changed", path="larger.png", **ask).passed


def test_landscapes_alike_are_told_apart_where_that_is_asked(home: Path, judge) -> None:
    for name, seed in (("one.png", 3), ("two.png", 25)):
        (home / name).write_bytes(draw_photo(".png", seed=seed, width=480, height=320))
        ImageEnhance.Brightness(Image.open(home / name)).enhance(1.3).save(home / f"bright-{name}")
    ask = {"reference": "one.png", "measure": "brightness", "change": "higher"}
    assert judge("image_changed", path="bright-two.png", **ask).passed
    assert not judge("image_changed", path="bright-two.png", alike=0.95, **ask).passed
    assert judge("image_changed", path="bright-one.png", alike=0.95, **ask).passed


def test_measures_of_known_pictures(home: Path, judge) -> None:
    Image.new("RGB", (10, 10), (200, 200, 200)).save(home / "gray.png")
    Image.new("RGB", (10, 10), (200, 0, 0)).save(home / "red.png")
    half = Image.new("L", (10, 10), 0)
    half.paste(255, (0, 0, 5, 10))
    half.save(home / "half.png")
    for path, measure, value in (
        ("gray.png", "brightness", 200),
        ("gray.png", "contrast", 0),
        ("gray.png", "saturation", 0),
        ("red.png", "brightness", 59.8),
        ("red.png", "saturation", 255),
        ("half.png", "brightness", 127.5),
        ("half.png", "contrast", 127.5),
    ):
        ask = {"path": path, "measure": measure}
        assert judge("image_measure", at_least=value - 0.1, at_most=value + 0.1, **ask).passed
        assert not judge("image_measure", at_least=value + 0.2, **ask).passed
        assert not judge("image_measure", at_most=value - 0.2, **ask).passed


TURNS = {
    "mirrored_left_right": Image.Transpose.FLIP_LEFT_RIGHT,
    "mirrored_top_bottom": Image.Transpose.FLIP_TOP_BOTTOM,
    "rotated_90": Image.Transpose.ROTATE_270,  # Pillow turns the other way
    "rotated_180": Image.Transpose.ROTATE_180,
    "rotated_270": Image.Transpose.ROTATE_90,
    "transposed": Image.Transpose.TRANSPOSE,
}


@pytest.mark.parametrize("how", TURNS)
def test_turned_one_way_is_turned_no_other_way(home: Path, before, judge, how: str) -> None:
    turned = before.transpose(TURNS[how])
    turned.save(home / "a.png")
    turned.save(home / "a.jpg", quality=95)
    passed = [t for t in TURNS if judge("image_turned", path="a.png", reference="before.png", how=t).passed]
    assert passed == [how]
    assert not judge("image_turned", path="a.jpg", reference="before.png", how=how).passed
    assert judge("image_turned", path="a.jpg", reference="before.png", how=how, tolerance=3).passed
    assert not judge("image_turned", path="before.png", reference="before.png", how=how, tolerance=3).passed


def test_the_same_pixels_in_whatever_format(home: Path, before, judge) -> None:
    before.save(home / "a.bmp")
    near = before.copy()
    near.putpixel((95, 63), (0, 0, 0))
    near.save(home / "near.png")
    before.transform(before.size, Image.Transform.AFFINE, (1, 0, 1, 0, 1, 0)).save(home / "shifted.png")
    before.crop((0, 0, 95, 64)).save(home / "narrower.png")
    assert judge("image_same", path="a.bmp", reference="before.png").passed
    for path in ("near.png", "shifted.png", "narrower.png"):
        assert not judge("image_same", path=path, reference="before.png").passed
    assert judge("image_same", path="near.png", reference="before.png", tolerance=1).passed


def test_a_reference_can_be_given_as_data_that_no_agent_changes(home: Path, before, judge) -> None:
    import base64

    data = f"data:;base64,{base64.b64encode((home / 'before.png').read_bytes()).decode()}"
    assert judge("image_same", path="before.png", reference=data).passed
    before.transpose(Image.Transpose.ROTATE_180).save(home / "before.png")
    verdict = judge("image_same", path="before.png", reference=data)
    assert not verdict.passed
    assert "the reference" in verdict.reason


def test_a_part_is_that_part_to_the_pixel(home: Path, before, judge) -> None:
    before.crop((10, 5, 40, 25)).save(home / "a.png")
    part = {"path": "a.png", "reference": "before.png"}
    assert judge("image_cropped", left=10, top=5, width=30, height=20, **part).passed
    for left, top, width, height in (
        (11, 5, 30, 20),
        (10, 4, 30, 20),
        (10, 5, 29, 20),
        (10, 5, 30, 21),
        (90, 5, 30, 20),
    ):
        assert not judge("image_cropped", left=left, top=top, width=width, height=height, **part).passed
    with pytest.raises(DefinitionError):
        judge("image_cropped", left=-1, top=5, width=30, height=20, **part)


def joined(
    first: Image.Image, second: Image.Image, below: bool = False, gap: int = 0, at: float = 0
) -> Image.Image:
    if below:
        width = max(first.width, second.width)
        whole = Image.new("RGB", (width, first.height + gap + second.height))
        whole.paste(first, (int((width - first.width) * at), 0))
        whole.paste(second, (int((width - second.width) * at), first.height + gap))
        return whole
    height = max(first.height, second.height)
    whole = Image.new("RGB", (first.width + gap + second.width, height))
    whole.paste(first, (0, int((height - first.height) * at)))
    whole.paste(second, (first.width + gap, int((height - second.height) * at)))
    return whole


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("size", [(96, 64), (40, 40)])
@pytest.mark.parametrize("at", [0, 0.5, 1])
def test_two_pictures_are_joined_in_their_order(
    home: Path, before, judge, below: bool, size, at: float
) -> None:
    second = scene(*size, seed=7)
    second.save(home / "second.png")
    direction, other = ("below", "right") if below else ("right", "below")
    joined(before, second, below, at=at).save(home / "a.png")
    ask = {"path": "a.png", "first": "before.png", "second": "second.png"}
    assert judge("images_joined", direction=direction, **ask).passed
    assert not judge("images_joined", direction=other, **ask).passed
    swapped = {"path": "a.png", "first": "second.png", "second": "before.png"}
    assert not judge("images_joined", direction=direction, tolerance=3, **swapped).passed
    joined(before, second, below, gap=1, at=at).save(home / "a.png")
    assert not judge("images_joined", direction=direction, tolerance=3, **ask).passed
    joined(before, before, below).save(home / "a.png")
    assert not judge("images_joined", direction=direction, tolerance=3, **ask).passed


def test_joining_forgives_what_jpeg_loses_when_asked(home: Path, before, judge) -> None:
    second = scene(seed=7)
    second.save(home / "second.png")
    joined(before, second).save(home / "a.jpg", quality=92)
    ask = {"path": "a.jpg", "first": "before.png", "second": "second.png"}
    assert not judge("images_joined", **ask).passed
    assert judge("images_joined", tolerance=3, **ask).passed


def test_similarity(home: Path, before, judge) -> None:
    before.save(home / "a.jpg", quality=95)
    before.resize((192, 128)).save(home / "larger.png")
    scene(seed=3).save(home / "other.png")
    Image.merge("RGB", before.split()[::-1]).save(home / "swapped.png")
    ask = {"reference": "before.png"}
    assert judge("image_similar", path="a.jpg", **ask).passed
    assert judge("image_similar", path="before.png", at_least=1, **ask).passed
    assert judge("image_similar", path="larger.png", resize=True, **ask).passed
    assert not judge("image_similar", path="larger.png", **ask).passed
    for path in ("other.png", "swapped.png"):
        assert not judge("image_similar", path=path, **ask).passed


def test_the_similarity_is_the_one_of_the_paper() -> None:
    """The mean over all windows by the definition, one after the other, not by running sums."""
    from crab_ubuntu.evaluators.pictures import similarity

    rng = np.random.default_rng(0)
    one, other = (rng.integers(0, 256, (12, 14, 3)).astype(np.float32) for _ in range(2))
    other = (0.7 * one + 0.3 * other).astype(np.float32)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    means = []
    for channel in range(3):
        scores = []
        for y in range(6):
            for x in range(8):
                a = one[y : y + 7, x : x + 7, channel].astype(float)
                b = other[y : y + 7, x : x + 7, channel].astype(float)
                both = ((a - a.mean()) * (b - b.mean())).mean()
                top = (2 * a.mean() * b.mean() + c1) * (2 * both + c2)
                scores.append(top / ((a.mean() ** 2 + b.mean() ** 2 + c1) * (a.var() + b.var() + c2)))
        means.append(np.mean(scores))
    assert similarity(one, other) == pytest.approx(min(means), abs=1e-6)


def test_shades_of_gray(home: Path, before, judge) -> None:
    before.convert("L").save(home / "gray.png")
    before.convert("L").convert("RGB").save(home / "gray.jpg")
    near = before.convert("L").convert("RGB")
    near.putpixel((3, 3), (200, 190, 200))
    near.save(home / "near.png")
    Image.new("L", before.size, 128).save(home / "plain.png")
    scene(seed=8).rotate(180).convert("L").save(home / "other.png")
    for path in ("gray.png", "gray.jpg"):
        assert judge("image_grayscale", path=path, reference="before.png").passed
    assert judge("image_grayscale", path="other.png").passed
    assert not judge("image_grayscale", path="other.png", reference="before.png").passed
    for path in ("before.png", "near.png", "plain.png"):
        assert not judge("image_grayscale", path=path).passed


def test_transparency(home: Path, before, judge) -> None:
    cut = before.convert("RGBA")
    cut.paste((0, 0, 0, 0), (0, 0, 48, 64))
    cut.save(home / "half.png")
    Image.new("RGBA", (4, 4)).save(home / "all.png")
    assert judge("image_transparent", path="half.png", at_least=0.5, at_most=0.5).passed
    assert not judge("image_transparent", path="half.png", at_least=0.51).passed
    assert not judge("image_transparent", path="half.png", at_most=0.49).passed
    assert not judge("image_transparent", path="before.png").passed
    assert not judge("image_transparent", path="all.png").passed


def test_pixels(home: Path, judge) -> None:
    image = Image.new("RGB", (3, 2), "#102030")
    image.putpixel((2, 1), (255, 128, 0))
    image.save(home / "a.png")
    assert judge("image_pixel", path="a.png", x=2, y=1, color="#ff8000").passed
    assert judge("image_pixel", path="a.png", x=-1, y=-1, color="ff8000ff").passed
    assert judge("image_pixel", path="a.png", x=2, y=1, color="#fe8100", tolerance=1).passed
    assert judge("image_pixel", path="a.png", x=-3, y=-2, color="#102030").passed
    assert not judge("image_pixel", path="a.png", x=-4, y=-2, color="#102030").passed
    for x, y, color in ((2, 1, "#ff8001"), (1, 1, "#ff8000"), (3, 1, "#ff8000"), (2, 1, "#ff800080")):
        assert not judge("image_pixel", path="a.png", x=x, y=y, color=color).passed
    for color in ("red", "#fff", ""):
        with pytest.raises(DefinitionError):
            judge("image_pixel", path="a.png", x=0, y=0, color=color)


def claims(width: int, height: int) -> bytes:
    """A small PNG file that says that it is a large picture."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    parts = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_a_picture_that_claims_billions_of_pixels_is_refused(home: Path, judge) -> None:
    for width, height in ((100_000, 100_000), (2**31 - 1, 1), (16_000_001, 1)):
        (home / "bomb.png").write_bytes(claims(width, height))
        assert "too many" in judge("image_size", path="bomb.png", width=width).reason
    (home / "bomb.png").write_bytes(claims(4000, 4000))
    assert not judge("image_size", path="bomb.png", width=4000).passed


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"])
def test_half_a_picture_is_none(home: Path, before, judge, format: str) -> None:
    file = io.BytesIO()
    before.save(file, format)
    (home / "a").write_bytes(file.getvalue()[: len(file.getvalue()) // 2])
    verdict = judge("image_size", path="a", width=96, height=64)
    assert not verdict.passed
    assert "cannot be read as a picture" in verdict.reason or "no picture" in verdict.reason


def test_what_cannot_be_read_says_what_it_is(home: Path, judge) -> None:
    (home / "a.xcf").write_bytes(b"gimp xcf v011\0")
    assert "image/x-xcf" in judge("image_size", path="a.xcf").reason
    (home / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert "image/svg+xml" in judge("image_size", path="a.svg").reason
