"""Evaluators that look at one value in a file of structured text: JSON, YAML, TOML, INI, .desktop, CSV."""

from __future__ import annotations

import configparser
import csv
import io
import json
import tomllib
from pathlib import PurePath
from typing import Any, Final, Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.reading import UnreadableError, parsing, read_text, short

Format = Literal["auto", "json", "yaml", "toml", "ini"]
LARGEST: Final = {"json": 4 << 20, "yaml": 1 << 18, "toml": 1 << 18, "ini": 1 << 20, "csv": 4 << 20}
"""Bytes of a file that are parsed within the box's time, on a machine that is not fast."""
ENDINGS: Final = {
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".ini": "ini",
    ".cfg": "ini",
    ".conf": "ini",
    ".desktop": "ini",
    ".theme": "ini",
}
HEADLESS: Final = "\N{START OF HEADING}"
"""Stands for the section of those lines of an INI file that come before any section."""


@evaluator(env="ubuntu")
@boxed
def file_value(path: str, at: list[str | int | bool], value: Any, format: Format = "auto") -> Verdict:
    """A JSON, YAML, TOML, INI or .desktop file has this value at this place.

    Args:
        path: From the home folder, or absolute.
        at: Keys and positions from the outside in, such as ["servers", 0, "name"]; positions count from 0. In
            an INI file section and key, "" for the section of what comes first. Empty for all of it.
        value: Text, number, truth value, null, list or object. 1 and 1.0 are the same, 1 and true are not; in
            an INI file, where all is text, a number or truth value is compared with what the text says.
        format: By default the file's ending tells. YAML is 1.1: a plain yes or on is true, as a key too.

    Raises:
        DefinitionError: The ending does not tell the format.
    """
    document, textual = _load(path, format)
    found = _at(path, document, at)
    if _same(found, value, textual):
        return Verdict(True, f"{path} has {short(found)} at {at}")
    return Verdict(False, f"{path} has {short(found)} at {at}, not {short(value)}")


@evaluator(env="ubuntu")
@boxed
def file_value_absent(path: str, at: list[str | int | bool], format: Format = "auto") -> Verdict:
    """A JSON, YAML, TOML, INI or .desktop file can be read and has nothing at this place.

    Args:
        path: From the home folder, or absolute.
        at: Keys and positions from the outside in, as for `file_value`.
        format: By default the file's ending tells.

    Raises:
        DefinitionError: The ending does not tell the format, or `at` is empty.
    """
    if not at:
        raise DefinitionError("file_value_absent needs a place.")
    document, _ = _load(path, format)
    try:
        found = _at(path, document, at)
    except UnreadableError as error:
        return Verdict(True, error.sentence)
    return Verdict(False, f"{path} has {short(found)} at {at}")


@evaluator(env="ubuntu")
@boxed
def csv_cell(
    path: str, row: int, column: int | str, value: str | int | float, delimiter: str = ","
) -> Verdict:
    """A CSV file has this value in a cell.

    Args:
        path: From the home folder, or absolute.
        row: Counted from 1, the row of names included.
        column: Counted from 1, or its name in the first row.
        value: Text, compared exactly; or a number, compared with what the cell says.
        delimiter: Between cells.
    """
    rows = _rows(path, delimiter)
    if not 1 <= row <= len(rows):
        return Verdict(False, f"{path} has {len(rows)} rows, no row {row}")
    if isinstance(column, str) and column not in rows[0]:
        return Verdict(False, f"{path} has the columns {short(rows[0])}, no {column!r}")
    number = rows[0].index(column) + 1 if isinstance(column, str) else column
    if not 1 <= number <= len(rows[row - 1]):
        return Verdict(False, f"row {row} of {path} has {len(rows[row - 1])} cells, no cell {number}")
    found = rows[row - 1][number - 1]
    passed = _same(found, value, textual=True)
    said = f"row {row}, column {column} of {path} says {short(found)}"
    return Verdict(passed, said if passed else f"{said}, not {short(value)}")


