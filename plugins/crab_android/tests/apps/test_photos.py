"""Photos: look, find, tell, arrange, edit, delete; and what other apps get of it."""

from __future__ import annotations

import numpy as np
import pytest
import skia

from crab_android.phone import Intent, Phone, WorldError

PACKAGE = "com.android.gallery3d"
MEDIA = "content://media/external/images/media"


@pytest.fixture
def phone():
    photos = [
        {"picture": "lake", "name": "lake.jpg", "taken": "2026-05-02T07:40", "description": "Calm"},
        {
            "picture": "cat",
            "name": "cat.jpg",
            "taken": "2026-05-13T10:05",
            "place": "At home",
            "favorite": True,
        },
        {"picture": "pizza", "name": "pizza.jpg", "taken": "2026-05-13T19:30", "album": "Food"},
    ]
    return Phone({"photos": photos, "open": PACKAGE})


def photos(phone):
    return phone.state.apps[PACKAGE]


def cells(hand):
    return [node.get("content-desc") for node in hand.nodes(id="photo_cell")]


def brightness(phone, path):
    picture = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(phone.state.files.read(path)))
    return float(picture.toarray()[:, :, :3].mean())


def test_pictures_stand_under_their_days_the_newest_first(hand):
    assert [n.get("text") for n in hand.nodes(id="date_header")] == ["Yesterday", "Sat, May 2"]
    assert cells(hand) == [
        "Photo taken on Wed, May 13, 19:30",
        "Photo taken on Wed, May 13, 10:05",
        "Photo taken on Sat, May 2, 07:40",
    ]


def test_one_swipes_from_a_picture_to_the_next(hand):
    hand.tap(id="photo_cell")
    assert "19:30 · Linden Street, Northfield" in hand.texts()
    hand.phone.swipe(900, 1200, 200, 1200, 200)
    assert "10:05 · At home" in hand.texts()
    hand.phone.swipe(200, 1200, 900, 1200, 200)
    hand.phone.swipe(200, 1200, 900, 1200, 200)
    assert "19:30 · Linden Street, Northfield" in hand.texts()


def test_the_details_tell_when_where_and_how_large(hand):
    hand.tap(desc="Photo taken on Sat, May 2, 07:40")
    hand.tap(id="action_details")
    texts = hand.texts()
    assert {"Saturday, May 2, 2026", "07:40", "Lake Bled, Slovenia", "lake.jpg"} <= set(texts)
    assert "/sdcard/DCIM/Camera/lake.jpg" in texts
    assert any("1600 × 1200" in text for text in texts)


def test_a_description_is_written_and_found_again(hand):
    hand.tap(desc="Photo taken on Wed, May 13, 10:05")
    hand.tap(id="action_details")
    hand.tap(text="Add a description")
    hand.phone.type_text("Waiting for the rain to stop")
    hand.tap(text="Save")
    assert "Waiting for the rain to stop" in hand.texts()
    hand.phone.back()
    hand.tap(id="action_search")
    hand.tap(id="search_src_text")
    hand.phone.type_text("rain")
    assert cells(hand) == ["Photo taken on Wed, May 13, 10:05"]


@pytest.mark.parametrize(
    ("words", "count"),
    [("bled", 1), ("May 2026", 3), ("may 13", 2), ("food", 1), ("2026-05-02", 1), ("moon", 0)],
)
def test_search_finds_places_dates_and_albums(hand, words, count):
    hand.tap(id="action_search")
    hand.tap(id="search_src_text")
    hand.phone.type_text(words)
    assert len(cells(hand)) == count
    assert ("No results" in hand.texts()) == (count == 0)


def test_a_favorite_is_marked_and_unmarked(hand):
    hand.tap(id="photo_cell")
    hand.tap(desc="Add to favorites")
    hand.phone.back()
    hand.tap(desc="More options")
    hand.tap(text="Favorites")
    assert len(cells(hand)) == 2
    hand.tap(id="photo_cell")
    hand.tap(desc="Remove from favorites")
    hand.phone.back()
    assert len(cells(hand)) == 1


def test_a_deleted_picture_waits_in_the_trash_and_comes_back_into_its_album(hand):
    hand.tap(id="photo_cell")
    hand.tap(id="action_delete")
    hand.tap(text="Cancel")
    assert hand.phone.state.files.exists("/sdcard/DCIM/Camera/pizza.jpg")
    hand.tap(id="action_delete")
    hand.tap(text="Move to trash")
    assert "10:05 · At home" in hand.texts()
    assert not hand.phone.state.files.exists("/sdcard/DCIM/Camera/pizza.jpg")
    hand.phone.back()
    assert len(cells(hand)) == 2
    hand.tap(desc="More options")
    hand.tap(text="Trash")
    hand.tap(id="photo_cell")
    hand.tap(text="Restore")
    assert "Trash is empty" in hand.texts()
    assert hand.phone.state.files.exists("/sdcard/DCIM/Camera/pizza.jpg")
    assert photos(hand.phone).album("Food").paths == ["/sdcard/DCIM/Camera/pizza.jpg"]


