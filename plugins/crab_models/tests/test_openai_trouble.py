"""What goes wrong between the backend `openai` and a service."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fake import openai_responses as wire
from fake.neutral import Answer, Failure, Said, event
from fake.openai_chat import chunks, completion

from crab_core import AgentError, Message, ModelUnavailable, Reply, Text
from crab_models.openai.backend import OpenAiBackend

HI = Message("user", (Text("Hi."),))


def make(fake: Any, **options: Any) -> OpenAiBackend:
    return OpenAiBackend(
        "tiny", **{"base_url": fake.base_url("openai"), "retries": 0, "timeout": 5, **options}
    )


@pytest.fixture(
    params=[{"api": api, "stream": stream} for api in ("chat", "responses") for stream in (False, True)],
    ids=["chat", "chat streamed", "responses", "responses streamed"],
)
def backend(fake: Any, request: pytest.FixtureRequest) -> Iterator[OpenAiBackend]:
    made = make(fake, **request.param)
    yield made
    made.close()


@pytest.fixture
def chat(fake: Any) -> Iterator[OpenAiBackend]:
    made = make(fake)
    yield made
    made.close()


@pytest.fixture
def chat_stream(fake: Any) -> Iterator[OpenAiBackend]:
    made = make(fake, stream=True)
    yield made
    made.close()


@pytest.fixture
def responses(fake: Any) -> Iterator[OpenAiBackend]:
    made = make(fake, api="responses")
    yield made
    made.close()


@pytest.fixture
def responses_stream(fake: Any) -> Iterator[OpenAiBackend]:
    made = make(fake, api="responses", stream=True)
    yield made
    made.close()


def ask(backend: OpenAiBackend, fake: Any, answer: Any) -> Reply:
    fake.answers = [answer]
    return backend.complete([HI])


# -- statuses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Failure(500, "oh no"), "failed with status 500.*Try again later"),
        (Failure(503, "overloaded"), "failed with status 503"),
        (Failure(429, "slow down"), "limits the rate"),
        (Failure(429, "pay first", "insufficient_quota"), "credit .* used up.*Add credit"),
        (Failure(402, "pay first"), "credit .* used up.*Add credit"),
        (Failure(401, "bad key"), "does not serve this key: bad key.*environment variable"),
        (Failure(403, "not for you"), "does not serve this key: not for you"),
        (Failure(404, "no such model", "model_not_found"), "no model 'tiny'.*Check the model's name"),
    ],
)
def test_a_service_that_does_not_serve_leaves_the_episode_unscored(backend, fake, answer, words):
    with pytest.raises(ModelUnavailable, match=words):
        ask(backend, fake, answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Failure(400, "no images here"), "rejects the request with status 400: no images here.*pictures"),
        (Failure(400, "too long", "context_length_exceeded"), "too long for 'tiny'.*fewer turns"),
        (
            Failure(400, "This model's maximum context length is 4096 tokens. However, you requested 5000."),
            "too long for 'tiny'.*fewer turns",
        ),
    ],
)
def test_a_request_that_would_fail_again_is_the_agents_error(backend, fake, answer, words):
    with pytest.raises(AgentError, match=words) as raised:
        ask(backend, fake, answer)
    assert not isinstance(raised.value, ModelUnavailable)
    assert raised.value.__cause__ is not None


@pytest.mark.parametrize("code", ["content_filter", "invalid_prompt", "content_policy_violation"])
def test_a_filter_before_the_model_refuses_as_the_model_would(backend, fake, code):
    reply = ask(backend, fake, Failure(400, "This is against the rules.", code))
    assert reply.stop_reason == "refusal"
    assert "against the rules" in reply.text


# -- answers that are none ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(b"<html>Welcome</html>", content_type="text/html"), "is not a chat completion: .*Welcome"),
        (Answer(b'{"choices": [', content_type="application/json"), "is not a chat completion"),
        (Answer(b'["Hello."]', content_type="application/json"), "is not a chat completion"),
        (Answer({"error": {"message": "upstream died"}}), "is not a chat completion: upstream died"),
        (Answer({"error": "upstream died"}), "is not a chat completion: upstream died"),
        (Answer(completion(choices=[])), "is not a chat completion"),
        (Answer(completion(choices=[{"index": 0}])), "is not a chat completion"),
        (
            Answer(completion(choices=None, error={"message": "no", "code": 502})),
            "failed with status 502: no",
        ),
        (
            Answer(completion(choices=[{"index": 0, "error": {"message": "no", "code": 429}}])),
            "limits the rate of requests: no",
        ),
    ],
)
def test_what_is_no_completion_leaves_the_episode_unscored(chat, fake, answer, words):
    with pytest.raises(ModelUnavailable, match=words):
        ask(chat, fake, answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(b"<html>Welcome</html>", content_type="text/html"), "is not a response: .*Welcome.*base_url"),
        (Answer({"object": "response"}), "is not a response"),
        (
            Answer(wire.response([], status="failed", error={"code": "server_error", "message": "oh no"})),
            "failed with status 500: oh no",
        ),
        (
            Answer(
                wire.response([], status="failed", error={"code": "rate_limit_exceeded", "message": "slow"})
            ),
            "limits the rate of requests: slow",
        ),
        (Answer(wire.response([], status="failed")), "is not a response: no reason is given"),
    ],
)
def test_what_is_no_response_leaves_the_episode_unscored(responses, fake, answer, words):
    with pytest.raises(ModelUnavailable, match=words):
        ask(responses, fake, answer)


def test_a_picture_that_a_response_complains_about_is_the_agents_error(responses, fake):
    failed = wire.response([], status="failed", error={"code": "invalid_image", "message": "no image"})
    with pytest.raises(AgentError, match="rejects the request with status 400: no image") as raised:
        ask(responses, fake, Answer(failed))
    assert not isinstance(raised.value, ModelUnavailable)


# -- streams -----------------------------------------------------------------------------------------


def cut(*pieces: bytes) -> Iterator[bytes]:
    """A stream whose connection breaks."""
    yield from pieces
    raise ConnectionResetError


def test_a_stream_that_ends_too_early_is_no_reply(chat_stream, fake):
    with pytest.raises(ModelUnavailable, match="the stream broke off"):
        ask(chat_stream, fake, Answer(chunks([{"content": "The first"}])))
    with pytest.raises(ModelUnavailable, match="is not a chat completion: a stream without a reply"):
        ask(chat_stream, fake, Answer(iter([event("[DONE]")])))


def test_a_stream_whose_connection_breaks_is_no_reply(chat_stream, responses_stream, fake):
    pieces = list(wire.events(wire.response([wire.message("The first thing")])))
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        ask(chat_stream, fake, Answer(cut(*chunks([{"content": "The first"}]))))
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        ask(responses_stream, fake, Answer(cut(*pieces[:3])))


def test_a_stream_of_events_that_ends_too_early_is_no_reply(responses_stream, fake):
    pieces = list(wire.events(wire.response([wire.message("The first thing")])))
    with pytest.raises(ModelUnavailable, match="the stream broke off"):
        ask(responses_stream, fake, Answer(iter(pieces[:-1])))
    with pytest.raises(ModelUnavailable, match="is not a response: a stream without a reply"):
        ask(responses_stream, fake, Answer(iter([b""])))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"error": {"message": "too busy", "code": 429}}, "limits the rate of requests: too busy"),
        ({"error": {"message": "oh no", "code": 502}}, "failed with status 502: oh no"),
        ({"error": {"message": "oh no", "type": "server_error"}}, "failed with status 500: oh no"),
        ({"choices": [{"index": 0, "delta": {}, "error": {"message": "oh no"}}]}, "completion: oh no"),
    ],
)
def test_a_failure_in_the_middle_of_a_stream_is_told(chat_stream, fake, told, words):
    begun = list(chunks([{"content": "The first"}]))
    with pytest.raises(ModelUnavailable, match=words):
        ask(chat_stream, fake, Answer(iter([*begun, event(json.dumps(told)), event("[DONE]")])))


def test_a_failure_in_the_middle_of_events_is_told(responses_stream, fake):
    pieces = list(wire.events(wire.response([wire.message("The first thing")])))
    flat = {"type": "error", "code": "rate_limit_exceeded", "message": "slow down", "sequence_number": 4}
    nested = {"type": "error", "error": {"code": "server_error", "message": "oh no"}, "sequence_number": 4}
    with pytest.raises(ModelUnavailable, match="limits the rate of requests: slow down"):
        ask(responses_stream, fake, Answer(iter([*pieces[:3], event(json.dumps(flat), "error")])))
    with pytest.raises(ModelUnavailable, match="failed with status 500: oh no"):
        ask(responses_stream, fake, Answer(iter([*pieces[:3], event(json.dumps(nested), "error")])))
    failed = wire.response([], status="failed", error={"code": "server_error", "message": "oh no"})
    with pytest.raises(ModelUnavailable, match="failed with status 500: oh no"):
        ask(responses_stream, fake, Answer(wire.events(failed)))


# -- silence and retries -----------------------------------------------------------------------------


def test_a_service_that_is_silent_is_given_up(fake):
    backend = make(fake, timeout=0.2)
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 s.*timeout"):
        ask(backend, fake, fake.never)
    backend.close()


def test_a_stream_that_falls_silent_is_given_up(fake):
    def falls_silent() -> Iterator[bytes]:
        yield from chunks([{"content": "The first"}])
        fake.released.wait(30)

    backend = make(fake, timeout=0.2, stream=True)
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 s"):
        ask(backend, fake, Answer(falls_silent()))
    backend.close()


def test_a_service_that_is_not_there_is_named():
    backend = OpenAiBackend("tiny", base_url="http://me:hush@127.0.0.1:9/v1", retries=0)
    with pytest.raises(
        ModelUnavailable, match=r"http://127\.0\.0\.1:9/v1 cannot be reached.*base_url"
    ) as raised:
        backend.complete([HI])
    backend.close()
    assert "hush" not in f"{raised.value}{backend!r}"


def test_an_overloaded_service_is_asked_again_when_it_says(fake):
    backend = make(fake, retries=1)
    fake.answers = [Failure(429, "slow down", headers={"Retry-After-Ms": "5"}), Said("Hello.")]
    assert backend.complete([HI]).text == "Hello."
    backend.close()
    assert len(fake.arrived) == 2


def test_a_reply_that_broke_off_is_asked_for_again(fake):
    backend = make(fake, retries=1, stream=True)
    fake.answers = [Answer(chunks([{"content": "The fir"}])), Said("Hello.")]
    assert backend.complete([HI]).text == "Hello."
    backend.close()
