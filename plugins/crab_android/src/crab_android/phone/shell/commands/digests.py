"""Digests and encodings: ``md5sum``, ``sha256sum``, ``base64``, ``xxd``, ``gzip``."""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import io
import re
import zipfile
import zlib

from ...system.files import FileError
from ..call import Call, CommandFunction, Usage, decode
from ..options import options, whole_number

_BOMB = 256 * 1024 * 1024


def _digest(algorithm: str) -> CommandFunction:
    async def command(call: Call) -> int:
        chosen = options(call, "bcs", long={"check": "c", "brief": "b", "status": "s"})
        code = 0
        for name in chosen.words or ["-"]:
            try:
                if "c" in chosen:
                    text = decode(await call.read_named(name))
                    code = _check(call, algorithm, text, silent="s" in chosen) or code
                    continue
                digest = hashlib.new(algorithm, usedforsecurity=False)
                async for piece in call.pieces(name):
                    digest.update(piece)
            except FileError as error:
                call.error(f"{call.name}: {name}: {error}")
                code = 1
                continue
            shown = digest.hexdigest()
            call.print(shown if "b" in chosen else f"{shown}  {name}")
        return code

    return command


def _hex(algorithm: str, data: bytes) -> str:
    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()


def _check(call: Call, algorithm: str, text: str, *, silent: bool) -> int:
    code = 0
    for line in text.splitlines():
        digest, _, name = line.partition("  ")
        try:
            right = _hex(algorithm, call.read(name)) == digest
        except FileError as error:
            call.error(f"{call.name}: {name}: {error}")
            right = False
        code = code if right else 1
        if not silent:
            call.print(f"{name}: {'OK' if right else 'FAILED'}")
    return code


async def _cksum(call: Call) -> int:
    for name in options(call, "HILNP").words or ["-"]:
        data = await call.read_named(name)
        call.print(f"{zlib.crc32(data)} {len(data)}" + ("" if name == "-" else f" {name}"))
    return 0


async def _base64(call: Call) -> int:
    chosen = options(call, "di", "w", long={"decode": "d", "wrap": "w", "ignore-garbage": "i"})
    data = await call.read_named(chosen.words[0] if chosen.words else "-")
    if "d" in chosen:
        try:
            call.write(base64.b64decode(re.sub(rb"[^A-Za-z0-9+/=]", b"", data), validate=True))
        except (binascii.Error, ValueError) as error:
            raise Usage("base64: bad input") from error
        return 0
    width = whole_number(call, chosen.value("w", "76"))
    text = base64.b64encode(data).decode()
    if width <= 0:
        call.write(text)
    else:
        for start in range(0, len(text), width):
            call.print(text[start : start + width])
    return 0


async def _xxd(call: Call) -> int:
    chosen = options(call, "iprb", "cglos")
    data = await call.read_named(chosen.words[0] if chosen.words else "-")
    start = max(0, whole_number(call, chosen.value("s", "0")))
    data = data[start:]
    if "l" in chosen:
        data = data[: max(0, whole_number(call, chosen.value("l")))]
    if "r" in chosen:
        return _unhex(call, decode(data), plain="p" in chosen)
    if "p" in chosen:
        width = max(1, whole_number(call, chosen.value("c", "30")))
        for at in range(0, len(data), width):
            call.print(data[at : at + width].hex())
        return 0
    width = max(1, min(256, whole_number(call, chosen.value("c", "16"))))
    size = max(1, whole_number(call, chosen.value("g", "2")))
    room = width * 2 + -(-width // size)
    for at in range(0, len(data), width):
        piece = data[at : at + width]
        shown = " ".join(piece[place : place + size].hex() for place in range(0, len(piece), size))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in piece)
        call.print(f"{start + at:08x}: {shown:<{room}} {text}")
    return 0


def _unhex(call: Call, text: str, *, plain: bool) -> int:
    digits = text if plain else "".join(line.partition(":")[2].split("  ")[0] for line in text.splitlines())
    digits = re.sub(r"[^0-9a-fA-F]", "", digits)
    call.write(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    return 0


async def _od(call: Call) -> int:
    chosen = options(call, "bcdosxv", "AjNtw")
    data = await call.read_named(chosen.words[0] if chosen.words else "-")
    if "N" in chosen:
        data = data[: max(0, whole_number(call, chosen.value("N")))]
    for at in range(0, len(data), 16):
        piece = data[at : at + 16]
        address = "" if chosen.value("A") == "n" else f"{at:07o}"
        call.print(address + "".join(f" {byte:02x}" for byte in piece))
    if chosen.value("A") != "n":
        call.print(f"{len(data):07o}")
    return 0


async def _gzip(call: Call) -> int:
    chosen = options(call, "cdfk123456789")
    unpack = "d" in chosen or call.name in ("gunzip", "zcat")
    for name in chosen.words or ["-"]:
        data = await call.read_named(name)
        try:
            made = _unpacked(data) if unpack else gzip.compress(data, 6, mtime=0)
        except (OSError, EOFError, zlib.error) as error:
            raise Usage(f"{call.name}: {name}: not gzip") from error
        if name == "-" or "c" in chosen or call.name == "zcat":
            call.write(made)
            continue
        target = name.removesuffix(".gz") if unpack else name + ".gz"
        call.write_file(target, made)
        if "k" not in chosen and target != name:
            call.access.check_write(call.path(name))
            call.files.remove(call.path(name))
    return 0


def _unpacked(data: bytes) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        made = stream.read(_BOMB + 1)
    if len(made) > _BOMB:
        raise OSError("too large")
    return made


def _unzip(call: Call) -> int:
    chosen = options(call, "lnoqpv", "dx", least=1)
    try:
        archive = zipfile.ZipFile(io.BytesIO(call.read(chosen.words[0])))
    except zipfile.BadZipFile as error:
        raise Usage(f"unzip: {chosen.words[0]}: not a zip file", 9) from error
    with archive:
        if "l" in chosen:
            call.print(f"Archive:  {chosen.words[0]}\n  Length      Date    Time    Name")
            for entry in archive.infolist():
                call.print(f"{entry.file_size:>9}  {'1980-01-01 00:00':>16}   {entry.filename}")
            return 0
        room = call.files.capacity - call.files.used
        if sum(entry.file_size for entry in archive.infolist()) > room:
            raise FileError("No space left on device")
        folder = call.path(chosen.value("d") or ".")
        for entry in archive.infolist():
            path = call.files.resolve(entry.filename.lstrip("/"), folder)
            if not (path + "/").startswith(folder.rstrip("/") + "/"):
                continue
            call.access.check_write(folder + "/x")
            if entry.is_dir():
                call.files.make_folder(path, parents=True, mtime=call.now())
            else:
                call.files.write(path, archive.read(entry), mtime=call.now(), parents=True)
            call.print(f"  inflating: {entry.filename}")
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "base64": _base64,
    "cksum": _cksum,
    "gunzip": _gzip,
    "gzip": _gzip,
    "md5sum": _digest("md5"),
    "od": _od,
    "sha1sum": _digest("sha1"),
    "sha224sum": _digest("sha224"),
    "sha256sum": _digest("sha256"),
    "sha512sum": _digest("sha512"),
    "unzip": _unzip,
    "xxd": _xxd,
    "zcat": _gzip,
}
