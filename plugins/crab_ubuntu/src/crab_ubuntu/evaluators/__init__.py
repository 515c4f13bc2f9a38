"""What can be judged of a desktop. Each evaluator gives a reason, also when it passes."""

from crab_ubuntu.evaluators import attributes, files, folders, processes, settings, windows
from crab_ubuntu.evaluators.attributes import file_modified, file_permissions, file_type
from crab_ubuntu.evaluators.files import (
    file_absent,
    file_content,
    file_exists,
    file_hash,
    file_line_count,
    file_lines,
    file_link,
    file_same_as,
    file_size,
)
from crab_ubuntu.evaluators.folders import files_copied, folder_contents, folder_count
from crab_ubuntu.evaluators.processes import process_running
from crab_ubuntu.evaluators.settings import gsettings_value
from crab_ubuntu.evaluators.windows import focused_window, window_title

EVALUATORS = (
    *windows.EVALUATORS,
    *processes.EVALUATORS,
    *settings.EVALUATORS,
    *files.EVALUATORS,
    *attributes.EVALUATORS,
    *folders.EVALUATORS,
)

__all__ = [
    "EVALUATORS",
    "file_absent",
    "file_content",
    "file_exists",
    "file_hash",
    "file_line_count",
    "file_lines",
    "file_link",
    "file_modified",
    "file_permissions",
    "file_same_as",
    "file_size",
    "file_type",
    "files_copied",
    "focused_window",
    "folder_contents",
    "folder_count",
    "gsettings_value",
    "process_running",
    "window_title",
]
