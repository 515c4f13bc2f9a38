"""Commands on lines: ``head``, ``tail``, ``wc``, ``sort``, ``uniq``, ``cut``, ``tr`` and their kin."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...system.files import FileError
from ..call import Call, CommandFunction, Usage, decode
from ..escapes import unescape
from ..options import options, whole_number

_PIECE = 64 * 1024
_RANKED_LIMIT = 300_000  # lines that are sorted by keys


async def _data(call: Call, names: Sequence[str]) -> str:
    return "".join([decode(await call.read_named(name)) for name in names or ["-"]])


async def _lines(call: Call, names: Sequence[str]) -> list[str]:
    """Lines of files or of standard input, without their breaks."""
    text = await _data(call, names)
    return text.removesuffix("\n").split("\n") if text else []


def _old_style(call: Call) -> None:
    """``head -5`` means ``head -n 5``."""
    call.args = [f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) else word for word in call.args]


async def _head(call: Call) -> int:
    _old_style(call)
    chosen = options(call, "qv", "nc", long={"lines": "n", "bytes": "c"})
    code = 0
    for position, name in enumerate(chosen.words or ["-"]):
        if len(chosen.words) > 1 and "q" not in chosen:
            call.print(("\n" if position else "") + f"==> {name} <==")
        try:
            if "c" in chosen:
                await _head_bytes(call, name, whole_number(call, chosen.value("c")))
            else:
                await _head_lines(call, name, whole_number(call, chosen.value("n", "10")))
        except FileError as error:
            call.error(f"head: {name}: {error}")
            code = 1
    return code


async def _head_bytes(call: Call, name: str, count: int) -> None:
    if name != "-" or count < 0:
        data = await call.read_named(name)
        call.write(data[:count] if count < 0 else data[: max(0, count)])
        return
    while count > 0 and (piece := await call.stdin.read(min(count, _PIECE))):
        call.write(piece)
        await call.flush()
        count -= len(piece)


async def _head_lines(call: Call, name: str, count: int) -> None:
    if name != "-" or count < 0:
        lines = (await call.read_named(name)).splitlines(keepends=True)
        call.write(b"".join(lines[:count]))
        return
    while count > 0 and (line := await call.stdin.read_line()):
        call.write(line)
        await call.flush()
        count -= 1


async def _tail(call: Call) -> int:
    _old_style(call)
    chosen = options(call, "fFqv", "ncs", long={"lines": "n", "bytes": "c", "follow": "f"})
    code = 0
    for position, name in enumerate(chosen.words or ["-"]):
        if len(chosen.words) > 1 and "q" not in chosen:
            call.print(("\n" if position else "") + f"==> {name} <==")
        try:
            data = await call.read_named(name)
        except FileError as error:
            call.error(f"tail: {name}: {error}")
            code = 1
            continue
        if "c" in chosen:
            count, pieces = chosen.value("c"), [data[at : at + 1] for at in range(len(data))]
        else:
            count, pieces = chosen.value("n", "10"), data.splitlines(keepends=True)
        number = whole_number(call, count.lstrip("+-"))
        start = max(0, number - 1) if count.startswith("+") else max(0, len(pieces) - number)
        call.write(b"".join(pieces[start:]))
    if "f" in chosen or "F" in chosen:
        await _follow(call, chosen.words)
    return code


async def _follow(call: Call, names: Sequence[str]) -> None:
    """Write what is added to files, until the stream ends."""
    sizes = {name: len(call.read(name)) for name in names if call.files.exists(call.path(name))}
    while not await call.wait(0.1):
        for name, size in sizes.items():
            data = call.read(name) if call.files.exists(call.path(name)) else b""
            if len(data) > size:
                call.write(data[size:])
            sizes[name] = len(data)


async def _wc(call: Call) -> int:
    chosen = options(call, "clmwL")
    letters = "".join(letter for letter in "lwmcL" if letter in chosen) or "lwc"
    totals = dict.fromkeys(letters, 0)
    code = 0
    for name in chosen.words or [""]:
        counts = dict.fromkeys("lwmcL", 0)
        in_word, width = False, 0
        try:
            async for piece in call.pieces(name or "-"):
                counts["l"] += piece.count(b"\n")
                counts["w"] += len(piece.split()) - (in_word and not piece[:1].isspace())
                in_word = not piece[-1:].isspace() if piece else in_word
                counts["c"] += len(piece)
                counts["m"] += sum(byte & 0xC0 != 0x80 for byte in piece) if "m" in letters else 0
                if "L" in letters:
                    first, *others = (len(line) for line in decode(piece).split("\n"))
                    counts["L"] = max(counts["L"], width + first, *others)
                    width = others[-1] if others else width + first
        except FileError as error:
            call.error(f"wc: {name}: {error}")
            code = 1
            continue
        _counted(call, [counts[letter] for letter in letters], name)
        for letter in letters:
            totals[letter] += counts[letter]
    if len(chosen.words) > 1:
        _counted(call, list(totals.values()), "total")
    return code


def _counted(call: Call, numbers: Sequence[int], name: str) -> None:
    text = str(numbers[0]) if len(numbers) == 1 else "".join(f"{number:>8}" for number in numbers)[1:]
    call.print(text + (f" {name}" if name else ""))


async def _sort(call: Call) -> int:
    chosen = options(call, "bcdfghiMnrsuVxz", "kot")
    lines = await _lines(call, chosen.words)
    keys = chosen.values("k")
    separator = chosen.value("t")

    def part(line: str, key: str) -> tuple[str, str]:
        match = re.match(r"(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.\d+)?([a-zA-Z]*))?", key)
        if match is None:
            raise Usage(f"sort: bad key '{key}'")
        fields = line.split(separator) if separator else re.findall(r"\s*\S+", line)
        first = max(0, int(match[1]) - 1)
        last = int(match[4]) if match[4] else len(fields)
        text = (separator or "").join(fields[first:last])
        return text[max(0, int(match[2] or 1) - 1) :], match[3] + (match[5] or "")

    def value(text: str, flags: str) -> tuple[float, str]:
        if "n" in flags or "n" in chosen or "g" in chosen or "h" in chosen:
            number = re.match(r"\s*([+-]?\d+(?:\.\d+)?)([KMGT]?)", text)
            unit = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
            scale = unit[number[2]] if number and "h" in chosen else 1
            return (float(number[1][:300]) * scale if number else 0.0), ""
        text = text.strip() if "b" in chosen else text
        return 0.0, text.lower() if "f" in chosen or "f" in flags else text

    def rank(line: str) -> list[tuple[float, str]]:
        return [value(*part(line, key)) for key in keys] if keys else [value(line, "")]

    backwards = "r" in chosen or any("r" in key for key in keys)
    plain = not keys and not any(letter in chosen for letter in "bfghn")
    if not plain and len(lines) > _RANKED_LIMIT:
        raise MemoryError
    if "s" not in chosen:
        lines.sort()
    found = sorted(lines) if plain else sorted(lines, key=rank)
    if "c" in chosen:
        return int(found != lines)
    if backwards:
        found.reverse()
    if "u" in chosen:
        found = list({str(rank(line)): line for line in reversed(found)}.values())[::-1]
    text = "".join(line + "\n" for line in found)
    if "o" in chosen:
        call.write_file(chosen.value("o"), text.encode("utf-8", "surrogateescape"))
    else:
        call.write(text)
    return 0


async def _uniq(call: Call) -> int:
    chosen = options(call, "cduiz", "fsw")
    groups: list[list[str]] = []
    for line in await _lines(call, chosen.words[:1]):
        same = groups and (groups[-1][0].lower() == line.lower() if "i" in chosen else groups[-1][0] == line)
        if same:
            groups[-1].append(line)
        else:
            groups.append([line])
    for group in groups:
        if ("d" in chosen and len(group) < 2) or ("u" in chosen and len(group) > 1):
            continue
        call.print((f"{len(group):>7} " if "c" in chosen else "") + group[0])
    return 0


async def _cut(call: Call) -> int:
    chosen = options(call, "Dnsz", "bcdfFO", long={"delimiter": "d", "fields": "f", "characters": "c"})
    kind = next((letter for letter in "bcfF" if letter in chosen), "")
    if not kind:
        raise Usage("cut: Needs -fbc")
    ranges = _ranges(chosen.value(kind))
    separator = chosen.value("d", " " if kind == "F" else "\t")
    glue = chosen.value("O", separator)
    for line in await _lines(call, chosen.words):
        if kind in "bc":
            call.print("".join(char for at, char in enumerate(line, 1) if _within(at, ranges)))
        elif separator not in line and kind == "f":
            if "s" not in chosen:
                call.print(line)
        else:
            fields = line.split() if kind == "F" else line.split(separator)
            call.print(glue.join(field for at, field in enumerate(fields, 1) if _within(at, ranges)))
    return 0


def _ranges(text: str) -> list[tuple[int, int]]:
    ranges = []
    for piece in text.split(","):
        match = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", piece)
        if match is None or not (match[1] or match[3]):
            raise Usage(f"cut: bad range '{text}'")
        low = int(match[1] or 1)
        ranges.append((low, int(match[3]) if match[3] else (1 << 31) if match[2] else low))
    return ranges


def _within(at: int, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(low <= at <= high for low, high in ranges)


class _Characters(dict[int, str]):
    """A table for ``str.translate`` that asks for each character once."""

    def __init__(self, made: Callable[[str], str]) -> None:
        super().__init__()
        self._made = made

    def __missing__(self, code: int) -> str:
        self[code] = found = self._made(chr(code))
        return found


async def _tr(call: Call) -> int:
    chosen = options(call, "Ccdst", least=1, most=2, stop=True)
    first = _characters(chosen.words[0])
    second = _characters(chosen.words[1]) if len(chosen.words) > 1 else ""
    inverted = "c" in chosen or "C" in chosen
    text = decode(await call.stdin.read_all())
    members = set(first)

    def hit(char: str) -> bool:
        return (char in members) is not inverted

    if "d" in chosen:
        text = text.translate(_Characters(lambda char: "" if hit(char) else char))
    elif second:
        padded = second + second[-1] * max(0, len(first) - len(second))
        table = dict(zip(reversed(first), reversed(padded[: len(first)]), strict=True))
        replaced = (lambda _char: second[-1]) if inverted else table.__getitem__
        text = text.translate(_Characters(lambda char: replaced(char) if hit(char) else char))
    elif "s" not in chosen:
        raise Usage('tr: Needs 2 arguments (see "tr --help")')
    if "s" in chosen:
        squeezed = set(second) if second else None
        text = re.sub(
            r"(.)\1+",
            lambda run: run[1] if (run[1] in squeezed if squeezed is not None else hit(run[1])) else run[0],
            text,
            flags=re.DOTALL,
        )
    call.write(text)
    return 0


def _characters(text: str) -> str:
    """The characters that a set such as ``a-z`` or ``[:digit:]`` means."""
    classes: dict[str, Callable[[str], bool]] = {
        "alpha": lambda char: char.isalpha(),
        "digit": lambda char: char.isdigit(),
        "alnum": lambda char: char.isalnum(),
        "upper": lambda char: char.isupper(),
        "lower": lambda char: char.islower(),
        "space": lambda char: char.isspace(),
        "blank": lambda char: char in " \t",
        "punct": lambda char: "!" <= char <= "~" and not char.isalnum(),
        "cntrl": lambda char: char < " ",
        "print": lambda char: " " <= char <= "~",
    }
    text = unescape(text)
    made = ""
    at = 0
    while at < len(text):
        match = re.match(r"\[:(\w+):\]", text[at : at + 12])
        if match and match[1] in classes:
            made += "".join(chr(code) for code in range(128) if classes[match[1]](chr(code)))
            at += len(match[0])
        elif text[at + 1 : at + 2] == "-" and at + 2 < len(text) and text[at] <= text[at + 2]:
            last = min(ord(text[at + 2]), ord(text[at]) + 0x10000)
            made += "".join(chr(code) for code in range(ord(text[at]), last + 1))
            at += 3
        else:
            made += text[at]
            at += 1
    return made


async def _tac(call: Call) -> int:
    for line in reversed(await _lines(call, options(call).words)):
        call.print(line)
    return 0


async def _rev(call: Call) -> int:
    for line in await _lines(call, options(call).words):
        call.print(line[::-1])
    return 0


async def _nl(call: Call) -> int:
    chosen = options(call, "E", "bnlswv")
    number = 0
    for line in await _lines(call, chosen.words):
        if line or chosen.value("b") == "a":
            number += 1
            call.print(f"{number:>6}\t{line}")
        else:
            call.print("       " + line)
    return 0


async def _paste(call: Call) -> int:
    chosen = options(call, "s", "d")
    columns = [await _lines(call, [name]) for name in chosen.words or ["-"]]
    separator = unescape(chosen.value("d", "\t")) or "\t"
    if "s" in chosen:
        for column in columns:
            call.print(separator[0].join(column))
        return 0
    for at in range(max((len(column) for column in columns), default=0)):
        call.print(separator[0].join(column[at] if at < len(column) else "" for column in columns))
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "cut": _cut,
    "head": _head,
    "nl": _nl,
    "paste": _paste,
    "rev": _rev,
    "sort": _sort,
    "tac": _tac,
    "tail": _tail,
    "tr": _tr,
    "uniq": _uniq,
    "wc": _wc,
}
