"""What was proven, for people: a summary with what to look at, and a table for a README."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crab_core.validate.batch import NotProven
from crab_core.validate.checks import Validation

_HEADINGS = ("task", "seed", "devices", "checks", "reference steps", "step limit", "seconds")


def markdown(done: Sequence[Validation], missing: Sequence[NotProven] = ()) -> str:
    """One row for each validation."""
    rows = [_row(validation) for validation in done]
    rows += [[f"`{m.task}`", str(m.seed), "", f"not proven: {_cell(m.reason)}", "", "", ""] for m in missing]
    right = (1, 4, 5, 6)
    lines = [
        " | ".join(_HEADINGS),
        " | ".join("---:" if i in right else "---" for i in range(len(_HEADINGS))),
        *(" | ".join(row) for row in rows),
    ]
    return "".join(f"| {line} |\n" for line in lines)


def _row(validation: Validation) -> list[str]:
    passed = sum(check.ok for check in validation.checks)
    sign = "✓" if validation.ok else "✗"
    return [
        f"`{_cell(validation.task)}`",
        str(validation.seed),
        ", ".join(validation.environments),
        f"{sign} {passed} of {len(validation.checks)}",
        str(validation.steps or ""),
        str(validation.limit or ""),
        f"{validation.seconds:.0f}" if validation.seconds >= 10 else f"{validation.seconds:.1f}",
    ]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def summary(
    done: Sequence[Validation],
    missing: Sequence[NotProven] = (),
    playable: Callable[[str], bool] = lambda _: True,
) -> str:
    """How many passed, and every failure with what to look at.

    Args:
        done: What was tried.
        missing: What could not be.
        playable: Whether `crab run` can play the task of this name; it cannot play sub-tasks.
    """
    failed = [validation for validation in done if not validation.ok]
    lines = []
    for validation in failed:
        lines.append(f"{validation.task}, seed {validation.seed}")
        lines += [f"  {check.name}: {check.detail}" for check in validation.failed]
        if validation.digest and playable(validation.task):
            lines.append(
                f"  to see it: crab run --task {validation.task} --seed {validation.seed} --policy solution"
            )
    if failed:
        lines.insert(0, "Failed:")
    for one in missing:
        lines.append(f"Not proven here: {one.task}, seed {one.seed}: {one.reason}")
    lines.append(f"{len(done) - len(failed)} of {len(done)} validations passed.")
    if missing:
        lines.append(f"{len(missing)} could not be tried here; `crab doctor` says what is missing.")
    return "\n".join(lines)
