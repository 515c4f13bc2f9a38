"""The parameters of an action: read from its signature once, validated by pydantic for every call."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import annotated_types

from crab_core.errors import DefinitionError, InvalidAction, Problem

if TYPE_CHECKING:
    import pydantic

ENV_PARAMETER: Final = "env"
"""A parameter of this name receives the live environment and is hidden from the schema."""


class _Required:
    """The default of a parameter that has none."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()


@dataclass(frozen=True, slots=True)
class ElementMark:
    """Marks a parameter whose value is the number of a mark on the screenshot."""


Element = Annotated[int, ElementMark(), annotated_types.Ge(1)]
"""The number of a marked element. The benchmark turns it into `x` and `y` before the action runs."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that an agent may set."""

    name: str
    annotation: Any
    default: Any = REQUIRED

    @property
    def required(self) -> bool:
        """Whether a call without it is invalid."""
        return self.default is REQUIRED

    @property
    def is_element(self) -> bool:
        """Whether its value is the number of a mark."""
        return any(isinstance(part, ElementMark) for part in _metadata(self.annotation))


_PLAIN: Final[Mapping[str, Any]] = types.MappingProxyType(
    {kind.__name__: kind for kind in (str, int, float, bool)}
    | {f"{kind.__name__} | None": kind | None for kind in (str, int, float, bool)}
)
"""Types of most parameters, as they are written; hundreds are read when actions are imported."""


def _metadata(annotation: Any) -> list[Any]:
    """All `Annotated` metadata of a type, inside of unions as well."""
    if annotation in (str, int, float, bool):
        return []
    found: list[Any] = list(getattr(annotation, "__metadata__", ()))
    for part in typing.get_args(annotation):
        found.extend(_metadata(part))
    return found


def read_signature(function: Callable[..., Any]) -> tuple[tuple[Parameter, ...], bool]:
    """The parameters of `function` that agents see, and whether it takes `env`.

    Raises:
        DefinitionError: A parameter has no type, cannot be passed by name, or its type cannot be found.
    """
    signature = inspect.signature(function)
    hints = _hints(function)
    parameters = []
    for name, parameter in signature.parameters.items():
        if name == ENV_PARAMETER:
            continue
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise DefinitionError(
                f"Parameter {name!r} of {function.__qualname__} cannot be passed by name.",
                advice="Actions take named parameters only: no *args, **kwargs or positional-only ones.",
            )
        if name not in hints:
            raise DefinitionError(
                f"Parameter {name!r} of {function.__qualname__} has no type.",
                advice="Annotate it: the type is what calls are validated against.",
            )
        default = REQUIRED if parameter.default is parameter.empty else parameter.default
        parameters.append(Parameter(name, hints[name], default))
    _check_elements(function.__qualname__, {p.name: p for p in parameters})
    return tuple(parameters), ENV_PARAMETER in signature.parameters


def _check_elements(function: str, parameters: Mapping[str, Parameter]) -> None:
    """An element becomes a position before the function runs, so it needs one to become."""
    for name, parameter in parameters.items():
        if not parameter.is_element:
            continue
        prefix = name.removesuffix("element")
        position = {f"{prefix}x", f"{prefix}y"}
        if prefix == name or parameter.required or not position <= parameters.keys():
            raise DefinitionError(
                f"Parameter {name!r} of {function} is an element without a position to become.",
                advice="Write `element: Element | None = None, x: int | None = None, y: int | None = None`.",
            )


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Resolved types of all parameters but `env`, whose class may exist for type checkers only."""
    plain = inspect.unwrap(function)
    known: dict[str, Any] = getattr(plain, "__globals__", {})
    hints: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for name, annotation in inspect.get_annotations(plain).items():
        if name in (ENV_PARAMETER, "return"):
            continue
        if isinstance(annotation, str) and annotation in _PLAIN and annotation.split()[0] not in known:
            hints[name] = _PLAIN[annotation]
        else:
            others[name] = annotation
    if not others:
        return hints
    carrier = types.SimpleNamespace(__annotations__=others)  # any object with __annotations__ will do
    try:
        return hints | typing.get_type_hints(carrier, globalns=known, include_extras=True)
    except NameError as error:
        raise DefinitionError(
            f"A type of {function.__qualname__} cannot be found: {error}.",
            advice="Import it at run time, not only under TYPE_CHECKING; local classes cannot be used.",
        ) from error


class ParameterValidator:
    """Validates the arguments of calls against a fixed set of parameters."""

    def __init__(self, owner: str, parameters: Sequence[Parameter], descriptions: Mapping[str, str]) -> None:
        import pydantic  # the slowest import of the core: not before a first call is validated
        import typing_extensions

        fields: dict[str, Any] = {}
        for parameter in parameters:
            extra = {} if parameter.required else {"default": _jsonable(parameter.default)}
            info = pydantic.Field(
                description=descriptions.get(parameter.name) or None,
                json_schema_extra=typing.cast("Any", extra) or None,
            )
            annotation: Any = Annotated[parameter.annotation, info]
            if not parameter.required:
                annotation = typing_extensions.NotRequired[annotation]
            fields[parameter.name] = annotation
        make_typed_dict: Any = typing_extensions.TypedDict  # its fields are known only now
        shape = make_typed_dict("Arguments", fields)
        shape.__pydantic_config__ = pydantic.ConfigDict(extra="forbid", arbitrary_types_allowed=True)
        self._owner = owner
        self._adapter: pydantic.TypeAdapter[dict[str, Any]] = pydantic.TypeAdapter(shape)
        self._validate = self._adapter.validator.validate_python
        self._error = pydantic.ValidationError

    def __call__(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with their declared types; parameters left out keep their defaults.

        Raises:
            InvalidAction: An argument is missing, unknown or of the wrong type.
        """
        try:
            return typing.cast("dict[str, Any]", self._validate(arguments))
        except self._error as error:
            raise InvalidAction(f"Invalid arguments for {self._owner}.", _problems(error)) from error

    def json_schema(self) -> dict[str, Any]:
        """JSON schema of the arguments: an object without unknown properties."""
        schema = self._adapter.json_schema()
        schema.pop("title", None)
        schema.setdefault("properties", {})
        for definition in schema["properties"].values():
            definition.pop("title", None)
        return schema


def _problems(error: pydantic.ValidationError) -> list[Problem]:
    return [
        Problem(".".join(str(part) for part in item["loc"]), item["msg"])
        for item in error.errors(include_url=False, include_context=False, include_input=False)
    ]


def _jsonable(value: Any) -> Any:
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value, fallback=repr)
