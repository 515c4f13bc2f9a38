"""The first packets of a connection: who the host is, whether it may come in, and what both can do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from .auth import Authorization, KeyFormatError, PublicKey, token
from .packets import (
    AUTH,
    CNXN,
    MAX_PAYLOAD,
    OLD_MAX_PAYLOAD,
    STLS,
    VERSION,
    VERSION_WITH_CHECKSUM,
    BadPacketError,
    Packet,
)

log = logging.getLogger(__name__)

FEATURES: Final = (
    "shell_v2",
    "cmd",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "fixed_push_symlink_timestamp",
    "abb",
    "abb_exec",
    "sendrecv_v2",
    "sendrecv_v2_dry_run_send",
)
"""What the phone can do beyond the first version of ADB; neither compression nor delayed acknowledgement."""

_TOKEN, _SIGNATURE, _PUBLIC_KEY = 1, 2, 3  # protocol.txt, AUTH
_SIGNATURES_LIMIT = 256  # after so many a host has no keys left that it could honestly try
_CHUNK_LIMIT = 256 * 1024  # larger payloads make nothing faster here

Send = Callable[[Packet], None]


class Handshake:
    """Leads a connection from its first packet to the point where streams may be opened.

    Args:
        banner: the device's names, which hosts show.
        authorization: who may come in; everyone when None.
        send: sends a packet.

    Attributes:
        done: whether the host has been let in.
        checksum: whether its packets carry checksums.
        chunk: payload that it takes at most, in bytes.
    """

    def __init__(self, banner: Callable[[], str], authorization: Authorization | None, send: Send) -> None:
        self._banner = banner
        self._authorization = authorization
        self._send = send
        self._token = b""
        self._signatures = 0
        self._version = 0
        self._question: asyncio.Task[None] | None = None
        self.done = False
        self.checksum = False
        self.chunk = OLD_MAX_PAYLOAD

    def handle(self, packet: Packet) -> None:
        """Go on with a CNXN, AUTH or STLS packet.

        Raises:
            BadPacketError: when it may not come now, or asks for what the phone has not.
        """
        if packet.command == CNXN:
            self._connect(packet)
        elif packet.command == STLS:
            raise BadPacketError("the host wants TLS, which this phone did not offer")
        elif self._authorization is not None and self._token and not self.done:
            self._authenticate(packet, self._authorization)

    def stop(self) -> None:
        """The host is no longer let in, and nobody is asked about it any more."""
        self.done = False
        if self._question is not None:
            self._question.cancel()
            self._question = None

    def _connect(self, packet: Packet) -> None:
        if packet.arg0 < VERSION_WITH_CHECKSUM:
            raise BadPacketError(f"version 0x{packet.arg0:08x} of the protocol is unknown")
        self.stop()
        self._version = min(packet.arg0, VERSION)
        self.checksum = self._version < VERSION
        self.chunk = max(OLD_MAX_PAYLOAD // 4, min(packet.arg1, _CHUNK_LIMIT))
        if self._authorization is None:
            self._welcome()
        else:
            self._ask_for_signature()

    def _welcome(self) -> None:
        self.done = True
        answer = f"device::{self._banner()};features={','.join(FEATURES)}"
        self._send(Packet(CNXN, self._version, MAX_PAYLOAD, answer.encode()))

    def _ask_for_signature(self) -> None:
        self._token = token()
        self._send(Packet(AUTH, _TOKEN, 0, self._token))

    def _authenticate(self, packet: Packet, authorization: Authorization) -> None:
        if packet.arg0 == _SIGNATURE:
            self._signatures += 1
            if self._signatures > _SIGNATURES_LIMIT:
                raise BadPacketError("the host has tried too many keys")
            if authorization.signed_by(self._token, packet.data) is not None:
                self._welcome()
            else:
                self._ask_for_signature()
        elif packet.arg0 == _PUBLIC_KEY and self._question is None:
            try:
                key = PublicKey.parse(packet.data)
            except KeyFormatError as error:
                raise BadPacketError(str(error)) from error
            question = self._admit(key, authorization)
            self._question = asyncio.get_running_loop().create_task(question)

    async def _admit(self, key: PublicKey, authorization: Authorization) -> None:
        try:
            admitted = await authorization.admits(key)
        except Exception:
            log.exception("nobody decided about the key %s", key.fingerprint)
            admitted = False
        if admitted and not self.done:
            self._welcome()
