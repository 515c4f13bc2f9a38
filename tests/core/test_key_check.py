"""Options are recorded, so what may be a key is refused among them, and not repeated."""

from __future__ import annotations

import traceback
from typing import Any

import pytest
from toys import toy_plugins

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.key_check import check_no_key
from crab_core.model_pool import ModelChoice, ModelPool

KEY = "planted5f1d0c"


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"api_key": KEY}, "api_key"),
        ({"extra": {"apiKey": KEY}}, r"extra\.apiKey"),
        ({"extra": {"extra_headers": {"Authorization": KEY}}}, r"extra\.extra_headers\.Authorization"),
        ({"extra": {"http_options": {"headers": {"x-goog-api-key": KEY}}}}, "x-goog-api-key"),
        ({"extra": {"headers": [{"X-Api-Key": KEY}]}}, r"extra\.headers\[0\]\.X-Api-Key"),
        ({"extra": {"aws_secret_access_key": KEY, "aws_session_token": KEY}}, "aws_secret_access_key"),
        ({"extra": {"password": KEY}}, r"extra\.password"),
        ({"extra": {"user": f"Bearer {KEY}"}}, r"extra\.user"),
        ({"extra": {"user": "sk-proj-aaaaaaaaaaaaaaaa"}}, r"extra\.user"),
        ({"key_variable": "AIza" + "a" * 35}, "key_variable"),
        ({"base_url": f"http://me:{KEY}@127.0.0.1/v1"}, "base_url"),
        ({"base_url": f"http://{KEY}@127.0.0.1/v1"}, "base_url"),
        ({"base_url": f"http://127.0.0.1/v1?mine={KEY}"}, "base_url"),
        ({"base_url": f"http://127.0.0.1/v1#{KEY}"}, "base_url"),
        ({"extra": {"webhook": f"https://127.0.0.1/x?api_key={KEY}"}}, r"extra\.webhook"),
    ],
    ids=str,
)
def test_what_may_be_a_key_is_refused_and_not_repeated(options: dict[str, Any], place: str) -> None:
    with pytest.raises(crab.UsageError, match=f"the model 'm', `.*{place}` holds.*key_variable") as caught:
        RunConfig.from_facts({"tasks": ["x"], "models": {"m": {"model": "toy:one", **options}}})
    assert KEY not in "".join(traceback.format_exception(caught.value))
    with pytest.raises(crab.UsageError, match=place):
        ModelPool(toy_plugins(), {"m": ModelChoice("toy:one", options)})


@pytest.mark.parametrize(
    "options",
    [
        {"key_variable": "OPENAI_API_KEY", "base_url": "https://127.0.0.1:8000/v1"},
        {"max_tokens": 400, "extra": {"prompt_cache_key": "crab", "stop_token_ids": [1], "top_k": 3}},
        {"extra": {"metadata": {"user": "me@example.org"}, "chat_template_kwargs": {"pad_token": "<pad>"}}},
        {"extra": {"api_key": "", "reasoning": {"summary": "auto"}, "safety_settings": [{"category": "X"}]}},
        {"price": {"input": 0.2, "cached_input": 0.1}, "betas": ["computer-use-2025-11-24"]},
        {"model": "openai:task-skilled-reasoner-large-32b"},
    ],
    ids=str,
)
def test_what_is_no_key_is_taken(options: dict[str, Any]) -> None:
    check_no_key(options, "the model 'm'")


@pytest.mark.parametrize(
    "facts",
    [
        {"environments": {"desk": {"options": {"password": KEY}}}},
        {"policy_options": {"api_key": KEY}},
        {"prompter_options": {"token": KEY}},
        {"OPENAI_API_KEY": KEY},
        {"models": {"m": KEY}},
    ],
    ids=str,
)
def test_nor_does_it_stand_elsewhere_in_an_experiment(facts: dict[str, Any]) -> None:
    with pytest.raises(crab.UsageError) as caught:
        RunConfig.from_facts({"tasks": ["x"], **facts})
    assert KEY not in "".join(traceback.format_exception(caught.value))
