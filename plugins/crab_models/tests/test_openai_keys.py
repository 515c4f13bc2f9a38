"""Where the key of the backend `openai` goes, and how the plugin finds the backend."""

from __future__ import annotations

import subprocess
import sys
import traceback
from typing import Any

import pytest
from fake.neutral import Answer, Failure, Said

from crab_core import AgentError, Message, Reply, Text
from crab_models.openai.backend import OpenAiBackend

HI = Message("user", (Text("Hi."),))
KEY = "sk-planted-5f1d0c"


def make(fake: Any, **options: Any) -> OpenAiBackend:
    return OpenAiBackend(
        "tiny", **{"base_url": fake.base_url("openai"), "retries": 0, "timeout": 5, **options}
    )


def ask(backend: OpenAiBackend, fake: Any, answer: Any) -> Reply:
    fake.answers = [answer]
    return backend.complete([HI])


# -- keys --------------------------------------------------------------------------------------------


def test_a_missing_key_names_the_variable_to_set(fake):
    with pytest.raises(
        AgentError, match=r"no key for openai:gpt.*Set the environment variable OPENAI_API_KEY"
    ):
        OpenAiBackend("gpt")
    with pytest.raises(AgentError, match="Set the environment variable ROUTER_KEY"):
        make(fake, key_variable="ROUTER_KEY")


def test_the_key_goes_to_the_service_that_it_is_meant_for(fake, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    sent = []
    for options in ({}, {"key_variable": "OPENAI_API_KEY"}):
        backend = make(fake, **options)
        ask(backend, fake, Said("Hello."))
        backend.close()
        sent.append(fake.arrived[-1].headers["Authorization"])
    assert KEY not in sent[0]
    assert sent[1] == f"Bearer {KEY}"


OPENAIS_OWN = {
    "OPENAI_API_KEY": KEY,
    "OPENAI_ADMIN_KEY": f"admin-{KEY}",
    "OPENAI_ORG_ID": "org-planted",
    "OPENAI_PROJECT_ID": "proj-planted",
    "OPENAI_CUSTOM_HEADERS": "X-Team: planted\nAuthorization: Bearer planted",
}
"""What the SDK looks for in the user's environment."""


@pytest.mark.parametrize("key_variable", ["", "ROUTER_KEY"])
def test_nothing_that_is_openais_is_told_to_another_service(fake, monkeypatch, key_variable):
    for name, value in {**OPENAIS_OWN, "ROUTER_KEY": "router-key"}.items():
        monkeypatch.setenv(name, value)
    backend = make(fake, key_variable=key_variable)
    ask(backend, fake, Said("Hello."))
    backend.close()
    headers = fake.arrived[0].headers
    assert "planted" not in str(headers)
    assert headers["Authorization"] == ("Bearer router-key" if key_variable else "Bearer no-key")


def test_the_users_organisation_is_told_where_the_users_environment_points(fake, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    monkeypatch.setenv("OPENAI_BASE_URL", fake.base_url("openai"))
    backend = OpenAiBackend("tiny")
    ask(backend, fake, Said("Hello."))
    backend.close()
    assert fake.arrived[0].headers["OpenAI-Organization"] == "org-mine"


def test_the_users_environment_may_name_another_service(fake, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", fake.base_url("openai"))
    backend = OpenAiBackend("tiny")
    ask(backend, fake, Said("Hello."))
    backend.close()
    assert backend.api == "chat"
    assert fake.arrived[0].headers["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    "answer",
    [
        *(Failure(status, f"strange key {KEY}") for status in (400, 401, 500)),
        Answer({"error": {"message": f"strange key {KEY}"}}),
        Answer(f"<html>strange key {KEY}</html>".encode(), content_type="text/html"),
    ],
    ids=["400", "401", "500", "in an answer", "in a page"],
)
def test_the_key_is_in_no_error_and_no_repr(fake, monkeypatch, answer):
    """Even when the service repeats it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    backend = make(fake, key_variable="OPENAI_API_KEY")
    with pytest.raises(AgentError, match="strange key") as raised:
        ask(backend, fake, answer)
    backend.close()
    told = "".join(traceback.format_exception(raised.value))
    assert raised.value.__context__ is None
    assert KEY not in f"{told}{raised.value!r}{raised.value}{backend!r}{vars(backend)}"


def test_the_key_is_in_no_reply_of_a_filter_that_repeats_it(fake, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    backend = make(fake, key_variable="OPENAI_API_KEY")
    reply = ask(backend, fake, Failure(400, f"not with the key {KEY}", "content_filter"))
    backend.close()
    assert KEY not in repr(reply)


# -- the plugin --------------------------------------------------------------------------------------


def test_the_plugin_registers_the_backend_without_importing_the_sdk():
    from crab_models.plugin import crab_register_models

    spec = next(spec for spec in crab_register_models() if spec.name == "openai")
    assert spec.load() is OpenAiBackend
    code = "import sys, crab_models.plugin, crab_models.openai.backend; print('openai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_the_sdk_the_error_says_how_to_install_it(fake, monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(AgentError, match=r"pip install 'crab-models\[openai\]'"):
        make(fake)


def test_closing_twice_is_safe_and_nothing_is_sent_afterwards(fake):
    backend = make(fake)
    backend.close()
    backend.close()
    with pytest.raises(RuntimeError, match="closed"):
        backend.complete([HI])
    assert fake.arrived == []
