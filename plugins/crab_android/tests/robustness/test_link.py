"""Commands on a phone that goes away, comes back, hesitates and breaks off."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from faulty import FaultyPhone

from crab_android.device.errors import (
    AdbServerGoneError,
    BrokenOffError,
    CommandFailedError,
    PhoneGoneError,
    PhoneOfflineError,
    PhoneSlowError,
    PhoneUnauthorizedError,
)
from crab_android.device.link import AdbLink
from crab_android.providers.adb_server import PrivateAdbServer
from crab_core import UsageError

pytestmark = pytest.mark.adb

TAP = "input tap 10 10"


def count(faulty: FaultyPhone, text: str) -> int:
    return sum(text in service for service in faulty.heard)


@contextlib.contextmanager
def when_heard(faulty: FaultyPhone, text: str, then: Callable[[], None]) -> Iterator[None]:
    """Do something as soon as the phone has heard of a service with this text."""

    def wait() -> None:
        while not count(faulty, text) and not over.wait(0.005):
            pass
        then()

    over = threading.Event()
    waiting = threading.Thread(target=wait)
    waiting.start()
    try:
        yield
    finally:
        over.set()
        waiting.join()


def test_a_read_that_breaks_off_is_asked_again(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.fail("getprop", cut_after=True)
    assert link.check("getprop ro.product.model") == "Crab Phone"
    assert count(faulty, "getprop") == 2


def test_a_read_that_always_breaks_off_is_an_error_after_three_attempts(
    faulty: FaultyPhone, link: AdbLink
) -> None:
    faulty.fail("getprop", cut_after=True, left=9)
    with pytest.raises(BrokenOffError, match="getprop"):
        link.check("getprop ro.product.model")
    assert count(faulty, "getprop") == 3


def test_a_tap_that_may_have_been_done_is_not_repeated(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.fail(TAP, cut_after=True)
    with pytest.raises(BrokenOffError, match="input"):
        link.check(TAP)
    assert count(faulty, TAP) == 1
    assert link.check("echo still here") == "still here"


def test_a_tap_that_cannot_have_been_sent_is(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.unplug()
    threading.Timer(0.5, faulty.plug_in).start()
    assert link.check(TAP) == ""
    assert count(faulty, TAP) == 1


def test_half_an_answer_is_not_taken_for_a_whole_one(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.fail("settings list", change=lambda answer: answer[: len(answer) // 2])
    whole = link.check("settings list system").splitlines()
    assert len(whole) > 5
    assert count(faulty, "settings list") == 2


def test_a_phone_that_stays_away_is_gone_and_the_error_says_what_to_look_at(
    faulty: FaultyPhone, adb_port: int
) -> None:
    hasty = AdbLink(faulty.serial, port=adb_port, patience=0.5)
    hasty.connect()
    faulty.unplug()
    start = time.monotonic()
    with pytest.raises(PhoneGoneError, match=f"{faulty.serial}.*adb devices"):
        hasty.check("true")
    assert time.monotonic() - start < 30, "the usual patience is longer"
    hasty.client.detach(faulty.serial)
    faulty.plug_in()


def test_an_offline_phone_is_connected_anew_when_it_answers_again(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.mute = True
    faulty.unplug()
    faulty.plug_in()

    def wake() -> None:
        faulty.mute = False

    threading.Timer(1.0, wake).start()
    assert link.check("echo back") == "back"


def test_a_phone_that_says_nothing_is_offline(faulty: FaultyPhone, adb_port: int) -> None:
    faulty.mute = True
    with pytest.raises((PhoneOfflineError, PhoneGoneError), match=faulty.serial):
        AdbLink(faulty.serial, port=adb_port, patience=0.5).connect(seconds=1.0)


def test_a_phone_that_does_not_trust_this_computer_is_told_at_once_with_what_to_do(
    faulty: FaultyPhone, adb_port: int
) -> None:
    faulty.trusting = False
    with pytest.raises(PhoneUnauthorizedError, match="allow USB debugging"):
        AdbLink(faulty.serial, port=adb_port).connect()


def test_a_command_has_its_time_and_no_more(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.fail("input text", seconds=60.0)
    start = time.monotonic()
    with pytest.raises(PhoneSlowError, match=r"input .* has not finished within 0 s"):
        link.check("input text x", seconds=0.3)
    assert time.monotonic() - start < 30
    # The server passes on what it has taken, also when nobody waits for the answer any more.
    assert link.check("echo after") == "after"
    assert count(faulty, "input text") == 1


def test_a_slow_read_is_asked_again(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.fail("getprop", seconds=60.0)
    # Also the second attempt has no longer than that.
    assert link.check("getprop ro.product.model", seconds=2.0) == "Crab Phone"


def test_a_phone_without_exec_is_asked_through_its_shell(faulty: FaultyPhone, link: AdbLink) -> None:
    faulty.fail("exec:", refuse=True, left=99)
    assert link.check("echo one") == "one"
    assert link.run("false").code == 1
    assert faulty.heard[-1].startswith("shell:")


def test_line_breaks_that_a_terminal_has_doubled_are_put_right(faulty: FaultyPhone, link: AdbLink) -> None:
    for newline in (b"\r\n", b"\r\r\n"):
        faulty.fail("exec:", change=lambda answer, to=newline: answer.replace(b"\n", to))
        assert link.run("echo one; echo two").output == b"one\ntwo\n"


def test_bytes_are_left_alone_where_no_terminal_is(link: AdbLink) -> None:
    link.client.device(link.serial).sync.push(b"a\r\nb", "/sdcard/lines.txt")
    assert link.run("cat /sdcard/lines.txt").output == b"a\r\nb"


def test_a_command_that_fails_is_an_error_with_its_code_and_words(link: AdbLink) -> None:
    with pytest.raises(CommandFailedError, match=r"cat on .* failed \(1\): .*No such file") as caught:
        link.check("cat /nowhere")
    assert caught.value.code == 1


def test_a_command_that_adb_cannot_take_is_refused_before_it_is_sent(
    faulty: FaultyPhone, link: AdbLink
) -> None:
    with pytest.raises(UsageError, match="longer than"):
        link.check("echo " + "x" * 70_000)
    assert count(faulty, "xxx") == 0


def test_the_adb_server_may_restart_between_two_commands(faulty: FaultyPhone) -> None:
    server = PrivateAdbServer()
    try:
        link = AdbLink(faulty.serial, port=server.port, revive=server.revive)
        link.connect()
        server.close()
        assert link.check("echo again") == "again"
    finally:
        server.close()


def test_the_adb_server_may_die_in_the_middle_of_a_read_but_not_of_a_tap(faulty: FaultyPhone) -> None:
    server = PrivateAdbServer()
    try:
        link = AdbLink(faulty.serial, port=server.port, revive=server.revive)
        link.connect()
        faulty.fail("getprop", seconds=60.0)
        with when_heard(faulty, "getprop", server.close):
            assert link.check("getprop ro.product.model") == "Crab Phone"
        faulty.fail(TAP, seconds=60.0)
        with when_heard(faulty, TAP, server.close), pytest.raises(BrokenOffError, match="broke off"):
            link.check(TAP)
        assert count(faulty, TAP) == 1
        assert link.check("echo here") == "here"
    finally:
        server.close()


def test_without_a_server_the_error_says_how_to_start_one(faulty: FaultyPhone) -> None:
    link = AdbLink(faulty.serial, port=9, patience=0.2)
    with pytest.raises(AdbServerGoneError, match="adb -P 9 start-server"):
        link.check("true")
