"""How host and client prove to each other that they know the same token. No input or output happens here.

    client → host   magic with the protocol version, 32 random bytes
    host → client   32 random bytes
    client → host   HMAC-SHA256(token, version, "client", both random values)
    host → client   HMAC-SHA256(token, version, "host", both random values)

The token never travels. Both random values are in both proofs, so a recorded session cannot be replayed;
the role is, so a proof cannot be sent back to whom it came from. The client proves itself first: whoever
does not know the token gets 32 random bytes and a closed connection. All messages have a fixed length.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final, Literal

from crab_core.errors import HostError, UsageError

PROTOCOL_VERSION: Final = 1
_MAGIC: Final = b"CRABHST" + bytes([PROTOCOL_VERSION])
_NONCE: Final = 32
_PROOF: Final = 32
_SHORTEST_TOKEN: Final = 16
"""Bytes. Whoever sees a proof can try tokens at leisure, so a token must not be guessable."""

HELLO_SIZE: Final = len(_MAGIC) + _NONCE
CHALLENGE_SIZE: Final = _NONCE
PROOF_SIZE: Final = _PROOF


class HandshakeError(HostError):
    """The other side does not speak this protocol, or does not know the token."""


def new_token() -> bytes:
    """A token with 256 random bits, in hexadecimal."""
    return secrets.token_hex(32).encode()


def check_token(token: bytes) -> bytes:
    """The token itself.

    Raises:
        UsageError: It is too short to be safe.
    """
    if len(token) < _SHORTEST_TOKEN:
        raise UsageError(
            f"A host token needs at least {_SHORTEST_TOKEN} bytes, this one has {len(token)}.",
            advice="Make one with crab_core.host.new_token().",
        )
    return token


def read_token(path: Path | str) -> bytes:
    """The token in a file, without white space around it; `/dev/fd/3` reads an inherited descriptor.

    Raises:
        UsageError: The file cannot be read, or holds too little.
    """
    try:
        return check_token(Path(path).read_bytes().strip())
    except OSError as error:
        raise UsageError(f"The token file {path} cannot be read: {error.strerror}.") from error


class HostHandshake:
    """The host's side. Feed it the hello, then the proof."""

    def __init__(self, token: bytes) -> None:
        self._token = token
        self._nonces = b""
        self.needed = HELLO_SIZE
        """How many bytes the next message has; 0 when the client has proved itself."""

    def receive(self, message: bytes) -> bytes:
        """Take a message of `needed` bytes and return the answer.

        Raises:
            HandshakeError: The client is a stranger: close, and say nothing.
        """
        if not self._nonces:
            if not message.startswith(_MAGIC):
                raise HandshakeError("The peer does not speak this version of the host protocol.")
            own = secrets.token_bytes(_NONCE)
            self._nonces = message[len(_MAGIC) :] + own
            self.needed = PROOF_SIZE
            return own
        if not hmac.compare_digest(message, _proof(self._token, "client", self._nonces)):
            raise HandshakeError("The peer does not know the token.")
        self.needed = 0
        return _proof(self._token, "host", self._nonces)


class ClientHandshake:
    """The client's side: send `hello`, answer the challenge, verify the proof of the host."""

    def __init__(self, token: bytes) -> None:
        self._token = token
        self._nonce = secrets.token_bytes(_NONCE)
        self._nonces = b""

    @property
    def hello(self) -> bytes:
        """The first message."""
        return _MAGIC + self._nonce

    def answer(self, challenge: bytes) -> bytes:
        """The proof to send after the host's challenge."""
        self._nonces = self._nonce + challenge
        return _proof(self._token, "client", self._nonces)

    def verify(self, proof: bytes) -> None:
        """Check that the host knows the token too.

        Raises:
            HandshakeError: It does not; send it nothing.
        """
        if not hmac.compare_digest(proof, _proof(self._token, "host", self._nonces)):
            raise HandshakeError("Who listens there does not know the token of the host.")


def _proof(token: bytes, role: Literal["client", "host"], nonces: bytes) -> bytes:
    return hmac.digest(token, b"|".join((_MAGIC, role.encode(), nonces)), hashlib.sha256)
