"""What can be judged of a desktop. Each evaluator gives a reason, also when it passes."""

from crab_ubuntu.evaluators import (
    archives,
    attributes,
    bookmarks,
    clipboard,
    defaults,
    files,
    folders,
    history,
    images,
    joining,
    processes,
    repositories,
    settings,
    values,
    windows,
)
from crab_ubuntu.evaluators.archives import archive_content, archive_contents
from crab_ubuntu.evaluators.attributes import file_modified, file_permissions, file_type
from crab_ubuntu.evaluators.bookmarks import folder_bookmarked, recent_file, web_bookmark, web_visited
from crab_ubuntu.evaluators.clipboard import clipboard_image, clipboard_text, clipboard_url
from crab_ubuntu.evaluators.defaults import default_application, wallpaper
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
from crab_ubuntu.evaluators.history import shell_history
from crab_ubuntu.evaluators.images import (
    image_changed,
    image_format,
    image_grayscale,
    image_measure,
    image_pixel,
    image_similar,
    image_size,
    image_transparent,
)
from crab_ubuntu.evaluators.joining import image_cropped, image_same, image_turned, images_joined
from crab_ubuntu.evaluators.processes import process_running
from crab_ubuntu.evaluators.repositories import (
    git_branch,
    git_clean,
    git_commit,
    git_commit_count,
    git_file,
    git_remote,
    git_repository,
    git_tag,
)
from crab_ubuntu.evaluators.settings import gsettings_value
from crab_ubuntu.evaluators.values import csv_cell, csv_rows, file_value, file_value_absent
from crab_ubuntu.evaluators.windows import (
    focused_window,
    window_count,
    window_geometry,
    window_state,
    window_title,
)

EVALUATORS = (
    *windows.EVALUATORS,
    *processes.EVALUATORS,
    *settings.EVALUATORS,
    *defaults.EVALUATORS,
    *clipboard.EVALUATORS,
    *files.EVALUATORS,
    *attributes.EVALUATORS,
    *folders.EVALUATORS,
    *values.EVALUATORS,
    *bookmarks.EVALUATORS,
    *images.EVALUATORS,
    *joining.EVALUATORS,
    *archives.EVALUATORS,
    *repositories.EVALUATORS,
    *history.EVALUATORS,
)

__all__ = [
    "EVALUATORS",
    "archive_content",
    "archive_contents",
    "clipboard_image",
    "clipboard_text",
    "clipboard_url",
    "csv_cell",
    "csv_rows",
    "default_application",
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
    "file_value",
    "file_value_absent",
    "files_copied",
    "focused_window",
    "folder_bookmarked",
    "folder_contents",
    "folder_count",
    "git_branch",
    "git_clean",
    "git_commit",
    "git_commit_count",
    "git_file",
    "git_remote",
    "git_repository",
    "git_tag",
    "gsettings_value",
    "image_changed",
    "image_cropped",
    "image_format",
    "image_grayscale",
    "image_measure",
    "image_pixel",
    "image_same",
    "image_similar",
    "image_size",
    "image_transparent",
    "image_turned",
    "images_joined",
    "process_running",
    "recent_file",
    "shell_history",
    "wallpaper",
    "web_bookmark",
    "web_visited",
    "window_count",
    "window_geometry",
    "window_state",
    "window_title",
]
