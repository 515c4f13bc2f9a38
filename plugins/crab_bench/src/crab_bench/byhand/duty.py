"""Desktop: the topic of a team's chat asks who is on duty; a file knows."""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

from crab_bench.byhand import solving_duty as solving
from crab_bench.byhand.drawn import days, people
from crab_core import CheckpointGraph, Limits, May, Task
from crab_ubuntu.evaluators import chat_message, chat_topic, file_content, focused_window

HOST: Final = "chat.crab.test"
DESCRIPTION: Final = (
    "On the desktop, open the team's chat in HexChat. The topic of the channel {channel} asks who has a "
    "shift on "
    "some day; the table ~/Documents/{file} knows. Say in that channel only the nickname that the table "
    "gives, tell "
    "the same person in a private message only the day (written as in the table), and change the topic "
    "of that channel "
    'to "Answered: " followed by the nickname. Then add the day as a new last line to '
    "~/Documents/asked.txt, "
    "and complete."
)
_SHIFTS: Final = ("early", "late", "night")
_CHANNELS: Final = ("#front-desk", "#workshop", "#garden", "#kitchen", "#archive", "#stage")
_FILES: Final = ("rota.csv", "shifts.csv", "plan.csv", "duty.csv")
_WORDINGS: Final = (
    "Who has the {shift} shift on {day}?",
    "Wanted: the name for {day}, {shift} shift",
    "{day}: who does the {shift} shift?",
)


def duty_in_chat(seed: int) -> Task:
    """Draw the channel, what its topic asks, the table, and what other channels ask."""
    chance = random.Random(seed)
    nicks = [person.name.split()[0].lower() for person in people(chance, 6)]
    channel, *others = chance.sample(_CHANNELS, k=3)
    dates = [day.isoformat() for day in days(chance, 6)]
    table = {day: chance.sample(nicks, k=3) for day in dates}
    day, wrong_day = chance.sample(dates, k=2)
    shift, wrong_shift = chance.sample(range(3), k=2)
    nick = table[day][shift]
    topics = [(day, shift), (wrong_day, shift), (day, wrong_shift)]
    channels: dict[str, Any] = {
        name: {
            "topic": chance.choice(_WORDINGS).format(day=one, shift=_SHIFTS[which]),
            "members": chance.sample(nicks, k=4),
        }
        for name, (one, which) in zip((channel, *others), topics, strict=True)
    }
    file = chance.choice(_FILES)
    rows = ["day," + ",".join(_SHIFTS), *(f"{one}," + ",".join(names) for one, names in table.items())]
    asked = "".join(f"2026-04-{number:02}\n" for number in sorted(chance.sample(range(1, 30), k=3)))
    nodes = {
        "HexChat focused": focused_window(app="Hexchat"),
        "name said": chat_message(host=HOST, to=channel, text=nick),
        "person told": chat_message(host=HOST, to=nick, text=day),
        "topic changed": chat_topic(host=HOST, channel=channel, topic=f"Answered: {nick}"),
        "day noted": file_content(path="Documents/asked.txt", content=f"{asked}{day}\n"),
    }
    edges = [
        ("HexChat focused", "name said"),
        ("HexChat focused", "person told"),
        ("name said", "topic changed"),
        ("topic changed", "day noted"),
        ("person told", "day noted"),
    ]
    given = partial(partial, channel=channel, file=file)
    return Task(
        id="duty_in_chat",
        description=DESCRIPTION.format(channel=channel, file=file),
        worlds={
            "ubuntu": {
                "applications": ["hexchat"],
                "files": {f"Documents/{file}": "\n".join(rows) + "\n", "Documents/asked.txt": asked},
                "services": {
                    HOST: {
                        "service": "chat",
                        "people": {one: {"name": one.title()} for one in nicks},
                        "channels": {name: channels[name] for name in sorted(channels)},
                    }
                },
            }
        },
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 8 + 2),
        solution=given(solving.solve),
        alternatives={"in gedit": given(solving.solve_in_gedit)},
        mutants={
            "the next shift": given(solving.solve_next_shift),
            "another channel's topic": given(solving.solve_other_channel),
            "nobody told in private": given(solving.solve_untold),
        },
        may_change={
            "ubuntu": [
                May("files/Documents/asked.txt", kinds=("changed",)),
                May(f"services/{HOST}/channels/{channel}/messages*", {"text": nick}, ("added",)),
                May(f"services/{HOST}/channels/{channel}/topic*"),
                May(f"services/{HOST}/direct*", {"text": day, "to": nick}, ("added",)),
                May(f"services/{HOST}/channels/*/members/crab", kinds=("added",)),
                May(f"services/{HOST}/connected*"),
            ]
        },
        applications={"ubuntu": ("HexChat", "Terminal")},
    )
