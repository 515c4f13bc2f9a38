"""Code of an agent on a real desktop: only where it is allowed, as the session's user, beside the GUI."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crab_core import InvalidAction, UnknownNameError
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def person() -> Iterator[Person]:
    provider = SandboxProvider(api_actions=True, input_backend="pyautogui")
    yield Person(provider.start({"apps": ["org.gnome.gedit"]}))
    provider.close()


def test_code_is_not_in_the_action_space_unless_it_is_allowed() -> None:
    from crab_ubuntu.environment import UbuntuEnvironment

    code = {"run_shell", "run_python"}
    assert not code & set(UbuntuEnvironment().action_space)
    assert code <= set(UbuntuEnvironment(api_actions=True).action_space)
    assert SandboxProvider(api_actions=True).facts()["api_actions"] == "yes"
    assert SandboxProvider().facts()["api_actions"] == "no"


def test_commands_run_as_the_desktop_s_user_in_the_home(person: Person) -> None:
    ran = person.do("run_shell", command="pwd; id -un; echo oops >&2; echo made > made.txt; exit 4")
    assert ran == {"stdout": "/home/crab\ncrab\n", "stderr": "oops\n", "status": 4}
    person.soon("file_content", path="made.txt", content="made\n")


def test_code_and_gui_share_a_kernel(person: Person) -> None:
    person.front(app="gedit")
    person.do("run_python", code="from pathlib import Path\nnames = ['one', 'two']")
    ran = person.do(
        "run_python",
        code="for name in names: write_text(name + '\\n')\nhotkey(['ctrl', 'a'])\nhotkey(keys=['ctrl', 'c'])",
    )
    assert ran == {"stdout": "", "stderr": "", "result": None}
    person.soon("clipboard_text", text="one\ntwo\n")
    ran = person.do(
        "run_python", code="print(Path.cwd())\ntry:\n    click(x=5000, y=1)\nexcept ValueError as e: e"
    )
    assert ran["stdout"] == "/home/crab\n"
    ran = person.do("run_python", code="click(x=5000, y=1)")
    assert "5000 is outside the screen" in ran["error"]
    ran = person.do("run_python", code="run_shell('ls')")
    assert "NameError" in ran["error"]


def test_what_takes_too_long_is_interrupted(person: Person) -> None:
    ran = person.do("run_shell", command="sleep 1000", timeout=0.5)
    assert "ended after 0.5 seconds" in ran["note"]
    ran = person.do("run_python", code="import time; kept = 1; time.sleep(1000)", timeout=0.5)
    assert "KeyboardInterrupt" in ran["error"]
    assert person.do("run_python", code="kept")["result"] == "1"
    person.no_longer("process_running", name="sleep")


def test_an_application_started_by_a_command_stays(person: Person) -> None:
    assert person.do("run_shell", command="gnome-calculator &")["status"] == 0
    person.soon("focused_window", app="gnome-calculator")


def test_pyautogui_stands_behind_the_actions(person: Person) -> None:
    with pytest.raises(InvalidAction, match="pyautogui cannot type 'é'"):
        person.do("write_text", text="é")
    with pytest.raises(UnknownNameError, match="input back end"):
        SandboxProvider(input_backend="xdotool")
