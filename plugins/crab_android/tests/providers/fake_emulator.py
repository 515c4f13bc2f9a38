#!/usr/bin/env python3
"""Stands for Android's emulator where none is: a simulated phone behind its command line and console.

It takes the options that crab_android gives, serves the phone at the port behind the console port, reports to
the adb server as the emulator does, and answers on the console what `adb emu` says there. What it is told
goes to `said.jsonl` beside it; a file `mood` beside it makes it fail.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
AVDS = Path(os.environ["ANDROID_AVD_HOME"])
TOKEN_FILE = Path.home() / ".emulator_console_auth_token"


def main() -> int:
    words = sys.argv[1:]
    note({"started": words, "pid": os.getpid()})
    avd, port = words[words.index("-avd") + 1], int(words[words.index("-port") + 1])
    mood = (HERE / "mood").read_text() if (HERE / "mood").exists() else ""
    if mood == "dies":
        sys.stdout.write("INFO    | Android emulator version 35.2.10\nERROR   | x86_64 emulation needs KVM\n")
        return 1
    from crab_android.phone import Phone, PhoneServer

    phone = Phone()
    folder = AVDS / f"{avd}.avd" / "snapshots"
    if "-snapshot" in words:
        Snapshot(folder / words[words.index("-snapshot") + 1]).load_into(phone)
    phone.state.properties["sys.boot_completed"] = "0"
    if not TOKEN_FILE.exists():
        TOKEN_FILE.write_text(secrets.token_hex(8))
    with PhoneServer(phone, port=port + 1) as server, socket.create_server(("127.0.0.1", port)) as console:
        report(port + 1)
        if mood != "never boots":
            time.sleep(0.3)
            server.call(lambda phone: phone.state.properties.update({"sys.boot_completed": "1"}))
        while True:
            client, _ = console.accept()
            with client, client.makefile("r") as lines:
                if mood == "console breaks off":
                    continue
                if not Console(client, lines, server, folder).serve():
                    return 0


def note(fact: dict) -> None:
    with (HERE / "said.jsonl").open("a") as file:
        file.write(json.dumps(fact) + "\n")


def report(port: int) -> None:
    server = ("127.0.0.1", int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037")))
    message = f"host:emulator:{port}".encode()
    with socket.create_connection(server, 5) as adb:
        adb.sendall(b"%04x" % len(message) + message)


class Snapshot:
    """A folder with what is kept of the phone: its files and settings."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ram.bin"

    def save(self, phone) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(phone.state.model_dump_json(include={"files", "settings", "properties"}))

    def load_into(self, phone) -> None:
        kept = type(phone.state).model_validate_json(self.file.read_text())
        phone.reset()
        phone.state.files, phone.state.settings = kept.files, kept.settings
        phone.state.properties = kept.properties
        phone.changed()


class Console:
    """One connection to the console: a greeting, a token, then a command a line."""

    def __init__(self, client, lines, server, folder: Path) -> None:
        self.client, self.lines, self.server, self.folder = client, lines, server, folder

    def serve(self) -> bool:
        """False when the emulator shall end."""
        self.say(
            "Android Console: Authentication required",
            "Android Console: type 'auth <auth_token>' to authenticate",
            "OK",
        )
        allowed = False
        for line in self.lines:
            words = line.split()
            if words[:1] == ["auth"]:
                allowed = words[1:] == [TOKEN_FILE.read_text()]
                self.say(
                    "Android Console: type 'help' for a list of commands", "OK"
                ) if allowed else self.say("KO: authentication token does not match")
            elif words == ["quit"]:
                return True
            elif not allowed:
                self.say("KO: unknown command")
            else:
                note({"console": words})
                if words == ["kill"]:
                    self.say("OK: killing emulator, bye bye")
                    return False
                self.snapshot(words)
        return True

    def snapshot(self, words: list[str]) -> None:
        if words[:2] != ["avd", "snapshot"] or len(words) != 4:
            self.say("KO: bad sub-command")
            return
        action, name = words[2:]
        snapshot = Snapshot(self.folder / name)
        if action == "save":
            self.server.call(snapshot.save)
            self.say("OK")
        elif action == "load" and snapshot.file.exists():
            self.server.call(snapshot.load_into)
            self.say("OK")
        else:
            self.say(f"KO: Snapshot {name} does not exist" if action == "load" else "KO: bad sub-command")

    def say(self, *lines: str) -> None:
        self.client.sendall("".join(line + "\r\n" for line in lines).encode())


if __name__ == "__main__":
    sys.exit(main())
