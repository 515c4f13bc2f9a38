"""An episode cannot tell a hosted environment from one in its own process; a lost host is told at once."""

from __future__ import annotations

import datetime
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from served_device import Device, OtherDevice, broken, counted
from waiting import until

from crab_core import Clip, EvaluationError, HostError, InvalidAction, RemoteError, Settled, Verdict
from crab_core.environment import Device as DeviceProtocol
from crab_core.host import HostedEnvironment, HostTimeout


@pytest.fixture
def device(shared_host: Any) -> HostedEnvironment:
    return shared_host.device()


def test_it_is_a_device(device: HostedEnvironment) -> None:
    assert isinstance(device, DeviceProtocol)
    assert (device.name, device.description, device.platform) == ("device", "A device for tests", "test")
    assert device.action_space == Device().action_space
    assert device.evaluator_space == Device().evaluator_space
    assert (device.incidental, device.state_misses) == (("calls",), "what it was told")


def test_observations_are_those_of_the_class(device: HostedEnvironment) -> None:
    assert device.observe() == Device().observe()


def test_actions_give_their_result(device: HostedEnvironment) -> None:
    assert device.act("echo", {"value": {"a": [1, None, "ü", {"$": 2}]}}) == {"a": [1, None, "ü", {"$": 2}]}
    assert device.act("noop", {}) is None


def test_arguments_are_converted_to_their_types_in_the_host(device: HostedEnvironment) -> None:
    assert device.act("weekday", {"day": datetime.date(2026, 3, 2)}) == 0
    assert device.act("weekday", {"day": "2026-03-03"}) == 1


def test_a_batch_of_evaluators_gives_one_outcome_each(device: HostedEnvironment) -> None:
    device.reset({}, 0)
    passed, error, failed = device.evaluate([counted(1).call(), broken.call(), counted(10_000).call()])
    assert isinstance(passed, Verdict)
    assert passed.passed
    assert isinstance(failed, Verdict)
    assert "resets" in failed.reason
    assert not failed.passed
    assert isinstance(error, EvaluationError)
    assert error.message == "no such window"
    assert "served_device.py" in error.traceback


def test_reset_settle_and_state_reach_the_environment(device: HostedEnvironment, shared_host: Any) -> None:
    device.reset({"files": {"a.txt": "1"}}, 7)
    assert device.state() == {
        "world": {"files": {"a.txt": "1"}},
        "seed": 7,
        "process": shared_host.process.pid,
    }
    assert device.settle() == Settled("still", 0.25)


def test_a_recording_arrives_whole(device: HostedEnvironment) -> None:
    device.reset({}, 0)
    assert device.recording() is None
    device.reset({"film": 300_000}, 0)
    assert device.recording() == Clip(b"x" * 300_000, 2.5)


def test_wrong_arguments_do_not_travel(device: HostedEnvironment) -> None:
    device.client.close()
    with pytest.raises(InvalidAction) as raised:
        device.act("nap", {"seconds": "long"})
    assert raised.value.problems[0].field == "seconds"
    with pytest.raises(InvalidAction, match="'nap'"):
        device.act("map", {"seconds": 1})


def test_wrong_arguments_are_refused_by_the_host_too(device: HostedEnvironment) -> None:
    with pytest.raises(InvalidAction) as raised:
        device.client.call("act", {"name": "nap", "arguments": {"seconds": "long"}})
    assert raised.value.problems[0].field == "seconds"


def test_an_invalid_action_of_the_device_arrives_as_one(device: HostedEnvironment) -> None:
    with pytest.raises(InvalidAction) as raised:
        device.act("refuse", {})
    assert raised.value.message == "Not now."
    assert raised.value.problems[0].reason == "is outside of the screen"
    assert raised.value.advice == "Look first."


def test_an_exception_arrives_with_its_remote_traceback(device: HostedEnvironment) -> None:
    with pytest.raises(RemoteError, match="the disk is full") as raised:
        device.act("fail", {"words": "the disk is full"})
    assert raised.value.kind == "RuntimeError"
    assert "served_device.py" in raised.value.remote_traceback


def test_four_calls_run_at_the_same_time(device: HostedEnvironment) -> None:
    """Each of the four waits inside the host until the other three are there."""
    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(lambda _: device.act("rendezvous", {}), range(4))) == [0, 1, 2, 3]


def test_a_slow_action_does_not_block_others(device: HostedEnvironment) -> None:
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(device.act, "hold", {})
        for _ in range(10):
            device.act("noop", {})
        assert not slow.done()
        device.act("release", {})
        assert slow.result() == "released"


def test_a_deadline_ends_the_wait_and_not_the_connection(shared_host: Any) -> None:
    client = shared_host.connect(timeout=0.1)
    begun = time.monotonic()
    with pytest.raises(HostTimeout, match=r"in 0\.1 s"):
        client.call("act", {"name": "nap", "arguments": {"seconds": 60}})
    assert time.monotonic() - begun < 30, "the wait ended before the action"
    assert client.call("act", {"name": "echo", "arguments": {"value": 5}}, timeout=60) == 5


def test_different_ends_are_told_apart_on_connecting(shared_host: Any) -> None:
    client = shared_host.connect()
    with pytest.raises(HostError, match="actions that only the host has: echo"):
        HostedEnvironment(OtherDevice, client)
    assert not client.connected


def test_another_schema_is_told_on_connecting(shared_host: Any) -> None:
    changed = [
        item.renamed(item.name, "other words") if item.name == "nap" else item for item in Device.actions
    ]
    changed_device = type("ChangedDevice", (Device,), {"actions": changed})
    with pytest.raises(HostError, match="actions with other schemas: nap"):
        HostedEnvironment(changed_device, shared_host.connect())


def test_a_second_device_has_a_name_of_its_own(shared_host: Any) -> None:
    assert HostedEnvironment(Device, shared_host.connect(), name="device2").name == "device2"


# -- losing the host -----------------------------------------------------------------------------------


def test_a_killed_host_is_told_at_once_to_all_who_wait(start_host: Any) -> None:
    host = start_host()
    device = host.device()
    with ThreadPoolExecutor(5) as pool:
        waiting = [pool.submit(device.act, "nap", {"seconds": 60}) for _ in range(5)]
        while len(device.client._pending) < 5:
            time.sleep(0.002)
        begun = time.monotonic()
        host.process.kill()
        for future in waiting:
            with pytest.raises(HostError, match=r"closed the connection|was lost"):
                future.result()
    assert time.monotonic() - begun < 30, "nobody waited for the naps of a minute"
    assert not device.client.connected
    with pytest.raises(HostError, match=r"closed the connection|was lost"):
        device.observe()


def test_a_host_that_hangs_is_noticed_by_its_missing_heartbeat(start_host: Any) -> None:
    host = start_host()
    client = host.connect(heartbeat=0.5)
    os.kill(host.process.pid, signal.SIGSTOP)
    begun = time.monotonic()
    with pytest.raises(HostError, match="no sign of life"):
        client.call("ping", {}, timeout=60)
    assert time.monotonic() - begun < 30, "the deadline of a minute was not waited for"


def test_closing_ends_the_calls_that_wait(shared_host: Any) -> None:
    client = shared_host.connect()
    with ThreadPoolExecutor(1) as pool:
        nap = pool.submit(client.call, "act", {"name": "nap", "arguments": {"seconds": 60}})
        until(lambda: client._pending)
        client.close()
        client.close()
        with pytest.raises(HostError, match="was closed"):
            nap.result()
    with pytest.raises(HostError, match="was closed"):
        client.ping()
    assert client._reader not in threading.enumerate()
