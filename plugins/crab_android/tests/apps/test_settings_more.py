"""Settings: networks, devices, apps and their permissions, time zone, language, screen lock, search."""

from __future__ import annotations

from datetime import datetime

import pytest

from crab_android.phone import Intent, Phone, WorldError

PACKAGE = "com.android.settings"
NEARBY = {
    "wifi": [
        {"ssid": "Home", "password": "lantern", "saved": True, "connected": True},
        {"ssid": "Library"},
        {"ssid": "Upstairs", "password": "let me in"},
    ],
    "bluetooth": [{"name": "Buds", "paired": True}, {"name": "Speaker", "kind": "speaker"}],
}
HELLO = {"package": "test.example.hello", "label": "Hello", "permissions": ["android.permission.CAMERA"]}


@pytest.fixture
def phone():
    return Phone({"nearby": NEARBY, "install": [HELLO]})


def show(hand, action, data=""):
    assert hand.phone.start_intent(Intent(action=f"android.settings.{action}", data=data))


def connected(phone):
    return [row["ssid"] for row in phone.content.query(f"content://{PACKAGE}/wifi", {"connected": 1})]


def test_an_open_network_is_joined_by_a_tap(hand):
    show(hand, "WIFI_SETTINGS")
    hand.tap(text="Library")
    assert connected(hand.phone) == ["Library"]


def test_a_closed_network_wants_the_right_password(hand):
    show(hand, "WIFI_SETTINGS")
    hand.tap(text="Upstairs")
    hand.phone.type_text("wrong")
    hand.tap(text="Connect")
    assert hand.phone.state.toast.text == "Wrong password"
    assert connected(hand.phone) == ["Home"]
    hand.tap(text="Upstairs")
    hand.phone.type_text("let me in")
    hand.tap(text="Connect")
    assert connected(hand.phone) == ["Upstairs"]


def test_a_network_is_forgotten_after_a_question(hand):
    show(hand, "WIFI_SETTINGS")
    hand.tap(text="Home")
    hand.tap(text="Cancel")
    assert connected(hand.phone) == ["Home"]
    hand.tap(text="Home")
    hand.tap(text="Forget")
    assert connected(hand.phone) == []
    hand.tap(text="Home")
    assert "Password" in hand.texts()


def test_without_wifi_no_network_is_shown(hand):
    show(hand, "WIFI_SETTINGS")
    hand.tap(id="main_switch_bar")
    assert hand.phone.state.settings["global"]["wifi_on"] == "0"
    assert "Home" not in hand.texts()


def test_a_device_is_paired_connected_and_forgotten(hand):
    show(hand, "BLUETOOTH_SETTINGS")
    hand.tap(text="Speaker")
    uri = f"content://{PACKAGE}/bluetooth"
    assert hand.phone.content.query(uri, {"name": "Speaker"})[0]["connected"] == 1
    hand.tap(desc="Settings of Speaker")
    hand.tap(text="Forget")
    assert hand.phone.content.query(uri, {"name": "Speaker"})[0]["paired"] == 0


def test_the_device_name_is_the_name_for_bluetooth_too(hand):
    hand.phone.start(PACKAGE, "devices")
    hand.tap(text="Device name")
    hand.phone.type_text(" of Ada")
    hand.tap(text="Save")
    settings = hand.phone.state.settings
    assert settings["global"]["device_name"] == settings["secure"]["bluetooth_name"] == "Crab Phone of Ada"


def test_a_permission_is_given_and_taken_back_in_settings(hand):
    show(hand, "APPLICATION_DETAILS_SETTINGS", "package:test.example.hello")
    hand.tap(text="Permissions")
    hand.tap(text="Camera")
    hand.tap(text="Allow while using the app")
    assert hand.phone.packages.granted("test.example.hello", "android.permission.CAMERA")
    hand.tap(text="Camera")
    hand.tap(text="Don’t allow")
    assert not hand.phone.packages.granted("test.example.hello", "android.permission.CAMERA")


def test_an_app_is_uninstalled_only_after_a_question_and_one_of_the_system_not_at_all(hand):
    show(hand, "APPLICATION_DETAILS_SETTINGS", "package:test.example.hello")
    hand.tap(desc="Uninstall")
    hand.tap(id="android:id/button1")
    assert "test.example.hello" not in hand.phone.apps
    show(hand, "APPLICATION_DETAILS_SETTINGS", "package:org.crab.tasks")
    assert hand.node(desc="Uninstall").get("enabled") == "false"


def test_the_data_of_an_app_is_deleted_after_a_question(hand):
    show(hand, "APPLICATION_DETAILS_SETTINGS", "package:org.crab.tasks")
    hand.tap(text="Storage")
    hand.tap(text="Delete")
    assert hand.phone.app_state("org.crab.tasks").items == []


def test_a_running_app_is_stopped(hand):
    hand.phone.launch("org.crab.tasks")
    show(hand, "APPLICATION_DETAILS_SETTINGS", "package:org.crab.tasks")
    hand.tap(desc="Force stop")
    hand.tap(id="android:id/button1")
    assert all(stack.package != "org.crab.tasks" for stack in hand.phone.state.stacks)


def test_another_time_zone_moves_the_clock(hand):
    hand.phone.start(PACKAGE, "date")
    hand.tap(text="Time zone")
    hand.tap(id="search_src_text")
    hand.phone.type_text("tokyo")
    hand.tap(text="Tokyo")
    assert hand.phone.now() == datetime(2026, 5, 14, 19, 24)
    assert hand.phone.state.properties["persist.sys.timezone"] == "Asia/Tokyo"


def test_another_language_writes_dates_its_own_way(hand):
    hand.phone.start(PACKAGE, "languages")
    hand.tap(text="Deutsch (Deutschland)")
    assert any("14. Mai 2026" in text for text in hand.texts())


def test_a_pin_locks_the_screen(hand):
    show(hand, "SECURITY_SETTINGS")
    hand.tap(text="Screen lock")
    hand.tap(text="PIN")
    hand.phone.type_text("12")
    hand.tap(text="Confirm")
    assert hand.phone.state.toast.text == "A PIN has 4 to 16 digits"
    hand.tap(text="PIN")
    hand.phone.type_text("2580")
    hand.tap(text="Confirm")
    hand.phone.key(223)
    hand.phone.key(224)
    assert hand.phone.state.locked
    assert hand.phone.state.settings["secure"]["lockscreen.pin"] == "2580"


def test_search_finds_rows_and_opens_their_page(hand):
    hand.phone.launch(PACKAGE)
    hand.tap(desc="Search settings")
    hand.phone.type_text("font")
    hand.tap(text="Font size")
    assert hand.phone.activity.screen == "display"
    hand.phone.back()
    hand.phone.type_text("zzz")
    assert "No results" in hand.texts()


def test_storage_tells_what_the_files_take_up(hand):
    hand.phone.state.files.write("/sdcard/Download/a.wav", bytes(3000), mtime=1)
    show(hand, "INTERNAL_STORAGE_SETTINGS")
    audio = hand.texts().index("Audio")
    assert hand.texts()[audio + 1].startswith("3")


@pytest.mark.parametrize(
    "wrong", [{"wifi": [{"ssid": ""}]}, {"bluetooth": [{"name": "x", "kind": "boat"}]}, {"nfc": 1}]
)
def test_a_world_that_does_not_fit_is_refused(wrong):
    with pytest.raises(WorldError, match="Settings"):
        Phone({"nearby": wrong})
