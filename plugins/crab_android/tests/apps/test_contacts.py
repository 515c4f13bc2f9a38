"""The Contacts app: see, search, create, edit, delete, share, and serve other apps."""

from __future__ import annotations

import pytest

from crab_android.phone import Phone, WorldError
from crab_android.phone.intents import Intent

PACKAGE = "com.android.contacts"
DATA = f"content://{PACKAGE}/data"
WORLD = {
    "open": PACKAGE,
    "contacts": [
        {"name": "Zoé Abebe", "number": "+1 202 555 0111", "starred": True},
        {
            "name": "Ada Novak",
            "number": "+1 202 555 0142",
            "mail": "ada@mail.test",
            "company": "Kestrel Logistics",
            "address": "3 Mill Lane, Marlow",
            "birthday": "1990-02-28",
            "notes": "Has our spare key.",
        },
        {"name": "Åsa Berg", "numbers": [{"value": "+46 8 555 0143", "type": "work"}]},
    ],
}


@pytest.fixture
def phone():
    """A phone with three contacts."""
    return Phone(WORLD)


def people(phone):
    return {person.name: person for person in phone.state.apps[PACKAGE].people}


def type_into(hand, field, text):
    hand.tap(id=field)
    hand.phone.type_text(text)
    hand.phone.hide_keyboard()


def scroll_to(hand, **what):
    for _ in range(6):
        if hand.sees(**what):
            return
        hand.phone.swipe(540, 1700, 540, 900, 60_000)
    raise AssertionError(f"nothing has {what}")


def test_the_list_is_in_alphabetical_order_under_letters(hand):
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == [
        "Ada Novak",
        "Åsa Berg",
        "Zoé Abebe",
    ]
    assert [node.get("text") for node in hand.nodes(id="header")] == ["A", "Z"]


def test_the_list_can_be_sorted_and_written_by_the_last_name(hand):
    hand.tap(desc="More options")
    hand.tap(text="Settings")
    hand.tap(text="Sort by")
    hand.tap(text="Last name")
    hand.tap(text="Name format")
    hand.tap(text="Last name first")
    hand.phone.back()
    names = [node.get("text") for node in hand.nodes(id="contact_name")]
    assert names == ["Abebe, Zoé", "Berg, Åsa", "Novak, Ada"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ada", ["Ada Novak"]),
        ("zoe", ["Zoé Abebe"]),
        ("asa", ["Åsa Berg"]),
        ("kestrel", ["Ada Novak"]),
        ("ada@mail", ["Ada Novak"]),
        ("5550143", ["Åsa Berg"]),
        ("nov ad", ["Ada Novak"]),
        ("nobody", []),
    ],
)
def test_search_finds_by_name_company_mail_and_number(hand, query, found):
    hand.tap(id="open_search_bar")
    hand.phone.type_text(query)
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == found
    if not found:
        assert "No contact for “nobody”" in hand.texts()


def test_the_details_tell_everything(hand):
    hand.tap(text="Ada Novak")
    told = " ".join(hand.texts())
    for fact in ("+1 202-555-0142", "ada@mail.test", "3 Mill Lane, Marlow", "Feb 28, 1990", "spare key"):
        assert fact in told


def test_a_contact_is_created_with_several_numbers_of_kinds(hand):
    hand.tap(desc="Create contact")
    type_into(hand, "edit_first", "Omar")
    type_into(hand, "edit_last", "Dahl")
    type_into(hand, "edit_phone", "+1 415 555 0190")
    hand.tap(text="Add phone")
    hand.phone.type_text("+1 415 555 0191")
    hand.phone.hide_keyboard()
    hand.tap(id="phone_type_2")
    hand.tap(text="Work")
    scroll_to(hand, id="edit_email")
    type_into(hand, "edit_email", "omar@post.test")
    hand.tap(text="Save")
    made = people(hand.phone)["Omar Dahl"]
    assert [(n.value, n.type) for n in made.numbers] == [
        ("+1 415 555 0190", "mobile"),
        ("+1 415 555 0191", "work"),
    ]
    assert [mail.value for mail in made.mails] == ["omar@post.test"]
    assert hand.node(id="large_title").get("text") == "Omar Dahl"


def test_an_empty_contact_is_not_saved(hand):
    hand.tap(desc="Create contact")
    hand.tap(text="Save")
    assert len(people(hand.phone)) == 3
    assert hand.sees(id="contact_editor")


def test_editing_changes_only_what_was_changed(hand):
    before = people(hand.phone)["Ada Novak"].model_copy(deep=True)
    hand.tap(text="Ada Novak")
    hand.tap(desc="Edit contact")
    hand.long_tap(id="edit_first")
    hand.phone.type_text("Adele")
    hand.tap(text="Save")
    after = people(hand.phone)["Adele Novak"]
    assert after == before.model_copy(update={"first": "Adele"})


