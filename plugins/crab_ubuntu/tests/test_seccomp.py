"""The filter of system calls, run as the kernel would run it, and by the kernel."""

from __future__ import annotations

import os
import struct
import subprocess

import pytest

from crab_ubuntu.providers.seccomp import ALLOW, KILL, MACHINES, REFUSE, SAME_EVERYWHERE, refusing_filter


def verdict(program: bytes, architecture: int, number: int) -> int:
    """What the filter says about one call: a small machine for the instructions that it uses."""
    data = struct.pack("=II", number, architecture)
    instructions = list(struct.iter_unpack("=HBBI", program))
    accumulator = position = 0
    while True:
        code, if_so, if_not, value = instructions[position]
        position += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, value)
        elif code == 0x15:
            position += if_so if accumulator == value else if_not
        elif code == 0x35:
            position += if_so if accumulator >= value else if_not
        else:
            assert code == 0x06
            return int(value)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_listed_call_is_refused_and_no_other(machine: str) -> None:
    program = refusing_filter(machine)
    assert program is not None
    architecture, numbers = MACHINES[machine]
    refused = {*numbers.values(), *SAME_EVERYWHERE.values()}
    for number in range(600):
        wanted = REFUSE | 1 if number in refused else ALLOW
        assert verdict(program, architecture, number) == wanted, number


def test_calls_of_another_abi_do_not_get_by() -> None:
    program = refusing_filter("x86_64")
    assert program is not None
    assert verdict(program, 0x40000003, 1) == KILL  # 32 bit
    assert verdict(program, MACHINES["x86_64"][0], 0x40000000 + 1) == REFUSE | 1  # x32


def test_a_machine_that_is_not_known_has_no_filter() -> None:
    assert refusing_filter("pdp11") is None


def test_the_kernel_takes_it() -> None:
    program = refusing_filter()
    if program is None:
        pytest.skip("the numbers of this machine's system calls are not in the filter")
    descriptor = os.memfd_create("filter")
    os.write(descriptor, program)
    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        command = ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--seccomp", str(descriptor), "--"]
        code = "grep Seccomp: /proc/self/status; unshare --uts true || echo refused"
        done = subprocess.run(
            [*command, "sh", "-c", code], pass_fds=[descriptor], capture_output=True, text=True, check=True
        )
    finally:
        os.close(descriptor)
    assert done.stdout.split() == ["Seccomp:", "2", "refused"]
