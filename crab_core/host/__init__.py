"""Hosts: a process beside the device runs its environment; clients forward calls to it.

Start a host, in the place where the device is (a sandbox, another machine, a child process):

    python -m crab_core.host --environment package.module:Class --listen unix:/run/crab/host.sock \\
        --token-file /run/crab/token --die-with-parent

`Class` is an `Environment`, or any callable that returns one; `--options '{"display": ":1"}'` are its
keyword arguments. The socket appears at its path when the environment is made and the host listens; with
`--ready-fd N` the address is also written to descriptor N as one line. SIGTERM finishes what runs, closes
the environment and ends. From Python: `crab_core.host.serve.serve(make_environment, HostOptions(...))`.

Connect, from the process where the episode runs:

    from crab_core.host import HostClient, HostedEnvironment, new_token

    client = HostClient.connect("unix:/run/crab/host.sock", token, wait=10.0,
                                alive=lambda: process.poll() is None)
    device = HostedEnvironment(Class, client, name="ubuntu")   # HostError unless both offer the same
    device.reset(world, seed); device.act("click", {"x": 1, "y": 2}); device.observe(); device.close()

`wait` is how long to go on trying while the host starts. Calls from several threads run at the same time.
Errors: `InvalidAction` as it is; `RemoteError` for what else raised in the host (with the traceback there);
`HostTimeout` for a deadline; `HostError` for a connection that is lost. In the host, calls of the environment
run at the same time in several threads, only `reset` runs alone: an environment that does not bear that is
served with `--workers 1`.

The server is in `crab_core.host.server`, apart, so that clients need no asyncio.
"""

from crab_core.host.address import Address, TcpAddress, UnixAddress, parse_address
from crab_core.host.client import HostClient, HostTimeout
from crab_core.host.frames import FrameError, Limits
from crab_core.host.handshake import HandshakeError, new_token, read_token
from crab_core.host.hosted import HostedEnvironment

__all__ = [
    "Address",
    "FrameError",
    "HandshakeError",
    "HostClient",
    "HostTimeout",
    "HostedEnvironment",
    "Limits",
    "TcpAddress",
    "UnixAddress",
    "new_token",
    "parse_address",
    "read_token",
]
