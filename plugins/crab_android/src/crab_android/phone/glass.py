"""What a phone shows: colours, windows, UI tree and picture, each made when it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from .context import Context
from .dump import hierarchy_xml
from .state import Activity, PhoneState, Stack
from .touch import Finger
from .ui.geometry import DENSITY_DPI, Rect
from .ui.theme import DARK, LIGHT, Theme, tinted
from .ui.wallpaper import WALLPAPER_FILE
from .windows import Window, compose

if TYPE_CHECKING:
    from .app import App
    from .clock import PhoneClock
    from .frame import Renderer
    from .phone import Phone


class Glass:
    """The side of a phone that one looks at; :class:`.phone.Phone` is the rest of it.

    Attributes:
        watchers: called whenever something has changed, on the thread that changed it; to look must wait.
    """

    state: PhoneState
    clock: PhoneClock
    _renderer: Renderer | None
    _windows: list[Window] | None
    _png: bytes | None

    def _blank(self) -> None:
        """Nothing has been drawn yet."""
        self._renderer = None
        self._windows = None
        self._png = None
        self._xml: dict[bool, str] = {}
        self._drawn = False
        self.watchers: list[Callable[[], None]] = []
        self.finger = Finger()

    def changed(self) -> None:
        """Note that something changed: windows and frame are made anew when next looked at."""
        self._windows = None
        self._xml = {}
        self._png = None
        self._drawn = False
        for watcher in self.watchers:
            watcher()

    def let_go(self) -> None:
        """Build the windows anew before they are next touched; what is drawn stays."""
        self._windows = None

    @property
    def _phone(self) -> Phone:
        return cast("Phone", self)

    @property
    def theme(self) -> Theme:
        """The phone's own colours."""
        return DARK if self.state.settings["secure"].get("ui_night_mode") == "2" else LIGHT

    def theme_of(self, app: App[Any], screen: str) -> Theme:
        """The colours of an app's screen."""
        dark = app.screens[screen].dark if screen in app.screens else False
        base = DARK if dark else self.theme
        return tinted(base, app.color) if app.color else base

    @property
    def wallpaper(self) -> bytes:
        """The file of the picture that the user has chosen as the wallpaper; empty for the phone's own."""
        node = self.state.files.get(WALLPAPER_FILE)
        return (node.content or b"") if node is not None else b""

    @property
    def font_scale(self) -> float:
        """How much larger than usual texts are."""
        try:
            return max(0.5, min(3.0, float(self.state.settings["system"].get("font_scale", "1.0"))))
        except ValueError:
            return 1.0

    @property
    def rotation(self) -> int:
        """How the screen is turned: 0 upright, 1 to the left, 2 upside down, 3 to the right."""
        settings = self.state.settings["system"]
        if settings.get("accelerometer_rotation") == "1":
            return self.state.held
        value = settings.get("user_rotation", "0")
        return int(value) if value in ("0", "1", "2", "3") else 0

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the screen in pixels, as it is turned now."""
        display = self.state.display
        size = (display.width, display.height)
        return size if self.rotation % 2 == 0 else (size[1], size[0])

    @property
    def scale(self) -> float:
        """Pixels of the screen for each unit that views are laid out in; 1 at the usual 420 dpi."""
        return self.state.display.density / DENSITY_DPI

    @property
    def area(self) -> Rect:
        """The screen in the units that views are laid out in."""
        width, height = self.pixels
        return Rect(0, 0, round(width / self.scale), round(height / self.scale))

    @property
    def front(self) -> Stack:
        """The Android task in front."""
        return self.state.stacks[-1]

    @property
    def activity(self) -> Activity:
        """The activity that the user sees."""
        return self.front.activities[-1]

    def context(self) -> Context[Any]:
        """What the visible screen builds from."""
        return Context(self._phone, self._phone.apps[self.activity.package], self.activity)

    def windows(self) -> list[Window]:
        """Everything on the screen, laid out, from the bottom up."""
        self.clock.tick()
        if self._windows is None:
            self._windows = compose(self._phone)
        return self._windows

    def active_window(self) -> Window:
        """The window that has the focus: what is over the app, an open dialog, or the app."""
        windows = self.windows()
        return next((window for window in reversed(windows) if window.focusable), windows[0])

    def ui_xml(self, *, compressed: bool = False) -> str:
        """The view hierarchy of the active window, as ``uiautomator dump`` writes it."""
        window = self.active_window()
        self.finger.forget()
        if compressed not in self._xml:
            self._xml[compressed] = hierarchy_xml(
                window, compressed=compressed, rotation=self.rotation, scale=self.scale
            )
        return self._xml[compressed]

    def png(self) -> bytes:
        """The screen as a PNG."""
        renderer = self.draw()
        if self._png is None:
            self._png = renderer.png()
        return self._png

    def raw(self) -> bytes:
        """The screen as ``screencap`` writes it without ``-p``."""
        return self.draw().raw()

    def draw(self) -> Renderer:
        """The renderer, with the present screen in its pixels."""
        windows = self.windows()
        self.finger.forget()
        if self._renderer is None or self._renderer.size != self.pixels:
            from .frame import Renderer  # numpy takes its time, and a phone answers before it is looked at

            self._renderer = Renderer(self.pixels, self.scale)
            self._drawn = False
        if not self._drawn:
            self._renderer.draw(
                windows,
                dark=self.theme.dark,
                font_scale=self.font_scale,
                awake=self.state.awake,
                scale=self.scale,
                picture=self.wallpaper,
            )
            self._drawn = True
        return self._renderer
