"""Pictures on their way to a model."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from crab_core import AgentError, Screenshot
from crab_models.pictures import fitted, media_type


def picture(width: int, height: int, kind: str = "PNG", mode: str = "RGB") -> Screenshot:
    written = io.BytesIO()
    Image.new(mode, (width, height), 5).save(written, kind)
    return Screenshot(written.getvalue(), width, height)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_media_type_is_that_of_the_bytes(kind):
    made = picture(2, 2, kind)
    assert media_type(Screenshot(made.data, 2, 2, "image/x-wrong")) == f"image/{kind.lower()}"


def test_bytes_that_tell_nothing_are_what_they_are_said_to_be():
    assert media_type(Screenshot(b"?", 1, 1, "image/avif")) == "image/avif"


def test_a_picture_that_fits_is_left_byte_for_byte():
    made = picture(40, 30)
    assert fitted(made, (40, 30)) is made


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_shrunk_in_its_own_format(kind):
    small = fitted(picture(400, 200, kind), (100, 50))
    with Image.open(io.BytesIO(small.data)) as opened:
        assert (opened.size, opened.format) == ((100, 50), kind)
    assert (small.width, small.height, small.media_type) == (100, 50, f"image/{kind.lower()}")


@pytest.mark.parametrize("mode", ["RGBA", "L", "P", "1"])
def test_every_kind_of_png_can_be_shrunk(mode):
    assert fitted(picture(40, 20, mode=mode), (20, 10)).width == 20


def test_a_picture_that_cannot_be_read_is_an_error_with_its_reason():
    with pytest.raises(AgentError, match="picture cannot be read"):
        fitted(Screenshot(b"\x89PNG\r\n\x1a\nbroken", 40, 20), (20, 10))


def test_without_pillow_the_error_says_how_to_install_it(monkeypatch):
    made = picture(40, 20)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(AgentError, match=r"pip install 'crab-models\[pictures\]'"):
        fitted(made, (20, 10))
