"""The UI hierarchy as compact text: nothing that can be seen is lost, and ids stay."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from crab_android.device.compact import compact, words
from crab_core import Box, DeviceError

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def node(*children: str, cls: str = "android.widget.FrameLayout", **attributes: str) -> str:
    """A node of a dump; `id`, `desc` and `long_clickable` are short for Android's names."""
    names = {"id": "resource-id", "desc": "content-desc", "long_clickable": "long-clickable"}
    given_ = {"class": cls, "bounds": "[0,0][100,100]", "package": "org.notes"}
    given_ |= {names.get(key, key): value for key, value in attributes.items()}
    written = " ".join(f"{key}={quoteattr(value)}" for key, value in given_.items())
    return f"<node {written}>{''.join(children)}</node>"


def dump(*nodes: str, rotation: int = 0) -> str:
    return f"<?xml version='1.0'?><hierarchy rotation=\"{rotation}\">{''.join(nodes)}</hierarchy>"


def text(value: str, **more: str) -> str:
    return node(cls="android.widget.TextView", text=value, **more)


def tick(**more: str) -> str:
    return node(cls="android.widget.CheckBox", checkable="true", clickable="true", **more)


def lines(xml: str) -> list[str]:
    """The lines below the title, without their ids."""
    return [re.sub(r"^( *)[a-z]\d{3} ?:? ?", r"\1", line) for line in compact(xml).text.splitlines()[1:]]


# -- what a line says ----------------------------------------------------------------------


def test_a_screen_reads_like_its_outline():
    rows = [
        node(
            tick(checked="true", desc="Done"), text("Pay rent"), clickable="true", long_clickable="true",
        ),
        node(tick(desc="Done"), text("Call Ada"), text("at noon"), clickable="true", long_clickable="true"),
    ]  # fmt: skip
    screen = dump(
        node(
            node(text("My tasks"), text("1 of 2 to do")),
            node(
                *rows,
                cls="androidx.recyclerview.widget.RecyclerView",
                id="org.notes:id/list",
                scrollable="true",
            ),
            node(cls="android.widget.ImageButton", desc="Add", clickable="true"),
            node(cls="android.widget.EditText", text="milk", clickable="true", focused="true"),
            node(
                cls="android.widget.Switch", text="Sync", clickable="true", checkable="true", checked="true"
            ),
            node(cls="android.widget.Button", text="Save", enabled="false"),
        )
    )
    assert compact(screen).text.startswith("screen org.notes\n")
    assert lines(screen) == [
        "My tasks | 1 of 2 to do",
        "list scroll #list",
        "  item tap hold: Pay rent",
        "    checkbox tap checked: Done",
        "  item tap hold: Call Ada | at noon",
        "    checkbox tap unchecked: Done",
        "button tap: Add",
        "field tap type focused: milk",
        "switch tap on: Sync",
        "button disabled: Save",
    ]


def test_a_control_without_a_name_stands_below_the_text_beside_it():
    row = node(text("Bluetooth"), node(cls="android.widget.Switch", clickable="true", checkable="true"))
    assert lines(dump(row)) == ["Bluetooth", "  switch tap off"]


def test_an_element_without_text_is_told_by_its_resource_id():
    assert lines(dump(node(id="org.notes:id/send", cls="android.view.View", clickable="true"))) == [
        "item tap #send"
    ]


def test_line_breaks_stay_in_the_line_and_separate_words():
    assert lines(dump(text("12 Elm Street\n90210\u2028Springs"))) == ["12 Elm Street ⏎ 90210 ⏎ Springs"]


def test_a_description_that_repeats_the_texts_inside_is_said_once():
    row = node(text("Buy milk"), text("3"), desc="Buy milk, 3 litres", clickable="true")
    assert lines(dump(row)) == ["item tap: Buy milk, 3 litres"]


def test_equal_texts_of_different_elements_are_all_there():
    assert lines(dump(node(text("3"), text("3"), clickable="true"))) == ["item tap: 3 | 3"]


def test_a_long_page_of_text_keeps_its_paragraphs():
    page = [text(f"Paragraph {number} " + "word " * 60) for number in range(3)]
    assert len(lines(dump(node(*page)))) == 3


def test_landscape_is_told():
    assert compact(dump(text("a"), rotation=1)).text.startswith("screen org.notes landscape\n")


# -- odd dumps of real devices ----------------------------------------------------------------------


def test_what_cannot_be_seen_is_left_out():
    hidden = text("gone", **{"visible-to-user": "false"})
    collapsed = text("flat", bounds="[0,50][100,50]")
    assert lines(dump(node(hidden, collapsed, text("there", **{"visible-to-user": "true"})))) == ["there"]


def test_a_layout_that_holds_the_focus_does_not_swallow_what_is_in_it():
    row = node(text("Wi-Fi"), text("Off"), clickable="true")
    assert lines(dump(node(text("Settings"), row, focused="true"))) == ["Settings", "item tap: Wi-Fi | Off"]


