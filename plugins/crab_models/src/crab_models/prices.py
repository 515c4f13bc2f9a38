"""What a reply cost: by the price that the user gave, else by a price list that comes with genai-prices."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from crab_core import Usage, UsageError

_MILLION = 1_000_000


def tokens_told(found: object) -> int:
    """A number of tokens as a service tells it; 0 for what is no such number."""
    if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
        return 0
    return max(0, int(found))


def dollars_told(found: object) -> float | None:
    """What a service says that it charges; None for what is no amount."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return float(found) if math.isfinite(found) and found >= 0 else None


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens, as given by the user."""

    input: float
    output: float
    """Reasoning included: every provider counts it as output."""
    cached_input: float
    """For input that came from the provider's cache."""
    cache_write: float
    """For input that was put into the provider's cache."""

    @classmethod
    def read(cls, option: Mapping[str, float]) -> Price:
        """The price in the option `price`.

        Args:
            option: `input` and `output`; `cached_input` and `cache_write` where they differ from `input`.

        Raises:
            UsageError: A name is unknown or missing, or a price is not a number of at least 0.
        """
        known = ("input", "output", "cached_input", "cache_write")
        advice = f"It takes, in dollars for a million tokens: {', '.join(known)}."
        for name, value in option.items():
            if name not in known:
                raise UsageError(f"The option `price` has no {name!r}.", advice=advice)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
                raise UsageError(
                    f"The option `price` has a {name!r} that is no price: {value!r}.", advice=advice
                )
        for name in ("input", "output"):
            if name not in option:
                raise UsageError(f"The option `price` lacks {name!r}.", advice=advice)
        given = option["input"]
        return cls(
            given, option["output"], option.get("cached_input", given), option.get("cache_write", given)
        )

    def of(self, usage: Usage) -> float:
        """What some tokens cost, in dollars."""
        plain = max(0, usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens)
        dollars = plain * self.input + usage.output_tokens * self.output
        dollars += usage.cached_tokens * self.cached_input + usage.cache_write_tokens * self.cache_write
        return dollars / _MILLION


def listed_price(usage: Usage, model: str, *, provider: str, address: str = "") -> float | None:
    """What some tokens cost by the price list, in dollars; nothing is fetched.

    Args:
        usage: The tokens.
        model: The model's name at its service.
        provider: Who runs it, as the price list calls them, such as "openai".
        address: Of the service, where it is not the provider's own; then that decides who runs it.

    Returns:
        None when the list knows no such model there.
    """
    import genai_prices

    tokens = genai_prices.Usage(
        input_tokens=max(usage.input_tokens, usage.cached_tokens + usage.cache_write_tokens),
        cache_read_tokens=usage.cached_tokens,
        cache_write_tokens=usage.cache_write_tokens,
        output_tokens=usage.output_tokens,
    )
    try:
        if address:
            found = genai_prices.calc_price(tokens, model, provider_api_url=address)
        else:
            found = genai_prices.calc_price(tokens, model, provider_id=provider)
    except LookupError:
        return None
    return float(found.total_price)
