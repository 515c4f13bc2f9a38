"""Who may use the phone over ADB: the keys of hosts, and what is asked about new ones.

A host proves that it has a key by signing 20 random bytes: RSA with PKCS #1 v1.5 padding (RFC 8017, 8.2),
the bytes standing where a SHA-1 digest would. Its public key comes as Android's ``RSAPublicKey`` structure
(AOSP, system/core/libcrypto_utils, ``android_pubkey.h``), in base64 with the host's name after it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import struct
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

TOKEN_SIZE: Final = 20
_MODULUS_SIZE = 256  # 2048 bits, the only size that ADB has
_KEY = struct.Struct(f"<II{_MODULUS_SIZE}s{_MODULUS_SIZE}sI")
_EXPONENTS = (3, 65537)
_SHA1_PREFIX = bytes.fromhex("3021300906052b0e03021a05000414")  # RFC 8017, 9.2, note 1


class KeyFormatError(ValueError):
    """What should be a public key in Android's format is none."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The public key of a host.

    Attributes:
        modulus: the RSA modulus, of 2048 bits.
        exponent: the RSA exponent.
        comment: what the host calls itself, usually ``user@machine``.
    """

    modulus: int
    exponent: int
    comment: str = ""

    @classmethod
    def parse(cls, line: bytes | str) -> PublicKey:
        """Read a key as ``adbkey.pub`` has it, and as hosts send it.

        Raises:
            KeyFormatError: when it is something else.
        """
        text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
        encoded, _, comment = text.strip("\0 \r\n\t").partition(" ")
        try:
            raw = base64.b64decode(encoded, validate=True)
            words, _inverse, modulus, _square, exponent = _KEY.unpack(raw)
        except (binascii.Error, ValueError, struct.error) as error:
            raise KeyFormatError(f"not a public key in Android's format: {error}") from error
        number = int.from_bytes(modulus, "little")
        fits = words * 4 == _MODULUS_SIZE and number.bit_length() == 8 * _MODULUS_SIZE and number % 2 == 1
        if not fits or exponent not in _EXPONENTS:
            raise KeyFormatError("not a public key in Android's format: not RSA with 2048 bits")
        return cls(number, exponent, comment.strip())

    @property
    def fingerprint(self) -> str:
        """What the phone shows of the key: the MD5 of its bytes, as pairs of hexadecimal digits."""
        digest = hashlib.md5(self._encoded(), usedforsecurity=False).hexdigest().upper()
        return ":".join(digest[start : start + 2] for start in range(0, len(digest), 2))

    def verify(self, token: bytes, signature: bytes) -> bool:
        """Whether a signature of the token was made with the private half of this key."""
        if len(signature) != _MODULUS_SIZE or len(token) != TOKEN_SIZE:
            return False
        number = int.from_bytes(signature, "big")
        if number >= self.modulus:
            return False
        found = pow(number, self.exponent, self.modulus).to_bytes(_MODULUS_SIZE, "big")
        ending = b"\0" + _SHA1_PREFIX + token
        padding = b"\xff" * (_MODULUS_SIZE - 2 - len(ending))
        return hmac.compare_digest(found, b"\0\x01" + padding + ending)

    def _encoded(self) -> bytes:
        inverse = -pow(self.modulus, -1, 1 << 32) % (1 << 32)
        square = pow(1 << 2048, 2, self.modulus)
        return _KEY.pack(
            _MODULUS_SIZE // 4,
            inverse,
            self.modulus.to_bytes(_MODULUS_SIZE, "little"),
            square.to_bytes(_MODULUS_SIZE, "little"),
            self.exponent,
        )


class Decision(Enum):
    """What is answered to "Allow USB debugging?"."""

    REFUSE = "refuse"
    ALLOW = "allow"
    ALWAYS = "always"


Decide = Callable[[PublicKey], Awaitable[Decision]]


async def refuse(_key: PublicKey) -> Decision:
    """Turn away every host whose key is not known."""
    return Decision.REFUSE


async def accept(_key: PublicKey) -> Decision:
    """Let in every host that has a key."""
    return Decision.ALWAYS


class Authorization:
    """The keys that a phone knows, and who decides about others.

    Args:
        keys: the keys of hosts that are let in.
        decide: is asked about any other key, for as long as it takes; the host is "unauthorized" until then.
            A phone shows its "Allow USB debugging?" dialog here. The default refuses.
    """

    def __init__(self, keys: Iterable[PublicKey] = (), decide: Decide = refuse) -> None:
        self._keys: dict[tuple[int, int], PublicKey] = {}
        self.decide = decide
        for key in keys:
            self.add(key)

    @property
    def keys(self) -> tuple[PublicKey, ...]:
        """The known keys."""
        return tuple(self._keys.values())

    def add(self, key: PublicKey) -> None:
        """From now on the key is known."""
        self._keys[key.modulus, key.exponent] = key

    def signed_by(self, token: bytes, signature: bytes) -> PublicKey | None:
        """The known key that made the signature, or None."""
        return next((key for key in self._keys.values() if key.verify(token, signature)), None)

    async def admits(self, key: PublicKey) -> bool:
        """Ask about a key that proved nothing; remembers it when the answer is "always"."""
        decision = await self.decide(key)
        if decision is Decision.ALWAYS:
            self.add(key)
        return decision is not Decision.REFUSE


def token() -> bytes:
    """Bytes that nobody can foresee, for a host to sign."""
    return secrets.token_bytes(TOKEN_SIZE)


def read_keys(path: Path) -> list[PublicKey]:
    """The keys in a file with one public key on a line, as ``/data/misc/adb/adb_keys`` is.

    Raises:
        OSError: when it cannot be read.
        KeyFormatError: when a line is no key.
    """
    keys: list[PublicKey] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            keys.append(PublicKey.parse(line))
        except KeyFormatError as error:
            raise KeyFormatError(f"{path}, line {number}: {error}") from error
    return keys