def test_a_tab_that_cannot_be_touched_still_says_that_it_is_selected():
    tabs = [node(text("Day"), selected="true"), node(text("Week"))]
    assert lines(dump(node(*tabs))) == ["selected: Day", "Week"]


def test_a_hint_is_told_beside_the_text_and_an_empty_one_is_not():
    assert lines(dump(text("", hint="Search"), text("a", hint=""))) == ["Search", "a"]


def test_a_child_of_a_collapsed_layout_is_still_there():
    assert lines(dump(node(text("there"), bounds="[0,0][0,0]"))) == ["there"]


def test_nodes_without_most_attributes():
    tree = compact('<hierarchy><node text="bare"/><node/><node class="x" clickable="true"/></hierarchy>')
    assert [element.texts for element in tree.elements.values()] == [("bare",), ()]
    assert all(element.box is None for element in tree.elements.values())


def test_a_web_page_says_everything_once():
    link = node(text("Read more"), cls="android.view.View", text="Read more", clickable="true", NAF="true")
    heading = node(text("News"), cls="android.view.View", text="News")
    page = node(node(heading, link, cls="android.view.View"), cls="android.webkit.WebView", scrollable="true")
    assert lines(dump(page)) == ["web scroll", "  News", "  item tap: Read more"]


def test_classes_that_apps_derive_are_told_by_the_end_of_their_name():
    mine = node(cls="org.notes.FancyEditText", text="x", clickable="true", hint="Title")
    assert lines(dump(mine)) == ["field tap type: x | Title"]


def test_characters_that_xml_forbids_do_not_hide_the_screen():
    assert lines('<hierarchy><node text="a&#0;b&#55357;c"/></hierarchy>') == ["abc"]


def test_what_is_no_hierarchy_is_a_device_error():
    with pytest.raises(DeviceError):
        compact("ERROR: could not get idle state.")


# -- ids ----------------------------------------------------------------------


def ids(xml: str) -> dict[str, str]:
    """Text → id, of elements that say something."""
    return {
        " | ".join(element.texts): name for name, element in compact(xml).elements.items() if element.texts
    }


def listed(*titles: str, counter: str = "0", typed: str = "") -> str:
    rows = [
        node(
            tick(),
            text(title, id="n:id/title"),
            id="n:id/row",
            clickable="true",
            bounds=f"[0,{at}][9,{at + 9}]",
        )
        for at, title in enumerate(titles, 100)
    ]
    field = node(cls="android.widget.EditText", text=typed, id="n:id/new", clickable="true")
    shown = text(counter, id="n:id/counter", clickable="true")
    return dump(node(shown, node(*rows, cls="android.widget.ListView"), field))


def test_the_same_screen_has_the_same_ids():
    assert compact(listed("a", "b")) == compact(listed("a", "b"))


def test_ids_are_a_letter_and_three_digits_and_all_different():
    found = list(compact(listed(*"abcdefghij")).elements)
    assert len(set(found)) == len(found)
    assert all(re.fullmatch(r"[a-z]\d{3}", name) for name in found)


def test_a_row_keeps_its_id_when_rows_come_go_and_move():
    before, after = ids(listed("milk", "eggs")), ids(listed("bread", "eggs", "milk"))
    assert before["milk"] == after["milk"]
    assert before["eggs"] == after["eggs"]
    assert after["bread"] not in before.values()


def test_what_is_in_a_row_keeps_its_id_when_the_row_before_goes():
    def ticks(xml: str) -> list[str]:
        return [name for name, element in compact(xml).elements.items() if element.role == "checkbox"]

    assert ticks(listed("eggs")) == ticks(listed("milk", "eggs"))[1:]
    alike = [node(tick(desc="Done"), text("milk"), clickable="true") for _ in range(2)]
    bare = node(text("milk"), clickable="true")
    both = ticks(dump(node(*alike, cls="android.widget.ListView")))
    assert ticks(dump(node(bare, alike[1], cls="android.widget.ListView"))) == both[1:], "also of twins"


def test_rows_of_one_name_are_told_apart_by_the_rest_of_what_they_say():
    def calls(*times: str) -> str:
        rows = [node(text("Jonas"), text(time), clickable="true") for time in times]
        return dump(node(*rows, cls="android.widget.ListView"))

    assert ids(calls("12:02", "11:40"))["Jonas | 11:40"] == ids(calls("11:40"))["Jonas | 11:40"]


def test_a_row_keeps_its_id_when_the_letter_above_it_goes_to_another():
    def people(*names: str) -> str:
        rows = [
            node(*[text(word) for word in (["A"] if at == 0 else []) + [name]], clickable="true")
            for at, name in enumerate(names)
        ]
        return dump(node(*rows, cls="android.widget.ListView"))

    assert ids(people("Ada"))["A | Ada"] == ids(people("Abe", "Ada"))["Ada"]


def test_an_element_with_a_resource_id_keeps_its_id_when_its_own_text_changes():
    before, after = ids(listed(counter="1")), ids(listed(counter="2"))
    assert before["1"] == after["2"]


