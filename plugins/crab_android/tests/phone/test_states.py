"""Snapshots, forks, what changed, and the phone's clock."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from crab_android.phone import Intent, Phone, WorldError, difference
from crab_android.phone.map import draw_map

NOTES = "test.example.notes"


def texts(phone):
    return [note.text for note in phone.state.apps[NOTES].notes]


def test_a_snapshot_keeps_everything_and_changes_with_nobody(phone):
    kept = phone.snapshot()
    phone.app_state(NOTES).notes[0].text = "Changed"
    phone.put_setting("system", "font_scale", "1.3")
    phone.state.files.write("/sdcard/new.txt", b"x", mtime=1)
    phone.home()
    assert [note.text for note in kept.apps[NOTES].notes] == ["Buy milk", "Call Ada"]
    phone.restore(kept)
    assert texts(phone) == ["Buy milk", "Call Ada"]
    assert phone.font_scale == 1.0
    assert phone.state.files.get("/sdcard/new.txt") is None
    assert phone.activity.package == NOTES


def test_a_snapshot_can_be_taken_back_again_and_again(phone):
    kept = phone.snapshot()
    for word in ("one", "two"):
        phone.app_state(NOTES).notes[0].text = word
        phone.restore(kept)
        assert texts(phone)[0] == "Buy milk"


def test_what_was_on_the_screen_at_a_snapshot_still_changes_only_the_phone(phone, hand):
    """The handlers of a screen that is already built must not reach into what the snapshot keeps."""
    phone.windows()
    kept = phone.snapshot()
    phone.broadcast(Intent(action="DONE"))
    assert kept.apps[NOTES].asked == []
    hand.tap(text="Photograph")
    hand.tap(text="Don’t allow")
    assert kept.apps[NOTES].asked == []


def test_a_fork_goes_its_own_way(phone):
    twin = phone.fork()
    twin.app_state(NOTES).notes.clear()
    phone.app_state(NOTES).notes[0].text = "Mine"
    assert texts(twin) == []
    assert texts(phone) == ["Mine", "Call Ada"]
    assert twin.png() != b""


def test_forks_of_the_same_phone_look_the_same_to_the_byte(phone):
    assert phone.fork().png() == phone.png() == phone.fork().png()


def changes(before, phone):
    return [str(change) for change in difference(before, phone.state)]


def test_what_changed_is_said_exactly_and_nothing_else(phone):
    before = phone.snapshot()
    assert changes(before, phone) == []
    app = phone.app_state(NOTES)
    app.notes[1].text = "Call Eve"
    phone.content.insert(f"content://{NOTES}/notes", {"text": "Sleep"})
    phone.put_setting("system", "font_scale", "1.3")
    phone.state.files.write("/sdcard/a.txt", b"x", mtime=1)
    assert changes(before, phone) == [
        "  settings.system.font_scale: '1.0' → '1.3'",
        f"  apps.{NOTES}.notes[id=2].text: 'Call Ada' → 'Call Eve'",
        f"+ apps.{NOTES}.notes[id=3] = {{'id': 3, 'text': 'Sleep'}}",
        *[line for line in changes(before, phone) if line.startswith("+ files./sdcard/a.txt")],
    ]
    assert any(line.startswith("+ files./sdcard/a.txt") for line in changes(before, phone))


def test_rows_that_only_changed_places_are_told_as_that(phone):
    before = phone.snapshot()
    phone.app_state(NOTES).notes.reverse()
    assert changes(before, phone) == [f"  apps.{NOTES}.notes.order: ['1', '2'] → ['2', '1']"]


def test_the_whole_state_is_json_and_files_may_be_told_by_their_digests(phone):
    phone.state.files.write("/sdcard/a.txt", b"hello", mtime=1)
    whole, short = phone.export(), phone.export(contents=False)
    assert json.loads(json.dumps(whole)) == whole
    assert short["files"]["/sdcard/a.txt"]["sha256"].startswith("2cf24dba5fb0a30e")
    assert whole["apps"] == short["apps"]


def test_time_stands_still_until_it_is_moved_and_apps_hear_of_it(phone):
    app = phone.app_state(NOTES)
    app.bell = datetime(2026, 5, 14, 10, 30)
    assert phone.now() == datetime(2026, 5, 14, 10, 24)
    phone.clock.advance(5 * 60)
    assert phone.app_state(NOTES).rings == []
    phone.clock.advance(60)
    assert phone.app_state(NOTES).rings == ["2026-05-14T10:30:00"]
    phone.clock.set(datetime(2026, 6, 1, 8, 0))
    assert phone.now() == datetime(2026, 6, 1, 8, 0)


def test_the_time_zone_moves_the_clock_but_not_the_instant():
    phone = Phone({"clock": "2026-05-14T10:24", "timezone": "Europe/Berlin"})
    assert phone.now() == datetime(2026, 5, 14, 10, 24)
    assert phone.clock.instant() == datetime(2026, 5, 14, 8, 24, tzinfo=UTC)
    phone.state.properties["persist.sys.timezone"] = "Asia/Tokyo"
    assert phone.now() == datetime(2026, 5, 14, 17, 24)
    assert phone.clock.local("America/New_York") == datetime(2026, 5, 14, 4, 24)


@pytest.mark.parametrize(
    "world", [{"timezone": "Mars/Olympus"}, {"locale": "english"}, {"display": {"width": 3}}]
)
def test_what_a_world_says_of_the_phone_is_checked(world):
    with pytest.raises(WorldError):
        Phone(world)


@pytest.mark.parametrize(
    ("world", "size"),
    [
        ({"settings": {"system": {"user_rotation": "1"}}}, (2400, 1080)),
        ({"display": {"width": 720, "height": 1280, "density": 320}}, (720, 1280)),
    ],
)
def test_another_size_shape_or_density_is_drawn_dumped_and_touched_as_it_is(world, size):
    import io
    from xml.etree import ElementTree

    from PIL import Image

    phone = Phone({**world, "tasks": ["Buy milk"], "open": "org.crab.tasks"})
    assert Image.open(io.BytesIO(phone.png())).size == size
    root = ElementTree.fromstring(phone.ui_xml())
    whole = next(root.iter("node")).get("bounds")
    assert whole == f"[0,0][{size[0]},{size[1]}]"
    box = next(n for n in root.iter("node") if n.get("class") == "android.widget.CheckBox").get("bounds")
    left, top, right, bottom = (int(part) for part in box.strip("[]").replace("][", ",").split(","))
    phone.tap((left + right) / 2, (top + bottom) / 2)
    assert phone.app_state("org.crab.tasks").items[0].done


def test_the_map_shows_every_screen_with_its_name():
    drawn = draw_map(Phone({}, 0), ["org.crab.tasks"], pictures=False)
    for name in ("details", "list · add", "list · delete", "list · menu", ".TaskDetailsActivity"):
        assert f">{name}<" in drawn
    assert "<image" not in drawn
    assert draw_map(Phone({}, 0), ["org.crab.tasks"]).count("<image") == drawn.count("<title>")
