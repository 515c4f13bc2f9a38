"""Stepping into a session's namespaces, all but that of its processes.

The text of this module is handed to a fresh interpreter, so it imports Python's own library only. The process
then sees the session's files, network, screen and buses as its user does, while the session cannot see or
signal it: it has no process id inside.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import struct

NAMESPACES = {"net": 0x40000000, "ipc": 0x08000000, "uts": 0x04000000, "mnt": 0x00020000}
"""From linux/sched.h, in the order in which they are entered."""
CLONE_NEWUSER = 0x10000000
NS_GET_USERNS = 0xB701
"""From linux/nsfs.h."""
FIRST_PORT = "/proc/sys/net/ipv4/ip_unprivileged_port_start"

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
"""From linux/prctl.h."""
CAPABILITY_VERSION = 0x20080522
"""From linux/capability.h."""
CAP_DAC_READ_SEARCH = 2
"""Reads where the session's user may not: its own code, and files that an agent has locked."""


def enter(session: int, user: int, parent: int) -> None:
    """Enter the namespaces of a session, to do there what its user can, and to read everything.

    Args:
        session: Process id of a process in it.
        user: User id to become first; -1 stays.
        parent: Process id of the parent; this process dies with it.

    Raises:
        OSError: The kernel refuses.
    """
    library = ctypes.CDLL(None, use_errno=True)

    def checked(result: int, what: str) -> None:
        if result != 0:
            number = ctypes.get_errno()
            raise OSError(number, f"{what}: {os.strerror(number)}")

    if user >= 0:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    doors = {name: os.open(f"/proc/{session}/ns/{name}", os.O_RDONLY) for name in (*NAMESPACES, "user")}
    # bubblewrap makes two user namespaces: the outer one owns all others, the inner one has the user.
    owner = fcntl.ioctl(doors["mnt"], NS_GET_USERNS)
    checked(library.setns(owner, CLONE_NEWUSER), "setns(user)")
    checked(library.setns(doors["net"], NAMESPACES["net"]), "setns(net)")
    _allow_low_ports()
    for name in ("ipc", "uts", "mnt"):
        checked(library.setns(doors[name], NAMESPACES[name]), f"setns({name})")
    if os.fstat(owner).st_ino != os.fstat(doors["user"]).st_ino:
        checked(library.setns(doors["user"], CLONE_NEWUSER), "setns(session's user)")
    for door in (owner, *doors.values()):
        os.close(door)
    checked(library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl(PR_SET_NO_NEW_PRIVS)")
    header = struct.pack("Ii", CAPABILITY_VERSION, 0)
    kept = 1 << CAP_DAC_READ_SEARCH
    checked(library.capset(header, struct.pack("6I", kept, kept, 0, 0, 0, 0)), "capset")
    checked(library.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "prctl(PR_SET_DUMPABLE)")
    # Last, for a change of user takes it back.
    checked(library.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != parent:
        raise SystemExit("the parent is gone")
    os.chdir("/")


def _allow_low_ports() -> None:
    """Let the session's network serve at ports such as 80; where /proc is read-only, only at high ones."""
    try:
        with open(FIRST_PORT, "w") as setting:  # noqa: PTH123 - pathlib is not imported for one line
            setting.write("0")
    except OSError:
        return
