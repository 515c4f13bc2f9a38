"""What holds for all tests of the benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest

SUITES = {"adb", "commands", "desktop", "docs"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is in no other suite is in that of the benchmark."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and not SUITES & {mark.name for mark in item.iter_markers()}:
            item.add_marker(pytest.mark.bench)
