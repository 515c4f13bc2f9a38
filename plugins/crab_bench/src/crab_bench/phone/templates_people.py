"""Sub-tasks with people: contacts, messages, calls and mail on the phone."""

from __future__ import annotations

from typing import Final, Literal

from crab_android.allowed import called, contact_added, mail_sent, message_sent
from crab_android.evaluators import (
    app_in_front,
    call_ongoing,
    call_placed,
    contact_exists,
    contact_shown,
    element_present,
    number_dialled,
    sms_sent,
    text_on_screen,
)
from crab_android.evaluators import mail_sent as mail_was_sent
from crab_bench.phone import solving_people as hands
from crab_bench.phone.world import contact_with, contacts_of
from crab_core import CheckpointGraph, Expression, May, Scene, SubTask

PHONE: Final = "android"


def _contact_opened() -> Expression:
    return app_in_front(
        package=hands.CONTACTS, activity="com.android.contacts.quickcontact.QuickContactActivity"
    )


def _shown(name: str, what: Literal["mail", "number"]) -> CheckpointGraph:
    return CheckpointGraph.chain(
        {
            "Contacts in front": app_in_front(package=hands.CONTACTS),
            f"{name} opened, with the {what}": _contact_opened() & contact_shown(name=name, what=what),
        }
    )


# -- finding ---------------------------------------------------------------------------------------


def _mail_of(scene: Scene, name: str) -> str:
    return contacts_of(scene)[name]["mail"]


def _number_of(scene: Scene, name: str) -> str:
    return contacts_of(scene)[name]["number"]


FIND_CONTACT_MAIL: Final = SubTask(
    id="find_contact_mail",
    environment=PHONE,
    description="On the phone, open {name} in Contacts to find the mail address.",
    inputs={"name": "contact_name"},
    output="mail_address",
    result="the mail address of {name}",
    value=_mail_of,
    checkpoints=lambda name, output: _shown(name, "mail"),  # noqa: ARG005
    solution=hands.find_contact_mail,
    alternatives={"scrolling the list": hands.find_contact_mail_scrolling},
    mutants={"somebody else of this first name": hands.find_contact_mail_of_namesake},
    steps=5,
    applications=("Contacts",),
)

FIND_CONTACT_NUMBER: Final = SubTask(
    id="find_contact_number",
    environment=PHONE,
    description="On the phone, open {name} in Contacts to find the telephone number.",
    inputs={"name": "contact_name"},
    output="phone_number",
    result="the telephone number of {name}",
    value=_number_of,
    checkpoints=lambda name, output: _shown(name, "number"),  # noqa: ARG005
    solution=hands.find_contact_number,
    alternatives={"from the Phone app": hands.find_contact_number_by_phone},
    mutants={"somebody else of this first name": hands.find_contact_number_of_namesake},
    steps=5,
    applications=("Contacts",),
)

FIND_NUMBER_OWNER: Final = SubTask(
    id="find_number_owner",
    environment=PHONE,
    description=(
        "On the phone, search for {phone_number} in the Phone app to find out which contact has this number."
    ),
    inputs={"phone_number": "phone_number"},
    output="contact_name",
    result="the contact with the number {phone_number}",
    value=lambda scene, phone_number: contact_with(scene, "number", phone_number),
    checkpoints=lambda phone_number, output: CheckpointGraph.chain(
        {
            "Phone in front": app_in_front(package=hands.DIALER),
            f"{output} found with the number": app_in_front(
                package=hands.DIALER, activity="com.android.dialer.search.SearchActivity"
            )
            & element_present(
                text_contains=phone_number[-4:], resource_id=f"{hands.DIALER}:id/search_src_text"
            )
            & contact_shown(name=output, what="number", package=hands.DIALER),
        }
    ),
    solution=hands.find_number_owner,
    alternatives={"by its last digits": hands.find_number_owner_by_end},
    mutants={"somebody else of this first name": hands.find_number_owner_guessed},
    steps=4,
    applications=("Phone",),
)


