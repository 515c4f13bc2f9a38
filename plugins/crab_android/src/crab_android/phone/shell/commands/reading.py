"""What the shell reads: ``read`` from its input, ``getopts`` from its arguments."""

from __future__ import annotations

from ..call import Call, CommandFunction, Usage, decode


async def _read(call: Call) -> int:
    """``read [-r] [-p PROMPT] NAME...``: a line of standard input, split into variables."""
    words = list(call.args)
    raw = False
    while words and words[0].startswith("-") and len(words[0]) > 1:
        option = words.pop(0)
        raw = raw or "r" in option
        if option[-1] in "pntNud" and words:
            value = words.pop(0)
            if option[-1] == "p":
                call.write(value)
                await call.flush()
    line = await call.stdin.read_line()
    ended = not line.endswith(b"\n")
    text = decode(line).removesuffix("\n").removesuffix("\r")
    while not raw and text.endswith("\\") and not ended:
        line = await call.stdin.read_line()
        ended = not line.endswith(b"\n")
        text = text[:-1] + decode(line).removesuffix("\n")
    if not raw:
        text = _without_backslashes(text)
    names = words or ["REPLY"]
    separators = call.shell.variables.get("IFS", " \t\n")
    for name, value in zip(names, _divided(text, separators, len(names)), strict=True):
        call.shell.variables[name] = value
    return int(ended)


def _without_backslashes(text: str) -> str:
    made = ""
    escaped = False
    for char in text:
        if char == "\\" and not escaped:
            escaped = True
        else:
            made += char
            escaped = False
    return made


def _divided(text: str, separators: str, count: int) -> list[str]:
    """A line as that many values, the last with all that is left."""
    blanks = "".join(char for char in separators if char.isspace())
    rest = text.strip(blanks) if blanks else text
    values: list[str] = []
    while len(values) < count - 1:
        at = next((place for place, char in enumerate(rest) if char in separators), len(rest))
        values.append(rest[:at])
        visible = at < len(rest) and not rest[at].isspace()
        rest = rest[at + 1 :].lstrip(blanks) if blanks else rest[at + 1 :]
        if not visible and rest[:1] and rest[0] in separators and not rest[0].isspace():
            rest = rest[1:].lstrip(blanks)
    return [*values, rest]


def _getopts(call: Call) -> int:
    """``getopts OPTIONS NAME [WORDS]``: the next option of the shell's arguments."""
    if len(call.args) < 2:
        raise Usage(f"{call.shell.title}: getopts: missing arguments")
    letters, name, *words = call.args
    variables = call.shell.variables
    words = words or call.shell.arguments
    place, _, inner = variables.get("OPTIND", "1").partition(".")
    at, inside = (int(place) if place.isdigit() else 1), variables.get("_OPTPLACE", "1")
    offset = int(inside) if inner == "" and inside.isdigit() else 1
    word = words[at - 1] if 0 < at <= len(words) else ""
    if len(word) < 2 or word[0] != "-" or word == "--":
        variables[name] = "?"
        variables["OPTIND"] = str(at + (word == "--"))
        return 1
    letter = word[offset : offset + 1]
    known = letter in letters and letter != ":"
    takes = known and letters[letters.index(letter) + 1 :][:1] == ":"
    variables[name] = letter if known else "?"
    variables.pop("OPTARG", None)
    if takes:
        rest = word[offset + 1 :]
        variables["OPTARG"] = rest or (words[at] if at < len(words) else "")
        at, offset = at + (1 if rest else 2), 1
    elif offset + 1 < len(word):
        offset += 1
    else:
        at, offset = at + 1, 1
    if not known:
        call.error(f"{call.shell.title}: getopts: -{letter}: unknown option")
    variables["OPTIND"], variables["_OPTPLACE"] = str(at), str(offset)
    return 0


COMMANDS: dict[str, CommandFunction] = {"getopts": _getopts, "read": _read}
