"""What a world may say about its network, and what is refused with words that help."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from crab_core import UnknownNameError, UsageError, hookimpl
from crab_core.plugins import Plugins
from crab_ubuntu import hookspecs, plugin
from crab_ubuntu.hookspecs import DesktopServiceSpec
from crab_ubuntu.services.kinds import registered_services
from crab_ubuntu.services.plan import as_world, distributions, hosts_file, read_services, relays
from crab_ubuntu.services.service import Service, ServiceOptions

SITE = {"service": "site", "pages": {"/": "x"}}


def test_every_host_gets_an_address_of_its_own_in_the_order_of_the_world() -> None:
    plans = read_services({"b.crab.test": SITE, "a.b.crab.test": {"relay": "forge"}})
    assert hosts_file(plans) == "127.77.0.1 b.crab.test\n127.77.0.2 a.b.crab.test\n"
    assert [plan.ports for plan in plans] == [(80,), (80,)]
    assert relays(plans) == ("forge",)
    assert distributions(plans) == ("crab-ubuntu",)


def test_a_plan_travels_as_json() -> None:
    plans = read_services({"b.crab.test": SITE, "c.crab.test": {"relay": "x", "ports": [22, 80]}})
    assert read_services(json.loads(json.dumps(as_world(plans))), Plugins()) == plans


def test_a_world_without_services_has_none() -> None:
    assert read_services({}) == ()
    assert hosts_file(()) == ""


@pytest.mark.parametrize(
    "host",
    [
        "wiki.example.org",
        "crab.test",
        ".crab.test",
        "Wiki.crab.test",
        "wi ki.crab.test",
        "-a.crab.test",
        "a-.crab.test",
        "a..crab.test",
        "a.crab.test.",
        "a.crab.test\n127.0.0.1 b",
        "wiki.crab.test\n",
        f"{'a' * 64}.crab.test",
        f"{'a.' * 150}crab.test",
        "ä.crab.test",
        "",
        7,
    ],
)
def test_only_names_below_crab_test_are_names(host: Any) -> None:
    with pytest.raises(UsageError, match="no name of a host"):
        read_services({host: SITE})


def test_an_unknown_kind_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'site'"):
        read_services({"a.crab.test": {"service": "sites"}})


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ([], "neither a service nor a relay"),
        ({}, "neither a service nor a relay"),
        ({"service": "site", "relay": "x"}, "neither a service nor a relay"),
        ({"relay": "../x"}, "no name of a relay"),
        ({"relay": ""}, "no name of a relay"),
        ({"relay": 3}, "no name of a relay"),
        ({"relay": "x", "pages": {}}, "no option 'pages'"),
        ({**SITE, "ports": []}, "ports"),
        ({**SITE, "ports": [0]}, "ports"),
        ({**SITE, "ports": [65536]}, "ports"),
        ({**SITE, "ports": [True]}, "ports"),
        ({**SITE, "ports": ["80"]}, "ports"),
        ({**SITE, "ports": [80, 80]}, "ports"),
        ({**SITE, "ports": 80}, "ports"),
        ({**SITE, "ports": "80"}, "ports"),
        ({**SITE, "page": {}}, "page: Extra inputs"),
        ({"service": "site"}, "pages: Field required"),
        ({"service": "site", "pages": {"a": "x"}}, "begins with /"),
        ({"service": "site", "pages": {"/../a": "x"}}, "begins with /"),
        ({"service": "site", "pages": {"/a%20b": "x"}}, "begins with /"),
        ({"service": "site", "pages": {"/a?b": "x"}}, "begins with /"),
        ({"service": "site", "pages": {"/": 5}}, "pages"),
        ({"service": "site", "pages": {"/": {}}}, "either text or base64"),
        ({"service": "site", "pages": {"/": {"text": "", "base64": ""}}}, "either text or base64"),
        ({"service": "site", "pages": {"/": {"base64": "%"}}}, "base64"),
        ({"service": "site", "pages": {"/": {"text": "", "type": "text/html\r\nX: y"}}}, "pages"),
        ({"service": "site", "pages": {"/": {"text": "", "type": "ü/x"}}}, "pages"),
        ({"service": "site", "pages": {"/": {"text": "", "download": "a\nb"}}}, "line breaks"),
        ({"service": "site", "pages": {"/": {"text": "", "status": 100}}}, "status"),
        ({"service": "site", "pages": {}, "redirects": {"/a": "/b\r\nSet-Cookie: x"}}, "line breaks"),
        ({"service": "site", "pages": {"/": {1, 2}}}, "not JSON serializable"),
        ({"service": "site", "pages": "no_such_package:x"}, "no folder"),
        ({"service": "site", "pages": "crab_ubuntu:no_such_folder"}, "no folder"),
        ({"service": "site", "pages": "../../etc"}, "no folder"),
        ({"service": "chat", "people": {"a b": {}}}, "people"),
        ({"service": "chat", "people": {"ana": {"name": "x\r\nQUIT"}}}, "one line"),
        ({"service": "chat", "people": {"ana": {}, "Ana": {}}}, "capitals only"),
        ({"service": "chat", "channels": {"general": {}}}, "channels"),
        ({"service": "chat", "channels": {"#a": {}, "#A": {}}}, "capitals only"),
        ({"service": "chat", "channels": {"#a": {"members": ["ana"]}}}, "ana is not among the people"),
        ({"service": "chat", "inbox": [{"from": "ana", "text": "x"}]}, "ana is not among the people"),
        ({"service": "chat", "people": {"a": {}}, "inbox": [{"from": "a", "text": "x\ny"}]}, "one line"),
        ({"service": "chat", "people": {"a": {}}, "inbox": [{"from": "a", "text": "ü" * 200}]}, "390 bytes"),
        (
            {"service": "chat", "people": {"a": {}}, "replies": [{"by": "a", "to": "#x", "say": "y"}]},
            "#x is not among the channels",
        ),
        ({"service": "chat", "people": {"a": {}}, "replies": [{"by": "a", "say": []}]}, "say"),
        ({"service": "chat", "people": {"a": {}}, "channels": {"#a": {"operators": ["a"]}}}, "no member"),
    ],
)
def test_what_cannot_be_is_refused_before_a_desktop_starts(described: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_services({"a.crab.test": described})


def test_services_are_an_object_of_few_hosts() -> None:
    with pytest.raises(UsageError, match="object"):
        read_services(["a.crab.test"])
    with pytest.raises(UsageError, match="at most"):
        read_services({f"a{number}.crab.test": SITE for number in range(251)})


def test_the_pages_of_a_folder_travel_with_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "crab_test_pages" / "wiki" / "sub"
    folder.mkdir(parents=True)
    (tmp_path / "crab_test_pages" / "__init__.py").touch()
    (folder.parent / "index.html").write_text("home")
    (folder / "index.html").write_text("sub")
    (folder / "a.bin").write_bytes(b"\xff")
    monkeypatch.syspath_prepend(str(tmp_path))
    (plan,) = read_services({"a.crab.test": {"service": "site", "pages": "crab_test_pages:wiki"}})
    assert sorted(plan.options["pages"]) == ["/", "/index.html", "/sub/", "/sub/a.bin", "/sub/index.html"]


class Echo(Service[ServiceOptions]):
    """What a stranger's plugin would bring."""

    ports = (7,)

    def start(self, options: ServiceOptions, seed: int) -> None:
        self.seed, self.said = seed, list[str]()

    async def serve(self, port: int, reader: Any, writer: Any) -> None:
        while line := await reader.readline():
            self.said.append(line.decode())
            writer.write(line)
            await writer.drain()

    def state(self) -> dict[str, Any]:
        return {"said": list(self.said)}


