"""Paths over a dump, built from any text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_android.device import xpath
from crab_core import UsageError

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

DUMP = ElementTree.fromstring(
    """<hierarchy>
<node class="List" resource-id="p:id/list">
 <node class="Row"><node class="Text" text="Ada Park"/>
  <node class="Button" content-desc="Call Ada" enabled="true"/></node>
 <node class="Row"><node class="Text" text="Ben &quot;Bo&quot; O'Neil"/>
  <node class="Button" content-desc="Call Ben"/></node>
</node><node class="Text" text="Ada Park"/></hierarchy>"""
)


def found(path: str) -> list[str]:
    return [
        node.get("text") or node.get("content-desc") or node.get("class", "")
        for node in xpath.find_all(DUMP, path)
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("//node[@text='Ada Park']", ["Ada Park", "Ada Park"]),
        ("//node[@class='Row']/node[@text='Ada Park']", ["Ada Park"]),
        ("/hierarchy/node/Row/Button", ["Call Ada", "Call Ben"]),
        ("//Row[2]/node[1]", ["Ben \"Bo\" O'Neil"]),
        ("//node[2]", ["Call Ada", "Row", "Call Ben", "Ada Park"]),
        ("//node[contains(@text, 'Ben') or starts-with(@text, \"Ben\")]", ["Ben \"Bo\" O'Neil"]),
        ("//Button[@enabled and not(@enabled='false')]", ["Call Ada"]),
        ("//Button[@enabled!='false']", ["Call Ada"]),
        ("//Row[1]/Text | //List", ["List", "Ada Park"]),
        ("//*[@text='nobody']", []),
    ],
)  # fmt: skip
def test_paths(path, expected):
    assert found(path) == expected


def test_a_path_from_a_text_with_both_kinds_of_quotes_finds_it():
    path = xpath.element(text='Ben "Bo" O\'Neil')
    assert "concat(" in path
    assert found(path) == ['Ben "Bo" O\'Neil']


def test_a_path_within_a_row():
    row = xpath.element(class_="Row")
    assert found(xpath.element(inside=row, content_desc="Call Ben", text=None)) == ["Call Ben"]
    assert found(xpath.element(inside=row, contains="Park")) == ["Ada Park"]


@calm
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_no_text_breaks_out_of_its_predicate(text):
    tree = ElementTree.Element("hierarchy")
    mine = ElementTree.SubElement(tree, "node", {"text": text})
    ElementTree.SubElement(tree, "node", {"text": text + "."})
    assert xpath.find_all(tree, xpath.element(text=text)) == [mine]
    assert len(xpath.find_all(tree, xpath.element(contains=text))) == 2


@pytest.mark.parametrize(
    "path",
    ["", "node", "//", "//node[", "//node[@text=]", "//node[text()='a']", "//node[@a='b'] x",
     "//node[last()]", "//3", '//node[@a="'],
)  # fmt: skip
def test_what_is_no_path_is_refused(path):
    with pytest.raises(UsageError):
        xpath.find_all(DUMP, path)
