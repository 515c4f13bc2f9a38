"""Starts desktops: a session in its sandbox, the host beside it, and a connection to that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crab_core import Action, DeviceError, Evaluator, Observation
from crab_core.host import HostClient, HostedEnvironment, new_token
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.host.spec import SOCKET, HostSpec
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.furnish import ENVIRONMENT, furnish, interpreter
from crab_ubuntu.providers.hosting import Wires, host_command
from crab_ubuntu.providers.limits import DEFAULT_LIMITS, Limits
from crab_ubuntu.providers.process import DesktopProcess
from crab_ubuntu.providers.requirements import explain_failure
from crab_ubuntu.session.spec import SessionSpec
from crab_ubuntu.worlds.clock import clock_environment, clock_files

START_SECONDS = 150.0
"""How long a desktop may take to be ready, on a machine that is busy."""
CALL_SECONDS = 300.0
"""How long a call may take: a long text is typed as fast as it is read. A dead host is noticed sooner."""


@dataclass(frozen=True)
class DesktopOptions:
    """What every desktop of a provider is made with."""

    width: int = 1920
    """Pixels."""
    height: int = 1080
    """Pixels."""
    name: str | None = None
    """Another name for the environment."""
    distributions: Sequence[str] = ()
    """Python distributions that the host needs beside this one."""
    relays: Mapping[str, Path] = field(default_factory=dict)
    """Unix sockets of services on this machine, by name."""
    limits: Limits = DEFAULT_LIMITS
    environment: Mapping[str, Any] = field(default_factory=dict)
    """Keyword arguments of the environment in the host."""
    input_backend: str = "xtest"
    """What moves pointer and keys."""
    actions: Sequence[Action] = ()
    """Added to the space of actions, here and in the host."""
    observations: Sequence[Observation] = ()
    """As `actions`."""
    evaluators: Sequence[Evaluator] = ()
    """As `actions`."""
    references: Sequence[str] = ()
    """Where the host finds those that its environment does not have by itself, as "module:name"."""


@dataclass(frozen=True, slots=True)
class RunningDesktop:
    """A desktop that is ready."""

    process: DesktopProcess
    device: HostedEnvironment

    def close(self, *, wait: bool = True) -> None:
        """End it and everything in it; safe to call twice.

        Args:
            wait: False leaves the waiting to a later call.
        """
        self.device.close()
        self.process.close(wait=wait)


def launch(options: DesktopOptions, clock: str = "") -> RunningDesktop:
    """Start a desktop that no world has furnished yet, and wait until it is ready.

    Args:
        options: What it is made with.
        clock: What its clock says at the start, in ISO format; empty for the machine's.

    Raises:
        EnvironmentUnavailable: A package or a permission is missing; says which.
        DeviceError: The desktop started but did not get ready.
    """
    with ExitStack() as host_ends:
        wires = Wires(host_ends)
        process = _start_session(options, wires, clock)
        try:
            client = _start_host(options, process, wires)
            device = HostedEnvironment(
                UbuntuEnvironment,
                client,
                name=options.name,
                actions=options.actions,
                observations=options.observations,
                evaluators=options.evaluators,
            )
        except DeviceError as error:
            process.close()
            explain_failure(error)
            raise
        except BaseException:
            process.close()
            raise
    return RunningDesktop(process, device)


def _start_session(options: DesktopOptions, wires: Wires, clock: str) -> DesktopProcess:
    folder = PrivateFolder()
    limits = options.limits
    spec = SessionSpec(
        options.width, options.height, limits.processes, limits.memory, wires.status, wires.leader
    )
    try:
        box, argv = furnish(
            spec,
            folder,
            distributions=options.distributions,
            relays=options.relays,
            limits=limits,
            environment=clock_environment(clock),
            files=clock_files(clock),
        )
    except BaseException:
        wires.close_sessions_ends()
        folder.remove()
        raise
    box.descriptors += [wires.status, wires.leader]  # closed with the sandbox's own, once it has started
    return DesktopProcess(box, argv, folder, wires.read)


def _start_host(options: DesktopOptions, process: DesktopProcess, wires: Wires) -> HostClient:
    process.wait_for("started", START_SECONDS)
    token = new_token()
    spec = HostSpec(
        options.width,
        options.height,
        memory=options.limits.memory,
        processes=options.limits.processes,
        seconds=options.limits.seconds,
        status_fd=wires.host_status,
        launch_fd=wires.host,
        token=token.decode(),
        options=options.environment,
        input_backend=options.input_backend,
        references=tuple(options.references),
    )
    told = wires.attach(spec.to_json())
    process.start_host(
        host_command(interpreter(), process.session, process.user, told),
        [told, wires.host_status, wires.host],
        ENVIRONMENT,
    )
    wires.close_hosts_ends()  # so that the end of the reports is seen when both have ended
    process.wait_for("ready", START_SECONDS)
    return HostClient.connect(
        f"unix:{process.shared}/{Path(SOCKET).name}",
        token,
        wait=30.0,
        alive=lambda: process.alive,
        timeout=CALL_SECONDS,
    )
