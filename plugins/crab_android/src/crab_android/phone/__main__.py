"""``python -m crab_android.phone``: a phone as a process.

It prints one JSON line with its address when it answers ADB, and stays until SIGTERM or SIGINT. With
``--control`` it also reads requests, one JSON object a line, from standard input, and ends when that
closes; this is the door for whoever started the phone, and nothing that comes through ADB reaches it.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skia

from .adbd.auth import Authorization, accept, read_keys, refuse
from .adbd.daemon import AdbDaemon
from .catalog import AppLoadError, load_apps
from .control import serve_control
from .phone import Phone
from .system.overlays.usb_debugging import asking
from .ui.fonts import FontsMissingError, family_found
from .world import WorldError

if TYPE_CHECKING:
    from .web import PhonePage

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(argv: list[str] | None = None) -> int:
    """Run the phone; returns the exit code."""
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="phone: %(message)s")
    if arguments.die_with_parent:
        _die_with_parent()
    if arguments.check:
        return _check()
    try:
        world = json.loads(Path(arguments.world).read_text(encoding="utf-8")) if arguments.world else {}
        authorization = _authorization(arguments)
        phone = Phone(world, arguments.seed, apps=load_apps(arguments.app) if arguments.app else None)
        if authorization is not None and arguments.auth == "ask":
            authorization.decide = asking(phone)
        return asyncio.run(_serve(phone, authorization, arguments))
    except AppLoadError as error:
        sys.stderr.write(f"app: {error}\n")
        return 2
    except (OSError, ValueError) as error:
        kind = "world" if isinstance(error, WorldError | json.JSONDecodeError) else "phone"
        sys.stderr.write(f"{kind}: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="crab_android.phone", description="A simulated phone that speaks ADB."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=0, help="port to listen on; 0 takes a free one")
    parser.add_argument("--world", default="", metavar="FILE", help="JSON file with what is on the phone")
    parser.add_argument("--seed", type=int, default=0, help="chooses what the world leaves open")
    parser.add_argument(
        "--app", action="append", default=[], metavar="MODULE:NAME", help="an app; the built-in ones if none"
    )
    parser.add_argument(
        "--control", action="store_true", help="take requests on standard input, end when it closes"
    )
    parser.add_argument(
        "--auth",
        choices=("off", "known", "ask", "new"),
        default="off",
        help="let in every host (off), those with known keys, those that the phone's dialog allows too (ask),"
        " or new keys too, which are known from then on",
    )
    parser.add_argument(
        "--authorized-keys", default="", metavar="FILE", help="public keys of known hosts, one a line"
    )
    parser.add_argument("--web", action="store_true", help="serve a page that shows the phone to people")
    parser.add_argument("--web-port", type=int, default=0, help="port of that page; 0 takes a free one")
    parser.add_argument("--open", action="store_true", help="open that page in the browser")
    parser.add_argument("--plain", action="store_true", help="print a sentence instead of a JSON line")
    parser.add_argument("--check", action="store_true", help="draw one frame, tell what with, and end")
    parser.add_argument(
        "--die-with-parent", action="store_true", help="end when the process that started it ends"
    )
    return parser


def _check() -> int:
    try:
        Phone().png()
    except FontsMissingError as error:
        sys.stderr.write(f"phone: {error}\n")
        return 1
    _write({"skia": skia.__version__, "fonts": family_found()})
    return 0


def _die_with_parent() -> None:
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        # It died between the two calls.
        os.kill(os.getpid(), signal.SIGKILL)


def _authorization(arguments: argparse.Namespace) -> Authorization | None:
    """Which hosts may come in.

    Raises:
        OSError: when the file of keys cannot be read.
        KeyFormatError: when a line of it is no key.
    """
    if arguments.auth == "off":
        return None
    keys = read_keys(Path(arguments.authorized_keys)) if arguments.authorized_keys else []
    return Authorization(keys, accept if arguments.auth == "new" else refuse)


async def _serve(phone: Phone, authorization: Authorization | None, arguments: argparse.Namespace) -> int:
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    daemon = AdbDaemon(phone, authorization)
    host, port = await daemon.start(arguments.host, arguments.port)
    page = _page(phone) if arguments.web or arguments.open else None
    address = await page.start(arguments.web_port) if page is not None else ""
    if arguments.plain:
        sys.stdout.write(f"The phone answers at {host}:{port} - adb connect {host}:{port}\n")
        sys.stdout.write(f"Its page, for this machine only: {address}\n" if address else "")
        sys.stdout.flush()
    else:
        ready = {"ready": True, "host": host, "port": port, "serial": f"{host}:{port}", "pid": os.getpid()}
        _write({**ready, "web": address} if address else ready)
    if arguments.open and not await asyncio.to_thread(_open, address):
        sys.stderr.write("phone: no browser could be opened; open the address of the page yourself\n")
    control = asyncio.create_task(serve_control(phone, _write)) if arguments.control else None
    if control is not None:
        control.add_done_callback(lambda _task: stopped.set())
    await stopped.wait()
    if control is not None:
        control.cancel()
        await asyncio.gather(control, return_exceptions=True)
    if page is not None:
        await page.stop()
    await daemon.stop()
    return 0


def _page(phone: Phone) -> PhonePage:
    from .web import PhonePage  # most phones have no page, and start the sooner

    return PhonePage(phone)


def _open(address: str) -> bool:
    import webbrowser

    return webbrowser.open(address)


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
