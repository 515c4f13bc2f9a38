"""The lock screen: a clock, notifications, and the PIN when the phone has one.

The phone locks itself when the screen is turned off, if the setting ``secure lockscreen.disabled`` is not
``1`` (its default) or ``secure lockscreen.pin`` has a PIN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import formats
from ..context import AppContext
from ..state import Keyguard
from ..ui.geometry import px
from ..ui.text import LABEL_LARGE, TITLE, TextStyle
from ..ui.theme import DARK
from ..ui.views import MATCH, Align, View
from ..ui.widgets import column, label, row, space
from .bars import STATUS_HEIGHT, navigation_height
from .keycodes import TYPED
from .notifications import cards, open_notification
from .overlays import OVERLAYS
from .overlays.shade import open_shade
from .pin_pad import pin_pad

if TYPE_CHECKING:
    from ..phone import Phone

PACKAGE = "com.android.systemui"
_WHITE = 0xFFFFFFFF


def pin(phone: Phone) -> str:
    """The PIN; empty when the phone is unlocked by a swipe."""
    return phone.state.settings["secure"].get("lockscreen.pin", "")


def enabled(phone: Phone) -> bool:
    """Whether the phone locks itself when the screen goes off."""
    disabled = phone.state.settings["secure"].get("lockscreen.disabled", "1")
    return bool(pin(phone)) or disabled not in ("1", "true")


def lock(phone: Phone) -> None:
    """Lock the phone."""
    phone.state.locked = True
    phone.state.keyguard = Keyguard()
    phone.changed()


def dismiss(phone: Phone, *, then: tuple[str, str] | None = None) -> None:
    """Unlock the phone, or ask for its PIN.

    Args:
        phone: the phone.
        then: package and tag of the notification to open afterwards.
    """
    if not phone.state.locked:
        return
    phone.state.keyguard.then = then
    if pin(phone):
        phone.state.keyguard.asking = True
        phone.state.keyguard.typed = ""
        close_panels(phone)
    else:
        unlock(phone)
    phone.changed()


def unlock(phone: Phone) -> None:
    """Take the lock screen away, whatever it asks for, and open what was to be opened then."""
    wanted = phone.state.keyguard.then
    close_panels(phone)
    phone.state.locked = False
    phone.state.keyguard = Keyguard()
    phone.changed()
    for notification in phone.state.notifications:
        if (notification.package, notification.tag) == wanted:
            open_notification(phone, notification)
            return


def close_panels(phone: Phone) -> None:
    """Take away what the user opened over the screen; questions stay."""
    gone = [o for o in phone.state.overlays if OVERLAYS[o.kind].panel or OVERLAYS[o.kind].passing]
    if gone:
        phone.state.overlays = [o for o in phone.state.overlays if o not in gone]
        phone.changed()


# -- what the user does --------------------------------


def back(phone: Phone) -> None:
    """The back key: from what is over the lock screen, or from the PIN to the clock."""
    over = [overlay for overlay in phone.state.overlays if OVERLAYS[overlay.kind].over_lock]
    if over:
        phone.overlay_back(over[-1])
    elif phone.state.keyguard.asking:
        phone.state.keyguard = Keyguard(wrong=phone.state.keyguard.wrong)
    phone.changed()


def key(phone: Phone, code: int) -> None:
    """Another key, while the phone is locked."""
    if code == 83:
        open_shade(phone)
    elif code in (62, 82):
        dismiss(phone)
    elif code == 66:
        press(phone, "enter") if phone.state.keyguard.asking else dismiss(phone)
    elif code == 67:
        press(phone, "delete")
    elif code in TYPED:
        typed(phone, TYPED[code])


def typed(phone: Phone, text: str) -> None:
    """Digits that are typed; the first brings the PIN pad."""
    digits = "".join(char for char in text if char in "0123456789")
    if digits and pin(phone):
        phone.state.keyguard.asking = True
        phone.state.keyguard.typed = (phone.state.keyguard.typed + digits)[:16]
        phone.changed()


def press(phone: Phone, name: str) -> None:
    """A key of the PIN pad: a digit, ``delete``, ``clear`` or ``enter``."""
    guard = phone.state.keyguard
    if name == "delete":
        guard.typed = guard.typed[:-1]
    elif name == "clear":
        guard.typed = ""
    elif name != "enter":
        typed(phone, name)
    elif guard.typed == pin(phone):
        unlock(phone)
    elif guard.typed:
        guard.wrong += 1
        guard.typed = ""
    phone.changed()


def swiped_up(phone: Phone) -> None:
    """A swipe up from the foot of the lock screen."""
    close_panels(phone)
    if phone.state.keyguard.asking:
        back(phone)
    else:
        dismiss(phone)


def swiped(phone: Phone, dy: float) -> bool:
    """A swipe over the lock screen: up unlocks, down shows the notifications."""
    if phone.state.keyguard.asking:
        if dy > px(60):
            back(phone)
    elif dy < -px(60):
        dismiss(phone)
    elif dy > px(60):
        open_shade(phone)
    return True


# -- how it looks --------------------------------


def build(phone: Phone) -> View:
    """The lock screen's views."""
    content = (
        pin_pad(phone, lambda name: press(phone, name)) if phone.state.keyguard.asking else _clock(phone)
    )

    def swipe(dx: float, dy: float) -> bool:
        return abs(dy) > abs(dx) and swiped(phone, dy)

    content.on_swipe = swipe
    content.package = PACKAGE
    return column(content, width=MATCH, height=MATCH, hidden=True)


def _clock(phone: Phone) -> View:
    now, context = phone.now(), AppContext(phone, phone.apps[phone.activity.package])
    wide = phone.area.width > phone.area.height
    time = label(
        formats.time_text(now, context).split(" ")[0],
        TextStyle(72 if wide else 96, 80 if wide else 104, 400),
        _WHITE,
        id="lockscreen_clock_view_large",
        shadow=True,
    )
    day = label(
        formats.date_weekday(now, formats.locale_of(context)),
        TITLE._replace(size=18),
        _WHITE,
        id="date",
        shadow=True,
    )
    secured = bool(pin(phone))
    hint = label(
        "Swipe up to unlock" if secured else "Swipe up to open",
        LABEL_LARGE,
        _WHITE,
        id="keyguard_indication_text",
        text_align=Align.CENTER,
    )
    lock_icon = View(
        "android.widget.ImageView",
        id="lock_icon",
        desc="Device locked" if secured else "Device unlocked",
        icon="lock" if secured else "unlock",
        icon_size=26,
        color=_WHITE,
        width=48,
        height=36,
    )
    shown = cards(phone, DARK if phone.theme.dark else phone.theme, limit=3 if not wide else 2)
    foot = column(hint, space(height=10), width=MATCH, align=Align.CENTER, hidden=True)
    if wide:
        left = column(lock_icon, time, day, weight=1, align=Align.CENTER, gap=2, hidden=True)
        right = column(*shown, weight=1, gap=3, hidden=True)
        middle = row(left, right, width=MATCH, weight=1, gap=24, align=Align.CENTER, hidden=True)
        return column(
            middle,
            foot,
            id="keyguard_root_view",
            width=MATCH,
            height=MATCH,
            pad=(32, STATUS_HEIGHT, 32, navigation_height(phone.state)),
        )
    return column(
        space(height=36),
        lock_icon,
        space(height=12),
        time,
        day,
        space(height=40),
        *shown,
        space(weight=1),
        foot,
        id="keyguard_root_view",
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        gap=3,
        pad=(16, STATUS_HEIGHT, 16, navigation_height(phone.state)),
    )
