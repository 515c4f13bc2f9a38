"""What can be judged of a desktop. Each evaluator gives a reason, also when it passes."""

from crab_ubuntu.evaluators.files import file_content, file_exists
from crab_ubuntu.evaluators.processes import process_running
from crab_ubuntu.evaluators.settings import gsettings_value
from crab_ubuntu.evaluators.windows import focused_window, window_title

EVALUATORS = (focused_window, window_title, process_running, gsettings_value, file_content, file_exists)

__all__ = [
    "EVALUATORS",
    "file_content",
    "file_exists",
    "focused_window",
    "gsettings_value",
    "process_running",
    "window_title",
]
