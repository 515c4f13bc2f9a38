"""Every hook of Crab. A plugin implements those that it needs with `@hookimpl`.

Registrations return light specs: a name, a one-line summary and a dotted factory, "module:attribute", that
is imported when the thing is first used. So `crab plugins` lists everything and imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pluggy

from crab_core.specs import (
    ActionSpec,
    BenchmarkSpec,
    CommandSpec,
    DetectorSpec,
    EnvironmentSpec,
    EvaluatorSpec,
    ExecutorSpec,
    MatcherSpec,
    ModelSpec,
    OcrSpec,
    PolicySpec,
    PrompterSpec,
    ProviderSpec,
    SubTaskSpec,
    TaskSpec,
    ValueTypeSpec,
    WorldSpec,
)

if TYPE_CHECKING:
    from crab_core.action import ActionCall
    from crab_core.approval import Approval
    from crab_core.episode import EpisodeResult, EpisodeStarted, StepFinished
    from crab_core.run import RunFinished, RunStarted

NAME = "crab"
"""Name of the entry-point group, and of the pluggy project."""

HOOKSPECS = f"{NAME}.hookspecs"
"""Name of the entry-point group of modules that declare hooks of a plugin's own, for its own guests."""

hookspec = pluggy.HookspecMarker(NAME)
hookimpl = pluggy.HookimplMarker(NAME)

# -- registrations: called once, when something is first looked up -------------------------------------


@hookspec
def crab_register_environments() -> Iterable[EnvironmentSpec]:  # type: ignore[empty-body]
    """Return the environments of this plugin; factories are subclasses of `Environment`.

    Example:
        `return [EnvironmentSpec("counter", "A number.", "my_plugin:Counter")]`
    """


@hookspec
def crab_register_providers() -> Iterable[ProviderSpec]:  # type: ignore[empty-body]
    """Return ways to bring up devices; factories are called with the provider's options, give a `Provider`.

    An environment without any is provided in-process.

    Example:
        `return [ProviderSpec("sandbox", "A fresh desktop.", "my_plugin:Sandbox", environment="ubuntu")]`
    """


@hookspec
def crab_register_actions() -> Iterable[ActionSpec]:  # type: ignore[empty-body]
    """Return actions and observations that this plugin adds to environments, its own or others'.

    Example:
        `return [ActionSpec("shake", "Shake the phone.", "my_plugin:shake", environment="android")]`
    """


@hookspec
def crab_register_evaluators() -> Iterable[EvaluatorSpec]:  # type: ignore[empty-body]
    """Return evaluators that this plugin adds to environments, its own or others'.

    Example:
        `return [EvaluatorSpec("shaken", "It was shaken.", "my_plugin:shaken", environment="android")]`
    """


@hookspec
def crab_register_prompters() -> Iterable[PrompterSpec]:  # type: ignore[empty-body]
    """Return visual prompters; factories are called with options and give a `VisualPrompter`.

    Example:
        `return [PrompterSpec("dots", "A dot on each button.", "my_plugin:Dots")]`
    """


@hookspec
def crab_register_ocr_engines() -> Iterable[OcrSpec]:  # type: ignore[empty-body]
    """Return engines that read text from pictures.

    Example:
        `return [OcrSpec("tesseract", "Debian's tesseract.", "my_plugin:Tesseract")]`
    """


@hookspec
def crab_register_detectors() -> Iterable[DetectorSpec]:  # type: ignore[empty-body]
    """Return detectors of icons and controls in pictures.

    Example:
        `return [DetectorSpec("contours", "OpenCV contours.", "my_plugin:Contours")]`
    """


@hookspec
def crab_register_matchers() -> Iterable[MatcherSpec]:  # type: ignore[empty-body]
    """Return image matchers, which find one picture in another.

    Example:
        `return [MatcherSpec("sift", "SIFT with RANSAC.", "my_plugin:Sift")]`
    """


