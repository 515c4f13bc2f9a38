"""Types of what evaluators are asked with. All of them travel as JSON: days and times are texts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Some = Annotated[str, Field(pattern=r"\S")]
"""A text that is not blank: nothing, looked for, would be found everywhere."""
Perhaps = Annotated[str, Field(pattern=r"^$|\S")]
"""A text that is not blank, or none at all: then anything will do."""
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Time = Annotated[str, Field(pattern=r"^\d{2}:\d{2}$")]
OptionalTime = Annotated[str, Field(pattern=r"^(\d{2}:\d{2})?$")]
