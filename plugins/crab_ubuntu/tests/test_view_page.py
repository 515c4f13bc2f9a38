"""Who may look at a desktop and use it, and that what they do arrives: a real display, a real VNC server."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from waiting import until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from crab_core import ActionCall, Device, EnvironmentUnavailable, UsageError
from crab_core.png import decode
from crab_ubuntu.desktop.launcher import DirectLauncher
from crab_ubuntu.providers.local import LocalProvider
from crab_ubuntu.view import novnc
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.door import Door
from crab_ubuntu.view.page import Page
from crab_ubuntu.view.recording import read_recording

SIZE = (800, 600)
NOTEPAD = """
import sys, tkinter
root = tkinter.Tk()
root.geometry("400x300+100+100")
text = tkinter.Text(root, background="#336699", font=("TkFixedFont", 20))
text.pack(fill="both", expand=True)
text.bind("<Button-1>", lambda event: text.focus_force())
def write(event=None):
    open(sys.argv[1] + "~", "w").write(text.get("1.0", "end-1c"))
    import os; os.rename(sys.argv[1] + "~", sys.argv[1])
text.bind("<KeyRelease>", write)
write()
root.update()
print("there", flush=True)
root.mainloop()
"""


class Stand:
    """A provider that has one desktop ready."""

    def __init__(self, device: Device, door: Path) -> None:
        self.device, self.door = device, door

    def start(self, world: Any, seed: int = 0) -> Device:
        return self.device

    reset = start


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    read, write = os.pipe()
    screen = ["-screen", "0", "{}x{}x24".format(*SIZE), "-nolisten", "tcp", "-ac", "-noreset"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *screen], pass_fds=(write,), stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        yield f":{pipe.readline().strip()}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="module")
def stand(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "DISPLAY": display},
    )
    assert bus.stdout is not None
    provider, door = LocalProvider(yes=True, display=display), tmp_path_factory.mktemp("door") / "door.sock"
    opened = Door(door, display, DirectLauncher())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
        yield Stand(provider.start({}), door)
    opened.close()
    provider.close()
    bus.terminate()
    bus.wait()
    bus.stdout.close()


@pytest.fixture
def notepad(display: str, tmp_path: Path) -> Iterator[Path]:
    """What is written into the window at (100, 100), after every key."""
    written = tmp_path / "written"
    command = ["env", f"DISPLAY={display}", "/usr/bin/python3", "-c", NOTEPAD, str(written)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        yield written
        process.kill()


@pytest.fixture
def page(stand: Stand) -> Iterator[Page]:
    served = Page(Desk(stand, {"files": {}}, SIZE), recording=True)
    yield served
    served.close()


def get(url: str, path: str = "", method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    try:
        connection.request(method, path if path.startswith("/") else parts.path + path, headers=headers)
        answer = connection.getresponse()
        answer.text = answer.read()  # type: ignore[attr-defined]
        return answer
    finally:
        connection.close()


def live(url: str, name: str, **options: Any) -> ClientConnection:
    return connect(url.replace("http", "ws", 1) + name, compression=None, **options).__enter__()


def until_the_end(connection: ClientConnection) -> None:
    while True:
        connection.recv(timeout=60)


class Viewer:
    """A VNC client as noVNC is one, without a browser."""

    def __init__(self, url: str) -> None:
        self.socket = live(url, "screen")
        self.buffer = b""
        assert self.read(12) == b"RFB 003.008\n"
        self.send(b"RFB 003.008\n")
        assert self.read(self.read(1)[0]) == b"\1"
        self.send(b"\1")
        assert self.read(4) == bytes(4)
        self.send(b"\1")
        self.size = struct.unpack(">HH", self.read(4))
        self.read(struct.unpack(">16xI", self.read(20))[0])
        self.send(struct.pack(">BxH", 2, 1) + struct.pack(">i", 0))

    def send(self, data: bytes) -> None:
        self.socket.send(data)

    def read(self, size: int) -> bytes:
        while len(self.buffer) < size:
            data = self.socket.recv(timeout=60)
            assert isinstance(data, bytes)
            self.buffer += data
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def pixel(self, x: int, y: int) -> tuple[int, ...]:
        """Red, green and blue there, asked for anew."""
        self.send(struct.pack(">BBHHHH", 3, 0, x, y, 1, 1))
        kind, count = struct.unpack(">BxH", self.read(4))
        assert kind == 0
        pixels = {}
        for _ in range(count):
            left, top, width, height, encoding = struct.unpack(">HHHHi", self.read(12))
            assert encoding == 0
            data = self.read(4 * width * height)
            pixels[left, top] = data[2], data[1], data[0]
        return pixels[x, y]

    def point(self, x: int, y: int, buttons: int = 0) -> None:
        self.send(struct.pack(">BBHH", 5, buttons, x, y))

    def click(self, x: int, y: int) -> None:
        for buttons in (0, 1, 0):
            self.point(x, y, buttons)

    def key(self, keysym: int) -> None:
        for down in (1, 0):
            self.send(struct.pack(">BBxxI", 4, down, keysym))

    def type(self, text: str) -> None:
        for character in text:
            code = ord(character)
            self.key(code if code < 0x100 else 0x01000000 + code)


@pytest.fixture
def viewer(page: Page) -> Iterator[Viewer]:
    made = Viewer(page.start())
    yield made
    made.socket.close()


# -- who may come in ----------------------------------------------------------------------------------


def test_who_does_not_know_the_address_gets_nothing(page: Page) -> None:
    url = page.start()
    for path in (
        "/",
        "/x/",
        "/x/page.js",
        "//",
        urlsplit(url).path[:-2] + "/",
        urlsplit(url).path.rstrip("/"),
    ):
        answer = get(url, path)
        assert (answer.status, b"novnc" in answer.text) == (404, False), path
    for name in ("screen", "news"):
        with pytest.raises(InvalidStatus) as refused:
            live(f"http://{urlsplit(url).netloc}/x/", name)
        assert refused.value.response.status_code == 404


def test_a_name_of_somebody_elses_that_leads_here_is_refused(page: Page) -> None:
    url = page.start()
    assert get(url, Host=f"evil.test:{urlsplit(url).port}").status == 403
    assert get(url, Host=f"localhost:{urlsplit(url).port}").status == 200


def test_another_site_cannot_use_the_desktop_even_if_it_knew_the_address(page: Page) -> None:
    url = page.start()
    for name in ("screen", "news"):
        for origin in ("http://evil.test", "null", f"http://127.0.0.1:{urlsplit(url).port + 1}"):
            with pytest.raises(InvalidStatus) as refused:
                live(url, name, origin=origin)
            assert refused.value.response.status_code == 403
        live(url, name, origin=f"http://{urlsplit(url).netloc}").close()


def test_only_this_machine_is_listened_to(page: Page) -> None:
    port = urlsplit(page.start()).port
    assert port is not None
    listening = [
        line.split()[1]
        for table in ("/proc/net/tcp", "/proc/net/tcp6")
        for line in Path(table).read_text().splitlines()[1:]
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{port:04X}")
    ]
    assert listening == [f"0100007F:{port:04X}"]


def test_only_the_files_of_the_page_and_of_the_viewer_are_served(page: Page) -> None:
    url = page.start()
    for name in ("", "page.css", "page.js", "novnc/core/rfb.js", "novnc/vendor/pako/lib/zlib/inflate.js"):
        answer = get(url, name)
        assert answer.status == 200, name
        assert "frame-ancestors 'none'" in (answer.headers["Content-Security-Policy"] or "")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for name in (
        "novnc/vnc.html",
        "novnc/app/ui.js",
        "novnc/core/../app/ui.js",
        "novnc/../passwd.js",
        "door.py",
        "x",
    ):
        assert get(url, name).status == 404, name
    assert get(url, "screen").status == 404


def test_nothing_but_asking_is_allowed(page: Page) -> None:
    url = page.start()
    assert get(url, "recording.json", "POST").status == 405
    assert get(url, "recording.json").status == 200


def test_a_port_that_is_taken_is_told(page: Page) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port}"):
            page.start(port)


# -- what they see and do -----------------------------------------------------------------------------


def test_a_viewer_sees_the_screen(viewer: Viewer, notepad: Path) -> None:
    assert viewer.size == SIZE
    until(lambda: viewer.pixel(300, 300) == (0x33, 0x66, 0x99))
    assert viewer.pixel(50, 50) == (0, 0, 0)


def test_the_picture_to_save_is_what_an_agent_sees(page: Page, notepad: Path) -> None:
    url = page.start()
    answer = get(url, "screenshot.png")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="desktop.png"'
    # The window is there before it is painted.
    until(lambda: tuple(decode(get(url, "screenshot.png").text)[300, 300]) == (0x33, 0x66, 0x99))


def test_clicks_and_letters_of_any_script_arrive_in_order(viewer: Viewer, notepad: Path) -> None:
    viewer.click(320, 340)
    viewer.type("Grüße, 牛 and so on")
    viewer.key(0xFF08)
    until(lambda: notepad.read_text() == "Grüße, 牛 and so o")


def test_modifiers_are_held_while_they_are(viewer: Viewer, notepad: Path) -> None:
    viewer.click(320, 340)
    viewer.type("one two")
    viewer.send(struct.pack(">BBxxI", 4, 1, 0xFFE1))
    for _ in range(3):
        viewer.key(0xFF51)
    viewer.send(struct.pack(">BBxxI", 4, 0, 0xFFE1))
    viewer.type("2")
    until(lambda: notepad.read_text() == "one 2")


def test_a_drag_selects(viewer: Viewer, notepad: Path) -> None:
    viewer.click(320, 340)
    viewer.type("abcdef")
    until(lambda: notepad.read_text() == "abcdef")
    for x, buttons in ((104, 0), (104, 1), (200, 1), (480, 1), (480, 0)):
        viewer.point(x, 120, buttons)
    viewer.type("x")
    until(lambda: notepad.read_text() == "x")


def test_two_people_look_and_use_it_at_once_and_one_may_leave(page: Page, notepad: Path) -> None:
    url = page.start()
    first, second = Viewer(url), Viewer(url)
    until(lambda: first.pixel(300, 300) == second.pixel(300, 300) == (0x33, 0x66, 0x99))
    first.click(320, 340)
    first.type("a")
    until(lambda: notepad.read_text() == "a")
    first.socket.close()
    second.type("b")
    until(lambda: notepad.read_text() == "ab")
    assert second.pixel(300, 300) == (0x33, 0x66, 0x99)
    second.socket.close()


def test_who_leaves_with_a_button_down_lets_go_of_it(page: Page, notepad: Path, stand: Stand) -> None:
    url = page.start()
    viewer = Viewer(url)
    viewer.click(320, 340)
    viewer.type("ab")
    viewer.point(104, 120, 0)
    viewer.point(104, 120, 1)
    viewer.socket.close()
    again = Viewer(url)
    again.point(480, 120)
    again.type("c")
    until(lambda: notepad.read_text() == "cab")
    again.socket.close()


def test_who_may_only_look_cannot_touch(stand: Stand, notepad: Path) -> None:
    page = Page(Desk(stand, {}, SIZE), view_only=True)
    try:
        url = page.start()
        viewer = Viewer(url)
        viewer.click(320, 340)
        viewer.type("x")
        with live(url, "news") as news:
            assert json.loads(news.recv(timeout=60))["viewOnly"] is True
            for request in (
                {"do": "act", "name": "write_text", "arguments": {"text": "x"}},
                {"do": "start over"},
            ):
                news.send(json.dumps(request))
                assert "only look" in json.loads(news.recv(timeout=60))["note"]
        until(lambda: viewer.pixel(300, 300) == (0x33, 0x66, 0x99))
        stand.device.act("click", {"x": 320, "y": 340})
        stand.device.act("write_text", {"text": "y"})
        until(lambda: notepad.read_text() == "y")
    finally:
        page.close()


def test_what_is_no_viewer_ends_alone(page: Page) -> None:
    url = page.start()
    for said in ("text", b"GET / HTTP/1.1\r\n\r\n", b"RFB 003.008\n\1\1\xaa"):
        with live(url, "screen") as stranger:
            stranger.send(said)
            with pytest.raises(ConnectionClosed) as ended:
                until_the_end(stranger)
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == 1002
    with live(url, "news") as news:
        news.recv(timeout=60)
        for said in (
            "{",
            "[]",
            '{"do": "act", "name": "run_shell", "arguments": {"command": "true"}}',
            b"\xff",
        ):
            news.send(said)
            assert "unknown" in json.loads(news.recv(timeout=60))["note"]
    Viewer(url).socket.close()


def test_a_desktop_that_is_gone_is_told(stand: Stand, tmp_path: Path) -> None:
    page = Page(Desk(Stand(stand.device, tmp_path / "none.sock"), {}, SIZE))
    try:
        with live(page.start(), "screen") as viewer, pytest.raises(ConnectionClosed) as ended:
            viewer.recv(timeout=60)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1011
    finally:
        page.close()


def test_a_vnc_server_lives_as_long_as_somebody_looks(display: str, page: Page) -> None:
    def servers() -> set[str]:
        found = set()
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = file.read_bytes().split(b"\0")
                if b"-inetd" in words and display.encode() in words:
                    found.add(file.parent.name)
        return found

    url = page.start()
    before = servers()
    live(url, "screen").close()  # gone before the handshake
    until(lambda: servers() - before)
    impatient = servers() - before
    viewer = Viewer(url)
    (patient,) = servers() - before - impatient
    viewer.socket.close()
    until(lambda: not {patient, *impatient} & servers())


# -- what is recorded ---------------------------------------------------------------------------------


def test_what_is_done_is_recorded_shown_and_can_be_played_again(
    page: Page, notepad: Path, stand: Stand, tmp_path: Path
) -> None:
    url = page.start()
    viewer = Viewer(url)
    with live(url, "news") as news:
        told = json.loads(news.recv(timeout=60))
        assert told["recording"] is True
        steps: list[Any] = []

        def shown() -> list[str]:
            news_now = json.loads(news.recv(timeout=60))
            steps[news_now["first"] :] = news_now["steps"]
            return [step["name"] for step in steps]

        viewer.click(320, 340)
        viewer.type("hello")
        viewer.key(0xFF0D)
        while shown() != ["click", "write_text", "press"]:
            pass
        news.send(json.dumps({"do": "act", "name": "write_text", "arguments": {"text": "wörld"}}))
        assert shown() == ["click", "write_text", "press", "write_text"]
        until(lambda: notepad.read_text() == "hello\nwörld")
        file = tmp_path / "recording.json"
        file.write_bytes(get(url, "recording.json").text)
        recording = read_recording(file)
        assert recording == page.recording
        assert (recording.screen, recording.world) == (SIZE, {"files": {}})
        assert recording.calls[-1] == ActionCall("ubuntu", "write_text", {"text": "wörld"})
        stand.device.act("hotkey", {"keys": ["ctrl", "a"]})
        stand.device.act("hotkey", {"keys": ["ctrl", "slash"]})
        stand.device.act("press", {"key": "delete"})
        until(lambda: notepad.read_text() == "")
        recording.play(stand.device)
        until(lambda: notepad.read_text() == "hello\nwörld")
        news.send(json.dumps({"do": "remove", "place": 2}))
        assert shown() == ["click", "write_text", "write_text"]
        news.send(json.dumps({"do": "clear"}))
        assert shown() == []
        news.send(json.dumps({"do": "record", "on": False}))
        assert json.loads(news.recv(timeout=60))["recording"] is False
        viewer.type("!")
        until(lambda: notepad.read_text() == "hello\nwörld!")
        assert page.recording.calls == ()
    viewer.socket.close()


def test_a_recording_is_a_reference_solution(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text(
        json.dumps(
            {
                "format": "crab-recording-1",
                "screen": [800, 600],
                "world": {},
                "actions": [
                    {"environment": "ubuntu", "name": "press", "arguments": {"key": key}} for key in "ab"
                ],
            }
        )
    )
    running = read_recording(file).solution(None)  # type: ignore[arg-type]
    assert next(running).arguments == {"key": "a"}
    assert running.send(None).arguments == {"key": "b"}  # type: ignore[arg-type]
    with pytest.raises(StopIteration):
        running.send(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "crab-recording-1"}', '{"format": "crab-recording-1", "screen": 3}']
)
def test_what_is_no_recording_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "r.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=r"r\.json"):
        read_recording(file)


def test_packages_that_are_missing_are_named_with_the_command_that_brings_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    novnc.check()
    monkeypatch.setitem(novnc.NEEDED, "novnc", tmp_path / "rfb.js")
    with pytest.raises(EnvironmentUnavailable, match="novnc must be installed") as missing:
        novnc.check()
    assert "apt-get install" in missing.value.advice
    assert "x11vnc" not in missing.value.advice
