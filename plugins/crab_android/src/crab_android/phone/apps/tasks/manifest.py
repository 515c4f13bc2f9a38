"""Tasks, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Lead, Screen, Table

from . import icon
from .details import confirm_delete, details, keep_details
from .list import add_sheet, list_menu, task_list
from .model import Tasks, seed_tasks, task_rows

APP = App(
    package="org.crab.tasks",
    label="Tasks",
    icon=icon.draw,
    state=Tasks,
    screens={
        "list": Screen(
            ".TaskListActivity",
            task_list,
            dialogs={"add": add_sheet, "delete": confirm_delete, "menu": list_menu},
            edge_to_edge=True,
            leads=(
                Lead("details", id="task_row"),
                Lead("#delete", id="task_row", gesture="long_tap"),
                Lead("#add", id="fab_add_task"),
                Lead("#menu", id="action_menu"),
            ),
        ),
        "details": Screen(
            ".TaskDetailsActivity",
            details,
            dialogs={"delete": confirm_delete},
            back=keep_details,
            leads=(Lead("#delete", id="action_delete"),),
        ),
    },
    main="list",
    seed=seed_tasks,
    world="tasks",
    version="3.2",
    providers={"org.crab.tasks": {"tasks": Table(task_rows)}},
)
