"""Evaluators that look at what a world's hosts were told. They ask the services, which no agent can touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from crab_core import DefinitionError, DeviceError, Verdict, evaluator
from crab_ubuntu.evaluators.reading import short

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment

Part = Literal["exact", "contains"]


@evaluator(env="ubuntu")
def chat_message(
    env: UbuntuEnvironment,
    host: str,
    to: str,
    text: str,
    match: Part = "exact",
    sender: str = "",
    kind: Literal["message", "action", "notice"] = "message",
) -> Verdict:
    """Since the start this was said in a chat.

    Args:
        host: Of the chat, such as "chat.crab.test".
        to: The channel, such as "#general", or the person it was said to; capitals do not matter.
        text: What was said.
        match: "exact" compares the whole message, "contains" looks for a part of it; capitals matter in both.
        sender: Who said it; when empty, anybody but the people of the world.
        kind: A message, an action ("/me waves") or a notice.

    Raises:
        DefinitionError: `text` is empty, or the host is no chat.
        DeviceError: So much was said that not all of it was kept.
    """
    if not text:
        raise DefinitionError("chat_message needs a text.")
    state = _state(env, host, "chat")
    said = [
        message
        for message in _messages(state, to)
        if message["origin"] != "seeded"
        and message["kind"] == kind
        and (_same(message["from"], sender) if sender else message["origin"] == "client")
    ]
    if any(_fits(message["text"], text, match) for message in said):
        return Verdict(True, f"{sender or 'somebody'} said {short(text)} to {to}")
    _kept_all(state, host)
    last = f"; last was {short(said[-1]['text'])}" if said else ""
    return Verdict(False, f"{sender or 'nobody at the desktop'} did not say {short(text)} to {to}{last}")


@evaluator(env="ubuntu")
def chat_topic(env: UbuntuEnvironment, host: str, channel: str, topic: str, match: Part = "exact") -> Verdict:
    """A channel of a chat has this topic.

    Args:
        host: Of the chat.
        channel: Such as "#general"; capitals do not matter.
        topic: The topic; an empty one is compared exactly.
        match: As for `chat_message`.

    Raises:
        DefinitionError: The host is no chat.
    """
    found = _channel(_state(env, host, "chat"), channel)
    if found is None:
        return Verdict(False, f"{host} has no channel {channel}")
    if _fits(found["topic"], topic, match if topic else "exact"):
        return Verdict(True, f"the topic of {channel} is {short(found['topic'])}")
    return Verdict(False, f"the topic of {channel} is {short(found['topic'])}, not {short(topic)}")


@evaluator(env="ubuntu")
def chat_member(env: UbuntuEnvironment, host: str, channel: str, nick: str = "") -> Verdict:
    """Somebody is in a channel of a chat.

    Args:
        host: Of the chat.
        channel: Such as "#general"; capitals do not matter.
        nick: Who; when empty, anybody who is connected from the desktop.

    Raises:
        DefinitionError: The host is no chat.
    """
    state = _state(env, host, "chat")
    found = _channel(state, channel)
    if found is None:
        return Verdict(False, f"{host} has no channel {channel}")
    wanted = [nick] if nick else state["connected"]
    here = [member for member in found["members"] if any(_same(member, one) for one in wanted)]
    if here:
        return Verdict(True, f"{here[0]} is in {channel}")
    return Verdict(False, f"{nick or 'nobody from the desktop'} is not in {channel}")


@evaluator(env="ubuntu")
def site_request(
    env: UbuntuEnvironment,
    host: str,
    path: str,
    method: Literal["any", "GET", "POST"] = "any",
    form: dict[str, str] | None = None,
    query: dict[str, str] | None = None,
) -> Verdict:
    """A page of a site was asked for, and was there.

    Args:
        host: Of the site, such as "wiki.crab.test".
        path: The whole path without query, such as "/start".
        method: "POST" for a form that was sent.
        form: Fields that the form has with these values, among others.
        query: The same for the query of the address.

    Raises:
        DefinitionError: The host is no site.
        DeviceError: So much was asked that not all of it was kept.
    """
    state = _state(env, host, "site")
    asked = [
        request
        for request in state["requests"]
        if request["path"] == path and request["status"] < 400 and method in {"any", request["method"]}
    ]
    missing = ""
    for request in asked:
        missing = _missing(request.get("form", []), form) or _missing(request.get("query", []), query)
        if not missing:
            return Verdict(True, f"{path} of {host} was asked for")
    _kept_all(state, host)
    if asked:
        return Verdict(False, f"{path} of {host} was asked for, but {missing}")
    others = short(list(dict.fromkeys(request["path"] for request in state["requests"])))
    return Verdict(False, f"{path} of {host} was not asked for; there was {others}")


@evaluator(env="ubuntu")
def site_upload(env: UbuntuEnvironment, host: str, path: str, name: str = "", sha256: str = "") -> Verdict:
    """A file was sent to a site by a form.

    Args:
        host: Of the site.
        path: To which the form was sent.
        name: The file's name; any when empty.
        sha256: Digest of its content, in hexadecimal digits; any when empty.

    Raises:
        DefinitionError: The host is no site.
        DeviceError: So much was asked that not all of it was kept.
    """
    state = _state(env, host, "site")
    files = [
        file
        for request in state["requests"]
        if request["path"] == path and request["status"] < 400
        for file in request.get("files", [])
    ]
    for file in files:
        if name in {"", file["name"]} and sha256.lower() in {"", file["sha256"]}:
            return Verdict(True, f"{file['name']} was sent to {path} of {host}")
    _kept_all(state, host)
    sent = short([file["name"] for file in files])
    return Verdict(False, f"no such file was sent to {path} of {host}, but {sent}")


EVALUATORS = (chat_message, chat_topic, chat_member, site_request, site_upload)


def _state(env: UbuntuEnvironment, host: str, kind: str) -> dict[str, Any]:
    state = env.services.state(host)
    if state["service"] != kind:
        raise DefinitionError(f"{host} is no {kind}, but a {state['service']}.")
    return state


def _kept_all(state: Mapping[str, Any], host: str) -> None:
    """What is not found may still have been there when not all of it was kept: then nobody can tell."""
    if state["dropped"]:
        raise DeviceError(f"{host} was told more than is kept: {state['dropped']} are missing.")


def _same(name: str, other: str) -> bool:
    return name.casefold() == other.casefold()


def _channel(state: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    channels: Mapping[str, dict[str, Any]] = state["channels"]
    return next((channel for known, channel in channels.items() if _same(known, name)), None)


def _messages(state: Mapping[str, Any], to: str) -> Iterable[dict[str, Any]]:
    if to.startswith("#"):
        channel = _channel(state, to)
        return list(channel["messages"]) if channel else []
    return [message for message in state["direct"] if _same(message["to"], to)]


def _fits(found: str, wanted: str, match: Part) -> bool:
    return found == wanted if match == "exact" else wanted in found


def _missing(sent: Iterable[Iterable[str]], wanted: Mapping[str, str] | None) -> str:
    """Which of the wanted fields is not there, in words."""
    pairs = [tuple(pair) for pair in sent]
    for name, value in (wanted or {}).items():
        if (name, value) not in pairs:
            values = [other for known, other in pairs if known == name]
            return f"{name} was {short(values[0])}, not {short(value)}" if values else f"{name} was not sent"
    return ""
