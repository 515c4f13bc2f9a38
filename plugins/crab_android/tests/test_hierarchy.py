# ruff: noqa: E501 - a dump has long lines
"""From a dump to a UI tree, also a dump of another phone."""

from __future__ import annotations

import pytest

from crab_android.device.hierarchy import ui_tree
from crab_core import Box, DeviceError

DUMP = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="org.notes" content-desc="" checkable="false"
 checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false"
 password="false" selected="false" bounds="[0,0][720,1280]">
<node index="0" text="" resource-id="org.notes:id/list" class="androidx.recyclerview.widget.RecyclerView" package="org.notes"
 content-desc="" checkable="false" checked="false" clickable="false" enabled="true" scrollable="true" bounds="[0,100][720,1280]">
<node index="0" text="" class="android.widget.LinearLayout" clickable="true" long-clickable="true" enabled="true" bounds="[0,100][720,200]">
<node index="0" text="" class="android.widget.CheckBox" content-desc="Done" checkable="true" checked="true" clickable="true"
 enabled="true" bounds="[0,100][80,200]" />
<node index="1" text="Buy &lt;milk&gt; &amp; &quot;eggs&quot;" class="android.widget.TextView" enabled="true" bounds="[80,100][720,200]" />
</node></node>
<node index="1" text="typed" class="android.widget.EditText" content-desc="" clickable="true" focused="true" enabled="true"
 password="true" bounds="[0,0][720,100]" />
<node index="2" text="off" class="android.widget.TextView" bounds="[0,0][0,0]" />
</node></hierarchy>"""


def test_roles_names_values_states_and_boxes():
    tree = ui_tree(DUMP, 720, 1280)
    nodes = {node.role: node for node in tree.walk()}
    assert (tree.root.role, tree.root.name, tree.root.box) == ("window", "org.notes", Box(0, 0, 720, 1280))
    assert nodes["list"].identifier == "org.notes:id/list"
    assert "scrollable" in nodes["list"].states
    assert nodes["check box"].states >= {"checked", "checkable", "clickable"}
    assert nodes["check box"].name == "Done"
    assert nodes["check box"].box == Box(0, 100, 80, 100)
    assert (nodes["text field"].value, nodes["text field"].name) == ("typed", "")
    assert nodes["text field"].states >= {"editable", "focused", "password"}


def test_a_row_without_a_name_is_named_by_the_texts_in_it():
    row = next(node for node in ui_tree(DUMP, 720, 1280).walk() if node.role == "list item")
    assert row.name == 'Buy <milk> & "eggs"'


def test_an_element_without_area_has_no_box():
    assert next(node for node in ui_tree(DUMP, 720, 1280).walk() if node.name == "off").box is None


@pytest.mark.parametrize(
    "xml", ["", "ERROR: null root node", "<html></html>", "<hierarchy><node></hierarchy>"]
)
def test_what_is_no_hierarchy_is_a_device_error(xml):
    with pytest.raises(DeviceError):
        ui_tree(xml, 720, 1280)
