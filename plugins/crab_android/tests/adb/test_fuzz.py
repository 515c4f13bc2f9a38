"""Nothing that comes over ADB makes the phone crash, hang, or tell one phone of another."""

from __future__ import annotations

import asyncio
import struct
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.adbd.auth import Authorization, KeyFormatError, PublicKey, accept
from crab_android.phone.adbd.packets import AUTH, CLSE, CNXN, HEADER, OKAY, OPEN, STLS, SYNC, WRTE, Packet
from crab_android.phone.adbd.shell_service import ShellRequest, set_window_size
from crab_android.phone.adbd.sockets import socket_name
from crab_android.phone.shell.interpreter import Shell

COMMANDS = (CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS, SYNC, 0, 0x12345678, 0xFFFFFFFF)
NUMBERS = st.one_of(st.integers(0, 6), st.integers(0, 0xFFFFFFFF))
PAYLOADS = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            b"host::features=shell_v2\0",
            b"shell:echo x\0",
            b"shell,v2,pty:\0",
            b"shell,v2,TERM=x,raw:cat\0",
            b"exec:cat\0",
            b"sync:\0",
            b"framebuffer:\0",
            b"reverse:forward:tcp:1;tcp:2\0",
            b"reverse:list-forward\0",
            b"reverse:killforward-all\0",
            b"tcp:1\0",
            b"track-jdwp\0",
            b"source:100000\0",
            b"sink:5\0",
            b"abb:package\0list\0",
            b"STAT\x01\0\0\0/",
            b"LIST\x01\0\0\0/",
            b"RECV\x01\0\0\0/",
            b"SEND\x04\0\0\0/a,1DATA\x01\0\0\0xDONE\0\0\0\0",
            b"SND2\x02\0\0\0/aSND2\0\0\0\0\0\0\0\x80",
            b"\0\x04\0\0\0echo\x05\x01\0\0\0x\x04\0\0\0\0",
        ]
    ),
)
PACKETS = st.builds(Packet, st.sampled_from(COMMANDS), NUMBERS, NUMBERS, PAYLOADS)
QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def locked():
    """A phone that asks for keys and lets in any host that has one."""
    with PhoneServer(Phone({"tasks": []}), authorization=Authorization(decide=accept)) as made:
        yield made


