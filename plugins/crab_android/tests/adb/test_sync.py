"""Files over `sync:`, with both versions of the real adb; the newer one speaks the newer protocol."""

from __future__ import annotations

import os
import stat
import struct

import pytest

from crab_android.phone.adbd.packets import OKAY, WRTE

pytestmark = pytest.mark.adb


def test_a_file_of_any_size_comes_back_as_it_was(each_adb, tmp_path):
    for size in (0, 1, 65535, 65536, 65537, 3_000_001):
        (tmp_path / "there").write_bytes(os.urandom(size))
        assert each_adb("push", str(tmp_path / "there"), "/sdcard/Download/f").returncode == 0
        assert each_adb("pull", "/sdcard/Download/f", str(tmp_path / "back")).returncode == 0
        assert (tmp_path / "back").read_bytes() == (tmp_path / "there").read_bytes()


def test_a_hundred_megabytes_go_there_and_back_in_seconds(each_adb, tmp_path):
    piece = os.urandom(1 << 20)
    (tmp_path / "there").write_bytes(piece * 120)
    assert each_adb("push", str(tmp_path / "there"), "/sdcard/big").returncode == 0
    assert each_adb.files().get("/sdcard/big").size == 120 << 20
    assert each_adb("pull", "/sdcard/big", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == piece * 120


def test_what_is_too_large_for_the_phone_is_refused_and_nothing_is_kept(each_adb, tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(513 << 20)
    done = each_adb("push", str(tmp_path / "huge"), "/sdcard/huge")
    assert done.returncode != 0
    assert b"No space left on device" in done.stderr + done.stdout
    assert each_adb.files().get("/sdcard/huge") is None


def test_time_and_permissions_are_kept(each_adb, tmp_path):
    file = tmp_path / "run.sh"
    file.write_text("echo hi\n")
    file.chmod(0o700)
    os.utime(file, (1_700_000_000, 1_700_000_000))
    each_adb("push", str(file), "/data/local/tmp/run.sh")
    node = each_adb.files().get("/data/local/tmp/run.sh")
    assert (stat.S_IMODE(node.mode), node.mtime) == (0o777, 1_700_000_000)
    each_adb("pull", "-a", "/data/local/tmp/run.sh", str(tmp_path / "back"))
    assert (tmp_path / "back").stat().st_mtime == 1_700_000_000


def test_folders_go_whole_with_their_links_and_any_names(each_adb, tmp_path):
    tree = tmp_path / "tree"
    (tree / "inner").mkdir(parents=True)
    (tree / "a b.txt").write_text("a")
    (tree / "inner" / "Grüße 你好.txt").write_text("b")
    (tree / "inner" / "-n 'quoted' $x").write_text("c")
    assert each_adb("push", str(tree), "/sdcard/").returncode == 0
    assert each_adb("pull", "/sdcard/tree", str(tmp_path / "back")).returncode == 0
    names = sorted(path.relative_to(tree) for path in tree.rglob("*"))
    assert sorted(path.relative_to(tmp_path / "back") for path in (tmp_path / "back").rglob("*")) == names
    (tree / "link").symlink_to("a b.txt")
    assert each_adb("push", str(tree), "/data/local/tmp/").returncode == 0
    assert each_adb.files().get("/data/local/tmp/tree/link", follow=False).target == "a b.txt"


def test_only_what_changed_is_pushed_again(each_adb, tmp_path):
    (tmp_path / "tree").mkdir()
    for name in "abc":
        (tmp_path / "tree" / name).write_text(name)
    each_adb("push", "--sync", str(tmp_path / "tree"), "/sdcard/")
    (tmp_path / "tree" / "b").write_text("new")
    done = each_adb("push", "--sync", str(tmp_path / "tree"), "/sdcard/")
    assert b"1 file pushed, 2 skipped" in done.stdout + done.stderr  # versions differ in where they say it


def test_a_dry_run_pushes_nothing(each_adb, tmp_path):
    if each_adb.adb.program == "adb":
        return  # the older one has no such option
    (tmp_path / "f").write_bytes(bytes(100_000))
    assert b"1 file pushed" in each_adb("push", "-n", str(tmp_path / "f"), "/sdcard/f").stderr
    assert each_adb.files().get("/sdcard/f") is None


def test_compression_is_not_offered_and_adb_does_without_or_is_told(each_adb, tmp_path):
    if each_adb.adb.program == "adb":
        return  # the older one has no such option
    (tmp_path / "f").write_text("hello")
    for method in ("any", "none", "brotli", "lz4", "zstd"):
        assert each_adb("push", "-z", method, str(tmp_path / "f"), "/sdcard/f").returncode == 0
        assert each_adb.files().read("/sdcard/f") == b"hello"
        pulled = each_adb("pull", "-z", method, "/sdcard/f", str(tmp_path / "back"))
        if method in ("any", "none"):
            assert (tmp_path / "back").read_text() == "hello"
        else:  # the newer one asks for it all the same
            assert b"the phone does not compress" in pulled.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("pull", "/sdcard/nothing", "{folder}/x"), "No such file or directory"),
        (("push", "{folder}/f", "/sdcard/f/below"), "Not a directory"),
        (("push", "{folder}/f", "/system/f"), "Read-only file system"),
        (("push", "{folder}/f", "/data/data/com.android.settings/f"), "Permission denied"),
        (("pull", "/data/data/com.android.settings/files", "{folder}/x"), "Permission denied"),
        (("push", "{folder}/f", "/sdcard/" + "n" * 300), "File name too long"),
    ],
)
def test_adb_says_why_something_cannot_be_done(each_adb, tmp_path, words, reason):
    (tmp_path / "f").write_text("x")
    each_adb("push", str(tmp_path / "f"), "/sdcard/f")
    done = each_adb(*(word.format(folder=tmp_path) for word in words))
    assert done.returncode != 0
    assert reason in (done.stdout + done.stderr).decode()


