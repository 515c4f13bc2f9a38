"""What holds for every test of this folder."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, which may be busy, and nothing of the code.
settings.register_profile("device", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("device")