def test_a_field_keeps_its_id_while_it_is_typed_into():
    assert ids(listed(typed="a"))["a"] == ids(listed(typed="ab"))["ab"]


def test_a_row_with_a_switch_keeps_its_id_when_it_is_switched():
    def row(state: str) -> str:
        switch = node(cls="android.widget.Switch", clickable="true", checkable="true", checked=state)
        said = "On" if state == "true" else "Off"
        return dump(
            node(node(text("Sync"), text(said), switch, clickable="true"), cls="android.widget.ListView")
        )

    assert list(compact(row("true")).elements) == list(compact(row("false")).elements)


def test_a_state_is_no_part_of_an_id():
    on, off = (dump(tick(desc="Done", checked=state)) for state in ("true", "false"))
    assert compact(on).elements.keys() == compact(off).elements.keys()


def test_an_id_says_where_its_element_is():
    tree = compact(listed("milk"))
    assert tree.elements[ids(listed("milk"))["milk"]].box == Box(0, 100, 9, 9)


# -- for every hierarchy ----------------------------------------------------------------------

TEXTS = st.one_of(
    st.just(""),
    st.sampled_from(
        ["Buy milk", "3", "12 Elm Street\n90210 Springs", "+1 555 0100", "a | b", "x: y", "世界", "c504"]
    ),
    st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=30),
)
CLASSES = st.sampled_from(
    [
        "android.widget.FrameLayout",
        "android.widget.LinearLayout",
        "android.widget.TextView",
        "android.widget.Button",
        "android.widget.EditText",
        "android.widget.CheckBox",
        "android.widget.ListView",
        "android.widget.ScrollView",
        "android.widget.ImageView",
        "android.widget.ProgressBar",
        "android.webkit.WebView",
        "org.notes.Own",
        "",
    ]
)
FLAGS = (
    "clickable",
    "long-clickable",
    "scrollable",
    "checkable",
    "checked",
    "selected",
    "focused",
    "enabled",
    "password",
)
ATTRIBUTES = st.fixed_dictionaries(
    {"text": TEXTS, "class": CLASSES},
    optional={
        "content-desc": TEXTS,
        "resource-id": st.sampled_from(["", "n:id/a", "n:id/b"]),
        "visible-to-user": st.just("true"),
        "NAF": st.just("true"),
        "bounds": st.sampled_from(["[0,0][100,100]", "[-5,10][20,20]", "[0,0][1080,2400]", "odd"]),
        **{flag: st.sampled_from(["true", "false"]) for flag in FLAGS},
    },
)


def _element(attributes: dict[str, str], children: list[ElementTree.Element]) -> ElementTree.Element:
    made = ElementTree.Element("node", attributes)
    made.extend(children)
    return made


TREES = st.recursive(
    st.builds(_element, ATTRIBUTES, st.just([])),
    lambda inner: st.builds(_element, ATTRIBUTES, st.lists(inner, max_size=5)),
    max_leaves=25,
)


def written(*roots: ElementTree.Element) -> str:
    whole = ElementTree.Element("hierarchy", rotation="0")
    whole.extend(roots)
    return ElementTree.tostring(whole, encoding="unicode")


@calm
@given(TREES)
def test_no_word_that_can_be_seen_is_lost(tree):
    xml = written(tree)
    shown = Counter(words(compact(xml).text))
    for element in ElementTree.fromstring(xml).iter("node"):
        for name in ("text", "content-desc"):
            assert not Counter(words(element.get(name, ""))) - shown, (element.attrib, compact(xml).text)


@calm
@given(TREES)
def test_of_texts_alone_none_is_lost_however_often_it_stands_there(tree):
    for element in tree.iter("node"):
        element.attrib.pop("content-desc", None)
        if len(element):
            element.attrib["text"] = ""  # a text that repeats its own children is said once
    xml = written(tree)
    said = Counter(word for element in tree.iter("node") for word in words(element.get("text", "")))
    assert not said - Counter(words(compact(xml).text))


@calm
@given(TREES)
def test_whatever_can_be_operated_has_a_line_with_its_actions(tree):
    xml = written(tree)
    can = [word for element in compact(xml).elements.values() for word in element.actions]
    for flag, word in (("clickable", "tap"), ("long-clickable", "hold"), ("scrollable", "scroll")):
        assert can.count(word) == sum(element.get(flag) == "true" for element in tree.iter("node"))


@calm
@given(TREES)
def test_each_line_is_one_element_and_its_id_leads_to_it(tree):
    made = compact(written(tree))
    heads = [line.split()[0].rstrip(":") for line in made.text.split("\n")[1:]]
    assert heads == list(made.elements)
    assert len(set(heads)) == len(heads)


@calm
@given(TREES, TREES)
def test_what_comes_to_the_screen_changes_no_other_id(tree, more):
    before, with_more = compact(written(tree)), compact(written(tree, more))
    alone = compact(written(more))
    # Only twins, and elements that draw the same id, depend on others: on those before them.
    assume(len(with_more.elements) == len(before.elements) + len(alone.elements))
    assert list(with_more.elements)[: len(before.elements)] == list(before.elements)
