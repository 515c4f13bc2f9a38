"""Made-up mails. ``{a}`` to ``{h}`` are first names of persons that the phone knows, ``{me}`` the owner's."""

from __future__ import annotations

from typing import NamedTuple


class Letter(NamedTuple):
    """A made-up mail.

    Attributes:
        hours: how many hours ago it came.
        sender: ``a`` to ``h`` for a person, ``me`` for the owner, or a service's name and address.
        subject: its subject.
        body: its text.
        to: whom it is to, by letter; the owner when empty.
        cc: who gets a copy, by letter.
        mailbox: where it is; mails of the owner's are sent ones.
        read: whether it was read.
        starred: whether it has a star.
        files: names of files that come with it.
        thread: a word that mails of a conversation share.
    """

    hours: float
    sender: str
    subject: str
    body: str
    to: str = ""
    cc: str = ""
    mailbox: str = "inbox"
    read: bool = True
    starred: bool = False
    files: tuple[str, ...] = ()
    thread: str = ""


LIBRARY = "Northfield Library <notices@northfield-library.test>"
PARCELS = "Kestrel Logistics <tracking@kestrel-logistics.test>"
ENERGY = "Solstice Energy <billing@solstice-energy.test>"
PRESS = "Copperleaf Press <letters@copperleaf-press.test>"
TRAINS = "Eastbrook Rail <tickets@eastbrook-rail.test>"
BANK = "Harbour Savings <service@harbour-savings.test>"
PRIZES = "Prize Department <winner@lucky-draw.test>"
GARDEN = "Maple & Stone <hello@maple-stone.test>"

