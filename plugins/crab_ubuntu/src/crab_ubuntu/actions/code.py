"""API actions: an agent's own code, beside its desktop. Only where a benchmark allows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from crab_core import action

if TYPE_CHECKING:
    from crab_ubuntu.desktop.kernel import Ran
    from crab_ubuntu.environment import UbuntuEnvironment

Seconds = Annotated[float, Field(gt=0, le=45)]
Code = Annotated[str, Field(min_length=1, max_length=50_000)]
Command = Annotated[str, Field(min_length=1, max_length=10_000)]


@action
def run_shell(env: UbuntuEnvironment, command: Command, timeout: Seconds = 20.0) -> dict[str, Any]:
    """Run a command in bash, in the home folder; give back its stdout, stderr and exit status.

    Each call is a shell of its own. Start an application with & at the end, or the call waits for it.

    Args:
        command: One or more lines for bash.
        timeout: Seconds after which the command is ended.
    """
    ran = env.desktop.programs.shell(command, timeout)
    return {"stdout": ran.stdout, "stderr": ran.stderr, "status": ran.status, **_noted(ran)}


@action
def run_python(env: UbuntuEnvironment, code: Code, timeout: Seconds = 20.0) -> dict[str, Any]:
    """Run Python code on the desktop's computer; give back stdout, stderr and the last expression's value.

    Variables are kept from call to call. The desktop's actions are functions there, with positions instead of
    elements: click(x=40, y=80), write_text("hello"), hotkey(["ctrl", "s"]).

    Args:
        code: The code.
        timeout: Seconds after which it is interrupted.
    """
    gui = {
        name: [p.name for p in member.parameters if not p.is_element]
        for name, member in env.action_space.items()
        if name not in _CODE
    }

    def act(name: str, arguments: Any) -> Any:
        value = env.act(name if name in gui else "", arguments)
        env.settle()
        return value

    ran = env.desktop.programs.python(code, timeout, gui, act)
    told = {"stdout": ran.stdout, "stderr": ran.stderr, "result": ran.result}
    return {**told, **({"error": ran.error} if ran.error else {}), **_noted(ran)}


_CODE = frozenset({run_shell.name, run_python.name})


def _noted(ran: Ran) -> dict[str, str]:
    return {"note": ran.note} if ran.note else {}
