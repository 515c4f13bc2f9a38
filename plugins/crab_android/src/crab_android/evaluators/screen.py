"""Evaluators that look at the screen, through the UI hierarchy."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from crab_android.device.hierarchy import parse_hierarchy
from crab_core import UsageError, Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@evaluator(env="android")
def element_present(
    env: AndroidEnvironment,
    text: str | None = None,
    text_contains: str | None = None,
    description: str | None = None,
    resource_id: str | None = None,
    class_name: str | None = None,
    package: str | None = None,
    checked: bool | None = None,
    selected: bool | None = None,
    enabled: bool | None = None,
) -> Verdict:
    """One element of the window in front has all of these properties.

    Values are compared as they are; nothing in them is read as a pattern or a query.

    Args:
        text: Its whole text.
        text_contains: A part of its text.
        description: Its content description.
        resource_id: Such as "org.crab.tasks:id/task_title".
        class_name: Such as "android.widget.CheckBox".
        package: The app that it belongs to.
        checked: Whether it is checked; only elements that can be checked count.
        selected: Whether it is selected.
        enabled: Whether it is enabled.

    Raises:
        UsageError: No property is asked for.
    """
    exact = {
        "text": text,
        "content-desc": description,
        "resource-id": resource_id,
        "class": class_name,
        "package": package,
        "checked": _flag(checked),
        "selected": _flag(selected),
        "enabled": _flag(enabled),
        "checkable": None if checked is None else "true",
    }
    wanted = {name: value for name, value in exact.items() if value is not None}
    if not wanted and text_contains is None:
        raise UsageError("element_present needs at least one property to look for.")
    nodes = list(parse_hierarchy(env.hierarchy()).iter("node"))
    found = next((node for node in nodes if _fits(node, wanted, text_contains)), None)
    sought = ", ".join(f"{name}={value!r}" for name, value in wanted.items())
    if text_contains is not None:
        sought = ", ".join(part for part in (sought, f"text with {text_contains!r}") if part)
    if found is None:
        return Verdict(False, f"none of {len(nodes)} elements has {sought}")
    return Verdict(True, f"an element at {found.get('bounds')} has {sought}")


def _fits(node: ElementTree.Element, wanted: dict[str, str], text_contains: str | None) -> bool:
    if text_contains is not None and text_contains not in node.get("text", ""):
        return False
    return all(node.get(name) == value for name, value in wanted.items())


def _flag(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()
