"""A desktop behind a host elsewhere: here, a host process on a TCP port of this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crab_core import EnvironmentUnavailable, UsageError
from crab_core.host import HandshakeError, new_token
from crab_ubuntu.providers.remote import RemoteProvider, ServedDesktop
from crab_ubuntu.testing import Person

SERVED = f"{ServedDesktop.__module__}:{ServedDesktop.__name__}"


@pytest.fixture
def token(tmp_path: Path) -> str:
    file = tmp_path / "token"
    file.write_bytes(new_token())
    return str(file)


@contextmanager
def host(token: str, *more: str, **options: object) -> Iterator[str]:
    """A host process; its address, with the port that it got."""
    read, write = os.pipe()
    command = [sys.executable, "-m", "crab_core", "host", "--environment", SERVED, *more]
    command += ["--options", json.dumps(options), "--listen", "tcp:127.0.0.1:0", "--token-file", token]
    process = subprocess.Popen([*command, "--ready-fd", str(write)], pass_fds=(write,))
    os.close(write)
    try:
        with os.fdopen(read) as ready:
            address = ready.readline().strip()
        assert address.startswith("tcp:127.0.0.1:")
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0


@pytest.mark.desktop
def test_every_reset_is_a_new_desktop_over_there(token: str) -> None:
    with host(token, width=1280, height=720, show=["windows"]) as address:
        remote = RemoteProvider(address, token, show=["windows"])
        person = Person(remote.start({"files": {"Desktop/hello.txt": "hi"}}))
        assert (person.picture().width, person.picture().height) == (1280, 720)
        person.soon("file_content", path="Desktop/hello.txt", content="hi")
        person.click("Activities")
        person.soon("process_running", name="gnome-shell")
        person = Person(remote.reset({}))
        assert not person.judge("file_exists", path="Desktop/hello.txt").passed
        remote.close()
        # The host has gone on: somebody else may come.
        again = RemoteProvider(address, token, show=["windows"])
        assert set(again.start({}).observe()) == {"screenshot", "ui_tree", "windows"}
        again.close()


def test_a_desktop_that_was_not_started_says_so(token: str) -> None:
    with host(token) as address:
        from crab_core.host import HostClient, HostedEnvironment, read_token
        from crab_ubuntu.environment import UbuntuEnvironment

        with (
            HostedEnvironment(UbuntuEnvironment, HostClient.connect(address, read_token(token))) as device,
            pytest.raises(Exception, match="No desktop was started here yet"),
        ):
            device.observe()


def test_another_token_and_no_host_are_told_apart(token: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(new_token())
    with host(token) as address:
        with pytest.raises(EnvironmentUnavailable) as refused:
            RemoteProvider(address, str(other)).start({})
        assert isinstance(refused.value.__cause__, HandshakeError)
    with pytest.raises(EnvironmentUnavailable, match="No host answers"):
        RemoteProvider(address, token).start({})


def test_what_would_not_be_private_is_refused_before_anything_is_sent(token: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="could be read") as refused:
        RemoteProvider("tcp:192.0.2.1:7070", token).start({})
    assert "allow_plain" in refused.value.advice
    with pytest.raises(UsageError, match="certificate"):
        RemoteProvider("tcp:192.0.2.1:7070", token, certificate=str(tmp_path / "none.pem")).start({})
    with pytest.raises(UsageError, match="needs to know its host") as refused:
        RemoteProvider().start({})
    assert "token_file" in refused.value.advice
    assert RemoteProvider().requirements() == ()
