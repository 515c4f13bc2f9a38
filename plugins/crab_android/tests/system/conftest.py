"""A phone on which something has happened: notifications of two apps, one of which hears broadcasts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pydantic import BaseModel, Field

from crab_android.phone import Phone
from crab_android.phone.catalog import load_apps
from crab_android.phone.crawl import find
from crab_android.phone.kit import (
    App,
    Context,
    Popup,
    Screen,
    View,
    button,
    column,
    dialog_card,
    icon_button,
    label,
    scroll,
    space,
    text_input,
    top_bar,
)
from crab_android.phone.state import Notification, NotificationAction

POST = "test.post"
UI = "com.android.systemui:id/"
_APPS = "crab_android.phone.apps"


class Post(BaseModel):
    """What the app for these tests remembers."""

    heard: list[str] = Field(default_factory=list)
    sent: list[str] = Field(default_factory=list)


def _letters(context: Context[Post]) -> View:
    fields = [
        text_input(context, name, hint, id=name, input_type=kind, lines=lines, pad=(0, 12, 0, 12))
        for name, hint, kind, lines in (
            ("plain", "Plain", "text", 1),
            ("long", "Long", "text", 4),
            ("count", "Count", "number", 1),
            ("number", "Phone", "phone", 1),
            ("mail", "Mail", "email", 1),
            ("site", "Site", "url", 1),
            ("secret", "Secret", "password", 1),
        )
    ]
    more = icon_button(
        "more", "More", context.theme.on_surface, lambda: context.show_dialog("about"), id="more"
    )
    return column(
        top_bar("Post", context.theme, context.finish, more),
        scroll(context, "fields", *fields, space(height=700), text_input(context, "last", "Last")),
        width=-1,
        height=-1,
    )


def _letter(context: Context[Post]) -> View:
    return column(
        top_bar("Letter", context.theme, context.finish),
        label(str(context.args.get("name", "")), id="name"),
        space(weight=1),
        text_input(
            context, "answer", "Answer", ime_action="send", on_enter=lambda: _send(context), min_height=48
        ),
        width=-1,
        height=-1,
    )


def _about(context: Context[Post]) -> Popup:
    theme = context.theme
    lines = [label(f"Line {number}", color=theme.on_surface, id="line") for number in range(14)]
    ok = button("OK", theme, context.dismiss, id="android:id/button1")
    return Popup(dialog_card(theme, "About Post", *lines, buttons=(ok,)))


def _tight(context: Context[Post]) -> View:
    rows = [label(f"Row {number}", min_height=52, color=context.theme.on_surface) for number in range(5)]
    entry = text_input(context, "foot", "Foot", min_height=48)
    return column(top_bar("Tight", context.theme, context.finish), *rows, entry, width=-1, height=-1)


def _send(context: Context[Post]) -> None:
    context.state.sent.append(context.field("answer").text)
    context.forget("answer")


APP: App[Post] = App(
    package=POST,
    label="Post",
    icon=lambda canvas, _rect: canvas.drawColor(0xFF2F8F6B),
    state=Post,
    screens={
        "letters": Screen(".Letters", _letters, dialogs={"about": _about}),
        "letter": Screen(".Letter", _letter),
        "tight": Screen(".Tight", _tight),
    },
    main="letters",
    seed=lambda _seeding: Post(),
    receivers={"test.post.READ": lambda context, intent: context.state.heard.append(intent.extras["name"])},
    system=False,
)


@pytest.fixture
def phone() -> Phone:
    """A phone with Settings, Tasks and an app for these tests, and nothing going on."""
    apps = load_apps((f"{_APPS}.settings.manifest:APP", f"{_APPS}.tasks.manifest:APP"))
    return Phone(apps=(*apps, APP))


@pytest.fixture
def busy(phone: Phone) -> Phone:
    """The same phone with three notifications."""
    now = phone.now()
    read = NotificationAction(title="Mark as read", broadcast="test.post.READ", args={"name": "Ada"})
    for tag, title, minutes in (("1", "Leo", 130), ("2", "Ada", 3)):
        phone.notify(
            Notification(
                package=POST,
                tag=tag,
                title=title,
                text=f"A letter from {title}",
                when=now - timedelta(minutes=minutes),
                screen="letter",
                args={"name": title},
                actions=[read] if title == "Ada" else [],
            )
        )
    phone.notify(
        Notification(package="org.crab.tasks", tag="sync", title="Keeping up", when=now, ongoing=True)
    )
    return phone


@pytest.fixture
def post(phone: Phone, hand):
    """The app's screen with text fields of every kind; call it with a field's id to put the cursor there."""
    phone.launch(POST)

    def touch(name: str) -> None:
        spot = find(phone, id=name).visible.center
        phone.tap(spot[0] * phone.scale, spot[1] * phone.scale)

    return touch


def keys(phone: Phone) -> dict[str, View]:
    """The keys of the soft keyboard by name."""
    from crab_android.phone.touch import walk

    board = next(window for window in phone.windows() if window.title == "InputMethod")
    return {view.desc: view for view in walk(board.root) if view.desc}
