"""Bookmarks of folders and pages, recent files, the shell's history, default applications."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest


def test_bookmarked_folders(home: Path, judge) -> None:
    (home / ".config/gtk-3.0").mkdir(parents=True)
    (home / ".config/gtk-3.0/bookmarks").write_text(
        f"file://{home}/My%20Photos\nfile://{home}/work Project X\nsftp://host{home}/remote\nnonsense\n"
    )
    assert judge("folder_bookmarked", path="My Photos").passed
    assert judge("folder_bookmarked", path="My Photos", label="My Photos").passed
    assert judge("folder_bookmarked", path="work", label="Project X").passed
    for path, label in (("work", "work"), ("wor", ""), ("remote", ""), ("My%20Photos", ""), ("Work", "")):
        assert not judge("folder_bookmarked", path=path, label=label).passed


def test_recent_files(home: Path, judge) -> None:
    (home / ".local/share").mkdir(parents=True)
    recent = home / ".local/share/recently-used.xbel"
    recent.write_text(
        f'<?xml version="1.0"?><xbel version="1.0"><bookmark href="file://{home}/Gr%C3%BC%C3%9Fe.txt"/></xbel>'
    )
    assert judge("recent_file", path="Grüße.txt").passed
    assert not judge("recent_file", path="Grüße").passed
    recent.write_text(recent.read_text()[:-5])
    assert "cannot be read as XML" in judge("recent_file", path="Grüße.txt").reason
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(12))
    recent.write_text(f"<!DOCTYPE x [{laughs}]><xbel>&l11;</xbel>")
    assert not judge("recent_file", path="Grüße.txt").passed


@pytest.fixture
def browser(home: Path) -> Iterator[sqlite3.Connection]:
    """The data base of a Firefox that runs: locked, its last changes in the log beside it."""
    profile = home / ".mozilla/firefox/abc.default"
    profile.mkdir(parents=True)
    connection = sqlite3.connect(profile / "places.sqlite", isolation_level=None)
    connection.executescript(
        """
        pragma page_size = 32768; pragma journal_mode = wal; pragma locking_mode = exclusive;
        create table moz_places (id integer primary key, url text, title text, visit_count integer);
        create table moz_bookmarks (id integer primary key, type integer, fk integer, parent integer, title);
        insert into moz_bookmarks values (3, 2, null, 1, 'toolbar'), (4, 2, null, 3, 'Work');
        pragma wal_checkpoint(truncate);
        insert into moz_places values (1, 'https://www.crab.test/a/', 'A', 2);
        insert into moz_places values (2, 'https://crab.test/b', 'B', 0);
        insert into moz_bookmarks values (10, 1, 1, 3, 'Crab'), (11, 1, 2, 4, 'Bee');
        begin;
        insert into moz_places values (9, 'https://never.crab.test/', 'N', 1);
        """
    )
    yield connection
    connection.close()


def test_bookmarked_pages_of_a_running_browser(browser, judge) -> None:
    assert judge("web_bookmark", url="https://www.crab.test/a").passed
    assert judge(
        "web_bookmark", url="https://www.crab.test/a/", title="Crab", folder="Bookmarks Toolbar"
    ).passed
    assert judge("web_bookmark", url="https://crab.test/b", folder="Work").passed
    assert judge("web_bookmark", url="crab.test/b", match="contains").passed
    for arguments in (
        {"url": "https://www.crab.test/"},
        {"url": "http://www.crab.test/a"},
        {"url": "https://www.crab.test/a", "title": "crab"},
        {"url": "https://www.crab.test/a", "folder": "Work"},
        {"url": "", "match": "contains"},
        {"url": "https://never.crab.test"},
    ):
        assert not judge("web_bookmark", **arguments).passed


def test_visited_pages_of_a_running_browser(browser, judge) -> None:
    assert judge("web_visited", url="https://www.crab.test/a").passed
    assert judge("web_visited", url="crab.test/a", match="contains").passed
    for near in ("crab.test/A", "", "crab.test/b"):
        assert not judge("web_visited", url=near, match="contains").passed
    assert judge("web_visited", url=r"crab\.test/\w/$", match="regex").passed
    assert not judge("web_visited", url="https://crab.test/b").passed  # known, but never visited
    assert not judge("web_visited", url="https://never.crab.test").passed  # not committed
    browser.execute("commit")
    assert judge("web_visited", url="https://never.crab.test").passed


def test_a_log_of_an_earlier_time_does_not_count(browser, home: Path, judge) -> None:
    profile = home / ".mozilla/firefox/abc.default"
    log = (profile / "places.sqlite-wal").read_bytes()
    assert judge("web_visited", url="https://www.crab.test/a").passed
    frame = 24 + 32768
    for broken in (
        log[:16] + b"\0\0\0\0" + log[20:],  # another salt
        log[:40] + b"\0\0\0\0" + log[44:],  # another salt in the first frame
        b"\0" + log[1:],
        log[: 32 + frame - 1],
        log[: 32 + frame // 2] + b"x" + log[33 + frame // 2 :],  # another page than the checksum's
        log[:31],
    ):
        (profile / "places.sqlite-wal").write_bytes(broken)
        assert not judge("web_visited", url="https://www.crab.test/a").passed
    (profile / "places.sqlite-wal").write_bytes(log)
    assert judge("web_visited", url="https://www.crab.test/a").passed


@pytest.mark.parametrize("damage", ["cut", "noise", "empty", "text", "views"])
def test_a_data_base_made_to_hurt_is_a_failed_verdict(home: Path, judge, damage: str) -> None:
    profile = home / ".mozilla/firefox/abc.default"
    profile.mkdir(parents=True)
    file = profile / "places.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("create table moz_bookmarks (id, type, fk, parent, title)")
    if damage == "views":
        connection.execute(
            "create view moz_places as with recursive n(i) as (select 1 union all select i + 1 from n) "
            "select 'https://crab.test/' as url, i as id, '' as title, 1 as visit_count from n"
        )
    else:
        connection.execute("create table moz_places (id, url, title, visit_count)")
        connection.executemany(
            "insert into moz_places values (?, ?, '', 1)", [(i, f"https://crab.test/{i}") for i in range(500)]
        )
    connection.commit()
    connection.close()
    data = file.read_bytes()
    if damage in {"cut", "noise", "empty", "text"}:
        file.write_bytes(
            {"cut": data[:5000], "noise": data[:100] + b"\xff" * 9000, "empty": b"", "text": b"x" * 200}[
                damage
            ]
        )
    assert not judge("web_visited", url="https://crab.test/x499").passed
    assert not judge("web_bookmark", url="https://crab.test/499").passed


def test_no_browser_was_ever_opened(home: Path, judge) -> None:
    assert not judge("web_bookmark", url="https://crab.test").passed
    (home / ".mozilla/firefox/abc.default").mkdir(parents=True)
    assert not judge("web_visited", url="https://crab.test").passed
    shutil.rmtree(home / ".mozilla/firefox")
    (home / ".mozilla/firefox").touch()
    assert not judge("web_visited", url="https://crab.test").passed


def test_the_history_of_a_shell(home: Path, judge) -> None:
    (home / ".bash_history").write_bytes(
        b"#1715680800\nls -l \ngit commit -m 'a b'\nls -l\xff\n"[:-3] + b"\n"
    )
    assert judge("shell_history", command="ls -l").passed
    assert judge("shell_history", command=" git commit -m 'a b' ").passed
    assert judge("shell_history", command="commit", match="contains").passed
    assert judge("shell_history", command=r"^git\s+commit", match="regex").passed
    for command, match in (
        ("ls", "exact"),
        ("LS -l", "exact"),
        ("#1715680800", "exact"),
        ("1715680800", "contains"),
        ("", "exact"),
        ("", "contains"),
        (r"^commit", "regex"),
        ("l\ngit", "contains"),
    ):
        assert not judge("shell_history", command=command, match=match).passed
    assert not judge("shell_history", command="ls -l", file="missing").passed


def test_default_applications(home: Path, judge) -> None:
    (home / ".config").mkdir()
    (home / ".local/share/applications").mkdir(parents=True)
    (home / ".local/share/applications/mimeapps.list").write_text(
        "[Default Applications]\ntext/plain=vim.desktop;\nimage/jpeg=gimp.desktop\n"
    )
    listed = home / ".config/mimeapps.list"
    listed.write_text(
        "[Added Associations]\nimage/png=gimp.desktop;\n[Default Applications]\n"
        "text/plain = org.gnome.gedit.desktop;vim.desktop\nx-scheme-handler/http=firefox-esr.desktop\n"
    )
    assert judge("default_application", kind="text", app="org.gnome.gedit").passed
    assert judge("default_application", kind="text/plain", app="org.gnome.gedit.desktop").passed
    assert judge("default_application", kind="web", app="firefox-esr").passed
    assert judge("default_application", kind="image/jpeg", app="gimp").passed
    for kind, app in (
        ("text", "vim"),
        ("text", "gedit"),
        ("web", "firefox"),
        ("image/png-of-crabs", "gimp"),
        ("text/plai", "org.gnome.gedit"),
    ):
        assert not judge("default_application", kind=kind, app=app).passed
    listed.write_bytes(b"\xff\xfe")
    assert judge("default_application", kind="text", app="vim").passed
