"""Approval: who may say no to an action before it reaches a device."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Permission(StrEnum):
    """What is decided about one action call."""

    ALLOW = "allow"
    DENY = "deny"
    """It does not run; the agent reads the reason."""
    ASK = "ask"
    """A person decides; where nobody can be asked it is denied."""


@dataclass(frozen=True, slots=True)
class Approval:
    """A decision about one action call."""

    permission: Permission
    reason: str = ""

    @classmethod
    def allow(cls) -> Self:
        """Let it run."""
        return cls(Permission.ALLOW)

    @classmethod
    def deny(cls, reason: str) -> Self:
        """Do not let it run."""
        return cls(Permission.DENY, reason)

    @classmethod
    def ask(cls, reason: str = "") -> Self:
        """Let a person decide."""
        return cls(Permission.ASK, reason)
