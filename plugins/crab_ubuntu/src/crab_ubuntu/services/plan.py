"""The plan of a desktop's network: which names there are, and what answers there. Checked, and plain data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from crab_core import DefinitionError, UsageError

if TYPE_CHECKING:
    from crab_core.plugins import Plugins

DOMAIN = ".crab.test"
"""What every name ends with: `.test` is reserved, no real host can be meant (RFC 6761, section 6.2)."""
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
RELAY_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
RELAY_PORTS = (80,)
MOST = 250
"""Of named hosts: one address each in 127.77.0.0/24."""
RELAY = "relay"
PLANNED = "planned"
MOST_TOLD = 4
"""Of the things that are wrong with a service, in one error."""


@dataclass(frozen=True, slots=True)
class ServicePlan:
    """One named host that was checked."""

    host: str
    """Such as "wiki.crab.test"."""
    address: str
    """On which it listens, within the desktop's own network."""
    ports: tuple[int, ...]
    kind: str
    """Name of the kind of service, or "relay"."""
    factory: str = ""
    """Where the service's class is; empty for a relay."""
    distribution: str = ""
    """The distribution that brings the class, which the host must be able to import."""
    relay: str = ""
    """Of a relay: the name of what answers outside."""
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """As JSON can carry it; `from_data` reads it."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ServicePlan:
        """Read what `to_data` gave, also after a way through JSON."""
        return cls(**{**data, "ports": tuple(data["ports"])})


def read_services(value: Any, plugins: Plugins | None = None) -> tuple[ServicePlan, ...]:
    """Check the field `services` of a world.

    Args:
        value: `{"wiki.crab.test": {"service": "site", …}, "forge.crab.test": {"relay": "forge"}}`; or what
            `as_world` gave, where a world has been checked already.
        plugins: Where to look for kinds of services that are not built in; all installed ones when None.

    Returns:
        One plan a host, in the order of the world; addresses count in that order.

    Raises:
        UsageError: A name or an option cannot be.
        UnknownNameError: There is no such kind of service.
    """
    if not isinstance(value, Mapping):
        raise UsageError(f"A world's services are an object of hosts, not {type(value).__name__}.")
    if len(value) > MOST:
        raise UsageError(f"A world has at most {MOST} named hosts, not {len(value)}.")
    return tuple(
        _plan(host, f"127.77.0.{number}", described, plugins)
        for number, (host, described) in enumerate(value.items(), 1)
    )


def as_world(plans: Iterable[ServicePlan]) -> dict[str, Any]:
    """The field `services` of a checked world: it can be read where no plugin and no file is found."""
    return {plan.host: {PLANNED: plan.to_data()} for plan in plans}


def hosts_file(plans: Iterable[ServicePlan]) -> str:
    """The lines of /etc/hosts that lead to the services."""
    return "".join(f"{plan.address} {plan.host}\n" for plan in plans)


def distributions(plans: Iterable[ServicePlan]) -> tuple[str, ...]:
    """The distributions that a host process needs for these services."""
    return tuple(dict.fromkeys(plan.distribution for plan in plans if plan.distribution))


def relays(plans: Iterable[ServicePlan]) -> tuple[str, ...]:
    """The names of what must answer outside, each once."""
    return tuple(dict.fromkeys(plan.relay for plan in plans if plan.relay))


def _plan(host: Any, address: str, described: Any, plugins: Plugins | None) -> ServicePlan:
    if not _is_name(host):
        raise UsageError(
            f"{host!r} is no name of a host.", advice=f'Write it in small letters, such as "wiki{DOMAIN}".'
        )
    if isinstance(described, Mapping) and described.keys() == {PLANNED}:
        return ServicePlan.from_data(described[PLANNED])
    if not isinstance(described, Mapping) or len(described.keys() & {"service", RELAY}) != 1:
        raise UsageError(
            f"{host} is neither a service nor a relay.",
            advice='Write {"service": "site", …} or {"relay": "NAME"}.',
        )
    rest = {key: value for key, value in described.items() if key not in {"service", RELAY, "ports"}}
    if RELAY in described:
        return _relay(host, address, described, rest)
    from crab_ubuntu.services import kinds

    spec, distribution = kinds.find(str(described["service"]), plugins)
    service = load(spec.name, spec.factory)
    options = service.prepare(rest)
    check(host, service, options)
    ports = _ports(host, described.get("ports", service.ports))
    return ServicePlan(host, address, ports, spec.name, spec.factory, distribution, "", dict(options))


def _relay(host: str, address: str, described: Mapping[str, Any], rest: Mapping[str, Any]) -> ServicePlan:
    if rest:
        raise UsageError(f"The relay {host} has no option {sorted(rest)[0]!r}.", advice="It has only ports.")
    name = described[RELAY]
    if not isinstance(name, str) or not RELAY_NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is no name of a relay.", advice="Use small letters, digits, hyphens and underscores."
        )
    return ServicePlan(host, address, _ports(host, described.get("ports", RELAY_PORTS)), RELAY, relay=name)


def load(kind: str, factory: str) -> Any:
    """The class of a service.

    Raises:
        PluginError: It cannot be imported.
        DefinitionError: It is none.
    """
    from crab_ubuntu.hookspecs import DesktopServiceSpec
    from crab_ubuntu.services.service import Service

    found = DesktopServiceSpec(kind, "", factory).load()
    if not (isinstance(found, type) and issubclass(found, Service)):
        raise DefinitionError(f"{factory} is no subclass of Service.")
    return found


def check(host: str, service: Any, options: Mapping[str, Any]) -> Any:
    """A world's options as the service takes them.

    Raises:
        UsageError: One of them cannot be; says which, and why.
    """
    try:
        # By way of JSON, which is what a world is: strict types, but lists for tuples and texts for times.
        return service.options.model_validate_json(json.dumps(options))
    except TypeError as error:
        raise UsageError(f"The service of {host} cannot be: {error}.") from error
    except ValidationError as error:
        told = [
            f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}"
            for one in error.errors(include_url=False)[:MOST_TOLD]
        ]
        raise UsageError(f"The service of {host} cannot be: {'; '.join(told)}.") from error


def _is_name(host: Any) -> bool:
    if not isinstance(host, str) or not host.endswith(DOMAIN) or len(host) > 253:
        return False
    return all(LABEL.fullmatch(label) for label in host.removesuffix(DOMAIN).split("."))


def _ports(host: str, ports: Any) -> tuple[int, ...]:
    if (
        isinstance(ports, Sequence)
        and not isinstance(ports, str | bytes)
        and 0 < len(ports) <= 16
        and all(isinstance(port, int) and not isinstance(port, bool) and 0 < port < 65536 for port in ports)
        and len(set(ports)) == len(ports)
    ):
        return tuple(ports)
    raise UsageError(f"The ports of {host} cannot be {ports!r}.", advice="Write a list such as [80].")
