"""Sharing an item: with whom, as what, and whether everybody with the link may see it."""

from __future__ import annotations

import re
from functools import partial
from typing import cast

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Context,
    Popup,
    View,
    avatar,
    button,
    choice,
    column,
    divider,
    dropdown,
    icon_button,
    label,
    list_row,
    row,
    scroll,
    section,
    space,
    text_box,
    top_bar,
)

from .model import ROLES, Account, Drive, Item, Role

Ctx = Context[Drive]

CONTACTS = "content://com.android.contacts/data/emails"
_ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+")
_MOST = 5  # suggestions


def item_of(context: Ctx) -> Item | None:
    """The item that the screen is about."""
    return context.state.get(int(context.args.get("id", 0)))


def suggestions(context: Ctx, typed: str, item: Item) -> list[Account]:
    """Contacts whom a few typed letters may mean."""
    low = typed.strip().lower()
    has = {one.mail.lower() for one in item.access}
    if not low:
        return []
    found: dict[str, Account] = {}
    for entry in context.query(CONTACTS):
        mail, name = str(entry.get("data1") or ""), str(entry.get("display_name") or "")
        if mail and mail.lower() not in has and low in f"{name} {mail}".lower():
            found.setdefault(mail.lower(), Account(mail=mail, name=name))
    known = sorted(found.values(), key=lambda one: (not one.shown.lower().startswith(low), one.shown.lower()))
    return known[:_MOST]


def build(context: Ctx) -> View:
    """The screen."""
    theme, item = context.theme, item_of(context)
    if item is None:
        return column(top_bar("Share", theme, context.finish), width=MATCH, height=MATCH)
    typed = context.field("share_address").text
    role = str(context.args.get("role", "editor"))

    def send() -> None:
        match = _ADDRESS.fullmatch(typed.strip())
        if not match:
            context.args["error"] = "Enter a mail address"
            return
        known = [one for one in suggestions(context, match.group(), item) if one.mail == match.group()]
        _give(context, item, known[0] if known else Account(mail=match.group()), cast("Role", role))

    error = str(context.args.get("error", "")) if not _ADDRESS.search(typed) else ""
    people = [
        list_row(
            theme,
            one.shown,
            one.mail if one.name else "",
            start=avatar(one.shown),
            on_tap=partial(_give, context, item, one, cast("Role", role)),
            id="suggestion_row",
            detail_id="suggestion_address",
            pad=(4, 6, 4, 6),
        )
        for one in suggestions(context, typed, item)
    ]
    add = [
        text_box(
            context,
            "share_address",
            "Add people by mail address",
            icon="person_add",
            input_type="email",
            on_enter=send,
            error=error,
        ),
        *people,
        row(
            column(
                dropdown(theme, "Role", ROLES[role], lambda: context.show_dialog("role"), "role"),
                weight=1,
                hidden=True,
            ),
            button("Send", theme, send, id="send_button", filled=True),
            width=MATCH,
            gap=16,
            pad=(40, 0, 0, 0),
            hidden=True,
        ),
    ]
    link = icon_button("link", "Copy link", theme.on_surface, partial(_copy, context, item), id="copy_link")
    return column(
        top_bar(f"Share “{item.name}”", theme, context.finish, link),
        scroll(context, "share", *add, *_access(context, item), gap=8, pad=(16, 8, 16, 24)),
        width=MATCH,
        height=MATCH,
    )


def _copy(context: Ctx, item: Item) -> None:
    context.copy(item.url)
    context.toast("Link copied")


def _give(context: Ctx, item: Item, person: Account, role: Role) -> None:
    context.state.share(item, person, role)
    context.forget("share_address")
    context.args.pop("error", None)
    context.phone.hide_keyboard()
    context.toast(f"Shared with {person.shown}")


def _access(context: Ctx, item: Item) -> list[View]:
    theme = context.theme
    owner = context.state.owner_of(item)
    rows = [
        _person(context, owner, "Owner"),
        *(_person(context, one, ROLES[one.role]) for one in item.access),
    ]
    open_link = item.link == "anyone"
    general = list_row(
        theme,
        "Anyone with the link" if open_link else "Restricted",
        "Everybody on the internet with the link can view"
        if open_link
        else "Only people with access can open with the link",
        start=View(
            icon="globe" if open_link else "lock",
            color=theme.on_secondary_container,
            fill=theme.secondary_container,
            radius=20,
            width=40,
            height=40,
            hidden=True,
        ),
        on_tap=lambda: context.show_dialog("general"),
        id="general_access",
        pad=(4, 6, 4, 6),
    )
    return [
        space(height=4),
        divider(theme),
        section("People with access", theme),
        *rows,
        section("General access", theme),
        general,
        row(
            button("Copy link", theme, partial(_copy, context, item), id="copy_link_button"),
            width=MATCH,
            pad=(44, 0, 0, 0),
            hidden=True,
        ),
    ]


def _person(context: Ctx, one: Account, role: str) -> View:
    theme = context.theme
    texts = [label(one.shown, BODY_LARGE, theme.on_surface, id="person_name")]
    if one.name:
        texts.append(label(one.mail, BODY, theme.on_surface_variant, id="person_address"))
    owner = role == "Owner"
    return row(
        avatar(one.shown),
        column(*texts, weight=1, hidden=True),
        label(role, LABEL_LARGE, theme.on_surface_variant, id="person_role"),
        id="person_row",
        width=MATCH,
        min_height=64,
        gap=16,
        pad=(4, 6, 4, 6),
        on_tap=None if owner else lambda: context.show_dialog("access", mail=one.mail),
    )


def role_dialog(context: Ctx) -> Popup:
    """The role of whom it is shared with next."""

    def choose(role: str) -> None:
        context.args["role"] = role

    return choice(context, "Role", list(ROLES.items()), str(context.args.get("role", "editor")), choose)


def access_dialog(context: Ctx) -> Popup:
    """The role of somebody who has access; or no access any more."""
    item, mail = item_of(context), str(context.dialog["mail"])
    found = [one for one in item.access if one.mail == mail] if item else []

    def choose(role: str) -> None:
        if item is None or not found:
            return
        if role == "remove":
            item.access.remove(found[0])
            context.toast("Access removed")
        else:
            found[0].role = cast("Role", role)
            context.toast("Access updated")

    options = [*ROLES.items(), ("remove", "Remove access")]
    title = found[0].shown if found else "Access"
    return choice(context, title, options, found[0].role if found else "", choose)


def general_dialog(context: Ctx) -> Popup:
    """Whether the link opens it for everybody."""
    item = item_of(context)

    def choose(kind: str) -> None:
        if item is not None:
            item.link = "anyone" if kind == "anyone" else "restricted"
            context.toast("Access updated")

    options = [("restricted", "Restricted"), ("anyone", "Anyone with the link")]
    return choice(context, "General access", options, item.link if item else "", choose)
