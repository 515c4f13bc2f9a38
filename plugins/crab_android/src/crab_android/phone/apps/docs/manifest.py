"""Docs, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import dialogs, editing, editor, icon, library, library_dialogs, pages
from .model import Docs
from .provider import AUTHORITY, TABLES
from .seeding import seed

APP = App(
    package="org.crab.docs",
    label="Docs",
    icon=icon.draw,
    state=Docs,
    screens={
        "home": Screen(
            ".MainActivity",
            library.build,
            dialogs={
                "menu": library_dialogs.library_menu,
                "sort": library_dialogs.sort_dialog,
                "new": library_dialogs.new_sheet,
                "actions": library_dialogs.actions_sheet,
                "rename": library_dialogs.rename_dialog,
            },
            results={"file": library_dialogs.file_chosen},
            leads=(
                Lead("edit", id="doc_entry"),
                Lead("#new", id="new_document_button"),
                Lead("edit", id="template_notes", first=("id=new_document_button",)),
                Lead("#menu", id="action_menu"),
                Lead("#sort", id="menu_sort", first=("id=action_menu",)),
                Lead("<", id="menu_open_file", first=("id=action_menu",)),
                Lead("trash", id="menu_trash", first=("id=action_menu",)),
                Lead("settings", id="menu_settings", first=("id=action_menu",)),
                Lead("#actions", id="more_actions_button"),
                Lead("#rename", id="action_rename", first=("id=more_actions_button",)),
                Lead("details", id="action_details", first=("id=more_actions_button",)),
                Lead("!chooser", id="action_share", first=("id=more_actions_button",)),
            ),
        ),
        "edit": Screen(
            ".EditorActivity",
            editor.build,
            dialogs={
                "menu": dialogs.editor_menu,
                "styles": dialogs.styles_sheet,
                "align": dialogs.align_dialog,
                "insert": dialogs.insert_sheet,
                "link": dialogs.link_dialog,
                "picture": dialogs.picture_sheet,
                "outline": dialogs.outline_sheet,
                "count": dialogs.count_dialog,
                "export": dialogs.export_dialog,
                "send": dialogs.send_dialog,
            },
            opened=editor.opened,
            back=editor.back,
            results={"image": dialogs.image_chosen},
            on_pause=editing.pause,
            leads=(
                Lead("#menu", id="action_menu"),
                Lead("#styles", id="style_button"),
                Lead("#align", id="align_button"),
                Lead("#insert", id="insert_button"),
                Lead("#link", id="insert_link", first=("id=insert_button",)),
                Lead("#outline", id="menu_outline", first=("id=action_menu",)),
                Lead("#count", id="menu_count", first=("id=action_menu",)),
                Lead("#export", id="menu_export", first=("id=action_menu",)),
                Lead("#send", id="menu_send", first=("id=action_menu",)),
                Lead("edit", id="menu_find", first=("id=action_menu",)),
                Lead("comments", id="action_comments"),
                Lead("details", id="menu_details", first=("id=action_menu",)),
                Lead("#picture", id="image"),
            ),
        ),
        "comments": Screen(
            ".CommentsActivity",
            pages.comments,
            dialogs={"delete": pages.delete_comment},
            leads=(Lead("#delete", id="delete_comment"),),
        ),
        "trash": Screen(
            ".TrashActivity",
            pages.trash,
            dialogs={
                "actions": library_dialogs.actions_sheet,
                "forever": pages.forever_dialog,
                "menu": pages.trash_menu,
                "empty": pages.empty_dialog,
            },
            leads=(
                Lead("#actions", id="more_actions_button"),
                Lead("#forever", id="action_forever", first=("id=more_actions_button",)),
                Lead("#menu", id="action_menu"),
                Lead("#empty", id="menu_empty_trash", first=("id=action_menu",)),
            ),
        ),
        "details": Screen(".DetailsActivity", pages.details),
        "settings": Screen(
            ".SettingsActivity",
            pages.settings,
            dialogs={"sort": library_dialogs.sort_dialog, "spacing": pages.spacing_dialog},
            leads=(Lead("#sort", id="pref_sort"), Lead("#spacing", id="pref_spacing")),
        ),
    },
    main="home",
    seed=seed,
    world="docs",
    color=0xFF2F6BE0,
    version="1.26",
    filters=(
        Filter(
            intents.VIEW,
            "edit",
            schemes=("file",),
            types=("text/*",),
            args=editor.file_arguments,
            example="file:///sdcard/Download/notes.txt",
        ),
        Filter(
            intents.VIEW,
            "edit",
            schemes=("content",),
            hosts=(AUTHORITY,),
            args=editor.row_arguments,
            example=f"content://{AUTHORITY}/documents/1",
        ),
        Filter(intents.SEND, "edit", types=("text/*",), args=editor.text_arguments, label="New document"),
        Filter(intents.INSERT, "edit", types=("text/*",), args=editor.text_arguments),
        Filter("org.crab.docs.action.CREATE", "edit", args=editor.text_arguments),
    ),
    providers={AUTHORITY: TABLES},
)
