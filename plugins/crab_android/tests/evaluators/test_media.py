"""Evaluators of photos and of the drive, both ways."""

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


def test_another_photo_of_the_same_day(judge):
    judge.world(
        photos=[
            {"picture": "lake", "taken": "2026-05-02T08:00"},
            {"picture": "lake", "taken": "2026-05-02T19:30"},
        ]
    )
    morning, evening = named(judge, "20260502_08"), named(judge, "20260502_19")
    show_details(judge, morning)
    assert judge("photo_date_shown", file=morning)
    assert not judge("photo_date_shown", file=evening)


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


# -- the drive ----------------------------------------------------------------------------

DRIVE = "content://org.crab.drive/files"
FOLDER = "vnd.android.document/directory"


@pytest.fixture
def drive(judge):
    """An empty drive."""
    judge.world(drive=[])
    return judge


def test_a_folder_of_the_drive(drive):
    assert not drive("drive_folder_exists", name='Trip = 2026, "plans"')
    drive.insert(DRIVE, title='Trip = 2026, "plans"', mime_type=FOLDER)
    assert drive("drive_folder_exists", name='Trip = 2026, "plans"')
    assert drive("drive_folder_exists", name='Trip = 2026, "plans"', folder="My Drive")
    for name in ("Trip", 'trip = 2026, "plans"', "plans"):
        assert not drive("drive_folder_exists", name=name)


def test_a_folder_in_another_folder(drive):
    outer = drive.insert(DRIVE, title="Travel", mime_type=FOLDER)
    drive.insert(DRIVE, title="Trip", mime_type=FOLDER, parent=outer)
    assert drive("drive_folder_exists", name="Trip")
    assert drive("drive_folder_exists", name="Trip", folder="Travel")
    assert not drive("drive_folder_exists", name="Trip", folder="My Drive")
    assert not drive("drive_folder_exists", name="Travel", folder="Trip")


def test_a_file_of_that_name_is_no_folder(drive):
    drive.insert(DRIVE, title="Trip", mime_type="text/plain", text="x")
    assert not drive("drive_folder_exists", name="Trip")
    assert "no folder" in drive.reason("drive_folder_exists", name="Trip")


def test_a_folder_in_the_bin_and_a_renamed_one_are_gone(drive):
    number = drive.insert(DRIVE, title="Trip", mime_type=FOLDER)
    drive.update(DRIVE, number, trashed="1")
    assert not drive("drive_folder_exists", name="Trip")
    assert "in the bin" in drive.reason("drive_folder_exists", name="Trip")
    drive.update(DRIVE, number, trashed="0", title="Journey")
    assert not drive("drive_folder_exists", name="Trip")
    assert drive("drive_folder_exists", name="Journey")


def test_a_folder_on_the_phone_is_none_of_the_drive(drive):
    drive.env.link.check("mkdir -p /sdcard/Trip")
    assert drive("file_exists", path="/sdcard/Trip", kind="folder")
    assert not drive("drive_folder_exists", name="Trip")
