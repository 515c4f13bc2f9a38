"""Drive, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import browse, folder, icon, main, move, pages, sharing, transfers, viewer, work
from .model import Drive
from .provider import AUTHORITY, TABLES
from .seeding import seed

_ON_ITEMS = {"actions": work.actions_sheet, "rename": work.rename_dialog}
_BROWSING = {
    **_ON_ITEMS,
    "new": main.new_sheet,
    "new_folder": work.new_folder_dialog,
    "sort": browse.sort_sheet,
    "selection_menu": work.selection_menu,
}
_ITEM_LEADS = (
    Lead("#actions", id="more_actions_button"),
    Lead("#rename", id="action_rename", first=("id=more_actions_button",)),
)
_BROWSE_LEADS = (
    *_ITEM_LEADS,
    Lead("#new", id="fab_new"),
    Lead("#new_folder", id="new_folder", first=("id=fab_new",)),
    Lead("<", id="new_upload", first=("id=fab_new",)),
    Lead("#selection_menu", id="action_menu", first=("long=doc_entry",)),
    Lead("move", id="action_move", first=("long=doc_entry",)),
    Lead("share", id="action_share", first=("id=more_actions_button",)),
    Lead("details", id="action_details", first=("id=more_actions_button",)),
)

APP = App(
    package="org.crab.drive",
    label="Drive",
    icon=icon.draw,
    state=Drive,
    screens={
        "home": Screen(
            ".MainActivity",
            main.build,
            dialogs={**_BROWSING, "drawer": main.drawer},
            back=main.back,
            edge_to_edge=True,
            results={"uploaded": transfers.uploaded},
            leads=(
                Lead("folder", id="folder_entry"),
                Lead("viewer", id="doc_entry"),
                Lead("search", id="open_search_bar_text_view"),
                Lead("#drawer", id="open_drawer"),
                Lead("trash", id="menu_trash", first=("id=open_drawer",)),
                Lead("settings", id="menu_settings", first=("id=open_drawer",)),
                Lead("storage", id="menu_storage", first=("id=open_drawer",)),
                Lead("#sort", id="sort_button", first=("id=tab_files",)),
                *_BROWSE_LEADS,
            ),
        ),
        "folder": Screen(
            ".FolderActivity",
            folder.build,
            dialogs={**_BROWSING, "menu": folder.folder_menu},
            back=folder.back,
            results={"uploaded": transfers.uploaded},
            leads=(
                Lead("#menu", id="action_menu"),
                Lead("search", id="menu_search"),
                Lead("#sort", id="sort_button"),
                *_BROWSE_LEADS,
            ),
        ),
        "viewer": Screen(
            ".ViewerActivity",
            viewer.build,
            dialogs={"menu": viewer.viewer_menu, "rename": work.rename_dialog},
            opened=viewer.opened,
            leads=(
                Lead("#menu", id="action_menu"),
                Lead("#rename", id="menu_rename", first=("id=action_menu",)),
                Lead("share", id="action_share"),
                Lead("details", id="menu_details", first=("id=action_menu",)),
                Lead("move", id="menu_move", first=("id=action_menu",)),
                Lead("!chooser", id="menu_send", first=("id=action_menu",)),
            ),
        ),
        "details": Screen(".DetailsActivity", viewer.details, leads=(Lead("share", id="manage_access"),)),
        "share": Screen(
            ".ShareActivity",
            sharing.build,
            dialogs={
                "role": sharing.role_dialog,
                "access": sharing.access_dialog,
                "general": sharing.general_dialog,
            },
            leads=(
                Lead("#role", id="role"),
                Lead("#general", id="general_access"),
                Lead(
                    "#access",
                    text="ada@mail.test",
                    first=("id=share_address", "type=ada@mail.test", "id=send_button"),
                ),
            ),
        ),
        "move": Screen(
            ".PickFolderActivity",
            move.build,
            dialogs={"new_folder": work.new_folder_dialog},
            back=move.up,
            leads=(Lead("#new_folder", id="new_folder"), Lead("<", id="cancel")),
        ),
        "search": Screen(
            ".SearchActivity",
            pages.search,
            dialogs=_ON_ITEMS,
            opened=pages.search_opened,
            leads=(
                Lead("folder", id="doc_entry", first=("id=chip_folder",)),
                Lead("#actions", id="more_actions_button", first=("id=chip_folder",)),
                Lead("#rename", id="action_rename", first=("id=chip_folder", "id=more_actions_button")),
            ),
        ),
        "trash": Screen(
            ".TrashActivity",
            pages.trash,
            dialogs={
                "actions": work.actions_sheet,
                "forever": work.forever_dialog,
                "menu": pages.trash_menu,
                "empty": work.empty_dialog,
            },
            leads=(
                Lead("#actions", id="more_actions_button"),
                Lead("#forever", id="action_forever", first=("id=more_actions_button",)),
                Lead("#menu", id="action_menu"),
                Lead("#empty", id="menu_empty_trash", first=("id=action_menu",)),
            ),
        ),
        "settings": Screen(
            ".SettingsActivity",
            pages.settings,
            dialogs={"sort": browse.sort_sheet, "clear": pages.clear_dialog},
            leads=(
                Lead("storage", id="pref_storage"),
                Lead("#sort", id="pref_sort"),
                Lead("#clear", id="pref_clear_history"),
            ),
        ),
        "storage": Screen(".StorageActivity", pages.storage, leads=(Lead("viewer", id="doc_entry"),)),
        "save": Screen(
            ".UploadActivity",
            transfers.save,
            results={"folder": transfers.folder_chosen},
            leads=(Lead("move", id="location"),),
        ),
        "pick": Screen(".PickActivity", transfers.pick, back=transfers.pick_back),
    },
    main="home",
    seed=seed,
    world="drive",
    color=0xFF12805C,
    version="2.26",
    permissions=("android.permission.READ_CONTACTS",),
    filters=(
        Filter(intents.SEND, "save", types=("*/*",), args=transfers.sent, label="Save to Drive"),
        Filter(intents.GET_CONTENT, "pick", types=("*/*",), args=transfers.pick_arguments),
        Filter(
            intents.VIEW,
            "viewer",
            schemes=("https", "content"),
            hosts=("drive.crab.test", AUTHORITY),
            paths=("/file/*", "/files/*"),
            args=folder.arguments,
            example=f"content://{AUTHORITY}/files/3",
        ),
        Filter(
            intents.VIEW,
            "folder",
            schemes=("https", "content"),
            hosts=("drive.crab.test", AUTHORITY),
            paths=("/folders/*",),
            args=folder.arguments,
            example="https://drive.crab.test/folders/1",
        ),
    ),
    providers={AUTHORITY: TABLES},
)
