"""A live desktop: everything that actions, observations and evaluators need, behind one object."""

from __future__ import annotations

from contextlib import ExitStack

from crab_ubuntu.desktop.accessibility import Accessibility
from crab_ubuntu.desktop.clipboard import Clipboard
from crab_ubuntu.desktop.input import InputBackend, open_input
from crab_ubuntu.desktop.kernel import Programs
from crab_ubuntu.desktop.launcher import DirectLauncher, Launcher
from crab_ubuntu.desktop.manage import WindowManager
from crab_ubuntu.desktop.recorder import Recorder
from crab_ubuntu.desktop.screen import Screen
from crab_ubuntu.desktop.settle import ScreenWatch, Settler
from crab_ubuntu.desktop.terminal import Terminals
from crab_ubuntu.desktop.windows import Windows


class Desktop:
    """The desktop on one X display and the session bus of this process.

    Attributes:
        screen: Takes pictures.
        watch: Notes changes of the screen.
        windows: Tells which windows there are.
        input: Moves pointer and keys.
        settler: Waits for rest.
        accessibility: Reads the UI tree.
        clipboard: Reads and writes what is copied.
        terminals: Reads what a terminal shows.
        recorder: Records the screen, once it is started.
        window_manager: Brings windows to the front and closes them.
        launcher: Starts programs as the desktop's user.
        programs: Runs an agent's code as the desktop's user.
    """

    def __init__(
        self, display_name: str, launcher: Launcher | None = None, *, input_backend: str = "xtest"
    ) -> None:
        """Connect to the display and the accessibility bus.

        Args:
            display_name: As in DISPLAY.
            launcher: Starts programs; as children of this process by default.
            input_backend: What moves pointer and keys: "xtest" or "pyautogui".

        Raises:
            DeviceError: The display or the bus does not answer.
        """
        self.launcher: Launcher = launcher or DirectLauncher()
        with ExitStack() as undo:
            self.watch = ScreenWatch(display_name)
            undo.callback(self.watch.close)
            self.windows = Windows(display_name)
            undo.callback(self.windows.close)
            self.settler = Settler(self.watch, lambda: self.input.last_sent, self._ask_all)
            self.input: InputBackend = open_input(input_backend, display_name, self.settler.settle)
            undo.callback(self.input.close)
            self.screen = Screen(display_name)
            undo.callback(self.screen.close)
            self.accessibility = Accessibility(self.windows, self.screen.width, self.screen.height)
            undo.callback(self.accessibility.close)
            self.clipboard = Clipboard(display_name)
            undo.callback(self.clipboard.close)
            self.terminals = Terminals(self.windows)
            undo.callback(self.terminals.close)
            self.recorder = Recorder(display_name)
            undo.callback(self.recorder.close)
            self.window_manager = WindowManager(display_name)
            undo.callback(self.window_manager.close)
            self.programs = Programs(self.launcher)
            undo.callback(self.programs.close)
            self._undo = undo.pop_all()

    def _ask_all(self, seconds: float) -> None:
        self.accessibility.ask_all(seconds)  # made after the settler that asks

    def close(self) -> None:
        """Disconnect from everything; safe to call twice."""
        self._undo.close()
