"""Files, as the phone knows it."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import App, AppContext, Context, Filter, Lead, Rows, Screen, Table, intents

from . import browse, dialogs, icon, pick, show
from .kinds import FOLDER_MIME, mime_of
from .model import ROOT, Files, seed
from .rows import clear_selection
from .work import everything

_OPEN = "android.intent.action.OPEN_DOCUMENT"
_CREATE = "android.intent.action.CREATE_DOCUMENT"
_DOWNLOADS = "android.intent.action.VIEW_DOWNLOADS"
_AUTHORITY = "com.android.externalstorage.documents"
_ONE = {"file_menu": show.file_menu, "rename": dialogs.rename, "delete": dialogs.confirm_delete}
_CHOSEN = (
    Lead("#choosing_menu", desc="More options", first=("long=item_root",)),
    Lead("#delete", desc="Delete", first=("long=item_root",)),
    Lead("#rename", text="Rename", first=("long=item_root", "desc=More options")),
    Lead("#compress", text="Compress", first=("long=item_root", "desc=More options")),
)
_ABOUT = (
    Lead("#file_menu", desc="More options"),
    Lead("#rename", text="Rename", first=("desc=More options",)),
    Lead("#delete", text="Delete", first=("desc=More options",)),
)


def _done(context: Context[Files], _result: dict[str, Any]) -> None:
    clear_selection(context)


def rows(context: AppContext[Files]) -> Rows:
    """The files of the shared storage, in the columns of Android's DocumentsContract."""
    return [
        {
            "_id": number,
            "document_id": f"primary:{entry.path.removeprefix(ROOT + '/')}",
            "_display_name": entry.name,
            "mime_type": FOLDER_MIME if entry.node.is_folder else mime_of(entry.name),
            "last_modified": entry.node.mtime * 1000,
            "_size": entry.node.weight(),
        }
        for number, entry in enumerate(everything(context), 1)
    ]


APP = App(
    package="com.android.documentsui",
    label="Files",
    icon=icon.draw,
    state=Files,
    screens={
        "home": Screen(
            ".LauncherActivity",
            browse.home,
            leads=(
                Lead("folder", id="internal_storage"),
                Lead("folder", id="category_downloads"),
                Lead("category", id="category_images"),
                Lead("category", id="category_documents"),
                Lead("search", id="option_menu_search"),
            ),
        ),
        "folder": Screen(
            ".files.FilesActivity",
            browse.folder,
            dialogs=dialogs.OVER_FOLDER,
            back=clear_selection,
            results={"done": _done},
            leads=(
                Lead("folder", text="Download"),
                Lead("search", id="option_menu_search"),
                Lead("#menu", desc="More options"),
                Lead("#sort", text="Sort by…", first=("desc=More options",)),
                Lead("#new_folder", text="New folder", first=("desc=More options",)),
                *_CHOSEN,
                Lead("target", text="Copy to…", first=("long=item_root", "desc=More options")),
                Lead("details", text="Get info", first=("long=item_root", "desc=More options")),
                Lead("archive", text="Poster drafts.zip", first=("text=Download",)),
                Lead(
                    "text",
                    text="View as text",
                    first=(
                        *("text=Documents", "text=Fair", "long=item_root", "desc=More options"),
                        *("text=Get info", "desc=More options"),
                    ),
                ),
            ),
        ),
        "category": Screen(
            ".files.CategoryActivity",
            browse.category,
            dialogs=dialogs.OVER_CATEGORY,
            back=clear_selection,
            results={"done": _done},
            leads=(
                *_CHOSEN,
                Lead("#menu", desc="More options"),
                Lead("#sort", text="Sort by…", first=("desc=More options",)),
            ),
        ),
        "search": Screen(
            ".files.SearchActivity",
            browse.search,
            dialogs=dialogs.OVER_LIST,
            back=clear_selection,
            results={"done": _done},
            leads=tuple(
                Lead(
                    lead.to,
                    lead.id,
                    lead.text,
                    lead.desc,
                    first=("id=search_src_text", "type=e", *lead.first),
                )
                for lead in _CHOSEN
            ),
        ),
        "target": Screen(
            ".picker.FolderActivity",
            browse.target,
            dialogs={"new_folder": dialogs.new_folder},
            back=browse.target_back,
            leads=(Lead("#new_folder", desc="New folder"),),
        ),
        "text": Screen(".viewer.TextActivity", show.text, dialogs=_ONE, leads=_ABOUT),
        "archive": Screen(
            ".archives.ArchiveActivity",
            show.archive,
            dialogs=_ONE,
            leads=(*_ABOUT, Lead("folder", text="Extract")),
        ),
        "details": Screen(".inspector.InspectorActivity", show.details, dialogs=_ONE, leads=_ABOUT),
        "pick": Screen(
            ".picker.PickActivity",
            pick.pick,
            back=pick.pick_back,
        ),
        "create": Screen(
            ".picker.SaveActivity",
            pick.pick,
            dialogs={"new_folder": dialogs.new_folder, "overwrite": pick.confirm_overwrite},
            back=pick.pick_back,
            leads=(
                Lead("#new_folder", desc="New folder"),
                Lead("#overwrite", id="android:id/button1", first=("text=Cabin wifi.txt",)),
            ),
        ),
    },
    main="home",
    seed=seed,
    world="files_app",
    color=0xFF3E6FC4,
    version="16.0",
    permissions=("android.permission.MANAGE_EXTERNAL_STORAGE",),
    filters=(
        Filter(intents.GET_CONTENT, "pick", types=("*/*",), args=pick.open_arguments),
        Filter(_OPEN, "pick", types=("*/*",), args=pick.open_arguments),
        Filter(_CREATE, "create", types=("*/*",), args=pick.create_arguments),
        Filter(
            intents.VIEW,
            "folder",
            schemes=("content",),
            hosts=(_AUTHORITY,),
            types=(FOLDER_MIME, "vnd.android.document/root"),
            args=browse.folder_argument,
            example=f"content://{_AUTHORITY}/document/primary%3ADownload",
        ),
        Filter(
            intents.SEND,
            "target",
            types=("image/*", "video/*", "audio/*", "application/*"),
            args=browse.save_arguments,
            label="Save to Files",
        ),
        Filter(_DOWNLOADS, "folder", args=browse.downloads_argument),
        Filter(
            intents.VIEW,
            "archive",
            schemes=("file",),
            types=("application/zip",),
            args=show.file_argument,
            example="file:///sdcard/Download/Poster%20drafts.zip",
        ),
        Filter(
            intents.VIEW,
            "details",
            schemes=("file",),
            types=("application/octet-stream", "application/vnd.android.package-archive"),
            args=show.file_argument,
            example="file:///sdcard/Download/x.bin",
        ),
    ),
    providers={_AUTHORITY: {"document": Table(rows)}},
)
