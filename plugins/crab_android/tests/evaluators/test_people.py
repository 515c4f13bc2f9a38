"""Evaluators of contacts, messages and calls, both ways."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb

ADA = {"name": "Ada Novak", "number": "+1 202 555 0142", "mail": "ada.novak@mail.test"}
OMAR = {"name": "Omar Dahl", "number": "+1 202 555 0143", "mail": "omar@mail.test"}


# -- contact_exists -----------------------------------------------------------------------


@pytest.fixture
def contacts(judge):
    judge.world(contacts=[ADA, OMAR])
    return judge


def test_a_contact_by_name_mail_and_number(contacts):
    assert contacts("contact_exists", name="Ada Novak")
    assert contacts("contact_exists", name="Ada Novak", mail="ada.novak@mail.test")
    assert contacts("contact_exists", name="Ada Novak", mail="Ada.Novak@Mail.Test", number="(202) 555-0142")


def test_the_name_of_one_and_the_mail_of_another_is_no_contact(contacts):
    assert not contacts("contact_exists", name="Ada Novak", mail="omar@mail.test")
    assert "belongs to 'Omar Dahl'" in contacts.reason(
        "contact_exists", name="Ada Novak", mail="omar@mail.test"
    )
    assert not contacts("contact_exists", name="Ada Novak", mail=ADA["mail"], number=OMAR["number"])


def test_two_contacts_of_one_name_are_two(judge):
    judge.world(
        contacts=[{"name": "Ada Novak", "mail": ADA["mail"]}, {"name": "Ada Novak", "number": ADA["number"]}]
    )
    assert judge("contact_exists", name="Ada Novak", mail=ADA["mail"])
    assert judge("contact_exists", name="Ada Novak", number=ADA["number"])
    assert not judge("contact_exists", **ADA)
    assert "no single contact" in judge.reason("contact_exists", **ADA)


@pytest.mark.parametrize("name", ["Ada", "ada novak", "Ada Novak ", "Novak"])
def test_nearly_the_name_is_not_the_name(contacts, name):
    assert not contacts("contact_exists", name=name)


@pytest.mark.parametrize("mail", ["ada.novak@mail.tes", "da.novak@mail.test", "mail.test"])
def test_a_part_of_the_mail_is_not_the_mail(contacts, mail):
    assert not contacts("contact_exists", name="Ada Novak", mail=mail)


def test_a_contact_that_was_deleted_instead_of_changed(contacts):
    contacts.delete("content://com.android.contacts/contacts", 1)
    assert not contacts("contact_exists", name="Ada Novak")
    assert not contacts("contact_exists", **ADA)
    assert contacts("contact_exists", **OMAR)


def test_no_contacts_at_all(judge):
    judge.world(contacts=[])
    assert not judge("contact_exists", name="Ada Novak")
    assert not judge("contact_exists", **ADA)


def test_a_contact_without_a_name_is_an_error_and_not_a_pass(contacts):
    assert contacts.error("contact_exists", name="") == "InvalidAction"


def test_a_name_that_looks_like_a_row_is_one_contact(judge):
    judge.world(
        contacts=[{"first": "x, data1=ada.novak@mail.test\nRow: 1 _id=9, display_name=Ada Novak", "last": ""}]
    )
    assert not judge("contact_exists", name="Ada Novak")


# -- contact_shown ------------------------------------------------------------------------


def test_a_contact_is_shown_with_its_mail(contacts):
    assert not contacts("contact_shown", name="Ada Novak"), "the contacts are not open"
    contacts.show("com.android.contacts")
    assert not contacts("contact_shown", name="Ada Novak"), "the list shows names alone"
    contacts.tap("Ada Novak")
    assert contacts("contact_shown", name="Ada Novak")
    assert contacts("contact_shown", name="Ada Novak", what="number")
    assert not contacts("contact_shown", name="Omar Dahl"), "the right app, the wrong contact"


def test_another_contact_with_the_same_mail_is_not_the_one(judge):
    judge.world(contacts=[ADA, {"name": "Eve Novak", "mail": ADA["mail"]}])
    judge.show("com.android.contacts")
    judge.tap("Eve Novak")
    assert judge("contact_shown", name="Eve Novak")
    assert not judge("contact_shown", name="Ada Novak")


def test_a_name_and_a_mail_in_another_app_are_no_contact(judge):
    judge.world(contacts=[ADA], tasks=["Ada Novak", ADA["mail"]])
    judge.show("org.crab.tasks")
    assert judge("text_on_screen", text=ADA["mail"])
    assert not judge("contact_shown", name="Ada Novak")


def test_a_contact_without_a_mail_is_not_shown_with_one(judge):
    judge.world(contacts=["Ada Novak"])
    judge.show("com.android.contacts")
    assert not judge("contact_shown", name="Ada Novak")
    assert "has a mail" in judge.reason("contact_shown", name="Ada Novak")


# -- sms_sent -----------------------------------------------------------------------------

SMS = "content://sms"
LUNCH = "Lunch at noon, ok? \"Yes\" or 'no'\nAda"


def sent(judge, number, body, **more):
    return judge.insert(SMS, address=number, body=body, type=2, **more)


@pytest.fixture
def messages(judge):
    judge.world(messages=[{"number": OMAR["number"], "body": LUNCH, "at": "2026-05-14T09:10"}])
    return judge


def test_a_message_that_was_received_was_not_sent(messages):
    assert not messages("sms_sent", number=OMAR["number"], text=LUNCH)


def test_a_message_that_was_sent(messages):
    sent(messages, ADA["number"], LUNCH)
    assert messages("sms_sent", number=ADA["number"], text=LUNCH)
    assert messages("sms_sent", number="(202) 555-0142", text=LUNCH)
    assert not messages("sms_sent", number=OMAR["number"], text=LUNCH), "right text, wrong person"
    assert "was sent to" in messages.reason("sms_sent", number=OMAR["number"], text=LUNCH)


@pytest.mark.parametrize("text", ["Lunch at noon", LUNCH + " ", LUNCH.lower(), LUNCH.replace("\n", " ")])
def test_nearly_the_text_is_not_the_text(messages, text):
    sent(messages, ADA["number"], text)
    assert not messages("sms_sent", number=ADA["number"], text=LUNCH)
    assert messages("sms_sent", number=ADA["number"], text=text)


def test_a_draft_and_a_message_that_failed_were_not_sent(messages):
    messages.insert(SMS, address=ADA["number"], body=LUNCH, type=3)
    assert not messages("sms_sent", number=ADA["number"], text=LUNCH)
    messages.insert(SMS, address=ADA["number"], body=LUNCH, type=5)
    assert "was not sent" in messages.reason("sms_sent", number=ADA["number"], text=LUNCH)


def test_a_message_that_was_deleted_is_gone(messages):
    number = sent(messages, ADA["number"], LUNCH)
    messages.delete(SMS, number)
    assert not messages("sms_sent", number=ADA["number"], text=LUNCH)


def test_a_message_that_prints_like_another_row_does_not_pass_for_one(messages):
    sent(messages, OMAR["number"], f"x\nRow: 2 _id=99, address={ADA['number']}, type=2, body=Hello")
    assert not messages("sms_sent", number=ADA["number"], text="Hello")


def test_no_messages(judge):
    judge.world(messages=[])
    assert not judge("sms_sent", number=ADA["number"], text=LUNCH)
    assert judge.error("sms_sent", number=ADA["number"], text="") == "InvalidAction"


# -- calls --------------------------------------------------------------------------------

CALLS = "content://call_log/calls"
DIALER = "com.android.dialer"


@pytest.fixture
def calls(judge):
    judge.world(
        contacts=[ADA, OMAR],
        calls=[{"number": OMAR["number"], "type": "missed", "at": "2026-05-14T09:10"}],
    )
    return judge


def test_a_call_that_came_in_was_not_placed(calls):
    assert not calls("call_placed", number=OMAR["number"])
    assert "none went there" in calls.reason("call_placed", number=OMAR["number"])


def test_a_call_that_was_placed(calls):
    number = calls.insert(CALLS, number=ADA["number"], type=2)
    assert calls("call_placed", number=ADA["number"])
    assert calls("call_placed", number="(202) 555-0142")
    assert not calls("call_placed", number=OMAR["number"]), "somebody else was called"
    calls.delete(CALLS, number)
    assert not calls("call_placed", number=ADA["number"])


def test_no_calls(judge):
    judge.world(calls=[])
    assert not judge("call_placed", number=ADA["number"])
    assert judge.error("call_placed", number="") == "InvalidAction"


def test_a_number_on_the_dial_pad(calls):
    calls.env.link.check("am start -a android.intent.action.DIAL -d tel:+12025550142")
    assert calls("number_dialled", number=ADA["number"])
    assert calls("number_dialled", number="202-555-0142")
    assert not calls("number_dialled", number=OMAR["number"])
    assert not calls("number_dialled", number="550142"), "a part of the number"
    assert not calls("call_placed", number=ADA["number"]), "dialled is not called"


def test_the_number_in_another_app_is_not_dialled(calls):
    calls.world(contacts=[ADA], tasks=[ADA["number"]])
    calls.show("org.crab.tasks")
    assert calls("text_on_screen", text=ADA["number"])
    assert not calls("number_dialled", number=ADA["number"])
    assert "org.crab.tasks is in front" in calls.reason("number_dialled", number=ADA["number"])


def test_a_number_in_a_text_field_of_another_app_is_not_dialled(calls):
    calls.show("org.crab.tasks")
    calls.tap("Add task")
    calls.env.act("write_text", {"text": ADA["number"]})
    assert calls("text_on_screen", text=ADA["number"])
    assert not calls("number_dialled", number=ADA["number"])


def test_a_number_in_the_list_of_calls_is_not_dialled(calls):
    calls.world(contacts=[], calls=[{"number": ADA["number"], "type": "missed", "at": "2026-05-14T09:10"}])
    calls.show(DIALER)
    assert calls("text_on_screen", text="Missed call", package=DIALER)
    assert not calls("number_dialled", number=ADA["number"])


# -- mail_sent ----------------------------------------------------------------------------

MAIL = "content://com.android.email/messages"
WORDS = 'Dear Ada,\nlunch, at "noon" = ok?'


@pytest.fixture
def mail(judge):
    judge.world(
        mail=[
            {"subject": "Lunch", "body": WORDS, "sender": "Ada Novak <ada.novak@mail.test>"},
            {"subject": "Plan", "body": WORDS, "to": ["omar@mail.test"], "mailbox": "drafts"},
            {"subject": "Plan", "body": WORDS, "to": ["eve@mail.test", ADA["mail"]], "mailbox": "sent"},
        ]
    )
    return judge


def test_a_mail_that_was_sent_to_several(mail):
    assert mail("mail_sent", to=ADA["mail"])
    assert mail("mail_sent", to="EVE@mail.test", text=WORDS, subject="Plan")
    assert mail("mail_sent", to=ADA["mail"], text=WORDS + "\n")
    assert not mail("mail_sent", to=ADA["mail"], text=WORDS, subject="Lunch"), (
        "the right text, another subject"
    )
    assert not mail("mail_sent", to=ADA["mail"], text="Dear Ada"), "a part of a line"


def test_a_draft_was_not_sent(mail):
    assert not mail("mail_sent", to="omar@mail.test", text=WORDS)
    assert "not sent" in mail.reason("mail_sent", to="omar@mail.test", text=WORDS)


def test_a_mail_that_came_was_not_sent_to_its_sender(judge):
    judge.world(mail=[{"subject": "Lunch", "body": WORDS, "sender": ADA["mail"]}])
    assert not judge("mail_sent", to=ADA["mail"], text=WORDS)


@pytest.mark.parametrize("to", ["ada.novak@mail.tes", "novak@mail.test", "mail.test", "omar@mail.test"])
def test_the_right_mail_to_another_address(mail, to):
    assert not mail("mail_sent", to=to, text=WORDS)


def test_a_mail_that_was_sent_and_deleted(mail):
    (sent_one,) = [row["_id"] for row in mail.rows(MAIL) if row["mailbox"] == "sent"]
    mail.update(MAIL, sent_one, mailbox="trash")
    assert not mail("mail_sent", to=ADA["mail"])


def test_a_mail_with_a_signature(judge):
    judge.world(mail=[{"body": f"{WORDS}\n\n-- \nRobin", "to": [ADA["mail"]], "mailbox": "sent"}])
    assert judge("mail_sent", to=ADA["mail"], text=WORDS)


def test_no_mail(judge):
    judge.world(mail=[])
    assert not judge("mail_sent", to=ADA["mail"])
