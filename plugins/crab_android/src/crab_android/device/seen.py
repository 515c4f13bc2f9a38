"""What can be read on the screen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crab_android.device.hierarchy import can_be_seen, parse_hierarchy


@dataclass(frozen=True, slots=True)
class Saying:
    """One text on the screen."""

    text: str
    """White space as one blank."""
    package: str
    resource: str
    """The resource id of its element, without the package."""
    typed: bool
    """Whether it stands in a text field."""


@dataclass(frozen=True, slots=True)
class Words:
    """All texts of the window in front, in its order."""

    sayings: Sequence[Saying]

    @classmethod
    def of(cls, xml: str) -> Words:
        """The texts and descriptions of a dump.

        Raises:
            DeviceError: It is no hierarchy.
        """
        return cls(tuple(_sayings(xml)))

    @property
    def packages(self) -> list[str]:
        """The apps that say something."""
        return list(dict.fromkeys(saying.package for saying in self.sayings))

    def packages_with(self, text: str) -> list[str]:
        """The apps that show a text, as whole words."""
        return list(dict.fromkeys(saying.package for saying in self.having(text)))

    def having(self, text: str, package: str = "") -> list[Saying]:
        """The texts that have a text in them, as whole words.

        Args:
            text: White space counts as one blank.
            package: The app that must show it; any when empty.
        """
        wanted = whole_words(text)
        return [one for one in self.sayings if package in ("", one.package) and wanted.search(one.text)]


def whole_words(text: str) -> re.Pattern[str]:
    """Finds a text that neither begins nor ends inside a word or a number.

    After `5` may come ` km`, and a full stop at the end of a sentence; no further digit, and no `.3`. Scripts
    that write no blanks between words have no such borders.
    """
    plain = _plain(text)
    before = r"(?<!\w)(?<!\d[.,:])" if _has_borders(plain[:1]) else ""
    after = r"(?!\w)(?![.,:]\d)" if _has_borders(plain[-1:]) else ""
    return re.compile(f"{before}{re.escape(plain)}{after}")


def _has_borders(char: str) -> bool:
    return char.isalnum() and unicodedata.east_asian_width(char) not in "WF"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _sayings(xml: str) -> Iterator[Saying]:
    for node in filter(can_be_seen, parse_hierarchy(xml).iter("node")):
        for name in ("text", "content-desc"):
            text = _plain(node.get(name, ""))
            if text:
                resource = node.get("resource-id", "").rpartition("/")[2]
                typed = name == "text" and node.get("class", "").endswith(
                    ("EditText", "AutoCompleteTextView")
                )
                yield Saying(text, node.get("package", ""), resource, typed)
