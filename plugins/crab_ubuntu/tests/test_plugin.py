import subprocess
import sys

from crab_ubuntu import plugin
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.providers.sandbox import SandboxProvider


def test_importing_the_plugin_imports_nothing_heavy() -> None:
    code = (
        "import sys, crab_ubuntu.plugin\n"
        "heavy = {'numpy', 'Xlib', 'mss', 'dbus_fast', 'isal', 'pydantic'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_specs_lead_to_what_they_name() -> None:
    (environment,) = plugin.crab_register_environments()
    providers = {spec.name: spec for spec in plugin.crab_register_providers()}
    assert environment.load() is UbuntuEnvironment
    assert {spec.environment for spec in providers.values()} == {environment.name} == {"ubuntu"}
    assert (
        {spec.load().name for spec in providers.values()} == {"sandbox", "local", "remote"} == set(providers)
    )
    assert [spec.name for spec in providers.values() if spec.default] == [SandboxProvider.name]
    (command,) = plugin.crab_register_commands()
    assert command.load().name == command.name == "desktop"


def test_every_member_of_the_spaces_says_what_it_is() -> None:
    environment = UbuntuEnvironment()
    spaces = (environment.action_space, environment.observation_space, environment.evaluator_space)
    for member in (member for space in spaces for member in space.values()):
        assert member.description, member
        for name, parameter in member.schema["parameters"]["properties"].items():
            assert parameter.get("description"), f"{member.name}.{name}"


def test_the_action_space_is_the_papers_and_what_else_a_person_does() -> None:
    assert list(UbuntuEnvironment().action_space) == [
        "click",
        "right_click",
        "double_click",
        "write_text",
        "press",
        "hotkey",
        "scroll",
        "search_app",
        "triple_click",
        "move",
        "drag",
        "mouse_down",
        "mouse_up",
        "key_down",
        "key_up",
        "paste",
        "wait_for_window",
        "focus_window",
        "close_window",
    ]
