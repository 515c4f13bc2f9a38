"""Descriptions of composed tasks are polished through the real SDKs."""

from __future__ import annotations

import pytest
from fake.neutral import Asked, Failure, Said

from crab_core.compose.polish import polish
from crab_core.model_pool import ModelChoice, ModelPool
from crab_core.plugins import Plugins

PLAIN = '1. On the phone, find the mail of "Ann".\n2. Send "Hello" to the mail of "Ann" (step 1).'
GOOD = 'Find the mail of "Ann" on the phone, and send "Hello" there.'


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_a_text_without_a_value_is_asked_for_again_and_the_next_one_is_taken(fake, provider):
    texts = iter([GOOD.replace("Hello", "Hi"), GOOD])
    asked = []

    def editor(request: Asked) -> Said:
        asked.append(request)
        return Said(next(texts))

    fake.script = editor
    choice = ModelChoice(f"{provider}:tiny", {"base_url": fake.base_url(provider), "retries": 0})
    pool = ModelPool(Plugins.load(), {"editor": choice})
    try:
        polished = polish(PLAIN, ('"Ann"', '"Hello"'), pool.find("editor"))
    finally:
        pool.close()
    assert polished.text == GOOD
    assert polished.by_model
    assert polished.usage.total == 2 * (9 + 3)
    assert PLAIN in asked[0].texts
    assert '"Ann", "Hello"' in asked[0].system
    assert 'it does not say "Hello", letter for letter' in asked[1].last_user_text
    assert fake.refused == []


def test_a_service_that_fails_leaves_the_plain_text(fake):
    fake.script = lambda request: Failure(503, "overloaded")
    choice = ModelChoice("openai:tiny", {"base_url": fake.base_url("openai"), "retries": 0})
    pool = ModelPool(Plugins.load(), {"editor": choice})
    try:
        polished = polish(PLAIN, (), pool.find("editor"))
    finally:
        pool.close()
    assert polished.text == PLAIN
    assert "the model could not be asked" in polished.refused[0]
