"""EasyOCR's weights come by the user's command only, and are what was published."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from crab_core import UsageError
from crab_visualprompt.commands import weights as command
from crab_visualprompt.ocr import easy_weights
from crab_visualprompt.ocr.easy_weights import Weights, download

CONTENT = bytes(range(256)) * 4096
"""A megabyte: several chunks."""


def archive(name: str, content: bytes = CONTENT) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as opened:
        opened.writestr(name, content)
    return file.getvalue()


class Shelf(BaseHTTPRequestHandler):
    """Serves what lies on it; a path that ends in "short" gets half of what was promised."""

    things: dict[str, bytes]

    def do_GET(self) -> None:
        thing = self.things.get(self.path)
        if thing is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(thing)))
        self.end_headers()
        self.wfile.write(thing[: len(thing) // 2] if self.path.endswith("short") else thing)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def shelf() -> Iterator[tuple[str, dict[str, bytes]]]:
    """The address of a server, and what it serves by path."""
    things: dict[str, bytes] = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OwnShelf", (Shelf,), {"things": things}))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", things
    server.shutdown()
    thread.join()
    server.server_close()


def quiet(come: int, total: int | None) -> None:
    pass


def wanted(address: str, name: str = "net.pth", content: bytes = CONTENT) -> Weights:
    return Weights(name, address, hashlib.md5(content).hexdigest())


def test_a_file_is_downloaded_checked_and_put_in_its_place(shelf, tmp_path: Path) -> None:
    address, things = shelf
    things["/net"] = archive("net.pth")
    told: list[tuple[int, int | None]] = []
    net = wanted(f"{address}/net")
    assert not net.are_in(tmp_path / "new")
    file = download(net, tmp_path / "new", lambda come, total: told.append((come, total)))
    assert file.read_bytes() == CONTENT
    assert net.are_in(tmp_path / "new")
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["net.pth"]
    assert told[-1] == (len(things["/net"]), len(things["/net"]))
    assert [come for come, _ in told] == sorted({come for come, _ in told})


def test_another_file_than_the_published_one_is_refused(shelf, tmp_path: Path) -> None:
    address, things = shelf
    things["/net"] = archive("net.pth", CONTENT[:-1] + b"!")
    with pytest.raises(UsageError, match=r"is not the net\.pth that EasyOCR published"):
        download(wanted(f"{address}/net"), tmp_path, quiet)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_that_is_there_stays_until_a_whole_one_has_come(shelf, tmp_path: Path) -> None:
    address, things = shelf
    (tmp_path / "net.pth").write_bytes(b"old")
    things["/net"] = b"<html>Please sign in</html>"
    with pytest.raises(UsageError, match=r"is no archive with net\.pth"):
        download(wanted(f"{address}/net"), tmp_path, quiet)
    assert (tmp_path / "net.pth").read_bytes() == b"old"
    things["/net"] = archive("net.pth")
    download(wanted(f"{address}/net"), tmp_path, quiet)
    assert (tmp_path / "net.pth").read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("path", "told"),
    [("/nothing", "404"), ("/short", r"bytes came|IncompleteRead"), ("/other", r"no archive with net\.pth")],
)
def test_what_went_wrong_is_told_and_nothing_is_left(shelf, tmp_path: Path, path: str, told: str) -> None:
    address, things = shelf
    things["/short"] = archive("net.pth")
    things["/other"] = archive("readme.txt")
    with pytest.raises(UsageError, match=told):
        download(wanted(address + path), tmp_path, quiet)
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_not_there_is_told_with_the_way_around(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot be downloaded.*put net\.pth from it into"):
        download(wanted("http://127.0.0.1:1/net"), tmp_path, quiet)


def test_a_folder_that_cannot_be_written_is_told(shelf, tmp_path: Path) -> None:
    address, things = shelf
    things["/net"] = archive("net.pth")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        download(wanted(f"{address}/net"), tmp_path / "file" / "folder", quiet)


@pytest.fixture
def published(shelf, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """EasyOCR's table with two networks on the shelf."""
    address, things = shelf
    things["/lines"], things["/words"] = archive("lines.pth", b"lines"), archive("words.pth", b"words")
    table = {
        "craft": wanted(f"{address}/lines", "lines.pth", b"lines"),
        "english_g2": wanted(f"{address}/words", "words.pth", b"words"),
    }
    monkeypatch.setattr(easy_weights, "known_networks", lambda: table)
    return things


def test_the_command_downloads_both_files_once(published: dict[str, bytes], tmp_path: Path) -> None:
    arguments = ["easyocr", "--folder", str(tmp_path), "--json"]
    done = CliRunner().invoke(command.weights, arguments)
    assert done.exit_code == 0, done.output
    assert [f["downloaded"] for f in json.loads(done.stdout)["files"]] == [True, True]
    assert "lines.pth: 0.0 MB of 0.0 MB (100%)" in done.stderr
    published.clear()  # what is there and undamaged is not asked for
    (tmp_path / "lines.pth").write_bytes(b"lines")
    again = CliRunner().invoke(command.weights, arguments)
    assert [f["downloaded"] for f in json.loads(again.stdout)["files"]] == [False, False]


def test_the_command_replaces_a_damaged_file(published: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "lines.pth").write_bytes(b"lin")
    done = CliRunner().invoke(command.weights, ["easyocr", "--folder", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "lines.pth").read_bytes() == b"lines"
    assert f"EasyOCR's weights are in {tmp_path}." in done.stdout


def test_an_unknown_network_is_told_with_those_there_are(published: dict[str, bytes]) -> None:
    done = CliRunner().invoke(command.weights, ["easyocr", "--network", "klingon"])
    assert isinstance(done.exception, UsageError)
    assert "It has: english_g2." in str(done.exception)


def test_without_easyocr_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install \"crab-visualprompt\[easyocr\]\""):
        easy_weights.known_networks()
