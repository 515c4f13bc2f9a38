"""What adbd does beside the shell and files: pictures, restarts, and what a production build refuses."""

from __future__ import annotations

import struct
import time

import pytest

from crab_android.phone.adbd.packets import CLSE, OKAY, WRTE

pytestmark = pytest.mark.adb


def test_adb_lists_the_phone_with_its_model_and_what_it_can_do(each_adb):
    assert b"model:Crab_Phone" in each_adb.adb("devices", "-l").stdout
    assert each_adb("get-state").stdout == b"device\n"
    assert each_adb("get-serialno").stdout.decode() == f"{each_adb.serial}\n"
    assert {b"shell_v2", b"cmd", b"stat_v2", b"ls_v2", b"abb_exec"} <= set(
        each_adb("features").stdout.split()
    )


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # adbutils leaves a socket open
def test_the_framebuffer_is_the_screen(each_adb):
    picture = each_adb.device().framebuffer()
    assert (picture.mode, picture.size) == ("RGBA", (1080, 2400))
    assert picture.convert("RGB").tobytes() == each_adb.device().screenshot().tobytes()


def test_the_framebuffer_has_the_header_that_adb_describes(host):
    header = host.output("framebuffer:")[:56]
    version, bits, space, size, width, height, *channels = struct.unpack("<14I", header)
    assert (version, bits, space) == (2, 32, 1)
    assert (size, width, height) == (1080 * 2400 * 4, 1080, 2400)
    assert channels == [0, 8, 16, 8, 8, 8, 24, 8]


def test_exec_out_gives_the_picture_byte_for_byte(each_adb):
    assert each_adb("exec-out", "screencap", "-p").stdout == each_adb.phone.call(lambda phone: phone.png())


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("root", "adbd cannot run as root in production builds\n"),
        ("unroot", "adbd not running as root\n"),
        ("remount", 'Not running as root. Try "adb root" first.\n'),
        ("disable-verity", "verity cannot be disabled/enabled - USER build\n"),
    ],
)
def test_a_production_build_refuses_what_needs_root(each_adb, command, answer):
    assert each_adb(command).stdout.decode() == answer
    assert each_adb.adb.state(each_adb.serial) == "device"


def test_a_build_that_may_be_debugged_lets_the_shell_be_root(each_adb, tmp_path):
    each_adb.phone.call(lambda phone: phone.state.properties.update({"ro.debuggable": "1"}))
    assert each_adb("root").stdout == b"restarting adbd as root\n"
    each_adb("wait-for-device")
    assert each_adb("root").stdout == b"adbd is already running as root\n"
    assert each_adb("remount").stdout == b"remount succeeded\n"
    (tmp_path / "f").write_text("x")
    assert each_adb("push", str(tmp_path / "f"), "/system/f").returncode == 0
    assert each_adb("unroot").stdout == b"restarting adbd as non root\n"
    each_adb("wait-for-device")
    assert each_adb("push", str(tmp_path / "f"), "/system/f").returncode != 0


def test_there_is_nothing_to_debug(each_adb, host):
    assert each_adb("jdwp").stdout == b""
    opened = host.open("track-jdwp", local=3)
    assert host.receive().data == b"0000"
    host.send(OKAY, 3, opened)
    assert host.silent()


def test_backup_and_restore_are_refused(each_adb, tmp_path):
    assert (
        b"unable to connect for backup: closed"
        in each_adb("backup", "-all", "-f", str(tmp_path / "b")).stderr
    )
    (tmp_path / "b").write_bytes(b"x")
    assert b"unable to connect for restore: closed" in each_adb("restore", str(tmp_path / "b")).stderr


def test_a_reboot_drops_the_connection_and_the_phone_comes_back_with_what_it_stored(each_adb):
    each_adb("shell", "am start -n org.crab.tasks/.TaskListActivity; echo kept > /sdcard/kept")
    assert each_adb("reboot").returncode == 0
    assert each_adb("wait-for-device").returncode == 0
    assert each_adb("shell", "cat /sdcard/kept").stdout == b"kept\n"
    assert each_adb.phone.call(lambda phone: phone.front.package) == "org.crab.launcher"


def test_a_reboot_can_be_asked_for_where_android_asks_its_init(each_adb):
    """`reboot` in a shell sets a property, and so may anything else."""
    each_adb("shell", "am start -n org.crab.tasks/.TaskListActivity")
    each_adb("shell", "setprop sys.powerctl reboot,")
    deadline = time.monotonic() + 60
    while each_adb.phone.call(lambda phone: phone.front.package) != "org.crab.launcher":
        assert time.monotonic() < deadline
    each_adb.adb.wait_for(each_adb.serial, "device")
    assert each_adb("shell", "getprop sys.powerctl").stdout == b"\n"


def test_tcpip_and_usb_restart_the_daemon_where_it_is(each_adb):
    assert each_adb("tcpip", "5555").stdout == b"restarting in TCP mode port: 5555\n"
    each_adb("wait-for-device")
    assert each_adb("usb").stdout == b"restarting in USB mode\n"
    each_adb("wait-for-device")
    assert each_adb("shell", "echo here").stdout == b"here\n"


def test_a_port_that_is_none_is_refused(host):
    for port in ("0", "70000", "x", "", "5555 6666"):
        assert host.output(f"tcpip:{port}") == b"invalid port\n"


def test_bytes_flow_into_a_sink_and_out_of_a_source(host):
    assert host.output("source:1000000") == bytes(1_000_000)
    opened = host.open("sink:300000", local=3)
    for _ in range(3):
        host.send(WRTE, 3, opened, bytes(100_000))
    commands = [host.receive().command for _ in range(4)]
    assert sorted(commands) == sorted([OKAY, OKAY, OKAY, CLSE])


def test_a_server_may_leave_and_come_back(each_adb):
    for _ in range(3):
        assert b"disconnected" in each_adb.adb("disconnect", each_adb.serial).stdout
        assert b"connected to" in each_adb.adb("connect", each_adb.serial).stdout
    assert each_adb("shell", "echo here").stdout == b"here\n"


def test_a_host_may_ask_the_phone_to_hang_up(each_adb, adb_server):
    other = adb_server("other")
    other("connect", each_adb.serial)
    assert each_adb("reconnect", "device").returncode == 0
    deadline = time.monotonic() + 60
    while each_adb("shell", "echo back").stdout != b"back\n":
        assert time.monotonic() < deadline
    assert other.state(each_adb.serial) == "device"


def test_several_servers_use_one_phone_at_the_same_time(each_adb, adb_server):
    other = adb_server("other")
    other("connect", each_adb.serial)
    assert other("-s", each_adb.serial, "shell", "echo a > /sdcard/shared").returncode == 0
    assert each_adb("shell", "cat /sdcard/shared").stdout == b"a\n"
