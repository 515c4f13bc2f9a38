"""``uiautomator``, ``screencap``, ``screenrecord`` and ``wm``: what is on the screen."""

from __future__ import annotations

import asyncio
import re

import skia

from ...phone import Phone
from ...state import Display
from ...system.files import FileError
from ..call import Call, CommandFunction, Usage
from ..mp4 import mp4
from ..options import options

_RAW_HEADER = 16
_LOOK = 1 / 20  # seconds between two looks at the screen while it is recorded
_LONGEST = 180
_QUALITY = 85
_FRAMES_LIMIT = 3000
_DENSITIES = (120, 960)


def _uiautomator(call: Call) -> int:
    if call.args[:1] != ["dump"]:
        raise Usage(
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n"
            "help: displays help message\n\n"
            "runtest: executes UI automation tests\n\n"
            "dump: creates an XML dump of current UI hierarchy\n    dump [--verbose][file]\n"
            "      [--compressed]: dumps compressed layout information.\n"
            "      [file]: the location where the dumped XML should be stored, default is\n"
            "      /storage/emulated/legacy/window_dump.xml\n\n"
            "events: prints out accessibility events until terminated\n",
            int(call.args[:1] not in ([], ["help"])),
        )
    flags = [word for word in call.args[1:] if word.startswith("--")]
    names = [word for word in call.args[1:] if not word.startswith("--")]
    xml = call.phone.ui_xml(compressed="--compressed" in flags)
    target = names[0] if names else "/sdcard/window_dump.xml"
    if target == "/dev/tty":
        call.write(xml.encode("utf-8", "replace") + b"UI hierchary dumped to: /dev/tty\n")
        return 0
    try:
        call.write_file(target, xml.encode("utf-8", "replace"))
    except FileError as error:
        call.error(f"java.io.FileNotFoundException: {target}: open failed: {_errno(error)} ({error})")
        return 1
    # The spelling is Android's own.
    call.print(f"UI hierchary dumped to: {target}")
    return 0


def _errno(error: FileError) -> str:
    import errno

    return errno.errorcode.get(error.errno or 0, "EINVAL")


def _screencap(call: Call) -> int:
    if "-h" in call.args or "--help" in call.args:
        raise Usage(
            (
                "usage: screencap [-ahp] [-d display-id] [FILENAME]\n   -h: this message\n   -p: "
                "save the file as a png."
            ),
            1,
        )
    chosen = options(call, "ajp", "d", most=1, long={"hint-for-seamless": "j"})
    name = chosen.words[0] if chosen.words else ""
    png = "p" in chosen or name.endswith(".png")
    data = call.phone.png() if png else call.phone.raw()
    if not name:
        call.write(data)
        return 0
    try:
        call.write_file(name, data)
    except FileError as error:
        raise Usage(f"Error opening file: {name} ({error})") from error
    return 0


async def _screenrecord(call: Call) -> int:  # noqa: PLR0912 - one for each kind
    seconds, size, names = _LONGEST, None, []
    words = list(call.args)
    while words:
        word = words.pop(0)
        option, sign, value = word.partition("=")
        if option in ("--time-limit", "--size", "--bit-rate", "--output-format", "--display-id", "--rotate"):
            value = value if sign else words.pop(0) if words else ""
            if option == "--time-limit":
                if not value.isdigit() or not 1 <= int(value[:6]) <= _LONGEST:
                    raise Usage(f"Time limit {value}s outside acceptable range [0,{_LONGEST}]", 2)
                seconds = int(value)
            elif option == "--size":
                match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", value)
                if match is None:
                    raise Usage(f"Invalid size '{value}', must be width x height", 2)
                size = (int(match[1]), int(match[2]))
            elif option == "--bit-rate" and not re.fullmatch(r"\d{1,12}[mMkK]?", value):
                raise Usage(f"Bit rate '{value}' outside acceptable range [100000,200000000]", 2)
        elif word == "--version":
            call.print("1.3")
            return 0
        elif word.startswith("--") and word not in ("--verbose", "--bugreport", "--show-device-info"):
            raise Usage(f"Unknown option {word}\nUsage: screenrecord [options] <filename>", 2)
        elif not word.startswith("--"):
            names.append(word)
    if len(names) != 1:
        raise Usage("Must specify output file (see --help).", 2)
    try:
        call.write_file(names[0], b"")
    except FileError as error:
        raise Usage(f"Unable to open '{names[0]}': {error}", 1) from error
    call.graceful = True
    recording = _Recording(call.phone, size)
    try:
        await recording.run(call, seconds)
    finally:
        # Also when the stream is closed: Android's own finishes its file then.
        call.write_file(names[0], recording.video())
    return 0


