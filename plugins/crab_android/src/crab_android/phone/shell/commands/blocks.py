"""Commands that write parts of files: ``tee``, ``dd``, ``truncate``, ``mktemp``."""

from __future__ import annotations

from ...system.files import FileError
from ..call import Call, CommandFunction, Usage
from ..options import options, whole_number


async def _tee(call: Call) -> int:
    chosen = options(call, "ai")
    files = [call.path(name) for name in chosen.words]
    for path in files if "a" not in chosen else []:
        call.access.write(path, b"")
    while data := await call.stdin.read():
        for path in files:
            call.access.append(path, data)
        call.write(data)
        await call.flush()
    return 0


def _mktemp(call: Call) -> int:
    chosen = options(call, "dqut", "p")
    pattern = chosen.words[0] if chosen.words else "tmp.XXXXXXXXXX"
    folder = chosen.value("p") or ("" if chosen.words and "t" not in chosen else "/data/local/tmp")
    stem = pattern.rstrip("X")
    width = len(pattern) - len(stem)
    if width < 2:
        raise Usage("mktemp: need XX")
    number = 0
    while call.files.exists(
        call.path(path := f"{folder}/{stem}".lstrip("/" if not folder else "") + f"{number:0{width}d}")
    ):
        number += 1
    call.access.check_write(call.path(path))
    if "d" in chosen:
        call.files.make_folder(call.path(path), mtime=call.now())
    else:
        call.access.write(call.path(path), b"")
    call.print(path)
    return 0


def _truncate(call: Call) -> int:
    chosen = options(call, "c", "s", least=1)
    if "s" not in chosen:
        raise Usage("truncate: needs -s")
    for name in chosen.words:
        path = call.path(name)
        old = call.read(name) if call.files.exists(path) else b""
        text = chosen.value("s")
        size = whole_number(call, text.lstrip("+-")) * (-1 if text[:1] == "-" else 1)
        size = max(0, size + (len(old) if text[:1] in "+-" else 0))
        if size - len(old) > call.files.capacity - call.files.used:
            raise FileError("No space left on device")
        call.access.write(path, old[:size] + bytes(max(0, size - len(old))))
    return 0


async def _dd(call: Call) -> int:
    """``dd if= of= bs= count= skip= seek=``."""
    given = dict(word.partition("=")[::2] for word in call.args)
    unknown = set(given) - {
        "if",
        "of",
        "bs",
        "ibs",
        "obs",
        "count",
        "skip",
        "seek",
        "conv",
        "iflag",
        "oflag",
        "status",
    }
    if unknown:
        raise Usage(f"dd: bad arg {min(unknown)}")
    block = whole_number(call, given.get("bs") or given.get("ibs") or "512")
    count = whole_number(call, given["count"]) if "count" in given else None
    skip, seek = (whole_number(call, given.get(name, "0")) * block for name in ("skip", "seek"))
    wanted = None if count is None else count * block
    if block <= 0 or (wanted is not None and wanted > call.files.capacity - call.files.used):
        raise Usage("dd: No space left on device")
    name = given.get("if", "-")
    endless = call.path(name) in ("/dev/zero", "/dev/urandom", "/dev/random") and name != "-"
    if endless and wanted is None:
        raise Usage("dd: No space left on device")
    data = await call.read_named(name)
    if endless:
        data = (data * (-(-(wanted or 0) // len(data))))[:wanted]
    data = data[skip:] if not endless else data
    data = data if wanted is None else data[:wanted]
    if "of" in given:
        path = call.path(given["of"])
        old = call.read(given["of"]) if seek or "notrunc" in given.get("conv", "") else b""
        call.access.write(
            path,
            old[:seek].ljust(seek, b"\0")
            + data
            + (old[seek + len(data) :] if "notrunc" in given.get("conv", "") else b""),
        )
    else:
        call.write(data)
    full, part = divmod(len(data), block)
    records = f"{full}+{int(part > 0)} records"
    if given.get("status") != "none":
        call.error(
            f"{records} in\n{records} out\n{len(data)} bytes ({len(data)}) copied, 0.001 s, {len(data)} /s"
        )
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "dd": _dd,
    "mktemp": _mktemp,
    "tee": _tee,
    "truncate": _truncate,
}