def test_what_is_deleted_forever_is_asked_about_and_gone(hand):
    hand.long_tap(id="photo_cell")
    hand.tap(id="action_delete")
    hand.tap(text="Move to trash")
    hand.tap(desc="More options")
    hand.tap(text="Trash")
    hand.tap(id="photo_cell")
    hand.tap(text="Delete forever")
    hand.tap(text="Cancel")
    assert len(photos(hand.phone).trash) == 1
    hand.tap(id="photo_cell")
    hand.tap(text="Delete forever")
    hand.tap(id="android:id/button1")
    assert photos(hand.phone).trash == []
    assert not [path for path in hand.phone.state.files.nodes if "pizza" in path]


def test_the_trash_is_emptied_by_time(hand):
    hand.long_tap(id="photo_cell")
    hand.tap(id="action_delete")
    hand.tap(text="Move to trash")
    hand.phone.clock.advance(29 * 86_400)
    assert len(photos(hand.phone).trash) == 1
    hand.phone.clock.advance(2 * 86_400)
    assert photos(hand.phone).trash == []


def test_several_are_chosen_and_put_into_a_new_album(hand):
    hand.long_tap(id="photo_cell")
    hand.tap(desc="Photo taken on Sat, May 2, 07:40")
    assert "2" in hand.texts()
    hand.tap(id="action_add_to_album")
    hand.tap(text="New album")
    hand.phone.type_text("Best of")
    hand.tap(text="Save")
    assert photos(hand.phone).album("Best of").paths == [
        "/sdcard/DCIM/Camera/pizza.jpg",
        "/sdcard/DCIM/Camera/lake.jpg",
    ]
    hand.tap(id="tab_albums")
    hand.tap(text="Best of")
    assert len(cells(hand)) == 2


def test_an_album_is_renamed_and_deleted_while_its_pictures_stay(hand):
    hand.tap(id="tab_albums")
    hand.tap(text="Food")
    hand.tap(desc="More options")
    hand.tap(text="Rename album")
    hand.phone.key(123)
    hand.phone.type_text(" 2026")
    hand.tap(text="Save")
    assert [album.name for album in photos(hand.phone).albums] == ["Food 2026"]
    hand.tap(desc="More options")
    hand.tap(text="Delete album")
    hand.tap(id="android:id/button1")
    assert photos(hand.phone).albums == []
    assert hand.phone.state.files.exists("/sdcard/DCIM/Camera/pizza.jpg")


def test_a_copy_is_cropped_and_turned(hand):
    hand.tap(desc="Photo taken on Sat, May 2, 07:40")
    hand.tap(id="action_edit")
    hand.tap(text="16:9")
    hand.tap(id="rotate_right")
    hand.tap(text="Save")
    hand.tap(text="Save as copy")
    [copy] = [row for row in hand.phone.content.query(MEDIA) if row["_display_name"] == "lake-EDIT.jpg"]
    assert (copy["width"], copy["height"]) == (1200, 675)
    [kept] = [row for row in hand.phone.content.query(MEDIA) if row["_display_name"] == "lake.jpg"]
    assert (kept["width"], kept["height"]) == (1600, 1200)
    assert copy["datetaken"] == kept["datetaken"]


