"""An agent's conversations with the backend `openai`: the service takes the next, whatever was said."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from fake.neutral import Asked, Said
from PIL import Image

from crab_core import Action, Screenshot, Text, action
from crab_core.chat.agent import ChatAgent
from crab_core.chat.perception import Frame
from crab_core.chat.toolbox import ToolBox
from crab_core.turn import Feedback
from crab_models.openai.backend import OpenAiBackend


@action
def click(x: int, y: int) -> None:
    """Click a place."""


@action
def write_text(text: str) -> None:
    """Type a text."""


@action
def note(text: str) -> None:
    """Keep a note."""


SPACES: dict[str, dict[str, Action]] = {
    "desktop": {"click": click, "write_text": write_text},
    "notes": {"note": note},
}
NATIVE = [
    {"type": "click", "x": 3, "y": 4, "button": "left"},
    {"type": "type", "text": "milk"},
    {"type": "scroll", "x": 3, "y": 4, "scroll_x": 0, "scroll_y": 300},
    {"type": "screenshot"},
]


def screen(number: int) -> Screenshot:
    written = io.BytesIO()
    Image.new("RGB", (40, 30), (number, 0, 0)).save(written, "PNG")
    return Screenshot(written.getvalue(), 40, 30)


class Whims:
    """A model that says all kinds of things, the same ones each time."""

    def __init__(self, computer: bool) -> None:
        self.chance = random.Random(7)
        self.computer = computer

    def __call__(self, asked: Asked) -> Said:
        chance = self.chance
        said = Said(text=chance.choice(["", "Hm."]), reasoning=chance.choice(["", "Let me see."]))
        for _ in range(chance.randrange(4)):
            kind = chance.choice(["note", "unknown", "computer" if self.computer else "note"])
            known = {"note": {"text": "milk"}, "unknown": {}}
            actions = {"actions": chance.sample(NATIVE, chance.randint(1, 3))}
            said.calls.append((kind, known.get(kind, actions)))
        said.stop = chance.choice(["stop"] * 4 + ["length", "filter"])
        said.refusal = chance.choice([""] * 5 + ["No."])
        return said


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("one_call", [False, True], ids=["many calls", "one call"])
@pytest.mark.parametrize("api", ["chat", "responses"])
def test_the_service_takes_what_an_agent_sends_whatever_the_model_said(fake, api, one_call, stream):
    computer = "desktop" if api == "responses" else ""
    backend = OpenAiBackend("tiny", api=api, base_url=fake.base_url("openai"), stream=stream)
    fake.script = Whims(bool(computer))
    agent = ChatAgent(
        backend,
        "You use a desktop.",
        ToolBox(SPACES, computer=computer),
        one_call=one_call,
        computer=computer,
    )
    feedback: list[Feedback] = []
    for turn in range(30):
        shown = screen(turn)
        frames = {"desktop": Frame(shown, 40, 30)}
        parts: list[Any] = [Text("desktop shows:"), shown]
        answer = agent.ask(parts, feedback, frames=frames)
        feedback = [Feedback(call, not call.problem, call.problem or "Done.") for call in answer.calls]
        if not answer.calls:
            feedback = [Feedback(None, False, answer.problem)]
    backend.close()
    assert fake.refused == []
    assert len(fake.arrived) == 30
    # What the agent sees now is in every request, and no screen of the turns that are forgotten.
    assert all(1 <= len(asked.pictures) <= 6 for asked in fake.arrived)
