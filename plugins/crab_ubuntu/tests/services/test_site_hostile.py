"""Clients that mean no good get an answer or none; the site stays up, and its record stays true."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_ubuntu.services.bounds import Limits
from crab_ubuntu.services.site import http
from crab_ubuntu.services.site import site as site_module
from crab_ubuntu.services.site.forms import read
from crab_ubuntu.services.site.paths import BadTargetError, clean, query
from crab_ubuntu.services.site.ranges import UnsatisfiableError, part

if TYPE_CHECKING:
    from .conftest import Served

Start = Callable[..., "Served"]


def say(served: Served, data: bytes, *, end: bool = True) -> bytes:
    with served.connect() as client:
        try:
            client.sendall(data)
            if end:
                client.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has been cut off before everything was sent
        try:
            return client.makefile("rb").read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"/../../etc/passwd", 404),
        (b"/%2e%2e/%2e%2e/etc/passwd", 404),
        (b"/..%2f..%2fetc/passwd", 404),
        (b"/%252e%252e/etc/passwd", 404),
        (b"/..%5c..%5cetc", 400),
        (b"/%00", 400),
        (b"/a%0d%0aSet-Cookie:x", 400),
        (b"/%ff", 400),
        (b"http://other/", 400),
        (b"//etc/passwd", 404),
        (b"*", 400),
        (b"/?" + b"a&" * 2000, 400),
    ],
)
def test_no_path_leads_out(site: Start, target: bytes, status: int) -> None:
    served = site({"/": "home", "/docs/": "docs"})
    answer = say(served, b"GET " + target + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert answer.split(b" ", 2)[1] == str(status).encode()
    assert b"root:" not in answer
    assert b"Set-Cookie" not in answer.split(b"\r\n\r\n")[0]


def test_dots_and_doubled_slashes_are_the_page_they_mean(site: Start) -> None:
    served = site({"/a/b": "b"})
    for target in ("/a/./b", "/a/c/../b", "//a//b", "/../a/b", "/%61/b", "/a/b#part"):
        assert b"200 " in say(
            served, f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()
        )
    assert {request["path"] for request in served.state()["requests"]} == {"/a/b"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\r\n\r\n",
        b"\0" * 100,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the beginning of TLS
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",  # without Host
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nA: \0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
)
def test_what_is_no_request_leaves_the_site_as_it_was(site: Start, data: bytes) -> None:
    served = site({"/": "home"})
    answer = say(served, data)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 ")
    assert b"home" in say(served, b"GET / HTTP/1.0\r\n\r\n")
    assert served.state()["failures"] == 0


def test_headers_without_end_are_cut_off(site: Start) -> None:
    served = site()
    endless = b"GET / HTTP/1.1\r\n" + b"".join(b"A%d: %s\r\n" % (n, b"x" * 1000) for n in range(2000))
    assert say(served, endless).startswith(b"HTTP/1.1 431 ")
    assert say(served, b"GET /" + b"a" * 3_000_000).startswith(b"HTTP/1.1 431 ")
    assert served.state()["requests"] == []


def test_a_body_that_is_too_large_is_refused(site: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MOST_BODY", 100_000)
    served = site()
    head = b"POST / HTTP/1.1\r\nHost: a\r\n"
    assert b" 413 " in say(served, head + b"Content-Length: 300000\r\n\r\n" + b"x" * 300_000)
    chunks = b"Transfer-Encoding: chunked\r\n\r\n" + (b"ffff\r\n" + b"x" * 65535 + b"\r\n") * 5
    assert b" 413 " in say(served, head + chunks)
    assert served.state()["requests"] == []


def test_a_request_that_trickles_in_is_given_up(site: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(http, "LINGER_SECONDS", 0.1)
    served = site(limits=Limits(connections_per_host=2))
    slow = [served.connect() for _ in range(2)]
    for client in slow:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
    deadline = time.monotonic() + 60
    while slow:
        assert time.monotonic() < deadline
        for client in list(slow):
            try:
                client.sendall(b"X: y\r\n")
            except OSError:
                client.close()
                slow.remove(client)
        time.sleep(0.02)
    monkeypatch.setattr(http, "REQUEST_SECONDS", 60.0)
    assert b"Home" in say(served, b"GET / HTTP/1.0\r\n\r\n")


def test_a_connection_without_a_request_is_given_up(site: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "NEXT_SECONDS", 0.7)
    served = site()
    assert say(served, b"", end=False) == b""
    answer = say(served, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", end=False)
    assert answer.endswith(b"<h1>Home</h1>")


def test_what_is_kept_is_bounded_and_that_is_told(site: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_module, "MOST_REQUESTS", 5)
    served = site()
    request = b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n"
    say(served, b"".join(request % number for number in range(12)))
    state = served.state()
    assert [entry["path"] for entry in state["requests"]] == ["/0", "/1", "/2", "/3", "/4"]
    assert state["dropped"] == 7


def test_large_forms_count_towards_what_is_kept(site: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_module, "MOST_KEPT", 1_000_000)
    served = site()
    body = b"a=" + b"x" * 60_000
    head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    say(served, (head + b"Content-Length: %d\r\n\r\n" % len(body) + body) * 20)
    state = served.state()
    assert len(state["requests"]) + state["dropped"] == 20
    assert 0 < len(json.dumps(state)) < 1_100_000


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.text(alphabet="/.%2eE5cC\\?#&=+ab\r\n\0", max_size=40))
def test_any_target_is_a_clean_path_or_refused(target: str) -> None:
    try:
        path = clean(target)
    except BadTargetError:
        return
    assert path.startswith("/")
    assert not {"..", "."} & set(path.split("/"))
    assert "//" not in path
    assert path.isprintable()
    with suppress(BadTargetError):
        assert all(isinstance(name, str) for name, _ in query(target))


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=80) | st.just("multipart/form-data; boundary=b"),
    st.binary(max_size=300)
    | st.text(alphabet='-b\r\n :;="nameConttDispios', max_size=200).map(
        lambda text: f"--b\r\n{text}\r\n--b--\r\n".encode()
    ),
)
def test_any_body_is_taken_apart_or_refused(kind: str, body: bytes) -> None:
    try:
        sent = read(kind, body)
    except BadTargetError:
        return
    json.dumps([sent.form, sent.files, sent.body])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30) | st.from_regex(r"bytes=[0-9]{0,20}-[0-9]{0,20}"), st.integers(0, 50))
def test_any_range_lies_within_the_page(header: str, size: int) -> None:
    try:
        found = part(header, size)
    except UnsatisfiableError:
        return
    assert found is None or 0 <= found[0] < found[1] <= size


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.binary(max_size=200)
        | st.sampled_from(
            [
                b"GET / HTTP/1.1\r\n",
                b"Host: a\r\n",
                b"\r\n",
                b"POST /f HTTP/1.1\r\n",
                b"Content-Length: 3\r\n",
                b"abc",
            ]
        ),
        max_size=8,
    )
)
def test_any_bytes_end_in_an_answer_or_a_closed_connection(site: Start, pieces: list[bytes]) -> None:
    served = site()
    answer = say(served, b"".join(pieces))
    assert answer == b"" or answer.startswith(b"HTTP/1.1 ")
    assert served.state()["failures"] == 0
    served.services.close()
