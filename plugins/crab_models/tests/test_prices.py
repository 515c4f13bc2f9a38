"""What a reply costs."""

from __future__ import annotations

import pytest

from crab_core import Usage, UsageError
from crab_models.prices import Price, dollars_told, listed_price, tokens_told


@pytest.mark.parametrize("told", [-5, True, "many", None, [], float("nan"), float("inf"), -0.1])
def test_what_is_no_number_of_tokens_and_no_amount_counts_for_nothing(told: object):
    assert tokens_told(told) == 0
    assert dollars_told(told) is None


def test_tokens_and_amounts_are_taken_as_they_are_told():
    assert (tokens_told(7), tokens_told(7.0), dollars_told(0), dollars_told(0.25)) == (7, 7, 0.0, 0.25)


def test_the_users_price_is_by_the_million():
    price = Price.read({"input": 2, "output": 10})
    assert price.of(Usage(1_000_000, 500_000)) == pytest.approx(2 + 5)


def test_cached_and_written_tokens_have_prices_of_their_own():
    price = Price.read({"input": 2, "output": 10, "cached_input": 0.5, "cache_write": 4})
    usage = Usage(1_000_000, 0, cached_tokens=400_000, cache_write_tokens=100_000)
    assert price.of(usage) == pytest.approx(0.5 * 2 + 0.4 * 0.5 + 0.1 * 4)


def test_reasoning_costs_what_output_costs_and_is_counted_once():
    price = Price.read({"input": 0, "output": 10})
    assert price.of(Usage(0, 1000, reasoning_tokens=900)) == price.of(Usage(0, 1000))


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"input": 1}, "lacks 'output'"),
        ({"output": 1}, "lacks 'input'"),
        ({"input": 1, "output": 1, "cached": 1}, "no 'cached'.*cached_input"),
        ({"input": "1", "output": 1}, "'input' that is no price: '1'"),
        ({"input": 1, "output": -1}, "'output' that is no price: -1"),
        ({"input": float("nan"), "output": 1}, "'input' that is no price: nan"),
        ({"input": True, "output": 1}, "'input' that is no price"),
    ],
)
def test_a_price_that_cannot_be_is_refused(option, words):
    with pytest.raises(UsageError, match=words):
        Price.read(option)


@pytest.mark.parametrize(
    ("provider", "model"),
    [("openai", "gpt-5"), ("anthropic", "claude-sonnet-4-5"), ("google", "gemini-2.5-pro")],
)
def test_the_list_knows_the_providers_models_and_that_cached_tokens_are_cheaper(provider, model):
    plain = listed_price(Usage(100_000, 1000), model, provider=provider)
    cached = listed_price(Usage(100_000, 1000, cached_tokens=90_000), model, provider=provider)
    assert 0 < cached < plain < 5


def test_tokens_put_into_the_cache_cost_more_where_the_provider_says_so():
    plain = listed_price(Usage(1000, 10), "claude-sonnet-4-5", provider="anthropic")
    written = listed_price(Usage(1000, 10, cache_write_tokens=900), "claude-sonnet-4-5", provider="anthropic")
    assert written > plain


def test_what_the_list_does_not_know_has_no_price():
    assert listed_price(Usage(10, 10), "my-own-model", provider="openai") is None
    assert listed_price(Usage(10, 10), "gpt-5", provider="nobody") is None


def test_the_address_decides_who_is_paid():
    usage = Usage(1000, 10)
    here = listed_price(usage, "gpt-5", provider="openai", address="http://127.0.0.1:8000/v1")
    router = listed_price(
        usage, "anthropic/claude-sonnet-4.5", provider="openai", address="https://openrouter.ai/api/v1"
    )
    assert here is None
    assert router > 0


def test_odd_counts_of_a_service_are_no_crash():
    """More cached tokens than there were, as some services tell."""
    assert listed_price(Usage(10, 10, cached_tokens=50), "gpt-5", provider="openai") > 0
    assert Price.read({"input": 1, "output": 1}).of(Usage(10, 10, cached_tokens=50)) > 0
