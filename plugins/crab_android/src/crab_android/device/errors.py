"""What can go wrong between here and a phone, told apart so that each is answered in its own way."""

from __future__ import annotations

from crab_core import DeviceError


class NotReachedError(DeviceError):
    """Nothing has reached the phone: to try again is safe, whatever was asked."""


class AdbServerGoneError(NotReachedError):
    """The adb server does not answer."""


class PhoneGoneError(NotReachedError):
    """adb does not know the phone, or knows it no more."""


class PhoneOfflineError(NotReachedError):
    """adb knows the phone, which does not answer."""


class PhoneUnauthorizedError(DeviceError):
    """The phone, or this machine, does not allow debugging; a person has to."""


class BrokenOffError(DeviceError):
    """The answer did not come whole. What was asked may have been done, or not."""


class PhoneSlowError(DeviceError):
    """No answer within the time allowed. What was asked may still be done."""


class CommandFailedError(DeviceError):
    """A command ran, and failed.

    Attributes:
        code: Its exit code.
    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class NoPictureError(DeviceError):
    """The phone gives no picture of its screen."""


class ScreenForbiddenError(NoPictureError):
    """The window in front forbids pictures of itself (Android's FLAG_SECURE)."""


class NoHierarchyError(DeviceError):
    """The phone does not tell what is on its screen."""


_WHEN_UNAUTHORIZED = (
    "Unlock the phone and allow USB debugging for this computer; if it does not ask, revoke the permissions "
    "under Developer options and connect it again."
)
_WHEN_FORBIDDEN = (
    "This user may not open the USB device: install Android's udev rules "
    "(apt-get install android-sdk-platform-tools-common), and connect the phone again."
)
_WHEN_OFFLINE = "Wake and unlock the phone, or connect it again; `adb reconnect offline` may bring it back."
_WHEN_GONE = "`adb devices` shows what is connected; on the phone, USB debugging must be allowed."


def phone_error(serial: str, reason: str) -> DeviceError:
    """The error for what an adb server says of a phone that it has no transport to.

    Args:
        serial: The phone.
        reason: The server's words, of any version from 29 to 36.
    """
    said = reason.lower()
    if any(word in said for word in ("unauthorized", "authorizing", "authenticate")):
        return PhoneUnauthorizedError(
            f"The phone {serial} does not trust this computer.", advice=_WHEN_UNAUTHORIZED
        )
    if "permission" in said:
        return PhoneUnauthorizedError(
            f"adb may not open the phone {serial}: {reason.strip()}.", advice=_WHEN_FORBIDDEN
        )
    if "offline" in said or "connecting" in said:
        return PhoneOfflineError(f"The phone {serial} is offline ({reason.strip()}).", advice=_WHEN_OFFLINE)
    return PhoneGoneError(f"The phone {serial} cannot be reached: {reason.strip()}.", advice=_WHEN_GONE)
