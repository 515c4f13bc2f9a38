"""Keys: what those of the phone, of a connected keyboard and of the soft keyboard do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, get_args

from .. import navigation, selection
from ..intents import Intent
from ..state import Layer, Overlay
from ..text_field import TextField
from ..touch import index_at, spot_of_index, walk
from ..ui.views import View
from . import keyguard, power
from .keycodes import TYPED
from .layers import keys_for, variants
from .overlays import OVERLAYS
from .overlays.recents import toggle_recents
from .overlays.shade import open_shade
from .screenshot import take_screenshot

if TYPE_CHECKING:
    from ..phone import Phone

_VOLUME = {24: 1, 25: -1, 164: -100}
_CONTROL, _SHIFT, _ALT = (113, 114), (59, 60), (57, 58)
# What the digits and signs become with the shift key, on a keyboard for English.
_SHIFTED = dict(zip("1234567890-=[]\\;'`,./", '!@#$%^&*()_+{}|:"~<>?', strict=True))


def key(phone: Phone, code: int, *, long: bool = False) -> None:
    """Press a key, by Android's key code; unknown ones do nothing.

    Args:
        phone: the phone.
        code: the key.
        long: whether it is held.
    """
    state = phone.state
    state.toast = None
    phone.finger.forget()
    phone.changed()
    if code in (26, 223, 224):
        power.key(phone, code, long=long)
        return
    if not state.awake:
        return
    if code in _VOLUME:
        _volume(phone, _VOLUME[code])
        return
    drop_passing(phone)
    if code == 3:
        home(phone)
    elif code in (4, 111):
        back(phone)
    elif state.locked:
        keyguard.key(phone, code)
    elif code in _SYSTEM:
        _SYSTEM[code](phone)
    elif code in TYPED:
        phone.type_text(TYPED[code])
    else:
        _edit(phone, code)


def key_combination(phone: Phone, codes: Sequence[int]) -> None:
    """Press keys together: modifiers first, the last one is what they modify."""
    if not codes:
        return
    held, code = set(codes[:-1]), codes[-1]
    control, shift = bool(held.intersection(_CONTROL)), bool(held.intersection(_SHIFT))
    if set(codes) == {26, 25} and phone.state.awake:
        take_screenshot(phone)
        return
    if held.intersection(_ALT) and code == 61:
        key(phone, 187)
        return
    if not (control or shift):
        for one in codes:
            key(phone, one)
        return
    phone.state.toast = None
    phone.finger.forget()
    field = phone.focused_field()
    if phone.state.awake and field is not None:
        _modified(phone, field, code, control=control, shift=shift)
        phone.changed()


def _modified(phone: Phone, field: TextField, code: int, *, control: bool, shift: bool) -> None:
    name = TYPED.get(code, "")
    if control and name in ("c", "x"):
        _copy(phone, field, cut=name == "x")
    elif control and name == "v":
        field.insert(phone.state.clipboard)
    elif control and name == "a":
        field.selected_from, field.cursor = 0, len(field.text)
    elif control and code == 67:
        if field.selected_from is None:
            field.selected_from = selection.word_before(field.text, field.cursor)
        field.erase()
    elif code in (21, 22, 122, 123):
        _move_cursor(field, code, words=control, select=shift)
    elif shift and name and not control:
        phone.type_text(_SHIFTED.get(name, name.upper()))


def _move_cursor(field: TextField, code: int, *, words: bool, select: bool) -> None:
    text, at = field.text, field.cursor
    if code == 21:
        target = selection.word_before(text, at) if words else max(0, at - 1)
    elif code == 22:
        target = selection.word_after(text, at) if words else min(len(text), at + 1)
    else:
        target = 0 if code == 122 else len(text)
    if select:
        field.selected_from = at if field.selected_from is None else field.selected_from
        if field.selected_from == target:
            field.selected_from = None
    else:
        field.selected_from = None
    field.menu = False
    field.cursor = target


# -- getting around --------------------------------


def home(phone: Phone) -> None:
    """The home key or gesture; on a locked phone it only closes what is over the lock screen."""
    if phone.state.locked:
        keyguard.close_panels(phone)
        phone.state.keyguard.asking = False
        phone.changed()
    else:
        phone.home()


def back(phone: Phone) -> None:
    """The back key, button or gesture."""
    drop_passing(phone)
    if phone.state.locked:
        keyguard.back(phone)
    elif not selection.close_toolbar(phone):
        navigation.back(phone)


def recents(phone: Phone) -> None:
    """The key or button for recent apps; the second time it goes to the app before."""
    if not phone.state.locked:
        toggle_recents(phone)


def drop_passing(phone: Phone) -> None:
    """Take away what goes with the next touch or key."""
    overlays = phone.state.overlays
    if any(OVERLAYS[overlay.kind].passing for overlay in overlays):
        phone.state.overlays = [overlay for overlay in overlays if not OVERLAYS[overlay.kind].passing]
        phone.changed()


def _open(action: str) -> Callable[[Phone], None]:
    def start(phone: Phone) -> None:
        phone.start_intent(Intent(action=action))

    return start


def _volume(phone: Phone, step: int) -> None:
    level = int(phone.state.settings["system"].get("volume_music", "0")) + step
    phone.put_setting("system", "volume_music", str(max(0, min(15, level))))
    if not any(overlay.kind == "volume" for overlay in phone.state.overlays):
        phone.state.overlays.append(Overlay(kind="volume"))


def _brightness(phone: Phone, step: int) -> None:
    level = int(phone.state.settings["system"].get("screen_brightness", "128")) + step
    phone.put_setting("system", "screen_brightness", str(max(1, min(255, level))))


def _page(phone: Phone, direction: int) -> None:
    window = phone.active_window()
    for view in walk(window.root):
        if view.scrollable and not view.horizontal and window.overlay is None:
            offset = view.scroll_y + direction * round(view.rect.height * 0.9)
            phone.activity.scroll[view.scroll_key] = max(0, min(view.scroll_limit, offset))
            return


# What the keys do that work wherever the phone is, unless it is locked.
_SYSTEM: dict[int, Callable[[Phone], object]] = {
    5: _open("android.intent.action.DIAL"),
    27: _open("android.media.action.STILL_IMAGE_CAMERA"),
    83: open_shade,
    92: lambda phone: _page(phone, -1),
    93: lambda phone: _page(phone, 1),
    120: take_screenshot,
    187: recents,
    220: lambda phone: _brightness(phone, -16),
    221: lambda phone: _brightness(phone, 16),
}


# -- text fields --------------------------------


def _edit(phone: Phone, code: int) -> None:
    field = phone.focused_field()
    if field is None:
        return
    phone.state.keyboard.reveal = True
    if code in (66, 61, 160):
        _enter(phone, tab=code == 61)
    elif code == 67:
        _backspace(phone, field)
    elif code == 112:
        field.erase(forward=True)
    elif code in (21, 22, 122, 123):
        _move_cursor(field, code, words=False, select=False)
    elif code in (19, 20):
        _move_line(phone, field, -1 if code == 19 else 1)
    elif code in (277, 278):
        _copy(phone, field, cut=code == 277)
    elif code == 279:
        field.insert(phone.state.clipboard)


def _backspace(phone: Phone, field: TextField) -> None:
    """Delete a character; in front of the first one, what the field itself does then."""
    view = _focused_view(phone) if field.selection == (0, 0) else None
    if view is not None and view.on_erase is not None:
        view.on_erase()
    else:
        field.erase()


def _move_line(phone: Phone, field: TextField, step: int) -> None:
    """Put the cursor into the line above or below."""
    view = _focused_view(phone)
    if view is not None:
        spot = spot_of_index(view, field.cursor, phone.font_scale)
        field.cursor = index_at(view, spot.left, spot.center[1] + step * spot.height, phone.font_scale)
        field.selected_from, field.menu = None, False


def _copy(phone: Phone, field: TextField, *, cut: bool) -> None:
    view = _focused_view(phone)
    if view is None or not selection.secret(view):
        selection.copy_selected(phone, field, cut=cut)


def _focused_view(phone: Phone) -> View | None:
    return next((view for view in walk(phone.active_window().root) if view.field and view.focused), None)


def _enter(phone: Phone, *, tab: bool) -> None:
    """Enter breaks the line, moves on to the next field, or does what the keyboard's action key does."""
    views = [view for view in walk(phone.active_window().root) if view.field]
    current = next((view for view in views if view.field == phone.activity.focus), None)
    if current is None:
        return
    if current.multiline and not tab:
        phone.type_text("\n")
    elif current.on_enter is not None and not tab:
        current.on_enter()
    else:
        following = views[views.index(current) + 1 :]
        if following:
            phone.focus(following[0].field, following[0].text)
        else:
            phone.hide_keyboard()


