"""Three sub-tasks of texts on one real desktop: done rightly they succeed, and with one done wrongly not."""

from __future__ import annotations

import dataclasses

import pytest

from crab_core import Composition, Link, Node
from crab_core.compose.realise import realise
from crab_core.episode import Episode, Termination
from crab_core.families import catalogue
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.policies.solution import SolutionPolicy
from crab_core.rig import Rig

CHAIN = Composition(
    id="chain",
    nodes=[Node("find_text_file"), Node("read_file"), Node("write_in_vim")],
    links=[Link(0, 1, "file"), Link(1, 2, "content")],
)


@pytest.mark.desktop
def test_what_is_found_is_read_and_written() -> None:
    plugins = Plugins.load()
    task = realise(CHAIN, catalogue(plugins), 5)
    wrong = next(name for name in task.mutants if name.startswith("2."))
    with Rig(plugins) as rig:
        for solution, end in (
            (task.solution, Termination.SUCCESS),
            (task.mutants[wrong], Termination.FALSE_COMPLETION),
        ):
            one = dataclasses.replace(task, solution=solution)
            prompter = make_prompter(plugins, "")
            result = Episode("x", one, rig.prepare(one), SolutionPolicy(), prompter).run()
            assert result.termination is end, result.error or result.nodes
