"""Every public method of adbutils' client and of its access to files, against the phone."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from adbutils import AdbClient
from adbutils.errors import AdbError
from adbutils.sync import Sync
from waiting import until

pytestmark = [
    pytest.mark.adb,
    # adbutils leaves some of its sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

Test = TypeVar("Test", bound=Callable[..., None])
WALKED: dict[type, set[str]] = {AdbClient: set(), Sync: set()}


def walks(kind: type, *names: str) -> Callable[[Test], Test]:
    """Note which methods a test is about."""
    WALKED[kind].update(names)
    return lambda test: test


@pytest.mark.parametrize("kind", WALKED, ids=lambda kind: kind.__name__)
def test_no_method_is_left_out(kind):
    assert {name for name in dir(kind) if not name.startswith("_")} - WALKED[kind] == set()


@pytest.fixture
def client(each_adb) -> AdbClient:
    """adbutils' client of the server that the phone is connected to."""
    return AdbClient(port=each_adb.adb.port)


# -- files --------------------------------


@walks(Sync, "push", "stat", "exists", "list", "iter_directory")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_files_are_pushed_looked_at_and_removed(device, tmp_path):
    (tmp_path / "local.txt").write_text("x")
    device.sync.push(b"hello", "/sdcard/Shelf/a.txt", mode=0o644)
    device.sync.push(io.BytesIO(b"stream"), "/sdcard/Shelf/b.txt", check=True)
    device.sync.push(tmp_path / "local.txt", "/sdcard/Shelf/")
    device.push(str(tmp_path / "local.txt"), "/sdcard/deep/er/file.txt")
    names = [item.path for item in device.sync.list("/sdcard/Shelf")]
    assert names == [".", "..", "a.txt", "b.txt", "local.txt"]
    assert [item.path for item in device.sync.iter_directory("/sdcard/nothing")] == []
    assert device.sync.stat("/sdcard/Shelf/a.txt").size == 5
    assert device.sync.exists("/sdcard/Shelf/a.txt")
    device.remove("/sdcard/Shelf/a.txt")
    assert not device.sync.exists("/sdcard/Shelf/a.txt")
    device.rmtree("/sdcard/deep")
    assert not device.sync.exists("/sdcard/deep/er/file.txt")


@walks(Sync, "pull", "pull_file", "pull_dir", "read_bytes", "read_text", "iter_content")
def test_files_are_read_and_pulled(device, tmp_path):
    data = bytes(range(256)) * 1000
    device.sync.push(data, "/sdcard/tree/in/ner.bin")
    device.sync.push("Grüße".encode(), "/sdcard/tree/text")
    assert device.sync.read_bytes("/sdcard/tree/in/ner.bin") == data
    assert device.sync.read_text("/sdcard/tree/text") == "Grüße"
    assert b"".join(device.sync.iter_content("/sdcard/tree/in/ner.bin")) == data
    assert device.sync.pull("/sdcard/tree/text", tmp_path / "text") == 7
    assert device.sync.pull_file("/sdcard/tree/text", str(tmp_path / "again")) == 7
    assert device.sync.pull("/sdcard/tree", tmp_path / "tree") == len(data) + 7
    assert (tmp_path / "tree" / "in" / "ner.bin").read_bytes() == data
    assert device.sync.pull_dir("/sdcard/tree", tmp_path / "tree") == len(data) + 7
    with pytest.raises(AdbError, match="open failed: No such file or directory"):
        device.sync.read_bytes("/sdcard/nothing")


# -- the client --------------------------------


@walks(
    AdbClient,
    "host",
    "port",
    "server_version",
    "make_connection",
    "list",
    "iter_device",
    "device_list",
    "device",
)
def test_the_client_finds_the_phone(client, each_adb, monkeypatch):
    assert client.host == "127.0.0.1"
    assert client.port == each_adb.adb.port
    assert client.server_version() == 41
    with client.make_connection() as connection:
        connection.send_command("host:version")
        connection.check_okay()
    assert (each_adb.serial, "device") in [(info.serial, info.state) for info in client.list()]
    info = next(info for info in client.list(extended=True) if info.serial == each_adb.serial)
    assert info.tags["model"] == "Crab_Phone"
    assert client.device(transport_id=info.transport_id).shell("echo hi") == "hi"
    assert each_adb.serial in [device.serial for device in client.iter_device()]
    assert each_adb.serial in [device.serial for device in client.device_list()]
    monkeypatch.setenv("ANDROID_SERIAL", each_adb.serial)
    assert client.device().serial == each_adb.serial


@walks(AdbClient, "connect", "disconnect", "wait_for", "track_devices")
def test_the_client_sees_a_phone_come_and_go(client, each_adb):
    seen: list[tuple[bool, str]] = []
    enough = threading.Event()

    def watch() -> None:
        for event in client.track_devices():
            if event.serial == each_adb.serial:
                seen.append((event.present, event.status))
            if seen[-2:] == [(False, "absent"), (True, "device")]:
                enough.set()
                return

    watcher = threading.Thread(target=watch)
    watcher.start()
    until(lambda: seen)
    assert "disconnected" in client.disconnect(each_adb.serial)
    assert "connected to" in client.connect(each_adb.serial)
    client.wait_for(each_adb.serial, timeout=60)
    # An event that says "device" may have been joined with the one before it.
    deadline = time.monotonic() + 60
    while not enough.wait(0.1):
        assert time.monotonic() < deadline
        client.disconnect(each_adb.serial)
        time.sleep(0.05)
        client.connect(each_adb.serial)
    watcher.join()
    assert client.device(each_adb.serial).shell("echo hi") == "hi"


@walks(AdbClient, "forward", "forward_list", "reverse", "reverse_list", "shell", "sync")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_client_does_the_same_by_serial_number(client, each_adb):
    client.forward(each_adb.serial, "tcp:0", "tcp:1")
    assert [item.remote for item in client.forward_list(each_adb.serial)] == ["tcp:1"]
    client.reverse(each_adb.serial, "tcp:8000", "tcp:8001")
    assert [item.remote for item in client.reverse_list(each_adb.serial)] == ["tcp:8000"]
    assert client.shell(each_adb.serial, "echo hi").rstrip() == "hi"
    client.sync(each_adb.serial).push(b"x", "/sdcard/x")
    assert each_adb.files().read("/sdcard/x") == b"x"


@walks(AdbClient, "server_kill")
def test_a_phone_outlives_the_server(each_adb, adb_server):
    other = adb_server("other")
    other("connect", each_adb.serial)
    AdbClient(port=other.port).server_kill()
    assert each_adb("shell", "echo here").stdout == b"here\n"
