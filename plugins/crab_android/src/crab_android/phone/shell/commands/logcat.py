"""``logcat`` and ``log``: what the phone and its apps write down."""

from __future__ import annotations

from ...state import LogLine
from ..call import Call, CommandFunction, Usage
from ..options import Options, options, whole_number
from ..regex import RegexError, compile_regex
from .processes import app_pid

_LEVELS = "VDIWEFS"
_POLL = 0.05  # seconds between two looks for new lines
_LONG = {
    "clear": "c",
    "dump": "d",
    "buffer": "b",
    "format": "v",
    "regex": "e",
    "max-count": "m",
    "last": "L",
    "buffer-size": "g",
    "file": "f",
    "pid": "p",
    "help": "h",
    "uid": "u",
    "wrap": "W",
    "print": "Q",
}
_PRIORITY = {"v": "V", "d": "D", "i": "I", "w": "W", "e": "E", "f": "F"}


async def _logcat(call: Call) -> int:
    chosen = options(call, "cdghsLSWDBQ", "bvtTfemrnpu", long=_LONG)
    lines = call.phone.state.lines
    if "c" in chosen:
        lines.clear()
        return 0
    if "g" in chosen:
        for name in ("main", "system", "crash"):
            call.print(
                f"{name}: ring buffer is 256 KiB (64 KiB consumed, 32 KiB readable), max entry is 5120 B"
            )
        return 0
    if "h" in chosen:
        call.print("Usage: logcat [options] [filterspecs]")
        return 0
    selection = _Selection(call, chosen)
    shown = [line for line in lines if selection.wants(line)]
    for letter in "tT":
        count = chosen.value(letter)
        if count.isdigit():
            shown = shown[-min(int(count[:9]), len(shown)) :] if int(count[:9]) else []
    if "m" in chosen:
        shown = shown[: whole_number(call, chosen.value("m"))]
    path = chosen.value("f")
    selection.write("--------- beginning of main")
    for line in shown:
        selection.write(selection.format(line))
    if path:
        call.access.append(call.path(path), selection.taken())
    if "d" in chosen or "t" in chosen or "m" in chosen:
        return 0
    await _follow(call, selection, lines[-1] if lines else None, path)
    return 0


async def _follow(call: Call, selection: _Selection, last: LogLine | None, path: str) -> None:
    """Write lines as they come, until the stream is closed."""
    while not await call.wait(_POLL):
        lines = call.phone.state.lines
        at = len(lines)
        while at and lines[at - 1] is not last:
            at -= 1
        for line in lines[at:]:
            if selection.wants(line):
                selection.write(selection.format(line))
        if lines:
            last = lines[-1]
        if path and (data := selection.taken()):
            call.access.append(call.path(path), data)


class _Selection:
    """Which lines are shown, and how."""

    def __init__(self, call: Call, chosen: Options) -> None:
        self._call = call
        self._to_file = "f" in chosen
        self._pending = bytearray()
        self._form = next((form for form in chosen.values("v") if form in _FORMS), "threadtime")
        for form in chosen.values("v"):
            if form not in _FORMS and form not in _MODIFIERS:
                raise Usage(f'Invalid parameter "{form}" to -v')
        self._filters: dict[str, int] = {}
        for word in chosen.words:
            tag, _, level = word.partition(":")
            if tag:
                self._filters[tag] = _LEVELS.find((level or ("V" if tag != "*" else "D")).upper()[:1])
        self._others = self._filters.get("*", len(_LEVELS) if "s" in chosen or "S" in chosen else 0)
        if "s" in chosen and "*" not in self._filters:
            self._others = len(_LEVELS)
        self._buffers = set(",".join(chosen.values("b")).split(",")) if "b" in chosen else {"all"}
        self._pid = chosen.value("p")
        try:
            self._regex = compile_regex(chosen.value("e"), extended=True) if "e" in chosen else None
        except RegexError as error:
            raise Usage(f"logcat: bad regex: {error}") from error

    def wants(self, line: LogLine) -> bool:
        """Whether a line is shown."""
        if not self._buffers & {"all", "main", "system", "default"}:
            return False
        if self._regex is not None and self._regex.search(line.text) is None:
            return False
        if self._pid and self._pid != str(_pid(line)):
            return False
        return _LEVELS.find(line.level) >= self._filters.get(line.tag, self._others)

    def format(self, line: LogLine) -> str:
        """A line in the chosen format."""
        when = line.when.astimezone(self._call.phone.clock.zone)
        moment = when.strftime("%m-%d %H:%M:%S.") + f"{when.microsecond // 1000:03d}"
        pid = _pid(line)
        shown = {
            "brief": f"{line.level}/{line.tag:<8}({pid:>5}): ",
            "process": f"{line.level}({pid:>5}) ",
            "tag": f"{line.level}/{line.tag:<8}: ",
            "raw": "",
            "time": f"{moment} {line.level}/{line.tag:<8}({pid:>5}): ",
            "thread": f"{line.level}({pid:>5}:{pid:>5}) ",
            "threadtime": f"{moment} {pid:>5} {pid:>5} {line.level} {line.tag:<8}: ",
            "long": f"[ {moment} {pid:>5}:{pid:>5} {line.level}/{line.tag} ]\n",
        }[self._form]
        return "\n".join(shown + text for text in line.text.split("\n"))

    def write(self, text: str) -> None:
        """Write a line, to the file or to standard output."""
        if self._to_file:
            self._pending += text.encode("utf-8", "replace") + b"\n"
        else:
            self._call.print(text)

    def taken(self) -> bytes:
        """What is to be written to the file now."""
        data = bytes(self._pending)
        self._pending.clear()
        return data


_FORMS = ("brief", "process", "tag", "raw", "time", "thread", "threadtime", "long")
_MODIFIERS = (
    "color",
    "colour",
    "descriptive",
    "epoch",
    "monotonic",
    "printable",
    "uid",
    "usec",
    "UTC",
    "year",
    "zone",
)


def _pid(line: LogLine) -> int:
    return 512 if line.tag in ("ActivityTaskManager", "PackageManager", "SystemServer") else app_pid(line.tag)


def _log(call: Call) -> int:
    chosen = options(call, "", "pt", stop=True)
    level = _PRIORITY.get(chosen.value("p", "i").lower()[:1], "")
    if not level:
        raise Usage(f"log: bad -p '{chosen.value('p')}'")
    call.phone.log(chosen.value("t", "log"), " ".join(chosen.words), level)
    return 0


COMMANDS: dict[str, CommandFunction] = {"logcat": _logcat, "log": _log}
