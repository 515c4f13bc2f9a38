"""The content provider ``media``, in the columns of Android's MediaStore."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from posixpath import dirname
from typing import Any

from crab_android.phone.kit import AppContext, FileError, Rows, Table, zone

from .library import Item, items, mime_of
from .model import Facts, Photos


def _row(context: AppContext[Photos], item: Item) -> dict[str, Any]:
    there = zone(context.system.properties.get("persist.sys.timezone", "UTC"))
    width, height = item.size
    folder = item.folder.removeprefix("/sdcard").strip("/")
    return {
        "_id": item.id,
        "_display_name": item.name,
        "title": item.name.rpartition(".")[0],
        "relative_path": f"{folder}/" if folder else "/",
        "_data": f"/storage/emulated/0{item.path.removeprefix('/sdcard')}",
        "mime_type": item.mime,
        "date_added": item.node.mtime,
        "date_modified": item.node.mtime,
        "datetaken": round(item.taken.replace(tzinfo=there).timestamp() * 1000),
        "width": width,
        "height": height,
        "_size": item.node.size,
        "size": item.node.size,
        "latitude": item.facts.latitude,
        "longitude": item.facts.longitude,
        "place": item.facts.place or None,
        "description": item.facts.description or None,
        "is_favorite": int(item.facts.favorite),
        "bucket_display_name": folder.rpartition("/")[2] or "0",
    }


def _rows(kind: str) -> Callable[[AppContext[Photos]], Rows]:
    def rows(context: AppContext[Photos]) -> Rows:
        return [_row(context, item) for item in items(context) if item.mime.startswith(kind)]

    return rows


def _find(context: AppContext[Photos], number: int) -> Item:
    for item in items(context):
        if item.id == number:
            return item
    raise KeyError(number)


def update(context: AppContext[Photos], number: int, values: Mapping[str, Any]) -> None:
    """Change the name, the path, the description or whether it is a favourite."""
    item = _find(context, number)
    facts = context.state.known(item.path)
    if "description" in values:
        facts.description = str(values["description"] or "")
    if "is_favorite" in values:
        facts.favorite = str(values["is_favorite"]) in ("1", "True", "true")
    path = f"{dirname(item.path)}/{values.get('_display_name', item.name)}"
    if "_data" in values:
        path = context.files.resolve(str(values["_data"]))
    if path != item.path:
        _move(context, item.path, path)


def _move(context: AppContext[Photos], old: str, new: str) -> None:
    """Give a picture another path; what is known of it goes along, as MediaStore does it."""
    if not mime_of(new) or dirname(new) == "/":
        raise ValueError(f"{new!r} is no path of a picture")
    try:
        context.files.move(old, new)
    except FileError as error:
        raise ValueError(str(error)) from error
    context.state.facts[new] = context.state.facts.pop(old, Facts())
    for album in context.state.albums:
        album.paths = [new if entry == old else entry for entry in album.paths]


def delete(context: AppContext[Photos], number: int) -> None:
    """Delete a picture for good, as MediaStore does."""
    item = _find(context, number)
    context.files.remove(item.path)
    context.state.facts.pop(item.path, None)
    for album in context.state.albums:
        album.paths = [entry for entry in album.paths if entry != item.path]


TABLES = {
    "external/images/media": Table(_rows("image/"), update=update, delete=delete),
    "external/video/media": Table(_rows("video/"), update=update, delete=delete),
    "external/file": Table(_rows(""), update=update, delete=delete),
}


def album_rows(context: AppContext[Photos]) -> Rows:
    """The albums that the user made."""
    return [
        {"_id": number, "title": album.name, "count": len(album.paths), "paths": "\n".join(album.paths)}
        for number, album in enumerate(context.state.albums, 1)
    ]
