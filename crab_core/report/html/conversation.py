"""Messages between an agent and its model on the page; what is sent again each turn stands on it once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from crab_core.markup import Html, join, tag
from crab_core.report import wording
from crab_core.report.html.pictures import Pictures, frame_file

TEXT_BUDGET: Final = 16 * 2**20
"""Letters of stored texts that a page holds at most; what goes beyond is linked."""

_LONGEST: Final = 24_000
"""Letters of one text that a page shows; who reads more opens the file."""
_GLIMPSE: Final = 90
"""Letters that a closed message shows."""

_ROLES: Final[Mapping[str, str]] = {
    "system": "System",
    "user": "User",
    "assistant": "Model",
    "tool": "Result",
}


class Conversation:
    """Writes messages. The first time, one stands open with all it holds; then it is named, and filled from
    there when it is opened.
    """

    def __init__(self, frames: Path, link: str, pictures: Pictures) -> None:
        """Nothing is said yet.

        Args:
            frames: The frame store of the run.
            link: The way to it from the page.
            pictures: Collects what messages show.
        """
        self._frames = frames
        self._link = link
        self._pictures = pictures
        self._left = TEXT_BUDGET
        self._said: dict[str, str] = {}

    def message(self, message: Mapping[str, Any]) -> Html:
        """One message of a request."""
        role = _ROLES.get(message["role"], message["role"])
        parts = message["parts"]
        return self._once(
            json.dumps(message, sort_keys=True),
            role,
            _glimpse(parts),
            lambda: join(*(self._part(part) for part in parts)),
            f"said {message['role']}",
        )

    def tools(self, listed: Mapping[str, Any]) -> Html:
        """What the model could call."""
        text = self._read(listed)
        if text is None:
            return tag("p", "The tools are missing from the record.", class_="muted")
        tools = json.loads(text)
        names = ", ".join(tool["name"] for tool in tools)
        rows = (tag("div", tag("dt", t["name"]), tag("dd", _described(t))) for t in tools)
        return self._once(
            listed["digest"],
            wording.plural(len(tools), "tool"),
            _cut(names),
            lambda: tag("dl", *rows, class_="arguments"),
            "said tools",
            shown=False,
        )

    def _once(
        self, key: str, title: str, glimpse: str, content: Any, class_: str, *, shown: bool = True
    ) -> Html:
        known = self._said.get(key)
        head = [tag("b", title), tag("span", glimpse, class_="glimpse")]
        if known is not None:
            # Without scripts, the link leads to where it stands whole.
            again = tag("a", "as before", href=f"#{known}", class_="again")
            return tag("details", tag("summary", *head), again, class_=class_, data_as=known)
        name = f"said-{len(self._said) + 1}"
        self._said[key] = name
        inside = tag("div", content(), class_="parts", id=name)
        return tag("details", tag("summary", *head), inside, class_=class_, open=shown)

    def _part(self, part: Mapping[str, Any]) -> Html:
        write = {
            "text": lambda part: tag("pre", part["text"]),
            "stored_text": self._stored,
            "screenshot": self._picture,
            "tool_call": call_line,
            "tool_result": self._result,
            "native": _native,
        }.get(part["type"], _unknown)
        return write(part)

    def _result(self, part: Mapping[str, Any]) -> Html:
        failed = tag("span", "failed", class_="error") if part.get("error") else None
        return tag("div", failed, *(self._part(inner) for inner in part["parts"]), class_="result")

    def _stored(self, part: Mapping[str, Any]) -> Html:
        text = self._read(part)
        if text is None:
            return tag("p", f"{part['start']} … The rest is missing from the record.", class_="muted")
        shown = text[: min(_LONGEST, self._left)]
        self._left -= len(shown)
        if len(shown) == len(text):
            return tag("pre", text)
        more = f"{wording.count(len(text) - len(shown))} letters more"
        link = tag("a", more, href=f"{self._link}/{part['path']}")
        return join(tag("pre", (shown or part["start"]) + " …"), tag("p", link, class_="muted"))

    def _read(self, entry: Mapping[str, Any]) -> str | None:
        path = frame_file(self._frames, entry)
        return path.read_text(encoding="utf-8") if path else None

    def _picture(self, part: Mapping[str, Any]) -> Html:
        key = self._pictures.use(part)
        if key is None:
            return tag("p", "The picture is missing from the record.", class_="muted none")
        size = f"{part['width']} × {part['height']}"
        picture = tag("img", alt=f"Picture that was sent, {size}", data_key=key)
        label = f"Show the picture that was sent larger, {size}"
        return tag("button", picture, type="button", class_="sent", title=label, aria_label=label)


def call_line(call: Mapping[str, Any]) -> Html:
    """A tool call, as "name(argument=value)"."""
    arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in call["arguments"].items())
    problem = tag("p", call["problem"], class_="error") if call.get("problem") else None
    return tag("div", tag("p", tag("b", call["name"]), f"({arguments})", class_="call"), problem)


def _native(part: Mapping[str, Any]) -> Html:
    size = wording.count(len(json.dumps(part["data"])))
    return tag("p", f"A part that only {part['provider']} reads, {size} letters", class_="muted")


def _unknown(part: Mapping[str, Any]) -> Html:
    return tag("p", f"A part of an unknown kind: {part['type']}", class_="muted")


def _described(tool: Mapping[str, Any]) -> str:
    if "kind" in tool:
        return f"the provider's own computer tool: a {tool['kind']} of {tool['width']} × {tool['height']}"
    parameters = ", ".join((tool.get("parameters") or {}).get("properties") or {})
    return f"({parameters}) {' '.join(str(tool['description']).split())}"


def _glimpse(parts: Sequence[Mapping[str, Any]]) -> str:
    """What a message holds, in a line."""
    pictures = sum(part["type"] == "screenshot" for part in _flat(parts))
    said = [_first_words(part) for part in _flat(parts) if part["type"] != "screenshot"]
    told = [*([wording.plural(pictures, "picture")] if pictures else []), *filter(None, said)]
    return _cut(" · ".join(told))


def _flat(parts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [one for part in parts for one in (part["parts"] if part["type"] == "tool_result" else [part])]


def _first_words(part: Mapping[str, Any]) -> str:
    field = {"text": "text", "stored_text": "start", "tool_call": "name"}.get(part["type"], "")
    return str(part.get(field, "")) + (" …" if field == "start" else "")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _GLIMPSE else f"{line[:_GLIMPSE].rstrip()} …"
