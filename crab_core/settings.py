"""The one place where Crab reads environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of this machine and user; what belongs to an experiment is in its file instead."""

    runs: Path = Path("runs")
    """`CRAB_RUNS`: where run directories go when none is named."""
    plugins: tuple[str, ...] | None = None
    """`CRAB_PLUGINS`: the plugins to load, separated by commas; all installed ones when unset."""
    tracebacks: bool = False
    """`CRAB_TRACEBACKS`: set to 1 to see tracebacks of errors that are otherwise told in one line."""

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read the settings from environment variables.

        Args:
            environ: The variables; those of this process when left out.
        """
        environ = os.environ if environ is None else environ
        names = environ.get("CRAB_PLUGINS", "")
        return cls(
            runs=Path(environ.get("CRAB_RUNS") or "runs"),
            plugins=tuple(n.strip() for n in names.split(",") if n.strip()) or None,
            tracebacks=environ.get("CRAB_TRACEBACKS", "") not in ("", "0"),
        )
