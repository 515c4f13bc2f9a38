"""The provider `remote`: a desktop on another machine, behind a host that runs there.

There, as whoever shall own the desktops:

    crab host --environment crab_ubuntu.providers.remote:ServedDesktop --listen tcp:0.0.0.0:7070 \\
        --token-file token --certificate host.pem

It starts a sandboxed desktop for every reset that a client asks for.
`crab_ubuntu.providers.local:LocalDesktop` serves the desktop of somebody who sits there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crab_core import (
    DeviceError,
    EnvironmentUnavailable,
    HostError,
    Provider,
    Settled,
    UsageError,
    World,
)
from crab_core.host import HostClient, HostedEnvironment, TcpAddress, parse_address, read_token
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.observations import on_request

if TYPE_CHECKING:
    import ssl

    from crab_core import Clip, Content, EvaluatorCall, Outcome
    from crab_ubuntu.providers.sandbox import SandboxProvider

CALL_SECONDS = 120.0
"""How long a call may take, also the one that starts a desktop on a machine that is busy."""


class RemoteProvider(Provider):
    """Connects to a host elsewhere; every reset is done there."""

    name = "remote"

    def __init__(
        self,
        address: str = "",
        token_file: str = "",
        *,
        certificate: str = "",
        server_name: str = "",
        allow_plain: bool = False,
        environment: str | None = None,
        show: Sequence[str] = (),
    ) -> None:
        """Remember the host; nothing is connected.

        Args:
            address: As the host was told to listen: `tcp:host:port` or `unix:/path`.
            token_file: File with the token of the host.
            certificate: PEM file with the host's certificate, or with the authority that signed it: TLS.
            server_name: Name in the host's certificate; the address by default.
            allow_plain: Permit TCP without TLS beyond this machine, on a network that is trusted.
            environment: Another name for the environment.
            show: What the host was told to show besides the screenshot and the UI tree.

        Raises:
            UnknownNameError: There is no such observation.
        """
        self._shown = on_request(show)
        self._address = address
        self._token_file = token_file
        self._certificate = certificate
        self._server_name = server_name
        self._allow_plain = allow_plain
        self._environment = environment
        self._device: HostedEnvironment | None = None

    def start(self, world: World, seed: int = 0) -> HostedEnvironment:
        """Connect, and have a desktop started there.

        Raises:
            UsageError: Address, token or certificate cannot be used, or the connection would not be private.
            EnvironmentUnavailable: Nobody answers there, or somebody with another token.
            RemoteError: What the host says about the world or its desktop.
        """
        if self._device is None:
            self._device = self._connect()
        self._device.reset(world, seed)
        return self._device

    def reset(self, world: World, seed: int = 0) -> HostedEnvironment:
        """Have the desktop started anew there; connects again where the connection was lost.

        Raises:
            As `start`.
        """
        if self._device is not None and not self._device.client.connected:
            self.close()
        return self.start(world, seed)

    def close(self) -> None:
        """End the connection; the host goes on. Safe to call twice."""
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def facts(self) -> Mapping[str, str]:
        """Where the host is."""
        return {"provider": self.name, "address": self._address, "tls": "yes" if self._certificate else "no"}

    def _connect(self) -> HostedEnvironment:
        if not self._address or not self._token_file:
            raise UsageError(
                "The provider `remote` needs to know its host.",
                advice='Give it the options address = "tcp:host:port" and token_file = "FILE".',
            )
        address = parse_address(self._address)
        plain = isinstance(address, TcpAddress) and not address.is_loopback and not self._certificate
        if plain and not self._allow_plain:
            raise UsageError(
                f"What is said to {address} could be read and changed on its way.",
                advice="Give the host's certificate, or allow_plain = true on a network that is trusted.",
            )
        token = read_token(self._token_file)
        context = _tls(Path(self._certificate)) if self._certificate else None
        try:
            client = HostClient.connect(
                address,
                token,
                timeout=CALL_SECONDS,
                ssl_context=context,
                server_name=self._server_name or None,
            )
        except HostError as error:
            raise EnvironmentUnavailable(error.message, advice=error.advice) from error
        return HostedEnvironment(UbuntuEnvironment, client, name=self._environment, observations=self._shown)


def _tls(certificate: Path) -> ssl.SSLContext:
    """TLS with whoever shows this certificate, or one that it signed.

    Raises:
        UsageError: The file holds no certificate.
    """
    import ssl

    try:
        return ssl.create_default_context(cafile=certificate)
    except OSError as error:  # ssl.SSLError is one
        raise UsageError(f"The certificate {certificate} cannot be used: {error}.") from error


class ServedDesktop(UbuntuEnvironment):
    """What `crab host` serves to the provider `remote`: a sandboxed desktop, new at every reset."""

    def __init__(self, name: str | None = None, *, show: Sequence[str] = (), **options: Any) -> None:
        """Remember what to start.

        Args:
            name: Another name for the environment.
            show: Observations besides the screenshot and the UI tree.
            **options: Of the provider `sandbox`, such as width and height.
        """
        from crab_ubuntu.providers.sandbox import SandboxProvider

        super().__init__(name, show=show)
        self._provider: SandboxProvider = SandboxProvider(show=show, **options)
        self._running: HostedEnvironment | None = None

    @property
    def running(self) -> HostedEnvironment:
        """The desktop that was started last.

        Raises:
            DeviceError: None was.
        """
        if self._running is None:
            raise DeviceError("No desktop was started here yet.", advice="Reset the environment first.")
        return self._running

    def on_reset(self, world: World, seed: int) -> None:
        """A new desktop in this world.

        Raises:
            As the provider `sandbox`.
        """
        self._running = None
        self._running = self._provider.reset(world, seed)

    def on_close(self) -> None:
        """End the desktop."""
        self._provider.close()

    def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Validate and execute one action there."""
        return self.running.act(name, arguments)

    def observe(self) -> dict[str, Content]:
        """One capture of everything in the observation space."""
        return self.running.observe()

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
        """Ask evaluators there."""
        return self.running.evaluate(calls)

    def settle(self) -> Settled:
        """Wait until the desktop has come to rest."""
        return self.running.settle()

    def state(self) -> dict[str, Any]:
        """What an episode could leave behind."""
        return self.running.state()

    def recording(self) -> Clip | None:
        """What the screen has shown during the episode."""
        return self.running.recording()
