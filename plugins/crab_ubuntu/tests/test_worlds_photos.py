"""Photographs that a world draws, and their thumbnails."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from typing import Any

import pytest
from PIL import Image

from crab_core import UsageError
from crab_ubuntu.worlds import thumbnails as thumbnails_of
from crab_ubuntu.worlds.files import LONG_AGO, File
from crab_ubuntu.worlds.photos import DATE_TAKEN, EXIF, FORMATS, draw_photo
from crab_ubuntu.worlds.thumbnails import thumbnails
from crab_ubuntu.worlds.world import read_world

SMALL = {"width": 160, "height": 120}


def open_photo(path: str = "a.jpg", **described: Any) -> Image.Image:
    world = read_world({"files": {path: {"photo": {"seed": 1, **SMALL, **described}}}})
    return Image.open(io.BytesIO(world.files[path].data))


def test_the_same_seed_gives_the_same_bytes_in_another_process_too() -> None:
    program = (
        "import hashlib; from crab_ubuntu.worlds.photos import draw_photo\n"
        "print(hashlib.sha256(draw_photo('.jpg', seed=7, taken='2024-05-01T10:00:00')).hexdigest())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    here = hashlib.sha256(draw_photo(".jpg", seed=7, taken="2024-05-01T10:00:00")).hexdigest()
    assert done.stdout.strip() == here


def test_other_seeds_give_other_photos() -> None:
    assert len({draw_photo(".png", seed=seed, **SMALL) for seed in range(8)}) == 8


def test_a_photo_is_a_landscape_and_not_one_colour() -> None:
    colours = open_photo("a.png").convert("RGB").getcolors(160 * 120)
    assert colours is not None
    assert len(colours) > 100


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_photo_has_the_format_of_its_suffix_and_the_size_asked_for(suffix: str) -> None:
    picture = open_photo(f"a{suffix.upper()}", width=33, height=21)
    assert (picture.format, picture.size) == (FORMATS[suffix], (33, 21))


def test_a_photo_is_a_large_one_unless_its_size_is_given() -> None:
    world = read_world({"files": {"a.jpg": {"photo": {"seed": 1}}}})
    assert Image.open(io.BytesIO(world.files["a.jpg"].data)).size == (1280, 853)


def test_a_jpeg_keeps_when_it_was_taken() -> None:
    exif = open_photo(taken="2024-05-01T10:20:30").getexif().get_ifd(EXIF)
    assert exif[DATE_TAKEN] == "2024:05:01 10:20:30"
    assert DATE_TAKEN not in open_photo().getexif().get_ifd(EXIF)


@pytest.mark.parametrize(
    ("path", "photo", "message"),
    [
        ("a.txt", {"seed": 1}, "a photo is one of .png, .jpg"),
        ("a", {"seed": 1}, "a file without suffix"),
        ("a.png", {"seed": 1, "taken": "2024-05-01"}, "only a JPEG keeps"),
        ("a.jpg", {"seed": 1, "taken": "yesterday"}, "Invalid isoformat"),
        ("a.jpg", {"seed": 1, "taken": 2024}, "'taken' of a photo is str, not 2024"),
        ("a.jpg", {"seed": -1}, "cannot be read"),
        ("a.jpg", {"seed": "1"}, "'seed' of a photo is int, not '1'"),
        ("a.jpg", {"seed": True}, "'seed' of a photo is int, not True"),
        ("a.jpg", {"seed": 1, "width": 0}, "1 to 4096 pixels a side"),
        ("a.jpg", {"seed": 1, "height": 4097}, "1 to 4096 pixels a side"),
        ("a.jpg", {"seed": 1, "width": 10.0}, "'width' of a photo is int, not 10.0"),
        ("a.jpg", {"seed": 1, "hight": 10}, "a photo has seed, width, height, taken, and no 'hight'"),
        ("a.jpg", {}, "a photo is written"),
        ("a.jpg", 3, "a photo is written"),
    ],
)
def test_what_is_no_photo_is_refused_with_the_reason(path: str, photo: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_world({"files": {path: {"photo": photo}}})


def test_thumbnails_lie_where_files_looks_for_them_and_say_what_they_show() -> None:
    file = File(draw_photo(".jpg", seed=1, width=800, height=400))
    found = thumbnails({"Pictures/Grüße; a+b.jpg": file})
    address = "file:///home/crab/Pictures/Gr%C3%BC%C3%9Fe%3B%20a+b.jpg"
    name = hashlib.md5(address.encode()).hexdigest()
    assert list(found) == [f".cache/thumbnails/{size}/{name}.png" for size in ("large", "normal")]
    for thumbnail, size in zip(found.values(), ((256, 128), (128, 64)), strict=True):
        picture = Image.open(io.BytesIO(thumbnail.data))
        assert isinstance(picture.text, dict)  # type: ignore[attr-defined]
        assert (picture.size, picture.format, thumbnail.mode) == (size, "PNG", 0o600)
        assert picture.text == {"Thumb::URI": address, "Thumb::MTIME": str(LONG_AGO)}  # type: ignore[attr-defined]


def test_what_is_no_picture_or_hidden_or_too_large_has_no_thumbnail(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = draw_photo(".png", seed=1, width=64, height=64)
    monkeypatch.setattr(thumbnails_of, "MOST_PIXELS", 64 * 64)
    too_large = draw_photo(".png", seed=1, width=64, height=65)
    files = {
        ".hidden/a.png": photo,
        "a.txt": photo,
        "b.png": b"not a picture",
        "c.png": photo[:300],
        "d.png": too_large,
    }
    assert thumbnails({path: File(data) for path, data in files.items()}) == {}
    assert len(thumbnails({"e.png": File(photo)})) == 2


def test_a_small_picture_is_not_made_larger_and_keeps_what_can_be_seen_through() -> None:
    stream = io.BytesIO()
    Image.new("RGBA", (20, 10), (255, 0, 0, 0)).save(stream, "PNG")
    large, _ = thumbnails({"a.png": File(stream.getvalue())}).values()
    picture = Image.open(io.BytesIO(large.data))
    assert (picture.size, picture.mode) == ((20, 10), "RGBA")
