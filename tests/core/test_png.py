"""PNG files of screens: any image library reads them, and they come back as they were."""

from __future__ import annotations

import io
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from PIL import Image

from crab_core.png import decode, encode

PICTURES = st.sampled_from([3, 4]).flatmap(
    lambda channels: array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=40).flatmap(
        lambda shape: arrays(np.uint8, (*shape, channels))
    )
)


@given(PICTURES)
def test_a_picture_comes_back_as_it_was(pixels: np.ndarray) -> None:
    assert np.array_equal(decode(encode(pixels)), pixels)


@given(PICTURES)
def test_another_library_reads_the_same_pixels(pixels: np.ndarray) -> None:
    with Image.open(io.BytesIO(encode(pixels))) as picture:
        picture.load()
        assert np.array_equal(np.asarray(picture), pixels)


def test_what_comes_back_may_be_drawn_on() -> None:
    pixels = decode(encode(np.zeros((2, 2, 3), np.uint8)))
    pixels[0, 0] = 255
    assert pixels.sum() == 3 * 255


def test_an_array_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(4, 4\)"):
        encode(np.zeros((4, 4), np.uint8))


@pytest.mark.parametrize("mode", ["L", "P", "1"])
def test_another_kind_of_png_is_refused_and_not_misread(mode: str) -> None:
    file = io.BytesIO()
    Image.new(mode, (4, 4)).save(file, "PNG")
    with pytest.raises(ValueError, match="another kind"):
        decode(file.getvalue())


def test_a_png_with_other_filters_is_refused_and_not_misread() -> None:
    file = io.BytesIO()
    Image.effect_noise((64, 64), 50).convert("RGB").save(file, "PNG")
    with pytest.raises(ValueError, match="another kind"):
        decode(file.getvalue())


def test_a_damaged_file_is_refused() -> None:
    data = encode(np.arange(300, dtype=np.uint8).reshape(10, 10, 3))
    with pytest.raises(ValueError, match=r"another kind|damaged"):
        decode(data[:60] + data[70:])
    with pytest.raises(ValueError, match="not a PNG"):
        decode(b"\xff\xd8\xff" + data)
    short = zlib.compress(b"\0" * 5)
    cut = data[:33] + len(short).to_bytes(4, "big") + b"IDAT" + short + b"\0\0\0\0" + data[-12:]
    with pytest.raises(ValueError, match="pixels are missing"):
        decode(cut)