def strangers(factory: str) -> Plugins:
    class Stranger:
        @staticmethod
        @hookimpl
        def crab_register_desktop_services() -> list[DesktopServiceSpec]:
            return [DesktopServiceSpec("echo", "Says it again.", factory)]

    plugins = Plugins()
    plugins.add_hooks("ubuntu", lambda: hookspecs)
    plugins.register("ubuntu", lambda: plugin, "crab-ubuntu")
    plugins.register("stranger", Stranger, "crab-stranger")
    assert not plugins.broken
    return plugins


def test_a_plugin_brings_a_service(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("crab_test_echo")
    module.Echo = Echo  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "crab_test_echo", module)
    plugins = strangers("crab_test_echo:Echo")
    assert set(registered_services(plugins)) == {"echo", "site", "chat"}
    (plan,) = read_services({"echo.crab.test": {"service": "echo"}}, plugins)
    assert (plan.distribution, plan.ports) == ("crab-stranger", (7,))
    served = serve({"echo.crab.test": {"service": "echo"}}, plugins=plugins)
    with served.connect(7) as client:
        client.sendall("Grüße\n".encode())
        assert client.makefile("rb").readline() == "Grüße\n".encode()
    assert served.state() == {"service": "echo", "failures": 0, "said": ["Grüße\n"]}


def test_what_is_no_service_is_told() -> None:
    from crab_core import DefinitionError

    with pytest.raises(DefinitionError, match="no subclass of Service"):
        read_services({"a.crab.test": {"service": "echo"}}, strangers("json:dumps"))


def test_the_installed_plugins_have_the_built_in_kinds() -> None:
    assert {"site", "chat"} <= set(registered_services())
