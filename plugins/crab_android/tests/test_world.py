"""Worlds, seeds, snapshots and forks."""

from __future__ import annotations

import json

import pytest

from crab_android.phone import Phone, WorldError


def test_the_same_seed_gives_the_same_phone_and_another_seed_another():
    assert Phone({}, 7).export() == Phone({}, 7).export()
    assert Phone({}, 7).export()["apps"] != Phone({}, 8).export()["apps"]


def test_a_world_sets_clock_battery_settings_files_and_to_dos():
    phone = Phone(
        {
            "clock": "2027-01-02T03:04",
            "battery": {"level": 5, "charging": True},
            "settings": {"system": {"font_scale": 1.3}},
            "files": {"/sdcard/Download/a/note.txt": "hello"},
            "tasks": ["One", {"title": "Two", "done": True}],
        }
    )
    assert phone.now().isoformat() == "2027-01-02T03:04:00"
    assert phone.state.battery.level == 5
    assert phone.font_scale == 1.3
    assert phone.state.files.read("/storage/emulated/0/Download/a/note.txt") == b"hello"
    assert [item.done for item in phone.state.apps["org.crab.tasks"].items] == [False, True]


@pytest.mark.parametrize(
    ("world", "message"),
    [
        ({"task": []}, "did you mean 'tasks'"),
        ({"tasks": [{"titel": "x"}]}, "Tasks"),
        ({"tasks": [""]}, "Tasks"),
        ({"settings": {"secret": {}}}, "secret"),
        ({"battery": {"level": 500}}, "battery"),
        ({"open": "org.nobody"}, r"org\.nobody"),
    ],
)
def test_a_world_that_does_not_fit_is_refused_with_the_reason(world, message):
    with pytest.raises(WorldError, match=message):
        Phone(world)


def test_a_phone_keeps_its_state_when_a_world_is_refused(phone):
    before = phone.export()
    with pytest.raises(WorldError):
        phone.reset({"nonsense": 1})
    assert phone.export() == before


def test_nothing_is_left_after_a_reset(phone):
    world = {"tasks": ["a"]}
    phone.reset(world, 3)
    fresh = phone.export()
    phone.launch("org.crab.tasks")
    phone.tap(140, 400)
    phone.put_setting("global", "airplane_mode_on", "1")
    phone.state.files.write("/sdcard/x", b"\xff\x00")
    assert phone.export() != fresh
    phone.reset(world, 3)
    assert phone.export() == fresh


def test_restore_brings_back_what_a_snapshot_kept(phone):
    phone.launch("org.crab.tasks")
    kept = phone.snapshot()
    picture = phone.png()
    phone.tap(140, 400)
    phone.home()
    phone.restore(kept)
    assert phone.png() == picture
    phone.tap(140, 400)
    phone.restore(kept)
    assert phone.png() == picture, "what happened after a restore must not reach the snapshot"


def test_a_fork_is_independent_in_both_directions(phone):
    phone.launch("org.crab.tasks")
    twin = phone.fork()
    assert twin.export() == phone.export()
    twin.home()
    phone.put_setting("global", "wifi_on", "0")
    assert phone.front.package == "org.crab.tasks"
    assert twin.state.settings["global"]["wifi_on"] == "1"


def test_two_phones_share_nothing():
    one, two = Phone({}, 1), Phone({}, 1)
    one.put_setting("system", "font_scale", "2.0")
    one.state.files.write("/sdcard/a", b"a")
    assert two.export() == Phone({}, 1).export()


def test_the_exported_state_is_json_also_with_bytes_that_are_no_text(phone):
    phone.state.files.write("/sdcard/bytes", bytes(range(256)))
    assert "/sdcard/bytes" in json.dumps(phone.export())


def test_the_clock_stands_still_unless_the_world_lets_it_run():
    assert Phone().now() == Phone().now()
    running = Phone({"clock": {"now": "2026-05-14T10:24", "running": True}})
    first = running.now()
    while running.now() == first:
        pass
    assert running.now() > first
