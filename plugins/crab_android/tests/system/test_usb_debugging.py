"""The question whether a computer may control the phone."""

from __future__ import annotations

import asyncio
import subprocess
import time

import pytest

from crab_android.phone import PhoneServer
from crab_android.phone.adbd.auth import Authorization, Decision, PublicKey
from crab_android.phone.crawl import find
from crab_android.phone.system.overlays.usb_debugging import asking

KEY = PublicKey(modulus=(1 << 2047) + 12345, exponent=65537, comment="ada@desk")


def _allow(phone):
    spot = find(phone, text="Allow").visible.center
    phone.tap(*spot)


def ask(phone, hand, *taps):
    """What the phone answers when these are touched."""

    async def run():
        question = asyncio.create_task(asking(phone)(KEY))
        await asyncio.sleep(0)
        assert hand.sees(text="Allow USB debugging?")
        assert any(KEY.fingerprint in text for text in hand.texts())
        for tap in taps:
            hand.tap(text=tap)
        return await asyncio.wait_for(question, 5)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("taps", "decision"),
    [
        (("Allow",), Decision.ALLOW),
        (("Always allow from this computer", "Allow"), Decision.ALWAYS),
        (("Don’t allow",), Decision.REFUSE),
    ],
)
def test_the_answer_is_what_is_touched(phone, hand, taps, decision):
    assert ask(phone, hand, *taps) is decision
    assert not phone.state.overlays
    assert not phone.usb_answers


def test_back_refuses_and_a_touch_beside_it_answers_nothing(phone, hand):
    async def run():
        question = asyncio.create_task(asking(phone)(KEY))
        await asyncio.sleep(0)
        phone.tap(540, 300)
        assert phone.state.overlays
        phone.back()
        return await asyncio.wait_for(question, 5)

    assert asyncio.run(run()) is Decision.REFUSE


def test_the_question_goes_when_the_computer_gives_up(phone, hand):
    async def run():
        question = asyncio.create_task(asking(phone)(KEY))
        await asyncio.sleep(0)
        question.cancel()
        await asyncio.gather(question, return_exceptions=True)

    asyncio.run(run())
    assert not phone.state.overlays


def test_a_key_that_is_always_allowed_is_remembered(phone, hand):
    authorization = Authorization(decide=asking(phone))

    async def run():
        question = asyncio.create_task(authorization.admits(KEY))
        await asyncio.sleep(0)
        hand.tap(text="Always allow from this computer")
        hand.tap(text="Allow")
        return await asyncio.wait_for(question, 5)

    assert asyncio.run(run())
    assert authorization.keys == (KEY,)


@pytest.mark.adb
def test_a_real_adb_waits_until_the_dialog_allows_it(phone, adb_port):
    def adb(*words):
        done = subprocess.run(
            ["adb", "-P", str(adb_port), *words], capture_output=True, timeout=60, check=False
        )
        return (done.stdout + done.stderr).decode()

    authorization = Authorization(decide=asking(phone))
    with PhoneServer(phone, authorization=authorization) as server:
        adb("connect", server.serial)
        asked = lambda: server.call(lambda phone: [o.kind for o in phone.state.overlays])  # noqa: E731
        try:
            deadline = time.monotonic() + 60
            while asked() != ["usb_debugging"] and time.monotonic() < deadline:
                time.sleep(0.05)
            assert asked() == ["usb_debugging"]
            assert adb("-s", server.serial, "get-state") != "device\n"
            server.call(_allow)
            adb("-s", server.serial, "wait-for-device")
            assert adb("-s", server.serial, "shell", "echo", "in") == "in\n"
            assert authorization.keys == ()
        finally:
            adb("disconnect", server.serial)