def soft_key(phone: Phone, name: str) -> None:
    """A key of the soft keyboard.

    Args:
        phone: the phone.
        name: a character (or a few), ``\\b``, ``\\n``, or in angle brackets a layer, ``shift``, ``hide`` or
            ``delete_word``; ``<variants>`` and a character offers others like it.
    """
    board = phone.state.keyboard
    board.variants = ""
    if name.startswith("<variants>"):
        board.variants = variants(name[-1])
        phone.changed()
        return
    inner = name[1:-1] if name.startswith("<") and len(name) > 2 else ""
    if inner == "hide":
        phone.hide_keyboard()
    elif inner == "shift":
        board.layer = _shifted(phone)
    elif inner == "delete_word":
        key_combination(phone, (_CONTROL[0], 67))
    elif inner in get_args(Layer):
        board.layer = inner  # type: ignore[assignment]
    elif name == "\b":
        key(phone, 67)
    elif name == "\n":
        key(phone, 66)
    else:
        phone.type_text(name)
        if board.layer in ("upper", "lower"):
            board.layer = "auto"
    phone.changed()


def _shifted(phone: Phone) -> Layer:
    """Shift makes one letter large, or small where a sentence begins; a double tap locks it."""
    board = phone.state.keyboard
    if phone.finger.twice:
        return "caps"
    if board.layer == "auto":
        return "lower" if keys_for("auto", _focused_view(phone)).capital else "upper"
    return "lower" if board.layer in ("upper", "caps") else "upper"
