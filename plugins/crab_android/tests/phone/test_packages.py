"""Installing, removing, disabling and clearing apps."""

from __future__ import annotations

import pytest

from crab_android.phone import PackageError, Phone, UnknownActivityError, WorldError

HELLO = {
    "package": "test.example.hello",
    "label": "Hello",
    "version": "1.2",
    "permissions": ["android.permission.CAMERA"],
    "screens": {
        "main": {"title": "Hello", "rows": [{"text": "Good morning"}, {"button": "More", "opens": "more"}]},
        "more": {
            "title": "More",
            "rows": [{"field": "Your name"}, {"switch": "Loud"}, {"button": "Beep", "toast": "beep"}],
        },
    },
}
NOTES = "test.example.notes"


def test_an_app_is_installed_from_its_manifest_and_works(phone, hand):
    app = phone.packages.install(HELLO)
    assert (app.label, app.version) == ("Hello", "1.2")
    phone.launch("test.example.hello")
    hand.tap(text="More")
    hand.tap(desc="Loud")
    hand.tap(text="Beep")
    assert phone.app_state("test.example.hello").switches == {"Loud": True}
    assert phone.state.toast.text == "beep"
    assert "test.example.hello" in Phone({"install": [HELLO]}).apps


def test_it_stays_installed_in_a_snapshot_and_in_a_fork(phone):
    before = phone.snapshot()
    phone.packages.install(HELLO)
    twin = phone.fork()
    assert "test.example.hello" in twin.apps
    phone.restore(before)
    assert "test.example.hello" not in phone.apps
    assert "test.example.hello" in twin.apps


@pytest.mark.parametrize(
    "manifest",
    [
        {},
        {**HELLO, "package": "no dots"},
        {**HELLO, "rows": []},
        {**HELLO, "screens": {"main": {"title": "x", "rows": [{"button": "y", "opens": "z"}]}}},
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(phone, manifest):
    with pytest.raises(PackageError) as caught:
        phone.packages.install(manifest)
    assert caught.value.code == "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED"
    with pytest.raises(WorldError, match="manifest does not fit"):
        Phone({"install": [manifest]})


def test_what_is_there_is_not_installed_again_unless_it_may_be_replaced(phone):
    phone.packages.install(HELLO)
    with pytest.raises(PackageError) as caught:
        phone.packages.install(HELLO, replace=False)
    assert caught.value.code == "INSTALL_FAILED_ALREADY_EXISTS"
    assert phone.packages.install({**HELLO, "version": "2"}).version == "2"


def test_no_package_takes_the_place_of_one_of_the_system(phone):
    with pytest.raises(PackageError, match="part of the system"):
        phone.packages.install({**HELLO, "package": "com.android.settings"})


def test_an_uninstalled_app_is_gone_with_what_it_stored(phone):
    phone.packages.uninstall(NOTES)
    assert NOTES not in phone.apps
    assert NOTES not in phone.state.apps
    assert phone.activity.package == "org.crab.launcher"
    with pytest.raises(UnknownActivityError):
        phone.launch(NOTES)
    with pytest.raises(PackageError, match="part of the system"):
        phone.packages.uninstall("com.android.settings")


def test_a_disabled_app_cannot_be_started_and_keeps_what_it_stored(phone):
    phone.packages.set_enabled(NOTES, False)
    with pytest.raises(UnknownActivityError):
        phone.launch(NOTES)
    phone.packages.set_enabled(NOTES, True)
    phone.launch(NOTES)
    assert len(phone.app_state(NOTES).notes) == 2


def test_clearing_forgets_what_was_stored_and_allowed(phone):
    phone.packages.set_permission(NOTES, "android.permission.CAMERA", True)
    phone.packages.clear(NOTES)
    assert phone.app_state(NOTES).notes == []
    assert not phone.packages.granted(NOTES, "android.permission.CAMERA")
    assert phone.packages.granted(NOTES, "android.permission.VIBRATE"), "nobody is asked for this one"


def test_a_permission_that_an_app_does_not_declare_cannot_be_granted(phone):
    with pytest.raises(PackageError, match="has not requested"):
        phone.packages.set_permission(NOTES, "android.permission.READ_CONTACTS", True)


def test_a_world_may_leave_apps_out_and_settle_permissions(phone):
    apps = list(phone.catalog.values())
    with_less = Phone({"uninstalled": [NOTES]}, apps=apps)
    assert NOTES not in with_less.apps
    allowed = Phone({"permissions": {NOTES: {"android.permission.CAMERA": True}}}, apps=apps)
    assert allowed.packages.granted(NOTES, "android.permission.CAMERA")
    for wrong in ({"uninstalled": ["no.such.app"]}, {"permissions": {"no.such.app": {}}}):
        with pytest.raises(WorldError, match=r"no\.such\.app"):
            Phone(wrong, apps=apps)


def test_a_stopped_app_is_told_as_stopped_until_it_is_started_again(phone):
    phone.force_stop(NOTES)
    assert phone.packages.get(NOTES).stopped
    assert phone.activity.package == "org.crab.launcher"
    phone.launch(NOTES)
    assert not phone.packages.get(NOTES).stopped
    assert len(phone.app_state(NOTES).notes) == 2
