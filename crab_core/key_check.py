"""No key stands among options: a run records its options as they are, so that it can be resumed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from crab_core.errors import UsageError

_ADVICE: Final = (
    "Options are recorded. Put it into an environment variable or the file of keys, and name that by "
    "`key_variable`."
)
_NAMES: Final = re.compile(
    r"^(key|token|auth|bearer|credentials?|cookie|sig|signature)$"
    r"|(apikey|accesskey|accesskeyid|secretkey|subscriptionkey|privatekey|clientkey|masterkey"
    r"|accesstoken|authtoken|bearertoken|sessiontoken|securitytoken|refreshtoken|apitoken|hftoken|azureadtoken"
    r"|secret|password|passwd|passphrase|authorization)$"
)
"""What only a secret is called; letters alone, for `X-Api-Key` and `api_key` are one name."""
_SHAPES: Final = re.compile(
    r"^\s*(bearer|basic)\s+\S{6,}"
    r"|\b(sk-|xai-|nvapi-|pplx-|gsk_|hf_|r8_|ghp_|github_pat_)[\w-]{16,}"
    r"|\bAIza[\w-]{30,}|\bya29\.[\w-]{16,}|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{10,}\.[\w-]{10,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----",
    re.IGNORECASE,
)
"""How the keys of providers look."""


def check_no_key(options: Mapping[str, Any], whose: str) -> None:
    """Refuse options that hold what may be a key; what it is, is not repeated.

    Args:
        options: JSON values by name.
        whose: They are, for the message: "the model 'planner'".

    Raises:
        UsageError: One does, by its name or its look, or it is an address with a name or a password in it.
    """
    place = next(_keys_in(options, ""), None)
    if place is not None:
        raise UsageError(f"In {whose}, `{place}` holds what may be a key.", advice=_ADVICE)


def _keys_in(value: Any, place: str) -> Iterator[str]:
    """Places of keys, such as "extra.headers.Authorization"."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            there = f"{place}.{name}" if place else str(name)
            if isinstance(inner, str) and inner.strip() and _is_secret(str(name)):
                yield there
            yield from _keys_in(inner, there)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _keys_in(inner, f"{place}[{number}]")
    elif isinstance(value, str) and (_SHAPES.search(value) or _in_address(value, place)):
        yield place


def _is_secret(name: str) -> bool:
    return _NAMES.search(re.sub(r"[^a-z]", "", name.lower())) is not None


def _in_address(text: str, place: str) -> bool:
    """Whether an address has a name, a password or a key in it; that of a service has no query at all."""
    if "://" not in text:
        return False
    try:
        parts = urlsplit(text)
        fields = [*parse_qsl(parts.query), *parse_qsl(parts.fragment)]
    except ValueError:
        return False  # no address; whoever reads it says so
    queried = place == "base_url" and (parts.query or parts.fragment)
    return "@" in parts.netloc or bool(queried) or any(_is_secret(name) for name, _ in fields)