LETTERS: tuple[Letter, ...] = (
    Letter(
        0.6,
        "a",
        "Photos from Sunday",
        "Hi {me},\n\nthe light on the lake was better than I thought. I have put the best ones "
        "into a folder: "
        "https://photos.lakeside.test/sunday\n\nThe one with the heron is for you. Tell me if you "
        "want it printed.\n\n{a}",
        read=False,
        starred=True,
    ),
    Letter(
        1.7,
        PARCELS,
        "Your parcel arrives today between 16:00 and 18:00",
        "Hello {me},\n\nyour parcel 40 2281 7093 is on its way.\n\nExpected: today between 16:00 and 18:00\n"
        "Left with: neighbour, if you are out\n\nFollow it here: "
        "https://kestrel-logistics.test/t/4022817093\n\n"
        "Please do not answer this mail.",
        read=False,
    ),
    Letter(
        3.2,
        "b",
        "Drafts for the cover",
        "Hello,\n\nI attach the two drafts and the list of what is still open. I like the second one better, "
        "but the title needs more air.\n\nCan we settle the colours in the review?\n\n{b}",
        cc="c",
        read=False,
        files=("cover-drafts.pdf", "open-points.csv"),
        thread="cover",
    ),
    Letter(
        20,
        "me",
        "Re: First idea for the cover",
        "Hi {b},\n\nthanks. The second one for me too. I will bring samples of the paper.\n\n{me}",
        to="b",
        cc="c",
        mailbox="sent",
        thread="paper",
    ),
    Letter(
        22,
        "b",
        "First idea for the cover",
        "Hello both,\n\na first idea is attached. Nothing in it is fixed yet.\n\n{b}",
        cc="c",
        files=("first-idea.pdf",),
        thread="paper",
    ),
    Letter(
        5.5,
        PRESS,
        "New in May: three small books about water",
        "Dear reader,\n\nthis month we bring three small books about water: a river, a well and a storm.\n\n"
        "The River Keeper, 128 pages\nWhere the Well Was, 96 pages\nNine Days of Rain, 144 pages\n\n"
        "Read a chapter of each: https://copperleaf-press.test/may\n\n"
        "You get this letter because you asked for it. Write to letters@copperleaf-press.test to end it.",
        read=False,
    ),
    Letter(
        25,
        "c",
        "Running on Saturday?",
        "Morning!\n\nHalf past eight at the boathouse as always? The path by the mill is closed, "
        "so we would go "
        "around the park twice.\n\n{c}",
        thread="running",
    ),
    Letter(
        24,
        "me",
        "Re: Running on Saturday?",
        "Twice around the park is fine. See you there!\n\n{me}\n\n> Half past eight at the "
        "boathouse as always?",
        to="c",
        mailbox="sent",
        thread="running",
    ),
    Letter(
        23,
        "c",
        "Re: Running on Saturday?",
        "Great. I will bring the key for the lockers.\n\n{c}\n\n> Twice around the park is fine. "
        "See you there!",
        thread="running",
        read=False,
    ),
    Letter(
        29,
        ENERGY,
        "Your statement for April",
        "Hello {me},\n\nyour statement for April is attached.\n\nUsed: 182 kWh\nAmount: "
        "54.60\nDue: on the 28th, "
        "by direct debit\n\nQuestions? https://solstice-energy.test/help or +1 555 0142",
        files=("statement-april.pdf",),
    ),
    Letter(
        31,
        "d",
        "Recipe for the lemon cake",
        "Hi {me},\n\nhere it is, as promised:\n\n3 lemons\n250 g flour\n200 g sugar\n4 eggs\n150 g butter\n\n"
        "Forty minutes at 175 degrees. The glaze only when it is cold!\n\nLove,\n{d}",
        starred=True,
    ),
    Letter(
        47,
        LIBRARY,
        "Two of your loans are due on Monday",
        "Dear {me} Ferrer,\n\nthese loans are due on Monday:\n\n- A Field Guide to Clouds\n- "
        "Bread, Slowly\n\n"
        "You can renew them once at https://northfield-library.test/renew or at the desk.\n\nYour library",
        starred=True,
    ),
    Letter(
        52,
        TRAINS,
        "Your ticket to Eastbrook",
        "Booking 7KD2Q9\n\nNorthfield to Eastbrook, 07:52\nCoach 5, seat 42\nReturn 18:04, no reservation\n\n"
        "Show the attached ticket on the train.",
        files=("ticket-7KD2Q9.pdf",),
    ),
    Letter(
        70,
        "e",
        "Numbers for the quarterly report",
        "Hello {me},\n\nthe table is attached. Two of the figures for March are estimates, I have "
        "marked them.\n\n"
        "Please send me your part by the end of next week.\n\nBest,\n{e}",
        files=("first-quarter.csv",),
        thread="report",
    ),
    Letter(
        66,
        "me",
        "Re: Numbers for the quarterly report",
        "Thank you, {e}. You will have it by then.\n\n{me}",
        to="e",
        mailbox="sent",
        thread="report",
    ),
    Letter(
        78,
        "f",
        "Lunch?",
        "I am in town on Thursday. Lunch at the bakery by the harbour, half past twelve?\n\n{f}",
        thread="lunch",
    ),
    Letter(
        77,
        "me",
        "Re: Lunch?",
        "Yes! I will book a table by the window.\n\n{me}",
        to="f",
        mailbox="sent",
        thread="lunch",
    ),
    Letter(
        99,
        BANK,
        "A new document is in your mailbox",
        "Hello {me},\n\nyour account statement has been put into your mailbox at Harbour Savings.\n\n"
        "We never ask for your password by mail.",
        mailbox="archive",
    ),
    Letter(
        120,
        "g",
        "The keys are with the neighbour",
        "Hi {me},\n\nthe keys for the cabin are with Mrs. Winter at number 9. The code of the gate "
        "is 2741.\n\n"
        "Turn the water off when you leave, please.\n\n{g}",
        starred=True,
    ),
    Letter(
        140,
        GARDEN,
        "Your cake order is confirmed",
        "Hello {me},\n\nwe have your order:\n\n1 chocolate cake, 12 pieces, with “Happy birthday”\n\n"
        "Ready from 17:30 on the day. Please bring this mail.\n\nMaple & Stone, 3 Orchard Way",
    ),
    Letter(
        166,
        "h",
        "Books for the club",
        "Dear all,\n\nthe vote is counted: next is “Where the Well Was”. We meet at my place as "
        "usual.\n\n{h}",
        cc="a,d",
        mailbox="archive",
    ),
    Letter(
        190,
        "me",
        "Heating in the hall",
        "Hello,\n\nthe radiator in the hall is cold since Tuesday. Could somebody have a "
        "look?\n\n{me} Ferrer",
        to="g",
        mailbox="sent",
    ),
    Letter(
        12,
        "me",
        "Idea for the summer",
        "Hi {a},\n\nwhat do you think of a week at the coast in August? I found a house with",
        to="a",
        mailbox="drafts",
    ),
    Letter(
        40,
        PRIZES,
        "You have WON a brand new phone!!!",
        "Dear winner,\n\nclick here to claim your prize: "
        "http://claim.lucky-draw.test/now\n\nHurry, only today!",
        mailbox="spam",
        read=False,
    ),
    Letter(
        60,
        "Flash Sale <deals@mega-flash-sale.test>",
        "90% off everything",
        "Everything must go. Really everything.",
        mailbox="trash",
    ),
    Letter(
        230,
        LIBRARY,
        "Welcome to the reading room",
        "Dear {me},\n\nyour card for the reading room is valid until the end of next year.\n\nYour library",
        mailbox="archive",
    ),
)

FILES: dict[str, tuple[str, ...]] = {
    "cover-drafts.pdf": (
        "Cover drafts",
        "Draft 1: blue, title above the picture",
        "Draft 2: sand, title below",
    ),
    "first-idea.pdf": ("First idea for the cover", "Large type, no picture"),
    "statement-april.pdf": ("Solstice Energy", "Statement for April", "182 kWh at 0.30", "Total 54.60"),
    "ticket-7KD2Q9.pdf": (
        "Eastbrook Rail",
        "Ticket 7KD2Q9",
        "Northfield 07:52 to Eastbrook 09:50",
        "Coach 5, seat 42",
    ),
    "open-points.csv": ("point,who,state", "Paper,me,open", "Colours,all,open", "Barcode,printer,done"),
    "first-quarter.csv": (
        "month,income,costs,estimate",
        "January,4120,2980,no",
        "February,3905,3010,no",
        "March,4480,3150,yes",
    ),
}
