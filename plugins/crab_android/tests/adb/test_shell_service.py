"""`adb shell`: input, output, errors, exit codes, terminals; and `abb`."""

from __future__ import annotations

import os
import pty
import select
import struct
import subprocess
import time

import pytest
from waiting import until

from crab_android.phone.adbd.packets import CLSE, OKAY, WRTE

pytestmark = pytest.mark.adb


def test_output_errors_and_exit_code_come_apart(each_adb):
    done = each_adb("shell", "echo out; nope; exit 5")
    assert done.stdout == b"out\n"
    assert done.stderr == b"/system/bin/sh: nope: inaccessible or not found\n"
    assert done.returncode == 5


def test_the_first_protocol_has_one_stream_for_all(each_adb):
    done = each_adb("shell", "-x", "echo out; nope; exit 5")
    assert done.stdout == b"out\n/system/bin/sh: nope: inaccessible or not found\n"
    assert (done.stderr, done.returncode) == (b"", 0)


def test_a_program_is_read_from_standard_input(each_adb):
    done = each_adb("shell", data=b"echo a\nif_='x'; echo $if_\nexit 3\n")
    assert (done.returncode, done.stdout) == (3, b"a\nx\n")


def test_a_command_reads_standard_input_to_its_end(each_adb):
    data = os.urandom(1_000_000)
    assert each_adb("shell", "cat > /sdcard/in; wc -c < /sdcard/in", data=data).stdout == b"1000000\n"
    assert each_adb.files().read("/sdcard/in") == data
    assert each_adb("exec-out", "cat /sdcard/in").stdout == data


def test_input_that_nothing_reads_does_not_keep_a_command_from_ending(each_adb):
    assert each_adb("shell", "sleep 0.05; echo done", data=bytes(5_000_000)).stdout == b"done\n"


def test_exec_in_writes_a_file_without_an_answer(each_adb):
    each_adb("exec-in", "cat > /sdcard/in", data=b"over")
    # It is there, and empty, before the command has read anything.
    until(lambda: each_adb.files().get("/sdcard/in") and each_adb.files().read("/sdcard/in"))
    assert each_adb.files().read("/sdcard/in") == b"over"


def test_every_byte_passes_unchanged(each_adb):
    data = bytes(range(256)) * 10
    each_adb("shell", "cat > /sdcard/in", data=data)
    assert each_adb("shell", "cat /sdcard/in").stdout == data


def test_a_terminal_ends_lines_with_returns_and_has_no_error_stream(each_adb):
    done = each_adb("shell", "-tt", "echo out; nope; exit 5")
    assert done.stdout == b"out\r\n/system/bin/sh: nope: inaccessible or not found\r\n"
    assert (done.stderr, done.returncode) == (b"", 5)


def test_the_kind_of_terminal_is_the_hosts(each_adb):
    each_adb.adb.environment["TERM"] = "crab-256color"
    assert each_adb("shell", "-tt", "echo $TERM").stdout == b"crab-256color\r\n"
    assert each_adb("shell", "-x", "echo $TERM").stdout == b"dumb\n"


class Terminal:
    """`adb shell` on a terminal of this machine, as a person has it."""

    def __init__(self, adb, rows: int = 24, columns: int = 80) -> None:
        import fcntl
        import termios

        self._near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("<4H", rows, columns, 0, 0))
        command = [adb.adb.program, "-P", str(adb.adb.port), "-s", adb.serial, "shell"]
        self.process = subprocess.Popen(command, stdin=far, stdout=far, stderr=far, env=adb.adb.environment)
        os.close(far)
        self.shown = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._near)

    def type(self, text: str) -> None:
        os.write(self._near, text.encode())

    def expect(self, text: str, seconds: float = 60) -> str:
        """Wait until a text is shown; what was shown up to its end."""
        deadline = time.monotonic() + seconds
        while text not in self.shown:
            ready, _, _ = select.select([self._near], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{text!r} is not in {self.shown!r}"
            self.shown += os.read(self._near, 65536).decode()
        before, _, self.shown = self.shown.partition(text)
        return before + text


def test_an_interactive_shell_has_a_prompt_an_echo_and_an_exit_code(each_adb):
    with Terminal(each_adb) as terminal:
        terminal.expect("$ ")
        terminal.type("echo $((40 + 2)); false\n")
        assert "42\r\n" in terminal.expect("42\r\n")
        terminal.expect("$ ")
        terminal.type("exit 7\n")
        assert terminal.process.wait(60) == 7


def test_the_size_of_the_terminal_is_known(each_adb):
    with Terminal(each_adb, rows=33, columns=101) as terminal:
        terminal.expect("$ ")
        terminal.type("echo size $LINES x $COLUMNS.\n")
        terminal.expect("size 33 x 101.")


def test_the_end_of_input_ends_a_shell_on_a_terminal(each_adb):
    with Terminal(each_adb) as terminal:
        terminal.expect("$ ")
        terminal.type("\x04")
        assert terminal.process.wait(60) == 0


def test_ctrl_c_stops_what_runs_and_the_shell_goes_on(each_adb):
    with Terminal(each_adb) as terminal:
        terminal.expect("$ ")
        terminal.type("sleep 3600\n")
        terminal.expect("sleep 3600\r\n")
        each_adb.wait_until_it_runs("sleep")
        terminal.type("\x03")
        terminal.expect("$ ")
        terminal.type("echo still $?\n")
        terminal.expect("still 130")


def frame(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


def test_frames_may_come_in_any_pieces(host):
    opened = host.open("shell,v2,raw:cat", local=3)
    for byte in frame(0, b"in pieces") + frame(3, b"") + frame(99, b"what?") + frame(4, b""):
        host.send(WRTE, 3, opened, bytes([byte]))
    collected = b""
    while (packet := host.receive()).command != CLSE:
        if packet.command == WRTE:
            collected += packet.data
            host.send(OKAY, 3, opened)
    assert collected == frame(1, b"in pieces") + frame(3, b"\0")


def test_a_frame_of_impossible_length_ends_the_input(host):
    opened = host.open("shell,v2,raw:cat", local=3)
    host.send(WRTE, 3, opened, struct.pack("<BI", 0, 0xFFFFFFFF))
    assert host.receive().command == OKAY
    assert host.receive().data == frame(3, b"\0")


def test_a_size_that_is_none_is_ignored(host):
    opened = host.open("shell,v2,raw:cat; echo $LINES.", local=3)
    host.send(
        WRTE, 3, opened, frame(5, b"12x34,0x0\0") + frame(5, b"x") + frame(5, b"-1x\xff,") + frame(4, b"")
    )
    assert host.receive().command == OKAY
    assert host.receive().data == frame(1, b"12.\n")


def test_a_system_service_is_called_without_a_shell_between(host):
    """`abb` and `abb_exec` carry the words of a command with zero bytes between them, unquoted."""
    answer = host.output("abb_exec:package\0path\0org.crab.tasks")
    assert answer.startswith(b"package:/")
    assert answer.endswith(b".apk\n")
    framed = host.output("abb:package\0path\0nothing; echo injected $(id)")
    assert b"injected" not in framed
    assert framed[-6:] != frame(3, b"\0")
