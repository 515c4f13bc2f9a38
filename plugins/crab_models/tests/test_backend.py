"""What all model back ends share, with the real OpenAI SDK against the fake service."""

from __future__ import annotations

import io
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fake.neutral import Asked, Failure, Said
from PIL import Image

from crab_core import (
    AgentError,
    Message,
    ModelUnavailable,
    Reply,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
    UsageError,
)
from crab_models.openai.backend import OpenAiBackend

KEY = "sk-planted-5f1d0c"
HELLO = [Message("user", (Text("Hello."),))]
Make = Callable[..., OpenAiBackend]


@pytest.fixture
def make(fake: Any) -> Iterator[Make]:
    """Makes back ends for the fake service and closes them."""
    with ExitStack() as made:

        def backend(model: str = "tiny", **options: Any) -> OpenAiBackend:
            options = {"base_url": fake.base_url("openai"), "timeout": 10, **options}
            backend = OpenAiBackend(model, **options)
            made.callback(backend.close)
            return backend

        yield backend


def limited(seconds: float) -> Failure:
    return Failure(429, "slow down", headers={"Retry-After-Ms": str(round(seconds * 1000))})


def broken(status: int = 503) -> Failure:
    return Failure(status, "oh no", headers={"Retry-After-Ms": "1"})


def shot(width: int, height: int) -> Screenshot:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(written, "PNG")
    return Screenshot(written.getvalue(), width, height)


# -- trouble -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504])
def test_an_outage_is_tried_again(fake, make, status):
    fake.answers = [broken(status), broken(status), Said("Hello.")]
    assert make(retries=2).complete(HELLO).text == "Hello."
    assert len(fake.arrived) == 3


def test_an_outage_that_lasts_leaves_the_episode_unscored(fake, make):
    fake.answers = [broken()] * 3
    with pytest.raises(ModelUnavailable, match=r"failed with status 503: .*oh no.*Try again later"):
        make(retries=2).complete(HELLO)
    assert fake.answers == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_would_fail_again_is_asked_once(fake, make, status):
    fake.answers = [Failure(status, "no"), Said("Hello.")]
    with pytest.raises(AgentError):
        make(retries=5).complete(HELLO)
    assert len(fake.arrived) == 1


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "ftp://u:hidden@here/v1", "http:///v1", "here"])
def test_an_address_that_is_none_is_told_without_repeating_it(monkeypatch, address):
    with pytest.raises(UsageError, match=r"`base_url` is no address of a service\..*http://") as raised:
        OpenAiBackend("m", base_url=address)
    assert "hidden" not in str(raised.value)
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    with pytest.raises(UsageError, match="`OPENAI_BASE_URL` is no address"):
        OpenAiBackend("m")


def test_a_rate_limit_is_waited_out(fake, make):
    fake.answers = [limited(0.001)] * 6 + [Said("Hello.")]
    assert make(retries=1).complete(HELLO).text == "Hello."


def test_a_pause_that_nobody_can_wait_for_is_told_at_once_to_everybody(fake, make):
    fake.answers = [limited(3600)]
    with pytest.raises(ModelUnavailable, match="limits the rate"):
        make(retries=4).complete(HELLO)
    with pytest.raises(ModelUnavailable, match=r"wants no further requests for 3\d\d\d s.*Resume the run"):
        make(retries=4).complete(HELLO)
    assert len(fake.arrived) == 1


def test_parallel_episodes_find_out_together_how_many_requests_a_service_takes(fake, make):
    """A service that takes four at once, and forty who ask: everybody is served, and the refusals end."""
    running, lock, refused, busy = 0, threading.Lock(), threading.Event(), threading.Event()

    def four_at_once(_asked: Asked) -> Said | Failure:
        nonlocal running
        with lock:
            if running >= 4:
                refused.set()
                return limited(0.02)
            running += 1
        refused.wait(60)  # the first four are at work until a fifth comes
        busy.wait(0.01)  # how long the model takes
        with lock:
            running -= 1
        return Said("Hello.")

    fake.script = four_at_once
    models = [make(retries=2, timeout=60) for _ in range(40)]
    with ThreadPoolExecutor(40) as threads:
        replies = list(threads.map(lambda model: model.complete(HELLO).text, models))
    assert replies == ["Hello."] * 40
    assert models[0]._limiter is models[-1]._limiter
    assert models[0]._limiter.limit < 40


