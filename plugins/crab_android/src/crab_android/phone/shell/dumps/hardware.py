"""``dumpsys`` of what the phone is made of: battery, power, sound, networks, memory."""

from __future__ import annotations

from ..access import MEMORY
from ..call import Call, Usage
from ..commands.network import ADDRESS, GATEWAY, MAC, wifi_on
from ..commands.processes import SYSTEM, app_pid, running_apps
from . import Dump


def battery(call: Call, words: list[str]) -> None:
    """``dumpsys battery``, and ``set``, ``unplug`` and ``reset`` of it."""
    state = call.phone.state.battery
    if words and words[0] in ("set", "unplug", "reset"):
        _set_battery(call, words)
        return
    if words and not words[0].startswith("-"):
        raise Usage(f"Unknown command: {words[0]}", 255)
    call.print("Current Battery Service state:")
    if call.phone.shells.battery is not None:
        call.print("  (UPDATES STOPPED -- use 'reset' to restart)")
    lines = {
        "AC powered": str(state.charging).lower(),
        "USB powered": "false",
        "Wireless powered": "false",
        "Dock powered": "false",
        "Max charging current": 0,
        "Max charging voltage": 0,
        "Charge counter": state.level * 45000,
        "status": (5 if state.level == 100 else 2) if state.charging else 3,
        "health": 2,
        "present": "true",
        "level": state.level,
        "scale": 100,
        "voltage": 3600 + state.level * 6,
        "temperature": 268,
        "technology": "Li-ion",
    }
    for name, value in lines.items():
        call.print(f"  {name}: {value}")


def _set_battery(call: Call, words: list[str]) -> None:
    state, memory = call.phone.state.battery, call.phone.shells
    verb = words[0]
    if verb == "reset":
        if memory.battery is not None:
            state.level, state.charging = memory.battery
            memory.battery = None
    else:
        before = (state.level, state.charging)
        rest = [word for word in words[1:] if word != "-f"]
        if verb == "unplug":
            state.charging = False
        elif len(rest) != 2 or not rest[1].lstrip("-").isdigit() or len(rest[1]) > 6:
            raise Usage("Bad value: " + (rest[1] if len(rest) > 1 else "null"), 255)
        elif rest[0] == "level":
            state.level = max(0, min(100, int(rest[1])))
        elif rest[0] in ("ac", "usb", "wireless", "dock"):
            state.charging = rest[1] != "0"
        elif rest[0] == "status":
            state.charging = rest[1] in ("2", "5")
        elif rest[0] not in ("present", "temp", "counter", "invalid"):
            raise Usage(f"Unknown set option: {rest[0]}", 255)
        memory.battery = memory.battery or before
    call.phone.changed()


def power(call: Call, _words: list[str]) -> None:
    """``dumpsys power``."""
    state = call.phone.state
    awake = str(state.awake).lower()
    stay = state.settings["global"].get("stay_on_while_plugged_in", "0")
    call.print("POWER MANAGER (dumpsys power)\n\nPower Manager State:")
    call.print(f"  mWakefulness={'Awake' if state.awake else 'Asleep'}")
    call.print(f"  mIsPowered={str(state.battery.charging).lower()}\n  mBatteryLevel={state.battery.level}")
    call.print(
        f"  mStayOn={str(stay != '0' and state.battery.charging).lower()}\n  "
        f"mStayOnWhilePluggedInSetting={stay}"
    )
    call.print(f"  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={awake}")
    call.print(f"  mScreenOffTimeoutSetting={state.settings['system'].get('screen_off_timeout', '60000')}")
    call.print(
        f"  mInteractive={awake}\n  mScreenOn={awake}\nDisplay Power: state={'ON' if state.awake else 'OFF'}"
    )
    call.print(
        "Battery saving stats:\n  Battery Saver is currently: "
        f"{'ON' if state.settings['global'].get('low_power') == '1' else 'OFF'}"
    )


def audio(call: Call, _words: list[str]) -> None:
    """``dumpsys audio``."""
    values = call.phone.state.settings
    ringer = {"0": "SILENT", "1": "VIBRATE"}.get(values["global"].get("mode_ringer", "2"), "NORMAL")
    call.print("Media volume control\n\nStream volumes (device: index)")
    for name, key in (("RING", "volume_ring"), ("MUSIC", "volume_music"), ("ALARM", "volume_alarm")):
        level = values["system"].get(key, "5")
        call.print(
            f"- STREAM_{name}:\n   Muted: {str(level == '0').lower()}\n   Min: 0\n   Max: 15\n"
            f"   streamVolume:{level}\n   Current: 2 (speaker): {level}"
        )
    call.print(
        f"\nRinger mode: \n- mode (internal) = {ringer}\n- mode (external) = {ringer}\n- zen "
        f"mode = {values['global'].get('zen_mode', '0')}"
    )
    call.print("mMusicActive=false\nplayers:")


