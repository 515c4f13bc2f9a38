"""A person at an IRC program that is nothing but a socket."""

from __future__ import annotations

import socket


class Client:
    """Sends lines and collects what comes."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._file = connection.makefile("rb")
        self.lines: list[str] = []

    def send(self, *lines: str) -> None:
        self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def wait_for(self, words: str) -> str:
        """The next line with these words in it."""
        while True:
            line = self._file.readline().decode()
            assert line, f"the connection ended before {words!r}; there was {self.lines}"
            self.lines.append(line.rstrip("\r\n"))
            if words in line:
                return self.lines[-1]

    def sync(self, mark: str = "sync") -> list[str]:
        """Everything that was sent up to now."""
        start = len(self.lines)
        self.send(f"PING {mark}")
        self.wait_for(f"PONG chat.crab.test {mark}")
        return self.lines[start:-1]

    def ask(self, *lines: str) -> list[str]:
        """Send lines, and give everything that comes in answer."""
        self.sync()
        self.send(*lines)
        return self.sync()

    def register(self, nick: str = "max", *capabilities: str) -> Client:
        if capabilities:
            self.send("CAP LS 302", f"CAP REQ :{' '.join(capabilities)}")
        self.send(f"NICK {nick}", f"USER {nick} 0 * :{nick.title()}")
        if capabilities:
            self.send("CAP END")
        self.wait_for(" 001 ")
        self.sync()
        return self

    def close(self) -> None:
        self._file.close()
        self._socket.close()
