"""Both sides prove that they know the token; nothing recorded or sent back proves anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_core import HostError, UsageError
from crab_core.host.handshake import (
    CHALLENGE_SIZE,
    HELLO_SIZE,
    PROOF_SIZE,
    ClientHandshake,
    HandshakeError,
    HostHandshake,
    new_token,
    read_token,
)

TOKEN = new_token()


def test_both_sides_with_the_token_agree() -> None:
    client, host = ClientHandshake(TOKEN), HostHandshake(TOKEN)
    challenge = host.receive(client.hello)
    proof = host.receive(client.answer(challenge))
    client.verify(proof)
    assert host.needed == 0
    assert (len(client.hello), len(challenge), len(proof)) == (HELLO_SIZE, CHALLENGE_SIZE, PROOF_SIZE)


def test_the_token_never_travels() -> None:
    client, host = ClientHandshake(TOKEN), HostHandshake(TOKEN)
    challenge = host.receive(client.hello)
    answer = client.answer(challenge)
    assert TOKEN not in client.hello + challenge + answer + host.receive(answer)


def test_a_client_with_another_token_is_refused() -> None:
    client, host = ClientHandshake(new_token()), HostHandshake(TOKEN)
    with pytest.raises(HandshakeError):
        host.receive(client.answer(host.receive(client.hello)))


def test_a_host_with_another_token_is_refused() -> None:
    """Also when it accepts any client."""
    client, impostor = ClientHandshake(TOKEN), ClientHandshake(new_token())
    client.answer(bytes(CHALLENGE_SIZE))
    with pytest.raises(HandshakeError):
        client.verify(impostor.answer(client.hello[-CHALLENGE_SIZE:]))


def test_a_recorded_session_proves_nothing_to_the_host() -> None:
    client, host = ClientHandshake(TOKEN), HostHandshake(TOKEN)
    hello = client.hello
    answer = client.answer(host.receive(hello))
    host.receive(answer)
    again = HostHandshake(TOKEN)
    again.receive(hello)
    with pytest.raises(HandshakeError):
        again.receive(answer)


def test_a_recorded_session_proves_nothing_to_the_client() -> None:
    client, host = ClientHandshake(TOKEN), HostHandshake(TOKEN)
    challenge = host.receive(client.hello)
    proof = host.receive(client.answer(challenge))
    again = ClientHandshake(TOKEN)
    again.answer(challenge)
    with pytest.raises(HandshakeError):
        again.verify(proof)


def test_a_proof_sent_back_proves_nothing() -> None:
    """An impostor without the token returns to the client what the client has just sent."""
    client = ClientHandshake(TOKEN)
    nonce = client.hello[-CHALLENGE_SIZE:]
    with pytest.raises(HandshakeError):
        client.verify(client.answer(nonce))


def test_a_peer_of_another_version_is_refused() -> None:
    hello = bytearray(ClientHandshake(TOKEN).hello)
    hello[7] += 1
    with pytest.raises(HandshakeError):
        HostHandshake(TOKEN).receive(bytes(hello))


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=HELLO_SIZE, max_size=HELLO_SIZE), st.binary(min_size=32, max_size=32))
def test_no_guess_is_let_in(hello: bytes, proof: bytes) -> None:
    host = HostHandshake(TOKEN)
    with pytest.raises(HandshakeError):
        host.receive(hello)
    host.receive(ClientHandshake(TOKEN).hello)
    with pytest.raises(HandshakeError):
        host.receive(proof)


def test_a_token_is_read_without_its_line_end(tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(TOKEN + b"\n")
    assert read_token(tmp_path / "token") == TOKEN


def test_a_short_token_is_refused(tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(b"secret")
    with pytest.raises(UsageError, match="at least 16 bytes"):
        read_token(tmp_path / "token")


def test_a_missing_token_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        read_token(tmp_path / "nowhere")


def test_handshake_errors_are_host_errors() -> None:
    assert issubclass(HandshakeError, HostError)
