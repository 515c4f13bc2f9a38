"""Commands on text: ``echo``, ``grep``, ``head``, ``tail``, ``wc``, ``sort``."""

from __future__ import annotations

import re

from ..call import Call, CommandFunction, Usage, encode


def _echo(call: Call) -> int:
    words = list(call.args)
    newline = True
    while words and words[0] in ("-n", "-e"):
        newline = newline and words.pop(0) != "-n" if words[0] == "-n" else (words.pop(0), newline)[1]
    call.stdout += encode(" ".join(words) + ("\n" if newline else ""))
    return 0


def _printf(call: Call) -> int:
    if not call.args:
        raise Usage("printf: Needs 1 argument", 1)
    text, *values = call.args
    text = text.replace("\\n", "\n").replace("\\t", "\t")
    for value in values:
        text = re.sub("%[sd]", lambda _match, value=value: value, text, count=1)  # type: ignore[misc]
    call.stdout += encode(text)
    return 0


async def _lines(call: Call, names: list[str]) -> list[str]:
    if not names:
        return (await call.read_input()).decode("utf-8", "surrogateescape").splitlines()
    lines: list[str] = []
    for name in names:
        lines += call.files.read(call.path(name)).decode("utf-8", "surrogateescape").splitlines()
    return lines


async def _grep(call: Call) -> int:
    options = "".join(word[1:] for word in call.args if word.startswith("-") and word != "-e")
    words = [word for word in call.args if not word.startswith("-")]
    if not words:
        raise Usage("grep: no REGEX", 2)
    pattern = re.escape(words[0]) if "F" in options else words[0]
    if "E" not in options and "F" not in options:
        pattern = pattern.replace("\\|", "|")
    try:
        wanted = re.compile(pattern, re.IGNORECASE if "i" in options else 0)
    except re.error as error:
        raise Usage(f"grep: bad regex '{words[0]}': {error}", 2) from error
    found = [
        line for line in await _lines(call, words[1:]) if bool(wanted.search(line)) is not ("v" in options)
    ]
    if "c" in options:
        call.print(str(len(found)))
    elif "q" not in options:
        for line in found:
            matches = [match.group() for match in wanted.finditer(line)] if "o" in options else [line]
            for match in matches:
                call.print(match)
    return 0 if found else 1


async def _ends(call: Call) -> int:
    """``head`` and ``tail``."""
    count = 10
    names: list[str] = []
    words = iter(call.args)
    for word in words:
        number = next(words, "10") if word == "-n" else word[1:].lstrip("n")
        if word.startswith("-") and number.isdigit():
            count = int(number)
        elif not word.startswith("-"):
            names.append(word)
    lines = await _lines(call, names)
    for line in lines[:count] if call.name == "head" else lines[max(0, len(lines) - count) :]:
        call.print(line)
    return 0


async def _wc(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")]
    data = call.files.read(call.path(names[0])) if names else await call.read_input()
    options = "".join(word[1:] for word in call.args if word.startswith("-")) or "lwc"
    counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data)}
    call.print(
        " ".join(str(counts[key]) for key in "lwc" if key in options) + (f" {names[0]}" if names else "")
    )
    return 0


async def _sort(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")]
    lines = sorted(await _lines(call, names), reverse="-r" in call.args)
    for line in dict.fromkeys(lines) if "-u" in call.args else lines:
        call.print(line)
    return 0


COMMANDS: dict[str, CommandFunction] = {
    "echo": _echo,
    "printf": _printf,
    "grep": _grep,
    "head": _ends,
    "tail": _ends,
    "wc": _wc,
    "sort": _sort,
}
