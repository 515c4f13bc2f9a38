"""The fake service is as strict as the real ones: a request that is spoilt on its way is refused."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake.neutral import Asked, Failure, Said
from fake.scripted import solve
from fake.server import FORMATS, FakeProvider
from PIL import Image

from crab_core import Message, Screenshot, Text, Tool, ToolCall, ToolResult
from crab_models.anthropic.backend import AnthropicBackend
from crab_models.google.backend import GoogleBackend
from crab_models.openai.backend import OpenAiBackend

HERE = Path(__file__).parent
MARKER = "the lamp is on now"
BACKENDS: dict[str, Callable[..., Any]] = {
    "openai_chat": OpenAiBackend,
    "openai_responses": lambda model, **options: OpenAiBackend(model, api="responses", **options),
    "anthropic": AnthropicBackend,
    "google": GoogleBackend,
}
Spoil = Callable[[dict[str, Any]], dict[str, Any]]


def picture() -> Screenshot:
    written = io.BytesIO()
    Image.effect_noise((64, 48), 90).convert("RGB").save(written, "PNG")
    return Screenshot(written.getvalue(), 64, 48)


@pytest.fixture(params=FORMATS, scope="module")
def sent(request: pytest.FixtureRequest) -> Iterator[Asked]:
    """A request with all that can be lost, as the real SDK sends it and the service takes it."""
    with FakeProvider(lambda _asked: Said("Done.")) as service, pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "127.0.0.1")
        address = service.base_url(request.param.partition("_")[0])
        with closing(BACKENDS[request.param]("tiny", base_url=address)) as backend:
            send_all(backend)
        assert service.refused == []
        yield service.arrived[0]


def send_all(backend: Any) -> None:
    press = Tool("press", "Press.", {"type": "object", "properties": {"button": {"type": "integer"}}})
    backend.complete(
        [
            Message("system", (Text("Be brief."),)),
            Message("user", (Text("Look."), picture())),
            Message("assistant", (ToolCall("call_a", "press", {"button": 73519}),)),
            Message("tool", (ToolResult("call_a", (Text(MARKER),)),)),
            Message("user", (Text("Go on."), picture())),
        ],
        [press],
    )


def again(fake: Any, asked: Asked, body: dict[str, Any]) -> tuple[int, str]:
    """Send a request once more, as it is or spoilt: the status and what is said."""
    fake.answers = [Said("Done.")]
    headers = {name: value for name, value in asked.headers.items() if name.lower() != "content-length"}
    headers.pop("Transfer-Encoding", None)
    headers.pop("Accept-Encoding", None)
    address = f"http://127.0.0.1:{fake.port}{asked.path}"
    message = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(message, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def replaced(pattern: str, text: str) -> Spoil:
    """Spoils a request by changing its text in one place."""
    return lambda body: json.loads(re.sub(pattern, text, json.dumps(body), count=1))


def without(sign: str) -> Spoil:
    """Spoils a request by leaving out what holds a sign: a part of a message, or the whole of it."""

    def spoil(body: dict[str, Any]) -> dict[str, Any]:
        (name,) = {"messages", "input", "contents"} & set(body)
        left = []
        for item in body[name]:
            inside = next((key for key in ("content", "parts") if isinstance(item.get(key), list)), "")
            kept = [part for part in item.get(inside, []) if sign not in json.dumps(part)]
            if kept:
                left.append(item | {inside: kept})
            elif sign not in json.dumps(item):
                left.append(item)
        return body | {name: left}

    return spoil


SPOILT = {
    "another media type": (replaced("image/png", "image/jpeg"), r"image/jpeg"),
    "half a picture": (replaced(r"(iVBORw0KGgo[A-Za-z0-9+/_-]{200})[A-Za-z0-9+/=_-]+", r"\1"), r"picture"),
    "no picture": (replaced(r"iVBORw0KGgo[A-Za-z0-9+/=_-]+", ""), r"picture"),
    "another schema": (replaced(r'"(object|OBJECT)"', '"banana"'), r"schema|type|banana|OBJECT"),
    "a dropped result": (without(MARKER), r"result|output|call|response"),
    "a dropped call": (without("73519"), r"result|output|call|response"),
}


def test_a_request_is_taken_as_the_sdk_sends_it(fake, sent):
    status, _ = again(fake, sent, sent.body)
    assert (status, fake.refused) == (200, [])
    assert sent.pictures == [("image/png", 64, 48)] * 2
    assert (sent.tools, sent.results, sent.last_user_text) == (["press"], [MARKER], "Go on.")


@pytest.mark.parametrize(("spoil", "words"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_request_is_refused_and_says_why(fake, sent, spoil, words):
    body = spoil(sent.body)
    assert body != sent.body
    status, said = again(fake, sent, body)
    assert status == 400
    assert re.search(words, said), said
    assert len(fake.refused) == 1


def test_a_request_of_another_shape_is_refused_and_breaks_nothing(fake, sent):
    (name,) = {"messages", "input", "contents"} & set(sent.body)
    for odd in (3, [3], [{}], {"role": "user"}, None):
        status, _ = again(fake, sent, sent.body | {name: odd})
        assert status == 400
    assert again(fake, sent, sent.body)[0] == 200


def test_an_unknown_address_is_not_there(fake, sent):
    assert again(fake, replace(sent, path="/v7/thoughts"), sent.body)[0] == 404


# -- the scripted model ------------------------------------------------------------------------------


def screen(*lines: str) -> str:
    return "\n".join(["android shows this screen of 1080 x 2400 pixels:", "Its marked elements:", *lines])


def asked(text: str, **more: Any) -> Asked:
    facts = {"pictures": [("image/png", 1080, 2400)], "tools": ["tap", "open_app_drawer", "submit"], **more}
    return Asked("openai", "tiny", system="hand in the title", texts=[text], last_user_text=text, **facts)


def test_the_scripted_model_does_what_the_screen_calls_for():
    assert solve(asked(screen('[1] button "Mail"'))).calls == [("open_app_drawer", {})]
    assert solve(asked(screen('[1] button "Mail"', '[2] button "Tasks"'))).calls == [("tap", {"element": 2})]
    rows = ('[3] list item "Buy bread"', '[4] check box "Mark as done" (not checked)')
    assert solve(asked(screen(*rows))).calls == [("submit", {"answer": "Buy bread"})]


def test_the_scripted_model_plans_in_words_that_it_can_carry_out():
    plan = solve(asked(screen('[2] button "Tasks"'), tools=[]))
    assert plan.calls == []
    assert solve(asked(plan.text, pictures=[])).calls == [("tap", {"element": 2})]


@pytest.mark.parametrize("pictures", [[], [("image/png", 1920, 1080)]])
def test_the_scripted_model_does_nothing_without_the_picture_of_its_screen(pictures):
    found = solve(asked(screen('[2] button "Tasks"'), pictures=pictures))
    assert isinstance(found, Failure)


# -- by hand -----------------------------------------------------------------------------------------


@pytest.mark.commands
def test_the_fake_service_can_be_started_by_hand_and_tried(tmp_path: Path):
    command = [sys.executable, str(HERE / "fake"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            told = [running.stdout.readline() for _ in range(3)]
            address = dict(line.strip().split(": base_url=") for line in told)
            for provider, base_url in address.items():
                words = ["model", f"{provider}:tiny", "--json", "-o", f"base_url={base_url}"]
                asking = [sys.executable, "-m", "crab_core", *words]
                tried = subprocess.run(asking, capture_output=True, text=True, check=True)
                facts = json.loads(tried.stdout)
                assert facts["tool_called"] is False  # the echo calls it without arguments
                assert "showed 1 pictures" in facts["text"]
                assert facts["usage"]["cost"] is None
        finally:
            running.terminate()
        assert running.wait(60) == 0
    assert set(address) == {"openai", "anthropic", "google"}
