"""What docs/desktop-worlds.md shows is what works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from crab_ubuntu.worlds.files import CONTENTS, PHOTO
from crab_ubuntu.worlds.windows import FIELDS as OF_A_WINDOW
from crab_ubuntu.worlds.world import FIELDS, read_world

PAGE = (Path(__file__).parents[3] / "docs" / "desktop-worlds.md").read_text("utf-8")


def test_the_world_of_the_page_can_be_and_has_every_field() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)
    world = names["world"]
    read_world(world)
    assert {*world, "services"} == set(FIELDS), "services have a page of their own"
    assert {key for window in world["windows"] for key in window} == set(OF_A_WINDOW)


def test_every_field_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == sorted(
        FIELDS, key=lambda name: PAGE.index(f"| `{name}` |")
    )
    for name in (*CONTENTS, *PHOTO, *OF_A_WINDOW):
        assert f"`{name}`" in PAGE, name
