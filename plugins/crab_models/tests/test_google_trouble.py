"""What the backend `google` makes of trouble, and where its key goes, with the real SDK."""

from __future__ import annotations

import json
import subprocess
import sys
import traceback

import pytest
from fake import google as wire
from fake.neutral import Answer, Failure, Said, event

from crab_core import AgentError, Message, ModelUnavailable, Text
from crab_models.google.backend import GoogleBackend
from crab_models.google.errors import from_api_error

KEY = "AIza-planted-5f1d0c"
ASKED = Message("user", (Text("Do it."),))


@pytest.fixture
def make(fake):
    """Backends at the fake service, closed when the test is over."""
    made = []

    def backend(**options):
        options = {"base_url": fake.base_url("google"), "retries": 0, "timeout": 5, **options}
        made.append(GoogleBackend("gemini-3.5-flash", **options))
        return made[-1]

    yield backend
    for one in made:
        one.close()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure(500, "An internal error has occurred."), "failed with status 500.*Try again later"),
        (Failure(503, "The model is overloaded."), "is overloaded: The model is overloaded"),
        (Failure(504, "Deadline expired."), "failed with status 504"),
        (Failure(429, "Quota exceeded, limit: 10."), "limits the rate"),
        (Failure(429, "Quota exceeded.", "GenerateRequestsPerMinutePerProject"), "limits the rate"),
        (Failure(429, "Quota exceeded.", "GenerateRequestsPerDayPerProject"), "credit .* used up"),
        (Failure(429, "Quota exceeded, limit: 0."), "credit .* used up"),
        (Failure(400, "API key not valid."), "does not serve this key: .*not valid"),
        (Failure(400, "It expired.", "API_KEY_INVALID"), "does not serve this key: .*expired"),
        (Failure(401, "No."), "does not serve this key"),
        (Failure(403, "Not for you."), "does not serve this key: .*Not for you"),
        (Failure(400, "Not in your country.", "FAILED_PRECONDITION"), "does not serve this key: .*country"),
        (Answer(b"<html>Welcome</html>", content_type="text/html"), "not a chat completion"),
        (Answer(b'{"candidates": [', content_type="application/json"), "not a chat completion"),
        (Answer({"hello": "world"}), "not a chat completion"),
        (Failure(404, "models/gemini-9 is not found"), "no model 'gemini-3.5-flash'.*Check the model's name"),
    ],
)  # fmt: skip
def test_a_service_that_does_not_serve_leaves_the_episode_unscored(make, fake, stream, failure, words):
    fake.answers = [failure]
    with pytest.raises(ModelUnavailable, match=words):
        make(stream=stream).complete([ASKED])


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure(400, "Image input is not enabled."), "rejects the request with status 400: Image"),
        (Failure(400, "The input token count (2000000) exceeds the maximum"), "too long for .*fewer turns"),
    ],
)
def test_a_request_that_would_fail_again_is_the_agents_error(make, fake, failure, words):
    fake.answers = [failure]
    with pytest.raises(AgentError, match=words) as raised:
        make(retries=3).complete([ASKED])
    assert not isinstance(raised.value, ModelUnavailable)
    assert len(fake.arrived) == 1


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("failure", [Failure(429, "Slow down.", "0.01s"), Failure(503, "Full.", "0.01s")])
def test_a_busy_service_is_asked_again_when_it_says(make, fake, stream, failure):
    fake.answers = [failure, Said("Hello.")]
    assert make(stream=stream, retries=1).complete([ASKED]).text == "Hello."
    assert len(fake.arrived) == 2


@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_that_google_names_in_the_body_is_the_wait(status):
    from google.genai import errors

    error = errors.APIError(status, wire.error(status, "Slow down.", "34.5s"))
    assert from_api_error(error, "Google", "gemini").retry_after == 34.5


def test_a_service_that_is_silent_is_given_up(make, fake):
    fake.answers = [fake.never]
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.1 s.*timeout"):
        make(timeout=0.1).complete([ASKED])


