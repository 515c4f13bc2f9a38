"""The models of one episode: what is asked of them is booked, recorded and held to the episode's limits."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Final, Literal, Protocol
from weakref import finalize

from crab_core.content import well_formed
from crab_core.errors import CrabError, LimitReached, ModelUnavailable
from crab_core.exchange import KnownTools, request_digest
from crab_core.model import Computer, Exchange, Message, ModelBackend, Reply, Tool, ToolChoice, Usage
from crab_core.task import Limits


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a model, for whoever may know the reply already."""

    agent: str
    model: str
    """As the policy names it."""
    digest: str
    """Of messages, tools and tool choice: see `crab_core.exchange.request_digest`."""
    occurrence: int
    """How often this agent has asked just this in this episode, counted from 1."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A reply that was kept."""

    reply: Reply
    note: str = ""
    """As in `Exchange.note`."""


class Memory(Protocol):
    """Replies that were given before: a cache, or the record of another run."""

    source: Literal["cache", "replay"]

    def recall(self, request: Request) -> Recalled | None:
        """The reply to a request; None to ask the model."""

    def keep(self, request: Request, reply: Reply) -> None:
        """Take in what the model replied."""


class EpisodeModels:
    """What a policy asks its models through; `crab_core.policy.Models` for one episode.

    Safe to use from several threads of one policy only if their calls are of different agents.
    """

    def __init__(
        self,
        find: Callable[[str], ModelBackend],
        limits: Limits,
        memory: Memory | None = None,
        clock: Callable[[], float] = time.monotonic,
        stop: threading.Event | None = None,
    ) -> None:
        """Nothing is asked yet.

        Args:
            find: Gives the model of a name; what it gives is not closed here.
            limits: Of the task: what all models together may take.
            memory: Who may know replies already.
            clock: Seconds; for tests.
            stop: Ends waiting for replies when it is set, as Ctrl-C does in the main thread.
        """
        self._find = find
        self._limits = limits
        self._memory = memory
        self._known = KnownTools()
        self._clock = clock
        self._stop = stop
        self._started = clock()
        self._exchanges: list[Exchange] = []
        self._asked: Counter[tuple[str, str, str]] = Counter()
        self._booking = threading.Lock()
        self.usage = Usage()
        """Of all models so far."""
        self.agents: dict[str, Usage] = {}
        """The same by who asked."""

    def start(self) -> None:
        """Count the time limit from now on."""
        self._started = self._clock()

    def spare(self, seconds: float) -> None:
        """Leave out some time that has gone by: it was no agent's."""
        self._started += seconds

    def get(self, name: str, *, agent: str = "main") -> ModelBackend:
        """A model that books under `agent` what is asked of it."""
        return _Metered(self._find(name), name, agent, self)

    def drain(self) -> tuple[Usage, tuple[Exchange, ...]]:
        """The calls since the last time, and what they took together."""
        exchanges, self._exchanges = tuple(self._exchanges), []
        usage = Usage()
        for exchange in exchanges:
            if exchange.reply:
                usage += exchange.reply.usage
        return usage, exchanges

    def ask(
        self,
        backend: ModelBackend,
        name: str,
        agent: str,
        messages: Sequence[Message],
        tools: Sequence[Tool | Computer],
        tool_choice: ToolChoice,
    ) -> Reply:
        """One call, booked whatever comes of it.

        Raises:
            LimitReached: Tokens, money or time are used up; nothing was asked, or time ran out over it.
            ModelUnavailable: Money is limited, and the price is not known.
            AgentError: The model failed.
            KeyboardInterrupt: The run was stopped; the reply is not waited for any more.
        """
        began = self._clock()
        left = self._left(began)
        request, recalled, reply = None, None, None
        error = ""
        try:
            if self._memory is not None:
                digest = request_digest(messages, tools, tool_choice, self._known)
                self._asked[agent, name, digest] += 1
                request = Request(agent, name, digest, self._asked[agent, name, digest])
                recalled = self._memory.recall(request)
            if recalled:
                reply = recalled.reply
            else:
                asked = backend if left is None else backend.within(left)
                reply = _well_formed(
                    _in_time(
                        lambda: asked.complete(messages, tools, tool_choice=tool_choice), self._stop, left
                    )
                )
        except CrabError as failure:
            error = str(failure)
            raise
        except KeyboardInterrupt:
            error = "The run was stopped before the reply came."
            raise
        finally:
            source = self._memory.source if self._memory and recalled else "model"
            self._book(
                Exchange(
                    agent,
                    backend.name or name,
                    tuple(messages),
                    tuple(tools),
                    tool_choice,
                    reply,
                    error,
                    self._clock() - began,
                    source,
                    recalled.note if recalled else "",
                )
            )
        if self._memory is not None and request is not None and recalled is None:
            self._memory.keep(request, reply)
        if self._limits.dollars is not None and reply.usage.cost is None and reply.usage.total:
            raise ModelUnavailable(  # nobody's failure: the agent had no chance
                f"The price of {name} is not known, and the budget is in dollars.",
                advice="Give the model's option `price`, or limit tokens instead.",
            )
        return reply

    def _book(self, exchange: Exchange) -> None:
        with self._booking:  # agents that are asked at the same time would lose each other's tokens
            self._exchanges.append(exchange)
            if exchange.reply is not None:
                self.usage += exchange.reply.usage
                self.agents[exchange.agent] = self.agents.get(exchange.agent, Usage()) + exchange.reply.usage

    def _left(self, now: float) -> float | None:
        """Seconds that are left; None when time is not limited.

        Raises:
            LimitReached: Tokens, money or time are used up.
        """
        limits = self._limits
        if limits.tokens is not None and self.usage.total >= limits.tokens:
            raise LimitReached("tokens")
        if limits.dollars is not None and (self.usage.cost or 0.0) >= limits.dollars:
            raise LimitReached("dollars")
        if limits.seconds is None:
            return None
        left = limits.seconds - (now - self._started)
        if left <= 0:
            raise LimitReached("seconds")
        return left


