"""What Calendar does once on a new phone."""

from __future__ import annotations

from crab_android.phone.kit import AppContext

from .instances import zone_name
from .model import CalendarState


def on_boot(context: AppContext[CalendarState]) -> None:
    """Events whose time zone nobody said are in the phone's."""
    for event in context.state.events:
        event.timezone = event.timezone or zone_name(context)
