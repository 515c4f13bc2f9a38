"""The models of a run: each is made once, when it is first asked for, and shared by all episodes."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from crab_core.errors import UsageError
from crab_core.key_check import check_no_key
from crab_core.model import ModelBackend
from crab_core.plugins import Plugins


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model with its options, under a name that an experiment gives it."""

    model: str = ""
    """ "provider:model"; the name itself when empty."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """As its backend takes them."""


class ModelPool:
    """Makes models by name. Safe to use from several threads; what it gives is closed with it."""

    def __init__(self, plugins: Plugins, choices: Mapping[str, ModelChoice] | None = None) -> None:
        """Remember the choices; nothing is made.

        Args:
            plugins: Where providers of models are registered.
            choices: Models with options, by the names that policies use.

        Raises:
            UsageError: An option holds a key.
        """
        for name, choice in (choices or {}).items():
            check_no_key(choice.options, f"the model {name!r}")
        self._plugins = plugins
        self._choices = dict(choices or {})
        self._models: dict[str, ModelBackend] = {}
        self._lock = threading.Lock()

    def find(self, name: str) -> ModelBackend:
        """The model of this name.

        Raises:
            UnknownNameError: No provider of this name is registered.
            UsageError: It is not of the form "provider:model", or its backend does not take these options.
            AgentError: Its SDK is not installed, or its key is missing.
        """
        with self._lock:
            if name not in self._models:
                self._models[name] = self._make(name)
            return self._models[name]

    def full_name(self, name: str) -> str:
        """The "provider:model" that a name stands for."""
        return self._choice(name).model or name

    def identity(self, name: str) -> str:
        """All that decides what a model replies: its full name and its options."""
        options = json.dumps(dict(self._choice(name).options), sort_keys=True, default=repr)
        return f"{self.full_name(name)} {options}"

    def options(self, name: str) -> Mapping[str, Any]:
        """The options of a model."""
        return self._choice(name).options

    def _choice(self, name: str) -> ModelChoice:
        return self._choices.get(name, ModelChoice())

    def _make(self, name: str) -> ModelBackend:
        provider, colon, model = self.full_name(name).partition(":")
        if not colon or not model:
            raise UsageError(
                f"{name!r} names no model.",
                advice='Say "provider:model"; `crab list models` shows the providers.',
            )
        backend: ModelBackend = self._plugins.models[provider].make(
            model, chosen=name, options=self.options(name)
        )
        return backend

    def close(self) -> None:
        """Close all models; safe to call twice."""
        models, self._models = self._models, {}
        with ExitStack() as stack:  # one that fails to close does not keep the others open
            for model in models.values():
                stack.callback(model.close)
