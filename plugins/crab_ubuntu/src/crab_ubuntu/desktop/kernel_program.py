"""The program that runs an agent's Python code, started in the session by its source: `python3 -c …`.

It imports nothing but the standard library. Standard input is a socket to the host: frames of four bytes of
length and a JSON object. The host sends `{"code": …, "actions": {name: [parameters]}}`; the answer is
`{"done": {"result": …, "error": …}}`. In between, `{"act": name, "arguments": …, "number": …}` asks the host
to act, and `{"number": …, "value": …}` or `{"number": …, "invalid": …}` is its answer.
"""

from __future__ import annotations

import ast
import json
import linecache
import os
import select
import signal
import socket
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any

LONGEST = 16_000
"""Characters of a result or a traceback that are told."""


class Kernel:
    """Keeps variables between snippets."""

    def __init__(self) -> None:
        self.control = socket.socket(fileno=os.dup(0))
        with open(os.devnull) as nothing:  # noqa: PTH123 - the snippet must find nothing to read
            os.dup2(nothing.fileno(), 0)
        self.process = os.getpid()
        self.running = False
        self.snippets = 0
        self.calls = 0
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.names = vars(module)
        signal.signal(signal.SIGINT, self.interrupt)

    def interrupt(self, _number: int, _frame: object) -> None:
        """Ends a snippet; between snippets there is nothing to end."""
        if self.running:
            raise KeyboardInterrupt

    def send(self, message: dict[str, Any]) -> None:
        """Send one frame whole."""
        data = json.dumps(message).encode()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self.control.sendall(len(data).to_bytes(4, "big") + data)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    def receive(self) -> dict[str, Any]:
        """Wait for one frame; only the waiting can be interrupted."""
        select.select([self.control], [], [])
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            message: dict[str, Any] = json.loads(self.exactly(int.from_bytes(self.exactly(4), "big")))
            return message
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    def exactly(self, size: int) -> bytes:
        """So many bytes; the program ends when the host is gone."""
        data = bytearray()
        while len(data) < size:
            part = self.control.recv(size - len(data))
            if not part:
                os._exit(0)
            data += part
        return bytes(data)

    def act(self, name: str, arguments: dict[str, Any]) -> Any:
        """Let the host do an action, and wait until the desktop has come to rest."""
        self.calls += 1
        number = self.calls
        self.send({"act": name, "arguments": arguments, "number": number})
        while True:
            answer = self.receive()
            if answer.get("number") == number:  # others belong to a call that was interrupted
                if "invalid" in answer:
                    raise ValueError(answer["invalid"])
                return answer.get("value")

    def offer(self, actions: dict[str, list[str]]) -> None:
        """Make actions functions of the snippet's names, unless it has taken a name itself."""

        def function(name: str, parameters: list[str]) -> Callable[..., Any]:
            def call(*positional: Any, **named: Any) -> Any:
                return self.act(name, {**dict(zip(parameters, positional)), **named})  # noqa: B905

            call.__name__ = call.__qualname__ = name
            return call

        for name, parameters in actions.items():
            self.names.setdefault(name, function(name, parameters))

    def run(self, code: str) -> dict[str, Any]:
        """Run a snippet; what its last expression gives is the result."""
        self.snippets += 1
        file = f"<snippet {self.snippets}>"
        linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
        result = error = None
        try:
            self.running = True
            result = self.evaluate(code, file)
            self.running = False
        except BaseException as raised:  # noqa: BLE001 - told, whatever it is
            self.running = False
            error = told(raised, file)
        if os.getpid() != self.process:  # the snippet forked and its child came back here
            os._exit(0)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):
                continue
        return {"result": result, "error": error}

    def evaluate(self, code: str, file: str) -> str | None:
        """Execute all statements; the text of the last one's value if it is an expression."""
        tree = ast.parse(code, file)
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, file, "exec"), self.names)
        if not isinstance(last, ast.Expr):
            return None
        value = eval(compile(ast.Expression(last.value), file, "eval"), self.names)
        if value is None:
            return None
        self.names["_"] = value
        return shortened(repr(value))

    def serve(self) -> None:
        """Run snippets until the host is gone."""
        while True:
            request = self.receive()
            if "code" in request:
                self.offer(request["actions"])
                try:
                    done = self.run(request["code"])
                except KeyboardInterrupt:  # at the very end of a snippet
                    self.running = False
                    done = {"result": None, "error": "KeyboardInterrupt"}
                self.send({"done": done})


def told(raised: BaseException, file: str) -> str:
    """The traceback, from the snippet on."""
    place = raised.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename != file:
        place = place.tb_next
    try:
        return shortened("".join(traceback.format_exception(type(raised), raised, place)).rstrip())
    except Exception:  # noqa: BLE001 - the exception is the snippet's own and may be anything
        return type(raised).__name__


def shortened(text: str) -> str:
    """The beginning and the end of a long text."""
    half = LONGEST // 2
    if len(text) <= LONGEST:
        return text
    return f"{text[:half]}\n[{len(text) - LONGEST} characters are left out here]\n{text[-half:]}"


if __name__ == "__main__":
    Kernel().serve()
