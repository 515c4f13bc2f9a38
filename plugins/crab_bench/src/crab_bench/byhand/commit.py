"""Both: a note on the phone says what to commit in a git repository on the desktop."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Final

from crab_android import allowed
from crab_android.evaluators import app_in_front, text_on_screen, todo_exists
from crab_bench.byhand import solving_commit as solving
from crab_bench.byhand.drawn import NOW, phrases
from crab_bench.byhand.repository import repository
from crab_core import CheckpointGraph, Limits, May, Task
from crab_ubuntu.evaluators import file_value, git_branch, git_clean, git_commit, git_commit_count, git_file

DESCRIPTION: Final = (
    'On the phone, the note titled "{title}" in "Notes" says what to change in the git repository '
    "~/Projects/{project} on the desktop. Make the change there on a new branch of the name that the "
    "note gives, "
    "commit it with the note's message and nothing else, and leave that branch checked out with everything "
    'committed; the branch main stays as it is. Then add a to-do to the phone\'s "Tasks" whose title is '
    "only the name of the branch, and complete."
)
_NAMES: Final = ("lighthouse", "harbour", "orchard", "windmill", "compass", "meadow", "granary", "viaduct")
_KEYS: Final = ("width", "height", "volume", "delay", "columns", "margin", "limit", "retries")
_BODIES: Final = (
    "Set {key} to {value} in settings.ini. Branch: {branch}. Commit message: {message}",
    "In settings.ini, {key} becomes {value}. Branch: {branch}. Commit message: {message}",
    "{key} has to be {value} (see settings.ini). Branch: {branch}. Commit message: {message}",
)
_TITLES: Final = ("Next change for {project}", "{project}: next change", "To change in {project}")
_WHYS: Final = ("for small screens", "as agreed on Monday", "after the test", "for the fair", "on request")


def commit_by_note(seed: int) -> Task:
    """Draw the repository, the change, its branch and message, and notes that say something else."""
    chance = random.Random(seed)
    project, other = chance.sample(_NAMES, k=2)
    keys = chance.sample(_KEYS, k=5)
    old = dict(zip(keys, chance.sample(range(10, 100), k=5), strict=True))
    values = chance.sample(range(100, 1000), k=2)
    key, wrong = chance.sample(keys[1:], k=2)
    branches = ["-".join(pair) for pair in phrases(chance, 2)]
    messages = [f"Set {one} {why}" for one, why in zip((key, wrong), chance.sample(_WHYS, k=2), strict=True)]
    title = chance.choice(_TITLES).format(project=project)
    bodies = [
        chance.choice(_BODIES).format(key=k, value=v, branch=b, message=m)
        for k, v, b, m in zip((key, wrong), values, branches, messages, strict=True)
    ]
    notes = [
        {"title": title, "body": bodies[0]},
        {"title": f"{title} (done)", "body": bodies[1]},
        {"title": title.replace(project, other), "body": bodies[1].replace(branches[1], "later")},
        {"title": "Shopping", "body": "Oat milk, rice, lamp oil"},
    ]
    chance.shuffle(notes)
    path = f"Projects/{project}"
    (branch, _), (message, _) = branches, messages
    wanted = _settings({**old, key: values[0]})
    nodes = {
        "Notes in front": app_in_front(package="org.crab.notes"),
        "note read": text_on_screen(text=bodies[0], package="org.crab.notes"),
        "branch checked out": git_branch(path=path, branch=branch),
        "file changed": file_value(path=f"{path}/settings.ini", at=["display", key], value=values[0]),
        "committed on the branch": git_commit(path=path, message=message, ref=branch),
        "commit has the change": git_file(path=path, file="settings.ini", content=wanted, ref=branch),
        "nothing else changed": git_clean(path=path)
        & git_commit_count(path=path, count=2, ref=branch)
        & git_commit_count(path=path, count=1, ref="main"),
        "to-do added": todo_exists(title=branch, done=False),
    }
    edges = [
        ("Notes in front", "note read"),
        ("note read", "branch checked out"),
        ("note read", "file changed"),
        ("branch checked out", "committed on the branch"),
        ("file changed", "committed on the branch"),
        ("committed on the branch", "commit has the change"),
        ("commit has the change", "nothing else changed"),
        ("note read", "to-do added"),
    ]
    given = partial(partial, title=title, project=project)
    return Task(
        id="commit_by_note",
        description=DESCRIPTION.format(title=title, project=project),
        worlds={
            "android": {"clock": NOW, "notes": notes, "tasks": ["Buy stamps", "Book the small room"]},
            "ubuntu": {
                "files": {
                    **repository(
                        path, {"settings.ini": _settings(old), "README.md": f"# {project}\n"}, "Start"
                    ),
                    **repository(f"Projects/{other}", {"settings.ini": _settings(old)}, "Start"),
                }
            },
        },
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 8 + 5),
        solution=given(solving.solve),
        alternatives={
            "in gedit": given(solving.solve_in_gedit),
            "to-do first": given(solving.solve_to_do_first),
        },
        mutants={
            "on main": given(solving.solve_on_main),
            "the note that is done": given(solving.solve_done_note),
        },
        may_change={
            "android": allowed.todo_added(branch),
            "ubuntu": [May(f"files/{path}/settings.ini", kinds=("changed",))],
        },
        applications={"android": ("Notes", "Tasks"), "ubuntu": ("Terminal",)},
    )


def _settings(values: Mapping[str, int]) -> str:
    return "[display]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())
