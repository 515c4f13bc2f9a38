"""Evaluators that look into git repositories.

They read the repository's files through dulwich, which is Python: the git program would run what the agent
may have written into the repository's configuration (filters, monitors, pagers).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from crab_core import Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.reading import LARGEST, UnreadableError, kind, parsing, place, short, status
from crab_ubuntu.evaluators.texts import Match, judge_text

if TYPE_CHECKING:
    from dulwich.objects import Commit
    from dulwich.repo import Repo

MOST_COMMITS: Final = 2000


@evaluator(env="ubuntu")
@boxed
def git_repository(path: str) -> Verdict:
    """A folder is the top of a git repository.

    Args:
        path: From the home folder, or absolute.
    """
    with _repository(path) as repository:
        branch = _head(repository)
    return Verdict(True, f"{path} is a git repository with HEAD at {short(branch)}")


@evaluator(env="ubuntu")
@boxed
def git_branch(path: str, branch: str, current: bool = True) -> Verdict:
    """A git repository is on this branch, or has it.

    Args:
        path: The repository, from the home folder or absolute.
        branch: Such as "main".
        current: Whether it must be the one that is checked out; otherwise it must have a commit.
    """
    with _repository(path) as repository:
        head = _head(repository).removeprefix("ref: refs/heads/")
        branches = sorted(_text(name) for name in repository.refs.as_dict(b"refs/heads"))  # type: ignore[arg-type]
    if current:
        return Verdict(
            head == branch, f"{path} is on {short(head)}" + ("" if head == branch else f", not {branch}")
        )
    return Verdict(branch in branches, f"{path} has the branches {short(branches)}")


@evaluator(env="ubuntu")
@boxed
def git_commit(
    path: str,
    message: str = "",
    match: Match = "exact",
    author: str = "",
    ref: str = "HEAD",
    anywhere: bool = False,
) -> Verdict:
    """The last commit of a git repository, or any that led to it, has this message and author.

    Args:
        path: The repository, from the home folder or absolute.
        message: The whole message without the line break at its end, a part or a regular expression; any when
            empty.
        match: How the message is compared, as for `file_content`.
        author: Name, mail address, or both as "Name <mail>"; anybody when empty.
        ref: Branch, tag or hash of the commit.
        anywhere: Whether an earlier commit will do.
    """
    with _repository(path) as repository:
        commits = list(itertools.islice(_history(repository, path, ref), MOST_COMMITS if anywhere else 1))
        found = [(_text(commit.message).strip(), _text(commit.author)) for commit in commits]
    for said, by in found:
        names = {by, by.partition(" <")[0], by.partition("<")[2].removesuffix(">")}
        if author and author not in names:
            continue
        if not message or judge_text("", said, message.strip(), match).passed:
            return Verdict(True, f"{path} has the commit {short(said)} by {by}")
    last = f"{short(found[0][0])} by {found[0][1]}"
    wanted = f"{short(message)} by {author or 'anybody'}"
    return Verdict(False, f"{path} has no commit {wanted}; the last of {len(found)} at {ref} is {last}")


@evaluator(env="ubuntu")
@boxed
def git_commit_count(path: str, count: int, ref: str = "HEAD") -> Verdict:
    """So many commits led to where a git repository is.

    Args:
        path: The repository, from the home folder or absolute.
        count: Commits.
        ref: Branch, tag or hash to count from.
    """
    with _repository(path) as repository:
        try:
            found = sum(1 for _ in itertools.islice(_history(repository, path, ref), MOST_COMMITS + 1))
        except UnreadableError:
            if count or ref != "HEAD":
                raise
            found = 0  # new and empty
    return Verdict(
        found == count, f"{path} has {found} commits at {ref}" + ("" if found == count else f", not {count}")
    )


@evaluator(env="ubuntu")
@boxed
def git_file(path: str, file: str, content: str, match: Match = "exact", ref: str = "HEAD") -> Verdict:
    """A file as it was committed says this.

    Args:
        path: The repository, from the home folder or absolute.
        file: From the top of the repository.
        content: The text or regular expression.
        match: How it is compared, as for `file_content`.
        ref: Branch, tag or hash of the commit.
    """
    from dulwich.objects import Blob

    name = f"{file} at {ref} of {path}"
    with _repository(path) as repository:
        tree: Any = repository[_commit(repository, path, ref).tree]
        try:
            _, identifier = tree.lookup_path(repository.object_store.__getitem__, file.encode())
        except KeyError as error:
            raise UnreadableError("was not committed", name) from error
        blob = repository[identifier]
        if not isinstance(blob, Blob):
            raise UnreadableError("is no file", name)
        data = blob.data
    if len(data) > LARGEST:
        raise UnreadableError(f"has more than {LARGEST} bytes", name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError("is no UTF-8 text", name) from error
    return judge_text(name, text, content, match)


@evaluator(env="ubuntu")
@boxed
def git_clean(path: str, untracked: bool = True) -> Verdict:
    """Everything in a git repository's folder is committed.

    Args:
        path: The repository, from the home folder or absolute.
        untracked: Whether files that git does not know count as well, but those that .gitignore names.
    """
    from crab_ubuntu.evaluators.worktree import changes

    with _repository(path) as repository:
        found = sorted(changes(repository, _commit(repository, path, "HEAD"), untracked=untracked))
    if found:
        return Verdict(False, f"{path} has {len(found)} changes: {short(', '.join(found), 200)}")
    return Verdict(True, f"everything in {path} is committed")


@evaluator(env="ubuntu")
@boxed
def git_tag(path: str, tag: str, ref: str = "") -> Verdict:
    """A git repository has this tag.

    Args:
        path: The repository, from the home folder or absolute.
        tag: Its name.
        ref: Branch, tag or hash of the commit that it must be at; any when empty.
    """
    with _repository(path) as repository:
        tags = sorted(_text(name) for name in repository.refs.as_dict(b"refs/tags"))  # type: ignore[arg-type]
        if tag not in tags:
            return Verdict(False, f"{path} has the tags {short(tags)}, no {tag!r}")
        at = _commit(repository, path, f"refs/tags/{tag}").id
        if ref and at != _commit(repository, path, ref).id:
            return Verdict(False, f"the tag {tag!r} of {path} is at {_text(at)[:10]}, not at {ref}")
    return Verdict(True, f"{path} has the tag {tag!r} at {_text(at)[:10]}")


@evaluator(env="ubuntu")
@boxed
def git_remote(path: str, url: str, name: str = "origin") -> Verdict:
    """A git repository has a remote at this address.

    Args:
        path: The repository, from the home folder or absolute.
        url: Its address, exactly.
        name: What it is called.
    """
    with _repository(path) as repository:
        try:
            found = _text(repository.get_config().get((b"remote", name.encode()), b"url"))
        except KeyError:
            return Verdict(False, f"{path} has no remote {name!r}")
    return Verdict(
        found == url,
        f"the remote {name!r} of {path} is {short(found)}" + ("" if found == url else f", not {url}"),
    )


@contextmanager
def _repository(path: str) -> Iterator[Repo]:
    """An open repository; what breaks while it is read is a fault of the repository."""
    from dulwich.errors import NotGitRepository
    from dulwich.repo import Repo

    if kind(status(path)) != "folder":
        raise UnreadableError("is no folder", path)
    with parsing(path, "a git repository"):
        try:
            repository = Repo(str(place(path)))
        except NotGitRepository as error:
            raise UnreadableError("is no git repository", path) from error
        with repository:
            if not _head(repository):
                raise UnreadableError("is no git repository: it has no HEAD", path)
            yield repository


def _head(repository: Repo) -> str:
    """What HEAD says: "ref: refs/heads/main", or a hash."""
    from dulwich.refs import HEADREF

    return _text(repository.refs.read_ref(HEADREF) or b"")


def _commit(repository: Repo, path: str, ref: str) -> Commit:
    from dulwich.objects import Commit, Tag

    found: Any = None
    for name in (ref, f"refs/heads/{ref}", f"refs/tags/{ref}", f"refs/remotes/{ref}"):
        try:
            found = repository[name.encode()]
        except (KeyError, ValueError):
            continue
        break
    for _ in range(10):  # a tag of a tag of a tag
        if not isinstance(found, Tag):
            break
        found = repository[found.object[1]]
    if not isinstance(found, Commit):
        raise UnreadableError(f"has no commit {ref}", path)
    return found


def _history(repository: Repo, path: str, ref: str) -> Iterator[Commit]:
    for entry in repository.get_walker(include=[_commit(repository, path, ref).id]):
        yield entry.commit


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


EVALUATORS = (
    git_repository,
    git_branch,
    git_commit,
    git_commit_count,
    git_file,
    git_clean,
    git_tag,
    git_remote,
)
