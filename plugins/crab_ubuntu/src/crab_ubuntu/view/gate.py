"""Who may see the page and use the desktop: whoever on this machine knows the address, and no other site."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from websockets.http11 import Request, Response


class Gate:
    """Knows the secret in the address of the page."""

    def __init__(self) -> None:
        self._token = secrets.token_urlsafe(18)
        self._hosts: tuple[str, ...] = ()

    def open(self, port: int) -> str:
        """Take what comes to this port of this machine; returns the address of the page."""
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        return f"http://{self._hosts[0]}/{self._token}/"

    def name(self, request: Request, *, live: bool) -> str | Response:
        """What of the page is asked for; a refusal when whoever asks may not.

        Args:
            request: Its head.
            live: Whether it asks for a connection by which something can be done.
        """
        if request.headers.get_all("Host") not in [[host] for host in self._hosts]:
            # A name of somebody else's that points to this machine (DNS rebinding).
            return told(HTTPStatus.FORBIDDEN, "This page is for this machine only.")
        if (
            getattr(request, "method", "GET") != "GET"
        ):  # older versions of websockets let nothing else through
            return told(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET.")
        token, slash, name = request.path.partition("?")[0].lstrip("/").partition("/")
        if not slash or not secrets.compare_digest(token.encode(), self._token.encode()):
            return told(
                HTTPStatus.NOT_FOUND,
                "There is nothing here. The address of the page ends in a secret; open it whole.",
            )
        origins = request.headers.get_all("Origin")
        if live and origins and origins not in [[f"http://{host}"] for host in self._hosts]:
            return told(HTTPStatus.FORBIDDEN, "Another site must not use the desktop.")
        return name

    def headers(self) -> dict[str, str]:
        """Headers that keep the page to itself."""
        sockets = " ".join(f"ws://{host}" for host in self._hosts)
        return {
            "Cache-Control": "no-store",
            "Content-Security-Policy": (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
                f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }


def told(status: HTTPStatus, reason: str) -> Response:
    """An answer in plain words."""
    return answer(status, reason.encode(), "text/plain; charset=utf-8", {})


def answer(status: HTTPStatus, body: bytes, media_type: str, headers: dict[str, str]) -> Response:
    """An answer."""
    from websockets.datastructures import Headers
    from websockets.http11 import Response

    lines = {
        "Content-Type": media_type,
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        **headers,
    }
    return Response(status.value, status.phrase, Headers(lines), body)
