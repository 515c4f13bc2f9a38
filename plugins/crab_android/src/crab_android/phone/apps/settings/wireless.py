"""Wi-Fi networks and Bluetooth devices."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    Context,
    Popup,
    View,
    column,
    confirm,
    icon_button,
    label,
    list_row,
    row,
    scroll,
    section,
    space,
    switch,
    text_prompt,
    top_bar,
)

from .model import Device, Nearby, Network

_KINDS = {
    "headphones": "headphones",
    "speaker": "sound",
    "keyboard": "keyboard",
    "phone": "phone",
    "car": "car",
}


def _switch_row(context: Context[Nearby], text: str, key: str) -> View:
    on = context.setting("global", key) == "1"

    def flip() -> None:
        context.put_setting("global", key, "0" if on else "1")

    theme = context.theme
    return row(
        label(text, BODY_LARGE, theme.on_surface, id="switch_text", weight=1),
        switch(on, theme, flip, id="switch_widget", desc=text),
        id="main_switch_bar",
        width=MATCH,
        min_height=72,
        radius=28,
        fill=theme.primary_container if on else theme.surface_container,
        pad=(20, 6, 16, 6),
        on_tap=flip,
    )


def wifi(context: Context[Nearby]) -> View:
    """The networks in reach."""
    theme, state = context.theme, context.state
    rows: list[View] = [_switch_row(context, "Use Wi-Fi", "wifi_on"), space(height=8)]
    if context.setting("global", "wifi_on") == "1":
        order = sorted(state.wifi, key=lambda n: (not n.connected, not n.saved, -n.strength, n.ssid))
        rows += [_network(context, network) for network in order]
        if not order:
            rows.append(
                label("No networks in reach", BODY, theme.on_surface_variant, id="empty", pad=(20, 12, 0, 0))
            )
    else:
        told = "To see networks, turn Wi-Fi on"
        rows.append(label(told, BODY, theme.on_surface_variant, id="empty", pad=(20, 12, 0, 0)))
    body = scroll(context, "wifi", *rows, space(height=24), id="recycler_view", pad=(12, 4, 12, 0), gap=2)
    return column(top_bar("Wi-Fi", theme, context.finish), body, width=MATCH, height=MATCH)


def _network(context: Context[Nearby], network: Network) -> View:
    theme = context.theme
    told = (
        "Connected"
        if network.connected
        else "Saved"
        if network.saved
        else "Open"
        if not network.password
        else ""
    )

    def tap() -> None:
        if network.connected:
            context.show_dialog("forget", ssid=network.ssid)
        elif network.saved or not network.password:
            context.state.connect(network)
            context.toast(f"Connected to {network.ssid}")
        else:
            context.show_dialog("password", ssid=network.ssid)
            context.edit("wifi_password")

    return list_row(
        theme,
        network.ssid,
        told,
        start=View(
            icon="wifi", color=theme.primary if network.connected else theme.on_surface_variant, hidden=True
        ),
        end=View(icon="lock", icon_size=18, color=theme.on_surface_variant, hidden=True)
        if network.password
        else None,
        on_tap=tap,
        on_long_tap=(lambda: context.show_dialog("forget", ssid=network.ssid)) if network.saved else None,
        id="wifi_entry",
        pad=(20, 8, 20, 8),
    )


def password(context: Context[Nearby]) -> Popup:
    """The password of a network."""
    network = context.state.network(str(context.dialog["ssid"]))

    def join(given: str) -> None:
        if network is None:
            return
        if given != network.password:
            context.toast("Wrong password")
            return
        context.state.connect(network)
        context.toast(f"Connected to {network.ssid}")

    title = network.ssid if network else ""
    return text_prompt(context, title, "wifi_password", "Password", "Connect", join, input_type="password")


def forget(context: Context[Nearby]) -> Popup:
    """The question before a network is forgotten."""
    network = context.state.network(str(context.dialog["ssid"]))

    def drop() -> None:
        if network is not None:
            network.saved = network.connected = False

    name = network.ssid if network else ""
    return confirm(
        context, f"Forget “{name}”?", "Its password will be needed to connect again.", "Forget", drop
    )


def bluetooth(context: Context[Nearby]) -> View:
    """Paired devices, and others in reach."""
    theme, state = context.theme, context.state
    rows: list[View] = [_switch_row(context, "Use Bluetooth", "bluetooth_on")]
    if context.setting("global", "bluetooth_on") == "1":
        paired = [device for device in state.bluetooth if device.paired]
        others = [device for device in state.bluetooth if not device.paired]
        rows += [section("Paired devices", theme), *[_device(context, device) for device in paired]]
        rows += [section("Available devices", theme), *[_device(context, device) for device in others]]
        told = f"Visible as “{context.setting('global', 'device_name')}” to nearby devices"
    else:
        told = "To pair a device, turn Bluetooth on"
    rows.append(
        label(told, BODY, theme.on_surface_variant, id="footer", pad=(20, 16, 20, 24), lines=3, width=MATCH)
    )
    body = scroll(context, "bluetooth", *rows, id="recycler_view", pad=(12, 4, 12, 0), gap=2)
    return column(top_bar("Bluetooth", theme, context.finish), body, width=MATCH, height=MATCH)


def _device(context: Context[Nearby], device: Device) -> View:
    theme = context.theme

    def tap() -> None:
        if not device.paired:
            device.paired = True
            context.toast(f"Paired with {device.name}")
        device.connected = not device.connected

    drop = icon_button(
        "settings",
        f"Settings of {device.name}",
        theme.on_surface_variant,
        lambda: context.show_dialog("unpair", device=device.name),
        id="deviceDetails",
    )
    return list_row(
        theme,
        device.name,
        "Connected" if device.connected else "Saved" if device.paired else "",
        start=View(icon=_KINDS[device.kind], color=theme.on_surface_variant, hidden=True),
        end=drop if device.paired else None,
        on_tap=tap,
        id="bluetooth_device",
        pad=(20, 8, 8, 8),
    )


def unpair(context: Context[Nearby]) -> Popup:
    """The question before a device is forgotten."""
    device = context.state.device(str(context.dialog["device"]))

    def drop() -> None:
        if device is not None:
            device.paired = device.connected = False

    name = device.name if device else ""
    return confirm(context, f"Forget {name}?", "Your phone will no longer be paired with it.", "Forget", drop)
