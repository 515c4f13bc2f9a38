"""Pictures on their way to a model."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from crab_core import AgentError, Message, Screenshot, Text, ToolResult
from crab_models.pictures import Shrinker, fitted, media_type


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


def test_a_picture_is_shrunk_once_however_often_it_is_sent():
    shrinker, made = Shrinker(lambda width, height: (width // 2, height // 2)), picture(40, 20)
    once = shrinker.message(Message("user", (Text("Look."), made)))
    again = shrinker.message(Message("user", (made,)))
    assert once.parts[0] == Text("Look.")
    assert once.parts[1] is again.parts[0]
    assert (again.parts[0].width, again.parts[0].height) == (20, 10)


def test_pictures_in_results_of_tools_are_shrunk_too():
    shrinker = Shrinker(lambda width, height: (width // 2, height // 2))
    sent = shrinker.message(Message("tool", (ToolResult("a", (Text("ok"), picture(40, 20))),)))
    assert sent.parts[0].parts[1].width == 20


def test_of_many_pictures_the_newest_are_kept():
    shrinker = Shrinker(lambda _width, _height: (8, 8))
    first, *others = (picture(side, 20) for side in range(40, 90))
    small = shrinker.picture(first)
    for other in others[:5]:
        shrinker.picture(other)
    assert shrinker.picture(first) is small
    newest = [shrinker.picture(other) for other in others][-1]
    assert shrinker.picture(others[-1]) is newest
    assert shrinker.picture(first) is not small
