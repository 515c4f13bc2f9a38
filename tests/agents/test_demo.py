"""The demo task of the paper on a real GNOME desktop and a phone: each structure, each with another SDK."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agents.conftest import Play

pytestmark = pytest.mark.desktop


@pytest.mark.parametrize(
    ("policy", "provider", "agents"),
    [
        ("single", "openai", ["main"]),
        ("functionality", "anthropic", ["main", "tool"]),
        ("environment", "google", ["android", "main", "root", "ubuntu"]),
    ],
)
def test_a_structure_solves_the_demo_task(
    play: Play, service: Any, policy: str, provider: str, agents: list[str]
) -> None:
    played = play("todo_settings", policy, provider)
    assert played.result.termination == "success", played.result.error
    assert service.refused == []
    assert sorted(played.agents) == agents
    sizes = {size for asked in played.asked for _, *size in asked.pictures for size in [tuple(size)]}
    assert sizes == {(1080, 2400), (1920, 1080)}
