"""Both: a mail asks for the sum of a customer's open invoices, which lie on the desktop."""

from __future__ import annotations

import random
from functools import partial
from typing import Final

from crab_android import allowed
from crab_android.evaluators import app_in_front, mail_sent, text_on_screen
from crab_bench.byhand import solving_invoices as solving
from crab_bench.byhand.drawn import NOW, contacts, people
from crab_core import CheckpointGraph, Limits, May, Task
from crab_ubuntu.evaluators import file_content, file_exists

SUBJECT: Final = "Open invoices"
DESCRIPTION: Final = (
    'On the phone, the newest mail from {boss} in "Mail" asks for the sum of what a customer has still '
    "to pay. The "
    "invoices are text files in ~/Documents/Invoices on the desktop; only those count whose status is "
    "open. "
    "Write the sum, with two decimals and nothing else, such as 120.50, into the new file "
    "~/Documents/{file} on the "
    'desktop. Then send {boss} a new mail with the subject "Open invoices" that says only this sum, and '
    "complete."
)
_CUSTOMERS: Final = ("Birchwood", "Kestrel", "Northwind", "Oakfield", "Penrose", "Redfern", "Silverton")
_KINDS: Final = ("Bakery", "Books", "Garage", "Glassworks", "Nursery", "Textiles")
_WORDINGS: Final = (
    'Could you tell me how much "{customer}" has still to pay?',
    'I am calling "{customer}" at noon. What is the sum of their open invoices?',
    'Please add up the open invoices of "{customer}" for me.',
)
_FILES: Final = ("sum.txt", "open-sum.txt", "total.txt", "due.txt", "amount.txt")


def open_invoices(seed: int) -> Task:
    """Draw who asks about which customer, the invoices, and others that do not count."""
    chance = random.Random(seed)
    boss, other = people(chance, 2)
    first, second = chance.sample(_CUSTOMERS, k=2)
    kind, like = chance.sample(_KINDS, k=2)
    customer, alike, third = f"{first} {kind}", f"{first} {like}", f"{second} {kind}"
    rows = [(customer, "open")] * chance.randint(3, 4) + [(customer, "paid")] * 2
    rows += [(alike, "open")] * 2 + [(third, "open"), (third, "paid")]
    cents = chance.sample(range(2_000, 40_000), k=len(rows))
    numbers = chance.sample(range(1000, 10_000), k=len(rows))
    files = {
        f"Documents/Invoices/{number}.txt": _invoice(number, who, status, amount)
        for number, (who, status), amount in zip(numbers, rows, cents, strict=True)
    }
    due = sum(amount for row, amount in zip(rows, cents, strict=True) if row == (customer, "open"))
    total = f"{due // 100}.{due % 100:02}"
    file = chance.choice(_FILES)
    asked, before, others = (
        chance.choice(_WORDINGS).format(customer=who) for who in (customer, third, alike)
    )
    sender = f"{boss.name} <{boss.mail}>"
    mails = [
        {"sender": sender, "subject": "Invoices", "body": asked, "time": "2026-05-14T08:15"},
        {"sender": sender, "subject": "Invoices", "body": before, "time": "2026-05-11T08:15"},
        {
            "sender": f"{other.name} <{other.mail}>",
            "subject": "Invoices",
            "body": others,
            "time": "2026-05-14T09:50",
        },
    ]
    chance.shuffle(mails)
    path = f"Documents/{file}"
    nodes = {
        "Mail in front": app_in_front(package="com.android.email"),
        "question read": text_on_screen(text=asked, package="com.android.email"),
        "file made": file_exists(path=path, kind="file"),
        "sum written": file_content(path=path, content=total),
        "sum sent": mail_sent(to=boss.mail, text=total, subject=SUBJECT),
    }
    given = partial(partial, boss=boss.name, file=file)
    return Task(
        id="open_invoices",
        description=DESCRIPTION.format(boss=boss.name, file=file),
        worlds={
            "android": {"clock": NOW, "contacts": contacts([boss, other]), "mail": mails},
            "ubuntu": {"files": files},
        },
        graph=CheckpointGraph.chain(nodes),
        limits=Limits(steps=2 * 13),
        solution=given(solving.solve),
        alternatives={"in gedit": given(solving.solve_in_gedit)},
        mutants={
            "paid ones too": given(solving.solve_paid_too),
            "the older mail": given(solving.solve_older_mail),
            "the like-named customer too": given(solving.solve_like_named_too),
        },
        may_change={
            "android": allowed.mail_sent(boss.mail, SUBJECT, total),
            "ubuntu": [May(f"files/{path}", kinds=("added",))],
        },
        applications={"android": ("Mail",), "ubuntu": ("Terminal",)},
    )


def _invoice(number: int, customer: str, status: str, cents: int) -> str:
    amount = f"{cents // 100}.{cents % 100:02}"
    return f"Invoice: {number}\nCustomer: {customer}\nStatus: {status}\nAmount: {amount}\n"
