"""What plugins register: names and summaries now, the thing itself when it is first used."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from crab_core.errors import PluginError, UnknownNameError, UsageError


@dataclass(frozen=True, slots=True)
class Spec:
    """One thing that a plugin offers."""

    kind: ClassVar[str] = "thing"
    """What it is, for lists and errors."""

    name: str
    """The name by which users choose it; unique among things of its kind."""
    summary: str
    """One line, for lists."""
    factory: str
    """Where it is: "package.module:attribute"."""

    @property
    def key(self) -> str:
        """What must be unique among things of its kind."""
        return self.name

    def load(self) -> Any:
        """Import the module and return the attribute.

        Raises:
            PluginError: The module cannot be imported, or has no such attribute.
        """
        module_name, _, attribute = self.factory.partition(":")
        try:
            found: Any = importlib.import_module(module_name)
            for part in attribute.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError) as error:
            raise PluginError(
                f"The {self.kind} {self.name!r} cannot be loaded from {self.factory!r}: {error}.",
                advice="`crab doctor` shows what its plugin needs.",
            ) from error
        return found

    def make(self, *arguments: Any, chosen: str = "", options: Mapping[str, Any]) -> Any:
        """Load it and call it with what a user has chosen.

        Args:
            arguments: Before the options.
            chosen: How the user calls it, for messages; its own name when empty.
            options: By name.

        Raises:
            PluginError: It cannot be loaded.
            UsageError: It does not take these options.
        """
        factory = self.load()
        try:
            return factory(*arguments, **options)
        except TypeError as error:
            what = f"The {self.kind} {chosen or self.name!r}"
            known = _options(factory)
            if known == []:
                raise UsageError(f"{what} takes no options.", advice="Leave them out.") from error
            for name in options:
                if known is not None and name not in known:
                    unknown = UnknownNameError("option", name, known)
                    raise UsageError(f"{what}: {unknown.message}", advice=unknown.advice) from error
            raise UsageError(f"{what} cannot be made with these options: {error}.") from error


def _options(factory: Callable[..., Any]) -> list[str] | None:
    """The options that a factory takes by name, those that it hands on to its bases too; None for any.

    What a function hands on cannot be told.
    """
    known: list[str] = []
    makers = (
        [vars(one).get("__init__") for one in factory.__mro__] if isinstance(factory, type) else [factory]
    )
    for maker in filter(None, makers):
        if maker is object.__init__:
            return known
        try:
            parameters = inspect.signature(maker).parameters.values()
        except ValueError:  # it is not written in Python
            return None
        known += [
            one.name for one in parameters if one.kind is one.KEYWORD_ONLY or one.default is not one.empty
        ]
        if all(one.kind is not one.VAR_KEYWORD for one in parameters):
            return known
    return None


@dataclass(frozen=True, slots=True)
class EnvironmentSpec(Spec):
    """An environment; the factory is a subclass of `Environment`."""

    kind: ClassVar[str] = "environment"


@dataclass(frozen=True, slots=True)
class _OnEnvironment(Spec):
    environment: str = ""
    """Name of the environment that it belongs to."""

    @property
    def key(self) -> str:
        """Unique within its environment."""
        return f"{self.environment}.{self.name}"


@dataclass(frozen=True, slots=True)
class ProviderSpec(_OnEnvironment):
    """A way to bring up a device; the factory, called with options, gives a `Provider`."""

    kind: ClassVar[str] = "provider"
    default: bool = False
    """Whether it is taken when the user names none."""


@dataclass(frozen=True, slots=True)
class ActionSpec(_OnEnvironment):
    """An action or observation added to an environment; the factory is the `Action`."""

    kind: ClassVar[str] = "action"


@dataclass(frozen=True, slots=True)
class EvaluatorSpec(_OnEnvironment):
    """An evaluator added to an environment; the factory is the `Evaluator`."""

    kind: ClassVar[str] = "evaluator"


@dataclass(frozen=True, slots=True)
class PrompterSpec(Spec):
    """A visual prompter; the factory, called with options, gives a `VisualPrompter`."""

    kind: ClassVar[str] = "prompter"


@dataclass(frozen=True, slots=True)
class OcrSpec(Spec):
    """An engine that reads text from pictures; the factory, called with options, gives an `OcrEngine`."""

    kind: ClassVar[str] = "OCR engine"


@dataclass(frozen=True, slots=True)
class DetectorSpec(Spec):
    """A detector of icons and controls; the factory, called with options, gives a `Detector`."""

    kind: ClassVar[str] = "detector"


@dataclass(frozen=True, slots=True)
class MatcherSpec(Spec):
    """An image matcher; the factory, called with options, gives an `ImageMatcher`."""

    kind: ClassVar[str] = "matcher"


@dataclass(frozen=True, slots=True)
class ModelSpec(Spec):
    """A provider of chat models; the factory, called with a model's name, gives a `ModelBackend`."""

    kind: ClassVar[str] = "model"


@dataclass(frozen=True, slots=True)
class PolicySpec(Spec):
    """An agent policy; the factory, called with options, gives a `Policy`."""

    kind: ClassVar[str] = "policy"


@dataclass(frozen=True, slots=True)
class SubTaskSpec(Spec):
    """A sub-task template; the factory is the `SubTask`."""

    kind: ClassVar[str] = "sub-task"


@dataclass(frozen=True, slots=True)
class ValueTypeSpec(Spec):
    """A type of values that flow between sub-tasks; the factory is the `ValueType`, of the same name."""

    kind: ClassVar[str] = "value type"


@dataclass(frozen=True, slots=True)
class WorldSpec(_OnEnvironment):
    """A part of the start world of composed tasks; the factory, called with a `random.Random`, gives it."""

    kind: ClassVar[str] = "part of a world"


@dataclass(frozen=True, slots=True)
class TaskSpec(Spec):
    """A task family; the factory, called with a seed, gives a `Task`."""

    kind: ClassVar[str] = "task"


@dataclass(frozen=True, slots=True)
class BenchmarkSpec(Spec):
    """A named set of tasks; the factory is the `Suite`."""

    kind: ClassVar[str] = "benchmark"


@dataclass(frozen=True, slots=True)
class ExecutorSpec(Spec):
    """Works off the episodes of a run; the factory, called with `workers`, gives an `Executor`."""

    kind: ClassVar[str] = "executor"


@dataclass(frozen=True, slots=True)
class CommandSpec(Spec):
    """A command of `crab`; the factory is a click command."""

    kind: ClassVar[str] = "command"
