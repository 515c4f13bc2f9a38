"""What a screen does once when it is opened."""

from __future__ import annotations

import pytest

from crab_android.phone import App, Intent, Phone, Screen
from crab_android.phone.catalog import built_in_apps
from crab_android.phone.kit import Filter, NoState, label, no_state

PACKAGE = "test.example.counter"


def count(context):
    context.args["opened"] = context.args.get("opened", 0) + 1


@pytest.fixture
def phone():
    """A phone with an app that counts how often its screens were opened."""

    def build(context):
        return label(f"Opened {context.args.get('opened', 0)}")

    app = App(
        package=PACKAGE,
        label="Counter",
        icon=lambda _canvas, _rect: None,
        state=NoState,
        screens={
            "main": Screen(".MainActivity", build, opened=count),
            "more": Screen(".MoreActivity", build, opened=count),
        },
        main="main",
        seed=no_state,
        filters=(Filter("test.example.MORE", "more"),),
    )
    return Phone(apps=[*built_in_apps(), app])


def opened(phone):
    return phone.activity.screen, phone.activity.args["opened"]


def test_a_screen_is_opened_once_and_not_when_it_comes_back(phone):
    phone.launch(PACKAGE)
    phone.windows()
    phone.push(PACKAGE, "more")
    assert opened(phone) == ("more", 1)
    phone.back()
    assert opened(phone) == ("main", 1)
    phone.home()
    phone.launch(PACKAGE)
    assert opened(phone) == ("main", 1)


def test_an_app_that_was_stopped_is_opened_anew(phone):
    phone.launch(PACKAGE)
    phone.force_stop(PACKAGE)
    phone.launch(PACKAGE)
    assert opened(phone) == ("main", 1)


def test_an_intent_opens_the_screen_before_it_is_seen(phone):
    phone.start_intent(Intent(action="test.example.MORE"))
    assert opened(phone) == ("more", 1)
    assert 'text="Opened 1"' in phone.ui_xml()