def test_a_picture_is_darkened_in_its_place(hand):
    path = "/sdcard/DCIM/Camera/lake.jpg"
    before = brightness(hand.phone, path)
    hand.tap(desc="Photo taken on Sat, May 2, 07:40")
    hand.tap(id="action_edit")
    hand.tap(text="Adjust")
    left, top, right, bottom = (
        int(n)
        for n in hand.node(id="brightness_slider").get("bounds").replace("][", ",").strip("[]").split(",")
    )
    hand.phone.tap(left + (right - left) * 0.2, (top + bottom) // 2)
    hand.tap(text="Save")
    hand.tap(id="save_over")
    assert brightness(hand.phone, path) < before - 20
    assert "Sat, May 2" in hand.texts()


def test_changes_are_not_lost_without_a_question(hand):
    hand.tap(id="photo_cell")
    hand.tap(id="action_edit")
    hand.tap(text="Filters")
    hand.tap(id="filter_warm")
    hand.phone.back()
    assert "Discard changes?" in hand.texts()
    hand.tap(text="Discard")
    assert hand.sees(id="action_edit")


def test_a_picture_that_another_app_writes_appears_with_the_files_time(hand):
    data = hand.phone.state.files.read("/sdcard/DCIM/Camera/cat.jpg")
    hand.phone.state.files.write("/sdcard/Download/new.jpg", data, mtime=hand.phone.timestamp(), parents=True)
    hand.phone.changed()
    assert cells(hand)[0] == "Photo taken on Thu, May 14, 10:24"
    [row] = [row for row in hand.phone.content.query(MEDIA) if row["_display_name"] == "new.jpg"]
    assert (row["relative_path"], row["bucket_display_name"]) == ("Download/", "Download")
    assert (row["width"], row["height"], row["mime_type"]) == (1200, 1600, "image/jpeg")


def test_hidden_pictures_are_not_shown(hand):
    data = hand.phone.state.files.read("/sdcard/DCIM/Camera/cat.jpg")
    for path in ("/sdcard/.thumbs/a.jpg", "/sdcard/Secret/b.jpg", "/sdcard/Secret/.nomedia"):
        hand.phone.state.files.write(path, data, parents=True)
    hand.phone.changed()
    assert len(cells(hand)) == 3


def test_another_app_is_given_the_picture_that_is_chosen(hand):
    hand.phone.start_intent(
        Intent(action="android.intent.action.GET_CONTENT", type="image/*", package=PACKAGE)
    )
    assert "Choose a photo" in hand.texts()
    assert len(cells(hand)) == 3


def test_a_file_is_shown_by_its_uri(hand):
    hand.phone.start_intent(
        Intent(
            action="android.intent.action.VIEW", data="file:///sdcard/DCIM/Camera/cat.jpg", type="image/jpeg"
        )
    )
    assert "10:05 · At home" in hand.texts()


def test_a_picture_is_shared_as_a_file(hand):
    hand.tap(id="photo_cell")
    hand.tap(id="action_share")
    assert hand.phone.state.overlays[-1].kind == "chooser"


def test_the_provider_changes_and_deletes(phone):
    number = next(row["_id"] for row in phone.content.query(MEDIA) if row["_display_name"] == "cat.jpg")
    phone.content.update(MEDIA, number, {"description": "Miso", "is_favorite": 0})
    row = phone.content.query(f"{MEDIA}/{number}")[0]
    assert (row["description"], row["is_favorite"], row["place"]) == ("Miso", 0, "At home")
    phone.content.delete(MEDIA, number)
    assert not phone.state.files.exists("/sdcard/DCIM/Camera/cat.jpg")


def test_without_pictures_it_says_so():
    phone = Phone({"photos": [], "open": PACKAGE})
    assert "No photos yet" in phone.ui_xml()
    assert phone.content.query(MEDIA) == []


@pytest.mark.parametrize(
    "wrong", [[{"picture": "unicorn"}], [{"taken": "soon"}], [{"latitude": 91}], {"pictures": []}]
)
def test_a_world_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(WorldError, match="photos"):
        Phone({"photos": wrong})


def test_a_made_up_phone_has_months_of_pictures_that_the_seed_dates():
    rows = Phone(seed=1).content.query(MEDIA)
    assert len(rows) == 22
    assert {row["bucket_display_name"] for row in rows} == {"Camera", "Screenshots"}
    assert rows == Phone(seed=1).content.query(MEDIA)
    assert [row["datetaken"] for row in rows] != [
        row["datetaken"] for row in Phone(seed=2).content.query(MEDIA)
    ]


def test_a_picture_becomes_the_wallpaper_and_stays_when_it_is_deleted(hand):
    hand.phone.home()
    before = hand.phone.png()
    hand.phone.launch(PACKAGE)
    hand.tap(desc="Photo taken on Sat, May 2, 07:40")
    hand.tap(desc="More options")
    hand.tap(text="Use as wallpaper")
    hand.tap(text="Set wallpaper")
    assert hand.phone.state.settings["system"]["wallpaper"] == "/sdcard/DCIM/Camera/lake.jpg"
    hand.phone.state.files.remove("/sdcard/DCIM/Camera/lake.jpg")
    hand.phone.home()
    chosen = hand.phone.png()
    assert chosen != before
    assert hand.phone.fork().png() == chosen


def test_the_grid_shows_the_pictures_themselves(hand):
    left, top, right, bottom = (
        int(number)
        for number in hand.node(id="photo_cell").get("bounds").replace("][", ",").strip("[]").split(",")
    )
    pixels = np.frombuffer(hand.phone.raw()[16:], np.uint8).reshape(2400, 1080, 4)
    shown = pixels[top:bottom, left:right, :3].astype(int)
    red = (shown[..., 0] > 150) & (shown[..., 1] < 90)
    assert red.mean() > 0.15, "a pizza is red"


def test_messages_gets_the_picture_that_is_chosen(hand):
    hand.phone.start("com.android.messaging")
    hand.tap(id="conversation_row")
    hand.tap(id="attach_media_button")
    hand.tap(text="Picture")
    hand.tap(text="Photos")
    hand.tap(desc="Photo taken on Sat, May 2, 07:40")
    assert hand.phone.activity.args["picture"] == "/sdcard/DCIM/Camera/lake.jpg"


def test_the_wallpaper_is_chosen_and_removed_in_the_settings(hand):
    hand.phone.start_intent(Intent(action="android.intent.action.SET_WALLPAPER"))
    hand.tap(id="photo_cell")
    assert hand.phone.wallpaper == hand.phone.state.files.read("/sdcard/DCIM/Camera/pizza.jpg")
    hand.phone.start(PACKAGE, "settings")
    assert "pizza.jpg" in hand.texts()
    hand.tap(text="Remove wallpaper")
    assert hand.phone.wallpaper == b""
    assert "The phone's own" in hand.texts()
