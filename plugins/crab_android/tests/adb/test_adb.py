"""The real adb and adbutils against the simulated phone."""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.adb


def test_adb_lists_the_phone_with_its_model(adb):
    assert b"model:Crab_Phone" in adb("devices", "-l").stdout
    assert adb("get-state").stdout == b"device\n"


def test_adb_shell_gives_output_errors_and_exit_code(adb):
    done = adb("shell", "echo out; nope; exit 5")
    assert done.stdout == b"out\n"
    assert done.stderr == b"/system/bin/sh: nope: inaccessible or not found\n"
    assert done.returncode == 5


def test_adb_shell_reads_a_program_from_standard_input(adb):
    done = adb("shell", data=b"echo a\nif_='x'; echo $if_\nexit 3\n")
    assert (done.returncode, done.stdout) == (3, b"a\nx\n")


def test_a_command_reads_standard_input(adb):
    assert adb("shell", "cat > /sdcard/in; wc -c < /sdcard/in", data=b"12345").stdout == b"5\n"


def test_exec_out_gives_the_picture_byte_for_byte(adb, phone):
    data = adb("exec-out", "screencap", "-p").stdout
    assert data == adb.server.call(lambda phone: phone.png())


def test_push_and_pull_keep_every_byte(adb, tmp_path):
    source = tmp_path / "bytes"
    source.write_bytes(os.urandom(3_000_001))
    assert adb("push", str(source), "/sdcard/Download/").returncode == 0
    assert b"3000001" in adb("shell", "ls", "-l", "/sdcard/Download").stdout
    assert adb("pull", "/sdcard/Download/bytes", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == source.read_bytes()


def test_folders_are_pushed_and_pulled_whole(adb, tmp_path):
    (tmp_path / "tree" / "inner").mkdir(parents=True)
    (tmp_path / "tree" / "a.txt").write_text("a")
    (tmp_path / "tree" / "inner" / "b ü.txt").write_text("b")
    assert adb("push", str(tmp_path / "tree"), "/sdcard/").returncode == 0
    assert adb("pull", "/sdcard/tree", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back" / "inner" / "b ü.txt").read_text() == "b"


def test_pulling_what_is_not_there_fails_and_says_so(adb, tmp_path):
    done = adb("pull", "/sdcard/nothing", str(tmp_path))
    assert done.returncode != 0
    assert b"No such file" in done.stderr + done.stdout


def test_a_dump_is_pulled_as_every_script_does(adb, tmp_path):
    assert adb("shell", "uiautomator", "dump").stdout == b"UI hierchary dumped to: /sdcard/window_dump.xml\n"
    adb("pull", "/sdcard/window_dump.xml", str(tmp_path))
    assert (tmp_path / "window_dump.xml").read_bytes().startswith(b"<?xml version='1.0'")


def test_many_streams_at_once_each_get_their_own_answer(adb):
    from concurrent.futures import ThreadPoolExecutor

    device = adb.device()
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda number: device.shell(f"echo {number}; sleep 0.05; echo {number}"), range(24))
        )
    assert answers == [f"{number}\n{number}" for number in range(24)]


def test_adbutils_shell_and_shell2(adb):
    device = adb.device()
    assert device.shell(["echo", "a b", "$HOME"]) == "a b $HOME"
    answer = device.shell2("echo out; echo err >&2; exit 4", v2=True)
    assert (answer.stdout, answer.stderr, answer.returncode) == ("out\n", "err\n", 4)
    assert device.shell2("false").returncode == 1


def test_adbutils_properties_battery_and_apps(adb):
    device = adb.device()
    assert device.prop.model == "Crab Phone"
    assert device.window_size() == (1080, 2400)
    assert device.battery().level == 84
    assert device.is_screen_on()
    assert "org.crab.tasks" in device.list_packages()
    info = device.app_info("org.crab.tasks")
    assert (info.version_name, info.package_name) == ("3.2", "org.crab.tasks")
    device.app_start("org.crab.tasks", ".TaskListActivity")
    assert device.app_current().package == "org.crab.tasks"
    device.app_stop("org.crab.tasks")
    assert device.app_current().package == "org.crab.launcher"


def test_adbutils_input_screenshot_and_hierarchy(adb, hand):
    device = adb.device()
    device.click(*hand.spot(desc="Tasks"))
    assert "Buy milk" in device.dump_hierarchy()
    assert device.screenshot().size == (1080, 2400)
    device.swipe(540, 2390, 540, 1500, 0.1)
    assert device.app_current().package == "org.crab.launcher"
    device.keyevent("HOME")


def test_adbutils_sync(adb, tmp_path):
    device = adb.device()
    device.sync.push(b"hello", "/sdcard/Download/a.txt")
    assert device.sync.read_text("/sdcard/Download/a.txt") == "hello"
    assert device.sync.stat("/sdcard/Download/a.txt").size == 5
    assert [item.path for item in device.sync.list("/sdcard/Download")] == [".", "..", "a.txt"]
    assert device.sync.exists("/sdcard/nothing") is False


def test_two_phones_on_one_server_do_not_touch_each_other(adb, adb_port):
    import subprocess

    from crab_android.phone import Phone, PhoneServer

    with PhoneServer(Phone({"tasks": ["Other"]})) as other:
        subprocess.run(["adb", "-P", str(adb_port), "connect", other.serial], check=True, capture_output=True)
        adb("shell", "am start -n org.crab.tasks/.TaskListActivity")
        assert other.call(lambda phone: phone.front.package) == "org.crab.launcher"
        subprocess.run(
            ["adb", "-P", str(adb_port), "disconnect", other.serial], check=True, capture_output=True
        )
