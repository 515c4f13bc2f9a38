"""XPath over a dump: paths built safely from texts, and the part of XPath 1.0 that such paths need.

A text becomes part of a path through `literal` or `element` only, so that quotes in it close nothing. The
paths are plain XPath: any other engine reads them too.

    //node[@text="Ada Park"]/node[contains(@content-desc, 'call') and not(@enabled='false')]
    //android.widget.Button[2] | //node[starts-with(@resource-id, 'org.crab.maps:id/')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from crab_core import UsageError

Node = ElementTree.Element
_Test = Callable[[Node], bool]

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*')|(?P<name>@?[A-Za-z_][\w.-]*|@?\*|\d+)|(?P<sign>//|!=|[/\[\](),=|]))"""
)


def literal(text: str) -> str:
    """A text as an XPath string; XPath has no escapes, so one with both kinds of quotes is put together."""
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    parts = [part for part in re.split(r'(")', text) if part]
    return "concat(" + ", ".join("'\"'" if part == '"' else f'"{part}"' for part in parts) + ")"


def element(*, contains: str | None = None, inside: str = "", **attributes: str | None) -> str:
    """The path of elements with these attributes.

    Args:
        contains: A part of the text.
        inside: The path of an element that they are in.
        attributes: Whole values; `_` stands for `-`, and `class_` for `class`.
    """
    tests = [
        f"@{name.rstrip('_').replace('_', '-')}={literal(value)}"
        for name, value in attributes.items()
        if value is not None
    ]
    if contains is not None:
        tests.append(f"contains(@text, {literal(contains)})")
    return f"{inside}//node" + (f"[{' and '.join(tests)}]" if tests else "")


def find_all(root: Node, path: str) -> list[Node]:
    """The elements that a path leads to, in the order of the document.

    Args:
        root: The hierarchy.
        path: XPath 1.0: steps with `/` and `//`, class names or `node` or `*`, predicates of `@attribute`,
            `=`, `!=`, `contains`, `starts-with`, `concat`, `not`, `and`, `or` and positions, and `|`.

    Raises:
        UsageError: The path is none, or uses more than this.
    """
    found = {id(node) for steps in _Parser(path).paths() for node in _walk(root, steps)}
    return [node for node in root.iter() if id(node) in found]


@dataclass(frozen=True, slots=True)
class _Step:
    deep: bool
    """Whether it may lie at any depth below."""
    name: str
    predicates: Sequence[_Test | int]


def _walk(root: Node, steps: Sequence[_Step]) -> Iterable[Node]:
    document = Node("document")
    document.append(root)
    now = [document]
    for step in steps:
        after: dict[int, Node] = {}
        for start in now:
            # `//x[2]` means the second x of each parent (XPath 1.0, section 2.5).
            for parent in start.iter() if step.deep else (start,):
                for node in _chosen([child for child in parent if _named(child, step.name)], step.predicates):
                    after[id(node)] = node
        now = list(after.values())
    return now


def _named(node: Node, name: str) -> bool:
    return name in ("*", node.tag) or name == node.get("class")


def _chosen(nodes: list[Node], predicates: Sequence[_Test | int]) -> list[Node]:
    for test in predicates:
        nodes = nodes[test - 1 : test] if isinstance(test, int) else [node for node in nodes if test(node)]
    return nodes


class _Parser:
    """Reads a path by recursive descent."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._tokens = self._read()

    def _read(self) -> list[str]:
        tokens, at = [], 0
        text = self._path.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._wrong(f"at {text[at : at + 20]!r}")
            tokens.append(match.group().strip() if match.group("literal") is None else match.group("literal"))
            at = match.end()
        return tokens

    def _wrong(self, why: str) -> UsageError:
        return UsageError(
            f"The path {self._path!r} cannot be read {why}.", advice="Build it with xpath.element."
        )

    def _peek(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _take(self, *wanted: str) -> str:
        token = self._peek()
        if not token or (wanted and token not in wanted):
            raise self._wrong(f"at {token!r}" if token else "to its end")
        return self._tokens.pop(0)

    def paths(self) -> list[list[_Step]]:
        """The paths on both sides of `|`."""
        found = [self._steps()]
        while self._peek() == "|":
            self._take()
            found.append(self._steps())
        if self._tokens:
            raise self._wrong(f"at {self._peek()!r}")
        return found

    def _steps(self) -> list[_Step]:
        steps: list[_Step] = []
        while self._peek() in ("/", "//") or not steps:
            deep = self._take("/", "//") == "//"
            name = self._take()
            if not re.fullmatch(r"\*|[A-Za-z_][\w.-]*", name):
                raise self._wrong(f"at {name!r}")
            predicates: list[_Test | int] = []
            while self._peek() == "[":
                self._take()
                predicates.append(int(self._take()) if self._peek().isdigit() else self._either())
                self._take("]")
            steps.append(_Step(deep, name, predicates))
        return steps

    def _either(self) -> _Test:
        tests = [self._all()]
        while self._peek() == "or":
            self._take()
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda node: any(test(node) for test in tests)

    def _all(self) -> _Test:
        tests = [self._single()]
        while self._peek() == "and":
            self._take()
            tests.append(self._single())
        return tests[0] if len(tests) == 1 else lambda node: all(test(node) for test in tests)

    def _single(self) -> _Test:
        token = self._peek()
        if token == "(":
            self._take()
            inner = self._either()
            self._take(")")
            return inner
        if token == "not":
            self._take()
            self._take("(")
            inner = self._either()
            self._take(")")
            return lambda node: not inner(node)
        if token in ("contains", "starts-with"):
            self._take()
            self._take("(")
            whole = self._attribute()
            self._take(",")
            part = self._text()
            self._take(")")
            if token == "contains":
                return lambda node: part in node.get(whole, "")
            return lambda node: node.get(whole, "").startswith(part)
        name = self._attribute()
        if self._peek() not in ("=", "!="):
            return lambda node: name in node.attrib
        equal = self._take() == "="
        value = self._text()
        # An attribute that is not there equals nothing and differs from nothing (XPath 1.0, section 3.4).
        return lambda node: name in node.attrib and (node.get(name) == value) is equal

    def _attribute(self) -> str:
        token = self._take()
        if not token.startswith("@") or token == "@*":
            raise self._wrong(f"at {token!r}")
        return token[1:]

    def _text(self) -> str:
        token = self._take()
        if token[0] in "\"'":
            return token[1:-1]
        if token != "concat":
            raise self._wrong(f"at {token!r}")
        self._take("(")
        parts = [self._text()]
        while self._peek() == ",":
            self._take()
            parts.append(self._text())
        self._take(")")
        return "".join(parts)