@pytest.fixture(autouse=True)
def no_fault_was_logged(caplog):
    """What a host sends wrongly is expected; what the program itself does wrongly is logged as an error."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def alive(server, new_host_to):
    """Whether the phone serves a host that follows the rules."""
    with new_host_to(server) as host:
        host.connect()
        return host.output("shell:echo alive") == b"alive\n"


@QUICK
@given(st.lists(PACKETS, max_size=12), st.booleans())
def test_no_order_of_packets_breaks_the_phone(server, new_host_to, packets, shaken):
    with new_host_to(server) as host:
        if shaken:
            host.connect()
        send(host, [packet.encode() for packet in packets])
    assert alive(server, new_host_to)


@QUICK
@given(st.lists(PACKETS, max_size=6))
def test_no_order_of_packets_breaks_a_phone_that_asks_for_keys(locked, new_host_to, packets):
    with new_host_to(locked) as host:
        host.connect()
        send(host, [packet.encode() for packet in packets])
    with new_host_to(locked) as host:
        assert host.connect().command == AUTH


@QUICK
@given(
    st.sampled_from(COMMANDS), NUMBERS, NUMBERS, NUMBERS, st.integers(0, 3), st.binary(max_size=80), st.data()
)
def test_headers_that_lie_and_packets_that_stop_harm_nobody(
    server, new_host_to, command, arg0, arg1, length, wrong, payload, data
):
    magic = command ^ 0xFFFFFFFF if wrong else arg0
    whole = HEADER.pack(command, arg0, arg1, length, arg1, magic) + payload
    with new_host_to(server) as host:
        if data.draw(st.booleans()):
            host.connect()
        send(host, [whole[: data.draw(st.integers(0, len(whole)))]])
    assert alive(server, new_host_to)


@QUICK
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [b"STAT", b"STA2", b"LST2", b"LIST", b"LIS2", b"SEND", b"SND2", b"RECV", b"RCV2", b"DATA",
                 b"DONE", b"QUIT", b"FAIL", b"OKAY", b"\xff\xff\xff\xff"]
            ),
            st.one_of(st.none(), st.integers(0, 0xFFFFFFFF)),
            st.one_of(st.binary(max_size=40), st.sampled_from([b"/sdcard/x,33188", b"/", b"../.."])),
        ),
        max_size=6,
    )
)  # fmt: skip
def test_no_file_request_breaks_the_phone(server, new_host_to, requests):
    sent = b"".join(
        name + struct.pack("<I", len(body) if length is None else length) + body
        for name, length, body in requests
    )
    with new_host_to(server) as host:
        host.connect()
        opened = host.open("sync:", local=5)
        host.send(WRTE, 5, opened, sent)
        host.send(CLSE, 5, opened)
        assert host.output("shell:echo alive", local=6) == b"alive\n"


@QUICK
@given(
    st.lists(st.tuples(st.integers(0, 7), st.binary(max_size=30)), max_size=8),
    st.sampled_from(["raw", "pty"]),
)
def test_no_shell_frame_breaks_the_phone(server, new_host_to, frames, kind):
    with new_host_to(server) as host:
        host.connect()
        opened = host.open(f"shell,v2,{kind}:cat", local=5)
        host.send(WRTE, 5, opened, b"".join(struct.pack("<BI", k, len(data)) + data for k, data in frames))
        host.send(CLSE, 5, opened)
        assert host.output("shell:echo alive", local=6) == b"alive\n"


@QUICK
@given(st.text(max_size=60))
def test_no_service_name_breaks_the_phone(server, new_host_to, name):
    if name.startswith(("reboot:", "usb:", "tcpip:")):
        return
    with new_host_to(server) as host:
        host.connect()
        host.send(OPEN, 5, 0, name.encode("utf-8", "replace"))
        host.send(CLSE, 5, host.receive().arg0)
    assert alive(server, new_host_to)


@given(st.text(max_size=200))
def test_parsers_of_requests_take_any_text(text):
    socket_name(text)
    ShellRequest.parse(text, text)
    ShellRequest.binder(text, framed=True)
    try:
        PublicKey.parse(text)
    except KeyFormatError as error:
        assert str(error).startswith("not a public key")


@given(st.binary(max_size=40))
def test_a_size_of_a_terminal_takes_any_bytes(blank, data):
    shell = Shell(blank)
    set_window_size(shell, data)
    assert shell.variables.get("LINES", "1").isdigit()


# -- the shell --------------------------------

SPECIAL = "'\"`$(){}[]<>|&;\\*?!#~= \t\n\r\x00\x03\x04%-abc01/é😀"
ODD = st.text(st.one_of(st.sampled_from(SPECIAL), st.characters(codec="utf-8")), max_size=40)


class Collected:
    """Keeps what a shell writes."""

    def __init__(self) -> None:
        self.data = bytearray()

    async def out(self, data: bytes) -> None:
        self.data += data

    async def err(self, data: bytes) -> None:
        self.data += data


@pytest.fixture(scope="module")
def blank() -> Phone:
    """A phone for commands that nobody looks at."""
    return Phone({"tasks": []})


@settings(max_examples=400, deadline=None)
@given(ODD)
def test_any_text_is_run_or_refused_in_process(blank, text):
    async def run() -> int:
        async with asyncio.timeout(60):
            return await Shell(blank).run(text, Collected(), b"in")

    assert 0 <= asyncio.run(run()) <= 255


@settings(max_examples=100, deadline=None)
@given(ODD)
def test_any_text_typed_at_a_terminal_leaves_it_usable(blank, text):
    """Ctrl-C ends whatever was begun: an open quote, a loop without its end, a command that reads."""
    typed = [text.replace("\x04", "").encode() or b" ", b"\x03", b"\necho us''able\n", b""]

    class Typed:
        async def read(self, most: int = 65536) -> bytes:
            await asyncio.sleep(0)
            return typed.pop(0)

    async def run() -> bytes:
        screen = Collected()
        async with asyncio.timeout(60):
            await Shell(blank).interact(screen, Typed(), terminal=True)
        return bytes(screen.data)

    shown = asyncio.run(run())
    assert b"usable" in shown or "exit" in text


def quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


@QUICK
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12), min_size=1, max_size=5
    )
)
def test_quoted_words_arrive_as_they_are(server, new_host_to, words):
    program = "printf '%s\\n' " + " ".join(quoted(word) for word in words)
    with new_host_to(server) as host:
        host.connect()
        assert host.output("exec:" + program) == "".join(word + "\n" for word in words).encode()


@pytest.mark.adb
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ODD.filter(lambda text: "\0" not in text), max_size=4))
def test_odd_quoting_through_the_real_adb_leaves_the_phone_well(each_adb, words):
    try:
        done = each_adb(
            "shell", "-T", "echo", *(word.encode("utf-8", "replace").decode() for word in words), data=b""
        )
    except ValueError:
        return
    assert 0 <= done.returncode <= 255
    assert each_adb("shell", "echo alive").stdout == b"alive\n"


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "$(" * 10_000,
        "'" + "x" * 1_000_000,
        "echo " + "x " * 100_000,
        "echo " + "$((1+" * 2_000,
        "`" * 999,
        "{ " * 5_000,
        "if " * 5_000,
        "a=" + "$a" * 10_000,
        "echo " + "[" * 3_000 + "*",
        "|" * 5_000,
        "<<" * 1_000,
        "true;" * 20_000,
    ],
    ids=lambda text: text[:5],
)
def test_programs_of_absurd_size_end(host, text):
    host.output("exec:" + text)
    assert host.output("shell:echo alive") == b"alive\n"


_GREEDY = """
import asyncio, resource, sys
from crab_android.phone import Phone
from crab_android.phone.catalog import load_apps
from crab_android.phone.shell.interpreter import Shell
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
class Nothing:
    async def out(self, data): pass
    err = out
