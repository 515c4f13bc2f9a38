"""Tests of the core play on devices that live in this process."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # specs name what they load as "toys:…", and so do the tests
