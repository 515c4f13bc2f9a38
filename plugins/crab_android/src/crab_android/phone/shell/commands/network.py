"""The network, which the phone shows but does not have: ``ping``, ``ip``, ``ifconfig``, ``netstat``."""

from __future__ import annotations

from ..call import Call, CommandFunction, Usage

ADDRESS = "192.168.1.34"
GATEWAY = "192.168.1.1"
MAC = "02:15:b2:00:00:00"


def wifi_on(call: Call) -> bool:
    """Whether the phone is connected to its Wi-Fi."""
    values = call.phone.state.settings["global"]
    return values.get("wifi_on") == "1" and values.get("airplane_mode_on") != "1"


def _ifconfig(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")]
    for name in names or ["lo", "wlan0"]:
        if name == "lo":
            call.print(
                "lo        Link encap:Local Loopback  \n"
                "          inet addr:127.0.0.1  Mask:255.0.0.0 \n"
                "          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n"
            )
        elif name == "wlan0":
            address = f"          inet addr:{ADDRESS}  Bcast:192.168.1.255  Mask:255.255.255.0 \n"
            call.print(
                f"wlan0     Link encap:Ethernet  HWaddr {MAC}\n"
                + (address if wifi_on(call) else "")
                + "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n"
            )
        else:
            raise Usage(f"ifconfig: {name}: No such device")
    return 0


def _ip(call: Call) -> int:
    words = [word for word in call.args if not word.startswith("-")]
    verb = words[0] if words else ""
    if not verb:
        raise Usage("Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }", 255)
    if "address".startswith(verb) or "link".startswith(verb):
        device = words[-1] if len(words) > 1 and words[-1] in ("lo", "wlan0") else ""
        return _addresses(call, device, links="link".startswith(verb) and verb != "")
    if "route".startswith(verb):
        if wifi_on(call):
            call.print(f"192.168.1.0/24 dev wlan0 proto kernel scope link src {ADDRESS} ")
        return 0
    if "neighbour".startswith(verb):
        return 0
    raise Usage(f'Object "{verb}" is unknown, try "ip help".', 1)


def _addresses(call: Call, device: str, *, links: bool) -> int:
    if device in ("", "lo"):
        call.print(
            "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000"
        )
        call.print("    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00")
        if not links:
            call.print("    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever")
    if device in ("", "wlan0"):
        state = "UP" if wifi_on(call) else "DOWN"
        call.print(
            f"21: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state {state} "
            "group default qlen 3000"
        )
        call.print(f"    link/ether {MAC} brd ff:ff:ff:ff:ff:ff")
        if not links and wifi_on(call):
            call.print(f"    inet {ADDRESS}/24 brd 192.168.1.255 scope global wlan0")
            call.print("       valid_lft forever preferred_lft forever")
    return 0


def _ping(call: Call) -> int:
    words: list[str] = []
    todo = list(call.args)
    while todo:
        word = todo.pop(0)
        if word in ("-c", "-i", "-w", "-W", "-s", "-I", "-t"):
            del todo[:1]
        elif not word.startswith("-"):
            words.append(word)
    if not words:
        raise Usage("ping: usage error: Destination address required", 2)
    host = words[-1]
    if host in ("localhost", "127.0.0.1", ADDRESS):
        call.print(f"PING {host} (127.0.0.1) 56(84) bytes of data.")
        call.print("64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.041 ms")
        call.print(f"\n--- {host} ping statistics ---")
        call.print("1 packets transmitted, 1 received, 0% packet loss, time 0ms")
        call.print("rtt min/avg/max/mdev = 0.041/0.041/0.041/0.000 ms")
        return 0
    if host.replace(".", "").isdigit():
        raise Usage("connect: Network is unreachable", 2)
    raise Usage(f"ping: unknown host {host}", 2)


def _netstat(call: Call) -> int:
    call.print("Active Internet connections (w/o servers)")
    call.print("Proto Recv-Q Send-Q Local Address           Foreign Address         State")
    return 0


def _unreachable(call: Call) -> int:
    raise Usage(f"{call.name}: connect: Network is unreachable")


COMMANDS: dict[str, CommandFunction] = {
    "ifconfig": _ifconfig,
    "ip": _ip,
    "nc": _unreachable,
    "netcat": _unreachable,
    "netstat": _netstat,
    "ping": _ping,
    "ping6": _ping,
    "traceroute": _unreachable,
}
