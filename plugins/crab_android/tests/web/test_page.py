"""Who may see the page and touch the phone, and what the page is told."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_core import Screenshot

JSON = {"Content-Type": "application/json"}


def ask(served, path: str, method: str = "GET", body: Any = None, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(served.host, timeout=60)
    try:
        data = json.dumps(body) if isinstance(body, dict) else body
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        answer.text = answer.read()
        return answer
    finally:
        connection.close()


def touch(served, **gesture: Any) -> http.client.HTTPResponse:
    return ask(served, f"{urlsplit(served.url).path}input", "POST", gesture, **JSON)


@contextmanager
def listening(served) -> Iterator[Any]:
    """Reads the page's events one by one."""
    connection = http.client.HTTPConnection(served.host, timeout=60)
    connection.request("GET", f"{urlsplit(served.url).path}events")
    answer = connection.getresponse()

    def read() -> dict:
        line = answer.readline()
        assert line.startswith(b"data: "), line
        assert answer.readline() == b"\n"
        return json.loads(line[6:])

    yield read
    answer.close()
    connection.close()


def test_it_listens_on_this_machine_only_at_an_address_that_nobody_guesses(served):
    parts = urlsplit(served.url)
    assert parts.hostname == "127.0.0.1"
    assert len(parts.path.strip("/")) >= 20


@pytest.mark.parametrize(
    "path", ["/", "/events", "/screen.png", "/x/screen.png", "/../screen.png", "//screen.png", "*"]
)
def test_without_the_secret_there_is_nothing(served, path):
    answer = ask(served, path)
    assert answer.status == 404
    assert b"secret" in answer.text


def test_a_name_that_only_points_here_is_refused(served):
    """Another site can make its own name point to this machine; the browser then tells that name."""
    answer = ask(served, urlsplit(served.url).path, Host="evil.example:80")
    assert answer.status == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/json", "Origin": "https://evil.example"}, 403),
        ({"Content-Type": "application/json", "Origin": "null"}, 403),
    ],
)
def test_another_site_cannot_touch_the_phone(served, headers, status):
    path = f"{urlsplit(served.url).path}input"
    assert ask(served, path, "POST", {"do": "key", "key": "POWER"}, **headers).status == status
    assert served.call(lambda phone: phone.state.awake)


