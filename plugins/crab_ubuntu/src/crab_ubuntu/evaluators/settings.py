"""Evaluators that look at GNOME's settings."""

from __future__ import annotations

import subprocess
from typing import Any

from crab_core import DeviceError, Verdict, evaluator
from crab_ubuntu.gvariant import parse, same

SECONDS = 40


@evaluator(env="ubuntu")
def gsettings_value(schema: str, key: str, value: str | bool | int | float | list[str]) -> Verdict:
    """A setting has this value.

    Args:
        schema: Such as "org.gnome.desktop.interface".
        key: Such as "color-scheme".
        value: Text, number, truth value or list; 1 and 1.0 are the same, 1 and true are not.

    Raises:
        DeviceError: There is no such schema or key.
    """
    found = setting(schema, key)
    if same(found, value):
        return Verdict(True, f"{schema} {key} is {found!r}")
    return Verdict(False, f"{schema} {key} is {found!r}, not {value!r}")


def setting(schema: str, key: str) -> Any:
    """The value of a setting.

    Raises:
        DeviceError: There is no such schema or key, or no answer.
    """
    command = ["gsettings", "get", schema, key]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise DeviceError(f"The setting {schema} {key} was not told within {SECONDS} s.") from error
    if answer.returncode != 0:
        raise DeviceError(f"The setting {schema} {key} cannot be read: {answer.stderr.strip()}")
    return parse(answer.stdout)


EVALUATORS = (gsettings_value,)
