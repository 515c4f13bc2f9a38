"""Values on their way between host and client: JSON, and raw blobs for everything that is bytes.

JSON values travel as they are. What JSON has no word for is a list in an object of one key,
`{"$": [tag, …]}`; an object that has that key itself, or keys that are no strings, travels as a list of
pairs. Tuples arrive as lists; dates, paths, enums, data classes and sets as their JSON form (the receiving
action validates them back to its types).
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_core.content import Box, Clip, Screenshot, Text, UiNode, UiTree
from crab_core.environment import Settled
from crab_core.errors import HostError, InvalidAction, Problem, RemoteError
from crab_core.evaluator import EvaluationError, EvaluatorCall, Verdict

_TAG: Final = "$"
_LONGEST_TEXT: Final = 64 * 1024
"""Characters of an error message or traceback that travel."""


class WireError(HostError):
    """A message of the other side means nothing in this protocol."""


def encode(value: Any, blobs: list[bytes]) -> Any:
    """The JSON form of a value; bytes are appended to `blobs`.

    Raises:
        TypeError: The value has no JSON form.
    """
    kind = type(value)
    if kind is str or value is None or kind is bool or kind is int or kind is float:
        return value
    encoder = _ENCODERS.get(kind)
    if encoder is not None:
        return {_TAG: encoder(value, blobs)}
    if isinstance(value, Mapping):
        if _TAG in value or not all(type(key) is str for key in value):
            return {_TAG: ["map", [[encode(k, blobs), encode(v, blobs)] for k, v in value.items()]]}
        return {key: encode(item, blobs) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [encode(item, blobs) for item in value]
    return _plain_form(value)


def decode(form: Any, blobs: Sequence[bytes]) -> Any:
    """The value that `encode` was given.

    Raises:
        WireError: The form means nothing.
    """
    try:
        return _decode(form, blobs)
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        raise WireError("A value from the other side cannot be read.") from error


def _decode(form: Any, blobs: Sequence[bytes]) -> Any:
    kind = type(form)
    if kind is dict:
        if _TAG in form:
            tag, *parts = form[_TAG]
            return _DECODERS[tag](blobs, *parts)
        return {key: _decode(item, blobs) for key, item in form.items()}
    if kind is list:
        return [_decode(item, blobs) for item in form]
    return form


def _plain_form(value: Any) -> Any:
    """The JSON form of what is no JSON value itself: enums, dates, paths, data classes, sets …"""
    import pydantic_core

    try:
        return pydantic_core.to_jsonable_python(value, inf_nan_mode="constants")
    except ValueError as error:
        raise TypeError(f"{type(value).__name__} has no JSON form: {error}") from error


def _add(data: bytes, blobs: list[bytes]) -> int:
    blobs.append(data)
    return len(blobs) - 1


# -- UI trees ------------------------------------------------------------------------------------------


def _encode_tree(tree: UiTree, _: list[bytes]) -> list[Any]:
    """Rows in the order of `walk`, each with its number of children: flat, so that depth costs nothing.

    Sets of states repeat in a tree; each different one travels once and rows name its number.
    """
    numbers: dict[frozenset[str], int] = {}
    rows = [
        (
            node.role,
            node.name,
            node.value,
            node.box,
            numbers.setdefault(node.states, len(numbers)),
            node.identifier,
            len(node.children),
        )
        for node in tree.walk()
    ]
    return ["tree", tree.width, tree.height, [sorted(states) for states in numbers], rows]


def _decode_tree(_: Sequence[bytes], width: int, height: int, states: Any, rows: Any) -> UiTree:
    sets = [frozenset(item) for item in states]
    done: list[UiNode] = []
    for role, name, value, box, number, identifier, children in reversed(rows):
        below: tuple[UiNode, ...] = ()
        if children:
            if children > len(done):
                raise ValueError("a node has fewer children than it says")
            below = tuple(reversed(done[-children:]))
            del done[-children:]
        place = None if box is None else Box(*box)
        done.append(UiNode(role, name, value, place, sets[number], identifier, below))
    (root,) = done
    return UiTree(root, width, height)


# -- errors ----------------------------------------------------------------------------------------------


def encode_error(error: BaseException) -> dict[str, Any]:
    """What the other side is told about something that was raised."""
    if isinstance(error, InvalidAction):
        problems = [[problem.field, problem.reason] for problem in error.problems]
        return {
            "kind": "invalid action",
            "message": error.message,
            "problems": problems,
            "advice": error.advice,
        }
    if isinstance(error, HostError) and not isinstance(error, RemoteError):
        return {"kind": "protocol", "message": error.message, "advice": error.advice}
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - a broken __str__ must not hide the error that it describes
        message = "(its message cannot be shown)"
    text = "".join(traceback.format_exception(error))
    return {
        "kind": "exception",
        "class": type(error).__name__,
        "message": message[:_LONGEST_TEXT],
        "traceback": text[-_LONGEST_TEXT:],
    }


def decode_error(form: Any) -> Exception:
    """The exception to raise here for what was raised there; a `WireError` when the form means nothing."""
    try:
        if form["kind"] == "invalid action":
            problems = [Problem(str(field), str(reason)) for field, reason in form["problems"]]
            return InvalidAction(str(form["message"]), problems, advice=str(form["advice"]))
        if form["kind"] == "protocol":
            return HostError(str(form["message"]), advice=str(form["advice"]))
        return RemoteError(str(form["class"]), str(form["message"]), str(form["traceback"]))
    except (KeyError, TypeError, ValueError):
        return WireError("The other side reported an error that cannot be read.")


# -- the words ---------------------------------------------------------------------------------------------

_ENCODERS: Final[dict[type, Any]] = {
    bytes: lambda v, blobs: ["bytes", _add(v, blobs)],
    Text: lambda v, _: ["text", v.text],
    Screenshot: lambda v, blobs: ["screenshot", _add(v.data, blobs), v.width, v.height, v.media_type],
    Clip: lambda v, blobs: ["clip", _add(v.data, blobs), v.seconds, v.media_type],
    UiTree: _encode_tree,
    Verdict: lambda v, _: ["verdict", v.passed, v.reason],
    EvaluationError: lambda v, _: ["error", v.kind, v.message, v.traceback],
    EvaluatorCall: lambda v, blobs: ["call", v.environment, v.name, encode(v.arguments, blobs)],
    Settled: lambda v, _: ["settled", v.reason, v.seconds],
}

_DECODERS: Final[dict[str, Any]] = {
    "bytes": lambda blobs, number: blobs[number],
    "text": lambda _, text: Text(text),
    "screenshot": lambda blobs, number, *rest: Screenshot(blobs[number], *rest),
    "clip": lambda blobs, number, *rest: Clip(blobs[number], *rest),
    "tree": _decode_tree,
    "verdict": lambda _, *rest: Verdict(*rest),
    "error": lambda _, *rest: EvaluationError(*rest),
    "call": lambda blobs, environment, name, arguments: EvaluatorCall(
        environment, name, _decode(arguments, blobs)
    ),
    "settled": lambda _, *rest: Settled(*rest),
    "map": lambda blobs, pairs: {_decode(k, blobs): _decode(v, blobs) for k, v in pairs},
}
