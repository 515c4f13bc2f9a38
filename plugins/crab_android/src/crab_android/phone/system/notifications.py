"""Notifications as cards: in the shade and on the lock screen; and what is done with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..intents import Intent
from ..state import Notification, NotificationAction
from ..ui.app_icon import small_icon_painter
from ..ui.lists import icon_badge
from ..ui.text import BODY, LABEL_LARGE, TITLE, TextStyle
from ..ui.theme import Theme
from ..ui.views import MATCH, Align, View
from ..ui.widgets import column, label, row, space

if TYPE_CHECKING:
    from ..phone import Phone

_SMALL = TextStyle(13, 18)
_ACTIONS = 3
_DAY = 86_400


def age(phone: Phone, notification: Notification) -> str:
    """How old it is, in short: ``now``, ``5m``, ``2h``, ``3d``."""
    seconds = int((phone.now() - notification.when).total_seconds())
    if seconds < 60:
        return "now"
    if seconds < 3600:
        return f"{seconds // 60}m"
    return f"{seconds // 3600}h" if seconds < _DAY else f"{seconds // _DAY}d"


# -- what is done with them --------------------------------


def open_notification(phone: Phone, notification: Notification) -> None:
    """What a tap does: open the notification's screen, or the app."""
    if not notification.ongoing:
        phone.cancel_notification(notification.package, notification.tag)
    if notification.package not in phone.apps:
        phone.changed()
    elif notification.screen:
        phone.start(notification.package, notification.screen, notification.args)
    else:
        phone.launch(notification.package)


def act(phone: Phone, notification: Notification, action: NotificationAction) -> None:
    """What one of its buttons does: a broadcast to the app, or a screen."""
    if action.broadcast:
        phone.broadcast(
            Intent(action=action.broadcast, package=notification.package, extras=dict(action.args))
        )
    if action.screen:
        phone.start(notification.package, action.screen, action.args)


def dismissible(phone: Phone) -> list[Notification]:
    """Those that can be swiped away."""
    return [notification for notification in phone.state.notifications if not notification.ongoing]


def clear_all(phone: Phone) -> None:
    """Take away all that can be."""
    phone.state.notifications = [n for n in phone.state.notifications if n.ongoing]
    phone.changed()


# -- how they look --------------------------------


def cards(phone: Phone, theme: Theme, limit: int = 0) -> list[View]:
    """A card for each notification, those of an app together, with room between the apps.

    Args:
        phone: the phone.
        theme: the colours.
        limit: how many at most; all when 0.
    """
    groups: dict[str, list[Notification]] = {}
    for notification in phone.state.notifications[: limit or None]:
        groups.setdefault(notification.package, []).append(notification)
    made: list[View] = []
    for group in groups.values():
        if made:
            made.append(space(height=6))
        for index, notification in enumerate(group):
            card = _card(phone, theme, notification)
            top = 24 if index == 0 else 5
            foot = 24 if index == len(group) - 1 else 5
            card.corners = (top, top, foot, foot)
            made.append(card)
    return made


def _card(phone: Phone, theme: Theme, notification: Notification) -> View:
    app = phone.apps.get(notification.package)
    name = app.label if app is not None else "System UI"
    quiet = theme.on_surface_variant
    head = row(
        label(name, _SMALL._replace(weight=500), quiet, id="android:id/app_name_text"),
        label("•", _SMALL, quiet, hidden=True),
        label(age(phone, notification), _SMALL, quiet, id="android:id/time"),
        gap=6,
        hidden=True,
    )
    texts = [head, label(notification.title, TITLE, theme.on_surface, id="android:id/title", lines=2)]
    if notification.text:
        texts.append(label(notification.text, BODY, quiet, id="android:id/text", lines=4))
    if notification.actions:
        buttons = [_action(phone, theme, notification, action) for action in notification.actions[:_ACTIONS]]
        texts.append(row(*buttons, id="android:id/actions", pad=(0, 4, 0, 0), hidden=True))
    content = column(*texts, weight=1, gap=1, hidden=True)

    def swipe(dx: float, dy: float) -> bool:
        if abs(dx) <= abs(dy):
            return False
        if not notification.ongoing:
            phone.cancel_notification(notification.package, notification.tag)
        return True

    return row(
        _icon(phone, notification.package),
        content,
        cls="android.widget.FrameLayout",
        id="expandableNotificationRow",
        width=MATCH,
        gap=14,
        align=Align.START,
        pad=(16, 14, 16, 14),
        fill=theme.surface_highest if theme.dark else 0xFFFFFFFF,
        on_tap=lambda: _tapped(phone, notification),
        on_swipe=swipe,
        package="com.android.systemui",
    )


def _tapped(phone: Phone, notification: Notification) -> None:
    if phone.state.locked:
        # The lock screen asks first, and opens it afterwards.
        phone.dismiss_keyguard(then=(notification.package, notification.tag))
    else:
        open_notification(phone, notification)


def _action(phone: Phone, theme: Theme, notification: Notification, action: NotificationAction) -> View:
    return label(
        action.title,
        LABEL_LARGE,
        theme.primary,
        cls="android.widget.Button",
        id="android:id/action0",
        height=48,
        pad=(0, 14, 24, 14),
        on_tap=lambda: act(phone, notification, action),
    )


def _icon(phone: Phone, package: str) -> View:
    app = phone.apps.get(package)
    if app is None:
        return icon_badge("system", 0xFF5C6B82, size=36)
    return View("android.widget.ImageView", width=36, height=36, draw=small_icon_painter(app), hidden=True)
