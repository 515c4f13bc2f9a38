"""Pictures and UI dumps."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from crab_android.phone import Phone

ATTRIBUTES = [
    *(
        "index",
        "text",
        "resource-id",
        "class",
        "package",
        "content-desc",
        "checkable",
        "checked",
        "clickable",
    ),
    *("enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "bounds"),
]


def test_a_frame_is_a_png_of_1080_by_2400_and_the_same_every_time(phone):
    data = phone.png()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (1080, 2400)
    assert phone.fork().png() == data


def test_a_frame_is_drawn_only_when_something_has_changed(phone):
    assert phone.png() is phone.png()
    kept = phone.png()
    phone.tap(540, 1300)
    assert phone.png() is not kept


def test_raw_pixels_have_androids_header(phone):
    data = phone.raw()
    assert len(data) == 16 + 1080 * 2400 * 4
    assert int.from_bytes(data[:4], "little") == 1080
    assert int.from_bytes(data[4:8], "little") == 2400
    assert int.from_bytes(data[8:12], "little") == 1  # RGBA_8888


def test_the_dump_has_androids_header_and_attributes_in_androids_order(phone):
    xml = phone.ui_xml()
    assert xml.startswith(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node "
    )
    for node in re.findall(r"<node ([^>]*?) ?/?>", xml):
        assert re.findall(r"([\w-]+)=\"", node) == ATTRIBUTES


def test_every_node_lies_inside_its_parent_and_the_screen(phone):
    for package in phone.apps:
        phone.launch(package)
        root = ElementTree.fromstring(phone.ui_xml())
        for parent in root.iter("node"):
            outer = [int(number) for number in re.findall(r"\d+", parent.get("bounds"))]
            assert outer[2] <= 1080
            assert outer[3] <= 2400
            for index, child in enumerate(parent):
                assert child.get("index") == str(index)


def test_the_compressed_dump_has_the_same_texts_in_fewer_nodes(phone):
    phone.launch("com.android.settings")
    whole = ElementTree.fromstring(phone.ui_xml())
    small = ElementTree.fromstring(phone.ui_xml(compressed=True))

    def texts(root):
        return [node.get("text") for node in root.iter("node") if node.get("text")]

    assert texts(small) == texts(whole)
    assert len(list(small.iter())) < len(list(whole.iter()))


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=60))
def test_any_title_gives_xml_that_parses_and_a_picture(title):
    phone = Phone({"tasks": [{"title": title}], "open": "org.crab.tasks"})
    root = ElementTree.fromstring(phone.ui_xml().encode())
    assert any(node.get("resource-id") == "org.crab.tasks:id/task_row" for node in root.iter("node"))
    phone.draw()


def test_a_password_is_shown_as_dots():
    from crab_android.phone.dump import hierarchy_xml
    from crab_android.phone.ui.geometry import SCREEN
    from crab_android.phone.ui.layout import layout
    from crab_android.phone.ui.views import View
    from crab_android.phone.windows import Window

    root = View("android.widget.EditText", text="secret", password=True)
    layout(root, SCREEN, 1.0)
    xml = hierarchy_xml(Window("w", "p", root))
    assert "secret" not in xml
    assert 'text="••••••" ' in xml
    assert 'password="true"' in xml