@evaluator(env="ubuntu")
@boxed
def csv_rows(
    path: str,
    rows: list[list[str]],
    match: Literal["exact", "contains", "any_order"] = "exact",
    delimiter: str = ",",
) -> Verdict:
    """A CSV file has these rows.

    Args:
        path: From the home folder, or absolute.
        rows: Cells as text, row by row; the row of names is one of them.
        match: "exact": these in this order; "any_order": these and no others; "contains": at least these.
        delimiter: Between cells.
    """
    found = _rows(path, delimiter)
    if match == "contains":
        missing = [row for row in rows if row not in found]
        passed = bool(rows) and not missing
        said = f"{path} has {'the rows' if passed else 'no row'} {short(rows if passed else missing)}"
        return Verdict(passed, said)
    passed = found == rows if match == "exact" else sorted(found) == sorted(rows)
    return Verdict(
        passed, f"{path} has the rows {short(found, 200)}" + ("" if passed else f", not {short(rows)}")
    )


def _rows(path: str, delimiter: str) -> list[list[str]]:
    if len(delimiter) != 1:
        raise DefinitionError(f"{delimiter!r} is no delimiter: it must be one character.")
    text = read_text(path, LARGEST["csv"])
    with parsing(path, "CSV"):
        return [
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True) if row
        ]


def _load(path: str, format: Format) -> tuple[Any, bool]:
    """The document, and whether all its values are text."""
    kind = ENDINGS.get(PurePath(path).suffix.lower(), "") if format == "auto" else format
    if not kind:
        raise DefinitionError(f"The name {path} does not tell the format.", advice="Give format.")
    text = read_text(path, LARGEST[kind])
    with parsing(path, kind.upper()):
        if kind == "json":
            return json.loads(text), False
        if kind == "toml":
            return tomllib.loads(text), False
        if kind == "yaml":
            import yaml

            return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)), False
        return _ini(text), True


def _ini(text: str) -> dict[str, dict[str, str]]:
    parser = configparser.RawConfigParser(
        default_section="", strict=False, allow_no_value=True, delimiters=("=",), comment_prefixes=("#", ";")
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their case
    parser.read_string(f"[{HEADLESS}]\n{text}")
    document = {name: {key: found or "" for key, found in parser.items(name)} for name in parser.sections()}
    return {"" if name == HEADLESS else name: section for name, section in document.items()}


def _at(path: str, document: Any, at: list[str | int | bool]) -> Any:
    found = document
    for depth, part in enumerate(at):
        if isinstance(found, dict):
            key = next((key for key in found if _same(key, part)), None)
            if key is not None:
                found = found[key]
                continue
        elif isinstance(found, list) and type(part) is int and -len(found) <= part < len(found):
            found = found[part]
            continue
        raise UnreadableError(f"has nothing at {at[: depth + 1]}; there is {short(found)}", path)
    return found


def _same(found: Any, wanted: Any, textual: bool = False) -> bool:
    """Whether two documents mean the same; it goes no deeper than what is wanted."""
    if textual and isinstance(found, str) and not isinstance(wanted, str):
        return _says(found, wanted)
    if isinstance(wanted, bool) or isinstance(found, bool) or wanted is None:
        return found is wanted
    if isinstance(wanted, dict):
        return (
            isinstance(found, dict)
            and found.keys() == wanted.keys()
            and all(_same(found[key], wanted[key], textual) for key in wanted)
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(_same(one, other, textual) for one, other in zip(found, wanted, strict=True))
        )
    if hasattr(found, "isoformat"):  # YAML and TOML know dates and times
        return wanted in {found.isoformat(), str(found)}
    return bool(found == wanted)


def _says(text: str, wanted: Any) -> bool:
    """Whether a text says a number or truth value."""
    if isinstance(wanted, bool):
        return text.strip().lower() == str(wanted).lower()
    if not isinstance(wanted, (int, float)):
        return False
    try:
        return float(text) == wanted
    except ValueError:
        return False


EVALUATORS = (file_value, file_value_absent, csv_cell, csv_rows)
