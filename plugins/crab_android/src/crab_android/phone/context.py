"""What an app acts through: its own state, the phone, and the other apps by intents and content providers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pydantic import BaseModel

from . import intents
from .app import App, Rows
from .intents import Intent
from .state import Activity, Notification, NotificationAction, PhoneState, Request
from .system.bars import navigation_height
from .system.files import FileTree
from .text_field import TextField
from .ui.theme import Theme

if TYPE_CHECKING:
    from .phone import Phone

State = TypeVar("State", bound=BaseModel)


class AppContext(Generic[State]):
    """What an app has when none of its screens is involved: in providers, receivers and at a time."""

    def __init__(self, phone: Phone, app: App[State]) -> None:
        self.phone = phone
        self.app = app

    @property
    def state(self) -> State:
        """What the app remembers; to be changed in place."""
        return cast("State", self.phone.app_state(self.app.package))

    @property
    def system(self) -> PhoneState:
        """The whole phone."""
        return self.phone.state

    @property
    def files(self) -> FileTree:
        """The phone's files. Use :meth:`write_file` to write, so that the time is right."""
        return self.phone.state.files

    def now(self) -> datetime:
        """The phone's local time, without a time zone."""
        return self.phone.now()

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        """A value of the settings provider."""
        return self.system.settings[namespace].get(key, default)

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        """Change a value of the settings provider."""
        self.phone.put_setting(namespace, key, value)

    def write_file(self, path: str, data: bytes) -> None:
        """Write a file, with its folders.

        Raises:
            FileError: when the phone refuses.
        """
        self.files.write(path, data, mtime=self.phone.timestamp(), parents=True)
        self.phone.changed()

    def toast(self, text: str) -> None:
        """Show a short message."""
        self.phone.toast(self.app.package, text)

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.phone.copy(text)

    # -- notifications --------------------------------

    def notify(
        self,
        tag: str,
        title: str,
        text: str = "",
        *,
        screen: str = "",
        actions: Sequence[NotificationAction] = (),
        channel: str = "default",
        ongoing: bool = False,
        **args: Any,
    ) -> None:
        """Show a notification; a tap on it opens ``screen`` with the arguments."""
        self.phone.notify(
            Notification(
                package=self.app.package,
                tag=tag,
                title=title,
                text=text,
                when=self.now(),
                channel=channel,
                screen=screen,
                args=args,
                actions=list(actions),
                ongoing=ongoing,
            )
        )

    def cancel_notification(self, tag: str) -> None:
        """Take a notification of this app away."""
        self.phone.cancel_notification(self.app.package, tag)

    # -- other apps --------------------------------

    def query(self, uri: str, **equal: Any) -> Rows:
        """Rows of a content provider whose columns equal the given values; none without a provider."""
        return self.phone.content.query(uri, equal)

    def insert(self, uri: str, values: Mapping[str, Any]) -> int:
        """Add a row to a content provider; returns its id.

        Raises:
            ContentError: when nobody provides the URI, or takes no rows.
        """
        return self.phone.content.insert(uri, values)

    def update(self, uri: str, number: int, values: Mapping[str, Any]) -> None:
        """Change the row with an id.

        Raises:
            ContentError: when there is none, or it cannot be changed.
        """
        self.phone.content.update(uri, number, values)

    def delete(self, uri: str, number: int) -> None:
        """Delete the row with an id.

        Raises:
            ContentError: when there is none, or it cannot be deleted.
        """
        self.phone.content.delete(uri, number)

    def broadcast(self, intent: Intent) -> None:
        """Send an intent to every app that has a receiver for its action."""
        self.phone.broadcast(intent)

    def granted(self, permission: str) -> bool:
        """Whether the app may use what a permission guards."""
        return self.phone.packages.granted(self.app.package, permission)


