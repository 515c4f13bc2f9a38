"""``bugreport`` and ``bugreportz``: everything the phone tells about itself, in one file."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

from ..call import Call, CommandFunction, Usage
from ..compound import execute
from ..streams import Captured

_FOLDER = "/data/user_de/0/com.android.shell/files/bugreports"
_SECTIONS = (
    ("SYSTEM PROPERTIES", "getprop"),
    ("UPTIME", "uptime"),
    ("PROCESSES", "ps -A"),
    ("DISK SPACE", "df -h"),
    ("SYSTEM LOG", "logcat -d"),
    ("SYSTEM SETTINGS", "settings list system"),
    ("SECURE SETTINGS", "settings list secure"),
    ("GLOBAL SETTINGS", "settings list global"),
    ("PACKAGES", "pm list packages -f"),
    ("DUMPSYS ACTIVITY", "dumpsys activity activities"),
    ("DUMPSYS WINDOW", "dumpsys window"),
    ("DUMPSYS BATTERY", "dumpsys battery"),
    ("DUMPSYS NOTIFICATION", "dumpsys notification"),
)


async def _text(call: Call) -> str:
    now = call.phone.now()
    properties = call.phone.state.properties
    parts = [
        "========================================================",
        f"== dumpstate: {now:%Y-%m-%d %H:%M:%S}",
        "========================================================\n",
        f"Build: {properties.get('ro.build.id', '')}",
        f"Build fingerprint: '{properties.get('ro.build.fingerprint', '')}'\n",
    ]
    for title, command in _SECTIONS:
        captured = Captured()
        streams = call.streams.copy()
        streams.outputs = {1: captured, 2: captured}
        await execute(call.shell.child(), command.split(), streams, functions=False)
        parts.append(f"------ {title} ({command}) ------\n{captured.data.decode('utf-8', 'replace')}")
    return "\n".join(parts)


def _zip(name: str, text: str, now: datetime) -> bytes:
    stream = io.BytesIO()
    moment = (max(1980, now.year), now.month, now.day, now.hour, now.minute, now.second // 2 * 2)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in (
            ("version.txt", "2.0"),
            ("main_entry.txt", f"{name}.txt"),
            (f"{name}.txt", text),
        ):
            archive.writestr(zipfile.ZipInfo(entry, moment), content)
    return stream.getvalue()


async def _bugreportz(call: Call) -> int:
    if call.args == ["-v"]:
        call.error("1.1")
        return 0
    if call.args not in ([], ["-p"]):
        raise Usage(
            "usage: bugreportz [-hpsv]\n  -h: to display this help message\n  -p: display "
            "progress\n  -v: to display the version"
        )
    now = call.phone.now()
    device = call.phone.state.properties.get("ro.product.device", "phone")
    build = call.phone.state.properties.get("ro.build.id", "")
    name = f"bugreport-{device}-{build}-{now:%Y-%m-%d-%H-%M-%S}"
    path = f"{_FOLDER}/{name}.zip"
    if "-p" in call.args:
        call.print(f"BEGIN:{path}")
        for done in (10, 50, 90):
            call.print(f"PROGRESS:{done}/100")
        await call.flush()
    data = _zip(name, await _text(call), now)
    call.files.write(path, data, mtime=call.now(), parents=True)
    call.print(f"OK:{path}")
    return 0


async def _bugreport(call: Call) -> int:
    call.print(await _text(call))
    return 0


COMMANDS: dict[str, CommandFunction] = {"bugreport": _bugreport, "bugreportz": _bugreportz}
