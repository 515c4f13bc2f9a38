"""What Settings knows of beside the settings provider: networks and devices nearby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import AppContext, Rows, Seeding


class Network(BaseModel):
    """A wireless network in reach. Only a saved one, or one without a password, connects at once."""

    model_config = ConfigDict(extra="forbid")

    ssid: str = Field(min_length=1)
    password: str = ""
    saved: bool = False
    connected: bool = False
    strength: int = Field(default=3, ge=1, le=4)


class Device(BaseModel):
    """A Bluetooth device in reach."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1)
    kind: Literal["headphones", "speaker", "keyboard", "phone", "car"] = "headphones"
    paired: bool = False
    connected: bool = False


class Nearby(BaseModel):
    """The networks and devices in reach; a world gives them under ``nearby``."""

    model_config = ConfigDict(extra="forbid")

    wifi: list[Network] = Field(default_factory=list)
    bluetooth: list[Device] = Field(default_factory=list)

    def network(self, ssid: str) -> Network | None:
        """The network of a name, or None."""
        return next((network for network in self.wifi if network.ssid == ssid), None)

    def device(self, name: str) -> Device | None:
        """The device of a name, or None."""
        return next((device for device in self.bluetooth if device.name == name), None)

    def connect(self, network: Network) -> None:
        """Change over to a network; it is saved."""
        for other in self.wifi:
            other.connected = other is network
        network.saved = True


def seed(seeding: Seeding) -> Nearby:
    """From a world's ``nearby``; without one, a home network, some of the neighbours', and a few devices."""
    if seeding.part is not None:
        return Nearby.model_validate(seeding.part)
    first = seeding.owner.first
    others = seeding.chance.sample(("Larkspur", "Kettle 5G", "Northfield Library", "FRIDA-2", "Room 14"), k=3)
    networks = [
        Network(ssid=f"{first} at home", password="dune-lantern", saved=True, connected=True, strength=4)
    ]
    networks += [
        Network(ssid=name, password="" if "Library" in name else "not for us", strength=3 - index)
        for index, name in enumerate(others)
    ]
    devices = [
        Device(name="Dune Buds", paired=True),
        Device(name="Kitchen speaker", kind="speaker", paired=True),
        Device(name="Travel keyboard", kind="keyboard"),
    ]
    return Nearby(wifi=networks, bluetooth=devices)


def network_rows(context: AppContext[Nearby]) -> Rows:
    """The networks for ``content query``; passwords are not told."""
    return [
        {"_id": number, "ssid": n.ssid, "saved": int(n.saved), "connected": int(n.connected)}
        for number, n in enumerate(context.state.wifi, 1)
    ]


def device_rows(context: AppContext[Nearby]) -> Rows:
    """The Bluetooth devices for ``content query``."""
    return [
        {"_id": number, "name": d.name, "paired": int(d.paired), "connected": int(d.connected)}
        for number, d in enumerate(context.state.bluetooth, 1)
    ]


def package_of(args: Mapping[str, Any]) -> str:
    """The package that a screen was started for."""
    return str(args.get("package", ""))