class Context(AppContext[State]):
    """What a screen builds from and acts through."""

    def __init__(self, phone: Phone, app: App[State], activity: Activity) -> None:
        super().__init__(phone, app)
        self.activity = activity

    @property
    def theme(self) -> Theme:
        """The colours in force on this screen."""
        return self.phone.theme_of(self.app, self.activity.screen)

    @property
    def foot(self) -> float:
        """Height in dp of the navigation bar over the content; 0 while the keyboard is there."""
        return 0.0 if self.system.keyboard.visible else navigation_height(self.system)

    @property
    def args(self) -> dict[str, Any]:
        """What the activity was started with."""
        return self.activity.args

    @property
    def dialog(self) -> dict[str, Any]:
        """What the open dialog was started with; empty without one."""
        return self.activity.dialog.args if self.activity.dialog else {}

    # -- navigation --------------------------------

    def open(self, screen: str, /, **args: Any) -> None:
        """Start another activity of the same app on top of this one."""
        self.phone.push(self.app.package, screen, args)

    def open_for_result(
        self, name: str, screen: str, keep: Mapping[str, Any] | None = None, **args: Any
    ) -> None:
        """Like :meth:`open`; what the activity finishes with goes to this screen's ``results[name]``."""
        self.phone.push(self.app.package, screen, args, Request(name=name, keep=dict(keep or {})))

    def finish(self, result: Mapping[str, Any] | None = None) -> None:
        """Leave this activity, with a result for the one that asked for it."""
        self.phone.finish(result)

    def start(self, intent: Intent) -> bool:
        """Ask another app; the user chooses when several can answer. False (and a message) when none can."""
        return self.phone.start_intent(intent, from_package=self.app.package)

    def start_for_result(self, name: str, intent: Intent, **keep: Any) -> bool:
        """Like :meth:`start`; the answer goes to this screen's ``results[name]``, together with ``keep``."""
        return self.phone.start_intent(
            intent, from_package=self.app.package, request=Request(name=name, keep=keep)
        )

    def share(self, *, text: str = "", subject: str = "", paths: Sequence[str] = (), mime: str = "") -> None:
        """Let the user choose an app to send a text or files to."""
        extras: dict[str, Any] = {}
        if text:
            extras[intents.EXTRA_TEXT] = text
        if subject:
            extras[intents.EXTRA_SUBJECT] = subject
        if paths:
            extras[intents.EXTRA_STREAM] = list(paths)
        intent = Intent(action=intents.SEND, type=mime or ("*/*" if paths else "text/plain"), extras=extras)
        self.phone.start_intent(intent, from_package=self.app.package, choose="Share")

    def view(self, uri: str, mime: str = "") -> bool:
        """Open an address, a place, a mail address or a file in the app for it."""
        return self.start(Intent(action=intents.VIEW, data=uri, type=mime))

    def require(self, permission: str, name: str, **keep: Any) -> None:
        """Make sure of a permission: ``results[name]`` gets ``granted``, at once or when the user answers."""
        self.phone.packages.require(self, permission, Request(name=name, keep=keep))

    # -- dialogs and fields --------------------------------

    def show_dialog(self, name: str, /, **args: Any) -> None:
        """Open one of the screen's dialogs."""
        self.phone.hide_keyboard()
        self.activity.open_dialog(name, args)

    def dismiss(self) -> None:
        """Close the open dialog."""
        self.activity.close_dialog()
        self.phone.hide_keyboard()

    def edit(self, name: str, initial: str = "") -> None:
        """Put the cursor into a text field, with an initial text when it was not touched before."""
        self.phone.focus(name, initial)

    def forget(self, *names: str) -> None:
        """Drop what was typed into text fields."""
        for name in names:
            self.activity.fields.pop(name, None)
            if self.activity.focus == name:
                self.activity.focus = None

    def field(self, name: str, initial: str = "") -> TextField:
        """What stands in the text field of that name on this screen: ``initial`` until it is first touched.

        Building a screen changes nothing; a field is kept from when it gets the focus.
        """
        return self.activity.fields.get(name) or TextField(text=initial, cursor=len(initial))

    def fill(self, name: str, text: str) -> None:
        """Put a text into a field without the focus."""
        self.activity.fields[name] = TextField(text=text, cursor=len(text))
