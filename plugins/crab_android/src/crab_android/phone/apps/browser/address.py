"""Addresses of pages: written by people, compared, shown."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote_plus, urlencode, urljoin, urlsplit

_HOST = re.compile(
    r"(localhost|(?:[a-z0-9-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:[/?#].*)?", re.I
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Address(NamedTuple):
    """The parts of an address by which a page is found."""

    host: str
    path: str
    query: dict[str, str]

    @property
    def key(self) -> str:
        """The same for all spellings of one address."""
        asked = f"?{urlencode(sorted(self.query.items()))}" if self.query else ""
        return f"{self.host}{self.path}{asked}"


def parse(url: str) -> Address:
    """The parts of an http or https address; an address that cannot be read has no host."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host = (parts.netloc or "").lower().removeprefix("www.")
    except ValueError:
        return Address("", "", {})
    return Address(host, parts.path.rstrip("/"), dict(parse_qsl(parts.query)))


def is_web(url: str) -> bool:
    """Whether a browser shows it, and no other app."""
    return url.lower().startswith(("http://", "https://"))


def typed(text: str) -> str:
    """The address that somebody typed; empty when the text is words to search for."""
    text = text.strip()
    if not text or " " in text:
        return ""
    if is_web(text) or (_SCHEME.match(text) and not _HOST.fullmatch(text)):
        return text
    return f"https://{text}" if _HOST.fullmatch(text) else ""


def joined(base: str, link: str) -> str:
    """Where a link on the page ``base`` leads."""
    return link if _SCHEME.match(link) and not link.startswith("//") else urljoin(base, link)


def asked(url: str, **values: str) -> str:
    """An address with more values in its query."""
    return url + ("&" if "?" in url else "?") + "&".join(f"{k}={quote_plus(v)}" for k, v in values.items())


def shown(url: str) -> str:
    """An address as the address bar shows it: without its scheme and a lonely slash."""
    bare = url.partition("://")[2] if is_web(url) else url
    return bare[:-1] if bare.endswith("/") and bare.count("/") == 1 else bare


def host_of(url: str) -> str:
    """The host of an address."""
    return parse(url).host
