"""Which commands may be sent again when their answer was lost: those that read, and those that set."""

from __future__ import annotations

import re
from typing import Final

_READS: Final = (
    r"cat|cmd \w+ (get|list|query)\S*|content (query|read)|date( \+.*)?|df|dumpsys|getprop|id|ime list|ls"
    r"|md5sum|pidof|pm (dump|get-\S+|list|path)|ps|readlink|screencap|settings (get|list)|sha256sum|stat|true"
    r"|uiautomator dump|uname|whoami|wm (size|density)"
)
# These bring about a state, wherever they start from. A toggle, as of KEYCODE_POWER, is not among them.
_SETS: Final = (
    r"am (force-stop|kill-all)|cmd \w+ set-\S+|ime (enable|set)|pm (clear|disable\S*|enable|grant|revoke)"
    r"|settings (put|delete)|setprop|svc (bluetooth|data|nfc|wifi)"
    r"|input keyevent (KEYCODE_HOME|KEYCODE_SLEEP|KEYCODE_WAKEUP|3|223|224)$"
)
_COMMAND: Final = re.compile(rf"(?:{_READS}|{_SETS})(?:\s|$)")
_SEPARATOR: Final = re.compile(r"[;&|\n]+")
_UNCLEAR: Final = re.compile(r"[`\\]|\$\(|>(?!\s*(?:/dev/null|&1))")


def is_repeatable(command: str) -> bool:
    """Whether a shell command may run twice without harm. In doubt it may not.

    Args:
        command: Shell text; every command in it must be known here, and none may write into a file.
    """
    bare = re.sub(r"'[^']*'|\"[^\"`$\\]*\"", "x", command)
    if _UNCLEAR.search(bare):
        return False
    parts = [part.strip() for part in _SEPARATOR.split(re.sub(r"\d?>\s*(/dev/null|&1)", " ", bare))]
    filters = ("grep", "head", "tail", "wc", "sort", "echo")
    return all(_COMMAND.match(part) or part.split(" ")[0] in filters for part in parts if part)
