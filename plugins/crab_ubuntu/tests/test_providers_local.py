"""The desktop that one sits at: nothing without a yes, and everything that a world brought goes again."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from waiting import until

from crab_core import EnvironmentUnavailable, Screenshot, UsageError
from crab_ubuntu.providers.local import LocalDesktop, LocalProvider

NOTEPAD = """
import sys, tkinter
root = tkinter.Tk()
root.geometry("300x200+100+100")
text = tkinter.Text(root)
text.pack(fill="both", expand=True)
text.bind("<Button-1>", lambda event: text.focus_force())
text.bind("<KeyRelease>", lambda event: open(sys.argv[1], "w").write(text.get("1.0", "end-1c")))
root.update()
print("there", flush=True)
root.mainloop()
"""
THEME = "/org/gnome/desktop/interface/color-scheme"
DARK = {"gsettings": {"org.gnome.desktop.interface": {"color-scheme": "prefer-dark"}}}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def session(x_display: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A display with the buses of a session, as one would sit at."""
    monkeypatch.setenv("DISPLAY", x_display)
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
    yield x_display
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()


@pytest.fixture
def local(session: str) -> Iterator[LocalProvider]:
    provider = LocalProvider(yes=True)
    yield provider
    provider.close()


def dconf(*arguments: str) -> str:
    done = subprocess.run(["dconf", *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_nothing_is_touched_without_a_yes(session: str) -> None:
    provider = LocalProvider()
    with pytest.raises(UsageError, match=rf"your own desktop {session}") as refused:
        provider.start(DARK)
    assert "yes = true" in refused.value.advice
    assert dconf("read", THEME) == ""
    with pytest.raises(UsageError):
        LocalDesktop(display=session)


def test_an_agent_uses_the_display_that_one_sits_at(local: LocalProvider, tmp_path: Path) -> None:
    written = tmp_path / "written"
    command = ["/usr/bin/python3", "-c", NOTEPAD, str(written)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as notepad:
        assert notepad.stdout is not None
        assert notepad.stdout.readline() == b"there\n"
        device = local.start({})
        device.act("click", {"x": 200, "y": 200})
        device.act("write_text", {"text": "Grüße"})
        until(lambda: written.exists() and written.read_text() == "Grüße")
        shot = device.observe()["screenshot"]
        assert isinstance(shot, Screenshot)
        assert (shot.width, shot.height) == (640, 480)
        local.close()
        assert notepad.poll() is None
        notepad.kill()


def test_a_reset_takes_back_what_the_world_brought_and_says_what_it_leaves(
    local: LocalProvider, home: Path
) -> None:
    dconf("write", "/org/gnome/desktop/interface/gtk-theme", "'Mine'")
    world = {
        "gsettings": {"org.gnome.desktop.interface": {"color-scheme": "prefer-dark", "gtk-theme": "Yaru"}},
        "files": {"Documents/new/a.txt": "a", "run.sh": {"text": "x", "mode": "0755"}},
    }
    device = local.start(world)
    assert dconf("read", THEME) == "'prefer-dark'"
    assert (home / "Documents/new/a.txt").read_text() == "a"
    assert os.access(home / "run.sh", os.X_OK)
    before = device.state()
    (home / "Documents/agent.txt").write_text("made by an agent")
    assert local.reset(world).state() == before
    state = local.reset({}).state()
    assert (state["settings"], state["files"]) == ({}, [])
    assert "windows" in state["left as they are"]
    assert dconf("read", THEME) == ""
    assert dconf("read", "/org/gnome/desktop/interface/gtk-theme") == "'Mine'"
    assert not (home / "run.sh").exists()
    assert [p.name for p in (home / "Documents").rglob("*")] == ["agent.txt"]


def test_the_end_is_a_reset(local: LocalProvider, home: Path) -> None:
    local.start({**DARK, "files": {"a.txt": "a"}})
    local.close()
    local.close()
    assert dconf("read", THEME) == ""
    assert not (home / "a.txt").exists()


def test_what_cannot_be_taken_back_is_refused_by_its_name(local: LocalProvider, home: Path) -> None:
    (home / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="apps, clipboard could not be taken back"):
        local.start({**DARK, "apps": ["org.gnome.gedit"], "clipboard": "x"})
    with pytest.raises(UsageError, match=r"mine\.txt is in your home already"):
        local.start({**DARK, "files": {"mine.txt": "theirs"}})
    local.start({})
    with pytest.raises(UsageError, match=r"mine\.txt"):
        local.reset({**DARK, "files": {"mine.txt": "theirs"}})
    assert (home / "mine.txt").read_text() == "mine"
    assert dconf("read", THEME) == ""


def test_where_there_is_no_display_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(EnvironmentUnavailable, match="on no display"):
        LocalProvider(yes=True).start({})
    [requirement] = LocalProvider(yes=True).requirements()
    assert not requirement.ok
    assert ":0" in requirement.fix
    with pytest.raises(EnvironmentUnavailable, match=":4711 does not answer"):
        LocalProvider(yes=True, display=":4711").start({})
