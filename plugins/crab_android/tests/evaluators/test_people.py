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
