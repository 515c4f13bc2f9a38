"""``dumpsys package``: what is installed, and what it may do."""

from __future__ import annotations

from ...packages import QUESTIONS
from ..call import Call
from ..commands.processes import app_uid
from ..installed import apk_path, code_path, enabled, packages, token, version_code
from . import Dump


def package(call: Call, words: list[str]) -> None:
    """``dumpsys package [PACKAGE]``."""
    wanted = [word for word in words if not word.startswith("-") and word not in ("packages", "p")]
    known = packages(call.phone)
    chosen = [known[name] for name in wanted if name in known] if wanted else list(known.values())
    if wanted and not chosen:
        call.print(f"Unable to find package: {wanted[0]}")
        return
    if wanted:
        _resolver(call, chosen[0].package)
    call.print("Packages:")
    for app in chosen:
        state = call.phone.state.packages.get(app.package)
        installed = state.first_installed if state is not None and state.first_installed else None
        moment = f"{installed:%Y-%m-%d %H:%M:%S}" if installed else "2026-05-14 08:00:00"
        active = enabled(call.phone, app.package)
        stopped = "true" if state is not None and state.stopped else "false"
        call.print(f"  Package [{app.package}] ({token(app.package)}):")
        call.print(f"    userId={app_uid(app.package)}\n    appId={app_uid(app.package)}")
        call.print(f"    pkg=Package{{{token(app.package + 'p')} {app.package}}}")
        call.print(f"    codePath={code_path(app)}\n    resourcePath={code_path(app)}")
        call.print("    primaryCpuAbi=null\n    secondaryCpuAbi=null")
        call.print(f"    versionCode={version_code(app)} minSdk=33 targetSdk=36")
        call.print(f"    versionName={app.version}")
        system = "SYSTEM " if app.system else ""
        call.print(f"    flags=[ {system}HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]")
        call.print(f"    pkgFlags=[ {system}HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]")
        call.print(f"    dataDir=/data/user/0/{app.package}")
        call.print(f"    timeStamp={moment}\n    firstInstallTime={moment}\n    lastUpdateTime={moment}")
        call.print(f"    installerPackageName={'null' if app.system else 'com.android.shell'}")
        signature = f"{token(app.label)} version:3, signatures:[{token(app.package)}]"
        call.print(f"    signatures=PackageSignatures{{{signature}, past signatures:[]}}")
        call.print("    requested permissions:")
        for name in app.permissions:
            call.print(f"      {name}")
        call.print("    install permissions:")
        for name in app.permissions:
            if name not in QUESTIONS:
                call.print(f"      {name}: granted=true")
        call.print(
            f"    User 0: ceDataInode=4096 installed=true hidden=false suspended=false distractionFlags=0"
            f" stopped={stopped} notLaunched=false enabled={0 if active else 3} instant=false virtual=false"
        )
        call.print("      runtime permissions:")
        for name in app.permissions:
            if name in QUESTIONS:
                granted = state is not None and state.permissions.get(name, False)
                asked = state is not None and name in state.permissions
                call.print(
                    f"        {name}: granted={str(granted).lower()}, flags=[{' USER_SET ' if asked else ''}]"
                )
    if wanted:
        call.print(f"\nDexopt state:\n  [{chosen[0].package}]\n    path: {apk_path(chosen[0])}")


def _resolver(call: Call, name: str) -> None:
    app = call.phone.apps.get(name)
    if app is None:
        return
    call.print("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:")
    main = f"{name}/{app.screens[app.main].activity}"
    call.print(f"        {token(main)} {main} filter {token(main + 'f')}")
    call.print(
        '          Action: "android.intent.action.MAIN"\n'
        '          Category: "android.intent.category.LAUNCHER"'
    )
    for found in app.filters:
        where = f"{name}/{app.screens[found.screen].activity}"
        call.print(
            f"      {found.action}:\n        {token(where)} {where} filter {token(where + found.action)}"
        )
    call.print()


DUMPS: dict[str, Dump] = {"package": package}
