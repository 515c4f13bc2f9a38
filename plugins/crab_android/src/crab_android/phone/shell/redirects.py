"""Redirections: what the descriptors of a command become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..system.files import FileError
from .streams import FileSink, Input, NullSink, Sink, Streams, encode
from .syntax import Redirect

if TYPE_CHECKING:
    from .interpreter import Shell


async def redirected(
    shell: Shell,
    redirects: Sequence[Redirect],
    streams: Streams,
    *,
    lasting: bool = False,
) -> Streams:
    """The streams that a command has.

    Args:
        shell: the shell that runs it.
        redirects: its redirections, in order.
        streams: what it would have without.
        lasting: change these streams themselves, as ``exec`` without a command does.

    Raises:
        FileError: a file cannot be opened; the text names it.
    """
    made = streams.copy()
    for redirect in redirects:
        await _apply(shell, redirect, made)
    if lasting:
        streams.inputs, streams.outputs = made.inputs, made.outputs
        return streams
    return made


async def _apply(shell: Shell, redirect: Redirect, made: Streams) -> None:
    expander = shell.expander(made)
    target = await expander.text(redirect.target)
    fd = redirect.fd
    if redirect.operator in ("<<", "<<<"):
        made.inputs[fd] = Input(encode(target + ("\n" if redirect.operator == "<<<" else "")))
    elif redirect.operator in (">&", "<&"):
        _duplicate(made, fd, target, redirect.operator)
    elif redirect.operator == "<":
        made.inputs[fd] = Input(_read(shell, target))
    elif redirect.operator == "<>":
        made.inputs[fd] = Input(_read(shell, target))
        made.outputs[fd] = _file(shell, target, append=True)
    else:
        sink = _terminal(made, target) or _file(shell, target, append=redirect.operator == ">>")
        for number in (1, 2) if fd < 0 else (fd,):
            made.outputs[number] = sink


def _terminal(made: Streams, target: str) -> Sink | None:
    return {
        "/dev/stdout": made.stdout,
        "/dev/stderr": made.stderr,
        "/dev/tty": made.stdout,
    }.get(target)


def _duplicate(made: Streams, fd: int, target: str, operator: str) -> None:
    if target == "-":
        made.inputs.pop(fd, None)
        made.outputs.pop(fd, None)
        return
    number = int(target) if target.isascii() and target.isdigit() and len(target) < 3 else -1
    if operator == "<&" and number in made.inputs:
        made.inputs[fd] = made.inputs[number]
    elif number in made.outputs:
        made.outputs[fd] = made.outputs[number]
    elif number in made.inputs:
        made.inputs[fd] = made.inputs[number]
    else:
        raise FileError(f"{target}: bad file descriptor")


def _read(shell: Shell, name: str) -> bytes:
    try:
        return shell.access.read(shell.files.resolve(name, shell.folder)) if name else _missing()
    except FileError as error:
        raise FileError(f"can't open {name}: {error}") from error


def _missing() -> bytes:
    raise FileError("No such file or directory")


def _file(shell: Shell, name: str, *, append: bool) -> Sink:
    path = shell.files.resolve(name, shell.folder)
    if path == "/dev/null":
        return NullSink()
    try:
        if not name:
            _missing()
        if append:
            shell.access.append(path, b"")
        else:
            shell.access.write(path, b"")
    except FileError as error:
        raise FileError(f"can't create {name}: {error}") from error

    async def add(data: bytes) -> None:
        node = shell.files.get(path)
        # Adding a little to much copies all of it: what that takes is counted.
        await shell.budget.step(1 + ((node.size if node is not None else 0) >> 13))
        shell.access.append(path, data)

    return FileSink(add)
