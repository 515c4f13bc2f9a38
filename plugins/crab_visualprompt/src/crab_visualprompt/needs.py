"""What engines need, for `crab doctor`: looked for and not imported, since torch alone takes seconds."""

from __future__ import annotations

import importlib.metadata
import importlib.util

from crab_core import Requirement


def package(name: str, extra: str) -> Requirement:
    """Whether a package is installed.

    Args:
        name: Of the package and of its distribution.
        extra: The extra of crab-visualprompt that brings it.
    """
    if importlib.util.find_spec(name) is None:
        return Requirement(name, False, "is not installed", f"pip install 'crab-visualprompt[{extra}]'")
    try:
        return Requirement(name, True, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Requirement(name, True, "a version that does not say which")
