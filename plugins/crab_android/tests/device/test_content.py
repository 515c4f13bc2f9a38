"""Rows of content providers, whatever stands in them."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_android.device import content
from crab_android.device.link import Completed
from crab_core import DeviceError

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

URI = "content://org.notes/notes"


class FakeLink:
    """Stands for adb: prints rows as Android's `content` command does (frameworks/base, cmds/content)."""

    def __init__(self, table, *, ids=True):
        self.table = [{"_id": number + 1, **row} for number, row in enumerate(table)]
        self.ids = ids
        self.asked = 0

    def run(self, command, **_options):
        self.asked += 1
        words = shlex.split(command)
        options = dict(zip(words[2::2], words[3::2], strict=True))
        if options["--uri"] != URI:
            return Completed(0, b"Error while accessing provider:nobody\njava.lang.IllegalStateException")
        columns = options["--projection"].split(":")
        if not self.ids and "_id" in columns:
            return Completed(0, b"Error while accessing provider:org.notes\nInvalid column _id")
        kept = [row for row in self.table if options.get("--where") in (None, f"_id={row['_id']}")]
        lines = [
            f"Row: {number} "
            + ", ".join(f"{name}={'NULL' if row[name] is None else row[name]}" for name in columns)
            for number, row in enumerate(kept)
        ]
        return Completed(0, ("\n".join(lines or ["No result found."]) + "\n").encode())


def test_rows_in_the_order_of_the_provider():
    link = FakeLink([{"title": "milk", "done": 0}, {"title": "eggs", "done": 1}])
    assert content.rows(link, URI, ["title", "done"]) == [
        {"_id": "1", "title": "milk", "done": "0"},
        {"_id": "2", "title": "eggs", "done": "1"},
    ]
    assert link.asked == 2


def test_no_rows():
    assert content.rows(FakeLink([]), URI, ["title"]) == []


def test_values_that_look_like_columns_and_rows_are_read_as_they_are():
    nasty = "x, done=1\nRow: 1 _id=2, title=Fake, done=1"
    link = FakeLink([{"title": nasty, "done": 0}, {"title": "a=b, c", "done": 1}])
    found = content.rows(link, URI, ["title", "done"])
    assert [row["title"] for row in found] == [nasty, "a=b, c"]
    assert [row["done"] for row in found] == ["0", "1"]


def test_a_value_cannot_add_a_row_at_the_end():
    link = FakeLink([{"title": "x\nRow: 1 _id=2, title=Fake"}])
    assert content.matching(link, URI, {"title": "Fake"}) == []


def test_a_value_cannot_hide_its_end():
    value = "x\nRow: 1 title=Fake"
    assert content.rows(FakeLink([{"title": value}]), URI, ["title"]) == [{"_id": "1", "title": value}]
    two = FakeLink([{"title": value, "done": ", title=x"}])
    assert content.rows(two, URI, ["title", "done"]) == [{"_id": "1", "title": value, "done": ", title=x"}]


@calm
@given(
    st.lists(
        st.lists(st.text(st.sampled_from("a ,=\nRow: 01_id\rb"), max_size=30), min_size=2, max_size=2),
        max_size=4,
    )
)
def test_any_values_are_read_exactly(table):
    link = FakeLink([{"a": first, "b": second} for first, second in table])
    assert [[row["a"], row["b"]] for row in content.rows(link, URI, ["a", "b"])] == table


def test_a_provider_without_ids():
    link = FakeLink([{"name": "x", "size": 3}], ids=False)
    assert content.rows(link, URI, ["name", "size"]) == [{"name": "x", "size": "3"}]


def test_a_provider_without_ids_that_cannot_be_read_in_one_way_is_an_error():
    with pytest.raises(DeviceError):
        content.rows(FakeLink([{"name": "x\nRow: 0 name=y"}], ids=False), URI, ["name"])


def test_a_uri_that_nobody_provides_is_a_device_error():
    with pytest.raises(DeviceError, match="nobody"):
        content.rows(FakeLink([]), "content://nobody/x", ["a"])


@pytest.mark.parametrize(
    ("cell", "wanted", "equal"),
    [
        ("1", True, True), ("1", 1, True), ("1", "1", True), ("1", "01", False), ("01", 1, True),
        ("0", False, True), ("NULL", None, True), ("", None, False), ("0", None, False), ("2.50", 2.5, True),
        ("x", 3, False), ("x", 2.5, False),
    ],
)  # fmt: skip
def test_cells_are_compared_by_what_they_are(cell, wanted, equal):
    assert content.same(cell, wanted) is equal
