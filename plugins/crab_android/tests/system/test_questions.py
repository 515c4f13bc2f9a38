"""Permission questions and the sheet to share with."""

from __future__ import annotations

import pytest

from crab_android.phone.state import Overlay

from .conftest import POST

CHOOSER = "com.android.intentresolver"


def ask(phone, permission):
    args = {
        "package": POST,
        "permission": f"android.permission.{permission}",
        "request": {"name": "answer", "keep": {}},
    }
    phone.show_overlay(Overlay(kind="permission", args=args))


@pytest.mark.parametrize(
    ("permission", "allow"),
    [
        ("CAMERA", "While using the app"),
        ("ACCESS_FINE_LOCATION", "While using the app"),
        ("READ_CONTACTS", "Allow"),
    ],
)
def test_a_permission_is_allowed_for_a_while_where_that_makes_sense(hand, phone, permission, allow):
    ask(phone, permission)
    assert [text for text in hand.texts() if "?" not in text] == [allow, "Don’t allow"]


@pytest.mark.parametrize("code", [3, 4])
def test_home_and_back_lead_out_of_a_question(phone, code):
    phone.launch(POST)
    ask(phone, "CAMERA")
    phone.key(code)
    assert not phone.state.overlays


def share(phone, count):
    targets = [["org.crab.tasks", "list", {}, f"Target {number}"] for number in range(count)]
    args = {"title": "Share", "package": POST, "text": "Some words", "targets": targets, "request": None}
    phone.show_overlay(Overlay(kind="chooser", args=args))


def test_what_is_shared_is_shown_and_can_be_copied_instead(hand, phone):
    share(phone, 3)
    assert "Some words" in hand.texts()
    hand.tap(desc="Copy")
    assert phone.state.clipboard == "Some words"
    assert not phone.state.overlays


def test_a_sheet_with_many_targets_scrolls_on_its_side(hand, phone):
    phone.put_setting("system", "user_rotation", "1")
    share(phone, 16)
    assert not hand.sees(text="Target 15")
    phone.swipe(1200, 900, 1200, 200)
    assert hand.sees(text="Target 15")


def test_a_touch_above_the_sheet_closes_it(phone):
    share(phone, 3)
    phone.tap(540, 300)
    assert not phone.state.overlays
