"""Camera: pictures, portraits and videos; what it asks, and what other apps get."""

from __future__ import annotations

import base64

import pytest
import skia

from crab_android.phone import Intent, Phone, WorldError
from crab_android.phone.crawl import find

PACKAGE = "com.android.camera2"
CAMERA = "android.permission.CAMERA"
FOLDER = "/sdcard/DCIM/Camera"


def make(**camera):
    world = {"photos": [], "camera": {"scene": "park", **camera}, "permissions": {PACKAGE: {CAMERA: True}}}
    phone = Phone(world)
    phone.start(PACKAGE)
    return phone


@pytest.fixture
def phone():
    return make()


def files(phone):
    return [name for name, _node in phone.state.files.children(FOLDER)]


def decoded(phone, name):
    data = phone.state.files.read(f"{FOLDER}/{name}")
    return skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data))


def test_the_first_use_asks_for_the_camera():
    phone = Phone({"photos": []})
    phone.launch(PACKAGE)
    assert phone.state.overlays[-1].kind == "permission"
    assert files(phone) == []


def test_without_permission_there_is_no_viewfinder(hand):
    hand.phone.reset({"permissions": {PACKAGE: {CAMERA: False}}})
    hand.phone.start(PACKAGE)
    assert "Camera needs your permission" in hand.texts()
    assert not hand.sees(id="shutter_button")
    hand.tap(text="Allow")
    assert "Settings" in hand.phone.state.toast.text


def test_a_picture_is_a_file_of_the_phones_time(hand):
    hand.tap(desc="Take photo")
    assert files(hand.phone) == ["IMG_20260514_102400.jpg"]
    picture = decoded(hand.phone, "IMG_20260514_102400.jpg")
    assert (picture.width(), picture.height()) == (1200, 1600)
    hand.tap(desc="Take photo")
    assert files(hand.phone) == ["IMG_20260514_102400.jpg", "IMG_20260514_102400_1.jpg"]


def test_a_picture_appears_in_photos(hand):
    hand.tap(desc="Take photo")
    [row] = hand.phone.content.query("content://media/external/images/media")
    assert (row["_display_name"], row["relative_path"]) == ("IMG_20260514_102400.jpg", "DCIM/Camera/")
    hand.tap(desc="Last picture")
    assert hand.phone.activity.package == "com.android.gallery3d"
    assert {"Today", "10:24"} <= set(hand.texts())


def test_on_its_side_the_picture_is_wide():
    phone = make()
    phone.put_setting("system", "user_rotation", "1")
    phone.tap(*(part * phone.scale for part in find(phone, id="shutter_button").visible.center))
    picture = decoded(phone, files(phone)[0])
    assert (picture.width(), picture.height()) == (1600, 1200)


def test_the_timer_takes_its_time(hand):
    hand.tap(desc="Timer off")
    assert "3s" in hand.texts()
    hand.tap(desc="Take photo")
    assert files(hand.phone) == ["IMG_20260514_102403.jpg"]


def test_the_front_camera_and_zoom_see_something_else(hand):
    hand.tap(desc="Take photo")
    hand.tap(desc="Zoom 1×")
    hand.tap(desc="Take photo")
    hand.tap(desc="Switch to front camera")
    hand.tap(desc="Take photo")
    taken = {hand.phone.state.files.read(f"{FOLDER}/{name}") for name in files(hand.phone)}
    assert len(taken) == 3


def test_the_flash_lights_the_night():
    dark, lit = (
        Phone(
            {
                "clock": "2026-05-14T23:00",
                "photos": [],
                "camera": {"scene": "park", "flash": flash},
                "permissions": {PACKAGE: {CAMERA: True}},
            }
        )
        for flash in ("off", "auto")
    )
    levels = []
    for phone in (dark, lit):
        phone.start(PACKAGE)
        phone.tap(*find(phone, id="shutter_button").visible.center)
        levels.append(decoded(phone, files(phone)[0]).toarray()[:, :, :3].mean())
    assert levels[1] > levels[0] + 10


def test_a_video_is_as_long_as_it_was_recorded(hand):
    hand.tap(text="Video")
    hand.tap(desc="Record video")
    hand.phone.clock.advance(75)
    assert "1:15" in hand.texts()
    hand.tap(desc="Stop recording")
    assert files(hand.phone) == ["VID_20260514_102400.mp4"]
    [row] = hand.phone.content.query("content://media/external/video/media")
    assert (row["mime_type"], row["width"], row["height"]) == ("video/mp4", 600, 800)
    hand.tap(desc="Last video")
    assert "0:00 / 1:15" in hand.texts()
    hand.tap(desc="Play video")
    assert "1:15 / 1:15" in hand.texts()


def test_a_video_is_kept_when_one_leaves(hand):
    hand.tap(text="Video")
    hand.tap(desc="Record video")
    hand.phone.home()
    assert files(hand.phone) == ["VID_20260514_102400.mp4"]


def test_a_swipe_changes_the_mode(hand):
    hand.phone.swipe(800, 1000, 200, 1000, 200)
    assert hand.node(id="mode_video").get("selected") == "true"
    hand.phone.swipe(200, 1000, 800, 1000, 200)
    hand.phone.swipe(200, 1000, 800, 1000, 200)
    assert hand.node(id="mode_portrait").get("selected") == "true"


def test_settings_are_kept(hand):
    hand.tap(id="settings_button")
    hand.tap(text="Grid lines")
    hand.tap(text="Timer")
    hand.tap(text="10 seconds")
    hand.phone.force_stop(PACKAGE)
    hand.phone.launch(PACKAGE)
    assert hand.sees(desc="Grid lines on")
    assert hand.sees(desc="Timer 10 seconds")


def test_another_app_gets_a_picture_after_it_was_looked_at(hand):
    hand.phone.start_intent(
        Intent(
            action="android.media.action.IMAGE_CAPTURE", extras={"output": "file:///sdcard/Pictures/shot.jpg"}
        )
    )
    hand.tap(desc="Take photo")
    assert hand.sees(id="review_image")
    hand.tap(desc="Retake")
    assert not hand.phone.state.files.exists("/sdcard/Pictures/shot.jpg")
    hand.tap(desc="Take photo")
    hand.tap(desc="Done")
    assert hand.phone.state.files.exists("/sdcard/Pictures/shot.jpg")


def test_a_world_puts_a_picture_before_the_camera():
    poster = skia.Surface(300, 400)
    poster.getCanvas().clear(0xFFFF0000)
    data = bytes(poster.makeImageSnapshot().encodeToData(skia.kPNG, 100))
    path = "/sdcard/Android/data/com.android.camera2/files/red.png"
    phone = Phone(
        {
            "photos": [],
            "files": {path: {"base64": base64.b64encode(data).decode()}},
            "camera": {"scene": path},
            "permissions": {PACKAGE: {CAMERA: True}},
        }
    )
    phone.start(PACKAGE)
    phone.tap(*find(phone, id="shutter_button").visible.center)
    pixels = decoded(phone, files(phone)[0]).toarray(colorType=skia.kRGBA_8888_ColorType)
    red, green, blue = pixels[800, 600][:3]
    assert red > 240
    assert green < 20
    assert blue < 20


@pytest.mark.parametrize("wrong", [{"scene": "moon"}, {"mode": "slow"}, {"timer": 5}, {"lens": 1}])
def test_a_world_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(WorldError, match="camera"):
        Phone({"camera": wrong})
