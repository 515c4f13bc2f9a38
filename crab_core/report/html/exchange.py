"""The model calls of a step on the page: who asked what, and what came back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_core.markup import Html, join, tag
from crab_core.report import wording
from crab_core.report.html.conversation import Conversation, call_line

_ENDS: Final[Mapping[str, str]] = {
    "length": "cut off",
    "refusal": "refused",
    "other": "stopped for another reason",
}
"""Ends of replies that a reader should know of."""

_SOURCES: Final[Mapping[str, str]] = {"cache": "from the cache", "replay": "replayed"}


def exchanges(line: Mapping[str, Any], conversation: Conversation) -> Html | None:
    """The model calls behind a step; None when there are none.

    Args:
        line: Of `steps.jsonl`.
        conversation: Writes the messages.
    """
    calls = line.get("exchange") or ()
    if not calls:
        return None
    heading = wording.capitalised(wording.plural(len(calls), "model call"))
    return tag(
        "section", tag("h5", heading), *(_exchange(call, conversation) for call in calls), class_="asked"
    )


def _exchange(call: Mapping[str, Any], conversation: Conversation) -> Html:
    if "messages" not in call:  # a record from before calls had a form
        return tag("details", tag("summary", "Model call"), tag("pre", json.dumps(call, indent=2)))
    reply = call["reply"]
    facts = [call["model"], wording.duration(call["seconds"])]
    if reply:
        facts.append(wording.tokens(reply["usage"]))
        if reply["usage"].get("cost") is not None:
            facts.append(wording.money(reply["usage"]["cost"]))
    facts.append(_SOURCES.get(call["source"], ""))
    trouble = "failed" if not reply else _ENDS.get(reply["stop_reason"], "")
    return tag(
        "details",
        tag(
            "summary",
            tag("b", call["agent"]),
            tag("span", " · ".join(filter(None, facts)), class_="muted"),
            tag("span", trouble, class_="badge bad") if trouble else None,
        ),
        tag("div", *(conversation.message(m) for m in call["messages"]), *_tools(call, conversation)),
        _reply(call),
        class_="exchange",
    )


def _tools(call: Mapping[str, Any], conversation: Conversation) -> Sequence[Html]:
    return [conversation.tools(call["tools"])] if call["tools"] else []


def _reply(call: Mapping[str, Any]) -> Html:
    reply = call["reply"]
    note = tag("p", call["note"], class_="muted") if call["note"] else None
    if not reply:
        return tag("div", tag("h5", "Failed"), tag("p", call["error"], class_="error"), note, class_="reply")
    answered = reply["model"]
    version = f" {answered}" if answered and not call["model"].endswith(answered) else ""
    empty = not (reply["text"] or reply["tool_calls"])
    return tag(
        "div",
        tag("h5", "Reply", tag("small", version)),
        tag("div", tag("h6", "Thinking"), tag("pre", reply["reasoning"])) if reply["reasoning"] else None,
        tag("pre", reply["text"]) if reply["text"] else None,
        join(*(call_line(one) for one in reply["tool_calls"])),
        tag("p", "It is empty.", class_="muted") if empty else None,
        note,
        class_="reply",
    )