for text in sys.argv[1:]:
    code = asyncio.run(Shell(Phone(apps=load_apps(()))).run(text, Nothing(), b""))
    sys.stdout.write(f"{code}\\n")
"""


def test_programs_that_take_ever_more_are_stopped():
    """In a process of its own with 4 GB, so that a shell that does not stop them harms nothing else."""
    stopped = (
        "a=x; while true; do a=$a$a; done",
        "set -- '' ''; while true; do set -- \"$@\" \"$@\"; done",
        "a=x; while true; do a=${a//x/xx}; done",
        "a=$(head -c 1000000 /dev/zero | tr '\\0' x); b=${a//x/$a}",
        "f() { f | f & }; f; while true; do :; done",
    )
    not_expanded = "echo " + "{a,b}" * 28
    done = subprocess.run(
        [sys.executable, "-c", _GREEDY, *stopped, not_expanded], timeout=60, capture_output=True, check=True
    )
    *codes, last = [int(code) for code in done.stdout.split()]
    assert set(codes) <= {1, 137}
    assert (len(codes), last) == (len(stopped), 0)


# -- two phones --------------------------------


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            [
                "echo SECRET > /sdcard/f",
                "setprop debug.x SECRET",
                "settings put system x SECRET",
                "export X=SECRET; cd /sdcard",
                "am start -n org.crab.tasks/.TaskListActivity",
                "input text SECRET",
                "am broadcast -a ADB_INPUT_TEXT --es msg SECRET",
                "mkdir -p /sdcard/SECRET/SECRET",
                "log -t SECRET SECRET",
                "ime set com.android.adbkeyboard/.AdbIME",
            ]
        ),
        max_size=6,
    )
)
def test_what_happens_on_one_phone_is_never_seen_on_another(pair, new_host_to, commands):
    busy, quiet = pair
    before = quiet.call(lambda phone: phone.export())
    with new_host_to(busy) as host:
        host.connect()
        for command in commands:
            host.output(f"shell:{command}")
    assert quiet.call(lambda phone: phone.export()) == before
    looks = (
        "pwd; set; getprop; settings list system; ls -R /sdcard",
        "uiautomator dump /dev/tty",
        "logcat -d",
    )
    with new_host_to(quiet) as host:
        host.connect()
        for look in looks:
            assert b"SECRET" not in host.output(f"shell:{look}")


@pytest.fixture(scope="module")
def pair():
    """Two phones in one process."""
    with PhoneServer(Phone({"tasks": ["a"]})) as one, PhoneServer(Phone({"tasks": ["b"]})) as two:
        yield one, two


def send(host, pieces: list[bytes]) -> None:
    """Send what the phone may refuse to take."""
    for piece in pieces:
        try:
            host.socket.sendall(piece)
        except OSError:
            return
