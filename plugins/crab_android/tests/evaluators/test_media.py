"""Evaluators of photos, both ways."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb

GALLERY = "com.android.gallery3d"
IMAGES = "content://media/external/images/media"


@pytest.fixture
def photos(judge):
    """Two photos, of which a person west of Greenwich would say that they were taken on the day before."""
    judge.world(
        timezone="America/New_York",
        photos=[
            {"picture": "lake", "taken": "2026-05-02T22:40"},
            {"picture": "lake", "taken": "2026-04-12T10:15"},
        ],
    )
    return judge


def named(judge, taken):
    """The file of the photo of a day, by the name that its app gave it."""
    return next(row["_display_name"] for row in judge.rows(IMAGES) if taken in row["_display_name"])


def show_details(judge, file):
    (row,) = [row for row in judge.rows(IMAGES) if row["_display_name"] == file]
    path = row["_data"].replace("/storage/emulated/0", "/sdcard")
    judge.env.link.check(f"am start -a android.intent.action.VIEW -t image/jpeg -d file://{path}")
    judge.env.settle()
    judge.tap("Details")


def test_the_day_of_a_photo(photos):
    lake, other = named(photos, "20260502"), named(photos, "20260412")
    assert not photos("photo_date_shown", file=lake), "nothing is open yet"
    show_details(photos, lake)
    assert photos("photo_date_shown", file=lake)
    assert not photos("photo_date_shown", file=other), "the right app, another photo"


def test_a_photo_that_is_not_there(photos):
    assert not photos("photo_date_shown", file="IMG_1.jpg")
    assert "none of" in photos.reason("photo_date_shown", file="IMG_1.jpg")


def test_the_date_and_the_name_in_another_app_are_no_photo(photos):
    lake = named(photos, "20260502")
    photos.call(lambda phone: phone.app_state("org.crab.tasks").items.clear())
    photos.show("org.crab.tasks")
    photos.tap("Add task")
    photos.env.act("write_text", {"text": f"{lake} May 2, 2026"})
    assert photos("text_on_screen", text="May 2, 2026")
    assert not photos("photo_date_shown", file=lake)
    assert "not com.android.gallery3d" in photos.reason("photo_date_shown", file=lake)