@hookspec
def crab_register_models() -> Iterable[ModelSpec]:  # type: ignore[empty-body]
    """Return model backends by provider; factories are called with the model's name, give a `ModelBackend`.

    Example:
        `return [ModelSpec("openai", "OpenAI and compatible.", "my_plugin:OpenAi")]`
    """


@hookspec
def crab_register_policies() -> Iterable[PolicySpec]:  # type: ignore[empty-body]
    """Return agent policies; factories are called with the policy's options and give a `Policy`.

    Example:
        `return [PolicySpec("lucky", "Always guesses.", "my_plugin:Lucky")]`
    """


@hookspec
def crab_register_subtasks() -> Iterable[SubTaskSpec]:  # type: ignore[empty-body]
    """Return sub-task templates; factories are `SubTask` objects.

    Example:
        `return [SubTaskSpec("send_message", "Send a message.", "my_plugin:send_message")]`
    """


@hookspec
def crab_register_value_types() -> Iterable[ValueTypeSpec]:  # type: ignore[empty-body]
    """Return types of values that flow between sub-tasks; factories are `ValueType`s.

    Example:
        `return [ValueTypeSpec("colour", "Name of a colour.", "my_plugin:COLOUR")]`
    """


@hookspec
def crab_register_worlds() -> Iterable[WorldSpec]:  # type: ignore[empty-body]
    """Return parts of the start worlds of composed tasks, from which values are drawn.

    Factories are called with a `random.Random` of their own and give a world; those of one environment are
    merged.

    Example:
        `return [WorldSpec("paints", "Pots of paint.", "my_plugin:paints", environment="ubuntu")]`
    """


@hookspec
def crab_register_tasks() -> Iterable[TaskSpec]:  # type: ignore[empty-body]
    """Return task families; factories are called with a seed and give a `Task`.

    Example:
        `return [TaskSpec("count_to_three", "Raise a counter.", "my_plugin:count_to_three")]`
    """


@hookspec
def crab_register_benchmarks() -> Iterable[BenchmarkSpec]:  # type: ignore[empty-body]
    """Return benchmarks: named sets of tasks with their seeds; factories give a `Suite`.

    Example:
        `return [BenchmarkSpec("mine", "My ten tasks.", "my_plugin:SUITE")]`
    """


@hookspec
def crab_register_executors() -> Iterable[ExecutorSpec]:  # type: ignore[empty-body]
    """Return executors, which work off the episodes of a run.

    Example:
        `return [ExecutorSpec("cluster", "Many machines.", "my_plugin:Cluster")]`
    """


@hookspec
def crab_register_commands() -> Iterable[CommandSpec]:  # type: ignore[empty-body]
    """Return commands for `crab`; factories are click commands.

    Example:
        `return [CommandSpec("phone", "Start a phone.", "my_plugin.cli:phone")]`
    """


# -- life cycle: observers, told and not asked ------------------------------------------------------------


@hookspec
def crab_run_started(event: RunStarted) -> None:
    """Do something when a run begins or is resumed.

    Example:
        `print(event.directory)`
    """


@hookspec
def crab_run_finished(event: RunFinished) -> None:
    """Do something when a run has ended, also when it was stopped.

    Example:
        `upload(event.directory)`
    """


@hookspec
def crab_episode_started(event: EpisodeStarted) -> None:
    """Do something when an episode begins; its devices stand in their start worlds.

    Example:
        `print(event.task.description)`
    """


@hookspec
def crab_step_finished(event: StepFinished) -> None:
    """Do something after every action call, and once more after the end with `event.result` None.

    Example:
        `print(event.result.call.name if event.result else "end")`
    """


@hookspec
def crab_episode_finished(result: EpisodeResult) -> None:
    """Do something when an episode has ended, whatever the reason.

    Example:
        `print(result.termination)`
    """


# -- decisions: the first plugin that answers decides --------------------------------------------------------


@hookspec(firstresult=True)
def crab_approve_action(call: ActionCall, task: str) -> Approval | None:
    """Allow, deny or ask about an action before it reaches a device; None leaves it to others, then allowed.

    Example:
        `return Approval.deny("not on this phone") if call.name == "call" else None`
    """
