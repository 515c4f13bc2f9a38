"""A picture made brighter on a real desktop is put into a document: one task of two sub-tasks, played."""

from __future__ import annotations

import pytest

from crab_core.compose.composition import Composition, Link, Node
from crab_core.compose.realise import realise
from crab_core.episode import Episode
from crab_core.families import catalogue
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.policies.solution import SolutionPolicy
from crab_core.rig import Rig


@pytest.mark.desktop
def test_a_brighter_picture_is_stacked_on_another() -> None:
    plugins = Plugins.load()
    composition = Composition(
        id="brighten, then stack",
        nodes=[Node("brighten_in_gimp"), Node("stack_in_writer")],
        links=[Link(0, 1, "top")],
    )
    task = realise(composition, catalogue(plugins), 1)
    with Rig(plugins) as rig:
        benchmark = rig.prepare(task)
        result = Episode("pictures", task, benchmark, SolutionPolicy(), make_prompter(plugins, "")).run()
    assert result.metrics.success, [node for node in result.nodes if node.step is None]
