"""Git repositories, made by git and read without it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., None]


@pytest.fixture
def work(home: Path, git: Git) -> Path:
    """Two commits on main, a third on the branch "other", which is checked out."""
    folder = home / "work"
    folder.mkdir()
    git("work", "init", "-b", "main")
    (folder / "a.txt").write_text("one\n")
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("a.txt")
    (folder / ".gitignore").write_text("*.o\n")
    (folder / "sub").mkdir()
    (folder / "sub/b.txt").write_text("b\n")
    git("work", "add", ".")
    git("work", "commit", "-m", "First")
    git("work", "tag", "light")
    (folder / "a.txt").write_text("two\n")
    git("work", "commit", "-am", "Second\n\nWith a body.")
    git("work", "tag", "-a", "v1", "-m", "One")
    git("work", "remote", "add", "origin", "https://git.crab.test/work.git")
    git("work", "checkout", "-b", "other")
    (folder / "a.txt").write_text("three\n")
    git("work", "commit", "-am", "Third", "--author=Bob Ray <bob@crab.test>")
    return folder


CASES = [
    ("git_repository", {}, True),
    ("git_branch", {"branch": "other"}, True),
    ("git_branch", {"branch": "main"}, False),
    ("git_branch", {"branch": "Other"}, False),
    ("git_branch", {"branch": "main", "current": False}, True),
    ("git_branch", {"branch": "mai", "current": False}, False),
    ("git_commit", {"message": "Third"}, True),
    ("git_commit", {"message": "Third", "author": "Bob Ray"}, True),
    ("git_commit", {"message": "Third", "author": "bob@crab.test"}, True),
    ("git_commit", {"message": "Third", "author": "Bob Ray <bob@crab.test>"}, True),
    ("git_commit", {"author": "Ann Lee"}, False),
    ("git_commit", {"author": "Bob"}, False),
    ("git_commit", {"message": "third"}, False),
    ("git_commit", {"message": "Thir"}, False),
    ("git_commit", {"message": "Thir", "match": "contains"}, True),
    ("git_commit", {"message": "^T.*d$", "match": "regex"}, True),
    ("git_commit", {"message": "Second"}, False),
    ("git_commit", {"message": "First", "anywhere": True}, True),
    ("git_commit", {"message": "First", "anywhere": True, "author": "Bob Ray"}, False),
    ("git_commit", {"message": "Third", "anywhere": True, "ref": "main"}, False),
    ("git_commit", {"message": "Second\n\nWith a body.", "ref": "main"}, True),
    ("git_commit", {"message": "Second", "ref": "main"}, False),
    ("git_commit", {"message": "First", "ref": "light"}, True),
    ("git_commit", {"message": "Third", "ref": "missing"}, False),
    ("git_commit_count", {"count": 3}, True),
    ("git_commit_count", {"count": 2}, False),
    ("git_commit_count", {"count": 2, "ref": "main"}, True),
    ("git_commit_count", {"count": 2, "ref": "v1"}, True),
    ("git_commit_count", {"count": 0, "ref": "missing"}, False),
    ("git_file", {"file": "a.txt", "content": "three"}, True),
    ("git_file", {"file": "a.txt", "content": "two"}, False),
    ("git_file", {"file": "a.txt", "content": "two", "ref": "main"}, True),
    ("git_file", {"file": "a.txt", "content": "two", "ref": "v1"}, True),
    ("git_file", {"file": "sub/b.txt", "content": "b"}, True),
    ("git_file", {"file": "sub", "content": "b"}, False),
    ("git_file", {"file": "b.txt", "content": "b"}, False),
    ("git_file", {"file": "a.txt", "content": "thre", "match": "contains"}, True),
    ("git_tag", {"tag": "v1"}, True),
    ("git_tag", {"tag": "v1", "ref": "main"}, True),
    ("git_tag", {"tag": "v1", "ref": "HEAD"}, False),
    ("git_tag", {"tag": "light"}, True),
    ("git_tag", {"tag": "v"}, False),
    ("git_remote", {"url": "https://git.crab.test/work.git"}, True),
    ("git_remote", {"url": "https://git.crab.test/work"}, False),
    ("git_remote", {"url": "https://git.crab.test/work.git", "name": "upstream"}, False),
    ("git_clean", {}, True),
]


def test_a_repository_loose_and_packed(work: Path, git: Git, judge) -> None:
    def wrong() -> list[object]:
        return [case for case in CASES if judge(case[0], path="work", **case[1]).passed is not case[2]]

    assert wrong() == []
    git("work", "gc", "--aggressive")
    git("work", "pack-refs", "--all")
    assert not list(work.glob(".git/refs/heads/*"))
    assert wrong() == []


def test_another_folder_of_the_same_repository(work: Path, git: Git, judge) -> None:
    git("work", "worktree", "add", "../second", "main")
    assert (work.parent / "second/.git").is_file()
    assert judge("git_branch", path="second", branch="main").passed
    assert judge("git_commit_count", path="second", count=2).passed
    assert judge("git_clean", path="second").passed


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda folder: (folder / "a.txt").write_text("threE\n"), "a.txt is changed"),
        (lambda folder: (folder / "a.txt").unlink(), "a.txt is changed"),
        (lambda folder: (folder / "run.sh").chmod(0o644), "run.sh is changed"),
        (
            lambda folder: ((folder / "link").unlink(), (folder / "link").symlink_to("run.sh")),
            "link is changed",
        ),
        (lambda folder: ((folder / "a.txt").unlink(), os.mkfifo(folder / "a.txt")), "a.txt is changed"),
        (lambda folder: (folder / "new").touch(), "new is untracked"),
        (lambda folder: (folder / "sub/new").touch(), "sub/new is untracked"),
    ],
)
def test_what_is_not_committed_is_found(work: Path, judge, change, reason: str) -> None:
    (work / "ignored.o").touch()
    assert judge("git_clean", path="work").passed
    change(work)
    verdict = judge("git_clean", path="work")
    assert not verdict.passed
    assert reason in verdict.reason
    assert judge("git_clean", path="work", untracked=False).passed is ("untracked" in reason)


def test_what_is_staged_is_not_committed(work: Path, git: Git, judge) -> None:
    (work / "new").touch()
    git("work", "add", "new")
    assert "new is staged" in judge("git_clean", path="work", untracked=False).reason
    git("work", "commit", "-m", "Fourth")
    assert judge("git_clean", path="work").passed
    git("work", "rm", "--cached", "new")
    assert "new is staged" in judge("git_clean", path="work", untracked=False).reason


def test_a_new_repository_has_no_commits(home: Path, git: Git, judge) -> None:
    (home / "new").mkdir()
    git("new", "init", "-b", "main")
    assert judge("git_repository", path="new").passed
    assert judge("git_branch", path="new", branch="main").passed
    assert not judge("git_branch", path="new", branch="main", current=False).passed
    assert judge("git_commit_count", path="new", count=0).passed
    assert not judge("git_commit", path="new").passed
    assert not judge("git_clean", path="new").passed


def test_a_head_that_is_on_no_branch(work: Path, git: Git, judge) -> None:
    git("work", "checkout", "--detach", "main")
    assert not judge("git_branch", path="work", branch="main").passed
    assert judge("git_commit_count", path="work", count=2).passed


def test_what_is_no_repository(home: Path, work: Path, judge) -> None:
    (home / "empty").mkdir()
    (home / "fake/.git").mkdir(parents=True)
    (home / "lost").mkdir()
    (home / "lost/.git").write_text("gitdir: /nowhere\n")
    (home / "file").touch()
    for path in (".", "empty", "fake", "lost", "file", "missing", "work/sub"):
        assert not judge("git_repository", path=path).passed
        assert not judge("git_commit_count", path=path, count=0).passed


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


BREAKS = {
    "head is a pipe": lambda folder: pipe(folder / ".git/HEAD"),
    "head is broken": lambda folder: (folder / ".git/HEAD").write_bytes(b"\xff\0"),
    "index is a pipe": lambda folder: pipe(folder / ".git/index"),
    "index is cut": lambda folder: (folder / ".git/index").write_bytes(
        (folder / ".git/index").read_bytes()[:60]
    ),
    "config is broken": lambda folder: (folder / ".git/config").write_bytes(b"[core\n\xff"),
    "no objects": lambda folder: shutil.rmtree(folder / ".git/objects"),
    "objects are cut": lambda folder: [
        (file.chmod(0o644), file.write_bytes(file.read_bytes()[:10]))
        for file in folder.glob(".git/objects/??/*")
    ],
    "objects are pipes": lambda folder: [pipe(file) for file in folder.glob(".git/objects/??/*")],
    "branch is nonsense": lambda folder: (folder / ".git/refs/heads/other").write_text("z" * 40),
    "branch leads to itself": lambda folder: (folder / ".git/refs/heads/other").write_text(
        "ref: refs/heads/other"
    ),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_repository_is_a_failed_verdict(work: Path, judge, how: str) -> None:
    BREAKS[how](work)
    assert not judge("git_clean", path="work").passed
    for evaluator, arguments, _ in CASES:
        judge(evaluator, path="work", **arguments)  # any verdict, no exception


def test_nothing_that_the_configuration_says_is_run(work: Path, git: Git, judge) -> None:
    trap = f"touch {work.parent}/pwned"
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "filter.x.clean",
        "filter.x.smudge",
        "diff.external",
    ):
        git("work", "config", key, trap)
    (work / ".git/info/attributes").write_text("* filter=x diff=x\n")
    (work / "a.txt").write_text("changed")
    for evaluator, arguments, _ in CASES:
        judge(evaluator, path="work", **arguments)
    assert not (work.parent / "pwned").exists()
