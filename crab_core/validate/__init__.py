"""Validation: every task proves itself before it may judge anybody."""

from crab_core.validate.batch import Batch, Job, NotProven
from crab_core.validate.checks import Check, Validation
from crab_core.validate.validator import ROOM, Validator

__all__ = ["ROOM", "Batch", "Check", "Job", "NotProven", "Validation", "Validator"]
