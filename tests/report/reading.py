"""Reads pages for the tests, as a browser's parser would."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

_VOID = {"br", "img", "input", "link", "meta"}


@dataclass
class Element:
    name: str
    attributes: dict[str, str]
    parent: Element | None = None
    texts: list[str] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


class Page(HTMLParser):
    """Every element of a page in a flat list."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()

    @classmethod
    def of(cls, path: Path) -> Page:
        return cls(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        parent = self._open[-1] if self._open else None
        element = Element(tag, {key: value or "" for key, value in attrs}, parent)
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.texts.append(data)

    def find_all(self, name: str = "", class_: str = "", **attributes: str) -> list[Element]:
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [
            e
            for e in self.elements
            if name in ("", e.name)
            and (not class_ or class_ in e.classes)
            and all(e.attributes.get(key) == value for key, value in wanted.items())
        ]

    def find(self, name: str = "", class_: str = "", **attributes: str) -> Element:
        found = self.find_all(name, class_, **attributes)
        assert len(found) == 1, f"{len(found)} elements {name} {class_} {attributes}"
        return found[0]
