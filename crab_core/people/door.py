"""Who may open a page of Crab's: whoever on this machine knows its address, and no other site."""

from __future__ import annotations

import secrets
from typing import Final

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Connection": "close",
}
"""Headers that keep a page to itself."""


class Door:
    """Knows the secret in the address of a page."""

    def __init__(self, port: int) -> None:
        """Make a new secret for a page on this port."""
        self._token = secrets.token_urlsafe(18)
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    @property
    def address(self) -> str:
        """The whole address, secret included."""
        return f"http://{self._hosts[0]}/{self._token}/"

    def refusal(self, host: str | None, origin: str | None = None) -> str:
        """Why a request is refused, whatever it asks for; empty when it is not.

        Args:
            host: For whom it is, by its head.
            origin: The site that asks for something to be done; None when nothing is to be done or a person
                asks by other means than a browser.
        """
        if host not in self._hosts:
            # A name of somebody else's that points to this machine (DNS rebinding).
            return "This page is for this machine only."
        if origin is not None and origin not in [f"http://{one}" for one in self._hosts]:
            return "Another site must not act here."
        return ""

    def inside(self, path: str) -> str | None:
        """What of the page is asked for; None when the secret is missing or wrong."""
        token, slash, name = path.partition("?")[0].lstrip("/").partition("/")
        known = slash and secrets.compare_digest(token.encode(), self._token.encode())
        return name if known else None
