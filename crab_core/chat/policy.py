"""The base of policies with chat models: options, prompts, agents, and what they are shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from crab_core.chat.agent import Answer, ChatAgent
from crab_core.chat.critic import Critic
from crab_core.chat.exploration import Visits
from crab_core.chat.options import ChatOptions
from crab_core.chat.perception import Look, look, tree_text
from crab_core.chat.steps import call_words
from crab_core.chat.templates import Prompts, fill
from crab_core.chat.toolbox import ToolBox
from crab_core.content import Text
from crab_core.errors import UnknownNameError
from crab_core.model import ToolChoice
from crab_core.policy import Briefing, Decision, Policy
from crab_core.task import ROOT
from crab_core.turn import Feedback, Turn, View


class ChatPolicy(Policy):
    """A policy with chat models. A subclass makes its agents in `start` and asks them in `play`.

    Options are those of `ChatOptions`, given by name.
    """

    briefing: Briefing
    """The episode at hand."""
    lessons: str = ""
    """What the agent "main", which plans in every structure, is told after its system prompt."""

    def __init__(self, **options: Any) -> None:
        """Check the options; no model is made yet.

        Raises:
            UsageError: An option is unknown or missing, does not fit, or the prompts cannot be used.
        """
        self.options = ChatOptions.read(self.name, options)
        self.prompts = Prompts(self.options.prompts)
        self.models = self.options.models
        self._trees: dict[str, tuple[View, str]] = {}
        self._visits: Visits | None = None
        self._critic: tuple[Critic, ChatAgent] | None = None

    @abstractmethod
    def start(self) -> None:
        """Make the agents for the episode that `self.briefing` tells of."""

    @abstractmethod
    def play(self, turn: Turn) -> Decision:
        """What to do now, as `Policy.decide`."""

    def begin(self, briefing: Briefing) -> None:
        """Forget the last episode and take in the next one.

        Raises:
            UnknownNameError: The option `computer` names an environment that the task has not.
            UsageError: A prompt cannot be filled.
            AgentError: A model cannot be made.
        """
        self.briefing = briefing
        self._visits = Visits() if self.options.exploration else None
        computer = self.options.computer
        if computer and computer not in briefing.environments:
            raise UnknownNameError("environment", computer, briefing.environments)
        self.start()
        self._critic = self._make_critic() if self.options.critic else None

    def decide(self, turn: Turn) -> Decision:
        """What to do now; what a critic objects to is thought over in the same turn.

        Raises:
            AgentError: A model failed for good.
            LimitReached: The episode may ask no more.
        """
        wanted = self.play(turn)
        if self._critic is None:
            return wanted

        def rethink(objection: str) -> Decision:
            nonlocal wanted
            refused = tuple(Feedback(call, False, objection) for call in wanted.calls)
            wanted = self.play(replace(turn, feedback=refused))
            return wanted

        critic, agent = self._critic
        return critic.settle(turn, wanted, lambda: self._show(turn, agent).parts, rethink)

    def _make_critic(self) -> tuple[Critic, ChatAgent]:
        """The critic and its role, which remembers nothing: it is told all steps each time."""
        options = self.options
        agent = self.agent(
            "critic", self.prompt("critic/critic.md"), model=options.critic_model, forgetful=True
        )
        return (
            Critic(agent, options.critic, lambda said: self.prompt("critic/objection.md", objection=said)),
            agent,
        )

    # -- for subclasses ----------------------------------------------------------------------------

    def toolbox(self, environments: Iterable[str] | None = None, *, skip: bool = False) -> ToolBox:
        """The actions of some environments as tools; of all when left out.

        Args:
            environments: By name; "root" holds `submit`, `complete` and `wait`.
            skip: Whether the agent may also do nothing.
        """
        spaces = self.briefing.action_spaces
        names = spaces if environments is None else environments
        return ToolBox({name: spaces[name] for name in names}, skip=skip, computer=self.options.computer)

    def prompt(self, template: str, toolbox: ToolBox | None = None, **more: str) -> str:
        """A template from the folder of prompts, filled.

        Args:
            template: Its file, such as "single/agent.md".
            toolbox: What the agent may call; None for one that plans in words.
            more: Further names for this template.

        Raises:
            UsageError: The template cannot be read, or uses a name that it is not given.
        """
        return self.prompts.fill(template, **self._values(toolbox), **more)

    def fill(self, text: str, toolbox: ToolBox | None = None, **more: str) -> str:
        """A template of one's own, given as text, filled like those in files; docs/agents.md lists the names.

        Raises:
            UsageError: It uses a name that it is not given.
        """
        return fill(text, f"of policy {self.name!r}", **self._values(toolbox), **more)

    def _values(self, toolbox: ToolBox | None) -> dict[str, str]:
        """What every template may use."""
        briefing = self.briefing
        hands_in = toolbox if toolbox is not None and ROOT in toolbox else None
        values = {
            "task": briefing.task_description,
            "environments": "\n".join(f"- {name}: {about}" for name, about in briefing.environments.items()),
            "actions": self.toolbox().describe(),
            "complete": hands_in.name_of(ROOT, "complete") if hands_in else "complete",
            "submit": hands_in.name_of(ROOT, "submit") if hands_in else "submit",
            "seeing": self._seeing(),
        }
        return values if toolbox is None else {**values, "acting": self._acting(toolbox)}

    def _seeing(self) -> str:
        seeing = self.prompts.fill(f"seeing/{self.options.see}.md")
        computer = self.options.computer
        return (
            f"{seeing} {self.prompts.fill('seeing/computer.md', computer=computer)}" if computer else seeing
        )

    def _acting(self, toolbox: ToolBox) -> str:
        if self.options.mode == "tools":
            return self.prompts.fill("acting/tools.md")
        from crab_core.chat import json_mode

        return self.prompts.fill("acting/json.md", tools=json_mode.tool_list(toolbox.tools))

    def agent(
        self,
        name: str,
        system: str,
        toolbox: ToolBox | None = None,
        *,
        model: str = "",
        tool_choice: ToolChoice = "auto",
        forgetful: bool = False,
    ) -> ChatAgent:
        """An agent as the options want it.

        Args:
            name: Under which its calls are booked and recorded; "main" for the one that plans.
            system: Its system prompt, filled.
            toolbox: What it may call; None for one that plans in words.
            model: The option `model` when empty.
            tool_choice: Whether it must call something, unless the options say.
            forgetful: Whether past turns are never sent again, whatever the options say.
        """
        options = self.options
        told = [system, self.lessons] if name == "main" and self.lessons else [system]
        return ChatAgent(
            self.briefing.models.get(model or options.model, agent=name),
            "\n\n".join(told),
            toolbox,
            mode=options.mode,
            history=0 if forgetful else options.turns,
            history_tokens=options.history_tokens,
            one_call=options.one_call,
            tool_choice=options.choice(tool_choice),
            computer=options.computer,
            phone="tap" in self.briefing.action_spaces.get(options.computer, ()),
        )

    def look(self, turn: Turn, agent: ChatAgent, environments: Sequence[str] | None = None) -> Look:
        """What an agent is shown in a turn.

        Args:
            turn: The turn.
            agent: Who looks.
            environments: Which devices; all when left out.
        """
        seen = self._show(turn, agent, environments)
        hint = self._visits.hint(turn, environments) if self._visits else ""
        return replace(seen, parts=(*seen.parts, Text(hint))) if hint else seen

    def _show(self, turn: Turn, agent: ChatAgent, environments: Sequence[str] | None = None) -> Look:
        views = [view for name, view in turn.views.items() if environments is None or name in environments]
        return look(views, self.options.see, agent.backend, self.options.computer, self._tree_text)

    def _tree_text(self, view: View) -> str:
        """The text of a UI tree; several agents are shown the same one in a turn."""
        known = self._trees.get(view.environment)
        if known is None or known[0] is not view:
            known = self._trees[view.environment] = (view, tree_text(view))
        return known[1]


def decision(answer: Answer, *thoughts: str) -> Decision:
    """The decision of a policy whose agent answers like this, with what others have thought before."""
    thought = "\n\n".join(part for part in (*thoughts, answer.thought) if part)
    return Decision(answer.calls, thought, problem=answer.problem)


def tell(feedback: Sequence[Feedback]) -> str:
    """What became of the last calls, in words, for agents that made none themselves; empty for nothing."""
    lines = [
        f"- {call_words(one.call)}: {one.text or 'Done.'}" if one.call.name else f"- {one.text}"
        for one in feedback
    ]
    return "\n".join(["What became of the last step:", *lines]) if lines else ""
