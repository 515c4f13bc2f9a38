"""What the errors of Google's SDK mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from crab_models import trouble
from crab_models.trouble import Trouble

_TOO_LONG = re.compile(r"token count|exceeds the maximum number of tokens|too many tokens", re.IGNORECASE)
_SECONDS = re.compile(r"(\d+(?:\.\d+)?)s")


def from_api_error(error: Any, service: str, model: str) -> Trouble:
    """The trouble that an answer with an error tells; `error` is an `APIError` of the SDK."""
    status, said = int(error.code or 0), str(error.message or error.details or "")
    details = list(_details(error.details))
    headers = getattr(error.response, "headers", None) or {}
    if status == 429:
        return _too_much(service, said, details, trouble.retry_after(headers))
    if "API_KEY_INVALID" in _reasons(details) or (status == 400 and "API key" in said):
        return trouble.refused_key(service, model, said)
    if status == 400 and _TOO_LONG.search(said):
        return trouble.too_long(model, said)
    if error.status == "FAILED_PRECONDITION":  # the country or the account is not served
        return trouble.refused_key(service, model, said)
    if status == 503:
        return trouble.overloaded(service, said, trouble.retry_after(headers) or _delay(details))
    return trouble.by_status(service, model, status, said, headers)


def _too_much(service: str, said: str, details: list[Mapping[str, Any]], wait: float | None) -> Trouble:
    """Too many in a minute pass; a day's quota, or one of nothing, does not."""
    quotas = [str(v.get("quotaId", "")) for d in details for v in d.get("violations", ())]
    if any("PerDay" in quota for quota in quotas) or "limit: 0" in said:
        return trouble.out_of_credit(service, said)
    return trouble.too_many_requests(service, said, wait if wait is not None else _delay(details))


def _details(body: Any) -> Iterator[Mapping[str, Any]]:
    inner = body.get("error", body) if isinstance(body, Mapping) else {}
    found = inner.get("details", ()) if isinstance(inner, Mapping) else ()
    yield from (detail for detail in found if isinstance(detail, Mapping))


def _reasons(details: list[Mapping[str, Any]]) -> set[str]:
    return {str(detail.get("reason", "")) for detail in details}


def _delay(details: list[Mapping[str, Any]]) -> float | None:
    """Google names the wait in the body: {"@type": "…RetryInfo", "retryDelay": "34s"}."""
    for detail in details:
        if found := _SECONDS.fullmatch(str(detail.get("retryDelay", ""))):
            return float(found[1])
    return None
