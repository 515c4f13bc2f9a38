"""What the backend `anthropic` makes of trouble, with the real SDK."""

from __future__ import annotations

import io
import traceback
from collections.abc import Iterator

import pytest
from fake.neutral import Failure, Said
from PIL import Image

from crab_core import AgentError, Message, ModelUnavailable, Screenshot, Text

KEY = "sk-ant-planted-5f1d0c"
HELLO = [Message("user", (Text("Hi."),))]


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure(529, "Overloaded"), "is overloaded: Overloaded.*Try again later"),
        (Failure(500, "oh no"), "failed with status 500.*Try again later"),
        (Failure(504, "too slow"), "failed with status 504"),
        (Failure(429, "slow down"), "limits the rate"),
        (Failure(429, "the month is over", "enforced_spend_limit_reached"), "credit .* used up.*Add credit"),
        (Failure(400, "Your credit balance is too low to access the API"), "credit .* used up"),
        (Failure(402, "pay first"), "credit .* used up"),
        (Failure(401, "invalid x-api-key"), "does not serve this key: .*invalid x-api-key"),
        (Failure(403, "not for you"), "does not serve this key: .*not for you"),
        (Failure(404, "model: claude-tiny"), "no model 'claude-tiny'.*Check the model's name"),
    ],
)
def test_a_service_that_does_not_serve_leaves_the_episode_unscored(make_claude, fake, failure, words):
    fake.answers = [failure]
    with pytest.raises(ModelUnavailable, match=words):
        make_claude().complete(HELLO)


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure(400, "messages: no"), "rejects the request with status 400: messages: no"),
        (Failure(400, "prompt is too long: 9 tokens > 8 maximum"), "too long for 'claude-tiny'.*fewer turns"),
        (Failure(413, "Request exceeds the maximum size"), "too long for 'claude-tiny'"),
        (Failure(400, "larger than 2000", "image_dimensions_too_large"), "Shrink.*`image_size`"),
        (Failure(400, "At least one of the image dimensions exceed 8000 pixels"), "Shrink.*`image_size`"),
        (
            Failure(400, "'claude-tiny' does not support tool types: computer_20251124."),
            "`computer_tool`",
        ),
    ],
)
def test_a_request_that_would_fail_again_is_the_agents_error(make_claude, fake, failure, words):
    fake.answers = [failure]
    with pytest.raises(AgentError, match=words) as raised:
        make_claude().complete(HELLO)
    assert not isinstance(raised.value, ModelUnavailable)
    assert raised.value.__cause__ is not None


@pytest.mark.parametrize("status", [429, 529, 500])
def test_what_may_pass_is_tried_again_when_the_service_says(make_claude, fake, status):
    fake.answers = [Failure(status, "wait", headers={"Retry-After-Ms": "5"}), Said("Hello.")]
    assert make_claude(retries=1).complete(HELLO).text == "Hello."
    assert len(fake.arrived) == 2


@pytest.mark.parametrize(
    "failure",
    [Failure(400, "no"), Failure(401, "no"), Failure(429, "no", headers={"x-should-retry": "false"})],
)
def test_what_would_fail_again_is_not_tried_again(make_claude, fake, failure):
    fake.answers = [failure, Said("Hello.")]
    with pytest.raises(AgentError):
        make_claude(retries=3).complete(HELLO)
    assert len(fake.arrived) == 1


def test_a_refusal_that_teaches_nothing_new_ends_it(make_claude, fake):
    """It must not go round for ever."""
    refused = Failure(400, "tool_choice: not like this")
    fake.answers = [refused, refused, Said("Hello.")]
    with pytest.raises(AgentError, match="tool_choice: not like this"):
        make_claude().complete(HELLO)
    assert len(fake.arrived) == 2


@pytest.mark.parametrize("stream", [False, True])
def test_a_service_that_is_silent_is_given_up(make_claude, fake, stream):
    fake.answers = [fake.never]
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 s.*timeout"):
        make_claude(timeout=0.2, stream=stream).complete(HELLO)


def test_a_stream_that_falls_silent_is_given_up(make_claude, fake):
    from fake.anthropic import write
    from fake.neutral import Answer

    def stuck() -> Iterator[bytes]:
        yield next(iter(write(Said("Hello."), True)))
        fake.released.wait(30)

    fake.answers = [Answer(stuck())]
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 s"):
        make_claude(timeout=0.2, stream=True).complete(HELLO)


def test_a_service_that_is_not_there_is_named(make_claude):
    backend = make_claude(base_url="http://me:hush@127.0.0.1:9")
    with pytest.raises(
        ModelUnavailable, match=r"http://127\.0\.0\.1:9 cannot be reached.*base_url"
    ) as raised:
        backend.complete(HELLO)
    assert "hush" not in f"{raised.value}{backend!r}"


@pytest.mark.parametrize("status", [400, 401, 500])
def test_the_key_is_in_no_error_and_no_repr(make_claude, fake, monkeypatch, status):
    """Even when the service repeats it."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    backend = make_claude(key_variable="ANTHROPIC_API_KEY")
    fake.answers = [Failure(status, f"strange key {KEY}")]
    with pytest.raises(AgentError, match="strange key") as raised:
        backend.complete(HELLO)
    told = "".join(traceback.format_exception(raised.value))
    assert KEY not in f"{told}{raised.value!r}{raised.value}{backend!r}"


def test_closing_twice_is_safe_and_nothing_is_sent_afterwards(make_claude, fake):
    backend = make_claude()
    backend.close()
    backend.close()
    with pytest.raises(RuntimeError, match="closed"):
        backend.complete(HELLO)
    assert fake.arrived == []


# -- what is not told --------------------------------------------------------------------------------


@pytest.mark.parametrize("key_variable", ["", "ROUTER_KEY"])
def test_nothing_that_is_anthropics_is_told_to_another_service(fake, make_claude, monkeypatch, key_variable):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "planted")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Team: planted\nAuthorization: Bearer planted")
    monkeypatch.setenv("ROUTER_KEY", "router-key")
    fake.answers = [Said("Hello.")]
    make_claude(key_variable=key_variable).complete([Message("user", (Text("Hi."),))])
    headers = str(fake.arrived[0].headers)
    assert "planted" not in headers
    assert ("router-key" in headers) == bool(key_variable)


def test_many_pictures_of_a_phone_are_taken_when_they_are_shrunk(make_claude, fake):
    """More than twenty may be 2,000 pixels long, and a phone's screen is longer."""
    drawn = io.BytesIO()
    Image.new("L", (1080, 2400)).save(drawn, "PNG")
    screen = Screenshot(drawn.getvalue(), 1080, 2400)
    fake.answers = [Said("Twenty."), Said("More.")]
    assert make_claude().complete([Message("user", (screen,) * 20)]).text == "Twenty."
    with pytest.raises(AgentError, match=r"many-image requests.*Shrink the pictures.*`image_size`"):
        make_claude().complete([Message("user", (screen,) * 21)])
    assert make_claude(image_size=1568).complete([Message("user", (screen,) * 21)]).text == "More."