class _Recording:
    """Pictures of the screen, one whenever it changes."""

    def __init__(self, phone: Phone, size: tuple[int, int] | None) -> None:
        self._phone = phone
        width, height = size or phone.pixels
        self._size = (width // 2 * 2, height // 2 * 2)
        self._pictures: list[tuple[bytes, float]] = []
        self._seen: object = None
        self._start = 0.0
        self._end = 0.0

    async def run(self, call: Call, seconds: float) -> None:
        """Look at the screen again and again, until the time is over or the command is interrupted."""
        loop = asyncio.get_running_loop()
        self._start = self._end = loop.time()
        while (left := self._start + seconds - loop.time()) > 0:
            self._look(loop.time())
            try:
                interrupted = await call.wait(min(_LOOK, left))
            finally:
                self._end = loop.time()
            if interrupted:
                break
        self._look(self._end)

    def _look(self, now: float) -> None:
        windows = self._phone.windows()
        if windows is self._seen or len(self._pictures) >= _FRAMES_LIMIT:
            return
        self._seen = windows
        picture = _jpeg(self._phone, self._size)
        if not self._pictures or self._pictures[-1][0] != picture:
            self._pictures.append((picture, now))

    def video(self) -> bytes:
        """What was recorded so far, as an MP4."""
        if not self._pictures:
            self._look(self._end)
        times = [time for _, time in self._pictures] + [max(self._end, self._pictures[-1][1])]
        frames = [
            (picture, max(1, round((after - before) * 1000)))
            for (picture, before), after in zip(self._pictures, times[1:], strict=True)
        ]
        return mp4(frames, *self._size)


def _jpeg(phone: Phone, size: tuple[int, int]) -> bytes:
    width, height = phone.pixels
    import numpy as np

    pixels = np.frombuffer(phone.raw(), np.uint8, offset=_RAW_HEADER).reshape(height, width, 4)
    image = skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType)
    if size != (width, height):
        # A screen that was turned since stands in the middle, with black beside it.
        scale = min(size[0] / width, size[1] / height)
        inner = (max(1, round(width * scale)), max(1, round(height * scale)))
        surface = skia.Surface(*size)
        canvas = surface.getCanvas()
        canvas.clear(0xFF000000)
        left, top = (size[0] - inner[0]) / 2, (size[1] - inner[1]) / 2
        target = skia.Rect.MakeXYWH(left, top, *inner)
        canvas.drawImageRect(image, target, skia.SamplingOptions(skia.FilterMode.kLinear))
        image = surface.makeImageSnapshot()
    return bytes(image.encodeToData(skia.kJPEG, _QUALITY))


def _wm(call: Call) -> int:
    words = list(call.args)
    while "-d" in words:
        at = words.index("-d")
        del words[at : at + 2]
    verb, *rest = words or ["help"]
    display = call.phone.state.display
    usual = Display()
    if verb == "size":
        if not rest:
            call.print(f"Physical size: {usual.width}x{usual.height}")
            if (display.width, display.height) != (usual.width, usual.height):
                call.print(f"Override size: {display.width}x{display.height}")
            return 0
        width, height = (usual.width, usual.height) if rest[0] == "reset" else _size(call, rest[0])
        call.phone.state.display = Display(width=width, height=height, density=display.density)
    elif verb == "density":
        if not rest:
            call.print(f"Physical density: {usual.density}")
            if display.density != usual.density:
                call.print(f"Override density: {display.density}")
            return 0
        text = str(usual.density) if rest[0] == "reset" else rest[0]
        if not text.isdigit() or not _DENSITIES[0] <= int(text[:6]) <= _DENSITIES[1]:
            raise Usage(
                f"Error: bad number {text}" if not text.isdigit() else "Error: density must be >= 72", 255
            )
        display.density = int(text)
    elif verb in ("user-rotation", "set-user-rotation"):
        return _rotation(call, rest)
    elif verb in ("dismiss-keyguard", "folded-area", "scaling", "tracing", "set-ignore-orientation-request"):
        if verb == "dismiss-keyguard":
            call.phone.dismiss_keyguard()
    else:
        raise Usage(f"Unknown command: {verb}" if words else "Window manager (window) commands:\n  help", 255)
    call.phone.changed()
    return 0


def _size(call: Call, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})(dp)?x(\d{1,5})(dp)?", text)
    if match is None:
        raise Usage(f"Error: bad size {text}", 255)
    scale = call.phone.state.display.density / 160
    width, height = (round(int(match[at]) * (scale if match[at + 1] else 1)) for at in (1, 3))
    if not (240 <= width <= 4096 and 240 <= height <= 8192):
        raise Usage("Error: size out of range", 255)
    return width, height


def _rotation(call: Call, words: list[str]) -> int:
    values = call.phone.state.settings["system"]
    if not words:
        kind = "free" if values.get("accelerometer_rotation") == "1" else "lock"
        call.print(f"{kind}" + (f" {values.get('user_rotation', '0')}" if kind == "lock" else ""))
        return 0
    if words[0] not in ("free", "lock"):
        raise Usage("Error: rotation mode needs to be either free or lock", 255)
    if len(words) > 1 and words[1] not in ("0", "1", "2", "3"):
        raise Usage("Error: rotation must be 0, 1, 2 or 3", 255)
    call.phone.put_setting("system", "accelerometer_rotation", str(int(words[0] == "free")))
    if len(words) > 1:
        call.phone.put_setting("system", "user_rotation", words[1])
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "screencap": _screencap,
    "screenrecord": _screenrecord,
    "uiautomator": _uiautomator,
    "wm": _wm,
}