def test_a_service_that_is_not_there_is_named():
    backend = GoogleBackend("gemini", base_url="http://me:hush@127.0.0.1:9", retries=0)
    with pytest.raises(
        ModelUnavailable, match=r"http://127\.0\.0\.1:9 cannot be reached.*base_url"
    ) as raised:
        backend.complete([ASKED])
    backend.close()
    assert "hush" not in f"{raised.value}{backend!r}"


def broken(*pieces, fails=True):
    """A stream that ends before the reply does."""
    yield from pieces
    if fails:
        raise ConnectionError


@pytest.mark.parametrize("fails", [True, False], ids=["connection lost", "ended early"])
def test_a_stream_that_breaks_off_is_begun_again(make, fake, fails):
    piece = event(json.dumps({"candidates": [{"content": {"role": "model", "parts": [{"text": "Hel"}]}}]}))
    fake.answers = [Answer(broken(piece, fails=fails)), Said("Hello.")]
    assert make(stream=True, retries=1).complete([ASKED]).text == "Hello."


def test_an_error_inside_a_stream_is_what_it_says(make, fake):
    piece = json.dumps({"candidates": [{"content": {"role": "model", "parts": [{"text": "Hel"}]}}]})
    error = json.dumps({"error": {"code": 503, "message": "Full.", "status": "UNAVAILABLE"}})
    fake.answers = [Answer(iter([event(piece), event(error)]))]
    with pytest.raises(ModelUnavailable, match=r"overloaded: Full\."):
        make(stream=True).complete([ASKED])


# -- keys --------------------------------------------------------------------------------------------


def test_a_missing_key_names_the_variable_to_set():
    with pytest.raises(
        AgentError, match=r"no key for google:gemini.*Set the environment variable GEMINI_API_KEY"
    ):
        GoogleBackend("gemini")


def test_the_key_goes_to_the_service_that_it_is_meant_for(make, fake, monkeypatch):
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, KEY)
    fake.answers = [Said("Hello."), Said("Hello.")]
    make().complete([ASKED])
    make(key_variable="GOOGLE_API_KEY").complete([ASKED])
    assert [asked.headers["x-goog-api-key"] for asked in fake.arrived] == ["no-key", KEY]


def test_the_users_environment_may_name_another_service(make, fake, monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", fake.base_url("google"))
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    fake.answers = [Said("Hello.")]
    make(base_url="").complete([ASKED])
    assert fake.arrived[0].headers["x-goog-api-key"] == KEY


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("status", [400, 401, 429, 500])
def test_the_key_is_in_no_error_and_no_repr(make, fake, monkeypatch, status, stream):
    """Even when the service repeats it."""
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    backend = make(key_variable="GEMINI_API_KEY", stream=stream)
    fake.answers = [Failure(status, f"strange key {KEY}")]
    with pytest.raises(AgentError, match="strange key") as raised:
        backend.complete([ASKED])
    told = "".join(traceback.format_exception(raised.value))
    assert KEY not in f"{told}{raised.value!r}{raised.value}{backend!r}{vars(backend)}"


# -- the plugin --------------------------------------------------------------------------------------


def test_the_backend_is_imported_without_the_sdk():
    code = (
        "import sys, crab_models.google.backend\n"
        "print([name for name in ('google.genai', 'httpx2', 'pydantic', 'PIL') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_the_sdk_the_error_says_how_to_install_it(make, monkeypatch):
    monkeypatch.setitem(sys.modules, "google", None)
    with pytest.raises(AgentError, match=r"pip install 'crab-models\[google\]'"):
        make()


def test_closing_twice_is_safe_and_nothing_is_sent_afterwards(make, fake):
    backend = make()
    backend.close()
    backend.close()
    with pytest.raises(RuntimeError, match="closed"):
        backend.complete([ASKED])
    assert fake.arrived == []