def test_never_more_requests_at_once_than_the_user_allows(fake, make):
    running, most, lock = 0, 0, threading.Lock()

    def count(_asked: Asked) -> Said:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.005)
        with lock:
            running -= 1
        return Said("Hello.")

    fake.script = count
    model = make(concurrency=2)
    with ThreadPoolExecutor(12) as threads:
        list(threads.map(lambda _: model.complete(HELLO), range(12)))
    assert most <= 2


def test_a_silent_service_is_given_up(fake, make):
    fake.answers = [fake.never]
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 s.*`timeout`"):
        make(timeout=0.2, retries=0).complete(HELLO)


def test_closing_ends_waiting(fake, make):
    fake.answers = [Failure(503, "away", headers={"Retry-After": "50"})]
    model = make(timeout=60)
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(model.complete, HELLO)
        while not fake.arrived:
            threading.Event().wait(0.001)
        model.close()
        with pytest.raises((ModelUnavailable, RuntimeError)):
            asked.result(timeout=40)


def test_closing_twice_is_safe_and_nothing_is_sent_afterwards(fake, make):
    model = make()
    model.close()
    model.close()
    with pytest.raises(RuntimeError, match="openai:tiny was closed"):
        model.complete(HELLO)
    assert fake.arrived == []


def test_a_bug_of_ours_is_not_explained_away(make, monkeypatch):
    def bug(*_: object) -> None:
        raise ZeroDivisionError("ours")

    model = make()
    monkeypatch.setattr(model, "_send", bug)
    with pytest.raises(ZeroDivisionError, match="ours"):
        model.complete(HELLO)


# -- keys --------------------------------------------------------------------------------------------


