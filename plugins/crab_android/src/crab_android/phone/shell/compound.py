"""Running one command: a simple one, a loop, a condition, a group; with its redirections."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..system.files import FileError
from .call import Call, Usage
from .conditions import Operand, evaluate_condition
from .flow import Break, Continue, Exit, Return
from .patterns import Glob
from .redirects import redirected
from .streams import Streams, encode
from .syntax import (
    Calculation,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Program,
    Simple,
    Text,
    While,
)

if TYPE_CHECKING:
    from .interpreter import Shell

_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
_CALLS_LIMIT = 40


async def run_command(shell: Shell, command: Command, streams: Streams) -> int:
    """Run a command; returns its exit code."""
    if isinstance(command, Simple):
        return await _simple(shell, command, streams)
    if isinstance(command, Function):
        shell.functions[command.name] = command.body
        return 0
    if command.redirects:
        try:
            streams = await redirected(shell, command.redirects, streams)
        except FileError as error:
            await streams.stderr.write(encode(f"{shell.title}: {error}\n"))
            return 1
    return await _compound(shell, command, streams)


async def _compound(shell: Shell, command: Command, streams: Streams) -> int:
    code = 0
    if isinstance(command, Group):
        if command.own_shell:
            return await shell.child().isolated(command.program, streams)
        await shell.program(command.program, streams)
        return shell.status
    if isinstance(command, If):
        code = await _if(shell, command, streams)
    elif isinstance(command, For):
        code = await _for(shell, command, streams)
    elif isinstance(command, While):
        code = await _while(shell, command, streams)
    elif isinstance(command, Case):
        code = await _case(shell, command, streams)
    elif isinstance(command, Condition):
        code = await _condition(shell, command, streams)
    elif isinstance(command, Calculation):
        code = int(await shell.expander(streams).number(command.expression) == 0)
    return code


async def _true(shell: Shell, condition: Program, streams: Streams) -> bool:
    """Whether a condition holds; within it nothing ends a shell that ends at errors."""
    shell.guarded += 1
    try:
        await shell.program(condition, streams)
    finally:
        shell.guarded -= 1
    return shell.status == 0


async def _body(shell: Shell, body: Program, streams: Streams) -> int:
    shell.status = 0
    await shell.program(body, streams)
    return shell.status


async def _if(shell: Shell, command: If, streams: Streams) -> int:
    for condition, body in command.branches:
        if await _true(shell, condition, streams):
            return await _body(shell, body, streams)
    return await _body(shell, command.otherwise, streams)


async def _round(shell: Shell, body: Program, streams: Streams) -> bool:
    """One round of a loop; False when it was the last."""
    try:
        await shell.budget.step()
        await shell.program(body, streams)
    except Break as leaving:
        if leaving.levels > 1:
            raise Break(leaving.levels - 1) from None
        return False
    except Continue as leaving:
        if leaving.levels > 1:
            raise Continue(leaving.levels - 1) from None
    return True


async def _for(shell: Shell, command: For, streams: Streams) -> int:
    words = shell.arguments
    if command.words is not None:
        words = await shell.expander(streams).words(command.words)
    shell.status = 0
    for word in list(words):
        shell.variables[command.name] = word
        if not await _round(shell, command.body, streams):
            break
    return shell.status


async def _while(shell: Shell, command: While, streams: Streams) -> int:
    code = 0
    while await _true(shell, command.condition, streams) is not command.until:
        if not await _round(shell, command.body, streams):
            return 0
        code = shell.status
    return code


async def _case(shell: Shell, command: Case, streams: Streams) -> int:
    expander = shell.expander(streams)
    text = await expander.text(command.word)
    shell.status = 0
    matched = False
    for patterns, body, falls in command.branches:
        for pattern in patterns:
            matched = matched or Glob(await expander.field(pattern)).matches(text)
        if matched:
            await shell.program(body, streams)
            if not falls:
                break
    return shell.status


async def _condition(shell: Shell, command: Condition, streams: Streams) -> int:
    expander = shell.expander(streams)
    operands = []
    for word in command.words:
        plain = word[0].text if len(word) == 1 and isinstance(word[0], Text) and not word[0].quoted else ""
        operands.append(Operand(await expander.text(word), Glob(await expander.field(word)), plain))
    try:
        return int(not evaluate_condition(operands, shell))
    except ValueError as error:
        await streams.stderr.write(encode(f"{shell.title}: {error}\n"))
        return 2


async def _simple(shell: Shell, command: Simple, streams: Streams) -> int:
    expander = shell.expander(streams)
    # Without a command, the exit code is that of the last substitution.
    if not command.words:
        shell.status = 0
    words = await expander.words(command.words)
    if command.redirects:
        try:
            streams = await redirected(shell, command.redirects, streams, lasting=words == ["exec"])
        except FileError as error:
            await streams.stderr.write(encode(f"{shell.title}: {error}\n"))
            return 1
    saved: dict[str, str | None] = {}
    for name, value, added in command.assignments:
        text = await expander.text(value)
        saved.setdefault(name, shell.variables.get(name))
        shell.variables[name] = shell.variables.get(name, "") + text if added else text
        if "x" in shell.options and not words:
            await streams.stderr.write(encode(f"+ {name}={text}\n"))
    if not words:
        return shell.status
    if "x" in shell.options:
        await streams.stderr.write(encode("+ " + " ".join(words) + "\n"))
    exported = shell.exported
    shell.exported = exported | set(saved) if saved else exported
    try:
        return await execute(shell, words, streams)
    finally:
        if saved:
            shell.exported -= set(saved) - exported
        for name, old in saved.items():
            if old is None:
                shell.variables.pop(name, None)
            else:
                shell.variables[name] = old


async def execute(shell: Shell, words: Sequence[str], streams: Streams, *, functions: bool = True) -> int:
    """Run a command by its words: a function, a command of the phone, or a script; returns its exit code."""
    from .commands import COMMANDS, find_command

    if functions and words[0] in shell.functions:
        return await _call_function(shell, words, streams)
    name = find_command(words[0], shell)
    if name is None:
        return await _script(shell, words, streams)
    call = Call(shell, [name, *words[1:]], streams)
    try:
        result = COMMANDS[name](call)
        code = await result if inspect.isawaitable(result) else result
    except Usage as error:
        if str(error):
            call.error(str(error))
        code = error.code
    except FileError as error:
        call.error(f"{name}: {error}")
        code = 1
    except asyncio.CancelledError:
        signalled, task = call.ended(), asyncio.current_task()
        if signalled is None or task is None:
            raise
        task.uncancel()
        code = signalled
    finally:
        call.ended()
    try:
        await call.flush()
    except FileError as error:
        await streams.stderr.write(encode(f"{name}: write error: {error}\n"))
        return 1
    return int(code) & 0xFF


async def _call_function(shell: Shell, words: Sequence[str], streams: Streams) -> int:
    if shell.calls >= _CALLS_LIMIT:
        await streams.stderr.write(encode(f"{shell.title}: {words[0]}: recursion limit reached\n"))
        raise Exit(2, forced=True)
    arguments, shell.arguments = shell.arguments, list(words[1:])
    shell.calls += 1
    shell.scopes.append({})
    try:
        shell.status = await shell.command(shell.functions[words[0]], streams)
    except Return as leaving:
        shell.status = leaving.code
    finally:
        shell.arguments = arguments
        shell.calls -= 1
        for name, old in shell.scopes.pop().items():
            if old is None:
                shell.variables.pop(name, None)
            else:
                shell.variables[name] = old
    return shell.status


async def _script(shell: Shell, words: Sequence[str], streams: Streams) -> int:
    """Run a script by its path, or say why that cannot be done."""
    name = words[0]
    complaint = f"{name}: inaccessible or not found"
    code = _NOT_FOUND
    if "/" in name:
        node = shell.files.get(shell.files.resolve(name, shell.folder))
        if node is not None:
            code = _NOT_EXECUTABLE
            content = node.content or b""
            if node.is_folder or not node.mode & 0o111:
                complaint = (
                    f"{name}: can't execute: {'Is a directory' if node.is_folder else 'Permission denied'}"
                )
            elif content[:4] == b"\x7fELF":
                complaint = f"{name}: not executable: 64-bit ELF file"
            else:
                return await execute(shell, ["sh", *words], streams, functions=False)
    await streams.stderr.write(encode(f"{shell.title}: {complaint}\n"))
    return code
