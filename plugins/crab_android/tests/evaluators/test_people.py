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
