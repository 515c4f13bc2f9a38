"""A site, asked by programs that many people use."""

from __future__ import annotations

import hashlib
import http.client
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Served

Start = Callable[..., "Served"]
PNG = "iVBORw0KGgo="


def get(served: Served, path: str, **headers: str) -> http.client.HTTPResponse:
    return send(served, "GET", path, None, **headers)


def send(served: Served, method: str, path: str, body: bytes | None, **headers: str) -> Any:
    connection = http.client.HTTPConnection(*served.addresses[served.services.hosts[0], 80], timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    response = connection.getresponse()
    response.content = response.read()  # type: ignore[attr-defined]
    connection.close()
    return response


def asked(served: Served) -> list[tuple[str, str, int]]:
    return [(r["method"], r["path"], r["status"]) for r in served.state()["requests"]]


@pytest.mark.parametrize(
    ("path", "page", "kind", "content"),
    [
        ("/", "<h1>Grüße</h1>", "text/html; charset=utf-8", "<h1>Grüße</h1>".encode()),
        ("/about", "text", "text/html; charset=utf-8", b"text"),
        ("/a.png", {"base64": PNG}, "image/png", b"\x89PNG\r\n\x1a\n"),
        ("/a.css", "b{}", "text/css; charset=utf-8", b"b{}"),
        ("/A.JS", "1", "text/javascript; charset=utf-8", b"1"),
        ("/a.odt", {"base64": PNG}, "application/vnd.oasis.opendocument.text", b"\x89PNG\r\n\x1a\n"),
        ("/a.tar.gz", {"base64": PNG}, "application/gzip", b"\x89PNG\r\n\x1a\n"),
        ("/data", {"base64": PNG}, "application/octet-stream", b"\x89PNG\r\n\x1a\n"),
        ("/x", {"text": "{}", "type": "application/json"}, "application/json", b"{}"),
        ("/ein Ort/ä.txt", "ä", "text/plain; charset=utf-8", "ä".encode()),
    ],
)
def test_pages_come_with_their_types(site: Start, path: str, page: Any, kind: str, content: bytes) -> None:
    served = site({path: page})
    response = get(served, urllib.parse.quote(path))
    assert (response.status, response.content) == (200, content)
    assert response.headers["Content-Type"] == kind
    assert asked(served) == [("GET", path, 200)]


def test_what_is_not_there_is_said_so(site: Start) -> None:
    served = site(not_found="<p>Nothing here")
    response = get(served, "/nowhere")
    assert (response.status, response.content) == (404, b"<p>Nothing here")
    assert asked(served) == [("GET", "/nowhere", 404)]


def test_a_folder_is_found_without_its_slash(site: Start) -> None:
    served = site({"/": "home", "/docs/index.html": "docs", "/wiki/": "wiki"})
    for path, content in (("/docs", b"docs"), ("/docs/", b"docs"), ("/wiki", b"wiki")):
        with urllib.request.urlopen(served.url(path), timeout=60) as answer:
            assert (answer.read(), answer.url) == (content, served.url(path.rstrip("/") + "/"))


def test_redirects_lead_where_the_world_says(site: Start) -> None:
    served = site({"/new": "new"}, redirects={"/old": "/new", "/away": "http://chat.crab.test/ä"})
    with urllib.request.urlopen(served.url("/old"), timeout=60) as answer:
        assert (answer.url, answer.read()) == (served.url("/new"), b"new")
    response = get(served, "/away")
    assert (response.status, response.headers["Location"]) == (302, "http://chat.crab.test/%C3%A4")
    assert asked(served) == [("GET", "/old", 302), ("GET", "/new", 200), ("GET", "/away", 302)]


def test_a_download_has_its_name(site: Start, tmp_path: Path) -> None:
    served = site({"/get/7": {"base64": PNG, "download": 'Übersicht "1".png'}})
    subprocess.run(["curl", "-sSOJ", served.url("/get/7")], cwd=tmp_path, check=True, timeout=30)
    (file,) = tmp_path.iterdir()
    assert file.read_bytes() == b"\x89PNG\r\n\x1a\n"
    header = get(served, "/get/7").headers["Content-Disposition"]
    assert header.endswith("filename*=UTF-8''%C3%9Cbersicht%20%221%22.png")


def test_head_says_what_get_would(site: Start) -> None:
    served = site({"/": "12345"})
    response = send(served, "HEAD", "/", None)
    assert (response.status, response.headers["Content-Length"], response.content) == (200, "5", b"")


def test_a_page_that_is_known_is_not_sent_again(site: Start) -> None:
    served = site({"/": "12345", "/b": "other"})
    tag = get(served, "/").headers["ETag"]
    response = get(served, "/", If_None_Match=f'"x", W/{tag}')
    assert (response.status, response.content, response.headers["ETag"]) == (304, b"", tag)
    assert get(served, "/b", If_None_Match=tag).status == 200


@pytest.mark.parametrize(
    ("wanted", "status", "content"),
    [
        ("bytes=0-0", 206, b"0"),
        ("bytes=2-4", 206, b"234"),
        ("bytes=7-", 206, b"789"),
        ("bytes=-2", 206, b"89"),
        ("bytes=-99", 206, b"0123456789"),
        ("bytes=8-99", 206, b"89"),
        ("bytes=10-", 416, None),
        ("bytes=-0", 416, None),
        ("bytes=5-2", 200, b"0123456789"),
        ("bytes=0-1,4-5", 200, b"0123456789"),
        ("bytes=-", 200, b"0123456789"),
        ("lines=1-2", 200, b"0123456789"),
        (f"bytes={'9' * 5000}-", 200, b"0123456789"),
    ],
)
def test_parts_of_a_page(site: Start, wanted: str, status: int, content: bytes | None) -> None:
    served = site({"/a.txt": "0123456789"})
    response = get(served, "/a.txt", Range=wanted)
    assert response.status == status
    if content is not None:
        assert response.content == content
    if status == 206:
        first = b"0123456789".index(content or b"")
        assert response.headers["Content-Range"] == f"bytes {first}-{first + len(content or b'') - 1}/10"
    stale = get(served, "/a.txt", Range=wanted, If_Range='"other"')
    assert (stale.status, stale.content) == (200, b"0123456789")


def test_curl_goes_on_with_a_download(site: Start, tmp_path: Path) -> None:
    served = site({"/a.bin": {"text": "x" * 300_000}})
    (tmp_path / "a.bin").write_text("x" * 100_000)
    subprocess.run(
        ["curl", "-sS", "-C", "-", "-O", served.url("/a.bin")], cwd=tmp_path, check=True, timeout=30
    )
    assert (tmp_path / "a.bin").read_text() == "x" * 300_000
    assert asked(served) == [("GET", "/a.bin", 206)]


def test_one_connection_serves_many_requests(site: Start) -> None:
    served = site({"/": "a", "/b": "b"})
    connection = http.client.HTTPConnection(*served.addresses["wiki.crab.test", 80], timeout=60)
    for path, content in [("/", b"a"), ("/b", b"b"), ("/c", None)] * 5:
        connection.request("GET", path)
        answer = connection.getresponse().read()
        assert content is None or answer == content
    sock = connection.sock
    connection.request("GET", "/", headers={"Connection": "close"})
    connection.getresponse().read()
    assert len(asked(served)) == 16
    assert sock is not None


def test_requests_that_come_at_once_are_answered_in_order(site: Start) -> None:
    served = site({"/1": "one", "/2": "two"})
    with served.connect() as client:
        client.sendall(
            b"GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )
        answers = client.makefile("rb").read()
    assert answers.index(b"one") < answers.index(b"two")
    assert asked(served) == [("GET", "/1", 200), ("GET", "/2", 200)]


def test_a_form_is_kept_and_leads_on(site: Start) -> None:
    served = site({"/order": "<form method=post>", "/thanks": "Thanks"}, forms={"/order": "/thanks"})
    body = urllib.parse.urlencode({"name": "Ana Ü", "what": "a&b=c", "empty": ""}).encode()
    with urllib.request.urlopen(served.url("/order?from=home&x"), body, timeout=60) as answer:
        assert (answer.url, answer.read()) == (served.url("/thanks"), b"Thanks")
    first, second = served.state()["requests"]
    assert first["form"] == [["name", "Ana Ü"], ["what", "a&b=c"], ["empty", ""]]
    assert first["query"] == [["from", "home"], ["x", ""]]
    assert (first["order"], first["method"], first["path"], first["status"]) == (0, "POST", "/order", 303)
    assert (second["order"], second["method"], second["path"]) == (1, "GET", "/thanks")


def test_a_form_with_files_is_taken_apart(site: Start, tmp_path: Path) -> None:
    served = site({"/up": "up"})
    (tmp_path / "grüße.bin").write_bytes(b"\r\n--x\xff\0" * 1000)
    words = [
        "curl",
        "-sS",
        "-F",
        "who=Ana",
        "-F",
        "file=@grüße.bin",
        "-F",
        "note=zwei\r\nZeilen",
        served.url("/up"),
    ]
    done = subprocess.run(words, cwd=tmp_path, check=True, timeout=30, capture_output=True)
    assert done.stdout == b"up"
    (request,) = served.state()["requests"]
    assert request["form"] == [["who", "Ana"], ["note", "zwei\r\nZeilen"]]
    (file,) = request["files"]
    assert (file["field"], file["name"], file["size"]) == ("file", "grüße.bin", 7000)
    assert file["sha256"] == hashlib.sha256((tmp_path / "grüße.bin").read_bytes()).hexdigest()


def test_other_bodies_are_kept_as_they_are(site: Start) -> None:
    served = site({"/api": "ok"})
    send(served, "POST", "/api", b'{"a": 1}', Content_Type="application/json")
    send(served, "POST", "/api", b"\xff\xfe", Content_Type="application/octet-stream")
    send(served, "POST", "/api", b"x" * 100_000, Content_Type="text/plain", Expect="100-continue")
    first, second, third = (request["body"] for request in served.state()["requests"])
    assert first["text"] == '{"a": 1}'
    assert "text" not in second
    assert second["size"] == 2
    assert (third["size"], "text" in third) == (100_000, False)


def test_other_methods_are_refused_and_remembered(site: Start) -> None:
    served = site()
    assert send(served, "DELETE", "/", None).status == 405
    assert send(served, "PUT", "/", b"x").headers["Allow"] == "GET, HEAD, POST, OPTIONS"
    assert send(served, "OPTIONS", "/", None).status == 204
    assert asked(served) == [("DELETE", "/", 405), ("PUT", "/", 405), ("OPTIONS", "/", 204)]


def test_a_page_may_have_a_status_of_its_own(site: Start) -> None:
    response = get(site({"/down": {"text": "later", "status": 503}}), "/down")
    assert (response.status, response.content) == (503, b"later")


def test_what_state_gives_does_not_change_afterwards(site: Start) -> None:
    served = site()
    before = served.state()
    get(served, "/")
    assert before["requests"] == []
    assert len(served.state()["requests"]) == 1
