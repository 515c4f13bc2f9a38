"""What a back end needs before a model can be asked, for `crab doctor`."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence

from crab_core import AgentError, Requirement
from crab_models.keys import find_key
from crab_models.settings import ModelSettings


def sdk(distribution: str, extra: str) -> Requirement:
    """Whether an SDK is installed.

    Args:
        distribution: The SDK.
        extra: The extra of crab-models that brings it.
    """
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return Requirement(
            "SDK", False, f"{distribution} is not installed", f"pip install 'crab-models[{extra}]'"
        )
    return Requirement("SDK", True, f"{distribution} {version}")


def key(variables: Sequence[str]) -> Requirement:
    """Whether there is a key for the provider's own service, and where; never which.

    Args:
        variables: Its names, the preferred one first.
    """
    settings = ModelSettings.load()
    named = next((name for name in variables if settings.variable(name)), "")
    try:
        found = find_key(variables, settings)
    except AgentError as error:
        return Requirement("key", False, error.message, error.advice)
    if named:
        return Requirement("key", True, f"in {named}")
    if found:
        return Requirement("key", True, f"in {settings.keys}")
    names = " or ".join(variables)
    return Requirement(
        "key",
        False,
        f"{names} is not set",
        f"Set it, or write it into {settings.keys}; a service at a `base_url` of your own may need none.",
    )
