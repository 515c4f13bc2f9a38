"""Value types: what flows between sub-tasks, and how a value is drawn that exists where a task says so.

A type has a name ("mail_address") and may be a kind of another one (a "photo" is a "file"): what gives a
photo may feed whatever takes a file. Values are texts, so that they stand in descriptions and JSON as they
are. They are drawn from a `Scene`: the start worlds of the task that is being made, by one seed.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from crab_core.environment import World
from crab_core.errors import DefinitionError, UnknownNameError


class NothingToDrawError(DefinitionError):
    """The scene holds no (further) value of a type: this composition cannot be made from this seed."""


@dataclass
class Scene:
    """The start worlds of a task in the making; they are added to by `add`, and never changed in place.

    Attributes:
        worlds: By environment.
        chance: Source of everything that is drawn; set anew for every value, so that one draw does not
            change the next.
    """

    worlds: dict[str, dict[str, Any]]
    chance: random.Random = field(default_factory=random.Random)
    _taken: dict[str, set[str]] = field(default_factory=dict)

    def world(self, environment: str) -> dict[str, Any]:
        """The start world of one environment; made empty when it has none."""
        return self.worlds.setdefault(environment, {})

    def pick(self, kind: str, options: Iterable[str]) -> str:
        """One of the options by chance, never one that was picked for this kind before.

        Args:
            kind: What the options are; values of different kinds may be equal.
            options: In an order that is the same in every process.

        Raises:
            NothingToDrawError: All are taken, or there is none.
        """
        taken = self._taken.setdefault(kind, set())
        free = [option for option in options if option not in taken]
        if not free:
            raise NothingToDrawError(f"There is no {'further ' if taken else ''}{kind} to draw.")
        value = self.chance.choice(free)
        taken.add(value)
        return value

    def taken(self, kind: str) -> frozenset[str]:
        """What was picked of this kind, or claimed."""
        return frozenset(self._taken.get(kind, ()))

    def claim(self, kind: str, value: str) -> None:
        """Take a value that somebody has fixed as one that was picked: none but this may have it."""
        self._taken.setdefault(kind, set()).add(value)

    def add(self, environment: str, part: World) -> None:
        """Add to a start world: objects are merged, lists appended.

        Raises:
            DefinitionError: The world says something else already.
        """
        world = self.world(environment)
        self.worlds[environment] = merged(world, part, environment)

    def copy(self) -> Scene:
        """The scene as it is now, to come back to by `restore`."""
        return Scene(
            dict(self.worlds), self.chance, {kind: set(taken) for kind, taken in self._taken.items()}
        )

    def restore(self, before: Scene) -> None:
        """Come back to what a copy has kept."""
        self.worlds, self._taken = dict(before.worlds), before._taken


def merged(one: World, other: World, where: str = "world") -> dict[str, Any]:
    """Two start worlds in one: objects are merged, lists appended, equal values stay.

    Args:
        one: The first; the result may share parts with it, and neither is to be changed in place.
        other: The second.
        where: Names the place in errors.

    Raises:
        DefinitionError: They say different things of the same place.
    """
    # What only `one` says is shared with the result, so that adding to a large world costs what is added.
    result = dict(one)
    for key, value in other.items():
        if key not in result:
            result[key] = copy.deepcopy(value)
        elif isinstance(result[key], Mapping) and isinstance(value, Mapping):
            result[key] = merged(result[key], value, f"{where}.{key}")
        elif isinstance(result[key], list | tuple) and isinstance(value, list | tuple):
            result[key] = [*result[key], *copy.deepcopy(list(value))]
        elif result[key] != value:
            raise DefinitionError(
                f"Two parts of a task want different things at {where}.{key}: {result[key]!r} and {value!r}."
            )
    return result


@dataclass(frozen=True, kw_only=True)
class ValueType:
    """A type of values."""

    name: str
    """"mail_address"; lower case with underscores."""
    summary: str
    """What such a value is, for people."""
    parent: str = ""
    """The type of which this is a kind; empty for none."""
    draw: Callable[[Scene], str] | None = None
    """Draws a value that exists in the scene; None when such a value only comes from another sub-task."""
    show: Callable[[str], str] = '"{}"'.format
    """How a value is written in a description."""
    place: str = ""
    """Where it lies when there is room for one only: "the desktop's clipboard". Whatever else comes to lie
    there replaces it, so no other sub-task may come between the one that gives it and those that take it.
    Kinds of the type lie there too."""
    spelled: str = "{}"
    """How what gives such a value is told of where not the thing is wanted but any text: "the name of {}" for
    a person, so that "a note that says the name of the last caller" is not taken for one of a number."""
    form: Callable[[str], str] | None = None
    """Why a text can be no such value in any scene: "is no line of text"; empty when it can. Asked of
    whatever is fixed, drawn or given by a sub-task, and of kinds of the type too: who takes a line is never
    fed a text of several. None: any text can."""
    check: Callable[[Scene, str], str] | None = None
    """Why a value that somebody has fixed, in code or in a file, is none of the scene: "lies not in the home
    folder"; empty when it is one. It may `claim` the value, so that no other sub-task has the same. None: any
    text may be fixed that has the form."""


class ValueTypes:
    """All types by name, with their kinship."""

    def __init__(self, types: Iterable[ValueType]) -> None:
        """Index the types.

        Raises:
            DefinitionError: Two share a name, a parent is unknown, or a type is its own ancestor.
        """
        self._types: dict[str, ValueType] = {}
        for one in types:
            if one.name in self._types:
                raise DefinitionError(f"Two value types are called {one.name!r}.")
            self._types[one.name] = one
        self._ancestors = {name: self._line(name) for name in self._types}

    def _line(self, name: str) -> tuple[str, ...]:
        line = [name]
        while parent := self._types[line[-1]].parent:
            if parent not in self._types:
                raise DefinitionError(f"The value type {line[-1]!r} has an unknown parent {parent!r}.")
            if parent in line:
                raise DefinitionError(f"The value types {', '.join(line)} descend from each other.")
            line.append(parent)
        return tuple(line)

    def __getitem__(self, name: str) -> ValueType:
        """The type of this name.

        Raises:
            UnknownNameError: There is none.
        """
        if name not in self._types:
            raise UnknownNameError("value type", name, self._types)
        return self._types[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is such a type."""
        return name in self._types

    def __iter__(self) -> Iterator[str]:
        """Names of all types."""
        return iter(self._types)

    def fits(self, output: str, wanted: str) -> bool:
        """Whether a value of one type may stand where another is wanted: it is that, or a kind of it."""
        return output in self._ancestors and wanted in self._ancestors[output]

    def misfit(self, name: str, value: str) -> str:
        """Why a text cannot be a value of a type, in any scene; empty when it can."""
        forms = (self._types[kind].form for kind in self._ancestors[name])
        return next((problem for form in forms if form is not None and (problem := form(value))), "")

    def place(self, name: str) -> str:
        """Where values of this type lie when there is room for one only; empty when there is room."""
        places = (self._types[kind].place for kind in self._ancestors.get(name, ()))
        return next((place for place in places if place), "")

    def spelled(self, phrase: str, output: str, wanted: str) -> str:
        """How a phrase for an output is told where a value of another type is wanted."""
        for kind in self._ancestors.get(output, ()):
            if kind == wanted:
                break
            phrase = self._types[kind].spelled.format(phrase)
        return phrase

    def ancestors(self, name: str) -> tuple[str, ...]:
        """A type and all that it is a kind of, nearest first."""
        return self._ancestors[name]
