"""Photos, as the phone knows it."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import App, Context, Filter, Lead, Screen, Table, intents

from . import album, edit, icon, over_photo, viewer
from .dialogs import OVER_GRID, add_sheet, name_album
from .grid import clear_selection
from .library import expire
from .main import back, main, main_menu
from .model import Photos
from .provider import TABLES, album_rows
from .seed import seed

_KINDS = ("image/*", "video/*")
_ON_GRID = (
    Lead("viewer", id="photo_cell"),
    Lead("#add_to", id="action_add_to_album", first=("long=photo_cell",)),
    Lead("#delete", id="action_delete", first=("long=photo_cell",)),
    Lead("#name_album", id="new_album", first=("long=photo_cell", "id=action_add_to_album")),
)


def _edited(context: Context[Photos], result: dict[str, Any]) -> None:
    context.args["path"] = result["path"]


APP = App(
    package="com.android.gallery3d",
    label="Photos",
    icon=icon.draw,
    state=Photos,
    screens={
        "main": Screen(
            ".app.GalleryActivity",
            main,
            dialogs={"menu": main_menu, **OVER_GRID},
            back=back,
            edge_to_edge=True,
            leads=(
                *_ON_GRID,
                Lead("search", id="action_search"),
                Lead("#menu", desc="More options"),
                Lead("album", id="album_tile", first=("id=tab_albums",)),
                Lead("trash", text="Trash", first=("desc=More options",)),
                Lead("settings", text="Settings", first=("desc=More options",)),
            ),
        ),
        "album": Screen(
            ".app.AlbumActivity",
            album.album,
            dialogs={
                "album_menu": album.album_menu,
                "delete_album": album.confirm_delete_album,
                **OVER_GRID,
            },
            back=clear_selection,
            leads=(
                *_ON_GRID,
                Lead("#album_menu", desc="More options"),
                Lead("#delete_album", text="Delete album", first=("desc=More options",)),
            ),
        ),
        "viewer": Screen(
            ".app.PhotoActivity",
            viewer.viewer,
            dialogs={
                "menu": over_photo.viewer_menu,
                "details": over_photo.details,
                "describe": over_photo.describe,
                "delete": over_photo.confirm_delete,
                "wallpaper": over_photo.confirm_wallpaper,
                "add_to": add_sheet,
                "name_album": name_album,
            },
            results={"edited": _edited},
            edge_to_edge=True,
            dark=True,
            leads=(
                Lead("edit", id="action_edit"),
                Lead("#menu", desc="More options"),
                Lead("#details", id="action_details"),
                Lead("#describe", id="details_description", first=("id=action_details",)),
                Lead("#delete", id="action_delete"),
                Lead("#wallpaper", text="Use as wallpaper", first=("desc=More options",)),
                Lead("#add_to", text="Add to album", first=("desc=More options",)),
                Lead("#name_album", id="new_album", first=("desc=More options", "text=Add to album")),
                Lead("!chooser", id="action_share"),
            ),
        ),
        "edit": Screen(
            ".filtershow.FilterShowActivity",
            edit.edit,
            dialogs={"save": edit.save_sheet, "discard": edit.confirm_discard},
            back=edit.leave,
            edge_to_edge=True,
            dark=True,
            leads=(
                Lead("#save", id="save_button", first=("id=rotate_right",)),
                Lead("#discard", id="cancel_button", first=("id=rotate_right",)),
            ),
        ),
        "search": Screen(
            ".app.SearchActivity",
            album.search,
            leads=(Lead("viewer", id="photo_cell", first=("id=place_row",)),),
        ),
        "trash": Screen(
            ".app.TrashActivity",
            album.trash,
            dialogs={
                "trashed": album.trashed_sheet,
                "forever": album.confirm_forever,
                "trash_menu": album.trash_menu,
                "empty": album.confirm_empty,
            },
            leads=(
                Lead("#trashed", id="photo_cell"),
                Lead("#forever", id="action_delete_forever", first=("id=photo_cell",)),
                Lead("#trash_menu", desc="More options"),
                Lead("#empty", text="Empty trash", first=("desc=More options",)),
            ),
        ),
        "pick": Screen(".app.PickerActivity", album.pick),
        "settings": Screen(
            ".settings.GallerySettings",
            album.settings,
            dialogs={"columns": album.choose_columns},
            leads=(
                Lead("#columns", id="columns_row"),
                Lead("pick", id="wallpaper_row"),
                Lead("trash", id="trash_row"),
            ),
        ),
    },
    main="main",
    seed=seed,
    world="photos",
    color=0xFF4C6E9A,
    version="16.2",
    permissions=("android.permission.READ_MEDIA_IMAGES", "android.permission.SET_WALLPAPER"),
    filters=(
        Filter(
            intents.VIEW,
            "viewer",
            schemes=("file", "content"),
            types=_KINDS,
            args=viewer.view_arguments,
            example="file:///sdcard/DCIM/Camera/IMG.jpg",
        ),
        Filter(intents.GET_CONTENT, "pick", types=_KINDS, args=album.pick_arguments),
        Filter(intents.PICK, "pick", types=_KINDS, args=album.pick_arguments),
        Filter("android.intent.action.SET_WALLPAPER", "pick", args=album.wallpaper_arguments),
        Filter(
            intents.EDIT,
            "edit",
            schemes=("file",),
            types=("image/*",),
            args=viewer.view_arguments,
            example="file:///sdcard/DCIM/Camera/IMG.jpg",
        ),
    ),
    providers={"media": TABLES, "com.android.gallery3d.provider": {"albums": Table(album_rows)}},
    on_time=expire,
)
