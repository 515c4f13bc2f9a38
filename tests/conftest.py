"""What holds for every test of the workspace."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
settings.register_profile("crab", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crab")
