"""Evaluators that look at what was typed into a shell."""

from __future__ import annotations

import re
from typing import Final

from crab_core import Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.reading import read_text, short
from crab_ubuntu.evaluators.texts import Match, judge_text

FILE: Final = ".bash_history"
LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a history."""


@evaluator(env="ubuntu")
@boxed
def shell_history(command: str, match: Match = "exact", file: str = FILE) -> Verdict:
    """The shell's history has this command.

    A bash writes its history when it ends, and after every command where the world's ~/.bashrc says so.

    Args:
        command: The command line or regular expression.
        match: "exact" compares a whole line without the spaces around it; "contains" and "regex" look within
            each line.
        file: The history, from the home folder.
    """
    lines = [line.strip() for line in read_text(file, LARGEST).split("\n")]
    commands = [line for line in lines if line and not re.fullmatch(r"#\d+", line)]  # a time is no command
    for line in commands if command.strip() else []:
        verdict = judge_text("a command", line, command.strip() if match == "exact" else command, match)
        if verdict.passed:
            return Verdict(True, f"{file} has the command {short(line)}")
    last = f"; the last is {short(commands[-1])}" if commands else ""
    return Verdict(False, f"none of the {len(commands)} commands in {file} is {short(command)}{last}")


EVALUATORS = (shell_history,)
