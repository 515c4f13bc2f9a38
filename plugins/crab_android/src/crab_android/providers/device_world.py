"""Worlds of devices that are not ours to rebuild: what can be asked of them, and how it is brought about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from crab_android.device.link import AdbLink, quoted
from crab_android.device.windows import go_home
from crab_core import UsageError


class DeviceWorld(BaseModel):
    """What can be asked of a device that is not ours to rebuild.

    Attributes:
        settings: Namespace → key → value, written with `settings put`.
        stop: Packages to force-stop.
        clear: Packages whose data is deleted.
        grant: Package → permissions that it is given.
        open: The package to bring to the front; the home screen when empty.
    """

    model_config = ConfigDict(extra="forbid")

    settings: dict[str, dict[str, str]] = Field(default_factory=dict)
    stop: list[str] = Field(default_factory=list)
    clear: list[str] = Field(default_factory=list)
    grant: dict[str, list[str]] = Field(default_factory=dict)
    open: str = ""

    @classmethod
    def of(cls, world: Mapping[str, Any]) -> DeviceWorld:
        """Read a world.

        Raises:
            UsageError: It asks for something that only a simulated phone can do.
        """
        try:
            return cls.model_validate(dict(world))
        except ValidationError as error:
            raise UsageError(
                f"This world cannot be made on a real device: {error}",
                advice="The provider `simulated` takes worlds with tasks, files and a clock.",
            ) from error

    def apply(self, link: AdbLink) -> None:
        """Bring the device into this world as far as one may: everything else stays as it is.

        Raises:
            DeviceError: It does not do what is asked.
        """
        go_home(link)
        for package in self.stop:
            link.check(quoted(["am", "force-stop", package]))
        for package in self.clear:
            link.check(quoted(["pm", "clear", package]))
        for package, permissions in self.grant.items():
            for permission in permissions:
                link.check(quoted(["pm", "grant", package, permission]))
        for namespace, values in self.settings.items():
            for key, value in values.items():
                link.check(quoted(["settings", "put", namespace, key, value]))
        if self.open:
            category = "android.intent.category.LAUNCHER"
            link.check(
                quoted(["am", "start", "-a", "android.intent.action.MAIN", "-c", category, "-p", self.open])
            )


def wake(link: AdbLink) -> None:
    """Switch the screen on and swipe the lock away; one that wants a PIN or a pattern stays.

    Raises:
        DeviceError: The device does not answer.
    """
    link.check("input keyevent KEYCODE_WAKEUP")
    # Android before 6 does not know it.
    link.run("wm dismiss-keyguard", repeatable=True)
