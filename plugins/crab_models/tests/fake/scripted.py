"""A scripted model: it plays the demo task through the wire, whatever part a structure gives it.

It knows nothing but the request: the task in the system prompt, the screens in the last message of the user,
and the tools. As a planner it writes one line an action, `On android: tap {"element": 7}`; as the one who
carries out it calls what such lines say; alone it does both. A screen without its picture is a failure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .neutral import Asked, Failure, Said

ORDER = re.compile(r"^On (\w+): (\w+) (\{.*\})$", re.MULTILINE)
SCREEN = re.compile(r"^(\w+) shows(?: this screen of (\d+) x (\d+) pixels)?:$", re.MULTILINE)
MARK = re.compile(r'^ *\[(\d+)\] ([a-z ]+?)(?: "(.*?)")?(?: = ".*?")?(?: \((.*?)\))?$', re.MULTILINE)
LEADER = "The leader's message:"

CHANGES = {
    "hot corner": ("Multitasking", "Hot Corner"),
    "large text": ("Accessibility", "Large Text"),
    "light": ("Appearance", "Default"),
    "dark": ("Appearance", "Dark"),
}
"""Panel and control in the desktop's Settings, by what a to-do says; the first that fits."""


@dataclass(frozen=True)
class Mark:
    number: int
    role: str
    label: str
    states: frozenset[str]


@dataclass(frozen=True)
class Screen:
    environment: str
    size: tuple[int, int] | None
    marks: list[Mark] = field(default_factory=list)

    def find(self, label: str, *roles: str) -> Mark | None:
        found = (m for m in self.marks if m.label == label and (not roles or m.role in roles))
        return next(found, None)


Order = tuple[str, str, dict[str, object]]
"""Environment, action, arguments."""


def solve(asked: Asked) -> Said | Failure:
    """The reply of the scripted model."""
    screens = list(_screens(asked.last_user_text))
    lost = _lost(asked, screens)
    if lost:
        return Failure(400, lost)
    tools = asked.tools or _written_tools(asked.system)
    if not tools:
        return _said(asked, "I have looked at all screens.\n" + _line(_next(asked.system, screens)))
    given = [_order(*found) for found in ORDER.findall(asked.last_user_text)]
    if LEADER in asked.last_user_text:
        mine = screens[0].environment if screens else "root"
        given = [order for order in given if order[0] == mine] or [("", "skip", {})]
    elif not given:
        given = [_next(asked.system, screens)]
    calls = [(_tool(tools, environment, action), arguments) for environment, action, arguments in given]
    if asked.tools:
        return _said(asked, "I do that.", calls)
    blocks = [json.dumps({"name": name, "arguments": arguments}) for name, arguments in calls]
    return _said(asked, "\n".join(["I do that.", *(f"```json\n{block}\n```" for block in blocks)]))


def _said(asked: Asked, text: str, calls: list[tuple[str, dict[str, object]]] | None = None) -> Said:
    """With tokens as a real service would count them, roughly."""
    told = len(asked.system) + sum(map(len, asked.texts)) + sum(map(len, asked.results))
    usage = {"input": told // 4 + 800 * len(asked.pictures), "output": len(text) // 4 + 20 * len(calls or [])}
    return Said(text, calls or [], {**usage, "cached": len(asked.system) // 4})


# -- what is to be done ------------------------------------------------------------------------------


def _next(task: str, screens: list[Screen]) -> Order:
    """The next action, from what the screens show now."""
    shown = {screen.environment: screen for screen in screens}
    phone = shown["android"]
    todo = _first_open_todo(phone)
    if todo is None:
        icon = phone.find("Tasks")
        return ("android", "tap", {"element": icon.number}) if icon else ("android", "open_app_drawer", {})
    if "hand in" in task:
        return "root", "submit", {"answer": todo}
    panel, control = next(found for sign, found in CHANGES.items() if sign in todo.casefold())
    return _in_settings(shown["ubuntu"], panel, control)


def _first_open_todo(phone: Screen) -> str | None:
    row = None
    for mark in phone.marks:
        if mark.role == "list item":
            row = mark.label
        elif mark.role == "check box" and "not checked" in mark.states:
            return row
    return None


def _in_settings(desktop: Screen, panel: str, control: str) -> Order:
    wanted = desktop.find(control, "check box", "switch", "button", "toggle button")
    row = desktop.find(panel, "list item")
    power = desktop.find("Power", "list item")
    if row is not None and "selected" in row.states and wanted is not None:
        if "checked" in wanted.states:
            return "root", "complete", {}
        return "ubuntu", "click", {"element": wanted.number}
    if row is not None:
        return "ubuntu", "click", {"element": row.number}
    if power is not None:  # the panel lies below what the list shows
        return "ubuntu", "scroll", {"direction": "down", "element": power.number, "amount": 10}
    return "ubuntu", "search_app", {"name": "Settings"}


# -- what stands in a request ------------------------------------------------------------------------


def _screens(text: str) -> Iterator[Screen]:
    heads = list(SCREEN.finditer(text))
    ends = [*(head.start() for head in heads), len(text)][1:]
    for head, end in zip(heads, ends, strict=True):
        name, width, height = head.groups()
        marks = [
            Mark(int(number), role, label, frozenset(states.split(", ")) - {""})
            for number, role, label, states in MARK.findall(text[head.end() : end])
        ]
        yield Screen(name, (int(width), int(height)) if width else None, marks)


def _lost(asked: Asked, screens: list[Screen]) -> str:
    """Which screen is told of and not shown; the newest pictures are the last."""
    told = [screen for screen in screens if screen.size]
    shown = [size for _, *size in asked.pictures[len(asked.pictures) - len(told) :]]
    if [list(screen.size or ()) for screen in told] != shown:
        return f"the pictures of the screens {[s.environment for s in told]} are {shown}"
    return ""


def _written_tools(system: str) -> list[str]:
    """The names of the actions that the system prompt lists for JSON mode."""
    _, found, listed = system.partition("\nThe actions:\n")
    return re.findall(r"^([A-Za-z_]\w*)(?::|$)", listed, re.MULTILINE) if found else []


def _tool(tools: list[str], environment: str, action: str) -> str:
    """What a tool box calls an action: another environment may have one of the same name."""
    return next(name for name in (f"{environment}_{action}", action) if name in tools)


def _line(order: Order) -> str:
    environment, action, arguments = order
    return f"On {environment}: {action} {json.dumps(arguments)}"


def _order(environment: str, action: str, arguments: str) -> Order:
    return environment, action, json.loads(arguments)
