"""Looking around on a phone is no side effect; what its apps keep is."""

from __future__ import annotations

import pytest

from crab_android.allowed import INCIDENTAL
from crab_android.environment import AndroidEnvironment
from crab_android.phone import Phone
from crab_android.phone.crawl import crawl
from crab_core.effects import May, SideEffect, side_effects

DOING = {
    "com.android.dialer/in_call",  # somebody is called
    "com.android.browser/page#answer",  # something was put into the cart of a shop
    "org.crab.drive/share#access",  # somebody was let in
    "org.crab.tasks/list#delete_list",  # a list was made to be deleted
    "com.android.settings/wifi#password",  # a network was forgotten, to be asked for its password
}
"""Spots that the crawler reaches only by doing something that counts."""


def state(phone: Phone) -> dict[str, object]:
    """The state of a phone as the environment tells it."""
    device = AndroidEnvironment(link=None, read_state=lambda: phone.export(contents=False))  # type: ignore[arg-type]
    return device.state()


def effects(before: object, after: object, *may: May) -> list[SideEffect]:
    return side_effects({"phone": may}, {"phone": before}, {"phone": after}, {"phone": INCIDENTAL})


def test_every_screen_of_every_app_is_reached_without_a_side_effect():
    phone = Phone()
    before = state(phone)
    found = crawl(phone)
    assert len(found.phones) > 300
    seen = {
        str(spot): [str(effect) for effect in effects(before, state(other))]
        for spot, other in found.phones.items()
    }
    assert {spot: said for spot, said in seen.items() if said and spot not in DOING} == {}
    assert all(seen[spot] for spot in DOING)


def test_every_app_is_opened_and_left_without_a_side_effect():
    phone = Phone()
    before = state(phone)
    for package in [*phone.apps, *reversed(phone.apps)]:
        phone.launch(package)
        phone.home()
    assert effects(before, state(phone)) == []


@pytest.mark.parametrize("seed", range(3))
def test_opening_what_is_on_the_screen_of_messages_and_mail_is_no_side_effect(seed):
    phone = Phone(seed=seed)
    before = state(phone)
    for package in ("com.android.messaging", "com.android.email"):
        for row in range(5):
            phone.launch(package)
            phone.tap(400, 500 + 190 * row)
            phone.back()
            phone.home()
    assert state(phone) != before
    assert effects(before, state(phone)) == []


class Settings:
    """A link to a phone that tells nothing but its settings."""

    def check(self, command: str) -> str:
        """What `settings list` prints."""
        return {"settings list global": "bluetooth_on=1\nnote=a=b\n"}.get(command, "")


def test_of_a_phone_that_does_not_tell_its_state_the_settings_are_compared_and_that_is_said():
    real = AndroidEnvironment(link=Settings())  # type: ignore[arg-type]
    assert real.state() == {
        "settings": {"system": {}, "secure": {}, "global": {"bluetooth_on": "1", "note": "a=b"}}
    }
    assert real.state_misses == "only the phone's settings are compared"
    simulated = AndroidEnvironment(link=Settings(), read_state=dict)  # type: ignore[arg-type]
    assert simulated.state_misses == ""