_LOOK: Final = 0.25
"""Seconds after which a thread that waits for a reply looks whether the run was stopped."""

_Asked = Callable[[], Reply]


class _Aside:
    """A thread that waits for replies in place of the one that made it, and ends with it."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._came: SimpleQueue[Reply | BaseException] = SimpleQueue()
        finalize(self, self._asked.put, None)
        threading.Thread(
            target=_wait_there, args=(self._asked, self._came), name="crab-reply", daemon=True
        ).start()

    def ask(self, ask: _Asked, stop: threading.Event | None, seconds: float) -> Reply:
        deadline = time.monotonic() + seconds
        self._asked.put(ask)
        while True:
            left = deadline - time.monotonic()
            try:
                came = self._came.get(timeout=min(_LOOK, max(left, 0.0)))
            except Empty:
                if stop is not None and stop.is_set():
                    raise KeyboardInterrupt from None
                if left <= 0:
                    raise LimitReached("seconds") from None
            else:
                if isinstance(came, BaseException):
                    raise came
                return came


def _wait_there(asked: SimpleQueue[_Asked | None], came: SimpleQueue[Reply | BaseException]) -> None:
    while (ask := asked.get()) is not None:
        try:
            came.put(ask())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            came.put(error)
        del ask


_asides = threading.local()


def _in_time(ask: _Asked, stop: threading.Event | None, seconds: float | None) -> Reply:
    """What a call gives; it is left to itself when the run is stopped, or time is up.

    Ctrl-C reaches the main thread alone, and a limit of time none. What waits on a socket, for minutes if a
    service hangs, nothing interrupts: so another thread waits there, for which the process does not wait at
    its end.

    Raises:
        KeyboardInterrupt: The run was stopped.
        LimitReached: So many seconds have gone by.
        BaseException: What the call raised.
    """
    if seconds is None and (stop is None or threading.current_thread() is threading.main_thread()):
        return ask()
    aside: _Aside | None = getattr(_asides, "own", None)
    if aside is None:
        aside = _asides.own = _Aside()
    try:
        return aside.ask(ask, stop, math.inf if seconds is None else seconds)
    except (KeyboardInterrupt, LimitReached):
        del _asides.own  # a reply that comes later is to no question of this thread
        raise


def _well_formed(reply: Reply) -> Reply:
    """The reply with texts that can be recorded and sent again."""
    calls = tuple(
        replace(call, name=well_formed(call.name), arguments=well_formed(call.arguments))
        for call in reply.tool_calls
    )
    native = tuple(replace(part, data=well_formed(part.data)) for part in reply.native)
    text, reasoning = well_formed(reply.text), well_formed(reply.reasoning)
    return replace(reply, text=text, reasoning=reasoning, tool_calls=calls, native=native)


class _Metered(ModelBackend):
    """A model seen through the books of an episode."""

    def __init__(self, backend: ModelBackend, name: str, agent: str, models: EpisodeModels) -> None:
        self.name = backend.name or name
        self.image_size = backend.image_size
        self._backend = backend
        self._asked_as = name
        self._agent = agent
        self._models = models

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool | Computer] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        return self._models.ask(self._backend, self._asked_as, self._agent, messages, tools, tool_choice)

    def picture_size(self, width: int, height: int) -> tuple[int, int]:
        return self._backend.picture_size(width, height)