def test_adb_ls_shows_a_folder_with_itself_and_the_one_above(each_adb):
    lines = each_adb("ls", "/sdcard").stdout.decode().splitlines()
    assert [line.split(" ", 3)[3] for line in lines[:2]] == [".", ".."]
    assert [line.split(" ", 3)[3] for line in lines[2:]] == [
        name for name, _ in each_adb.files().children("/sdcard")
    ]
    assert each_adb("ls", "/sdcard/nothing").stdout == b""


def test_a_dump_is_pulled_as_every_script_does(each_adb, tmp_path):
    assert each_adb("shell", "uiautomator", "dump").returncode == 0
    each_adb("pull", "/sdcard/window_dump.xml", str(tmp_path))
    assert (tmp_path / "window_dump.xml").read_bytes().startswith(b"<?xml version='1.0'")


class Sync:
    """Speaks to `sync:` byte by byte."""

    def __init__(self, host) -> None:
        self.host = host
        self.remote = host.open("sync:", local=5)

    def send(self, data: bytes) -> None:
        self.host.send(WRTE, 5, self.remote, data)

    def answer(self) -> bytes:
        """What the phone says next; empty when it closes the stream."""
        while True:
            packet = self.host.receive()
            if packet.command == WRTE:
                self.host.send(OKAY, 5, self.remote)
            if packet.command != OKAY:
                return packet.data


def request(name: bytes, path: bytes) -> bytes:
    return name + struct.pack("<I", len(path)) + path


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (request(b"NOPE", b"x"), b"unknown command"),
        (b"STAT" + struct.pack("<I", 1 << 20), b"path too long"),
        (request(b"SEND", b"/a,1") + b"XXXX" + bytes(4), b"invalid data message"),
        (request(b"SEND", b"/a,1") + b"DATA" + struct.pack("<I", 1 << 24), b"invalid data message"),
        (request(b"SEND", b"/a") + b"DONE" + bytes(4), b"missing , in ID_SEND_V1"),
        (request(b"SND2", b"/sdcard/a") + struct.pack("<4sII", b"SND2", 0o100644, 1), b"flags 0x1"),
        (request(b"SND2", b"/sdcard/a") + struct.pack("<4sII", b"NOPE", 0o100644, 0), b"malformed SND2"),
        (request(b"RCV2", b"/sdcard/a") + struct.pack("<4sI", b"RCV2", 4), b"unsupported flags 0x4"),
        (request(b"RCV2", b"/sdcard/a") + struct.pack("<4sI", b"NOPE", 0), b"malformed RCV2"),
    ],
)  # fmt: skip
def test_sync_refuses_what_it_does_not_understand(host, sent, reason):
    sync = Sync(host)
    sync.send(sent)
    answer = sync.answer()
    assert answer.startswith(b"FAIL")
    assert reason in answer
    assert sync.answer() == b""
    assert host.output("shell:echo ok") == b"ok\n"


def test_a_file_that_cannot_be_stored_is_read_to_its_end_and_the_next_one_is_stored(host, server):
    sync = Sync(host)
    data = b"DATA" + struct.pack("<I", 3) + b"abc" + b"DONE" + struct.pack("<I", 7)
    sync.send(request(b"SEND", b"/sdcard,33188") + data + request(b"SEND", b"/sdcard/next,33188") + data)
    reason = b"couldn't create file: Is a directory"
    assert sync.answer() == request(b"FAIL", reason) + b"OKAY" + bytes(4)
    assert server.call(lambda phone: phone.state.files.read("/sdcard/next")) == b"abc"


def test_reading_a_folder_fails_as_it_does_on_a_phone(host):
    sync = Sync(host)
    sync.send(request(b"RECV", b"/sdcard"))
    assert sync.answer().endswith(b"read failed: Is a directory")


def test_stat_tells_links_from_what_they_point_to_and_why_there_is_nothing(host, server):
    def make(phone):
        phone.state.files.write("/data/local/tmp/f", b"12345")
        phone.state.files.link("/data/local/tmp/l", "f")

    server.call(make)
    sync = Sync(host)
    sizes = {}
    for name in (b"STA2", b"LST2"):
        sync.send(request(name, b"/data/local/tmp/l"))
        error, _, _, mode, _, _, _, size, *_ = struct.unpack("<I2Q4IQ3q", sync.answer()[4:])
        assert error == 0
        sizes[name] = stat.S_IFMT(mode), size
    assert sizes == {b"STA2": (stat.S_IFREG, 5), b"LST2": (stat.S_IFLNK, 1)}
    for path, number in ((b"/nothing", 2), (b"/data/local/tmp/f/x", 20)):
        sync.send(request(b"STA2", path))
        assert struct.unpack_from("<I", sync.answer(), 4) == (number,)
