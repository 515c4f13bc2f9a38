"""What a run is asked to do: an experiment file in TOML, or the options of `crab run`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from crab_core.approval import Rule
from crab_core.errors import UsageError
from crab_core.executor import plan_id
from crab_core.key_check import check_no_key
from crab_core.model_pool import ModelChoice
from crab_core.rig import DeviceChoice


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class EnvironmentChoice(_Strict):
    """Which device stands for an environment of the tasks."""

    environment: str = ""
    """Registered name of the environment, when a task calls it otherwise (a second phone, say)."""
    provider: str = ""
    """Its default provider when empty."""
    options: dict[str, Any] = Field(default_factory=dict)

    def choice(self) -> DeviceChoice:
        """The same for the rig."""
        return DeviceChoice(self.environment, self.provider, self.options)


class LimitChoice(_Strict):
    """Limits that replace those of the tasks; what is left out stays."""

    steps: int | None = Field(None, ge=1)
    invalid_actions: int | None = Field(None, ge=1)
    repetitions: int | None = Field(None, ge=1)
    seconds: float | None = Field(None, gt=0)
    tokens: int | None = Field(None, ge=1)
    dollars: float | None = Field(None, gt=0)


class ModelOptions(BaseModel):
    """A model under a name of the experiment's own, with its options beside it."""

    model_config = ConfigDict(extra="allow", frozen=True, hide_input_in_errors=True)

    model: str = ""
    """ "provider:model"; the name itself when empty. Every other field is an option of its backend."""

    def choice(self) -> ModelChoice:
        """The same for the models of a run."""
        return ModelChoice(self.model, dict(self.model_extra or {}))


class RunConfig(_Strict):
    """A whole experiment."""

    name: str = "run"
    tasks: tuple[str, ...] = ()
    """Names of task families; one that ends in ".json" is the path of a composition."""
    suite: str = ""
    """Name of a benchmark, whose tasks are played instead."""
    seeds: Annotated[tuple[int, ...], Field(min_length=1)] | None = None
    """Every task is played with each; None for 0, or in a benchmark for the standard seed of each task."""
    trials: int = Field(1, ge=1)
    """How often each task is played with each seed."""
    policy: str = "solution"
    policy_options: dict[str, Any] = Field(default_factory=dict)
    prompter: str = ""
    """Name of a visual prompter; "none" for none, empty for the default."""
    prompter_options: dict[str, Any] = Field(default_factory=dict)
    models: dict[str, ModelOptions] = Field(default_factory=dict)
    """Options of models, by the names that the policy's options use."""
    cache: str = ""
    """Folder of replies: an identical request gets the reply that it got before."""
    replay: str = ""
    """A run directory whose recorded replies stand for the models."""
    repeat: Literal["always", "until_success"] = "always"
    """Whether a trial is played after one that succeeded; Reflexion@K wants "until_success"."""
    workers: int = Field(1, ge=1)
    """How many episodes are played at once."""
    executor: str = ""
    """Who plays them: "serial" for one worker and "threads" for more when empty."""
    approve: tuple[Rule, ...] = ()
    """Rules about action calls; the first that fits decides."""
    ask: Literal["terminal", "web", "deny"] = "deny"
    """Where a person is asked about calls that a rule or a plugin wants to be asked about."""
    attempts: int = Field(3, ge=1)
    """How often an episode is tried in all while it stays unscored."""
    environments: dict[str, EnvironmentChoice] = Field(default_factory=dict)
    limits: LimitChoice = LimitChoice()
    plugins: tuple[str, ...] | None = None
    """Plugins to load; all that are installed when left out."""

    @field_validator("tasks", "seeds")
    @classmethod
    def _each_once(cls, values: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        twice = sorted({str(value) for value in values or () if (values or ()).count(value) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} is given twice; `trials` plays things again")
        return values

    @field_validator("tasks")
    @classmethod
    def _files_by_their_whole_path(cls, tasks: tuple[str, ...]) -> tuple[str, ...]:
        """A run can be resumed from any folder; two files of one name would be played into one folder."""
        whole = tuple(str(Path(task).resolve()) if task.endswith(".json") else task for task in tasks)
        names = [plan_id(task, 0, 1, 1) for task in whole]
        twice = sorted({task for task, name in zip(tasks, names, strict=True) if names.count(name) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} would have the same name in the record; rename a file")
        return whole

    @model_validator(mode="after")
    def _tasks_or_a_suite(self) -> Self:
        if bool(self.tasks) == bool(self.suite):
            raise ValueError("name either `tasks` or a `suite`")
        return self

    @model_validator(mode="after")
    def _no_key(self) -> Self:
        """What is recorded holds no key."""
        for name, model in self.models.items():
            check_no_key(model.model_extra or {}, f"the model {name!r}")
        for name, device in self.environments.items():
            check_no_key(device.options, f"the environment {name!r}")
        check_no_key(self.policy_options, "the policy's options")
        check_no_key(self.prompter_options, "the prompter's options")
        return self

    @classmethod
    def from_file(cls, path: Path) -> RunConfig:
        """Read an experiment file.

        Raises:
            UsageError: It is missing, not TOML, says something that does not exist, or holds a key.
        """
        try:
            facts = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UsageError(f"The experiment file {path} cannot be read: {error}.") from error
        return cls.from_facts(facts, str(path))

    @classmethod
    def from_facts(cls, facts: dict[str, Any], source: str = "the configuration") -> RunConfig:
        """Check plain values.

        Raises:
            UsageError: A field is unknown or has the wrong type, or an option holds a key.
        """
        try:
            return cls.model_validate(facts)
        except ValidationError as error:
            lines = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_url=False)]
            raise UsageError(f"In {source}: {'; '.join(lines)}.") from error
