"""The seat of a person: where an episode waits for what its player does on the page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from crab_core.action import ActionCall
from crab_core.episode import EpisodeResult, EpisodeStarted, StepFinished
from crab_core.errors import UsageError
from crab_core.feedback import tell
from crab_core.graph import NodeRecord, NodeState
from crab_core.people.reading import checked
from crab_core.people.waiting import wait_for
from crab_core.policy import Briefing, Decision
from crab_core.turn import Feedback, Turn


class Phase(StrEnum):
    """What the person waits for, or what waits for the person."""

    STARTING = "starting"
    """The devices are brought into their start worlds."""
    READY = "ready"
    """The person says when the clock may run."""
    TURN = "turn"
    """The person acts."""
    ACTING = "acting"
    """What the person did is carried out and judged."""
    ENDED = "ended"
    """The episode has ended; another one may follow."""
    OVER = "over"
    """Nothing follows."""


@dataclass(frozen=True, slots=True)
class Done:
    """One step as it stands in the list of steps."""

    number: int
    feedback: Feedback
    passed: Sequence[str]


@dataclass
class Scene:
    """Everything that the page shows."""

    version: int = 0
    """Grows with every change."""
    phase: Phase = Phase.STARTING
    briefing: Briefing | None = None
    turn: Turn | None = None
    """What the person sees; the last one stays while it is acted."""
    started: EpisodeStarted | None = None
    began_at: float | None = None
    """When the clock began to run, in seconds of the seat's clock."""
    steps: list[Done] = field(default_factory=list)
    nodes: dict[str, NodeRecord] = field(default_factory=dict)
    result: EpisodeResult | None = None


class Seat:
    """Between the thread of the episode and those of the page.

    The episode's side is a `Person` and an `Observer`; the page's side is `look`, `start`, `act` and `stop`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.scene = Scene()
        self._changed = threading.Condition()
        self._calls: Sequence[ActionCall] = ()
        self._stopped = False
        self._watched = False
        self._told_the_end = False

    # -- the episode's side ------------------------------------------------------------------------

    def begin(self, briefing: Briefing) -> None:
        """Wait until the person is ready.

        Raises:
            KeyboardInterrupt: The person stops.
        """
        with self._changed:
            self.scene = Scene(self.scene.version, Phase.READY, briefing)
            self._show(Phase.READY)
            self._wait_while(Phase.READY)
            self.scene.began_at = self.clock()

    def decide(self, turn: Turn) -> Decision:
        """Wait for what the person does.

        Raises:
            KeyboardInterrupt: The person stops.
        """
        with self._changed:
            self.scene.turn = turn
            self._show(Phase.TURN)
            self._wait_while(Phase.TURN)
            return Decision(self._calls)

    def episode_started(self, event: EpisodeStarted) -> None:
        """Show the task and its graph; where the person never began, nothing."""
        with self._changed:
            if (
                self.scene.phase is not Phase.ACTING
            ):  # its devices could not be had: nobody was asked to begin
                self.scene = Scene(self.scene.version)
            self.scene.started = event
            names, passed = event.task.graph.names, set(event.passed)
            waiting = {after for before, after in event.task.graph.edges if before not in passed}
            self.scene.nodes = {name: _at_start(name, passed, waiting) for name in names}
            self._show(self.scene.phase)

    def step_finished(self, event: StepFinished) -> None:
        """Show what came of a call, and what the graph says."""
        with self._changed:
            if event.result is not None:
                done = Done(event.result.number, tell(event.result), tuple(event.result.passed))
                self.scene.steps.append(done)
            else:
                self.scene.turn = event.turn if event.turn.views else self.scene.turn
            self.scene.nodes.update((node.name, node) for node in event.nodes)
            self._show(self.scene.phase)

    def episode_finished(self, result: EpisodeResult) -> None:
        """Show how it ended."""
        with self._changed:
            self.scene.result = result
            self.scene.nodes = {node.name: node for node in result.nodes}
            self._show(Phase.ENDED)

    def _show(self, phase: Phase) -> None:
        self.scene.phase = phase
        self.scene.version += 1
        self._changed.notify_all()

    def _wait_while(self, phase: Phase) -> None:
        wait_for(self._changed, lambda: self._stopped or self.scene.phase is not phase)
        if self._stopped:
            raise KeyboardInterrupt

    # -- the page's side ---------------------------------------------------------------------------

    def look(self, after: int, seconds: float) -> Scene:
        """The scene once it is no longer the one of version `after`, or as it is when that takes too long."""
        with self._changed:
            self._watched = True
            self._changed.wait_for(lambda: self.scene.version != after, seconds)
            if self.scene.phase is Phase.OVER:
                self._told_the_end = True
                self._changed.notify_all()
            return replace(self.scene, steps=list(self.scene.steps), nodes=dict(self.scene.nodes))

    def start(self) -> None:
        """The person is ready.

        Raises:
            UsageError: There is nothing to start now.
        """
        with self._changed:
            if self.scene.phase is not Phase.READY:
                raise UsageError("There is nothing to start now.")
            self._show(Phase.ACTING)

    def act(self, turn: int, calls: Sequence[ActionCall]) -> None:
        """The person does something.

        Args:
            turn: Number of the turn that the person saw.
            calls: What to do, in order.

        Raises:
            UsageError: The turn is over, or there is no such action.
            InvalidAction: The arguments do not fit.
        """
        with self._changed:
            scene = self.scene
            if scene.phase is not Phase.TURN or scene.turn is None or scene.turn.number != turn:
                raise UsageError("Wait until the screens show what came of the last action.")
            if not calls:
                raise UsageError("This does nothing here.", advice="Choose an action from the list.")
            assert scene.briefing is not None
            self._calls = [checked(call, scene.briefing.action_spaces) for call in calls]
            self._show(Phase.ACTING)

    def stop(self) -> None:
        """The person goes: the episode ends unscored, and may be played again."""
        with self._changed:
            self._stopped = True
            self._show(Phase.ACTING if self.scene.phase is Phase.TURN else self.scene.phase)

    def close(self, seconds: float = 2.0) -> None:
        """Tell the page that nothing follows.

        Args:
            seconds: How long to wait at most until it has heard.
        """
        with self._changed:
            self._show(Phase.OVER)
            self._changed.wait_for(lambda: self._told_the_end or not self._watched, seconds)


def _at_start(name: str, passed: set[str], waiting: set[str]) -> NodeRecord:
    if name in passed:
        return NodeRecord(name, NodeState.PASSED, step=0)
    return NodeRecord(name, NodeState.WAITING if name in waiting else NodeState.ACTIVE)
