"""Both: a text message asks for an errand with files of the desktop, and wants to be told a number."""

from __future__ import annotations

import random
from typing import Final

from crab_android import allowed
from crab_android.evaluators import app_in_front, note_exists, sms_sent, text_on_screen, todo_exists
from crab_bench.byhand import solving_errand as solving
from crab_bench.byhand.drawn import NOW, contacts, data, lines, people, phrases
from crab_core import CheckpointGraph, Limits, May, Task
from crab_ubuntu.evaluators import file_absent, file_content, file_permissions, file_same_as

DESCRIPTION: Final = (
    'On the phone, the first task in the app "Tasks" that is not done names a colleague. Read that '
    "colleague's "
    'newest text message in "Messages": it asks for an errand with files in the folder Documents of the '
    "desktop. "
    "Do all that it asks for, and send the colleague the text message that it wants. Write a note "
    "without a title "
    'in "Notes" that says only the name of the file that you have moved. Last, mark the first task as '
    "done, "
    "and complete."
)
_WORDINGS: Final = (
    'One text file in Documents/{inbox} mentions "{phrase}". Please move it to Documents/{target}, give '
    "it the "
    "permissions 444 there, and add its name as a new last line to Documents/{log}. Then text me only "
    "the number "
    "of its lines.",
    'I need the text file about the "{phrase}", it is somewhere in Documents/{inbox}. Move it to '
    "Documents/{target}, "
    "set its permissions to 444 there, and write its name below the last line of Documents/{log}. Then "
    "text me "
    "how many lines it has: just the number.",
    'Which file in Documents/{inbox} has the words "{phrase}"? It belongs in Documents/{target}, with the '
    "permissions 444, and its name in Documents/{log}, as a new last line. Please do that, and text me "
    "only the "
    "number of its lines.",
)
_INBOXES: Final = ("incoming", "unsorted", "scans", "drop")
_TARGETS: Final = ("checked", "archive", "cellar", "finished")
_LOGS: Final = ("moved.txt", "register.txt", "journal.txt", "done.txt")
_TASKS: Final = ("See to what {name} wrote", "Errand for {name}", "Do what {name} texted about")


def file_errand(seed: int) -> Task:
    """Draw who asks, for which file, where it goes, and files and messages that are not meant."""
    chance = random.Random(seed)
    asks, other, third = people(chance, 3)
    (inbox, old_inbox), (target, old_target) = chance.sample(_INBOXES, k=2), chance.sample(_TARGETS, k=2)
    log, old_log = chance.sample(_LOGS, k=2)
    (one, two), (three, four), (five, six) = phrases(chance, 3)
    phrase, decoy = f"{one} {two}", f"{three} {four}"
    counts = chance.sample(range(4, 11), k=5)
    mentions = (phrase, decoy, f"{one} {four}", f"{three} {two}", f"{five} {six}")
    texts = [_text(chance, count, words) for count, words in zip(counts, mentions, strict=True)]
    numbers = chance.sample(range(100, 999), k=5)
    files = {
        f"{chance.choice(('sheet', 'page', 'memo'))}-{n}.txt": t for n, t in zip(numbers, texts, strict=True)
    }
    name = next(iter(files))
    register = "".join(f"memo-{n}.txt\n" for n in chance.sample(range(10, 99), k=chance.randint(2, 4)))
    asked = chance.choice(_WORDINGS).format(phrase=phrase, inbox=inbox, target=target, log=log)
    before = chance.choice(_WORDINGS).format(phrase=decoy, inbox=inbox, target=old_target, log=old_log)
    others = chance.choice(_WORDINGS).format(phrase=decoy, inbox=inbox, target=target, log=log)
    wordings = chance.sample(_TASKS, k=3)
    todo, done, later = (
        one.format(name=who.name) for one, who in zip(wordings, (asks, other, third), strict=True)
    )
    wanted = f"Documents/{target}/{name}"
    shuffled = list(files.items())
    chance.shuffle(shuffled)
    nodes = {
        "Tasks in front": app_in_front(package="org.crab.tasks"),
        "Messages in front": app_in_front(package="com.android.messaging"),
        "errand read": text_on_screen(text=asked, package="com.android.messaging"),
        "file in its new folder": file_same_as(path=wanted, reference=data(files[name])),
        "file gone from the old folder": file_absent(path=f"Documents/{inbox}/{name}"),
        "permissions set": file_permissions(path=wanted, mode="444"),
        "name in the register": file_content(path=f"Documents/{log}", content=f"{register}{name}\n"),
        "number of lines texted": sms_sent(number=asks.number, text=str(counts[0])),
        "name noted": note_exists(text=name),
        "task done": todo_exists(title=todo, done=True),
    }
    edges = [
        ("Tasks in front", "Messages in front"),
        ("Messages in front", "errand read"),
        ("errand read", "file in its new folder"),
        ("file in its new folder", "file gone from the old folder"),
        ("file in its new folder", "permissions set"),
        ("errand read", "name in the register"),
        ("errand read", "number of lines texted"),
        ("errand read", "name noted"),
        ("file gone from the old folder", "task done"),
        ("permissions set", "task done"),
        ("name in the register", "task done"),
        ("number of lines texted", "task done"),
        ("name noted", "task done"),
    ]
    return Task(
        id="file_errand",
        description=DESCRIPTION,
        worlds={
            "android": {
                "clock": NOW,
                "contacts": contacts([asks, other, third]),
                "tasks": [
                    {"title": done, "done": True},
                    {"title": todo, "done": False},
                    {"title": later, "done": False},
                ],
                "notes": ["Ring the heating firm"],
                "messages": [
                    {"number": asks.number, "body": before, "at": "2026-05-13T16:20"},
                    {"number": asks.number, "body": asked, "at": "2026-05-14T08:45"},
                    {"number": other.number, "body": others, "at": "2026-05-14T09:30"},
                    {"number": third.number, "body": "See you on Saturday!", "at": "2026-05-12T11:05"},
                ],
            },
            "ubuntu": {
                "files": {
                    **{f"Documents/{inbox}/{file}": text for file, text in shuffled},
                    f"Documents/{log}": register,
                    f"Documents/{old_log}": register,
                    f"Documents/{old_inbox}/{name}": _text(chance, counts[1], decoy),
                },
                "folders": [f"Documents/{target}", f"Documents/{old_target}"],
            },
        },
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 17),
        solution=solving.solve,
        alternatives={
            "note first": solving.solve_note_first,
            "other programs": solving.solve_by_other_programs,
        },
        mutants={
            "the older message": solving.solve_older_message,
            "copied and left": solving.solve_copy,
            "the other task's colleague": solving.solve_other_person,
        },
        may_change={
            "android": [
                *allowed.message_sent(asks.number, str(counts[0])),
                *allowed.note_added("", name),
                May("apps/org.crab.tasks/items/*/done", {"title": todo}, ("changed",)),
            ],
            "ubuntu": [
                May(f"files/Documents/{inbox}/{name}", kinds=("removed",)),
                May(f"files/{wanted}", kinds=("added",)),
                May(f"files/Documents/{log}", kinds=("changed",)),
            ],
        },
        applications={"android": ("Tasks", "Messages", "Notes"), "ubuntu": ("Terminal",)},
    )


def _text(chance: random.Random, count: int, words: str) -> str:
    """A text of so many lines, one of which mentions the words."""
    rows = [f"{line}." for line in lines(chance, count)]
    rows[chance.randrange(1, count)] = f"Nobody has seen the {words} since Tuesday."
    return "".join(f"{row}\n" for row in rows)
