"""Selections, counts, messages that can be taken back, and the floating button with a word."""

from __future__ import annotations

import pytest

from crab_android.phone.kit import MATCH, badge, column, extended_fab, icon_button, selection_bar, snackbar


def test_what_is_selected_is_counted_and_can_be_acted_on(hand, stage, screen):
    def build(context):
        theme = context.theme
        delete = icon_button("delete", "Delete", theme.on_surface, stage.note("delete"), id="action_delete")
        return selection_bar(3, theme, stage.note("close"), delete)

    screen(build)
    assert hand.node(desc="3 selected").get("text") == "3"
    hand.tap(id="action_delete")
    hand.tap(desc="Close selection")
    assert stage.happened == ["delete", "close"]


def test_a_floating_button_with_a_word(hand, stage, screen):
    screen(
        lambda context: extended_fab("edit", "Compose", context.theme, stage.note("write"), "compose_button")
    )
    hand.tap(text="Compose")
    assert stage.happened == ["write"]
    assert hand.node(id="compose_button").get("class") == "android.widget.Button"


@pytest.mark.parametrize(("count", "text"), [(1, "1"), (999, "999"), (1000, "999+")])
def test_counts(hand, screen, count, text):
    screen(lambda context: badge(count, context.theme))
    assert hand.node(id="badge").get("text") == text


def test_a_message_can_be_taken_back(hand, stage, screen):
    screen(
        lambda context: column(snackbar("1 archived", context.theme, "Undo", stage.note("undo")), width=MATCH)
    )
    assert hand.texts() == ["1 archived", "Undo"]
    hand.tap(id="snackbar_action")
    assert stage.happened == ["undo"]


def test_or_it_is_only_a_message(hand, screen):
    screen(lambda context: snackbar("Offline", context.theme))
    assert hand.texts() == ["Offline"]
