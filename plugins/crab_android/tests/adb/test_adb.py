"""The real adb as people use it, from `adb logcat` to several phones at once."""

from __future__ import annotations

import subprocess
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from crab_android.phone import Phone, PhoneServer

pytestmark = pytest.mark.adb


def test_many_streams_at_once_each_get_their_own_answer(each_adb):
    device = each_adb.device()
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda number: device.shell(f"echo {number}; sleep 0.05; echo {number}"), range(24))
        )
    assert answers == [f"{number}\n{number}" for number in range(24)]


def test_two_phones_on_one_server_do_not_touch_each_other(each_adb):
    with PhoneServer(Phone({"tasks": ["Other"]})) as other:
        each_adb.adb("connect", other.serial)
        each_adb("shell", "am start -n org.crab.tasks/.TaskListActivity")
        assert other.call(lambda phone: phone.front.package) == "org.crab.launcher"
        each_adb.adb("disconnect", other.serial)


def test_logcat_dumps_clears_and_follows(each_adb):
    each_adb("shell", "log -p w -t Crab 'first line'")
    assert b"W Crab" in each_adb("logcat", "-d").stdout
    assert b"first line" in each_adb("logcat", "-d", "-v", "raw", "-s", "Crab").stdout
    assert each_adb("logcat", "-c").returncode == 0
    assert b"first line" not in each_adb("logcat", "-d").stdout
    command = [
        each_adb.adb.program,
        "-P",
        str(each_adb.adb.port),
        "-s",
        each_adb.serial,
        "logcat",
        "-s",
        "Crab",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=each_adb.adb.environment) as following:
        each_adb("shell", "log -t Crab 'while it follows'")
        line = b""
        while b"while it follows" not in line:
            line = following.stdout.readline()
            assert line
        following.kill()
    assert each_adb("shell", "echo here").stdout == b"here\n"


def test_logcat_that_nobody_follows_any_more_ends_on_the_phone(each_adb):
    command = [each_adb.adb.program, "-P", str(each_adb.adb.port), "-s", each_adb.serial, "logcat"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=each_adb.adb.environment) as following:
        each_adb.wait_until_it_runs("logcat")
        following.kill()
    each_adb.wait_until_it_runs("logcat", False)


def test_a_bugreport_is_a_zip_with_what_the_phone_knows_of_itself(each_adb, tmp_path):
    done = each_adb("bugreport", str(tmp_path / "report.zip"))
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        text = b"".join(archive.read(name) for name in archive.namelist() if name.endswith(".txt"))
    for known in (b"Crab Phone", b"org.crab.tasks", b"battery"):
        assert known in text


def test_adb_waits_for_a_phone_that_is_not_there_yet(each_adb):
    with PhoneServer(Phone({"tasks": []})) as late:
        waiting = subprocess.Popen(
            [each_adb.adb.program, "-P", str(each_adb.adb.port), "-s", late.serial, "wait-for-device"],
            env=each_adb.adb.environment,
        )
        time.sleep(0.05)
        assert waiting.poll() is None
        each_adb.adb("connect", late.serial)
        assert waiting.wait(60) == 0
        each_adb.adb("disconnect", late.serial)


def test_a_phone_that_is_gone_is_told_from_one_that_answers(each_adb):
    with PhoneServer(Phone({"tasks": []})) as leaving:
        each_adb.adb("connect", leaving.serial)
        each_adb.adb.wait_for(leaving.serial, "device")
    deadline = time.monotonic() + 60
    while each_adb.adb.state(leaving.serial) == "device":
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert each_adb.adb("-s", leaving.serial, "shell", "true").returncode != 0
    each_adb.adb("disconnect", leaving.serial)
