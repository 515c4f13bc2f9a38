"""What a sandboxed desktop needs of this machine, found by looking and trying."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from crab_core import DeviceError, EnvironmentUnavailable, Requirement
from crab_ubuntu.providers.packages import MINIMAL, MORE, install_command, missing_packages

PROBE_SECONDS = 60
NAMESPACES = ("--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/")


def requirements() -> Sequence[Requirement]:
    """Every requirement, and whether it is met; changes nothing."""
    found = [bubblewrap_works()]
    for package in MINIMAL[1:]:
        ok = package.installed
        fix = "" if ok else install_command([package.name])
        found.append(Requirement(package.name, ok, package.purpose if ok else "not installed", fix))
    return [*found, optional_packages()]


def optional_packages() -> Requirement:
    """The packages of the full profile beyond the minimal one: a desktop starts without them."""
    missing = [package.name for package in MORE if not package.installed]
    if not missing:
        return Requirement("full profile", True, "every application that tasks may ask for")
    told = f"without {', '.join(missing)}; `crab desktop setup --profile full` installs them"
    return Requirement("full profile", True, told)


def bubblewrap_works() -> Requirement:
    """Whether a sandbox can be made, by making one; tells the reasons apart why not."""
    name = "bubblewrap"
    if shutil.which("bwrap") is None:
        return Requirement(name, False, "not installed", install_command([name]))
    if _try([*NAMESPACES, "--proc", "/proc", "--dev", "/dev"]) == "":
        return Requirement(name, True, _try_version())
    without_proc = _try(NAMESPACES)
    if without_proc == "":
        return Requirement(
            name,
            False,
            "namespaces can be made, but no new /proc can be mounted: /proc is masked here, as inside "
            "another sandbox or container",
            "start Crab outside it, or unmask its /proc (docker: --security-opt systempaths=unconfined)",
        )
    return Requirement(name, False, *_why_no_namespaces(without_proc))


def _why_no_namespaces(error: str) -> tuple[str, str]:
    if _setting("user/max_user_namespaces") == "0":
        return "user namespaces are switched off", "sudo sysctl user.max_user_namespaces=15000"
    if _setting("kernel/unprivileged_userns_clone") == "0" and os.geteuid() != 0:
        return "user namespaces are for root only", "sudo sysctl kernel.unprivileged_userns_clone=1"
    if _setting("kernel/apparmor_restrict_unprivileged_userns") == "1" and os.geteuid() != 0:
        return (
            "AppArmor forbids user namespaces to ordinary users",
            "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        )
    if _seccomp_filters():
        return (
            f"a seccomp filter refuses user namespaces, as in a container: {error}",
            "start the container with --security-opt seccomp=unconfined",
        )
    if "No permissions to create" in error:
        # Nothing else is left for which the kernel says so (create_user_ns in kernel/user_namespace.c).
        return (
            "user namespaces are refused in a root made by chroot",
            "enter that root by pivot_root (unshare --mount, systemd-nspawn) instead of chroot",
        )
    return (
        f"no user namespace can be made: {error}",
        "see what this prints: bwrap --unshare-user --ro-bind / / true",
    )


def _seccomp_filters() -> bool:
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return False
    return any(line.split() == ["Seccomp:", "2"] for line in lines)


def _setting(name: str) -> str:
    try:
        return Path("/proc/sys", name).read_text().strip()
    except OSError:
        return ""


def _try(arguments: Sequence[str]) -> str:
    """Run `true` in a sandbox; the error, empty when it works."""
    try:
        done = subprocess.run(
            ["bwrap", *arguments, "--", "/usr/bin/true"],
            capture_output=True,
            text=True,
            timeout=PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip() or f"status {done.returncode}"


def _try_version() -> str:
    done = subprocess.run(
        ["bwrap", "--version"], capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
    )
    return done.stdout.strip()


def explain_failure(error: DeviceError) -> None:
    """Say what was missing when a desktop did not start; returns when nothing is.

    Raises:
        EnvironmentUnavailable: A package or a permission is missing.
    """
    missing = missing_packages()
    if missing:
        raise EnvironmentUnavailable(
            f"The desktop needs packages that are not installed: {', '.join(missing)}.",
            advice=f"Install them: {install_command(missing)}",
        ) from error
    sandbox = bubblewrap_works()
    if not sandbox.ok:
        raise EnvironmentUnavailable(
            f"No sandbox can be made: {sandbox.found}.", advice=f"To fix it: {sandbox.fix}"
        ) from error
