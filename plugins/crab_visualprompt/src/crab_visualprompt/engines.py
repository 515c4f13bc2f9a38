"""OCR engines and detectors by name; what several threads may use is made once for the whole process.

Each episode has a prompter of its own, and an engine takes some hundred megabytes: eight workers need one.
What a prompter remembers of the frames that it has seen stays its own.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, Final

from crab_core import UsageError
from crab_core.plugins import Plugins, Registry

KEPT: Final = 8
"""Engines that are kept; of more, the one that was asked for longest ago is forgotten."""

_made: OrderedDict[tuple[object, str], Any] = OrderedDict()
_making = Lock()


def engine_named(
    registry: Callable[[Plugins], Registry[Any]], name: str = "", options: Mapping[str, Any] | None = None
) -> Any:
    """An engine by its registered name.

    An engine whose class says `concurrent = True` may be used by several threads at a time, and everybody who
    asks for it with the same options gets the same one. Others are made anew each time.

    Args:
        registry: Of the kind of engine that is meant.
        name: The first one registered when empty.
        options: For the engine.

    Raises:
        UnknownNameError: No engine has this name.
        UsageError: None is installed, or it does not take these options.
    """
    specs = registry(Plugins.load())
    if not name and not specs:
        raise UsageError(f"No {specs.kind} is installed.")
    spec = specs[name or next(iter(specs))]
    factory = spec.load()
    key = factory, _written(options or {})
    if not getattr(factory, "concurrent", False) or not key[1]:
        return spec.make(options=options or {})
    with _making:
        if key not in _made:
            _made[key] = spec.make(options=options or {})
            while len(_made) > KEPT:
                _made.popitem(last=False)
        _made.move_to_end(key)
        return _made[key]


def _written(options: Mapping[str, Any]) -> str:
    """Options that can be compared; nothing where they cannot be."""
    try:
        return json.dumps(options, sort_keys=True)
    except (TypeError, ValueError):
        return ""
