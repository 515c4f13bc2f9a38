"""AUTH: hosts prove that they have a key, and the phone decides about those it does not know."""

from __future__ import annotations

import asyncio
import subprocess
import time

import pytest

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.adbd.auth import (
    Authorization,
    Decision,
    KeyFormatError,
    PublicKey,
    accept,
    read_keys,
)
from crab_android.phone.adbd.packets import AUTH, CNXN, OPEN

pytestmark = pytest.mark.adb


@pytest.fixture
def locked():
    """Serves a phone that lets in only whom the given authorization does."""
    servers = []

    def serve(authorization):
        servers.append(PhoneServer(Phone({"tasks": []}), authorization=authorization))
        return servers[-1]

    yield serve
    for server in servers:
        server.close()


def until(condition):
    """Wait for something, a minute at most."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.parametrize("version", ["installed", "bundled"])
def test_a_host_with_a_known_key_is_let_in(adb_server, locked, bundled_adb, version):
    adb = adb_server("home", "adb" if version == "installed" else bundled_adb)
    phone = locked(Authorization(read_keys(adb.key)))
    assert b"connected to" in adb("connect", phone.serial).stdout
    assert adb("-s", phone.serial, "shell", "echo in").stdout == b"in\n"


@pytest.mark.parametrize("version", ["installed", "bundled"])
def test_a_host_with_an_unknown_key_stays_unauthorized(adb_server, locked, bundled_adb, version):
    adb = adb_server("home", "adb" if version == "installed" else bundled_adb)
    phone = locked(Authorization())
    assert b"failed to authenticate" in adb("connect", phone.serial).stdout
    assert adb.state(phone.serial) == "unauthorized"
    done = adb("-s", phone.serial, "shell", "echo in")
    assert done.returncode != 0
    assert b"unauthorized" in done.stderr


def test_a_host_tries_its_vendor_keys_too(adb_server, locked, tmp_path):
    vendor = tmp_path / "vendor.adb_key"
    subprocess.run(["adb", "keygen", str(vendor)], check=True, capture_output=True)
    adb = adb_server("home", ADB_VENDOR_KEYS=str(vendor))
    phone = locked(Authorization(read_keys(tmp_path / "vendor.adb_key.pub")))
    assert b"connected to" in adb("connect", phone.serial).stdout
    assert adb.state(phone.serial) == "device"


def test_the_phone_asks_about_a_new_key_and_lets_the_host_in_when_told_to(adb_server, locked):
    adb = adb_server("home")
    asked, answer = [], {}

    async def ask(key):
        asked.append(key)
        answer["later"] = asyncio.get_running_loop().create_future()
        return await answer["later"]

    authorization = Authorization(decide=ask)
    phone = locked(authorization)
    adb("connect", phone.serial)
    adb.wait_for(phone.serial, "unauthorized")
    until(lambda: asked)  # the server tells of it before the phone has read the key
    assert [key.modulus for key in asked] == [read_keys(adb.key)[0].modulus]
    phone.call(lambda _: answer["later"].set_result(Decision.ALLOW))
    adb.wait_for(phone.serial, "device")
    assert adb("-s", phone.serial, "shell", "echo in").stdout == b"in\n"
    assert authorization.keys == ()


def test_always_means_that_the_key_is_known_from_then_on(adb_server, locked):
    adb = adb_server("home")
    authorization = Authorization(decide=accept)
    phone = locked(authorization)
    adb("connect", phone.serial)
    adb.wait_for(phone.serial, "device")
    assert [key.modulus for key in authorization.keys] == [read_keys(adb.key)[0].modulus]


def test_a_decision_that_fails_lets_nobody_in(adb_server, locked, caplog):
    async def fail(_key):
        raise RuntimeError("the screen is broken")

    adb = adb_server("home")
    authorization = Authorization(decide=fail)
    phone = locked(authorization)
    adb("connect", phone.serial)
    until(lambda: "nobody decided about the key" in caplog.text)
    adb.wait_for(phone.serial, "unauthorized")
    assert authorization.keys == ()


def test_a_known_key_without_a_signature_opens_nothing(adb_server, locked, new_host_to):
    """The public half of a key is no secret, so that sending it proves nothing."""
    adb = adb_server("home")
    host = new_host_to(locked(Authorization(read_keys(adb.key))))
    token = host.connect()
    assert (token.command, token.arg0, len(token.data)) == (AUTH, 1, 20)
    host.send(AUTH, 3, 0, adb.key.read_bytes() + b"\0")
    assert host.silent()
    host.send(OPEN, 1, 0, b"shell:id\0")
    assert host.receive() is None


def test_every_token_is_new_and_a_wrong_signature_gets_another(locked, new_host_to):
    host = new_host_to(locked(Authorization()))
    tokens = [host.connect().data]
    for _ in range(3):
        host.send(AUTH, 2, 0, bytes(256))
        tokens.append(host.receive().data)
    assert len(set(tokens)) == 4


def test_a_host_that_tries_without_end_is_cut_off(locked, new_host_to):
    host = new_host_to(locked(Authorization()))
    host.connect()
    for _ in range(256):
        host.send(AUTH, 2, 0, bytes(256))
        assert host.receive().command == AUTH
    host.send(AUTH, 2, 0, bytes(256))
    assert host.receive() is None


@pytest.mark.parametrize("junk", [b"", b"\0", b"QUFB user@host\0", b"\xff" * 700, b"=" * 700 + b" x"])
def test_what_is_no_key_ends_the_connection(locked, new_host_to, junk):
    host = new_host_to(locked(Authorization(decide=accept)))
    host.connect()
    host.send(AUTH, 3, 0, junk)
    assert host.receive() is None


def test_without_authorization_nobody_is_asked_for_a_key(host):
    host.send(AUTH, 2, 0, bytes(256))
    assert host.output("shell:echo in") == b"in\n"


def test_a_signature_is_checked_down_to_its_padding(adb_server):
    """Only what PKCS #1 v1.5 allows is a signature: here the right ending behind a wrong padding."""
    key = read_keys(adb_server("home").key)[0]
    token = bytes(range(20))
    assert not key.verify(token, bytes(256))
    assert not key.verify(token, (key.modulus + 1).to_bytes(256, "big"))
    ending = bytes.fromhex("003021300906052b0e03021a05000414") + token
    small = PublicKey(key.modulus, 1)  # with this exponent a signature is the padded text itself
    right = b"\0\x01" + b"\xff" * (254 - len(ending)) + ending
    assert small.verify(token, right)
    for place in (0, 1, 2, 100, 217, 219, 230, 255):
        wrong = bytearray(right)
        wrong[place] ^= 1
        assert not small.verify(token, bytes(wrong))


def test_the_fingerprint_is_that_of_the_key_itself(adb_server):
    import base64
    import hashlib

    file = adb_server("home").key
    raw = base64.b64decode(file.read_text().split()[0])
    digest = hashlib.md5(raw).hexdigest().upper()
    assert read_keys(file)[0].fingerprint.replace(":", "") == digest


def test_a_file_of_keys_may_have_comments_and_says_which_line_is_wrong(adb_server, tmp_path):
    file = tmp_path / "adb_keys"
    good = adb_server("home").key.read_text().strip()
    file.write_text(f"# mine\n\n{good}\n")
    assert read_keys(file)[0].comment == good.partition(" ")[2]
    file.write_text(f"{good}\nssh-rsa AAAA\n")
    with pytest.raises(KeyFormatError, match="adb_keys, line 2: not a public key"):
        read_keys(file)


def test_the_handshake_goes_on_after_a_second_cnxn(locked, new_host_to):
    host = new_host_to(locked(Authorization(decide=accept)))
    assert host.connect().command == AUTH
    again = host.connect()
    assert again.command == AUTH
    assert again.command != CNXN
