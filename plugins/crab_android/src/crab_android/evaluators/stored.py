"""Evaluators that look at what the phone has stored: settings, rows of content providers, files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_android.device import content
from crab_android.device.files import kind_of, read
from crab_android.device.windows import setting
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

Values = Annotated[dict[str, content.Value], Field(min_length=1)]


@evaluator(env="android")
def setting_is(
    env: AndroidEnvironment, namespace: Literal["system", "secure", "global"], key: str, value: str
) -> Verdict:
    """A setting has this value.

    Args:
        namespace: The table of the settings provider.
        key: Such as "ui_night_mode".
        value: As `settings get` prints it.
    """
    found = setting(env.link, namespace, key)
    if found is None:
        return Verdict(False, f"{namespace} {key} is not set")
    return Verdict(
        found == value, f"{namespace} {key} is {found!r}" + ("" if found == value else f", not {value!r}")
    )


@evaluator(env="android")
def content_row(env: AndroidEnvironment, uri: str, values: Values) -> Verdict:
    """A content provider has a row with all of these values.

    Args:
        uri: Such as "content://org.crab.tasks/tasks".
        values: Column → value: a text is compared exactly, a number and a flag by what they are, null with
            an empty cell.

    Raises:
        DeviceError: The provider cannot be asked.
    """
    rows = content.rows(env.link, uri, list(values))
    number = next((number for number, row in enumerate(rows) if _fits(row, values)), None)
    if number is None:
        return Verdict(False, f"none of {len(rows)} rows of {uri} has {values}")
    return Verdict(True, f"row {number} of {uri} has {values}")


@evaluator(env="android")
def content_row_count(
    env: AndroidEnvironment, uri: str, values: Values, count: Annotated[int, Field(ge=0)]
) -> Verdict:
    """A content provider has exactly so many rows with all of these values.

    Args:
        uri: Such as "content://org.crab.tasks/tasks".
        values: Column → value, as in `content_row`.
        count: How many.

    Raises:
        DeviceError: The provider cannot be asked.
    """
    found = sum(_fits(row, values) for row in content.rows(env.link, uri, list(values)))
    said = f"{found} rows of {uri} have {values}"
    return Verdict(found == count, said + ("" if found == count else f", not {count}"))


def _fits(row: content.Row, values: Mapping[str, content.Value]) -> bool:
    return all(content.same(row[column], value) for column, value in values.items())


@evaluator(env="android")
def file_exists(
    env: AndroidEnvironment, path: str, kind: Literal["file", "folder", "any"] = "any"
) -> Verdict:
    """A file or folder is on the phone.

    Args:
        path: Absolute, such as "/sdcard/Download/list.txt".
        kind: Which of the two it must be.
    """
    found = kind_of(env.link, path)
    if found is None:
        return Verdict(False, f"{path} is not there")
    return Verdict(
        kind in ("any", found), f"{path} is a {found}" + ("" if kind in ("any", found) else f", no {kind}")
    )


@evaluator(env="android")
def file_contains(env: AndroidEnvironment, path: str, text: Annotated[str, Field(min_length=1)]) -> Verdict:
    """A file on the phone contains a text.

    Args:
        path: Absolute, such as "/sdcard/Download/list.txt".
        text: What must be in it.
    """
    held = read(env.link, path)
    if held is None:
        return Verdict(False, f"{path} is no file that can be read")
    there = text in held.decode("utf-8", "replace")
    return Verdict(there, f"{path} {'contains' if there else 'does not contain'} {text!r}")
