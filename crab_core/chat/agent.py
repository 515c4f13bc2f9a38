"""One role of a chat model: its prompt, its history, its tools, and what its replies mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from crab_core.action import ActionCall
from crab_core.chat.conversation import Conversation
from crab_core.chat.perception import Frame
from crab_core.chat.replies import Asked, read_calls, read_words
from crab_core.chat.toolbox import COMPUTER, ToolBox
from crab_core.content import Screenshot, Text
from crab_core.model import Computer, ModelBackend, Reply, Tool, ToolChoice, ToolResult
from crab_core.turn import Feedback

_NO_FRAMES: Mapping[str, Frame] = {}
_MISSING = "There is no result."
_LAST_CALLS = "What became of your last calls:"


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent answers."""

    reply: Reply
    """What the model said, whole."""
    calls: tuple[ActionCall, ...] = ()
    """What it wants to be done; calls that could not be understood carry their problem."""
    problem: str = ""
    """Why it is of no use: a refusal, an empty reply, one that was cut off, one without a call."""
    skipped: bool = False
    """Whether it says that nothing is to be done."""

    @property
    def text(self) -> str:
        """What it said in words."""
        return self.reply.text.strip()

    @property
    def thought(self) -> str:
        """What it thought, as far as its provider shows it, and said."""
        return "\n\n".join(part for part in (self.reply.reasoning.strip(), self.text) if part)


class ChatAgent:
    """Asks one model turn by turn. Give `ask` the feedback of the calls in its last answer, in their order.

    With a tool box the agent acts: its answers hold action calls. Without one it plans in words.
    """

    def __init__(
        self,
        backend: ModelBackend,
        system: str,
        toolbox: ToolBox | None = None,
        *,
        mode: Literal["tools", "json"] = "tools",
        history: int | None = 2,
        history_tokens: int | None = None,
        one_call: bool = False,
        tool_choice: ToolChoice = "auto",
        computer: str = "",
        phone: bool = False,
    ) -> None:
        """Begin a conversation; nothing is asked yet.

        Args:
            backend: The model.
            system: The system prompt, filled.
            toolbox: What the agent may call; None for one that plans in words.
            mode: How it calls: by the provider's function calls, or by JSON in its text.
            history: Past turns that are sent again; None for no limit in turns.
            history_tokens: Most tokens of the conversation, estimated.
            one_call: Whether only the first call of a reply counts.
            tool_choice: Whether it must call something.
            computer: Environment that it uses through the provider's computer-use tool.
            phone: Whether that is a phone.
        """
        self.backend = backend
        self._toolbox = toolbox
        self._json = mode == "json"
        self._one_call = one_call
        self._tool_choice = tool_choice
        self._computer = computer
        self._phone = phone
        self._conversation = Conversation(system, turns=history, tokens=history_tokens)
        self._frames = _NO_FRAMES
        self._asked: tuple[Asked, ...] = ()

    def ask(
        self,
        parts: Sequence[Text | Screenshot],
        feedback: Sequence[Feedback] = (),
        *,
        frames: Mapping[str, Frame] = _NO_FRAMES,
        memo: str = "",
    ) -> Answer:
        """One turn.

        Args:
            parts: What the agent is shown and told.
            feedback: What became of the calls of its last answer; where that held none, what is said to that.
            frames: The pictures that its positions mean, by environment.
            memo: What it is told first in this turn, and not again in later ones as history.

        Raises:
            AgentError: The model failed.
            LimitReached: The episode may ask no more.
        """
        shown = list(parts)
        results, told = self._results(feedback, shown, frames)
        self._frames = frames
        self._conversation.begin_turn(shown, results, told, memo)
        return self._complete()

    def _complete(self) -> Answer:
        tools: tuple[Tool | Computer, ...] = ()
        device = self._device()
        if self._toolbox is not None and not self._json:
            tools = (*self._toolbox.tools, device[1]) if device else self._toolbox.tools
        reply = self.backend.complete(
            tuple(self._conversation), tools, tool_choice=self._tool_choice if tools else "auto"
        )
        if not tools:
            reply = replace(reply, tool_calls=())  # it was given none, so nothing would answer these calls
        if self._toolbox is None:
            wish = read_words(reply)
        else:
            wish = read_calls(
                reply, self._toolbox, self._frames, json=self._json, one_call=self._one_call, computer=device
            )
        self._conversation.add(reply.message)
        self._asked = wish.asked
        return Answer(reply, wish.calls, wish.problem, wish.skipped)

    def _device(self) -> tuple[str, Computer] | None:
        """The environment that is used through the provider's own tool, and the tool for its screen."""
        frame = self._frames.get(self._computer)
        if frame is None or self._toolbox is None or self._computer not in self._toolbox:
            return None
        kind: Literal["phone", "desktop"] = "phone" if self._phone else "desktop"
        return self._computer, Computer(frame.width, frame.height, kind, COMPUTER)

    def _results(
        self, feedback: Sequence[Feedback], shown: list[Text | Screenshot], frames: Mapping[str, Frame]
    ) -> tuple[list[ToolResult], list[Text | Screenshot]]:
        """What became of the calls of the last answer: as results of tools, and told without them.

        A picture that belongs into a result is taken out of `shown`; what belongs to no call is put there.
        """
        if not self._asked:
            return [], [Text(one.text) for one in feedback]
        left = list(feedback)
        results: list[ToolResult] = []
        lines: list[str] = []
        pictures: list[Screenshot] = []
        last = {one.shows: place for place, one in enumerate(self._asked)}
        for place, one in enumerate(self._asked):
            mine, left = left[: one.actions], left[one.actions :]
            text = one.told or "\n".join(map(_words, mine)) or _MISSING
            lines.append(f"{one.name or 'call'}: {text}")
            content: list[Text | Screenshot] = [Text(text)]
            frame = frames.get(one.shows)
            if frame is not None and frame.picture in shown and place == last[one.shows]:
                shown.remove(frame.picture)
                pictures.append(frame.picture)
                content.append(frame.picture)
            if one.id:
                results.append(ToolResult(one.id, tuple(content), error=not all(f.ok for f in mine)))
        shown[:0] = [Text(one.text) for one in left]  # what was said to an answer whose calls were not done
        return results, [Text(f"{_LAST_CALLS}\n" + "\n".join(lines)), *pictures]


def _words(feedback: Feedback) -> str:
    return feedback.text or "Done."