def test_the_birthday_is_chosen_in_a_calendar_and_can_be_taken_away(hand):
    hand.tap(text="Ada Novak")
    hand.tap(desc="Edit contact")
    scroll_to(hand, id="edit_birthday")
    hand.tap(id="edit_birthday")
    hand.tap(desc="Wednesday, February 14, 1990")
    hand.tap(text="OK")
    hand.tap(text="Save")
    assert people(hand.phone)["Ada Novak"].birthday.isoformat() == "1990-02-14"
    hand.tap(desc="Edit contact")
    scroll_to(hand, desc="Remove birthday")
    hand.tap(desc="Remove birthday")
    hand.tap(text="Save")
    assert people(hand.phone)["Ada Novak"].birthday is None


def test_leaving_with_changes_asks_and_without_does_not(hand):
    hand.tap(text="Ada Novak")
    hand.tap(desc="Edit contact")
    hand.phone.back()
    assert hand.sees(id="contact_details")
    hand.tap(desc="Edit contact")
    type_into(hand, "edit_company", "x")
    hand.phone.back()
    hand.tap(text="Keep editing")
    assert hand.sees(id="contact_editor")
    hand.phone.back()
    hand.tap(text="Discard")
    assert people(hand.phone)["Ada Novak"].company == "Kestrel Logistics"


def test_deleting_asks_first(hand):
    hand.tap(text="Ada Novak")
    hand.tap(desc="More options")
    hand.tap(text="Delete")
    hand.tap(text="Cancel")
    assert "Ada Novak" in people(hand.phone)
    hand.tap(desc="More options")
    hand.tap(text="Delete")
    hand.tap(text="Delete")
    assert sorted(people(hand.phone)) == ["Zoé Abebe", "Åsa Berg"]
    assert hand.sees(id="contact_list")


def test_favourites_are_starred_contacts(hand):
    hand.tap(text="Åsa Berg")
    hand.tap(desc="Add to favorites")
    hand.phone.back()
    hand.tap(text="Favorites")
    names = [node.get("text") for node in hand.nodes(id="contact_name")]
    assert names == ["Åsa Berg", "Zoé Abebe"]


def test_sharing_hands_a_vcard_to_the_chooser(hand):
    hand.long_tap(text="Ada Novak")
    hand.tap(text="Share")
    overlay = hand.phone.state.overlays[-1]
    assert overlay.kind == "chooser"
    lines = overlay.args["text"].splitlines()
    assert lines[0] == "BEGIN:VCARD"
    assert "TEL;TYPE=CELL:+1 202 555 0142" in lines
    assert "ADR;TYPE=HOME:;;3 Mill Lane\\, Marlow;;;;" in lines


def test_contacts_are_exported_after_a_question(hand):
    hand.tap(desc="More options")
    hand.tap(text="Settings")
    hand.tap(text="Export to .vcf file")
    hand.tap(text="Export")
    written = hand.phone.state.files.read("/sdcard/Download/contacts.vcf").decode()
    assert written.count("BEGIN:VCARD") == 3


def test_an_exported_file_can_be_imported_again(hand):
    hand.tap(desc="More options")
    hand.tap(text="Settings")
    hand.tap(text="Export to .vcf file")
    hand.tap(text="Export")
    before = [person.model_dump(exclude={"id", "starred"}) for person in people(hand.phone).values()]
    hand.phone.state.apps[PACKAGE].people.clear()
    path = "/sdcard/Download/contacts.vcf"
    hand.phone.start_intent(
        Intent(action="android.intent.action.VIEW", data=f"file://{path}", type="text/x-vcard")
    )
    if hand.phone.state.overlays:
        hand.tap(text="Contacts")  # other apps open such files too
    assert "3 contacts" in hand.texts()
    hand.tap(text="Import")
    after = [person.model_dump(exclude={"id", "starred"}) for person in people(hand.phone).values()]
    assert sorted(after, key=str) == sorted(before, key=str)


def test_a_vcard_of_another_program_can_be_read(phone, hand):
    text = (
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Mei Ito\r\nitem1.TEL;WORK;VOICE:+81 3 5550 0100\r\n"
        "EMAIL;TYPE=INTERNET:mei@inbox.test\r\nBDAY:19900402\r\nNOTE:Likes\\nlong \r\n walks\r\nEND:VCARD\r\n"
    )
    phone.start_intent(
        Intent(
            action="android.intent.action.SEND",
            type="text/vcard",
            package=PACKAGE,
            extras={"android.intent.extra.TEXT": text},
        )
    )
    hand.tap(text="Import")
    made = people(phone)["Mei Ito"]
    assert (made.numbers[0].type, made.mails[0].value, str(made.birthday), made.notes) == (
        "work",
        "mei@inbox.test",
        "1990-04-02",
        "Likes\nlong walks",
    )


