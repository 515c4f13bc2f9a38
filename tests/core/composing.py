"""Two toy devices, value types and sub-tasks from which the tests compose tasks."""

from __future__ import annotations

import random
from typing import Any

from composing_devices import (
    Pad,
    Post,
    is_copied,
    note_ends,
    note_says,
    was_looked_up,
    was_said,
    was_sent,
)
from toys import listing, plugin

import crab_core as crab
from crab_core.compose.catalogue import Catalogue
from crab_core.families import catalogue
from crab_core.plugins import Plugins

# -- values and worlds -----------------------------------------------------------------------------


def notes(chance: random.Random) -> dict[str, Any]:
    return {"notes": {f"note {n}": f"text {chance.randrange(10_000)} of note {n}" for n in range(6)}}


def people(chance: random.Random) -> dict[str, Any]:
    names = [f"person {n}" for n in range(6)]
    return {"people": {name: f"{chance.randrange(90) + 10} Road" for name in names}}


def draw_copied(scene: crab.Scene) -> str:
    text = scene.pick("copied", [f"clip {n}" for n in range(50)])
    scene.add("pad", {"clipboard": text})
    return text


def _fresh(scene: crab.Scene) -> str:
    there = scene.world("pad").get("notes", {})
    return scene.pick("title", [t for t in (f"page {n}" for n in range(50)) if t not in there])


content = crab.ValueType(
    name="content", summary="A text.", draw=lambda s: s.pick("content", [f"words {n}" for n in range(50)])
)
message = crab.ValueType(name="message", summary="What a note says.", parent="content")
address = crab.ValueType(name="address", summary="Where somebody lives.", parent="content")
note = crab.ValueType(
    name="note",
    summary="A note that is there.",
    draw=lambda s: s.pick("note", sorted(s.world("pad")["notes"])),
)
new_note = crab.ValueType(name="new_note", summary="A title.", draw=_fresh, show="«{}»".format)
page = crab.ValueType(name="page", summary="A note that somebody wrote.")
person = crab.ValueType(
    name="person", summary="Somebody.", draw=lambda s: s.pick("person", sorted(s.world("post")["people"]))
)
copied = crab.ValueType(
    name="copied", summary="What is on the clipboard.", draw=draw_copied, place="the pad's clipboard"
)


# -- sub-tasks -------------------------------------------------------------------------------------


def pad(name: str, /, **arguments: str) -> crab.ActionCall:
    return crab.ActionCall("pad", name, arguments)


def post(name: str, /, **arguments: str) -> crab.ActionCall:
    return crab.ActionCall("post", name, arguments)


def single(name: str, expression: crab.Expression) -> crab.CheckpointGraph:
    return crab.CheckpointGraph({name: expression})


def _read(turn: crab.Turn, title: str) -> crab.Solving:
    turn = yield pad("read", title=title)
    return turn.feedback[-1].text


def _write(turn: crab.Turn, title: str, text: str) -> crab.Solving:
    yield pad("write", title=title, text=text)
    return title


def _staple(turn: crab.Turn, page: str, text: str) -> crab.Solving:
    turn = yield pad("read", title=page)
    yield pad("write", title=page, text=f"{turn.feedback[-1].text}\n{text}")
    return page


def _shout(turn: crab.Turn, text: str) -> crab.Solving:
    turn = yield pad("shout", text=text)
    return turn.feedback[-1].text


def _copy(turn: crab.Turn, title: str) -> crab.Solving:
    turn = yield pad("copy", title=title)
    return turn.feedback[-1].text


def _paste(turn: crab.Turn, text: str, title: str) -> crab.Solving:
    yield pad("paste", title=title)
    return title


def _paste_by_hand(turn: crab.Turn, text: str, title: str) -> crab.Solving:
    yield pad("paste", title="scrap")
    yield pad("paste", title=title)
    return title


def _look_up(turn: crab.Turn, name: str) -> crab.Solving:
    turn = yield post("look_up", name=name)
    return turn.feedback[-1].text


def _look_up_another(turn: crab.Turn, name: str) -> crab.Solving:
    return (yield from _look_up(turn, "person 1" if name == "person 0" else "person 0"))


def _send(turn: crab.Turn, to: str, text: str) -> crab.Solving:
    yield post("send", to=to, text=text)


