"""Vertex AI: Google's SDK asks a project of Google Cloud, with credentials that give tokens."""

from __future__ import annotations

import json
import threading
import traceback
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs

import pytest
from fake.neutral import Failure, Said

from crab_core import AgentError, Message, ModelUnavailable, Text, Tool, ToolResult, UsageError
from crab_models.google.backend import GoogleBackend

TOKEN = "ya29.planted-token-5f1d0c77aa42"
ADD = Tool(
    "add",
    "Add.",
    {"type": "object", "properties": {"amount": {"type": "integer"}}, "required": ["amount"]},
)
HELLO = [Message("user", (Text("Add two."),))]


class FakeTokens:
    """Where Google's credentials get their tokens."""

    def __init__(self) -> None:
        self.status = 200
        self.asked: list[dict[str, list[str]]] = []
        tokens = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                tokens.asked.append(parse_qs(body.decode()))
                answer = {"access_token": TOKEN, "expires_in": 3600, "token_type": "Bearer"}
                if tokens.status != 200:
                    answer = {"error": "invalid_grant", "error_description": "the account is gone"}
                data = json.dumps(answer).encode()
                self.send_response(tokens.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/token"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> FakeTokens:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture(scope="module")
def private_key() -> str:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return made.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


@pytest.fixture
def tokens(private_key: str, tmp_path, monkeypatch) -> Iterator[FakeTokens]:
    with FakeTokens() as running:
        file = tmp_path / "credentials.json"
        file.write_text(
            json.dumps(
                {
                    "type": "service_account",
                    "project_id": "elsewhere",
                    "private_key_id": "1",
                    "private_key": private_key,
                    "client_email": "crab@elsewhere.iam.gserviceaccount.com",
                    "token_uri": running.address,
                }
            )
        )
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(file))
        yield running


@pytest.fixture
def make(fake) -> Iterator[Any]:
    made = []

    def make(**options: Any) -> GoogleBackend:
        common = {"project": "lab", "base_url": fake.base_url("google"), "retries": 0, "timeout": 5}
        made.append(GoogleBackend("gemini-3.5-flash", **{**common, **options}))
        return made[-1]

    yield make
    for backend in made:
        backend.close()


@pytest.mark.parametrize("stream", [False, True])
def test_a_project_is_asked_with_a_token_and_never_with_a_key(make, fake, tokens, monkeypatch, stream):
    monkeypatch.setenv("GOOGLE_API_KEY", "sk-of-the-other-service")
    monkeypatch.setenv("GEMINI_API_KEY", "sk-of-the-other-service")
    fake.answers = [Said("Adding.", [("add", {"amount": 2})]), Said("Done.")]
    model = make(location="europe-west4", stream=stream)
    first = model.complete(HELLO, [ADD])
    (call,) = first.tool_calls
    assert (call.name, call.arguments, call.problem) == ("add", {"amount": 2}, "")
    result = Message("tool", (ToolResult(call.id, (Text("2"),)),))
    assert model.complete([*HELLO, first.message, result], [ADD]).text == "Done."
    assert fake.refused == []
    place = "/v1beta1/projects/lab/locations/europe-west4/publishers/google/models/gemini-3.5-flash:"
    assert all(asked.path.startswith(place) for asked in fake.arrived)
    assert [asked.headers["Authorization"] for asked in fake.arrived] == [f"Bearer {TOKEN}"] * 2
    assert "sk-of-the-other-service" not in str([list(asked.headers.values()) for asked in fake.arrived])
    assert len(tokens.asked) == 1, "a token is used until it ends"


def test_the_token_is_in_no_error_even_when_the_service_repeats_it(make, fake, tokens):
    fake.answers = [Failure(400, f"strange token {TOKEN}")]
    with pytest.raises(AgentError, match="strange token …") as raised:
        make().complete(HELLO)
    assert TOKEN not in "".join(traceback.format_exception(raised.value))


def test_credentials_that_give_no_token_leave_the_episode_unscored(make, fake, tokens):
    tokens.status = 400
    with pytest.raises(ModelUnavailable, match=r"Google Cloud does not serve this key.*the account is gone"):
        make().complete(HELLO)
    assert fake.arrived == []


def test_no_credentials_are_found_before_anything_starts(make, monkeypatch, tmp_path):
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "nowhere.json"))
    with pytest.raises(AgentError, match=r"no credentials for Google Cloud.*gcloud auth application-default"):
        make()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"project": "", "location": "global"}, "`location` needs a `project`"),
        ({"key_variable": "MY_KEY"}, "`project` and `key_variable` do not go together"),
    ],
)
def test_options_that_do_not_go_together_are_told(make, options, words):
    with pytest.raises(UsageError, match=words):
        make(**options)


def test_the_address_of_the_other_service_gets_no_token(make, fake, tokens, monkeypatch):
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("GOOGLE_VERTEX_BASE_URL", fake.base_url("google"))
    fake.answers = [Said("Hello.")]
    assert make(base_url="").complete(HELLO).text == "Hello."
    assert "/locations/global/" in fake.arrived[0].path
