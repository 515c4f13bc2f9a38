"""Model calls in the record: whole, each picture and long text once, and readable again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crab_core as crab
from crab_core.exchange import exchange_json, read_exchange, request_digest
from crab_core.frames import FrameStore

texts = st.text(max_size=30) | st.just("long " * 200)
pictures = st.builds(crab.Screenshot, st.binary(min_size=1, max_size=9), st.just(4), st.just(3))
arguments = st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none(), max_size=3)
calls = st.builds(crab.ToolCall, st.text(max_size=4), st.text(max_size=4), arguments, st.text(max_size=4))
seen = st.builds(crab.Text, texts) | pictures
results = st.builds(
    crab.ToolResult, st.text(max_size=4), st.lists(seen, max_size=2).map(tuple), st.booleans()
)
natives = st.builds(crab.Native, st.text(max_size=5), arguments)
messages = st.builds(
    crab.Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(seen | calls | results | natives, max_size=4).map(tuple),
)
tools = st.builds(crab.Tool, st.text(max_size=5), texts, arguments) | st.builds(
    crab.Computer, st.integers(1, 9), st.integers(1, 9), st.sampled_from(["desktop", "phone"])
)
usages = st.builds(crab.Usage, *[st.integers(0, 9)] * 5, st.none() | st.floats(0, 1))
replies = st.builds(
    crab.Reply,
    texts,
    st.lists(calls, max_size=2).map(tuple),
    usages,
    st.sampled_from(["stop", "length", "refusal"]),
    texts,
    st.lists(natives, max_size=1).map(tuple),
    st.text(max_size=5),
)
exchanges = st.builds(
    crab.Exchange,
    st.just("main"),
    st.just("one:tiny"),
    st.lists(messages, max_size=3).map(tuple),
    st.lists(tools, max_size=2).map(tuple),
    st.sampled_from(["auto", "required", "none"]),
    st.none() | replies,
    texts,
    st.just(0.25),
    st.sampled_from(["model", "cache", "replay"]),
    texts,
)


@given(exchange=exchanges)
def test_what_is_written_is_read_again(exchange: crab.Exchange) -> None:
    kept: dict[str, bytes] = {}

    def put(data: bytes, media_type: str, digest: str) -> dict[str, str]:
        kept[digest] = data
        return {"digest": digest, "path": digest}

    assert read_exchange(exchange_json(exchange, put), kept.__getitem__) == exchange


def asked(*parts: Any) -> crab.Exchange:
    return crab.Exchange("main", "one:tiny", (crab.Message("user", parts),), (), "auto", crab.Reply("Yes."))


def test_a_picture_and_a_long_text_are_kept_once(tmp_path: Path) -> None:
    store = FrameStore(tmp_path)
    exchange = asked(crab.Text("word " * 500), crab.Screenshot(b"\x89PNG a picture", 4, 3))
    first, again = exchange_json(exchange, store.put_bytes), exchange_json(exchange, store.put_bytes)
    assert first == again
    text, picture = first["messages"][0]["parts"]
    assert (text["type"], text["start"]) == ("stored_text", ("word " * 500)[:80])
    assert (picture["type"], picture["width"], picture["height"]) == ("screenshot", 4, 3)
    assert sorted(p.name.rpartition(".")[2] for p in tmp_path.rglob("*.*")) == ["png", "txt"]
    assert store.get(picture["path"]) == b"\x89PNG a picture"


BASE = asked(crab.Text("Which?"), crab.Screenshot(b"one", 4, 3))


def digest(exchange: crab.Exchange, *tools: crab.Tool, choice: Any = "auto") -> str:
    return request_digest(exchange.messages, tools, choice)


def test_equal_requests_have_equal_digests() -> None:
    assert digest(BASE) == digest(asked(crab.Text("Which?"), crab.Screenshot(b"one", 4, 3)))
    assert request_digest(BASE.messages, [crab.Tool("a", "b", {"x": 1, "y": 2})], "auto") == request_digest(
        BASE.messages, [crab.Tool("a", "b", {"y": 2, "x": 1})], "auto"
    )


@pytest.mark.parametrize(
    "other",
    [
        digest(asked(crab.Text("Which one?"), crab.Screenshot(b"one", 4, 3))),
        digest(asked(crab.Text("Which?"), crab.Screenshot(b"two", 4, 3))),
        digest(asked(crab.Screenshot(b"one", 4, 3), crab.Text("Which?"))),
        digest(BASE, crab.Tool("click", "")),
        digest(BASE, choice="none"),
    ],
    ids=["text", "picture", "order", "tools", "choice"],
)
def test_any_difference_changes_the_digest(other: str) -> None:
    assert other != digest(BASE)
