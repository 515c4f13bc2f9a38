"""Recent apps."""

from __future__ import annotations

import pytest

LAUNCHER = "org.crab.launcher:id/"


@pytest.fixture
def used(phone):
    """A phone on which three apps were used, Post last."""
    for package in ("com.android.settings", "org.crab.tasks", "test.post"):
        phone.launch(package)
    return phone


def names(hand):
    return [node.get("content-desc") for node in hand.nodes(id=f"{LAUNCHER}task")]


def show(phone, how):
    if how == "key":
        phone.key(187)
    elif how == "button":
        phone.put_setting("secure", "navigation_mode", "0")
        phone.tap(834, 2340)
    else:
        phone.swipe(540, 2395, 540, 1500, duration_ms=1000)


@pytest.mark.parametrize("how", ["key", "button", "gesture"])
def test_recent_apps_are_shown_the_last_one_first(hand, used, how):
    show(used, how)
    assert names(hand)[:2] == ["Post", "Tasks"]


def test_a_quick_swipe_from_the_foot_goes_home_instead(used):
    used.swipe(540, 2395, 540, 1500, duration_ms=200)
    assert not used.state.overlays
    assert used.front.package == "org.crab.launcher"


def test_a_card_shows_what_the_app_shows_and_a_tap_goes_back_there(hand, used):
    hand.tap(id="plain")
    used.type_text("half-typed")
    used.back()
    used.key(187)
    with_text = used.png()
    hand.tap(desc="Post")
    assert used.activity.fields["plain"].text == "half-typed"
    used.activity.fields.clear()
    used.key(187)
    assert used.png() != with_text
    hand.tap(desc="Post")
    assert not used.state.overlays


def test_cards_scroll_sideways_to_the_older_ones(hand, used):
    used.key(187)
    assert "Settings" not in names(hand)
    used.swipe(900, 1200, 200, 1200)
    assert "Settings" in names(hand)


def test_a_swipe_up_closes_an_app_and_leaves_what_it_stored(hand, used):
    used.app_state("test.post").heard.append("kept")
    used.key(187)
    x, y = hand.spot(desc="Post")
    used.swipe(x, y, x, y - 700)
    assert names(hand)[0] == "Tasks"
    assert all(stack.package != "test.post" for stack in used.state.stacks)
    assert used.app_state("test.post").heard == ["kept"]


def test_clear_all_closes_everything(hand, used):
    used.key(187)
    hand.tap(text="Clear all")
    assert [stack.package for stack in used.state.stacks] == ["org.crab.launcher"]
    used.key(187)
    assert hand.sees(text="No recent items")


def test_the_key_pressed_twice_goes_to_the_app_before(used):
    used.key(187)
    used.key(187)
    assert used.front.package == "org.crab.tasks"


@pytest.mark.parametrize("code", [3, 4])
def test_home_and_back_lead_out(used, code):
    used.key(187)
    used.key(code)
    assert not used.state.overlays
    assert used.front.package == "org.crab.launcher"


def test_a_secure_screen_is_not_shown_on_its_card(phone):
    from dataclasses import replace

    from crab_android.phone import Phone
    from crab_android.phone.kit import View

    apps = dict(phone.catalog)
    post = apps["test.post"]
    open_screen = replace(
        post.screens["letters"], build=lambda _context: View(fill=0xFFFF00FF, width=-1, height=-1)
    )
    shown = []
    for secure in (False, True):
        screens = {**post.screens, "letters": replace(open_screen, secure=secure)}
        other = Phone(apps=(*[a for a in apps.values() if a is not post], replace(post, screens=screens)))
        other.launch("test.post")
        other.key(187)
        shown.append(b"\xff\x00\xff\xff" * 50 in other.raw())
    assert shown == [True, False]
