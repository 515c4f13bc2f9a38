"""Evaluators of notifications, permissions and the state of apps, both ways."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb

ADA = "+1 202 555 0142"
MESSAGES = "com.android.messaging"
CAMERA = "android.permission.CAMERA"


# -- notifications ------------------------------------------------------------------------


@pytest.fixture
def notified(judge):
    """A message has just come from somebody whose text looks like the end of a notification."""
    judge.world(
        clock="2026-05-14T10:24",
        contacts=[{"name": "Ada Novak", "number": ADA}],
        messages={
            "scheduled": [{"at": "2026-05-14T10:25", "number": ADA, "body": "At 5 (sharp)!\n}\nNext=line"}]
        },
    )
    judge.call(lambda phone: phone.clock.advance(120))
    return judge


def test_a_notification_by_app_title_and_a_part_of_its_text(notified):
    assert notified("notification_present", package=MESSAGES)
    assert notified("notification_present", title="Ada Novak")
    assert notified("notification_present", package=MESSAGES, title="Ada Novak", text="At 5 (sharp)!")
    assert not notified("notification_present", title="Ada"), "a part of the title"
    assert not notified("notification_present", package="com.android.email", title="Ada Novak"), (
        "the wrong app"
    )
    assert not notified("notification_present", package=MESSAGES, text="At 6")


def test_no_notifications(judge):
    judge.world(messages=[])
    assert not judge("notification_present", package=MESSAGES)
    assert judge.error("notification_present") == "UsageError"


# -- permissions --------------------------------------------------------------------------


def test_a_permission_that_was_granted_and_taken_back(judge):
    contacts = {"package": "com.android.messaging", "permission": "android.permission.READ_CONTACTS"}
    judge.env.link.check("pm grant com.android.messaging android.permission.READ_CONTACTS")
    assert judge("permission_granted", **contacts)
    assert not judge("permission_granted", package=contacts["package"], permission=CAMERA), (
        "another permission"
    )
    judge.env.link.check("pm revoke com.android.messaging android.permission.READ_CONTACTS")
    assert not judge("permission_granted", **contacts)
    assert judge.error("permission_granted", package="org.crab.nothing", permission=CAMERA) == "DeviceError"


# -- how an app stands --------------------------------------------------------------------


def test_an_app_that_was_stopped_and_started(judge):
    judge.show("org.crab.tasks")
    assert judge("app_is", package="org.crab.tasks", state="running")
    judge.env.act("stop_app", {"package": "org.crab.tasks"})
    assert not judge("app_is", package="org.crab.tasks", state="running")
    assert judge("app_is", package="org.crab.tasks", state="stopped")
    judge.env.act("launch_app", {"package": "org.crab.tasks"})
    assert judge("app_is", package="org.crab.tasks", state="running")
    assert not judge("app_is", package="org.crab.tasks", state="stopped")


def test_an_app_that_was_disabled(judge):
    judge.env.link.check("pm disable-user org.crab.tasks")
    assert judge("app_is", package="org.crab.tasks", state="disabled")
    judge.env.link.check("pm enable org.crab.tasks")
    assert not judge("app_is", package="org.crab.tasks", state="disabled")


def test_an_app_that_was_uninstalled(judge):
    judge.world(uninstalled=["org.crab.tasks"])
    assert judge("app_is", package="org.crab.tasks", state="absent")
    assert not judge("app_installed", package="org.crab.tasks")