def test_a_given_address_gets_no_key_unless_one_is_named_for_it(fake, make, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    fake.answers = [Said("Hello."), Said("Hello.")]
    make().complete(HELLO)
    make(key_variable="OPENAI_API_KEY").complete(HELLO)
    sent = [asked.headers["Authorization"] for asked in fake.arrived]
    assert KEY not in sent[0]
    assert sent[1] == f"Bearer {KEY}"


def test_the_key_may_stand_in_the_file_of_keys(fake, make, monkeypatch, tmp_path: Path):
    file = tmp_path / "keys.toml"
    file.write_text(f'ROUTER_KEY = "{KEY}"\n')
    file.chmod(0o600)
    monkeypatch.setenv("CRAB_KEYS", str(file))
    fake.answers = [Said("Hello.")]
    make(key_variable="ROUTER_KEY").complete(HELLO)
    assert fake.arrived[0].headers["Authorization"] == f"Bearer {KEY}"


def test_a_missing_key_says_where_it_may_be_written(make):
    with pytest.raises(AgentError, match=r"no key for openai:m\. .*variable OPENAI_API_KEY.*crab/keys\.toml"):
        OpenAiBackend("m")
    with pytest.raises(AgentError, match="variable ROUTER_KEY"):
        make(key_variable="ROUTER_KEY")


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_the_key_is_in_no_error_even_when_the_service_repeats_it(fake, make, monkeypatch, status):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    fake.answers = [Failure(status, f"strange key {KEY}", code=KEY)]
    model = make(key_variable="OPENAI_API_KEY", retries=0)
    with pytest.raises(AgentError, match="strange key …") as raised:
        model.complete(HELLO)
    told = "".join(traceback.format_exception(raised.value))
    assert raised.value.__context__ is None
    assert KEY not in f"{told}{raised.value!r}{raised.value}{model!r}{vars(model)}"


def test_the_key_is_in_no_error_of_ours_either(make, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = make(key_variable="OPENAI_API_KEY")

    def bug(*_: object) -> None:
        raise ZeroDivisionError(f"divided by {KEY}")

    monkeypatch.setattr(model, "_send", bug)
    with pytest.raises(RuntimeError, match=r"ZeroDivisionError: divided by …") as raised:
        model.complete(HELLO)
    assert KEY not in "".join(traceback.format_exception(raised.value))


def test_the_key_is_in_no_error_that_a_back_end_words_itself(make, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = make(key_variable="OPENAI_API_KEY")

    def refuse(*_: object) -> None:
        raise AgentError(f"no pictures for {KEY}", advice=f"not {KEY}") from ValueError(KEY)

    monkeypatch.setattr(model, "_send", refuse)
    with pytest.raises(AgentError, match=r"no pictures for … not …") as raised:
        model.complete(HELLO)
    assert KEY not in "".join(traceback.format_exception(raised.value))


def test_the_key_is_in_no_reply(fake, make, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    fake.answers = [Said(f"Your key is {KEY}.", [("click", {"text": [KEY]})], reasoning=KEY)]
    reply = make(key_variable="OPENAI_API_KEY").complete(HELLO, [Tool("click", "Click.", {"type": "object"})])
    assert reply.text == "Your key is …."
    assert reply.tool_calls[0].arguments == {"text": ["…"]}
    assert KEY not in repr(reply)


# -- pictures ----------------------------------------------------------------------------------------


def test_pictures_are_sent_as_they_are_unless_asked(fake, make):
    fake.answers = [Said("White.")]
    model = make()
    model.complete([Message("user", (shot(400, 200),))])
    assert fake.arrived[0].pictures == [("image/png", 400, 200)]
    assert model.picture_size(400, 200) == (400, 200)


def test_pictures_are_shrunk_when_asked_also_those_of_tools(fake, make):
    fake.answers = [Said("White.")]
    model = make(image_size=100)
    look = Tool("look", "Look.", {"type": "object"})
    model.complete(
        [
            Message("user", (shot(400, 200), shot(90, 100))),
            Message("assistant", (ToolCall("a", "look", {}),)),
            Message("tool", (ToolResult("a", (shot(200, 800),)),)),
        ],
        [look],
    )
    sizes = [(width, height) for _, width, height in fake.arrived[0].pictures]
    assert sizes == [(100, 50), (90, 100), (25, 100)]
    assert sizes == [model.picture_size(*size) for size in ((400, 200), (90, 100), (200, 800))]


# -- prices ------------------------------------------------------------------------------------------


def test_a_reply_has_its_price_where_the_user_gives_one(fake, make):
    fake.answers = [Said("Hello.", usage={"input": 1000, "output": 100, "cached": 400})]
    model = make(price={"input": 2, "output": 10, "cached_input": 1})
    assert model.complete(HELLO).usage.cost == pytest.approx((600 * 2 + 400 * 1 + 100 * 10) / 1e6)


def test_the_users_price_goes_before_that_of_the_service(make, monkeypatch):
    def told(*_: object) -> Reply:
        return Reply("Hello.", usage=Usage(1_000_000, 0, cost=7.0))

    assert costs(make(), told, monkeypatch) == 7.0
    assert costs(make(price={"input": 2, "output": 1}), told, monkeypatch) == 2.0


def costs(model: OpenAiBackend, send: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch) -> float | None:
    monkeypatch.setattr(model, "_send", send)
    return model.complete(HELLO).usage.cost


def test_a_reply_of_a_model_that_nobody_prices_has_none(fake, make):
    fake.answers = [Said("Hello.")]
    assert make().complete(HELLO).usage.cost is None


def test_the_price_list_is_asked_for_the_model_at_its_own_service(fake, make, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    fake.answers = [Said("Hello.", usage={"input": 1000, "output": 100})]
    model = make("gpt-5")
    model._address = ""  # as if the fake were OpenAI
    assert model.complete(HELLO).usage.cost > 0


# -- options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"timeout": 0}, "`timeout` must be more than 0"),
        ({"retries": -1}, "`retries` must be 0 or more"),
        ({"concurrency": 0}, "`concurrency` must be 1 or more"),
        ({"image_size": 0}, "`image_size` must be 1 or more"),
        ({"price": {"input": 1}}, "`price` lacks 'output'"),
        ({"timeout": "soon"}, "`timeout`.*'soon'"),
        ({"model": " "}, "needs a name"),
    ],
)
def test_an_option_that_cannot_be_is_refused(make, options, words):
    with pytest.raises(UsageError, match=words):
        make(**options)


def test_a_name_and_password_in_the_address_are_not_repeated(make):
    model = make(base_url="http://me:hush@127.0.0.1:9/v1", retries=0)
    with pytest.raises(ModelUnavailable, match=r"http://127\.0\.0\.1:9/v1 cannot be reached") as raised:
        model.complete(HELLO)
    assert "hush" not in "".join(traceback.format_exception(raised.value)) + repr(model)
