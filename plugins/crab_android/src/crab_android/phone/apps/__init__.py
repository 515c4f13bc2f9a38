"""The apps that every phone has."""

from __future__ import annotations

from typing import Any

from ..app import App
from .launcher import APP as LAUNCHER_APP
from .settings import APP as SETTINGS_APP
from .tasks import APP as TASKS_APP

BUILT_IN: tuple[App[Any], ...] = (LAUNCHER_APP, TASKS_APP, SETTINGS_APP)
