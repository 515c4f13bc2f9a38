"""Running shell programs on a phone."""

from __future__ import annotations

import fnmatch
import inspect
from collections.abc import Sequence
from posixpath import dirname

from ..phone import Phone
from ..system.files import FileError
from .call import Call, Output, Source, Usage, encode
from .commands import COMMANDS
from .parser import (
    AndOr,
    Command,
    Kind,
    Part,
    Pipeline,
    Redirect,
    ShellSyntaxError,
    UnfinishedError,
    Word,
    parse,
)

_NOT_FOUND = 127
_DEPTH_LIMIT = 16
_OUTPUT_LIMIT = 64 * 1024 * 1024


class _Exit(Exception):  # noqa: N818 - how ``exit`` leaves the interpreter
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Captured:
    """Output kept in memory."""

    def __init__(self) -> None:
        self.data = bytearray()

    async def out(self, data: bytes) -> None:
        self.data += data

    async def err(self, data: bytes) -> None:
        self.data += data


class _Routed:
    """Output and errors each to a sink of their own."""

    def __init__(self, out: Output, err: Output) -> None:
        self._out = out
        self._err = err

    async def out(self, data: bytes) -> None:
        await self._out.out(data)

    async def err(self, data: bytes) -> None:
        await self._err.err(data)


class _ErrorsTo:
    """A view of an output in which errors go to standard output."""

    def __init__(self, inner: Output) -> None:
        self._inner = inner

    async def out(self, data: bytes) -> None:
        await self._inner.err(data)

    async def err(self, data: bytes) -> None:
        await self._inner.out(data)


