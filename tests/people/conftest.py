"""Tests of people play on devices that live in this process, and paint their screens."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE, HERE.parent / "core", HERE.parent / "report"):
    sys.path.insert(0, str(folder))  # specs name what they load as "stage:…", and so do the tests
