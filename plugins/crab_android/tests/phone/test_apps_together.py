"""What apps may ask of each other, of the user and of the phone."""

from __future__ import annotations

import pytest

from crab_android.phone import ContentError, Intent

NOTES = "test.example.notes"


def state(phone):
    return phone.app_state(NOTES)


def test_another_app_is_asked_for_something_and_its_answer_comes_back_with_what_was_kept(hand, phone):
    hand.tap(text="Pick a color")
    assert phone.activity.package == "test.example.colors"
    hand.tap(text="Blue")
    assert phone.activity.package == NOTES
    assert state(phone).asked == [{"name": "color", "row": 7, "color": "Blue"}]


def test_an_app_that_was_asked_and_is_left_by_back_answers_nothing(hand, phone):
    hand.tap(text="Pick a color")
    phone.back()
    assert phone.activity.package == NOTES
    assert state(phone).asked == []


def test_a_permission_is_asked_for_once_and_then_known(hand, phone):
    hand.tap(text="Photograph")
    assert "Allow Jotter to take pictures and record video?" in hand.texts()
    hand.tap(text="While using the app")
    assert state(phone).asked == [{"name": "camera", "size": "large", "granted": True}]
    hand.tap(text="Photograph")
    assert len(state(phone).asked) == 2
    assert not phone.state.overlays


def test_a_permission_that_was_denied_stays_denied_without_another_question(hand, phone):
    for _ in range(2):
        hand.tap(text="Photograph")
        if phone.state.overlays:
            hand.tap(text="Don’t allow")
    assert [answer["granted"] for answer in state(phone).asked] == [False, False]


def test_a_touch_beside_the_question_for_a_permission_answers_nothing(hand, phone):
    hand.tap(text="Photograph")
    phone.tap(540, 300)
    assert "Don’t allow" in hand.texts()
    assert state(phone).asked == []


def test_back_refuses_a_permission_for_now_and_it_may_be_asked_for_again(hand, phone):
    hand.tap(text="Photograph")
    phone.back()
    assert [answer["granted"] for answer in state(phone).asked] == [False]
    hand.tap(text="Photograph")
    assert "Don’t allow" in hand.texts()


def test_sharing_lets_the_user_choose_among_the_other_apps(hand, phone):
    hand.tap(text="Share")
    assert "Jotter" not in hand.texts()
    hand.tap(text="Colors")
    assert hand.node(id="got").get("text") == "Buy milk"
    phone.back()
    assert phone.activity.package == NOTES


def test_what_no_app_can_do_says_so(hand, phone):
    hand.phone.apps.pop("com.android.browser", None)
    hand.tap(text="Open page")
    assert phone.activity.package == NOTES
    assert phone.state.toast.text == "No app can perform this action."


def test_an_address_opens_the_row_it_names(phone, hand):
    assert phone.start_intent(Intent(action="android.intent.action.VIEW", data=f"content://{NOTES}/notes/2"))
    assert hand.node(id="note").get("text") == "Call Ada"


def test_a_filter_for_addresses_refuses_those_of_others(phone):
    assert not phone.start_intent(Intent(action="android.intent.action.VIEW", data="content://other/notes/2"))


def test_a_broadcast_reaches_the_receiver_of_its_action(phone):
    assert phone.broadcast(Intent(action="DONE", extras={"by": "me"})) == 1
    assert phone.broadcast(Intent(action="NOBODY")) == 0
    assert state(phone).asked == [{"heard": {"by": "me"}}]


def test_a_notification_replaces_the_one_with_its_tag_and_is_taken_away_with_its_app(hand, phone):
    hand.tap(text="Remind")
    hand.tap(text="Remind")
    (shown,) = phone.state.notifications
    assert (shown.package, shown.title, shown.screen, shown.args) == (NOTES, "Remember", "one", {"id": 1})
    phone.packages.uninstall(NOTES)
    assert phone.state.notifications == []


def test_rows_of_another_app_are_read_and_changed_by_uri(phone):
    content, uri = phone.content, f"content://{NOTES}/notes"
    assert content.query(uri, {"text": "Call Ada"}) == [{"_id": 2, "text": "Call Ada"}]
    assert content.insert(uri, {"text": "Sleep"}) == 3
    content.update(uri, 1, {"text": "Buy oats"})
    content.delete(uri, 2)
    assert content.query(uri) == [{"_id": 1, "text": "Buy oats"}, {"_id": 3, "text": "Sleep"}]
    assert content.query(f"{uri}/3") == [{"_id": 3, "text": "Sleep"}]


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda c: c.rows("content://nobody/x"), "nobody provides"),
        (lambda c: c.insert(f"content://{NOTES}/fixed", {"text": "x"}), "takes no new rows"),
        (lambda c: c.update(f"content://{NOTES}/fixed", 1, {"text": "x"}), "cannot be changed"),
        (lambda c: c.delete(f"content://{NOTES}/fixed", 1), "cannot be deleted"),
        (lambda c: c.delete(f"content://{NOTES}/notes", 9), "no row 9"),
        (lambda c: c.insert(f"content://{NOTES}/notes", {}), "does not take these values"),
    ],
)
def test_what_a_provider_does_not_do_is_said(phone, act, told):
    with pytest.raises(ContentError, match=told):
        act(phone.content)
    assert phone.content.query("content://nobody/x") == []
