"""Replies of models that were given before: a cache of identical requests, and the record of another run."""

from __future__ import annotations

import hashlib
import json
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from crab_core.errors import AgentError, LimitReached, ModelUnavailable, RecordError
from crab_core.exchange import read_reply, reply_json
from crab_core.ledger import encode, read_lines
from crab_core.metering import Recalled, Request
from crab_core.model import Computer, Message, ModelBackend, Reply, Tool, ToolChoice


class ReplyCache:
    """A folder with one file a reply. Several threads and processes may use it at once.

    A reply is found again by the model with its options, all that was asked, the trial, and how often the
    same has been asked before in the episode: so a second trial of a task is a sample of its own.
    """

    source: Literal["cache", "replay"] = "cache"

    def __init__(self, directory: Path, identity: Callable[[str], str], trial: int = 1) -> None:
        """Use a folder; it is made when the first reply is kept.

        Args:
            directory: The folder.
            identity: Gives all that decides what a model replies, by its name.
            trial: Of the episode.
        """
        self._directory = directory
        self._identity = identity
        self._trial = trial

    def recall(self, request: Request) -> Recalled | None:
        """The reply that was kept.

        Raises:
            RecordError: Its file cannot be read.
        """
        path = self._path(request)
        try:
            facts = json.loads(path.read_text(encoding="utf-8"))
            return Recalled(read_reply(facts["reply"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RecordError(
                f"The cached reply {path} cannot be read: {error!r}.",
                advice="Delete it to ask the model again.",
            ) from error

    def keep(self, request: Request, reply: Reply) -> None:
        """Keep a reply, whole or not at all.

        Raises:
            RecordError: It cannot be written.
        """
        path = self._path(request)
        facts = {
            "model": self._identity(request.model),
            "request": request.digest,
            "reply": reply_json(reply),
        }
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{path.name}.{id(request)}.new")
            temporary.write_bytes(encode(facts))
            temporary.replace(path)
        except OSError as error:
            raise RecordError(f"The cache {self._directory} cannot be written: {error}.") from error

    def _path(self, request: Request) -> Path:
        asked = [self._identity(request.model), request.digest, request.occurrence, self._trial]
        digest = hashlib.sha256(json.dumps(asked).encode()).hexdigest()
        return self._directory / digest[:2] / f"{digest}.json"


class RecordedReplies:
    """The replies of one recorded episode, given again in their order, to each agent its own."""

    source: Literal["cache", "replay"] = "replay"

    def __init__(self, episode: Path) -> None:
        """Read the record.

        Args:
            episode: Folder of an episode in a run directory.

        Raises:
            RecordError: It cannot be read, or tells of no model calls in a form that this version knows.
        """
        self._episode = episode
        self._left: dict[str, deque[Mapping[str, Any]]] = {}
        self._failed: dict[str, str] = {}
        self._termination = _termination(episode)
        self.time_up_after = math.inf
        """Steps after which the time of the episode was up; infinite where it was not, or within a turn."""
        path = episode / "steps.jsonl"
        if not path.is_file():
            raise RecordError(f"{path} cannot be replayed: there is no such file.")
        line: Mapping[str, Any] = {}
        steps = 0
        for line in read_lines(path):
            for exchange in line.get("exchange", ()):
                if not isinstance(exchange, dict) or "request" not in exchange:
                    raise RecordError(f"{path} was written by a version that kept no replies to replay.")
                if exchange["reply"] is not None:
                    self._left.setdefault(exchange["agent"], deque()).append(exchange)
                else:
                    self._failed[exchange["agent"]] = exchange["error"]
            steps += line["step"] is not None
        if self._termination == "time_limit" and not line.get("exchange"):
            self.time_up_after = steps

    def recall(self, request: Request) -> Recalled:
        """The next reply to this agent, with a note when it was given to another request.

        Raises:
            LimitReached: Time was up here.
            AgentError: The model failed here for good.
            ModelUnavailable: No reply is left: the episode has gone another way than the recorded one.
        """
        left = self._left.get(request.agent)
        if not left:
            if self._termination == "time_limit":
                raise LimitReached("seconds")
            if self._termination == "agent_error" and request.agent in self._failed:
                raise AgentError(self._failed[request.agent])
            raise ModelUnavailable(
                f"{self._episode.name} holds no further reply to the agent {request.agent!r}.",
                advice="The episode went another way than the recorded one; play it with the model itself.",
            )
        exchange = left.popleft()
        same = exchange["request"] == request.digest
        note = "" if same else "The recorded reply was given to another request."
        return Recalled(read_reply(exchange["reply"]), note)

    def keep(self, request: Request, reply: Reply) -> None:
        """Nothing new comes in."""


def _termination(episode: Path) -> str:
    """How a recorded episode ended; empty where that is not told."""
    try:
        facts = json.loads((episode / "episode.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise RecordError(f"{episode / 'episode.json'} cannot be read: {error}.") from error
    return str(facts.get("termination", ""))


class AbsentModel(ModelBackend):
    """Stands for a model whose replies are replayed: no SDK, no key, no service is needed."""

    def __init__(self, name: str, image_size: int | None = None) -> None:
        self.name = name
        self.image_size = image_size

    def complete(
        self,
        messages: Sequence[Message],  # noqa: ARG002 - it is not there
        tools: Sequence[Tool | Computer] = (),  # noqa: ARG002
        *,
        tool_choice: ToolChoice = "auto",  # noqa: ARG002
    ) -> Reply:
        """Always an error."""
        raise ModelUnavailable(f"{self.name} is replayed from a record and cannot be asked.")
