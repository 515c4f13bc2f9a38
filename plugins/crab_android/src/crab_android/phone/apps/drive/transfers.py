"""Between the phone and the cloud: uploads, what other apps send, and what they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    Context,
    FileError,
    Intent,
    View,
    button,
    column,
    dropdown,
    empty_state,
    intents,
    label,
    lazy_list,
    list_row,
    row,
    scroll,
    space,
    text_box,
    top_bar,
)

from .looks import ROW, item_row
from .model import KINDS, ROOT, Drive, Item, kind_of, mime_of
from .work import cached, connected

Ctx = Context[Drive]


def upload(context: Ctx, parent: int) -> None:
    """Let the user choose a file of the phone."""
    if not connected(context):
        return
    context.start_for_result("uploaded", Intent(action=intents.GET_CONTENT, type="*/*"), parent=parent)


def uploaded(context: Ctx, result: dict[str, Any]) -> None:
    """A file was chosen."""
    path = str(result.get("path") or str(result.get("uri", "")).removeprefix("file://"))
    if path:
        _keep(context, [path], int(result.get("parent", ROOT)))


def _keep(context: Ctx, paths: Sequence[str], parent: int, name: str = "") -> list[Item]:
    kept = []
    for path in paths:
        try:
            content = context.files.read(path)
        except FileError as error:
            context.toast(f"Couldn't upload {path.rpartition('/')[2]}: {error}")
            continue
        kept.append(context.state.upload(name or path.rpartition("/")[2], content, context.now(), parent))
    if kept:
        told = f"“{kept[0].name}”" if len(kept) == 1 else f"{len(kept)} files"
        context.toast(f"Uploaded {told}")
    return kept


# -- saving what is sent --------------------------------


def sent(intent: Intent) -> dict[str, Any]:
    """The files, or the text, that another app sends."""
    stream = intent.extras.get(intents.EXTRA_STREAM) or []
    paths = [stream] if isinstance(stream, str) else list(stream)
    text = str(intent.extras.get(intents.EXTRA_TEXT, ""))
    subject = str(intent.extras.get(intents.EXTRA_SUBJECT, ""))
    return {"paths": [str(path).removeprefix("file://") for path in paths], "text": text, "subject": subject}


def _sent_name(context: Ctx) -> str:
    paths = context.args.get("paths") or []
    if paths:
        return str(paths[0]).rpartition("/")[2]
    first = (str(context.args.get("text", "")).strip().splitlines() or [""])[0]
    return f"{(context.args.get('subject') or first or 'Shared text')[:40].replace('/', '-')}.txt"


def save(context: Ctx) -> View:
    """The screen that keeps what another app sends."""
    theme, state = context.theme, context.state
    paths: list[str] = list(context.args.get("paths") or [])
    number = int(context.args.get("folder", ROOT))
    folder = state.get(number)
    name = context.field("document_title", _sent_name(context)).text.strip()

    def done() -> None:
        if paths:
            _keep(context, paths, number, name if len(paths) == 1 else "")
        else:
            item = state.upload(name, str(context.args.get("text", "")).encode(), context.now(), number)
            context.toast(f"Uploaded “{item.name}”")
        context.finish()

    field = text_box(context, "document_title", "Document title", initial=_sent_name(context), on_enter=done)
    files = [
        list_row(
            theme,
            path.rpartition("/")[2],
            start=View(
                icon=KINDS[kind_of(mime_of(path))][1], color=theme.on_surface_variant, width=32, hidden=True
            ),
            id="sent_file",
        )
        for path in paths
    ]
    titled = (
        [field]
        if len(paths) < 2
        else [label(f"{len(paths)} files", LABEL_LARGE, theme.on_surface, id="count")]
    )
    account = list_row(theme, "Account", state.account.mail, pad=(0, 4, 0, 4), id="account_row")
    place = dropdown(
        theme,
        "Location",
        folder.name if folder else "My Drive",
        lambda: context.open_for_result("folder", "move", at=number),
        "location",
    )
    foot = row(
        space(weight=1),
        button("Cancel", theme, context.finish, id="cancel"),
        button("Save", theme, done, id="save_button", filled=True),
        width=MATCH,
        min_height=68,
        gap=8,
        pad=(16, 0, 16, 0),
        hidden=True,
    )
    return column(
        top_bar("Save to Drive", theme, context.finish),
        scroll(context, "save", *titled, account, place, *files, gap=12, pad=(20, 8, 20, 16)),
        foot,
        width=MATCH,
        height=MATCH,
    )


def folder_chosen(context: Ctx, result: dict[str, Any]) -> None:
    """Where to save was chosen."""
    context.args["folder"] = int(result.get("folder", ROOT))


# -- choosing for another app --------------------------------


def pick_arguments(intent: Intent) -> dict[str, Any]:
    """Which kind of file is to be chosen."""
    return {"type": intent.type or "*/*"}


def _fits(item: Item, wanted: str) -> bool:
    main, _, sub = wanted.partition("/")
    return (
        item.folder or main == "*" or item.mime == wanted or (sub == "*" and item.mime.startswith(main + "/"))
    )


def pick(context: Ctx) -> View:
    """Choosing a file for another app; it is downloaded to where that app can read it."""
    theme, state = context.theme, context.state
    here = int(context.args.get("at", ROOT))
    folder = state.get(here)
    wanted = str(context.args.get("type", "*/*"))
    items = [item for item in state.inside(here) if _fits(item, wanted)]
    if here == ROOT:
        items += [item for item in state.with_me() if _fits(item, wanted)]

    def take(item: Item) -> None:
        if item.folder:
            context.args["at"] = item.id
            return
        path = cached(context, item)
        if path:
            context.finish({"uri": f"file://{path}", "path": path, "name": item.name, "mime": item.mime})

    def entry(index: int) -> View:
        return item_row(context, items[index], on_tap=partial(take, items[index]))

    def leave() -> None:
        if not pick_back(context):
            context.finish()

    body = (
        lazy_list(
            context, f"pick{here}", len(items), ROW, entry, id="doclist_recycler_view", pad=(4, 0, 4, 12)
        )
        if items
        else empty_state(theme, "folder_open", "Nothing to choose from here")
    )
    return column(
        top_bar(folder.name if folder else "Choose from Drive", theme, leave), body, width=MATCH, height=MATCH
    )


def pick_back(context: Ctx) -> bool:
    """Back goes to the folder above."""
    here = context.state.get(int(context.args.get("at", ROOT)))
    if here is None:
        return False
    context.args["at"] = here.parent or ROOT
    return True
