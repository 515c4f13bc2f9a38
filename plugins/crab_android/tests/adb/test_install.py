"""`adb install` in all its ways, and `adb uninstall`."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb
PACKAGE = "org.example.small"


def installed(each_adb) -> bool:
    return each_adb.phone.call(lambda phone: PACKAGE in phone.apps)


@pytest.mark.parametrize(
    "way", [["--streaming"], ["--no-streaming"], ["-r", "-t", "-g"], ["-d"]], ids=" ".join
)
def test_an_app_is_installed_started_and_uninstalled(each_adb, small_app, way):
    done = each_adb("install", *way, small_app)
    assert b"Success" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0
    assert installed(each_adb)
    assert b"versionName=1.5" in each_adb("shell", "dumpsys package " + PACKAGE).stdout
    each_adb("shell", f"monkey -p {PACKAGE} -c android.intent.category.LAUNCHER 1")
    assert "It is small." in each_adb.phone.call(lambda phone: phone.ui_xml())
    assert b"Success" in each_adb("uninstall", PACKAGE).stdout
    assert not installed(each_adb)


def test_several_files_are_one_installation(each_adb, small_app):
    done = each_adb("install-multiple", small_app)
    assert b"Success" in done.stdout, done.stdout + done.stderr
    assert installed(each_adb)


@pytest.mark.parametrize("way", ["--streaming", "--no-streaming"])
def test_what_is_no_app_is_not_installed_and_adb_fails(each_adb, tmp_path, way):
    (tmp_path / "no.apk").write_bytes(b"not a zip" * 10_000)
    done = each_adb("install", way, str(tmp_path / "no.apk"))
    assert done.returncode != 0
    assert b"INSTALL_PARSE_FAILED_NOT_APK" in done.stdout + done.stderr


def test_an_app_that_is_there_is_replaced_only_when_told(each_adb, small_app):
    each_adb("install", small_app)
    assert each_adb("install", "-r", small_app).returncode == 0


def test_an_app_of_the_system_stays(each_adb):
    done = each_adb("uninstall", "org.crab.tasks")
    assert b"Failure" in done.stdout + done.stderr
    assert each_adb.phone.call(lambda phone: "org.crab.tasks" in phone.apps)
