"""A mail while it is written: what the compose screen holds until it is sent or put aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote

from pydantic import BaseModel, Field

from crab_android.phone.kit import Context, Intent, intents

from .addresses import name_for, parse_addresses
from .files import FileError, attachment_at
from .model import Address, Attachment, MailState, Message
from .sending import bare_subject, forwarded, quoted, send
from .times import local_time, now_there

Ctx = Context[MailState]

FIELDS = ("to", "cc", "bcc")


class Draft(BaseModel):
    """All of a mail but its texts, which are in the screen's text fields.

    Attributes:
        to: whom it is to.
        cc: who gets a copy.
        bcc: who gets a copy that the others do not know of.
        files: what comes with it.
        quote: the mail that is answered or forwarded, to stand below.
        quoting: whether it shall.
        more: whether the fields for copies are shown.
    """

    to: list[Address] = Field(default_factory=list)
    cc: list[Address] = Field(default_factory=list)
    bcc: list[Address] = Field(default_factory=list)
    files: list[Attachment] = Field(default_factory=list)
    quote: str = ""
    quoting: bool = True
    more: bool = False

    def people(self, field: str) -> list[Address]:
        """The addresses of a field: ``to``, ``cc`` or ``bcc``."""
        found: list[Address] = getattr(self, field)
        return found


def draft_of(context: Ctx) -> Draft:
    """The draft as it is now."""
    return Draft.model_validate(context.args.get("now") or {})


def keep(context: Ctx, draft: Draft) -> None:
    """Keep a changed draft."""
    context.args["now"] = draft.model_dump(mode="json")


def opened(context: Ctx) -> None:
    """Begin: an empty mail, an answer, a draft, or what an intent asks for."""
    args, state = context.args, context.state
    signature = f"\n\n{state.preferences.signature}" if state.preferences.signature else ""
    known = state.get(int(args.get("draft", 0)))
    source = state.get(int(args.get("ref", 0)))
    if known is not None:
        draft = Draft(to=known.to, cc=known.cc, bcc=known.bcc, files=known.attachments)
        subject, body = known.subject, known.body
    elif source is not None:
        draft, subject = _answer(context, source, str(args.get("mode", "reply")))
        body = signature
    else:
        draft, subject, body = (
            _asked(context),
            str(args.get("subject", "")),
            str(args.get("body", "")) + signature,
        )
    draft.more = bool(draft.cc or draft.bcc)
    keep(context, draft)
    context.fill("subject", subject)
    context.fill("body", body)
    context.activity.fields["body"].cursor = len(body) - len(signature)
    args["first"] = {"draft": args["now"], "subject": subject, "body": body}
    context.edit("body" if draft.to and subject else "subject" if draft.to else "to")


def _answer(context: Ctx, source: Message, mode: str) -> tuple[Draft, str]:
    state, when = context.state, local_time(context, source)
    bare = bare_subject(source.subject)
    if mode == "forward":
        quote = forwarded(context, source, when)
        return Draft(files=list(source.attachments), quote=quote), f"Fwd: {bare}"
    own = state.is_own(source.sender.mail)
    to = list(source.to) if own else [source.sender]
    cc: list[Address] = []
    if mode == "reply_all":
        had = {one.mail.lower() for one in to} | {state.account.mail.lower()}
        rest = [one for one in (*source.to, *source.cc) if one.mail.lower() not in had]
        cc = list({one.mail.lower(): one for one in rest}.values())
    return Draft(to=to, cc=cc, quote=quoted(context, source, when)), f"Re: {bare}"


def _asked(context: Ctx) -> Draft:
    def several(name: str) -> list[Address]:
        found = parse_addresses(str(context.args.get(name, "")))
        return [
            one if one.name else Address(mail=one.mail, name=name_for(context, one.mail)) for one in found
        ]

    files = [file for path in context.args.get("paths", []) if (file := _file(context, path)) is not None]
    return Draft(to=several("to"), cc=several("cc"), bcc=several("bcc"), files=files)


def _file(context: Ctx, path: str) -> Attachment | None:
    try:
        return attachment_at(context.files, str(path).removeprefix("file://"))
    except FileError:
        return None


def attached(context: Ctx, result: Mapping[str, Any]) -> None:
    """Attach the files that were chosen in another app."""
    draft = draft_of(context)
    paths = result.get("paths") or [result.get("path") or result.get("uri") or ""]
    found = [file for path in paths if (file := _file(context, str(path))) is not None]
    if not found:
        context.toast("The file could not be attached")
    draft.files.extend(found)
    keep(context, draft)


def changed(context: Ctx) -> bool:
    """Whether something was written since the screen was opened."""
    first = context.args.get("first")
    if first is None:
        return False
    texts = any(context.field(name).text != first[name] for name in ("subject", "body"))
    typed = any(context.field(name).text.strip() for name in FIELDS)
    return texts or typed or draft_of(context) != Draft.model_validate(first["draft"])


def take_typed(context: Ctx) -> str:
    """Make addresses of what is typed into the fields; returns what is none, or an empty text."""
    draft = draft_of(context)
    for name in FIELDS:
        typed = context.field(name).text.strip().rstrip(",;")
        if not typed:
            continue
        found = parse_addresses(typed)
        parts = [part for part in typed.replace(";", ",").split(",") if part.strip()]
        if len(found) != len(parts):
            return typed
        for one in found:
            put(context, draft, name, one)
        context.forget(name)
    keep(context, draft)
    return ""


def put(context: Ctx, draft: Draft, field: str, address: Address) -> None:
    """Add an address to a field, unless it is there."""
    people = draft.people(field)
    if address.mail.lower() not in [one.mail.lower() for one in people]:
        named = address if address.name else Address(mail=address.mail, name=name_for(context, address.mail))
        people.append(named)


def _body(context: Ctx, draft: Draft) -> str:
    text = context.field("body").text.rstrip()
    return f"{text}\n\n{draft.quote}".lstrip("\n") if draft.quote and draft.quoting else text


def post(context: Ctx) -> None:
    """Send the mail, and take its draft away."""
    draft, state = draft_of(context), context.state
    source = state.get(int(context.args.get("ref", 0)))
    send(
        context,
        to=draft.to,
        cc=draft.cc,
        bcc=draft.bcc,
        subject=context.field("subject").text.strip(),
        body=_body(context, draft),
        attachments=draft.files,
        answers=source if context.args.get("mode") != "forward" else None,
    )
    if source is not None:
        source.answered = True
    state.remove(int(context.args.get("draft", 0)))
    context.finish()
    context.toast("Message sent")


def put_aside(context: Ctx) -> None:
    """Keep the mail with the drafts."""
    take_typed(context)
    draft, state = draft_of(context), context.state
    state.remove(int(context.args.get("draft", 0)))
    source = state.get(int(context.args.get("ref", 0)))
    state.add(
        Message(
            mailbox="drafts",
            sender=state.account,
            to=draft.to,
            cc=draft.cc,
            bcc=draft.bcc,
            subject=context.field("subject").text.strip(),
            body=_body(context, draft),
            time=now_there(context),
            read=True,
            attachments=draft.files,
            thread=source.thread if source and context.args.get("mode") != "forward" else 0,
        )
    )
    context.finish()
    context.toast("Message saved as draft")


def mailto_arguments(intent: Intent) -> dict[str, Any]:
    """What ``mailto:ada@mail.test?subject=Hi`` asks for (RFC 6068); the intent's extras win."""
    people, _, query = intent.rest.partition("?")
    given = {name.lower(): values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}
    to = ",".join(part for part in (unquote(people), given.get("to", "")) if part)
    made: dict[str, Any] = {"to": to}
    made.update((name, given[name]) for name in ("cc", "bcc", "subject", "body") if name in given)
    return {**made, **send_arguments(intent)}


def send_arguments(intent: Intent) -> dict[str, Any]:
    """What the extras of an intent ask for: addresses, subject, text and files."""
    extras = intent.extras
    made: dict[str, Any] = {}
    names = {
        "to": "android.intent.extra.EMAIL",
        "cc": "android.intent.extra.CC",
        "bcc": "android.intent.extra.BCC",
        "subject": intents.EXTRA_SUBJECT,
        "body": intents.EXTRA_TEXT,
    }
    for name, extra in names.items():
        value = extras.get(extra)
        if value:
            made[name] = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    stream = extras.get(intents.EXTRA_STREAM)
    if stream:
        made["paths"] = stream if isinstance(stream, list) else [stream]
    return made
