"""What can be judged on the phone."""

from __future__ import annotations

from crab_android.evaluators.apps import app_in_front, app_installed
from crab_android.evaluators.screen import element_present
from crab_android.evaluators.stored import content_row, file_contains, setting_is

EVALUATORS = (app_in_front, app_installed, content_row, element_present, file_contains, setting_is)

__all__ = [
    "EVALUATORS",
    "app_in_front",
    "app_installed",
    "content_row",
    "element_present",
    "file_contains",
    "setting_is",
]
