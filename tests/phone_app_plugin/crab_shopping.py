from pydantic import BaseModel, ConfigDict

import crab_core as crab
from crab_android.hookspecs import PhoneAppSpec
from crab_android.phone.kit import (
    MATCH,
    App,
    Lead,
    Popup,
    Screen,
    Table,
    checkbox,
    column,
    fab,
    list_row,
    scroll,
    space,
    text_prompt,
    top_bar,
)


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    bought: bool = False


class Shopping(BaseModel):
    items: list[Item] = []


def seed(seeding):
    names = seeding.part if seeding.part is not None else ["Apples", "Bread", "Candles"]
    return Shopping(items=[Item(name=name) for name in names])


def main(context):
    def row(item):
        def tick():
            item.bought = not item.bought

        box = checkbox(item.bought, context.theme, tick, id="item_box", desc=f"Bought {item.name}")
        return list_row(context.theme, item.name, start=box, on_tap=tick, id="item", strike=item.bought)

    def add():
        context.show_dialog("add")
        context.edit("name")

    items = scroll(context, "items", *[row(item) for item in context.state.items], space(height=24))
    more = fab("add", "Add item", context.theme, add, "add_item")
    return column(top_bar("Shopping", context.theme, None, more), items, width=MATCH, height=MATCH)


def add(context) -> Popup:
    keep = lambda name: context.state.items.append(Item(name=name))  # noqa: E731
    return text_prompt(context, "Add item", "name", "What do you need?", "Add", keep)


APP = App(
    package="test.example.shopping",
    label="Shopping",
    icon=lambda canvas, rect: canvas.drawColor(0xFF2F8F6B),
    state=Shopping,
    screens={
        "main": Screen(".MainActivity", main, dialogs={"add": add}, leads=(Lead("#add", id="add_item"),))
    },
    main="main",
    seed=seed,
    world="shopping",
    color=0xFF2F8F6B,
    providers={
        "test.example.shopping": {
            "items": Table(lambda c: [{"_id": n, **i.model_dump()} for n, i in enumerate(c.state.items, 1)])
        }
    },
    system=False,
)


@crab.hookimpl
def crab_register_phone_apps():
    return [PhoneAppSpec("test.example.shopping", "A shopping list.", "crab_shopping:APP")]
