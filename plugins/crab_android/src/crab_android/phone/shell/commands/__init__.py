"""The commands that the phone's shell knows, by name."""

from __future__ import annotations

from ..call import CommandFunction
from . import activity, dumpsys, files, input, package, screen, settings, system, text

COMMANDS: dict[str, CommandFunction] = {
    **activity.COMMANDS,
    **dumpsys.COMMANDS,
    **files.COMMANDS,
    **input.COMMANDS,
    **package.COMMANDS,
    **screen.COMMANDS,
    **settings.COMMANDS,
    **system.COMMANDS,
    **text.COMMANDS,
}
