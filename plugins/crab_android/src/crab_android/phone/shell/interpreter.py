"""Running shell programs on a phone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..phone import Phone
from ..system.files import FileTree
from .access import Access
from .budget import Budget, LimitReached
from .compound import run_command
from .expansion import Expander, ExpansionError
from .flow import Break, Continue, Exit, Return
from .parser import ShellSyntaxError, parse
from .processes import KILL, Process, ProcessTable
from .scanner import literal
from .streams import (
    BrokenPipe,
    Captured,
    ErrSink,
    Input,
    Output,
    OutSink,
    Pipe,
    Source,
    Streams,
    decode,
    encode,
)
from .syntax import AndOr, Command, Pipeline, Program, Simple
from .terminal import Terminal

_DEPTH_LIMIT = 16
_LONGEST = 4 * 1024 * 1024

ENVIRONMENT = {
    "ANDROID_ASSETS": "/system/app",
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "crabphone",
    "LOGNAME": "shell",
    "PATH": "/product/bin:/system/bin:/system/xbin:/vendor/bin",
    "SHELL": "/bin/sh",
    "TERM": "dumb",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}


class Shell:
    """A shell on a phone, with its variables and its working folder.

    Args:
        phone: the phone.

    Attributes:
        title: what its own error messages begin with.
        arguments: ``$1`` and so on.
        process: the background command that it runs in, if any.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.access = Access(phone)
        self.processes: ProcessTable = phone.shells.processes
        self.title = "/system/bin/sh"
        self.folder = "/"
        self.status = 0
        self.depth = 0
        self.calls = 0
        self.variables: dict[str, str] = {
            **ENVIRONMENT,
            "PWD": "/",
            "IFS": " \t\n",
            "OPTIND": "1",
        }
        self.exported = set(ENVIRONMENT)
        self.functions: dict[str, Command] = {}
        self.arguments: list[str] = []
        self.options: set[str] = set()
        self.traps: dict[str, str] = {}
        self.scopes: list[dict[str, str | None]] = []
        self.jobs: list[Process] = []
        self.process: Process | None = None
        self.budget = Budget()
        self.pid = self.processes.number()
        self.last_job = 0
        self.guarded = 0
        self._foreground: asyncio.Task[object] | None = None
        self._interrupted = False
        self._chance = random.Random(phone.state.seed)

    @property
    def files(self) -> FileTree:
        """The phone's files."""
        return self.phone.state.files

    def names_in(self, path: str) -> list[str]:
        """Names in a folder, for patterns.

        Raises:
            FileError: when it may not be listed.
        """
        return self.access.names(path)

    # -- running texts --------------------------------

    async def run(self, text: str, output: Output, source: Source | bytes = b"") -> int:
        """Run a program; returns its exit code. Commands in the background are waited for."""
        streams = Streams({0: Input(source)}, {1: OutSink(output), 2: ErrSink(output)})
        self._foreground = asyncio.current_task()
        try:
            code = await self.script(text, streams)
            for job in [job for job in self.jobs if not (job.detached or self.budget.exhausted)]:
                await job.ended()
        except asyncio.CancelledError:
            if not self._interrupted or self._foreground is None:
                raise
            self._foreground.uncancel()
            code = self.status = 130  # 128 + SIGINT
        finally:
            self._foreground = None
            for job in self.jobs:
                if not job.detached:
                    job.signal(KILL)
        return code

    async def interact(self, output: Output, source: Source, *, terminal: bool) -> int:
        """Run lines as they come, until ``exit`` or the end; on a terminal with a prompt and an echo."""
        return await Terminal(self, output, source, terminal=terminal).serve()

    def interrupt(self) -> None:
        """Ctrl-C: end what :meth:`run` runs. An interactive shell reads it among what is typed."""
        if self._foreground is not None:
            self._interrupted = True
            self._foreground.cancel()

    async def script(self, text: str, streams: Streams) -> int:
        """Run a program to its end, ``exit`` included; returns its exit code."""
        try:
            try:
                self.status = await self.evaluate(text, streams)
            except Exit as leaving:
                self.status = leaving.code
            if "EXIT" in self.traps:
                code = self.status
                await self.evaluate(self.traps.pop("EXIT"), streams)
                self.status = code
        except Exit as leaving:
            self.status = leaving.code
        except (Break, Continue, Return):
            pass
        except BrokenPipe:
            self.status = 141
        return self.status

    async def evaluate(self, text: str, streams: Streams) -> int:
        """Run a program within this shell.

        Raises:
            Exit: when it says so.
        """
        try:
            if len(text) > _LONGEST:
                raise ShellSyntaxError("program too long")
            program = parse(text)
        except ShellSyntaxError as error:
            await streams.stderr.write(encode(f"{self.title}: syntax error: {error}\n"))
            self.status = 1
            return 1
        try:
            await self.program(program, streams)
        except (ExpansionError, LimitReached) as error:
            await streams.stderr.write(encode(f"{self.title}: {error}\n"))
            raise Exit(137 if isinstance(error, LimitReached) else 1, forced=True) from error
        except MemoryError as error:
            await streams.stderr.write(encode(f"{self.title}: out of memory\n"))
            raise Exit(137, forced=True) from error
        except RecursionError as error:
            await streams.stderr.write(encode(f"{self.title}: too deeply nested\n"))
            raise Exit(2, forced=True) from error
        return self.status

    # -- running programs --------------------------------

    async def program(self, program: Program, streams: Streams) -> None:
        """Run a list of commands."""
        for item in program:
            if item.background:
                self._in_background(item, streams)
                await asyncio.sleep(0)  # it begins before anything else is done, as after a fork
            else:
                await self._and_or(item, streams)

    async def _and_or(self, item: AndOr, streams: Streams) -> None:
        last = len(item.parts) - 1
        for position, (operator, pipeline) in enumerate(item.parts):
            if (operator == "&&" and self.status) or (operator == "||" and not self.status):
                continue
            guarded = position < last or pipeline.negated
            self.guarded += guarded
            try:
                self.status = await self._pipeline(pipeline, streams)
            finally:
                self.guarded -= guarded
            if self.status and "e" in self.options and not guarded and not self.guarded:
                raise Exit(self.status)

    async def _pipeline(self, pipeline: Pipeline, streams: Streams) -> int:
        if len(pipeline.commands) == 1:
            code = await self.command(pipeline.commands[0], streams)
        else:
            code = await self._piped(pipeline.commands, streams)
        if pipeline.timed:
            await streams.stderr.write(b"    0m00.00s real     0m00.00s user     0m00.00s system\n")
        return int(not code) if pipeline.negated else code

    async def _piped(self, commands: Sequence[Command], streams: Streams) -> int:
        """Run commands at the same time, each in a shell of its own, and each feeding the next."""
        pipes = [Pipe() for _ in commands[1:]]
        tasks: list[asyncio.Task[int]] = []
        loop = asyncio.get_running_loop()
        try:
            for position, command in enumerate(commands):
                own = streams.copy()
                before = pipes[position - 1] if position else None
                after = pipes[position] if position < len(pipes) else None
                if before is not None:
                    own.inputs[0] = Input(before)
                if after is not None:
                    own.outputs[1] = after
                self.budget.enter()
                tasks.append(loop.create_task(self._stage(self.child(), command, own, before, after)))
            codes = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        failed = [code for code in codes if code]
        return failed[-1] if failed and "pipefail" in self.options else codes[-1]

    async def _stage(
        self,
        shell: Shell,
        command: Command,
        streams: Streams,
        before: Pipe | None,
        after: Pipe | None,
    ) -> int:
        try:
            return await shell.isolated(command, streams)
        finally:
            self.budget.leave()
            if before is not None:
                before.abandon()
            if after is not None:
                after.end()

    async def isolated(self, command: Command | Program, streams: Streams) -> int:
        """Run a command in this shell, which exists for nothing else."""
        try:
            if isinstance(command, tuple):
                await self.program(command, streams)
            else:
                self.status = await self.command(command, streams)
        except (Exit, Return) as leaving:
            self.status = leaving.code
        except (Break, Continue):
            pass
        except BrokenPipe:
            self.status = 141  # 128 + SIGPIPE
        except ExpansionError as error:
            await streams.stderr.write(encode(f"{self.title}: {error}\n"))
            self.status = 1
        return self.status

    async def command(self, command: Command, streams: Streams) -> int:
        """Run one command of a pipeline; returns its exit code."""
        await self.budget.step()
        return await run_command(self, command, streams)

    def _in_background(self, item: AndOr, streams: Streams) -> None:
        child = self.child()
        own = streams.copy()
        own.inputs[0] = Input()
        process = Process(self.processes.number())
        child.process, child.pid = process, process.pid
        child.jobs = []
        self.budget.enter()

        async def run() -> int:
            try:
                return await child.isolated((replace(item, background=False),), own)
            except (LimitReached, ConnectionError):
                return 137
            finally:
                self.budget.leave()

        process.detached = _silent(item)
        self.processes.start(_name(item), run(), process)
        self.jobs.append(process)
        self.last_job = process.pid
        self.status = 0

    # -- children and variables --------------------------------

    async def substitute(self, program: Program, streams: Streams) -> str:
        """The output of a program run in a shell of its own, without the line breaks at its end."""
        captured = Captured()
        own = streams.copy()
        own.outputs[1] = captured
        child = self.child()
        self.status = await child.isolated(program, own)
        return decode(bytes(captured.data).replace(b"\0", b"")).rstrip("\n")

    def child(self) -> Shell:
        """A shell of its own, with a copy of everything that programs may change.

        Raises:
            LimitReached: when this one is too deep within others.
        """
        if self.depth >= _DEPTH_LIMIT:
            raise LimitReached("can't fork - too deeply nested")
        made = Shell.__new__(Shell)
        made.__dict__.update(self.__dict__)
        made.depth = self.depth + 1
        made.variables = dict(self.variables)
        made.exported = set(self.exported)
        made.functions = dict(self.functions)
        made.arguments = list(self.arguments)
        made.options = set(self.options)
        made.traps = {}
        made.scopes = []
        made.jobs = []
        return made

    def parameter(self, name: str) -> str | None:
        """The value of a variable or of a sign such as ``$?``; None when it is not set."""
        if name.isdigit():
            if name == "0":
                return self.title
            index = int(name) - 1
            return self.arguments[index] if index < len(self.arguments) else None
        special: dict[str, Callable[[], str | None]] = {
            "?": lambda: str(self.status),
            "$": lambda: str(self.pid),
            "!": lambda: str(self.last_job) if self.last_job else None,
            "#": lambda: str(len(self.arguments)),
            "-": lambda: "".join(sorted(option for option in self.options if len(option) == 1)),
            "@": lambda: " ".join(self.arguments),
            "*": lambda: " ".join(self.arguments),
            "RANDOM": lambda: str(self._chance.randrange(32768)),
            "SECONDS": lambda: "0",
            "LINENO": lambda: "1",
            "PPID": lambda: "1",
            "EPOCHREALTIME": lambda: f"{self.phone.timestamp()}.000000",
        }
        if name in special and name not in self.variables:
            return special[name]()
        return self.variables.get(name)

    def expander(self, streams: Streams) -> Expander:
        """What expands the words of a command that has these streams."""
        return Expander(self, streams)


def _silent(item: AndOr) -> bool:
    """Whether commands write nothing to the streams of the shell that starts them."""
    for _, pipeline in item.parts:
        numbers = {redirect.fd for redirect in pipeline.commands[-1].redirects}
        if not (-1 in numbers or {1, 2} <= numbers):
            return False
    return True


def _name(item: AndOr) -> str:
    """The name of the process that runs commands in the background."""
    command = item.parts[0][1].commands[0]
    if isinstance(command, Simple) and command.words:
        return literal(command.words[0]) or "sh"
    return "sh"
