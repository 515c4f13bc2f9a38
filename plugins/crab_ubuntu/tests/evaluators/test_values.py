"""Structured text: JSON, YAML, TOML, INI, .desktop and CSV."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_core import DefinitionError

JSON = '{"name": "Crab", "port": 8080, "live": true, "off": null, "list": [1, {"a": 2.0}], "1": "text"}'
YAML = """\
name: Crab
port: 8080
live: true
yes: 1
list:
  - 1
  - a: 2.0
'1': text
day: 2024-05-14
"""
TOML = 'name = "Crab"\nport = 8080\nlive = true\nlist = [1, {a = 2.0}]\n1 = "text"\nday = 2024-05-14\n'


@pytest.fixture
def documents(home: Path) -> Path:
    (home / "a.json").write_text(JSON)
    (home / "a.yml").write_text(YAML)
    (home / "a.toml").write_text(TOML)
    return home


@pytest.mark.parametrize("path", ["a.json", "a.yml", "a.toml"])
@pytest.mark.parametrize(
    ("at", "value", "passes"),
    [
        (["name"], "Crab", True),
        (["name"], "crab", False),
        (["name"], "Cra", False),
        (["Name"], "Crab", False),
        (["name", "x"], "Crab", False),
        (["port"], 8080, True),
        (["port"], 8080.0, True),
        (["port"], "8080", False),
        (["live"], True, True),
        (["live"], 1, False),
        (["live"], "true", False),
        (["list"], [1, {"a": 2}], True),
        (["list"], [{"a": 2}, 1], False),
        (["list"], [1], False),
        (["list"], [1, {"a": 2, "b": 3}], False),
        (["list", 0], 1, True),
        (["list", 0], True, False),
        (["list", 1, "a"], 2, True),
        (["list", -1, "a"], 2, True),
        (["list", 2], 1, False),
        (["list", "0"], 1, False),
        (["1"], "text", True),
        (["missing"], None, False),
    ],
)
def test_values(documents: Path, judge, path: str, at, value, passes: bool) -> None:
    assert judge("file_value", path=path, at=at, value=value).passed is passes


def test_yaml_has_words_for_truth_as_people_write_them(documents: Path, judge) -> None:
    assert judge("file_value", path="a.yml", at=[True], value=1).passed
    assert not judge("file_value", path="a.yml", at=["yes"], value=1).passed


def test_null_and_whole_documents(documents: Path, judge) -> None:
    assert judge("file_value", path="a.json", at=["off"], value=None).passed
    assert not judge("file_value", path="a.json", at=["off"], value=False).passed
    (documents / "b.json").write_text("[1, 2]")
    assert judge("file_value", path="b.json", at=[], value=[1, 2]).passed
    assert not judge("file_value", path="b.json", at=[], value=[2, 1]).passed


@pytest.mark.parametrize("path", ["a.yml", "a.toml"])
def test_dates_are_compared_as_text(documents: Path, judge, path: str) -> None:
    assert judge("file_value", path=path, at=["day"], value="2024-05-14").passed
    assert not judge("file_value", path=path, at=["day"], value="2024-05-15").passed


INI = """\
top = 1
[Section]
Key = Value
number=2.50
flag = TRUE
path = a=b:c
empty =
; note
[Other]
Key = x
"""


@pytest.mark.parametrize(
    ("at", "value", "passes"),
    [
        (["Section", "Key"], "Value", True),
        (["Section", "key"], "Value", False),
        (["section", "Key"], "Value", False),
        (["Section", "Key"], "value", False),
        (["Section", "number"], 2.5, True),
        (["Section", "number"], "2.50", True),
        (["Section", "number"], "2.5", False),
        (["Section", "flag"], True, True),
        (["Section", "flag"], False, False),
        (["Section", "flag"], 1, False),
        (["Section", "path"], "a=b:c", True),
        (["Section", "empty"], "", True),
        (["Other", "number"], 2.5, False),
        (["", "top"], 1, True),
        (["top"], 1, False),
        (["Other"], {"Key": "x"}, True),
    ],
)
def test_ini(home: Path, judge, at, value, passes: bool) -> None:
    for name in ("a.ini", "a.desktop", "a.conf"):
        (home / name).write_text(INI)
        assert judge("file_value", path=name, at=at, value=value).passed is passes


def test_what_is_not_there_is_told_from_what_cannot_be_read(documents: Path, judge) -> None:
    (documents / "broken.json").write_text(JSON[:-1])
    assert judge("file_value_absent", path="a.json", at=["missing"]).passed
    assert judge("file_value_absent", path="a.json", at=["list", 2]).passed
    assert not judge("file_value_absent", path="a.json", at=["off"]).passed
    assert not judge("file_value_absent", path="broken.json", at=["missing"]).passed
    assert not judge("file_value_absent", path="missing.json", at=["missing"]).passed


def test_the_format_must_be_known(home: Path, judge) -> None:
    (home / "data").write_text(JSON)
    assert judge("file_value", path="data", at=["name"], value="Crab", format="json").passed
    with pytest.raises(DefinitionError, match="format"):
        judge("file_value", path="data", at=["name"], value="Crab")
    with pytest.raises(DefinitionError):
        judge("file_value_absent", path="a.json", at=[])


BOMBS = {
    "alias.yaml": "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(
        f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
        for before, name in zip("abcdefghijkl", "bcdefghijklm", strict=True)
    ),
    "itself.yaml": "a: &a [*a]\nm: x\n",
    "merge.yaml": "a: &a {x: 1}\n"
    + "".join(
        f"{name}: &{name} {{{', '.join(['<<: [' + ', '.join(['*' + before] * 9) + ']'])}}}\n"
        for before, name in zip("abcdefghijkl", "bcdefghijklm", strict=True)
    ),
    "deep.yaml": "[" * 100_000,
    "deep.json": "[" * 100_000,
    "deep.toml": "a = " + "[" * 100_000,
    "python.yaml": "m: !!python/object/apply:os.system ['touch pwned']\n",
    "tag.json": '{"m": NaN}',
    "digits.json": '{"m": ' + "9" * 100_000 + "}",
    "sixties.yaml": "m: " + "1" + ":59" * 60_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_document_made_to_hurt_is_a_failed_verdict(home: Path, judge, name: str) -> None:
    (home / name).write_text(BOMBS[name])
    assert not judge("file_value", path=name, at=["m"], value=5).passed
    assert not (home / "pwned").exists()


CSV = 'name,amount\n"Lee, Ann",3.50\nBob,7\n'


@pytest.mark.parametrize(
    ("row", "column", "value", "passes"),
    [
        (2, "name", "Lee, Ann", True),
        (2, 1, "Lee, Ann", True),
        (2, "amount", 3.5, True),
        (2, "amount", "3.50", True),
        (2, "amount", "3.5", False),
        (3, "name", "Lee, Ann", False),
        (1, 2, "amount", True),
        (0, 1, "name", False),
        (4, 1, "Bob", False),
        (2, 0, "Lee, Ann", False),
        (2, 3, "", False),
        (2, "Name", "Lee, Ann", False),
        (2, "name", 0, False),
    ],
)
def test_cells(home: Path, judge, row: int, column, value, passes: bool) -> None:
    (home / "a.csv").write_text(CSV)
    assert judge("csv_cell", path="a.csv", row=row, column=column, value=value).passed is passes


def test_rows(home: Path, judge) -> None:
    (home / "a.csv").write_text(CSV)
    (home / "b.csv").write_bytes(
        CSV.replace(",", ";").replace("; Ann", ", Ann").replace("\n", "\r\n").encode()
    )
    head, ann, bob = ["name", "amount"], ["Lee, Ann", "3.50"], ["Bob", "7"]
    assert judge("csv_rows", path="a.csv", rows=[head, ann, bob]).passed
    assert judge("csv_rows", path="b.csv", rows=[head, ann, bob], delimiter=";").passed
    assert judge("csv_rows", path="a.csv", rows=[head, bob, ann], match="any_order").passed
    assert judge("csv_rows", path="a.csv", rows=[bob], match="contains").passed
    assert not judge("csv_rows", path="a.csv", rows=[head, bob, ann]).passed
    assert not judge("csv_rows", path="a.csv", rows=[head, ann]).passed
    assert not judge("csv_rows", path="a.csv", rows=[["bob", "7"]], match="contains").passed
    assert not judge("csv_rows", path="a.csv", rows=[], match="contains").passed
    assert not judge("csv_rows", path="b.csv", rows=[head, ann, bob]).passed


def test_a_csv_file_with_an_open_quote_is_broken(home: Path, judge) -> None:
    (home / "a.csv").write_text('a,"b\n')
    assert "cannot be read as CSV" in judge("csv_rows", path="a.csv", rows=[["a", "b\n"]]).reason