def _last_missed(scene: Scene) -> str:
    calls = [call for call in scene.world(PHONE)["calls"] if call["type"] == "missed"]
    return contact_with(scene, "number", max(calls, key=lambda call: call["at"])["number"])


FIND_MISSED_CALLER: Final = SubTask(
    id="find_missed_caller",
    environment=PHONE,
    description=(
        "On the phone, find out whose call was missed last, and open the "
        "details of this call in the Phone app."
    ),
    output="contact_name",
    result="the contact whose call was missed last",
    value=_last_missed,
    checkpoints=lambda output: CheckpointGraph.chain(
        {
            "Phone in front": app_in_front(package=hands.DIALER),
            f"the missed call of {output} opened": app_in_front(
                package=hands.DIALER, activity="com.android.dialer.calldetails.CallDetailsActivity"
            )
            & text_on_screen(text=output, package=hands.DIALER)
            & text_on_screen(text="Missed call", package=hands.DIALER),
        }
    ),
    solution=hands.find_missed_caller,
    alternatives={"by the icon": hands.find_missed_caller_picked},
    mutants={"the missed call before": hands.find_earlier_missed_caller},
    steps=3,
    applications=("Phone",),
)


def _last_message(scene: Scene, name: str) -> str:
    number = contacts_of(scene)[name]["number"]
    theirs = [m for m in scene.world(PHONE)["messages"] if m["number"] == number and not m.get("sent")]
    return str(max(theirs, key=lambda message: message["at"])["body"])


READ_LAST_MESSAGE: Final = SubTask(
    id="read_last_message",
    environment=PHONE,
    description=(
        "On the phone, open the conversation with {name} in Messages and read the last message that came in."
    ),
    inputs={"name": "contact_name"},
    output="message",
    result="the last message from {name} on the phone",
    value=_last_message,
    checkpoints=lambda name, output: CheckpointGraph.chain(
        {
            "Messages in front": app_in_front(package=hands.MESSAGES),
            f"the last message of {name} shown": app_in_front(
                package=hands.MESSAGES, activity="com.android.messaging.ui.conversation.ConversationActivity"
            )
            & text_on_screen(text=name, package=hands.MESSAGES)
            & text_on_screen(text=output, package=hands.MESSAGES),
        }
    ),
    solution=hands.read_last_message,
    alternatives={"from the contact": hands.read_last_message_by_contact},
    mutants={"somebody else of this first name": hands.read_first_message},
    steps=3,
    applications=("Messages",),
)


def _mail_body(scene: Scene, subject: str) -> str:
    return next(str(mail["body"]) for mail in scene.world(PHONE)["mail"] if mail["subject"] == subject)


READ_MAIL: Final = SubTask(
    id="read_mail",
    environment=PHONE,
    description="On the phone, open the mail {subject} in the Mail app's inbox and read what it says.",
    inputs={"subject": "mail_subject"},
    output="message",
    result="what the mail {subject} says",
    value=_mail_body,
    checkpoints=lambda subject, output: CheckpointGraph.chain(
        {
            "Mail in front": app_in_front(package=hands.MAIL),
            f"the mail {subject!r} opened": app_in_front(
                package=hands.MAIL, activity="com.android.email.ConversationActivity"
            )
            & text_on_screen(text=output, package=hands.MAIL),
        }
    ),
    solution=hands.read_mail,
    alternatives={"by searching": hands.read_mail_found},
    mutants={"another mail": hands.read_other_mail},
    steps=3,
    applications=("Mail",),
)


# -- dialling and calling --------------------------------------------------------------------------

MAKE_CALL: Final = SubTask(
    id="make_call",
    environment=PHONE,
    description="On the phone, call {phone_number}, and hang up once the call has begun.",
    inputs={"phone_number": "phone_number"},
    checkpoints=lambda phone_number: CheckpointGraph.chain(
        {
            f"in a call with {phone_number}": call_ongoing(number=phone_number),
            "the call is over": call_placed(number=phone_number),
        }
    ),
    solution=hands.make_call,
    alternatives={"from the contact": hands.make_call_by_contact},
    mutants={"a digit is wrong": hands.make_call_misdialled},
    steps=6,
    may_change=lambda phone_number: called(number=phone_number),
    applications=("Phone",),
)

