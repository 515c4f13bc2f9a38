"""Packets of the ADB transport: 24 bytes of header, then the payload.

The format is described in AOSP, packages/modules/adb, ``protocol.txt``.
"""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass
from typing import Final

HEADER: Final = struct.Struct("<6I")
MAX_PAYLOAD: Final = 1024 * 1024
OLD_MAX_PAYLOAD: Final = 4096  # what hosts of the first protocol version can take
VERSION_WITH_CHECKSUM: Final = 0x01000000
VERSION: Final = 0x01000001  # the first version whose packets need no checksum


def _command(name: bytes) -> int:
    return int.from_bytes(name, "little")


CNXN: Final = _command(b"CNXN")
AUTH: Final = _command(b"AUTH")
STLS: Final = _command(b"STLS")
OPEN: Final = _command(b"OPEN")
OKAY: Final = _command(b"OKAY")
CLSE: Final = _command(b"CLSE")
WRTE: Final = _command(b"WRTE")
SYNC: Final = _command(b"SYNC")


class BadPacketError(ValueError):
    """What arrived is not an ADB packet, or not one that may come now; the connection cannot go on."""


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet: its command, its two arguments and its payload."""

    command: int
    arg0: int
    arg1: int
    data: bytes = b""

    def encode(self, *, checksum: bool = False) -> bytes:
        """The packet's bytes; old hosts want the sum of the payload's bytes in the header."""
        total = checksum_of(self.data) if checksum else 0
        head = HEADER.pack(
            self.command, self.arg0, self.arg1, len(self.data), total, self.command ^ 0xFFFFFFFF
        )
        return head + self.data


def checksum_of(data: bytes) -> int:
    """What the protocol calls a CRC: the sum of all bytes, modulo 2**32."""
    return sum(data) & 0xFFFFFFFF


async def read_packet(reader: asyncio.StreamReader, *, checksum: bool = False) -> Packet:
    """The next packet.

    Args:
        reader: where it comes from.
        checksum: whether the payload must have the sum that its header tells.

    Raises:
        BadPacketError: when the magic or the sum is wrong, or the payload larger than the limit.
        asyncio.IncompleteReadError: when the peer is gone.
    """
    command, arg0, arg1, length, total, magic = HEADER.unpack(await reader.readexactly(HEADER.size))
    if magic != command ^ 0xFFFFFFFF:
        raise BadPacketError(f"magic 0x{magic:08x} does not belong to command 0x{command:08x}")
    if length > MAX_PAYLOAD:
        raise BadPacketError(f"a payload of {length} bytes is larger than {MAX_PAYLOAD}")
    data = await reader.readexactly(length) if length else b""
    if checksum and checksum_of(data) != total:
        raise BadPacketError(f"the payload's bytes do not add up to 0x{total:08x}")
    return Packet(command, arg0, arg1, data)
