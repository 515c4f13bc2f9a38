"""The commands that the phone's shell knows, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import CommandFunction
from . import (
    activity,
    awk,
    blocks,
    bugreport,
    builtins,
    cmd,
    compare,
    content,
    date,
    digests,
    dumpsys,
    echo,
    files,
    find,
    grep,
    input,
    listing,
    logcat,
    machine,
    network,
    package,
    paths,
    processes,
    screen,
    sed,
    settings,
    svc,
    text,
)

if TYPE_CHECKING:
    from ..interpreter import Shell

COMMANDS: dict[str, CommandFunction] = {
    **activity.COMMANDS,
    **awk.COMMANDS,
    **blocks.COMMANDS,
    **bugreport.COMMANDS,
    **builtins.COMMANDS,
    **cmd.COMMANDS,
    **compare.COMMANDS,
    **content.COMMANDS,
    **date.COMMANDS,
    **digests.COMMANDS,
    **dumpsys.COMMANDS,
    **echo.COMMANDS,
    **files.COMMANDS,
    **find.COMMANDS,
    **grep.COMMANDS,
    **input.COMMANDS,
    **listing.COMMANDS,
    **logcat.COMMANDS,
    **machine.COMMANDS,
    **network.COMMANDS,
    **package.COMMANDS,
    **paths.COMMANDS,
    **processes.COMMANDS,
    **screen.COMMANDS,
    **sed.COMMANDS,
    **settings.COMMANDS,
    **svc.COMMANDS,
    **text.COMMANDS,
}

_FOLDERS = ("/system/bin/", "/bin/", "/system/xbin/", "/vendor/bin/", "/product/bin/")


def find_command(word: str, shell: Shell) -> str | None:
    """The command that a word calls, by its name or by its path; None when there is none."""
    if "/" not in word:
        return word if word in COMMANDS else None
    path = shell.files.resolve(word, shell.folder)
    for folder in _FOLDERS:
        name = path.removeprefix(folder)
        if name != path and name in COMMANDS and name not in builtins.BUILTINS.keys() - builtins.PROGRAMS_TOO:
            return name
    return None
