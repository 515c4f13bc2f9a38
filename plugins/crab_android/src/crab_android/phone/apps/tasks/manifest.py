"""Tasks, as the phone knows it."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import App, Context, Filter, Intent, Lead, Screen, intents

from . import details, icon, lists
from .list import add_sheet, task_list
from .model import Tasks, ToDo, remind, seed_tasks
from .rows import TABLES


def _shared(intent: Intent) -> dict[str, Any]:
    title = intent.extras.get(intents.EXTRA_SUBJECT) or intent.extras.get(intents.EXTRA_TEXT) or "Task"
    notes = intent.extras.get(intents.EXTRA_TEXT, "") if intents.EXTRA_SUBJECT in intent.extras else ""
    return {"new": {"title": str(title).splitlines()[0], "notes": str(notes)}}


def _take_shared(context: Context[Tasks]) -> None:
    """What another app shares becomes a to-do."""
    new = context.args.pop("new", None)
    if new:
        context.state.add(ToDo(list=context.state.current, **new))
        context.toast("Task added")


_DIALOGS = {
    "add": add_sheet,
    "delete": details.confirm_delete,
    "menu": lists.list_menu,
    "sort": lists.sort_choice,
    "new_list": lists.new_list,
    "rename_list": lists.rename_list,
    "delete_list": lists.confirm_delete_list,
}
_MENU = ("id=action_menu",)

APP = App(
    package="org.crab.tasks",
    label="Tasks",
    icon=icon.draw,
    state=Tasks,
    screens={
        "list": Screen(
            ".TaskListActivity",
            task_list,
            dialogs=_DIALOGS,
            opened=_take_shared,
            edge_to_edge=True,
            leads=(
                Lead("details", id="task_row"),
                Lead("search", id="action_search"),
                Lead("#delete", id="task_row", gesture="long_tap"),
                Lead("#add", id="fab_add_task"),
                Lead("#menu", id="action_menu"),
                Lead("#sort", text="Sort by", first=_MENU),
                Lead("#new_list", text="New list", first=_MENU),
                Lead("#rename_list", text="Rename list", first=_MENU),
                Lead(
                    "#delete_list",
                    text="Delete list",
                    first=(
                        "id=action_menu",
                        "text=New list",
                        "type=Errands",
                        "text=Create",
                        "id=action_menu",
                    ),
                ),
            ),
        ),
        "search": Screen(
            ".TaskSearchActivity",
            lists.search,
            dialogs={"delete": details.confirm_delete},
            opened=lists.open_keyboard,
            leads=(
                Lead("details", id="task_row", first=("type=e",)),
                Lead("#delete", id="task_row", gesture="long_tap", first=("type=e",)),
            ),
        ),
        "details": Screen(
            ".TaskDetailsActivity",
            details.details,
            dialogs={
                "delete": details.confirm_delete,
                "date": details.due_picker,
                "time": details.due_time,
                "list": details.list_choice,
            },
            on_pause=details.keep_details,
            leads=(
                Lead("#delete", id="action_delete"),
                Lead("#date", id="edit_due_row"),
                Lead("#time", id="edit_time_row"),
                Lead("#list", id="edit_list_row"),
                Lead("!chooser", id="action_share"),
            ),
        ),
    },
    main="list",
    seed=seed_tasks,
    world="tasks",
    version="3.2",
    filters=(Filter(intents.SEND, "list", types=("text/plain",), args=_shared, label="Tasks"),),
    providers={"org.crab.tasks": TABLES},
    on_time=remind,
)
