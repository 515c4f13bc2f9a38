"""A site: answers from the pages that a world gives, and remembers what was asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import quote

from crab_ubuntu.services.service import Service
from crab_ubuntu.services.site import forms
from crab_ubuntu.services.site.http import Request, Response, converse
from crab_ubuntu.services.site.options import Page, SiteOptions, page, with_folder
from crab_ubuntu.services.site.paths import BadTargetError, clean, query
from crab_ubuntu.services.site.ranges import UnsatisfiableError, part

MOST_REQUESTS = 20_000
MOST_KEPT = 32 * 1024 * 1024
"""Bytes of requests that are remembered; what comes after that is counted only, and evaluators say so."""
METHODS = "GET, HEAD, POST, OPTIONS"


class Site(Service[SiteOptions]):
    """Static pages, redirects, downloads, and forms whose content is kept."""

    ports: ClassVar[tuple[int, ...]] = (80,)
    options = SiteOptions

    @classmethod
    def prepare(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Read the folder that `pages` may name.

        Raises:
            UsageError: It is not there.
        """
        return with_folder(options)

    def start(self, options: SiteOptions, seed: int) -> None:  # noqa: ARG002 - nothing in it is left to chance
        """Make the pages ready."""
        self._pages = {path: page(path, written) for path, written in options.pages.items()}
        self._redirects = dict(options.redirects)
        self._forms = dict(options.forms)
        self._not_found = page("/404.html", options.not_found)
        self._log: list[dict[str, Any]] = []
        self._kept = self._dropped = 0

    async def serve(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:  # noqa: ARG002
        """Answer the requests of one connection."""
        await converse(reader, writer, self._answer, _refusal)

    def state(self) -> dict[str, Any]:
        """`requests`: in the order in which they were answered; `dropped`: how many more came."""
        return {"requests": [dict(entry) for entry in self._log], "dropped": self._dropped}

    def _answer(self, request: Request) -> Response:
        sent = forms.Sent()
        path, asked = request.target, list[tuple[str, str]]()
        try:
            path, asked = clean(request.target), query(request.target)
            if request.method == "POST":
                sent = forms.read(request.headers.get("content-type", ""), request.body)
            response = self._respond(request, path)
        except BadTargetError:
            response = _refusal(400)
        self._remember(request.method, path, asked, sent, response.status)
        if request.method == "HEAD":
            return Response(response.status, b"", response.headers, size=len(response.body))
        return response

    def _remember(
        self, method: str, path: str, asked: list[tuple[str, str]], sent: forms.Sent, status: int
    ) -> None:
        size = sent.size + len(method) + len(path) + sum(len(name) + len(value) for name, value in asked)
        if len(self._log) >= MOST_REQUESTS or self._kept + size > MOST_KEPT:
            self._dropped += 1
            return
        self._kept += size
        entry = {"order": len(self._log), "method": method, "path": path, "status": status}
        brought: dict[str, Any] = {
            "query": [list(pair) for pair in asked],
            "form": [list(pair) for pair in sent.form],
            "files": sent.files,
            "body": sent.body,
        }
        self._log.append(entry | {name: value for name, value in brought.items() if value})

    def _respond(self, request: Request, path: str) -> Response:
        if request.method == "OPTIONS":
            return Response(204, headers=[("Allow", METHODS)])
        if request.method == "POST" and path in self._forms:
            return _redirect(303, self._forms[path])
        if request.method not in {"GET", "HEAD", "POST"}:
            return _text(405, [("Allow", METHODS)])
        if path in self._redirects:
            return _redirect(302, self._redirects[path])
        found = self._pages.get(path) or self._pages.get(f"{path}index.html" if path.endswith("/") else path)
        if found is not None:
            return _send(found, request)
        return self._missing(path)

    def _missing(self, path: str) -> Response:
        if {f"{path}/", f"{path}/index.html"} & self._pages.keys():
            return _redirect(301, f"{path}/")
        return Response(404, self._not_found.content, [("Content-Type", self._not_found.type)])


def _send(found: Page, request: Request) -> Response:
    headers = [("Content-Type", found.type), ("ETag", found.tag), ("Cache-Control", "no-cache")]
    if found.download:
        headers.append(("Content-Disposition", _attachment(found.download)))
    if found.status != 200 or request.method == "POST":
        return Response(found.status, found.content, headers)
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if known & {found.tag, "*"}:
        return Response(304, headers=headers)
    headers.append(("Accept-Ranges", "bytes"))
    wanted = request.headers.get("range", "")
    if not wanted or request.method != "GET" or request.headers.get("if-range", found.tag) != found.tag:
        return Response(200, found.content, headers)
    size = len(found.content)
    try:
        piece = part(wanted, size)
    except UnsatisfiableError:
        return _text(416, [("Content-Range", f"bytes */{size}")])
    if piece is None:
        return Response(200, found.content, headers)
    start, stop = piece
    headers.append(("Content-Range", f"bytes {start}-{stop - 1}/{size}"))
    return Response(206, found.content[start:stop], headers)


def _attachment(name: str) -> str:
    """How a file is offered under a name that may be in any script (RFC 6266)."""
    plain = name.encode("ascii", "replace").decode().translate({ord('"'): "'", ord("\\"): "_"})
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _redirect(status: int, where: str) -> Response:
    # As a browser would write it in its address bar: what is escaped already stays as it is.
    return Response(status, headers=[("Location", quote(where, safe="/:?#[]@!$&'()*+,;=%~"))])


def _refusal(status: int) -> Response:
    return _text(status, [])


def _text(status: int, headers: list[tuple[str, str]]) -> Response:
    text = f"<!doctype html><title>{status}</title><h1>{HTTPStatus(status).phrase}</h1>"
    return Response(status, text.encode(), [("Content-Type", "text/html; charset=utf-8"), *headers])
