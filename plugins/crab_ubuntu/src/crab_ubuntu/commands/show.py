"""What `crab desktop` does: one desktop, its page, and the end of both."""

from __future__ import annotations

import json
import os
import signal
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click

from crab_core import ActionCall, UsageError, World
from crab_core.cli.output import note
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.view import novnc
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.page import Page
from crab_ubuntu.view.recording import Recording, read_recording


@dataclass(frozen=True, slots=True)
class Show:
    """One call of `crab desktop`; the fields are its options."""

    world: Path | None
    size: tuple[int, int]
    port: int
    open_page: bool
    view_only: bool
    record: Path | None
    play: Path | None
    as_json: bool

    def run(self) -> None:
        """Show the desktop until SIGINT or SIGTERM.

        Raises:
            EnvironmentUnavailable: A package is missing; says which.
            UsageError: World, recording or port cannot be.
        """
        novnc.check()
        recording = read_recording(self.play) if self.play is not None else None
        world = recording.world if recording is not None else _read_world(self.world)
        size = recording.screen if recording is not None else self.size
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        with ExitStack() as stack:
            provider = SandboxProvider(width=size[0], height=size[1], show=["clipboard"])
            stack.callback(provider.close)
            page = Page(
                Desk(provider, world, size), recording=self.record is not None, view_only=self.view_only
            )
            stack.callback(page.close)
            address = page.start(self.port)
            self._tell(address, size)
            if self.open_page and not _open(address):
                note("No browser could be opened; open the address of the page yourself.")
            if recording is not None:
                self._play(page, recording)
            stopped.wait()
            if self.record is not None:
                self.record.write_text(page.recording.to_json(), encoding="utf-8")
                self._say(f"The recording is in {self.record}.")

    def _tell(self, address: str, size: tuple[int, int]) -> None:
        if self.as_json:
            ready = {"ready": True, "web": address, "screen": list(size), "pid": os.getpid()}
            click.echo(json.dumps(ready))
        else:
            click.echo("The desktop is ready; Ctrl-C stops it.")
            click.echo(f"Its page, for this machine only: {address}")

    def _say(self, text: str) -> None:
        (note if self.as_json else click.echo)(text)

    def _play(self, page: Page, recording: Recording) -> None:
        def told(call: ActionCall) -> None:
            self._say(f"{call.name} {json.dumps(dict(call.arguments), ensure_ascii=False)}")

        page.play(recording, told).add_done_callback(lambda _: self._say("The recording is at its end."))


def _read_world(path: Path | None) -> World:
    """The world in a file; an empty one without.

    Raises:
        UsageError: The file holds something else.
    """
    if path is None:
        return {}
    try:
        world = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UsageError(f"{path} is no JSON: {error}.") from error
    if not isinstance(world, dict):
        raise UsageError(f"{path} holds no JSON object.")
    return world


def _open(address: str) -> bool:
    import webbrowser

    return webbrowser.open(address)
