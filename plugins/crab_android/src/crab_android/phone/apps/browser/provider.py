"""The content provider ``com.android.browser``: bookmarks, history, tabs, downloads, forms that were sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table

from .address import is_web, typed
from .model import Browser, Visit


def _ms(context: AppContext[Browser], when: datetime | None) -> int:
    """A local time in milliseconds since 1970."""
    return round((when or context.now()).replace(tzinfo=context.phone.clock.zone).timestamp() * 1000)


def _bookmarks(context: AppContext[Browser]) -> Rows:
    return [
        {
            "_id": mark.id,
            "title": mark.title,
            "url": mark.url,
            "folder": mark.folder or None,
            "bookmark": 1,
            "created": _ms(context, mark.created),
        }
        for mark in context.state.bookmarks
    ]


def _address(values: Mapping[str, Any]) -> str:
    url = typed(str(values["url"]))
    if not is_web(url):
        raise ValueError(f"{values['url']!r} is no web address")
    return url


def _add_bookmark(context: AppContext[Browser], values: Mapping[str, Any]) -> int:
    url, folder = _address(values), str(values.get("folder") or "")
    return context.state.add_bookmark(str(values.get("title") or url), url, context.now(), folder).id


def _change_bookmark(context: AppContext[Browser], number: int, values: Mapping[str, Any]) -> None:
    mark = next(mark for mark in context.state.bookmarks if mark.id == number)
    if "url" in values:
        mark.url = _address(values)
    mark.title = str(values.get("title", mark.title))
    mark.folder = str(values.get("folder", mark.folder) or "")
    if mark.folder and mark.folder not in context.state.folders:
        context.state.folders.append(mark.folder)


def _drop_bookmark(context: AppContext[Browser], number: int) -> None:
    context.state.bookmarks = [mark for mark in context.state.bookmarks if mark.id != number]


def _history(context: AppContext[Browser]) -> Rows:
    return [
        {"_id": visit.id, "title": visit.title, "url": visit.url, "date": _ms(context, visit.when)}
        for visit in reversed(context.state.history)
    ]


def _add_visit(context: AppContext[Browser], values: Mapping[str, Any]) -> int:
    url = _address(values)
    visit = Visit(
        id=context.state.next_id(), url=url, title=str(values.get("title") or url), when=context.now()
    )
    context.state.history.append(visit)
    return visit.id


def _drop_visit(context: AppContext[Browser], number: int) -> None:
    context.state.history = [visit for visit in context.state.history if visit.id != number]


def _tabs(context: AppContext[Browser]) -> Rows:
    state = context.state
    return [
        {
            "_id": tab.id,
            "title": tab.entry.title,
            "url": tab.entry.url,
            "incognito": int(tab.incognito),
            "desktop": int(tab.desktop),
            "current": int(tab.id == state.tab.id),
        }
        for tab in state.tabs
    ]


def _downloads(context: AppContext[Browser]) -> Rows:
    return [
        {
            "_id": saved.id,
            "title": saved.name,
            "_data": saved.path,
            "uri": saved.url,
            "total_bytes": saved.size,
            "mimetype": saved.mime,
            "lastmod": _ms(context, saved.when),
        }
        for saved in context.state.downloads
    ]


def _forms(context: AppContext[Browser]) -> Rows:
    return [
        {"_id": sent.id, "url": sent.url, "fields": json.dumps(sent.values), "date": _ms(context, sent.when)}
        for sent in context.state.sent
    ]


TABLES: dict[str, Table[Browser]] = {
    "bookmarks": Table(_bookmarks, _add_bookmark, _change_bookmark, _drop_bookmark),
    "history": Table(_history, _add_visit, delete=_drop_visit),
    "tabs": Table(_tabs),
    "downloads": Table(_downloads),
    "forms": Table(_forms),
}
