"""Evaluators that look at the screen, through the UI hierarchy."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from crab_android.device import seen, xpath
from crab_android.device.hierarchy import can_be_seen, parse_hierarchy
from crab_android.evaluators.parameters import Some
from crab_core import UsageError, Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@evaluator(env="android")
def element_present(
    env: AndroidEnvironment,
    text: str | None = None,
    text_contains: Some | None = None,
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
    nodes = [node for node in parse_hierarchy(env.hierarchy()).iter("node") if can_be_seen(node)]
    found = next((node for node in nodes if _fits(node, wanted, text_contains)), None)
    sought = ", ".join(f"{name}={value!r}" for name, value in wanted.items())
    if text_contains is not None:
        sought = ", ".join(part for part in (sought, f"text with {text_contains!r}") if part)
    if found is None:
        return Verdict(False, f"none of {len(nodes)} elements has {sought}")
    return Verdict(True, f"an element at {found.get('bounds')} has {sought}")


@evaluator(env="android")
def path_present(env: AndroidEnvironment, path: Some, package: str = "") -> Verdict:
    """A path of XPath leads to an element of the window in front.

    Args:
        path: Such as `//node[@text="Ada Park"]/..`; build it with `crab_android.device.xpath.element`, which
            lets no text close its own quotes.
        package: The app that the element must belong to; any when empty.

    Raises:
        UsageError: The path cannot be read.
    """
    found = [node for node in xpath.find_all(parse_hierarchy(env.hierarchy()), path) if can_be_seen(node)]
    mine = [node for node in found if package in ("", node.get("package"))]
    if mine:
        return Verdict(True, f"{path} leads to an element at {mine[0].get('bounds')}")
    if found:
        return Verdict(False, f"{path} leads to an element of {found[0].get('package')}, not of {package}")
    return Verdict(False, f"{path} leads to no element")


@evaluator(env="android")
def text_on_screen(env: AndroidEnvironment, text: Some, package: str = "") -> Verdict:
    """A text can be read in the window in front, in an element's text or description.

    White space counts as one blank; a part of a longer text counts, a part of a word does not.

    Args:
        text: What must be there.
        package: The app that must show it; any when empty.
    """
    words = seen.Words.of(env.hierarchy())
    where = words.packages_with(text)
    if not where:
        return Verdict(False, f"{text!r} is not on the screen of {', '.join(words.packages) or 'no app'}")
    if package and package not in where:
        return Verdict(False, f"{text!r} is on the screen of {', '.join(where)}, not of {package}")
    return Verdict(True, f"{text!r} is on the screen of {package or ', '.join(where)}")


def _fits(node: ElementTree.Element, wanted: dict[str, str], text_contains: str | None) -> bool:
    if text_contains is not None and text_contains not in node.get("text", ""):
        return False
    return all(node.get(name) == value for name, value in wanted.items())


def _flag(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()
