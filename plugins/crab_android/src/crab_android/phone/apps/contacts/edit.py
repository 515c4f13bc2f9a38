"""Creating and editing a contact.

What is not a text field (kinds, the birthday, which rows there are) is kept in the activity's arguments under
``draft`` until it is saved; texts are kept in fields of the activity.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Popup,
    View,
    avatar,
    button,
    choice,
    column,
    confirm,
    date_picker,
    formats,
    icon_button,
    label,
    row,
    scroll,
    space,
    stack,
    text_box,
)

from .model import KIND_TEXT, MAIL_KINDS, NUMBER_KINDS, Contact, Contacts, Reach, split_name

_TEXTS = ("first", "last", "company", "title", "address", "notes")
_WORDS = {"numbers": ("Phone", "phone", "call"), "mails": ("Email", "email", "mail")}
_USUAL_BIRTHDAY = date(1990, 1, 1)


def start_editing(context: Context[Contacts]) -> None:
    """Fill the draft: from the contact, and from what an intent brings along."""
    args = context.args
    person = context.state.get(int(args.get("id", 0))) or Contact()
    texts = {name: getattr(person, name) for name in _TEXTS}
    reach = {
        "numbers": [entry.model_dump() for entry in person.numbers],
        "mails": [entry.model_dump() for entry in person.mails],
    }
    if args.get("name"):
        texts["first"], texts["last"] = split_name(str(args["name"]))
    for name in ("company", "title", "address", "notes"):
        texts[name] = str(args.get(name) or texts[name])
    for name, entries in reach.items():
        kind = "mobile" if name == "numbers" else "home"
        entries += [{"value": value, "type": kind} for value in args.get(name, []) if value]
        if not entries:
            entries.append({"value": "", "type": kind})
        for at, entry in enumerate(entries):
            entry["key"] = f"{name}_{at}"
    args["draft"] = {
        "texts": texts,
        **reach,
        "birthday": person.birthday.isoformat() if person.birthday else "",
        "next": max(len(reach["numbers"]), len(reach["mails"])),
    }
    args["before"] = _typed(context).model_dump(mode="json")


def _draft(context: Context[Contacts]) -> dict[str, Any]:
    draft: dict[str, Any] = context.args["draft"]
    return draft


def _typed(context: Context[Contacts]) -> Contact:
    """The contact as it stands on the screen now."""
    draft = _draft(context)
    reach = {
        name: [
            Reach(value=text, type=entry["type"])
            for entry in draft[name]
            if (text := context.field(entry["key"], entry["value"]).text.strip())
        ]
        for name in _WORDS
    }
    texts = {name: context.field(name, draft["texts"][name]).text.strip() for name in _TEXTS}
    birthday = date.fromisoformat(draft["birthday"]) if draft["birthday"] else None
    return Contact(**texts, **reach, birthday=birthday)


def edit(context: Context[Contacts]) -> View:
    """The form."""
    theme = context.theme
    known = context.state.get(int(context.args.get("id", 0)))
    person = _typed(context)
    bar = row(
        icon_button("close", "Cancel", theme.on_surface, lambda: _leave(context), id="editor_close"),
        label(
            "Edit contact" if known else "Create contact",
            TITLE_LARGE,
            theme.on_surface,
            id="toolbar_title",
            weight=1,
            pad=(4, 0, 4, 0),
        ),
        button("Save", theme, lambda: save(context), id="editor_menu_save_button", filled=True),
        space(width=12),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
    )
    draft = _draft(context)["texts"]

    def box(name: str, caption: str, icon: str = "", **more: Any) -> View:
        made = text_box(context, name, caption, id=f"edit_{name}", initial=draft[name], **more)
        return _with_icon(context, icon, made)

    return column(
        bar,
        scroll(
            context,
            "editor",
            stack(
                avatar(person.name if person.first or person.last else "", 104),
                width=MATCH,
                align=Align.CENTER,
                pad=(0, 8, 0, 12),
                hidden=True,
            ),
            box("first", "First name", "person"),
            box("last", "Last name"),
            box("company", "Company", "work"),
            box("title", "Title"),
            *_reaches(context, "numbers"),
            *_reaches(context, "mails"),
            box("address", "Address", "place", lines=4),
            _birthday(context),
            box("notes", "Notes", "notes", lines=8),
            id="contact_editor",
            pad=(12, 0, 12, 40),
            gap=8,
        ),
        width=MATCH,
        height=MATCH,
    )


def _with_icon(context: Context[Contacts], icon: str, box: View, end: View | None = None) -> View:
    """A field with an icon in front, or none, and something behind it, or as much room."""
    color = context.theme.on_surface_variant
    sign = View(icon=icon, color=color, width=40, height=56, hidden=True) if icon else space(width=40)
    mark = stack(sign, pad=(0, 8, 0, 0), hidden=True)
    box.width, box.weight = MATCH, 1
    behind = end or space(width=48)
    return row(mark, box, behind, width=MATCH, align=Align.START, hidden=True)


def _reaches(context: Context[Contacts], name: str) -> list[View]:
    theme, entries = context.theme, _draft(context)[name]
    _caption, word, icon = _WORDS[name]

    def add() -> None:
        draft = _draft(context)
        kind = "work" if name == "mails" else "home"
        key = f"{name}_{draft['next']}"
        draft["next"] += 1
        entries.append({"value": "", "type": kind, "key": key})
        context.edit(key)

    made = []
    for at, entry in enumerate(entries):
        made.append(_reach(context, name, at, entry, icon if at == 0 else ""))
    made.append(
        row(
            space(width=40),
            button(f"Add {word}", theme, add, id=f"add_{word}"),
            width=MATCH,
            hidden=True,
        )
    )
    return made


def _reach(context: Context[Contacts], name: str, at: int, entry: dict[str, Any], icon: str) -> View:
    theme = context.theme
    caption, word, _icon = _WORDS[name]

    def remove() -> None:
        _draft(context)[name].remove(entry)
        context.forget(entry["key"])

    box = text_box(
        context,
        entry["key"],
        caption,
        id=f"edit_{word}" if at == 0 else f"edit_{word}_{at + 1}",
        initial=entry["value"],
        input_type="phone" if name == "numbers" else "email",
    )
    kind = row(
        label(KIND_TEXT[entry["type"]], LABEL, theme.on_surface_variant, id="kind"),
        View(icon="dropdown", icon_size=18, color=theme.on_surface_variant, hidden=True),
        cls="android.widget.Spinner",
        id=f"{word}_type" if at == 0 else f"{word}_type_{at + 1}",
        desc=f"{caption} type: {KIND_TEXT[entry['type']]}",
        min_height=48,
        pad=(10, 0, 4, 0),
        gap=2,
        on_tap=lambda: context.show_dialog("kind", of=name, key=entry["key"]),
    )
    both = row(box, stack(kind, pad=(0, 12, 0, 0), hidden=True), gap=2, align=Align.START, hidden=True)
    box.width, box.weight = MATCH, 1
    cross = icon_button(
        "close", f"Remove {word}", theme.on_surface_variant, remove, id=f"delete_{word}", width=48
    )
    filled = bool(context.field(entry["key"], entry["value"]).text) or len(_draft(context)[name]) > 1
    end = stack(cross, pad=(0, 12, 0, 0), hidden=True) if filled else None
    return _with_icon(context, icon, both, end)


def _birthday(context: Context[Contacts]) -> View:
    theme, draft = context.theme, _draft(context)
    day = date.fromisoformat(draft["birthday"]) if draft["birthday"] else None

    def clear() -> None:
        draft["birthday"] = ""

    text = formats.date_year(day, formats.locale_of(context)) if day else "Birthday"
    field = label(
        text,
        BODY_LARGE,
        theme.on_surface if day else theme.on_surface_variant,
        cls="android.widget.Button",
        id="edit_birthday",
        desc="" if day is None else f"Birthday, {text}",
        width=MATCH,
        min_height=56,
        pad=(16, 16, 16, 16),
        radius=14,
        stroke=theme.outline,
        on_tap=lambda: context.show_dialog("birthday"),
    )
    end = icon_button("close", "Remove birthday", theme.on_surface_variant, clear, id="delete_birthday")
    box = stack(field, width=MATCH, pad=(0, 8, 0, 0), hidden=True)
    return _with_icon(context, "cake", box, stack(end, pad=(0, 12, 0, 0), hidden=True) if day else None)


def choose_kind(context: Context[Contacts]) -> Popup:
    """What kind of number or mail address it is."""
    name, key = str(context.dialog["of"]), str(context.dialog["key"])
    entry = next(entry for entry in _draft(context)[name] if entry["key"] == key)
    kinds = NUMBER_KINDS if name == "numbers" else MAIL_KINDS

    def choose(kind: str) -> None:
        entry["type"] = kind

    title = f"{_WORDS[name][0]} type"
    return choice(context, title, [(kind, KIND_TEXT[kind]) for kind in kinds], entry["type"], choose)


def choose_birthday(context: Context[Contacts]) -> Popup:
    """The day of birth."""
    draft = _draft(context)
    day = date.fromisoformat(draft["birthday"]) if draft["birthday"] else _USUAL_BIRTHDAY

    def choose(chosen: date) -> None:
        draft["birthday"] = chosen.isoformat()

    return date_picker(context, day, choose)


def save(context: Context[Contacts]) -> None:
    """Keep the contact and show it; an empty one is not kept."""
    typed = _typed(context)
    if not _says_something(typed):
        context.toast("Add a name, a number or an email to save the contact")
        return
    known = context.state.get(int(context.args.get("id", 0)))
    if known is None:
        known = context.state.add(typed)
    else:
        for name in (*_TEXTS, "numbers", "mails", "birthday"):
            setattr(known, name, getattr(typed, name))
    number = known.id
    asked = context.activity.request is not None
    context.finish({"uri": f"content://com.android.contacts/contacts/{number}", "name": known.name})
    if not asked and context.phone.activity.package == context.app.package:
        _show(context, number)
    context.toast("Contact saved")


def _show(context: Context[Contacts], number: int) -> None:
    top = context.phone.activity
    if not (top.screen == "detail" and int(top.args.get("id", 0)) == number):
        context.open("detail", id=number)


def _says_something(person: Contact) -> bool:
    return bool(person.first or person.last or person.numbers or person.mails or person.company)


def _changed(context: Context[Contacts]) -> bool:
    return bool(_typed(context).model_dump(mode="json") != context.args["before"])


def _leave(context: Context[Contacts]) -> None:
    if not ask_before_leaving(context):
        context.finish()


def ask_before_leaving(context: Context[Contacts]) -> bool:
    """Back: ask, when something would be lost."""
    if _changed(context):
        context.show_dialog("discard")
        return True
    return False


def confirm_discard(context: Context[Contacts]) -> Popup:
    """The question before changes are lost."""
    return confirm(
        context,
        "Discard your changes?",
        "What you have typed will not be saved.",
        "Discard",
        context.finish,
        cancel="Keep editing",
    )
