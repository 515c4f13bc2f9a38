"""Sub-tasks done by ids of `ui_text` alone, as a text-only agent does them, and then judged."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb

ADA = {"name": "Ada Novak", "number": "+1 202 555 0142", "mail": "ada.novak@mail.test"}
OMAR = {"name": "Omar Dahl", "number": "+1 202 555 0143", "mail": "omar@mail.test"}


class TextAgent:
    """Reads `ui_text` and acts on nodes; it sees nothing else."""

    def __init__(self, judge):
        self.env = judge.env

    def node(self, says: str, role: str = "") -> str:
        """The element that says this, or else the first with it in what it says."""
        self.env.show_text()
        known = {
            name: seen for name, seen in self.env.read_screen().elements.items() if role in ("", seen.role)
        }
        for name, seen in known.items():
            if says in seen.texts and (seen.role != "field" or role):
                return name
        for name, seen in known.items():
            if any(says in text for text in seen.texts):
                return name
        raise AssertionError(f"nothing says {says!r}:\n{self.env.show_text()}")

    def open(self, package: str) -> None:
        self.env.act("launch_app", {"package": package})
        self.env.settle()

    def tap(self, says: str, role: str = "") -> None:
        self.env.act("tap", {"node": self.node(says, role)})
        self.env.settle()

    def hold(self, says: str) -> None:
        self.env.act("long_tap", {"node": self.node(says)})
        self.env.settle()

    def back(self) -> None:
        self.env.act("press", {"key": "back"})
        self.env.settle()

    def fill(self, says: str, text: str) -> None:
        self.env.act("set_text", {"node": self.node(says, "field"), "text": text})
        self.env.settle()


@pytest.fixture
def agent(judge):
    return TextAgent(judge)


def test_a_message_is_sent(judge, agent):
    judge.world(contacts=[ADA, OMAR], messages=[])
    agent.open("com.android.messaging")
    agent.tap("Start chat")
    agent.tap("Ada Novak")
    agent.fill("Text message", "Grüße 🙂 at 5?")
    assert not judge("sms_sent", number=ADA["number"], text="Grüße 🙂 at 5?"), "written and not sent yet"
    agent.tap("Send message")
    assert judge("sms_sent", number=ADA["number"], text="Grüße 🙂 at 5?")
    assert not judge("sms_sent", number=OMAR["number"], text="Grüße 🙂 at 5?")


def test_a_contact_is_added(judge, agent):
    judge.world(contacts=[OMAR])
    agent.open("com.android.contacts")
    agent.tap("Create contact")
    agent.fill("First name", "Ada")
    agent.fill("Last name", "Novak")
    agent.back()  # the keyboard covers the rest
    agent.fill("Email", ADA["mail"])
    assert not judge("contact_exists", name="Ada Novak"), "not saved yet"
    agent.tap("Save")
    assert judge("contact_exists", name="Ada Novak", mail=ADA["mail"])
    assert not judge("contact_exists", name="Omar Dahl", mail=ADA["mail"])


def test_a_note_is_kept_and_then_thrown_away(judge, agent):
    judge.world(notes=[])
    agent.open("org.crab.notes")
    agent.tap("New note")
    agent.fill("Note", "Water the cactus on May 20")
    agent.tap("Navigate up")
    assert judge("note_exists", text="Water the cactus on May 20")
    agent.tap("Water the cactus")
    agent.tap("More options")
    agent.tap("Delete")
    assert not judge("note_exists", text="Water the cactus on May 20")


def test_a_to_do_is_added_and_ticked(judge, agent):
    judge.world(tasks=[])
    agent.open("org.crab.tasks")
    agent.tap("Add task")
    agent.env.act("write_text", {"text": "Buy milk"})
    agent.tap("Save")
    assert judge("todo_exists", title="Buy milk", done=False)
    agent.tap("Mark as done")
    assert judge("todo_exists", title="Buy milk", done=True)


def test_an_event_for_the_whole_day_is_added(judge, agent):
    judge.world(clock="2026-05-14T10:24", calendar=[])
    agent.open("com.android.calendar")
    agent.tap("New event")
    agent.fill("Add title", "Picnic")
    agent.tap("All-day", "switch")
    agent.tap("Save")
    assert judge("event_exists", title="Picnic", day="2026-05-14", all_day=True)
    assert not judge("event_exists", title="Picnic", day="2026-05-14", all_day=False)
    assert not judge("event_exists", title="Picnic", day="2026-05-15")


def test_a_mail_is_sent(judge, agent):
    judge.world(contacts=[ADA], mail=[])
    agent.open("com.android.email")
    agent.tap("Compose")
    agent.env.act("write_text", {"text": ADA["mail"] + "\n"})
    agent.fill("Subject", "Picnic")
    agent.fill("Compose email", "Bring bread, cheese = fun.\nRobin")
    assert not judge("mail_sent", to=ADA["mail"]), "written and not sent yet"
    agent.tap("Send")
    assert judge("mail_sent", to=ADA["mail"], text="Bring bread, cheese = fun.\nRobin", subject="Picnic")
    assert not judge("mail_sent", to=OMAR["mail"], text="Bring bread, cheese = fun.\nRobin")


def test_a_contact_is_called(judge, agent):
    judge.world(contacts=[ADA, OMAR], calls=[])
    judge.env.link.check("pm grant com.android.contacts android.permission.CALL_PHONE")
    agent.open("com.android.contacts")
    agent.tap("Ada Novak")
    assert not judge("call_ongoing", number=ADA["number"])
    agent.tap("Call")
    assert judge("call_ongoing", number=ADA["number"])
    assert not judge("call_ongoing", number=OMAR["number"])
    agent.tap("End call")
    assert not judge("call_ongoing", number=ADA["number"])
    assert judge("call_placed", number=ADA["number"])
    assert not judge("call_placed", number=OMAR["number"])


def test_a_number_is_dialled_and_not_called(judge, agent):
    judge.world(contacts=[ADA], calls=[])
    agent.open("com.android.dialer")
    agent.tap("Key pad")
    for digit in "2025550142":
        agent.tap(digit)
    assert judge("number_dialled", number=ADA["number"])
    assert not judge("call_placed", number=ADA["number"])
    assert not judge("call_ongoing", number=ADA["number"])


def test_the_phone_gets_another_bluetooth_name(judge, agent):
    assert not judge("bluetooth_name_is", name="Kitchen phone")
    agent.open("com.android.settings")
    agent.tap("Connected devices")
    agent.tap("Device name")
    agent.env.act("set_text", {"node": agent.node("Crab Phone", "field"), "text": "Kitchen phone"})
    assert not judge("bluetooth_name_is", name="Kitchen phone"), "not saved yet"
    agent.tap("Save")
    assert judge("bluetooth_name_is", name="Kitchen phone")
    assert not judge("bluetooth_name_is", name="Crab Phone")


def test_a_city_is_added_to_the_world_clock(judge, agent):
    judge.world(clock_app={})
    agent.open("com.android.deskclock")
    agent.tap("Clock", "item")
    assert not judge("world_clock_has", city="Lisbon")
    agent.tap("Add city")
    agent.env.act("write_text", {"text": "Lisb"})
    agent.env.settle()
    assert not judge("world_clock_has", city="Lisbon"), "searched for and not added"
    agent.tap("Lisbon", "item")
    assert judge("world_clock_has", city="Lisbon")
    assert not judge("world_clock_has", city="Porto")


def test_an_event_of_a_day_is_found(judge, agent):
    busy = [{"title": f"Shift {day}", "start": f"2026-05-{day}"} for day in range(14, 31)]
    judge.world(clock="2026-05-14T10:24", calendar=[*busy, {"title": "Picnic", "start": "2026-07-16"}])
    agent.open("com.android.calendar")
    assert not judge("event_shown", title="Picnic", day="2026-07-16"), "two months ahead"
    agent.tap("Search")
    agent.env.act("write_text", {"text": "Picnic"})
    agent.env.settle()
    assert judge("event_shown", title="Picnic", day="2026-07-16")