class Shell:
    """A shell on a phone, with its variables and its working folder."""

    def __init__(self, phone: Phone, *, depth: int = 0) -> None:
        self.phone = phone
        self.folder = "/"
        self.status = 0
        self.depth = depth
        self.variables: dict[str, str] = {
            "HOME": "/",
            "PATH": "/system/bin",
            "SHELL": "/system/bin/sh",
            "USER": "shell",
            "EXTERNAL_STORAGE": "/sdcard",
        }

    async def run(self, text: str, output: Output, source: Source | bytes = b"") -> int:
        """Run a program; returns its exit code."""
        try:
            program = parse(text)
        except ShellSyntaxError as error:
            await output.err(encode(f"/system/bin/sh: syntax error: {error}\n"))
            self.status = 1 if self.depth else 2
            return self.status
        try:
            await self._program(program, output, source)
        except _Exit as leaving:
            self.status = leaving.code
        except RecursionError:
            await output.err(b"/system/bin/sh: too deeply nested\n")
            self.status = 2
        return self.status

    async def interact(self, output: Output, source: Source, *, terminal: bool) -> int:
        """Run lines as they come, until ``exit`` or the end; on a terminal with a prompt and an echo."""
        prompt = b"crabphone:/ $ " if terminal else b""
        await output.out(prompt)
        pending = ""
        line = bytearray()
        while data := await source.read():
            for byte in data:
                if terminal and byte == 4 and not line:
                    return self.status
                if terminal:
                    await output.out(_echo(byte, line))
                if byte in (10, 13):
                    pending += line.decode("utf-8", "surrogateescape") + "\n"
                    line.clear()
                    if not _complete(pending):
                        continue
                    if await self._line(pending, output):
                        return self.status
                    pending = ""
                    await output.out(prompt)
                elif byte == 3:
                    line.clear()
                    pending = ""
                    await output.out(prompt)
                elif byte in (8, 127):
                    del line[-1:]
                else:
                    line.append(byte)
        if line or pending:
            await self._line(pending + line.decode("utf-8", "surrogateescape"), output)
        return self.status

    async def _line(self, text: str, output: Output) -> bool:
        """Run a line; True when it was the last one."""
        try:
            program = parse(text)
            await self._program(program, output, b"")
        except ShellSyntaxError as error:
            await output.err(encode(f"/system/bin/sh: syntax error: {error}\n"))
            self.status = 1
        except _Exit as leaving:
            self.status = leaving.code
            return True
        return False

    # -- running --------------------------------

    async def _program(self, program: Sequence[AndOr], output: Output, source: Source | bytes) -> None:
        for item in program:
            for operator, pipeline in item.parts:
                if (operator == "&&" and self.status) or (operator == "||" and not self.status):
                    continue
                self.status = await self._pipeline(pipeline, output, source)

    async def _pipeline(self, pipeline: Pipeline, output: Output, source: Source | bytes) -> int:
        code = 0
        for position, command in enumerate(pipeline.commands):
            if position == len(pipeline.commands) - 1:
                code = await self._command(command, output, source)
            else:
                captured = _Captured()
                await self._command(command, _Routed(captured, output), source)
                source = bytes(captured.data)
        return int(not code) if pipeline.negated else code

    async def _command(self, command: Command, output: Output, source: Source | bytes) -> int:
        try:
            routed, source, files = await self._redirect(command.redirects, output, source)
        except FileError as error:
            await output.err(encode(f"/system/bin/sh: {error}\n"))
            return 1
        if command.group is not None:
            await self._program(command.group, routed, source)
            code = self.status
        else:
            words = [word for part in command.words for word in await self._expand(part)]
            code = await self._simple(words, routed, source)
        for path, captured, append in files:
            before = self.phone.state.files.read(path) if append and self.phone.state.files.get(path) else b""
            if path != "/dev/null":
                try:
                    self.phone.state.files.write(
                        path, before + bytes(captured.data), mtime=self.phone.timestamp()
                    )
                except FileError as error:
                    await output.err(encode(f"/system/bin/sh: can't create {path}: {error}\n"))
                    code = 1
        return code

    async def _redirect(
        self, redirects: Sequence[Redirect], output: Output, source: Source | bytes
    ) -> tuple[Output, Source | bytes, list[tuple[str, _Captured, bool]]]:
        out: Output = output
        err: Output = output
        files: list[tuple[str, _Captured, bool]] = []
        for redirect in redirects:
            name = "".join(await self._expand(redirect.target))
            if redirect.operator == ">&":
                if redirect.fd == 2 and name == "1":
                    err = out if isinstance(out, _Captured) else _ErrorsTo(out)
                elif redirect.fd == 1 and name == "2":
                    out = err if isinstance(err, _Captured) else _ErrorsTo(err)
                continue
            path = self.phone.state.files.resolve(name, self.folder)
            if redirect.operator == "<":
                source = b"" if path == "/dev/null" else self._read(path, name)
                continue
            self._check_writable(path, name)
            captured = _Captured()
            files.append((path, captured, redirect.operator == ">>"))
            if redirect.fd in (1, -1):
                out = captured
            if redirect.fd in (2, -1):
                err = captured
        return _Routed(out, err), source, files

    def _read(self, path: str, name: str) -> bytes:
        try:
            return self.phone.state.files.read(path)
        except FileError as error:
            raise FileError(f"can't open {name}: {error}") from error

    def _check_writable(self, path: str, name: str) -> None:
        node = self.phone.state.files.get(path)
        folder = self.phone.state.files.get(dirname(path))
        if node is not None and node.is_folder:
            raise FileError(f"can't create {name}: Is a directory")
        if path != "/dev/null" and (folder is None or not folder.is_folder):
            raise FileError(f"can't create {name}: No such file or directory")

    async def _simple(self, words: list[str], output: Output, source: Source | bytes) -> int:
        while words and "=" in words[0] and words[0].split("=", 1)[0].isidentifier():
            name, value = words.pop(0).split("=", 1)
            self.variables[name] = value
        if not words:
            return 0
        if words[0] == "exit":
            raise _Exit(int(words[1]) & 0xFF if len(words) > 1 and words[1].isdigit() else self.status)
        name = words[0].removeprefix("/system/bin/")
        function = COMMANDS.get(name)
        if function is None:
            await output.err(encode(f"/system/bin/sh: {words[0]}: inaccessible or not found\n"))
            return _NOT_FOUND
        call = Call(self, [name, *words[1:]], source)
        try:
            result = function(call)
            code = await result if inspect.isawaitable(result) else result
        except Usage as error:
            call.error(str(error))
            code = error.code
        except FileError as error:
            call.error(f"{name}: {error}")
            code = 1
        if call.stdout:
            await output.out(bytes(call.stdout))
        if call.stderr:
            await output.err(bytes(call.stderr))
        return int(code)

    async def substitute(self, text: str) -> tuple[str, int]:
        """Run a program in a shell of its own; its output without the last line breaks, and its exit code."""
        if self.depth >= _DEPTH_LIMIT:
            return "", 2
        child = self.child()
        captured = _Captured()
        code = await child.run(text, captured)
        return bytes(captured.data).decode("utf-8", "surrogateescape").rstrip("\n"), code

    def child(self) -> Shell:
        """A shell of its own, with a copy of the variables."""
        made = Shell(self.phone, depth=self.depth + 1)
        made.folder, made.variables = self.folder, dict(self.variables)
        return made

    # -- expansion --------------------------------

    async def _expand(self, word: Word) -> list[str]:
        """The words that a word becomes: expansions done, split at blanks, patterns matched."""
        words: list[str] = [""]
        literal = True
        pattern = False
        some = False
        for part in word:
            text = await self._value(part)
            some = some or part.quoted or bool(text)
            if part.kind is Kind.TEXT or part.quoted:
                pattern = pattern or (not part.quoted and any(char in text for char in "*?["))
                words[-1] += text
                continue
            literal = False
            pieces = text.split()
            if not pieces:
                continue
            words[-1] += pieces[0]
            words.extend(pieces[1:])
        if not some and not literal:
            return []
        return self._matches(words[0]) if pattern and len(words) == 1 else words

    async def _value(self, part: Part) -> str:
        if part.kind is Kind.TEXT:
            return part.text
        if part.kind is Kind.COMMAND:
            text, self.status = await self.substitute(part.text)
            return text
        if part.text == "?":
            return str(self.status)
        if part.text == "$":
            return "4242"
        name, sign, default = part.text.partition(":-")
        value = self.variables.get(name, "")
        return default if sign and not value else value

    def _matches(self, pattern: str) -> list[str]:
        folder = dirname(pattern)
        if any(char in folder for char in "*?["):
            return [pattern]
        try:
            names = [
                name
                for name, _ in self.phone.state.files.children(
                    self.phone.state.files.resolve(folder or ".", self.folder)
                )
            ]
        except FileError:
            return [pattern]
        prefix = "" if not folder else folder.rstrip("/") + "/"
        wanted = pattern[len(prefix) :]
        found = [
            prefix + name for name in names if fnmatch.fnmatchcase(name, wanted) and not name.startswith(".")
        ]
        return found or [pattern]


def _echo(byte: int, line: bytearray) -> bytes:
    if byte in (10, 13):
        return b"\r\n"
    if byte in (8, 127):
        return b"\b \b" if line else b""
    return b"^C\r\n" if byte == 3 else bytes([byte])


def _complete(text: str) -> bool:
    try:
        parse(text)
    except UnfinishedError:
        return False
    except ShellSyntaxError:
        return True
    return True
