"""The gallery: every widget together, in both themes and in large letters."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from crab_android.phone.touch import walk


@pytest.fixture(params=[("1", "1.0"), ("2", "1.3")], ids=["light", "dark and large"])
def shown(request, gallery):
    """A phone with the gallery, in one of the themes."""
    night, scale = request.param
    phone = gallery.make_phone()
    phone.put_setting("secure", "ui_night_mode", night)
    phone.put_setting("system", "font_scale", scale)
    return phone


def clickable(phone):
    return [view for view in walk(phone.active_window().root) if view.clickable and not view.visible.empty]


def test_every_screen_is_drawn_twice_alike_and_building_it_changes_nothing(shown, gallery):
    for name in gallery.SCREENS:
        shown.start(gallery.PACKAGE, name)
        before = shown.export(contents=False)
        first = shown.png()
        shown.changed()
        assert shown.png() == first, name
        assert shown.export(contents=False) == before, name


def test_every_dialog_is_drawn_and_building_it_changes_nothing(shown, gallery):
    for name in gallery.DIALOGS:
        shown.context().show_dialog(name)
        before = shown.export(contents=False)
        shown.changed()
        first = shown.png()
        shown.changed()
        assert shown.png() == first, name
        assert shown.export(contents=False) == before, name
        shown.back()


def test_everything_that_can_be_touched_has_a_name(shown, gallery):
    for name in [*gallery.SCREENS, *(f"#{dialog}" for dialog in gallery.DIALOGS)]:
        if name.startswith("#"):
            shown.context().show_dialog(name[1:])
            shown.changed()
        else:
            shown.start(gallery.PACKAGE, name)
        for view in clickable(shown):
            assert view.id or view.desc or view.text, (name, view)
        ElementTree.fromstring(shown.ui_xml())


def test_every_text_in_the_tree_is_seen_and_lies_on_the_screen(shown, gallery):
    for name in gallery.SCREENS:
        shown.start(gallery.PACKAGE, name)
        for node in ElementTree.fromstring(shown.ui_xml()).iter("node"):
            left, top, right, bottom = (
                int(n) for n in node.get("bounds", "").replace("][", ",").strip("[]").split(",")
            )
            assert 0 <= left < right <= 1080
            assert 0 <= top < bottom <= 2400


def test_the_script_writes_a_picture_of_everything(gallery, tmp_path):
    gallery.draw(tmp_path)
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == 4 * (len(gallery.SCREENS) + len(gallery.DIALOGS))
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