def test_calling_needs_the_users_permission(hand):
    hand.tap(text="Ada Novak")
    hand.tap(desc="Call")
    assert hand.phone.state.overlays[-1].args["permission"] == "android.permission.CALL_PHONE"


def test_an_insert_intent_fills_the_form(hand):
    extras = {"name": "Mei Ito", "phone": "+1 312 555 0177", "email": "mei@inbox.test"}
    hand.phone.start_intent(
        Intent(action="android.intent.action.INSERT", type="vnd.android.cursor.dir/contact", extras=extras)
    )
    hand.tap(text="Save")
    made = people(hand.phone)["Mei Ito"]
    assert (made.first, made.last) == ("Mei", "Ito")
    assert made.numbers[0].value == "+1 312 555 0177"
    assert made.mails[0].value == "mei@inbox.test"


def test_picking_a_mail_address_offers_those_who_have_one(phone, hand):
    phone.start_intent(Intent(action="android.intent.action.PICK", type="vnd.android.cursor.dir/email_v2"))
    assert [node.get("text") for node in hand.nodes(id="contact_name")] == ["Ada Novak"]
    assert "ada@mail.test · Home" in hand.texts()


def test_a_view_intent_opens_the_contact(phone, hand):
    phone.start_intent(Intent(action="android.intent.action.VIEW", data=f"content://{PACKAGE}/contacts/2"))
    assert hand.node(id="large_title").get("text") == "Ada Novak"


def test_the_provider_tells_numbers_and_mails_as_android_does(phone):
    phones = phone.content.query(f"{DATA}/phones", {"display_name": "Åsa Berg"})
    assert [(row["data1"], row["data2"], row["data4"]) for row in phones] == [
        ("+46 8 555 0143", 3, "+4685550143")
    ]
    mails = phone.content.query(f"{DATA}/emails")
    assert [(row["display_name"], row["data1"]) for row in mails] == [("Ada Novak", "ada@mail.test")]
    kinds = {row["mimetype"].rpartition("/")[2] for row in phone.content.query(DATA, {"contact_id": 2})}
    assert kinds == {
        "name",
        "phone_v2",
        "email_v2",
        "organization",
        "postal-address_v2",
        "note",
        "contact_event",
    }


def test_a_contact_can_be_made_changed_and_deleted_through_the_provider(phone):
    number = phone.content.insert(f"content://{PACKAGE}/raw_contacts", {})
    item = "vnd.android.cursor.item/"
    phone.content.insert(DATA, {"raw_contact_id": number, "mimetype": f"{item}name", "data1": "Uma Silva"})
    row = phone.content.insert(
        DATA,
        {"raw_contact_id": number, "mimetype": f"{item}phone_v2", "data1": "+1 718 555 0150", "data2": 3},
    )
    assert people(phone)["Uma Silva"].numbers[0].type == "work"
    phone.content.update(DATA, row, {"data1": "+1 718 555 0151"})
    assert people(phone)["Uma Silva"].numbers[0].value == "+1 718 555 0151"
    phone.content.delete(DATA, row)
    assert people(phone)["Uma Silva"].numbers == []
    phone.content.delete(f"content://{PACKAGE}/contacts", number)
    assert "Uma Silva" not in people(phone)


def test_what_was_saved_outlives_the_app(hand):
    hand.tap(text="Åsa Berg")
    hand.tap(desc="Add to favorites")
    hand.phone.force_stop(PACKAGE)
    assert people(hand.phone)["Åsa Berg"].starred


def test_an_empty_list_says_so(hand):
    hand.phone.reset({"contacts": [], "open": PACKAGE})
    assert "No contacts yet" in hand.texts()


@pytest.mark.parametrize(
    "part", [[{"name": "Ada", "nickname": "A"}], [{"starred": True}], "Ada", [{"name": "A", "birthday": "?"}]]
)
def test_a_world_that_does_not_fit_is_refused(part):
    with pytest.raises(WorldError, match="contacts"):
        Phone({"contacts": part})


def test_made_up_contacts_are_the_persons_that_the_phone_knows():
    phone = Phone(seed=3)
    assert set(people(phone)) == {person.name for person in phone.state.people}


def test_a_thousand_contacts_are_listed_quickly(hand):
    import time

    names = [f"Person {number:04}" for number in range(1000)]
    hand.phone.reset({"contacts": names, "open": PACKAGE})
    hand.phone.windows()
    taken = []
    for _ in range(5):
        started = time.thread_time()
        hand.phone.changed()
        hand.phone.windows()
        taken.append(time.thread_time() - started)
    assert min(taken) < 0.2
    assert len(hand.nodes(id="contact_row")) < 60
