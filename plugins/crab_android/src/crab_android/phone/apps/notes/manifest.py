"""Notes, as the phone knows it."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import App, Filter, Intent, Lead, Screen, Table, intents

from . import dialogs, editor, icon, model, shelves


def _shared(intent: Intent) -> dict[str, Any]:
    title = intent.extras.get(intents.EXTRA_SUBJECT) or intent.extras.get("android.intent.extra.TITLE", "")
    return {"title": str(title), "text": str(intent.extras.get(intents.EXTRA_TEXT, ""))}


def _row(intent: Intent) -> dict[str, Any]:
    last = intent.data.rpartition("/")[2]
    return {"id": int(last) if last.isdigit() else 0}


_ON_SHELF = {"actions": shelves.actions, "forever": shelves.confirm_forever}

APP = App(
    package="org.crab.notes",
    label="Notes",
    icon=icon.draw,
    state=model.Notes,
    screens={
        "home": Screen(
            ".activities.BrowseActivity",
            shelves.home,
            dialogs={"menu": shelves.home_menu, "actions": shelves.actions},
            leads=(
                Lead("edit", id="note_card"),
                Lead("edit", id="new_note_button"),
                Lead("#actions", id="note_card", gesture="long_tap"),
                Lead("#menu", desc="More options"),
                Lead("labels", text="Labels", first=("desc=More options",)),
                Lead("shelf", text="Trash", first=("desc=More options",)),
            ),
        ),
        "edit": Screen(
            ".activities.EditorActivity",
            editor.edit,
            dialogs={
                "menu": dialogs.edit_menu,
                "color": dialogs.color_sheet,
                "labels": dialogs.label_choice,
                "remind": dialogs.remind,
                "remind_day": dialogs.remind_day,
                "remind_time": dialogs.remind_time,
            },
            on_pause=editor.keep_quietly,
            leads=(
                Lead("#menu", desc="More options"),
                Lead("#color", desc="Color"),
                Lead("#labels", text="Labels", first=("desc=More options",)),
                Lead("#remind", id="menu_reminder"),
                Lead("#remind_day", text="Pick a date and time", first=("id=menu_reminder",)),
                Lead(
                    "#remind_time",
                    text="OK",
                    first=("id=menu_reminder", "text=Pick a date and time"),
                ),
                Lead("home", desc="Navigate up"),
            ),
        ),
        "shelf": Screen(
            ".activities.ShelfActivity",
            shelves.shelf,
            dialogs={**_ON_SHELF, "trash_menu": shelves.trash_menu, "empty": shelves.confirm_empty},
            leads=(
                Lead("edit", id="note_card"),
                Lead("#actions", id="note_card", gesture="long_tap"),
                Lead("#trash_menu", desc="More options"),
                Lead("#forever", text="Delete forever", first=("long=note_card",)),
                Lead("#empty", text="Empty trash", first=("desc=More options",)),
            ),
        ),
        "labels": Screen(
            ".activities.LabelsActivity",
            shelves.labels,
            dialogs={"name_label": shelves.name_label, "delete_label": shelves.confirm_delete_label},
            leads=(
                Lead("label", id="label_row"),
                Lead("#name_label", id="add_label"),
                Lead("#delete_label", id="delete_label"),
            ),
        ),
        "label": Screen(
            ".activities.LabelActivity",
            shelves.labelled,
            dialogs={"actions": shelves.actions},
            leads=(Lead("#actions", id="note_card", gesture="long_tap"),),
        ),
    },
    main="home",
    seed=model.seed,
    world="notes",
    color=0xFFB97900,
    version="5.24",
    permissions=("android.permission.POST_NOTIFICATIONS",),
    filters=(
        Filter(intents.SEND, "edit", types=("text/*",), args=_shared),
        Filter("com.google.android.gms.actions.CREATE_NOTE", "edit", args=_shared),
        Filter(intents.VIEW, "edit", schemes=("content",), hosts=("org.crab.notes",), args=_row),
    ),
    providers={
        "org.crab.notes": {"notes": Table(model.rows, model.insert, model.update, model.delete)},
    },
    on_time=model.remind,
)
