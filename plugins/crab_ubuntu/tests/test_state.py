"""What a desktop's state tells of a home folder: bounded, quick, and never by way of what is in it."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import pytest

from crab_core.effects import May, side_effects
from crab_ubuntu import state
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.state import INCIDENTAL, Home, changed_settings


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_files_folders_and_links_are_told_and_what_is_hidden_is_not(tmp_path: Path) -> None:
    (tmp_path / "Documents/sub").mkdir(parents=True)
    (tmp_path / "Documents/a.txt").write_text("hello")
    (tmp_path / "Documents/.~lock.a.txt#").write_text("lock")
    (tmp_path / ".config/x").mkdir(parents=True)
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    assert Home(tmp_path).entries() == {
        "Documents": "folder",
        "Documents/a.txt": digest(b"hello"),
        "Documents/sub": "folder",
        "link": "link to /etc/passwd",
        "loop": "link to loop",
        "pipe": "pipe",
    }


def test_permissions_that_nobody_gives_by_themselves_are_told(tmp_path: Path) -> None:
    for name, mode in (("a", 0o600), ("b", 0o644), ("c", 0o777), ("d", 0o755)):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(mode)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "usual").mkdir(0o755)
    home, same = Home(tmp_path), digest(b"x")
    told = {"a": same, "b": same, "c": f"{same}, mode 777", "d": f"{same}, mode 755"}
    assert home.entries() == {**told, "open": "folder, mode 777", "usual": "folder"}
    (tmp_path / "b").chmod(0o755)
    (tmp_path / "c").chmod(0o640)
    assert home.entries()["b"] == f"{same}, mode 755"
    assert home.entries()["c"] == same


def test_what_starts_by_itself_is_told_though_it_is_hidden_and_never_by_way_of_links(tmp_path: Path) -> None:
    (tmp_path / ".bashrc").write_text("alias ls=rm\n")
    (tmp_path / ".bash_history").write_text("ls\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/.bashrc").write_text("x")
    assert set(Home(tmp_path).entries()) == {".bashrc", "sub"}
    (tmp_path / ".config/autostart").mkdir(parents=True)
    (tmp_path / ".config/autostart/evil.desktop").write_text("x")
    (tmp_path / ".config/other").write_text("x")
    (tmp_path / ".ssh").mkdir(0o700)
    (tmp_path / ".ssh/authorized_keys").write_text("x")
    found = {".bashrc", "sub", ".config/autostart/evil.desktop", ".ssh", ".ssh/authorized_keys"}
    assert set(Home(tmp_path).entries()) == found
    (tmp_path / ".config").rename(tmp_path / ".moved")
    (tmp_path / ".config").symlink_to("/etc")
    assert set(Home(tmp_path).entries()) == found - {".config/autostart/evil.desktop"}


def test_default_applications_are_told_and_what_was_merely_used_is_not(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.defaults() == {}
    (tmp_path / ".config").mkdir()
    chosen = tmp_path / ".config/mimeapps.list"
    chosen.write_text(
        "[Added Associations]\ntext/plain=geany.desktop;\n\n"
        "[Default Applications]\ntext/plain = gedit.desktop\nimage/png=eog.desktop;\n[Other]\na=b\n"
    )
    assert home.defaults() == {"text/plain": "gedit.desktop", "image/png": "eog.desktop;"}
    chosen.unlink()
    os.mkfifo(chosen)
    assert home.defaults() == {}
    chosen.unlink()
    chosen.symlink_to("/etc/passwd")
    assert home.defaults() == {}


def test_what_has_changed_is_read_again_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    home = Home(tmp_path)
    before = home.entries()
    read: list[str] = []
    digested = home._digest
    monkeypatch.setattr(home, "_digest", lambda path, size: read.append(path) or digested(path, size))
    assert home.entries() == before
    assert read == []
    (tmp_path / "a").write_text("c")
    assert home.entries() == {**before, "a": digest(b"c")}
    assert read == [str(tmp_path / "a")]
    (tmp_path / "b").unlink()
    assert home.entries() == {"a": digest(b"c")}


def test_a_large_file_is_told_by_its_size_and_ends_and_there_is_a_bound_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(60 << 30)
    home = Home(tmp_path)
    start = time.thread_time()
    told = home.entries()["huge"]
    assert time.thread_time() - start < 1
    assert told.startswith(f"{60 << 30} bytes")
    with (tmp_path / "huge").open("r+b") as file:
        file.write(b"other")
    assert home.entries()["huge"] != told
    monkeypatch.setattr(state, "_AT_ONCE", 10)
    for name in "abc":
        (tmp_path / name).write_text("12345")
    home = Home(tmp_path)
    told_of = home.entries()
    assert told_of == {
        "a": digest(b"12345"),
        "b": digest(b"12345"),
        "c": "5 bytes",
        "huge": f"{60 << 30} bytes",
    }
    assert home.entries() == told_of  # what was not read once is not read later, as if it had changed
    monkeypatch.setattr(state, "_MOST_ENTRIES", 2)
    assert len(Home(tmp_path).entries()) == 3


def test_settings_are_told_by_their_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "dconf"
    program.write_text("#!/bin/sh\nprintf '[/]\\ntop=1\\n\\n[org/gnome/x]\\nuri=%s\\nb=true\\n' \"'a=b'\"\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert changed_settings() == {"top": "1", "org/gnome/x/uri": "'a=b'", "org/gnome/x/b": "true"}


def test_what_applications_note_by_themselves_does_not_count_and_what_a_person_sets_does() -> None:
    before: dict[str, object] = {"files": {}, "settings": {}, "windows": []}
    after = {
        "files": {"Documents/a.txt": "1"},
        "settings": {
            "org/gnome/gedit/state/window/size": "(900, 700)",
            "org/gnome/nautilus/window-state/initial-size": "(890, 550)",
            "org/gtk/settings/file-chooser/sort-column": "'name'",
            "org/gnome/desktop/background/picture-uri": "'file:///a.png'",
        },
        "windows": ["Home"],
    }
    found = side_effects({}, {"ubuntu": before}, {"ubuntu": after}, {"ubuntu": INCIDENTAL})
    assert [one.place for one in found] == [
        "files/Documents/a.txt",
        "settings/org/gnome/desktop/background/picture-uri",
    ]
    may = [May("files/Documents/*.txt"), May("settings/*/picture-uri", {"value": "'file:///a.png'"})]
    assert not side_effects({"ubuntu": may}, {"ubuntu": before}, {"ubuntu": after}, {"ubuntu": INCIDENTAL})
    assert UbuntuEnvironment.incidental == INCIDENTAL