DIAL_CONTACT: Final = SubTask(
    id="dial_contact",
    environment=PHONE,
    description=(
        "On the phone, enter the telephone number of {name} in the Phone app's key pad, without calling."
    ),
    inputs={"name": "contact_name"},
    output="phone_number",
    result="the telephone number of {name}",
    value=_number_of,
    checkpoints=lambda name, output: CheckpointGraph.chain(
        {
            "key pad opened": app_in_front(
                package=hands.DIALER, activity="com.android.dialer.dialpadview.DialpadActivity"
            ),
            f"the number of {name} entered": number_dialled(number=output),
        }
    ),
    solution=hands.dial_contact,
    alternatives={"from the Phone app's search": hands.dial_contact_by_phone},
    mutants={"somebody else of this first name": hands.dial_namesake},
    steps=9,
    applications=("Contacts", "Phone"),
)


# -- writing ---------------------------------------------------------------------------------------

SEND_SMS: Final = SubTask(
    id="send_sms",
    environment=PHONE,
    description=("On the phone, use Messages to send {content} to {phone_number}, with nothing added."),
    inputs={"content": "content", "phone_number": "phone_number"},
    checkpoints=lambda content, phone_number: CheckpointGraph.chain(
        {
            "Messages in front": app_in_front(package=hands.MESSAGES),
            f"message sent to {phone_number}": sms_sent(number=phone_number, text=content),
        }
    ),
    solution=hands.send_sms,
    alternatives={"from the contact": hands.send_sms_by_contact},
    mutants={"to another number": hands.send_sms_astray, "written and not sent": hands.send_sms_not},
    steps=7,
    may_change=lambda content, phone_number: message_sent(phone_number, content),
    applications=("Messages",),
)


def _mail_may(content: str, mail_address: str) -> list[May]:
    """The subject is nobody's business."""
    pinned = mail_sent(mail_address, "", content)
    return [
        May(one.path, {k: v for k, v in one.where.items() if k != "subject"}, one.kinds) for one in pinned
    ]


SEND_MAIL: Final = SubTask(
    id="send_mail",
    environment=PHONE,
    description=(
        "On the phone, use Mail to send a mail to {mail_address} whose whole text "
        "is {content}; it needs no subject."
    ),
    inputs={"content": "content", "mail_address": "mail_address"},
    checkpoints=lambda content, mail_address: CheckpointGraph.chain(
        {
            "Mail in front": app_in_front(package=hands.MAIL),
            f"mail sent to {mail_address}": mail_was_sent(to=mail_address, text=content),
        }
    ),
    solution=hands.send_mail,
    alternatives={"from the contact": hands.send_mail_by_contact},
    mutants={"text in the subject": hands.send_mail_as_subject, "left as a draft": hands.send_mail_not},
    steps=7,
    may_change=_mail_may,
    applications=("Mail",),
)

ADD_CONTACT: Final = SubTask(
    id="add_contact",
    environment=PHONE,
    description=(
        "On the phone, add a contact named {name} whose mail address is "
        "{mail_address}, with nothing else filled in."
    ),
    inputs={"mail_address": "mail_address", "name": "new_person"},
    checkpoints=lambda mail_address, name: CheckpointGraph.chain(
        {
            f"a contact named {name}": contact_exists(name=name),
            "it has the mail address": contact_exists(name=name, mail=mail_address),
        }
    ),
    solution=hands.add_contact,
    alternatives={"from the Phone app": hands.add_contact_by_phone},
    mutants={"without the address": hands.add_contact_without_mail},
    steps=8,
    may_change=lambda mail_address, name: contact_added(
        name.rpartition(" ")[0], name.rpartition(" ")[2], "", mail_address
    ),
    applications=("Contacts",),
)