def test_everything_comes_from_the_page_itself_and_nothing_else_may_run(served):
    answer = ask(served, urlsplit(served.url).path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    html = answer.text.decode()
    assert "style=" not in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in html


def test_its_parts_are_served_with_their_types(served):
    path = urlsplit(served.url).path
    for name, media_type in (
        ("page.css", "text/css"),
        ("page.js", "text/javascript"),
        ("tree.js", "text/javascript"),
    ):
        answer = ask(served, path + name)
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith(media_type)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for name in ("nothing", "__init__.py", "static/page.css", "..%2fpage.py"):
        assert ask(served, path + name).status == 404


def test_the_picture_is_the_phones_own(served):
    picture = ask(served, f"{urlsplit(served.url).path}screen.png").text
    assert Screenshot.from_png(picture).width == 1080
    assert picture == served.call(lambda phone: phone.png())
    served.call(lambda phone: phone.launch("org.crab.tasks"))
    assert ask(served, f"{urlsplit(served.url).path}screen.png").text == served.call(
        lambda phone: phone.png()
    )


def test_a_page_is_told_everything_first_and_then_what_is_new(served):
    with listening(served) as read:
        first = read()
        assert first["package"] == "org.crab.launcher"
        assert first["size"] == [1080, 2400]
        assert first["tree"].startswith("<?xml")
        served.call(lambda phone: phone.launch("org.crab.tasks"))
        news = read()
        assert news["package"] == "org.crab.tasks"
        assert news["app"] == "Tasks"
        assert news["activity"].startswith(".")
        assert "Buy milk" in news["tree"]
        assert news["picture"] > first["picture"]
        assert "size" not in news


def test_many_changes_at_once_are_told_as_one(served):
    with listening(served) as read:
        read()

        def hurry(phone):
            for _ in range(50):
                phone.key(24)

        served.call(hurry)
        read()
        served.call(lambda phone: phone.launch("org.crab.tasks"))
        assert read()["package"] == "org.crab.tasks"


def test_gestures_and_keys_do_what_they_do_on_the_phone(served):
    served.call(lambda phone: phone.launch("org.crab.tasks"))
    assert touch(served, do="key", key="HOME").status == 200
    assert served.call(lambda phone: phone.front.package) == "org.crab.launcher"
    before = served.call(lambda phone: phone.ui_xml())
    assert touch(served, do="swipe", x1=540, y1=1800, x2=540, y2=500, ms=250).status == 200
    assert served.call(lambda phone: phone.ui_xml()) != before
    assert touch(served, do="rotate").status == 200
    assert served.call(lambda phone: phone.pixels) == (2400, 1080)
    assert touch(served, do="rotate").status == 200
    assert served.call(lambda phone: phone.pixels) == (1080, 2400)


def test_text_of_any_script_is_typed_where_the_cursor_is(served, hand):
    assert json.loads(touch(served, do="text", text="lost").text) == {"typed": False}
    served.call(lambda phone: (phone.launch("org.crab.tasks"), hand.tap(id="fab_add_task")))
    text = "Käse, 牛乳 und 🧀"
    assert json.loads(touch(served, do="text", text=text).text) == {"typed": True}
    assert served.call(lambda phone: phone.focused_field().text) == text


def test_a_list_follows_a_finger_that_is_down_and_the_whole_way_counts_when_it_is_lifted(served):
    way = {"x1": 540.0, "y1": 1700.0, "x2": 540.0}

    def offset() -> int:
        return served.call(lambda phone: sum(phone.activity.scroll.values()))

    served.call(lambda phone: phone.launch("com.android.settings"))
    served.call(lambda phone: phone.swipe(540, 1700, 540, 1640, 900))
    wanted = offset()
    served.call(lambda phone: phone.swipe(540, 400, 540, 1700, 100))
    assert offset() == 0
    assert touch(served, do="drag", **way, y2=1670).status == 200
    assert offset() == 30
    assert touch(served, do="drag", **way, y2=1650).status == 200
    assert offset() == 50
    assert touch(served, do="swipe", **way, y2=1640, ms=900).status == 200
    assert offset() == wanted > 0


def test_a_finger_that_rested_before_it_was_lifted_throws_nothing(served):
    way = {"x1": 540.0, "y1": 1700.0, "x2": 540.0}
    served.call(lambda phone: phone.launch("com.android.settings"))
    touch(served, do="drag", **way, y2=1690)
    touch(served, do="swipe", **way, y2=1660, ms=50, rested=True)
    assert served.call(lambda phone: sum(phone.activity.scroll.values())) == 40


def test_a_finger_that_comes_back_has_moved_nothing(served):
    served.call(lambda phone: phone.launch("com.android.settings"))
    before = served.call(lambda phone: phone.ui_xml())
    touch(served, do="drag", x1=540, y1=1700, x2=540, y2=1600)
    assert served.call(lambda phone: phone.ui_xml()) != before
    touch(served, do="drag", x1=540, y1=1700, x2=540, y2=1700)
    assert served.call(lambda phone: phone.ui_xml()) == before


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        '{"do": "dance"}',
        '{"do": "tap", "x": 1}',
        '{"do": "tap", "x": 1e99, "y": 2}',
        '{"do": "tap", "x": "NaN", "y": 2}',
        '{"do": "key", "key": "NO_SUCH"}',
        '{"do": "swipe", "x1": 1, "y1": 1, "x2": 1, "y2": 1, "ms": -1}',
        '{"do": "text"}',
        '{"do": "text", "text": "x", "more": 1}',
    ],
)
def test_what_is_no_gesture_is_refused_and_the_phone_stays_as_it_is(served, body):
    before = served.call(lambda phone: phone.export(contents=False))
    answer = ask(served, f"{urlsplit(served.url).path}input", "POST", body, **JSON)
    assert answer.status == 400
    assert answer.text
    assert served.call(lambda phone: phone.export(contents=False)) == before


@pytest.mark.parametrize(
    "data",
    [
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon here\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nx: " + b"y" * 40_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_request_is_answered_and_left(served, data):
    host, _, port = served.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as client:
        client.sendall(data)
        answer = b""
        while piece := client.recv(4096):
            answer += piece
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413"))
    assert ask(served, urlsplit(served.url).path).status == 200


def test_looking_at_the_page_between_two_taps_does_not_part_a_double_tap(served):
    def second_is_twice(look: bool) -> bool:
        served.call(lambda phone: phone.tap(540, 1200))
        if look:
            with listening(served) as read:
                read()
            ask(served, f"{urlsplit(served.url).path}screen.png")
        served.call(lambda phone: phone.tap(540, 1200))
        return served.call(lambda phone: phone.finger.twice)

    assert second_is_twice(look=False)
    assert second_is_twice(look=True)


@given(
    data=st.binary(max_size=300),
    head=st.sampled_from([b"", b"GET / HTTP/1.1\r\n", b"POST /input HTTP/1.1\r\n"]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_bring_the_page_down(served, data, head):
    host, _, port = served.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as client:
        client.sendall(head + data + b"\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        while client.recv(4096):
            pass
    assert served.call(lambda phone: phone.state.awake)


def test_stopping_leaves_nothing_that_the_phone_would_tell(phone):
    from crab_android.phone import PhoneServer
    from crab_android.phone.web import PhonePage

    with PhoneServer(phone) as server:
        page = PhonePage(phone)
        url = server.run(lambda _phone: page.start())
        assert phone.watchers
        server.run(lambda _phone: page.stop())
        server.run(lambda _phone: page.stop())
        assert not phone.watchers
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", urlsplit(url).port), timeout=60)
