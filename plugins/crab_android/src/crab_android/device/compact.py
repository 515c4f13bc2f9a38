"""The UI hierarchy as short text for agents that only read, with an id for every element.

AndroidArena (Xing et al. 2024, appendix A) compresses a dump in two steps: what only arranges is left out,
and what cannot be operated is merged into what can. Here no word that can be seen is lost on the way: every
text and description of the dump stands in the line of its own element or of the one that it belongs to.

    ID ROLE ACTIONS STATES: TEXT | TEXT

Children are indented below their element; a line without a role is plain text. ACTIONS are tap, hold, type
and scroll. An element without any text is told by its resource id, as in `#send_button`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

from crab_android.device.hierarchy import box_of, can_be_seen, parse_hierarchy
from crab_android.device.identity import Identity, name_all
from crab_core import Box

# Class → role in one word. An app's own classes are told by the end of their name.
_ROLES = {
    "AutoCompleteTextView": "field",
    "EditText": "field",
    "ImageButton": "button",
    "ToggleButton": "switch",
    "RadioButton": "radio",
    "Button": "button",
    "CheckedTextView": "checkbox",
    "CheckBox": "checkbox",
    "Switch": "switch",
    "SwitchCompat": "switch",
    "Chip": "button",
    "SeekBar": "slider",
    "RatingBar": "slider",
    "ProgressBar": "progress",
    "Spinner": "dropdown",
    "RecyclerView": "list",
    "ListView": "list",
    "GridView": "list",
    "ScrollView": "area",
    "ViewPager": "area",
    "WebView": "web",
    "ImageView": "image",
    "Image": "image",
}
_STRUCTURE = ("list", "area", "web")
_TOGGLES = {"switch": ("on", "off"), "checkbox": ("checked", "unchecked"), "radio": ("chosen", "unchosen")}
_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_MOST_TEXTS = 8
_LONGEST_LINE = 240
"""Texts of one layout share a line up to this number, and so many characters; a page of text does not."""


@dataclass(frozen=True, slots=True)
class CompactElement:
    """An element that a line of the text stands for."""

    role: str
    """One word; empty for plain text."""
    texts: tuple[str, ...]
    """What it says, itself and what was merged into it."""
    box: Box | None
    """Where it is, in pixels; None when the dump does not say."""
    actions: tuple[str, ...]
    """Of tap, hold, type and scroll."""
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompactTree:
    """A screen as text, and what its ids mean."""

    text: str
    elements: Mapping[str, CompactElement]
    """By id, in the order of the lines."""


@dataclass(slots=True, eq=False)
class _Entry:
    """A line in the making."""

    role: str
    kind: str
    resource: str
    own: list[str]
    """Its own texts: what was merged into it is compared with them."""
    box: Box | None
    actions: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    children: list[_Entry] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return self.own + self.merged

    @property
    def plain(self) -> bool:
        """Nothing but texts, which another line can take over."""
        return self.role in ("", "image") and not (self.actions or self.states or self.children)


def compact(xml: str) -> CompactTree:
    """A dump as compact text.

    Args:
        xml: What `uiautomator dump` wrote; attributes may be missing.

    Raises:
        DeviceError: The text is no hierarchy.
    """
    root = parse_hierarchy(xml)
    top = [entry for child in root for entry in _entries(child)]
    named = name_all(top, _identity, lambda entry: entry.children)
    elements: dict[str, CompactElement] = {}
    lines = [_title(root)]
    for entry, depth, name in named:
        elements[name] = CompactElement(
            entry.role, tuple(entry.texts), entry.box, tuple(entry.actions), tuple(entry.states)
        )
        lines.append(_line(entry, depth, name))
    return CompactTree("\n".join(lines), elements)


def _title(root: ElementTree.Element) -> str:
    packages = dict.fromkeys(node.get("package", "") for node in root.iter("node"))
    shown = " ".join(name for name in packages if name) or "nothing"
    turned = root.get("rotation", "0") in ("1", "3")
    return f"screen {shown}" + (" landscape" if turned else "")


def _line(entry: _Entry, depth: int, name: str) -> str:
    head = " ".join(word for word in (name, entry.role, *entry.actions, *entry.states) if word)
    if entry.texts:
        head += ": " + " | ".join(_BREAKS.sub(" ⏎ ", text).replace("\t", " ") for text in entry.texts)
    elif entry.resource:
        head += f" #{entry.resource.rpartition('/')[2]}"
    return "  " * depth + head


# -- from nodes to lines ----------------------------------------------------------------------


def _entries(node: ElementTree.Element) -> list[_Entry]:
    """The lines that a node becomes on the level of its parent."""
    inside = [entry for child in node for entry in _entries(child)]
    entry = _entry(node)
    if entry is None:
        return inside
    if entry.states and not entry.actions and entry.role not in _OPERATED and not _is_few(inside):
        entry.states = []  # of a layout that holds the focus, as pages of settings do: not of what is in it
    if entry.actions or (entry.states and entry.role not in _STRUCTURE):
        if entry.role in _STRUCTURE:
            entry.children = inside
        else:
            _take_texts(entry, inside)
        return [entry]
    if entry.own:
        inside = [child for child in inside if not (child.plain and child.texts == entry.own)]
        entry.role = entry.role or ("group" if inside else "")
        entry.children = inside
        return [entry]
    if entry.role == "progress" or (entry.role in ("list", "web") and inside):
        entry.children = inside
        return [entry]
    return _arranged(entry, inside)


def _entry(node: ElementTree.Element) -> _Entry | None:
    """A node by itself; None when it cannot be seen."""
    if not can_be_seen(node):
        return None
    box = box_of(node.get("bounds", ""))
    kind = node.get("class", "").rpartition(".")[2]
    flags = {name for name in _FLAGS if node.get(name) == "true"}
    role = _role(kind)
    actions = [word for name, word in _ACTIONS if name in flags]
    if role == "field":
        actions.insert(len([word for word in actions if word in ("tap", "hold")]), "type")
    toggle = "checkable" in flags
    if toggle and role not in _TOGGLES:
        role = "checkbox" if role in ("", "button", "image") else role
    if not role and actions:
        role = "area" if actions == ["scroll"] else "item"
    states: list[str] = []
    if toggle:
        states.append(_TOGGLES.get(role, ("checked", "unchecked"))["checked" not in flags])
    states += [name for name in ("selected", "focused", "password") if name in flags]
    if node.get("enabled") == "false" and (actions or toggle or role in _OPERATED):
        states.append("disabled")
    if role == "image" and actions:
        role = "button"
    return _Entry(role, kind, node.get("resource-id", ""), _own_texts(node, role), box, actions, states)


_FLAGS = (
    "clickable",
    "long-clickable",
    "scrollable",
    "checkable",
    "checked",
    "selected",
    "focused",
    "password",
)
_ACTIONS = (("clickable", "tap"), ("long-clickable", "hold"), ("scrollable", "scroll"))
_OPERATED = ("button", "field", "switch", "checkbox", "radio", "slider", "dropdown")


def _role(kind: str) -> str:
    if kind in _ROLES:
        return _ROLES[kind]
    return next((role for name, role in _ROLES.items() if kind.endswith(name)), "")


def _own_texts(node: ElementTree.Element, role: str) -> list[str]:
    """Text, description and hint, each once; blanks alone count only where somebody has typed them."""
    found: list[str] = []
    for name in ("text", "content-desc", "hint"):
        value = node.get(name, "")
        typed = role == "field" and name == "text"
        if (value if typed else value.strip()) and value not in found:
            found.append(value)
    return found


def _take_texts(entry: _Entry, inside: list[_Entry]) -> None:
    """Texts inside an element that can be operated are its own; the rest stands below it."""
    rest = "\n".join(entry.own)
    for child in inside:
        if not child.plain:
            entry.children.append(child)
            continue
        for text in child.texts:
            # A description often repeats the texts inside: each of its words stands for one of theirs.
            said = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", rest)
            if said is None:
                entry.merged.append(text)
            else:
                rest = rest[: said.start()] + "\n" + rest[said.end() :]


def _is_few(inside: list[_Entry]) -> bool:
    return len(inside) <= _MOST_TEXTS and all(entry.plain for entry in inside)


def _arranged(layout: _Entry, inside: list[_Entry]) -> list[_Entry]:
    """What stands in a layout that says and does nothing: texts share a line, a bare control joins them."""
    texts = [entry for entry in inside if entry.plain and len(entry.texts) == 1 and not entry.role]
    rest = [entry for entry in inside if entry not in texts]
    length = sum(len(entry.texts[0]) for entry in texts)
    together = 0 < len(texts) <= _MOST_TEXTS and length <= _LONGEST_LINE
    bare = all(entry.actions and not entry.texts and not entry.children for entry in rest)
    if not together or not bare or len(inside) < 2:
        return inside
    said = [entry.texts[0] for entry in texts]
    return [_Entry("", layout.kind, layout.resource, [], layout.box, merged=said, children=rest)]


# -- what an element is known by --------------------------------------------------------------


def _identity(entry: _Entry, parent: _Entry | None) -> Identity:
    """Class and resource id; what it says too where rows share them, or where there is no resource id.

    What is typed into a field, a state and the place among the others are no part of it; so fields that are
    alike, as the paragraphs of a document, are told apart by their order alone.
    """
    among_rows = parent is not None and parent.role in _STRUCTURE
    label = ""
    if entry.role != "field" and (among_rows or not entry.resource):
        # The letter above the first row of a group passes on to another row when one comes before.
        said = [text for text in entry.texts if len(text) > 1] or entry.texts
        # The second line of a row with a switch tells how the switch stands.
        label = "\n".join(said[:1] if _switches(entry) else said)
    return f"{entry.kind}\n{entry.resource}\n{label}"


def _switches(entry: _Entry) -> bool:
    return entry.role in _TOGGLES or any(child.role in _TOGGLES for child in entry.children)


def words(text: str) -> Iterator[str]:
    """The tokens by which sizes are compared: every word and every mark of punctuation is one."""
    return (match.group() for match in re.finditer(r"\w+|[^\w\s]", text))
