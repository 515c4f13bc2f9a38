"""An agent by functionality that asks two models, for tests of what reports tell of their calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import crab_core as crab
from crab_core.model import Computer, ToolChoice

PROMPT = (
    "You operate a phone and a desktop for a person. Each turn you are shown the screens of both devices; "
    "numbers on them mark what you can point at. Look at what the task still wants, and say in one or two "
    "sentences what has to be done next and on which device. Another agent, which sees no screen, carries it "
    "out; so name the number of the element, the text to type, or the keys to press. When every part of the "
    "task is done and you can see it on the screens, say that the task is complete."
)
TRANSLATE = "Call the function that carries out the instruction. Call exactly one, and write nothing else."


class ToyModel(crab.ModelBackend):
    """`toy:large` plans, `toy:small` translates; what they say is in the request's last line."""

    def __init__(self, model: str, price: float = 2e-6, trouble: str = "") -> None:
        self.name = f"toy:{model}"
        self._price = price
        self._trouble = trouble

    def complete(
        self,
        messages: Sequence[crab.Message],
        tools: Sequence[crab.Tool | Computer] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> crab.Reply:
        if self._trouble == "down":
            raise crab.ModelUnavailable("The service of toys is overloaded.")
        asked = sum(len(message.text) for message in messages)
        cost = None if self._trouble == "no price" else self._price * asked
        usage = crab.Usage(asked, 40, cached_tokens=asked // 2, reasoning_tokens=12, cost=cost)
        if not tools:
            text = f"Step {len(messages) // 2}: do what the task says on the device that acts next."
            thought = "The list is open. Its first entry that is not ticked off asks for dark mode."
            return crab.Reply(text, usage=usage, reasoning=thought, model=f"{self.name}-2026-10")
        name, _, value = messages[-1].text.partition(" ")
        call = crab.ToolCall("call_1", name, {"wanted": value})
        return crab.Reply("", (call,), usage, "tool_calls")


class Talking(crab.Policy):
    """Asks both models each turn, and does what its script says whatever they reply."""

    name = "talking"

    def __init__(self, calls: Sequence[crab.ActionCall], model: str, tool_model: str) -> None:
        self._calls = calls
        self.models = (model, tool_model)

    def begin(self, briefing: crab.Briefing) -> None:
        large, small = self.models
        self._main = briefing.models.get(large)
        self._tool = briefing.models.get(small, agent="tool")
        self._history: list[crab.Message] = []
        space = [a for actions in briefing.action_spaces.values() for a in actions.values()]
        self._tools = [crab.Tool(a.name, a.description, a.schema["parameters"]) for a in space]

    def decide(self, turn: crab.Turn) -> crab.Decision:
        call = self._calls[min(turn.number, len(self._calls)) - 1]
        seen: list[Any] = [crab.Text(f"Turn {turn.number}. This is what the devices show.")]
        seen += [view.marked or view.screenshot for view in turn.views.values()]
        system = crab.Message("system", (crab.Text(PROMPT),))
        user = crab.Message("user", tuple(seen))
        planned = self._main.complete([system, *self._history[-4:], user])
        self._history += [user, planned.message]
        if planned.stop_reason == "refusal":
            return crab.Decision(problem="The model refused.")
        order = crab.Message("user", (crab.Text(f"{call.name or 'wait'} {dict(call.arguments)}"),))
        translated = self._tool.complete(
            [crab.Message("system", (crab.Text(TRANSLATE),)), order], self._tools, tool_choice="required"
        )
        assert translated.tool_calls
        return crab.Decision([call] if call.name else [], planned.text)
