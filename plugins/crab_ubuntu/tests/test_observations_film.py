"""Films: what went in comes out, at its time, however little of it is kept; and a browser plays it."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import Browser, find_chromium

from crab_core import Clip
from crab_ubuntu.desktop.film import KEY_SECONDS, Film

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 255, 255)
WIDTH, HEIGHT = 320, 200


def picture(colour: tuple[int, int, int], width: int = WIDTH, height: int = HEIGHT) -> Any:
    """One colour, as a screen is captured: blue, green, red and a byte that means nothing."""
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[:, :, :3] = colour[::-1]
    return pixels


def noise(seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, (HEIGHT, WIDTH, 4), np.uint8)


def film(*frames: tuple[float, tuple[int, int, int]], **options: Any) -> Film:
    made = Film(WIDTH, HEIGHT, **{"seconds": 1000.0, "size": 1 << 30, **options})
    for at, colour in frames:
        made.add(picture(colour), at)
    return made


def shown(clip: Clip) -> list[tuple[float, tuple[int, int, int]]]:
    """When each picture of a clip is shown first, and its colour in the middle."""
    import av

    with av.open(io.BytesIO(clip.data)) as file:
        frames = [(frame.time, frame.to_ndarray(format="rgb24")) for frame in file.decode(video=0)]
    return [
        (round(time, 3), nearest(pixels[pixels.shape[0] // 2, pixels.shape[1] // 2]))
        for time, pixels in frames
    ]


def nearest(pixel: Any) -> tuple[int, int, int]:
    """Which of the colours a pixel is, a little changed by the encoding."""
    colour = min((RED, GREEN, BLUE, WHITE), key=lambda c: np.abs(np.subtract(c, pixel[:3])).sum())
    assert np.abs(np.subtract(colour, pixel[:3])).max() < 20, pixel
    return colour


def seconds(clip: Clip) -> float:
    import av

    with av.open(io.BytesIO(clip.data)) as file:
        return float(file.duration) / av.time_base


def test_a_film_shows_what_was_added_at_its_time() -> None:
    clip = film((100.0, RED), (100.35, GREEN), (103.0, BLUE)).cut(100.0, 104.5)
    assert shown(clip) == [(0.0, RED), (0.35, GREEN), (3.0, BLUE)]
    assert clip.seconds == 4.5
    assert seconds(clip) == 4.5
    assert clip.media_type == "video/mp4"


def test_the_pixels_are_those_of_the_screen() -> None:
    import av

    ramp = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    ramp[:, :, 0] = np.linspace(0, 255, WIDTH)
    ramp[:, :, 1] = np.linspace(255, 0, HEIGHT)[:, None]
    ramp[:, :, 2] = 128
    made = film()
    made.add(ramp, 5.0)
    with av.open(io.BytesIO(made.cut(5.0, 6.0).data)) as file:
        frame = next(file.decode(video=0))
    # Colours are told to players as BT.709 in limited range.
    assert (frame.colorspace, frame.color_range) == (1, 1)
    wrong = np.abs(frame.to_ndarray(format="rgb24").astype(int) - ramp[:, :, 2::-1])
    assert wrong.mean() < 3
    assert wrong.max() < 20


def test_a_cut_begins_with_the_picture_that_was_there_then() -> None:
    made = film((0.0, RED), (1.0, GREEN), (2.0, BLUE), (3.0, WHITE))
    assert shown(made.cut(1.5, 4.0)) == [(0.0, GREEN), (0.5, BLUE), (1.5, WHITE)]
    assert seconds(made.cut(1.5, 4.0)) == 2.5


def test_a_screen_that_stood_still_is_shown_for_all_the_time() -> None:
    clip = film((0.0, RED), (1.0, GREEN)).cut(50.0, 58.0)
    assert shown(clip) == [(0.0, GREEN)]
    assert seconds(clip) == clip.seconds == 8.0


def test_a_cut_ends_where_it_is_told_to() -> None:
    made = film((0.0, RED), (1.0, GREEN), (2.0, BLUE))
    assert shown(made.cut(0.0, 1.5)) == [(0.0, RED), (1.0, GREEN)]
    assert seconds(made.cut(0.0, 1.5)) == 1.5


def test_a_single_moment_is_a_clip_that_can_be_played() -> None:
    clip = film((7.0, BLUE)).cut(7.0, 7.0)
    assert shown(clip) == [(0.0, BLUE)]
    assert seconds(clip) == clip.seconds > 0


def test_an_empty_film_gives_an_empty_clip() -> None:
    made = film()
    assert made.began is None
    assert made.cut(0.0, 5.0) == Clip(b"", 0.0)


def test_frames_that_come_in_the_same_millisecond_keep_their_order() -> None:
    colours = [RED, GREEN, BLUE, WHITE]
    clip = film(*((1.0, colour) for colour in colours)).cut(0.0, 1.0)
    assert shown(clip)[-1][1] == WHITE


def test_the_index_comes_before_the_pictures() -> None:
    made = film()
    for i in range(500):  # the room for the index grows with the film
        made.add(picture((RED, GREEN)[i % 2]), i * 0.1)
    data, boxes, at = made.cut(0.0, 50.0).data, [], 0
    while at < len(data):
        boxes.append(data[at + 4 : at + 8])
        at += int.from_bytes(data[at : at + 4], "big")
    assert boxes.index(b"moov") < boxes.index(b"mdat")
    assert len(shown(Clip(data, 50.0))) == 500


def test_no_more_of_the_past_is_kept_than_asked_for() -> None:
    made = film(*((i * 0.5, (RED, GREEN, BLUE)[i % 3]) for i in range(200)), seconds=10.0)
    assert made.began is not None
    assert 10.0 <= 99.5 - made.began < 10.0 + 2 * KEY_SECONDS
    clip = made.cut(89.5, 99.5)
    assert [colour for _, colour in shown(clip)] == [(RED, GREEN, BLUE)[i % 3] for i in range(179, 200)]


def test_no_more_memory_is_used_than_allowed() -> None:
    made = film(seconds=1000.0, size=1_000_000)
    for i in range(200):
        made.add(noise(i), i * 0.5)
    data = made.cut(0.0, 100.0).data
    assert 300_000 < len(data) < 1_100_000
    assert made.began is not None
    assert made.began > 0
    assert shown_last_is_noise(data, 199)


def shown_last_is_noise(data: bytes, seed: int) -> bool:
    import av

    with av.open(io.BytesIO(data)) as file:
        *_, last = file.decode(video=0)
    there, added = last.to_ndarray(format="gray"), noise(seed)[:, :, :3].mean(axis=2)
    return bool(np.corrcoef(there.ravel(), added.ravel())[0, 1] > 0.7)


@pytest.mark.parametrize(
    ("size", "scale", "kept"),
    [((321, 201), 1, (320, 200)), ((1920, 1080), 2, (960, 540)), ((640, 480), 3, (212, 160))],
)
def test_any_size_of_screen_can_be_filmed(size: tuple[int, int], scale: int, kept: tuple[int, int]) -> None:
    import av

    made = Film(*size, scale=scale, seconds=10.0, size=1 << 20)
    made.add(picture(GREEN, *size), 0.0)
    clip = made.cut(0.0, 1.0)
    with av.open(io.BytesIO(clip.data)) as file:
        stream = file.streams.video[0]
        assert (stream.width, stream.height, stream.pix_fmt) == (*kept, "yuv420p")
        assert stream.codec_context.name == "h264"
    assert shown(clip) == [(0.0, GREEN)]


PLAYER = """<html class=js><body><video muted preload=auto src=CLIP></video><script>
const video = document.querySelector('video');
video.onerror = () => console.error(video.error.message);
// Nothing is drawn before the picture is decoded, which may be after the event that tells of it.
function look() {
  const pen = document.createElement('canvas').getContext('2d');
  pen.drawImage(video, 0, 0);
  return [...pen.getImageData(100, 100, 1, 1).data];
}
</script></body></html>"""


@pytest.mark.browser
@pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed")
def test_a_browser_plays_a_cut_from_its_first_moment(tmp_path: Path) -> None:
    clip = film((0.0, RED), (0.2, WHITE), (0.4, GREEN), (1.0, BLUE)).cut(0.5, 2.0)
    # In the page itself: pixels of another file may be shown there, but not read.
    address = f"data:{clip.media_type};base64,{base64.b64encode(clip.data).decode()}"
    (tmp_path / "page.html").write_text(PLAYER.replace("CLIP", address))
    with Browser(tmp_path / "profile") as tab:
        tab.open(tmp_path / "page.html")
        tab.wait(lambda: tab.run("look()[3] === 255"))
        assert nearest(np.array(tab.run("look()"))) == GREEN
        assert tab.run("[video.duration, video.videoWidth]") == [1.5, WIDTH]
        tab.run("video.currentTime = 0.7")
        tab.wait(lambda: tab.run("look()[2] > 200"))
        assert nearest(np.array(tab.run("look()"))) == BLUE
        assert not tab.troubles
