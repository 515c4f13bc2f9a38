"""The folders of an empty phone, and which of them belong to the system."""

from __future__ import annotations

import stat

from .file_nodes import Node

SHARED = "/sdcard"

ALIASES = (
    ("/storage/emulated/0", SHARED),
    ("/storage/self/primary", SHARED),
    ("/data/media/0", SHARED),
    ("/mnt/sdcard", SHARED),
    ("/mnt/user/0/primary", SHARED),
)

PUBLIC = (
    "Alarms",
    "Android",
    "Android/data",
    "Android/media",
    "Android/obb",
    "Audiobooks",
    "DCIM",
    "DCIM/Camera",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Pictures/Screenshots",
    "Podcasts",
    "Recordings",
    "Ringtones",
)

_SYSTEM = {
    "/acct": 0o755,
    "/apex": 0o755,
    "/cache": 0o770,
    "/config": 0o555,
    "/data": 0o771,
    "/data/anr": 0o775,
    "/data/app": 0o771,
    "/data/data": 0o771,
    "/data/local": 0o751,
    "/data/local/tmp": 0o771,
    "/data/media": 0o770,
    "/data/media/0": 0o770,
    "/data/misc": 0o1771,
    "/data/system": 0o775,
    "/data/tombstones": 0o771,
    "/data/user": 0o711,
    "/data/user/0": 0o771,
    "/dev": 0o755,
    "/metadata": 0o711,
    "/mnt": 0o755,
    "/odm": 0o755,
    "/oem": 0o755,
    "/proc": 0o555,
    "/product": 0o755,
    "/product/app": 0o755,
    "/sdcard": 0o2770,
    "/storage": 0o755,
    "/storage/emulated": 0o771,
    "/storage/emulated/0": 0o2770,
    "/storage/self": 0o755,
    "/sys": 0o555,
    "/system": 0o755,
    "/system/app": 0o755,
    "/system/bin": 0o751,
    "/system/etc": 0o755,
    "/system/fonts": 0o755,
    "/system/framework": 0o755,
    "/system/lib64": 0o755,
    "/system/priv-app": 0o755,
    "/system/usr": 0o755,
    "/system_ext": 0o755,
    "/vendor": 0o755,
}

_LINKS = {
    "/bin": "/system/bin",
    "/d": "/sys/kernel/debug",
    "/etc": "/system/etc",
    "/storage/self/primary": "/storage/emulated/0",
}

DEVICES = ("null", "zero", "random", "urandom", "tty", "full")
"""The devices in ``/dev``; what reading and writing them does is up to the shell."""

_TEXTS = {
    "/system/build.prop": "ro.build.version.release=16\nro.build.version.sdk=36\n",
    "/system/etc/hosts": "127.0.0.1       localhost\n::1             ip6-localhost\n",
    "/system/etc/mkshrc": "# /system/etc/mkshrc\n",
    "/proc/version": "Linux version 6.12.0-android16 (build@crab) #1 SMP PREEMPT 2026-05-14\n",
    "/proc/filesystems": "nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\n\text4\n\tf2fs\n",
    "/proc/mounts": "/dev/block/dm-0 / ext4 ro,seclabel,relatime 0 0\n"
    "tmpfs /dev tmpfs rw,seclabel,nosuid,relatime 0 0\n"
    "/dev/block/dm-52 /data f2fs rw,seclabel,nosuid,nodev,noatime 0 0\n"
    "/dev/fuse /storage/emulated fuse rw,lazytime,nosuid,nodev,noexec,noatime 0 0\n",
    "/proc/cpuinfo": "".join(
        f"processor\t: {core}\nvendor_id\t: Crab\nmodel name\t: Crab Simulated CPU\ncpu MHz\t\t: 2400.000\n"
        "cache size\t: 2048 KB\nflags\t\t: fpu sse sse2 sse4_1 sse4_2 avx\n\n"
        for core in range(4)
    ),
}


_BINARIES = """
    [ am appops awk base64 basename bugreport bugreportz cal cat chgrp chmod chown cksum clear cmd cmp
    content cp cut date dd df diff dirname du dumpsys echo egrep env expr false fgrep file find free
    getenforce getprop grep groups gunzip gzip head hostname id ifconfig ime input ip kill killall
    ln log logcat ls md5sum media mkdir mksh mktemp monkey mv nc netcat netstat nice nl nohup nproc
    od paste pgrep pidof ping ping6 pkill pm printenv printf ps pwd readlink realpath reboot remount
    rev rm rmdir run-as screencap screenrecord sed seq service setprop setsid settings sh sha1sum
    sha224sum sha256sum sha512sum sleep sort stat stty svc sync tac tail tee telecom test timeout
    top touch toybox tr traceroute true truncate tty uiautomator uname uniq unzip uptime usleep wc
    which whoami wm xargs xxd yes zcat
"""

BINARIES = tuple(_BINARIES.split())
"""The programs in ``/system/bin``: what the shell knows and is not only part of it."""

_BUILT = 1230768000  # 2009-01-01, the time that all of Android's own files have
_FIRST_USED = 1778745600  # 2026-05-14 08:00, when the default phone was set up


def _tree() -> Node:
    """The whole empty tree, built from the leaves up."""
    nodes: dict[str, Node] = {path: Node(stat.S_IFDIR | mode) for path, mode in _SYSTEM.items()}
    nodes |= {f"{SHARED}/{name}": Node(stat.S_IFDIR | 0o2770) for name in PUBLIC}
    nodes |= {path: Node(stat.S_IFLNK | 0o777, target=target) for path, target in _LINKS.items()}
    nodes |= {f"/dev/{name}": Node(stat.S_IFCHR | 0o666, content=b"") for name in DEVICES}
    nodes |= {path: Node(stat.S_IFREG | 0o444, content=text.encode()) for path, text in _TEXTS.items()}
    nodes |= {f"/system/bin/{name}": Node(stat.S_IFREG | 0o755, content=b"\x7fELF") for name in BINARIES}
    nodes = {path: node.with_mtime(_FIRST_USED if _changes(path) else _BUILT) for path, node in nodes.items()}
    root: dict[str, Node] = {}
    inside: dict[str, dict[str, Node]] = {"": root}
    for path in sorted(nodes, key=lambda name: name.count("/"), reverse=True):
        node = nodes[path]
        above, _, name = path.rpartition("/")
        if path in inside:
            node = node.with_children(inside[path])
        inside.setdefault(above, {})[name] = node
    return Node(stat.S_IFDIR | 0o755, _BUILT, children=root)


def _changes(path: str) -> bool:
    """Whether a path is where things change when a phone is used."""
    return path.startswith((SHARED, "/data", "/dev", "/proc", "/storage"))


STANDARD = _tree()

FIXED = frozenset(
    {
        "/",
        *_SYSTEM,
        *_LINKS,
        *_TEXTS,
        *(f"/system/bin/{name}" for name in BINARIES),
        *(f"/dev/{name}" for name in DEVICES),
    }
)
"""What nobody can delete or move."""


def shared(path: str) -> bool:
    """Whether a path in its normal form is in the shared storage, which has its own modes and no links."""
    return path == SHARED or path.startswith(SHARED + "/")
