"""OpenAI seals thinking that it does not store, for who asks for it: and not that of every model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fake.neutral import Failure, Said

from crab_core import AgentError, Message, Text
from crab_models.openai.backend import OpenAiBackend


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def backend(request: Any, fake: Any) -> Iterator[OpenAiBackend]:
    made = OpenAiBackend(
        "tiny", api="responses", base_url=fake.base_url("openai"), retries=0, stream=request.param
    )
    yield made
    made.close()


def user(text: str) -> Message:
    return Message("user", (Text(text),))


@pytest.mark.parametrize(
    "words", ["Encrypted content is not supported with this model.", "extra inputs: 'include'"]
)
def test_a_model_without_sealed_thinking_is_asked_for_none_from_then_on(backend, fake, words):
    fake.answers = [Failure(400, words), Said("Hello.", reasoning="Hm."), Said("Again.")]
    first = backend.complete([user("Hello?")])
    backend.within(60).complete([user("Hello?"), first.message, user("Again?")])
    asked = [body.get("include") for body in (arrived.body for arrived in fake.arrived)]
    assert asked == [["reasoning.encrypted_content"], None, None]
    assert "reasoning" not in str(fake.arrived[-1].body["input"]), "nobody could read it again"


def test_another_refusal_says_nothing_of_sealed_thinking(backend, fake):
    said = "The encrypted content could not be verified."
    fake.answers = [Failure(400, said, code="invalid_encrypted_content"), Said("Hello.")]
    with pytest.raises(AgentError, match="could not be verified"):
        backend.complete([user("Hello?")])
    backend.complete([user("Hello?")])
    assert fake.arrived[-1].body["include"] == ["reasoning.encrypted_content"]