read_note = crab.SubTask(
    id="read_note",
    environment="pad",
    description="On the pad, read the note {title}.",
    inputs={"title": "note"},
    output="message",
    result="what the note {title} says",
    value=lambda scene, title: scene.world("pad")["notes"][title],
    checkpoints=lambda title, output: single("read", was_said(text=output)),
    solution=_read,
    mutants={"nothing": lambda turn, title: _shout(turn, "")},
    steps=1,
)
write_note = crab.SubTask(
    id="write_note",
    environment="pad",
    description="On the pad, write a note {title} that says {text}.",
    inputs={"title": "new_note", "text": "content"},
    output="page",
    result="the note {title}",
    value=lambda scene, title, text: title,
    checkpoints=lambda title, text, output: crab.CheckpointGraph.chain(
        {"there": note_says(title=title, text=text), "there still": note_says(title=title, text=text)}
    ),
    solution=_write,
    mutants={"other words": lambda turn, title, text: _write(turn, title, text + "!")},
    may_change=lambda title, text, output: [crab.May(f"notes/{title}")],
    steps=1,
    applications=("Notes",),
)
staple_note = crab.SubTask(
    id="staple_note",
    environment="pad",
    description="On the pad, add {text} to {page}, on a line of its own.",
    inputs={"page": "page", "text": "content"},
    output="page",
    result="the longer {page}",
    value=lambda scene, page, text: page,
    checkpoints=lambda page, text, output: single("added", note_ends(title=page, text=text)),
    solution=_staple,
    may_change=lambda page, text, output: [crab.May(f"notes/{page}")],
    mutants={"replaced": lambda turn, page, text: _write(turn, title=page, text=text)},
    steps=2,
)
shout_text = crab.SubTask(
    id="shout_text",
    environment="pad",
    description="On the pad, shout {text}.",
    inputs={"text": "content"},
    output="message",
    result="the shout of {text}",
    value=lambda scene, text: text.upper(),
    checkpoints=lambda text, output: single("shouted", was_said(text=output)),
    solution=_shout,
    mutants={"silent": lambda turn, text: _shout(turn, "")},
    steps=1,
)
copy_note = crab.SubTask(
    id="copy_note",
    environment="pad",
    description="On the pad, copy the note {title}.",
    inputs={"title": "note"},
    output="copied",
    result="the copied note {title}",
    value=lambda scene, title: scene.world("pad")["notes"][title],
    checkpoints=lambda title, output: single("copied", is_copied(text=output)),
    solution=_copy,
    mutants={"only read": _read},
    may_change=lambda title, output: [crab.May("clipboard")],
    steps=1,
)
paste_note = crab.SubTask(
    id="paste_note",
    environment="pad",
    description="On the pad, paste {text} into a note {title}.",
    inputs={"text": "copied", "title": "new_note"},
    output="page",
    result="the pasted note {title}",
    value=lambda scene, text, title: title,
    checkpoints=lambda text, title, output: single("pasted", note_says(title=title, text=text)),
    solution=_paste,
    alternatives={"by hand": _paste_by_hand},
    may_change=lambda text, title, output: [crab.May(f"notes/{title}"), crab.May("notes/scrap")],
    mutants={"empty": lambda turn, text, title: _write(turn, title, "")},
    steps=1,
)
find_address = crab.SubTask(
    id="find_address",
    environment="post",
    description="At the post, look up {name}.",
    inputs={"name": "person"},
    output="address",
    result="the address of {name}",
    value=lambda scene, name: scene.world("post")["people"][name],
    checkpoints=lambda name, output: single("looked up", was_looked_up(name=name)),
    solution=_look_up,
    mutants={"another": _look_up_another},
    steps=1,
    applications=("Book",),
)
send_letter = crab.SubTask(
    id="send_letter",
    environment="post",
    description="At the post, send {text} to {to}.",
    inputs={"to": "address", "text": "content"},
    checkpoints=lambda to, text: single("sent", was_sent(to=to, text=text)),
    solution=_send,
    may_change=lambda to, text: [crab.May("sent/*")],
    mutants={"elsewhere": lambda turn, to, text: _send(turn, to + "!", text)},
    steps=1,
)

SUBTASKS = (
    "read_note",
    "write_note",
    "staple_note",
    "shout_text",
    "copy_note",
    "paste_note",
    "find_address",
    "send_letter",
)
TYPES = ("content", "message", "address", "note", "new_note", "page", "person", "copied")

family = crab.Composition(
    id="letter_home",
    nodes=[crab.Node("find_address"), crab.Node("read_note"), crab.Node("send_letter")],
    links=[crab.Link(0, 2, "to"), crab.Link(1, 2, "text")],
)


def composing_plugins(*, backwards: bool = False, without: str = "", **hooks: Any) -> Plugins:
    """The toys as plugins: `backwards` registers all in another order, `without` leaves a device out."""
    from crab_core import builtin

    turn = reversed if backwards else iter
    devices = {"pad": Pad, "post": Post}
    specs = {
        "environments": [
            crab.EnvironmentSpec(name, "A toy.", f"composing_devices:{kind.__name__}")
            for name, kind in devices.items()
            if name != without
        ],
        "subtasks": [crab.SubTaskSpec(name, "A toy.", f"composing:{name}") for name in SUBTASKS],
        "value_types": [crab.ValueTypeSpec(name, "A toy.", f"composing:{name}") for name in TYPES],
        "worlds": [
            crab.WorldSpec("notes", "Notes.", "composing:notes", environment="pad"),
            crab.WorldSpec("people", "People.", "composing:people", environment="post"),
        ],
        "tasks": [crab.TaskSpec("letter_home", "A letter.", "composing:family")],
    }
    made = {name: listing(*turn(many)) for name, many in specs.items()}
    plugins = Plugins()
    plugins.register("core", lambda: builtin, "crab-core", "0")
    plugins.register("composing", lambda: plugin(**{**made, **hooks}), "crab-composing", "1")
    return plugins


def known(**more: Any) -> Catalogue:
    """The catalogue of the toys."""
    return catalogue(composing_plugins(**more))


def composition(
    *names: str, links: list[tuple[int, int, str]] | None = None, **more: Any
) -> crab.Composition:
    """A composition of these sub-tasks."""
    return crab.Composition(
        id="toy",
        nodes=[crab.Node(name) for name in names],
        links=[crab.Link(*link) for link in links or []],
        **more,
    )


DIAMOND = composition(
    "read_note",
    "write_note",
    "shout_text",
    "staple_note",
    links=[(0, 1, "text"), (0, 2, "text"), (1, 3, "page"), (2, 3, "text")],
)
