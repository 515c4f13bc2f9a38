"""A filter of system calls: what no application needs, and what has led out of sandboxes before.

A filter is a program of the classic Berkeley packet filter (linux/filter.h, linux/seccomp.h). The kernel
remembers which calls it always allows, so those cost nothing.
"""

from __future__ import annotations

import errno
import platform
import struct

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
"""Instructions: BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JGE|K, BPF_RET|K."""
NUMBER, ARCHITECTURE = 0, 4
"""Offsets in struct seccomp_data."""
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
"""SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS."""
X32 = 0x40000000
"""Calls of the x32 ABI have this bit; nobody needs them."""

SAME_EVERYWHERE = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "mount_setattr": 442,
}
"""Numbers given since Linux 5.1 are the same on all machines."""
X86_64 = {
    "acct": 163,
    "add_key": 248,
    "adjtimex": 159,
    "bpf": 321,
    "clock_adjtime": 305,
    "clock_settime": 227,
    "delete_module": 176,
    "finit_module": 313,
    "init_module": 175,
    "ioperm": 173,
    "iopl": 172,
    "kexec_file_load": 320,
    "kexec_load": 246,
    "keyctl": 250,
    "lookup_dcookie": 212,
    "mount": 165,
    "open_by_handle_at": 304,
    "perf_event_open": 298,
    "pivot_root": 155,
    "quotactl": 179,
    "reboot": 169,
    "request_key": 249,
    "setns": 308,
    "settimeofday": 164,
    "swapoff": 168,
    "swapon": 167,
    "syslog": 103,
    "umount2": 166,
    "unshare": 272,
    "userfaultfd": 323,
}
AARCH64 = {
    "acct": 89,
    "add_key": 217,
    "adjtimex": 171,
    "bpf": 280,
    "clock_adjtime": 266,
    "clock_settime": 112,
    "delete_module": 106,
    "finit_module": 273,
    "init_module": 105,
    "kexec_file_load": 294,
    "kexec_load": 104,
    "keyctl": 219,
    "lookup_dcookie": 18,
    "mount": 40,
    "open_by_handle_at": 265,
    "perf_event_open": 241,
    "pivot_root": 41,
    "quotactl": 60,
    "reboot": 142,
    "request_key": 218,
    "setns": 268,
    "settimeofday": 170,
    "swapoff": 225,
    "swapon": 224,
    "syslog": 116,
    "umount2": 39,
    "unshare": 97,
    "userfaultfd": 282,
}
MACHINES = {"x86_64": (0xC000003E, X86_64), "aarch64": (0xC00000B7, AARCH64)}
"""By `platform.machine()`: AUDIT_ARCH of linux/audit.h, and the numbers of refused calls."""


def refusing_filter(machine: str | None = None) -> bytes | None:
    """The filter for a machine, this one by default; None for one whose numbers are not known here."""
    known = MACHINES.get(machine or platform.machine())
    if known is None:
        return None
    architecture, numbers = known
    refused = sorted({*SAME_EVERYWHERE.values(), *numbers.values()})
    program = [
        _instruction(LOAD, ARCHITECTURE),
        _instruction(EQUAL, architecture, 1, 0),
        _instruction(RETURN, KILL),
        _instruction(LOAD, NUMBER),
        # Over all comparisons and the permission to the refusal.
        _instruction(AT_LEAST, X32, len(refused) + 1, 0),
    ]
    for position, number in enumerate(refused):
        program.append(_instruction(EQUAL, number, len(refused) - position, 0))
    program += [_instruction(RETURN, ALLOW), _instruction(RETURN, REFUSE | errno.EPERM)]
    return b"".join(program)


def _instruction(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)