def wifi(call: Call, _words: list[str]) -> None:
    """``dumpsys wifi``."""
    on = wifi_on(call)
    call.print(f"Wi-Fi is {'enabled' if on else 'disabled'}")
    if on:
        call.print(
            f'mWifiInfo SSID: "CrabNet", BSSID: 02:00:00:00:01:00, MAC: {MAC}, IP: /{ADDRESS}, '
            "Supplicant state: COMPLETED, RSSI: -52, Link speed: 433Mbps, Net ID: 0"
        )
        call.print(
            "mNetworkInfo [type: WIFI[], state: CONNECTED/CONNECTED, reason: (unspecified), roaming: false]"
        )


def connectivity(call: Call, _words: list[str]) -> None:
    """``dumpsys connectivity``."""
    if wifi_on(call):
        call.print("Active default network: 100\n\nCurrent network preferences:\n\nCurrent Networks:")
        call.print(
            f"  NetworkAgentInfo{{network{{100}} handle{{432902426637}} ni{{WIFI CONNECTED "
            f"extra: }} lp{{{{InterfaceName: wlan0 LinkAddresses: [ {ADDRESS}/24 ] "
            f"DnsAddresses: [ /{GATEWAY} ]}}}} nc{{[ Transports: WIFI Capabilities: "
            "NOT_METERED&TRUSTED ]}}}}"
        )
    else:
        call.print("Active default network: none")


def bluetooth(call: Call, _words: list[str]) -> None:
    """``dumpsys bluetooth_manager``."""
    values = call.phone.state.settings
    on = values["global"].get("bluetooth_on") == "1"
    name = values["secure"].get("bluetooth_name") or values["global"].get("device_name", "")
    call.print(
        f"Bluetooth Status\n  enabled: {str(on).lower()}\n  state: {'ON' if on else 'OFF'}\n  "
        f"address: 02:00:00:44:55:66\n  name: {name}"
    )


def meminfo(call: Call, words: list[str]) -> None:
    """``dumpsys meminfo [PACKAGE]``."""
    wanted = [word for word in words if not word.startswith("-")]
    call.print("Applications Memory Usage (in Kilobytes):\nUptime: 48240000 Realtime: 48240000\n")
    if wanted:
        if wanted[0] not in running_apps(call.phone):
            call.print(f"No process found for: {wanted[0]}")
            return
        call.print(
            f"** MEMINFO in pid {app_pid(wanted[0])} [{wanted[0]}] **\n           TOTAL PSS:  "
            "  92310            TOTAL RSS:   161200       TOTAL SWAP PSS:       42"
        )
        return
    call.print("Total PSS by process:")
    for name in running_apps(call.phone):
        call.print(f"    {92000 + app_pid(name):>8,}K: {name} (pid {app_pid(name)} / activities)")
    for _user, pid, name in SYSTEM[5:]:
        call.print(f"    {120000 + pid:>8,}K: {name} (pid {pid})")
    total, free = (int(MEMORY.split(key)[1].split()[0]) for key in ("MemTotal:", "MemFree:"))
    call.print(f"\nTotal RAM: {total:,}K (status normal)\n Free RAM: {free:,}K\n Used RAM: {total - free:,}K")


def cpuinfo(call: Call, _words: list[str]) -> None:
    """``dumpsys cpuinfo``."""
    call.print("Load: 1.52 / 1.61 / 1.58\nCPU usage from 300000ms to 0ms ago:")
    for _user, pid, name in SYSTEM[5:]:
        call.print(f"  0.3% {pid}/{name}: 0.2% user + 0.1% kernel")
    call.print("2.1% TOTAL: 1.4% user + 0.7% kernel")


DUMPS: dict[str, Dump] = {
    "audio": audio,
    "battery": battery,
    "bluetooth_manager": bluetooth,
    "connectivity": connectivity,
    "cpuinfo": cpuinfo,
    "meminfo": meminfo,
    "power": power,
    "wifi": wifi,
}
