"""Packages and run-time permissions: what is installed, and what it may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .manifest_app import ManifestError, app_from_manifest
from .state import Overlay, Package, Request

if TYPE_CHECKING:
    from .app import App
    from .context import Context
    from .phone import Phone

# What Android asks the user for at run time (developer.android.com, "Permissions on Android", protection
# level dangerous), with how the question ends.
QUESTIONS: dict[str, str] = {
    "android.permission.CAMERA": "take pictures and record video",
    "android.permission.RECORD_AUDIO": "record audio",
    "android.permission.ACCESS_FINE_LOCATION": "access this device’s location",
    "android.permission.ACCESS_COARSE_LOCATION": "access this device’s location",
    "android.permission.READ_CONTACTS": "access your contacts",
    "android.permission.WRITE_CONTACTS": "access your contacts",
    "android.permission.READ_CALENDAR": "access your calendar",
    "android.permission.WRITE_CALENDAR": "access your calendar",
    "android.permission.CALL_PHONE": "make and manage phone calls",
    "android.permission.READ_CALL_LOG": "access your phone call logs",
    "android.permission.SEND_SMS": "send and view SMS messages",
    "android.permission.READ_SMS": "send and view SMS messages",
    "android.permission.READ_MEDIA_IMAGES": "access photos and videos on this device",
    "android.permission.POST_NOTIFICATIONS": "send you notifications",
    "android.permission.NEARBY_WIFI_DEVICES": "find and connect to nearby devices",
}


_TITLES: dict[str, str] = {
    "android.permission.ACCESS_COARSE_LOCATION": "Approximate location",
    "android.permission.ACCESS_FINE_LOCATION": "Location",
    "android.permission.CALL_PHONE": "Phone",
    "android.permission.POST_NOTIFICATIONS": "Notifications",
    "android.permission.READ_CALENDAR": "Calendar",
    "android.permission.READ_CALL_LOG": "Call logs",
    "android.permission.READ_CONTACTS": "Contacts",
    "android.permission.READ_MEDIA_IMAGES": "Photos and videos",
    "android.permission.READ_SMS": "SMS",
    "android.permission.RECORD_AUDIO": "Microphone",
    "android.permission.SEND_SMS": "Send SMS",
    "android.permission.WRITE_CALENDAR": "Calendar, change",
    "android.permission.WRITE_CONTACTS": "Contacts, change",
}


class PackageError(ValueError):
    """A package cannot be installed or changed so; ``code`` is Android's name for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Packages:
    """What is installed on a phone."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def get(self, package: str) -> Package:
        """What the phone knows of a package; made when it is first asked for."""
        return self._phone.state.packages.setdefault(package, Package())

    # -- permissions --------------------------------

    def granted(self, package: str, permission: str) -> bool:
        """Whether an app has a permission: granted, or declared and not asked for."""
        app = self._phone.apps.get(package)
        if app is None or permission not in app.permissions:
            return False
        return permission not in QUESTIONS or self.get(package).permissions.get(permission, False)

    def questions(self, package: str) -> list[str]:
        """The permissions that an app declares and the user is asked for."""
        app = self._phone.apps.get(package)
        return [name for name in app.permissions if name in QUESTIONS] if app else []

    def allowed(self, package: str) -> list[str]:
        """Titles of the permissions that the user has granted to an app, each once."""
        granted = [name for name in self.questions(package) if self.granted(package, name)]
        return list(dict.fromkeys(self.title_of(name) for name in granted))

    @staticmethod
    def title_of(permission: str) -> str:
        """The title that Settings gives a permission."""
        return _TITLES.get(permission, permission.rpartition(".")[2].replace("_", " ").capitalize())

    def set_permission(self, package: str, permission: str, granted: bool) -> None:
        """Grant or revoke a permission.

        Raises:
            PackageError: when the app is not there or does not declare it.
        """
        app = self._phone.apps.get(package)
        if app is None:
            raise PackageError("UNKNOWN_PACKAGE", f"Unknown package: {package}")
        if permission not in app.permissions:
            raise PackageError("NOT_DECLARED", f"Package {package} has not requested permission {permission}")
        self.get(package).permissions[permission] = granted
        self._phone.changed()

    def require(self, context: Context[Any], permission: str, request: Request) -> None:
        """Ask the user for a permission, unless it is settled; the answer goes to the visible screen."""
        package = context.app.package
        if permission not in context.app.permissions:
            raise PackageError("NOT_DECLARED", f"{package} does not declare {permission}")
        if self.granted(package, permission):
            self._phone.deliver(request, {"granted": True})
        elif self.get(package).permissions.get(permission) is False:
            self._phone.deliver(request, {"granted": False})
        else:
            args = {"package": package, "permission": permission, "request": request.model_dump()}
            self._phone.show_overlay(Overlay(kind="permission", args=args))

    def answer(self, overlay: Overlay, granted: bool) -> None:
        """The user's answer to a permission dialog."""
        args = overlay.args
        self.get(args["package"]).permissions[args["permission"]] = granted
        self._phone.hide_overlay(overlay)
        self._phone.deliver(Request.model_validate(args["request"]), {"granted": granted})

    # -- installing --------------------------------

    def install(self, manifest: dict[str, Any], *, replace: bool = True) -> App[Any]:
        """Install an app from its manifest, or bring back one that was uninstalled.

        Raises:
            PackageError: when the manifest does not fit or the app is there already.
        """
        try:
            app = app_from_manifest(manifest)
        except ManifestError as error:
            raise PackageError("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", str(error)) from error
        package = app.package
        if package in self._phone.catalog and self._phone.catalog[package].system:
            raise PackageError("INSTALL_FAILED_DUPLICATE_PACKAGE", f"{package} is part of the system")
        if package in self._phone.apps and not replace:
            raise PackageError(
                "INSTALL_FAILED_ALREADY_EXISTS",
                f"Attempt to re-install {package} without first uninstalling.",
            )
        known = self.get(package)
        known.installed = known.enabled = True
        if package not in self._phone.catalog:
            known.manifest = manifest
        known.first_installed = known.first_installed or self._phone.now()
        self._phone.packages_changed()
        self._phone.seed_app(package)
        self._phone.log("PackageManager", f"installed {package}", "I")
        return self._phone.apps[package]

    def uninstall(self, package: str) -> None:
        """Remove an app with all that it has stored.

        Raises:
            PackageError: when it is not installed, or part of the system.
        """
        app = self._phone.apps.get(package)
        if app is None:
            raise PackageError("DELETE_FAILED_INTERNAL_ERROR", f"not installed for 0: {package}")
        if app.system:
            raise PackageError("DELETE_FAILED_USER_RESTRICTED", f"{package} is part of the system")
        self._phone.force_stop(package)
        for notification in [n for n in self._phone.state.notifications if n.package == package]:
            self._phone.cancel_notification(package, notification.tag)
        self._phone.state.packages[package] = Package(installed=False)
        self._phone.state.apps.pop(package, None)
        self._phone.packages_changed()

    def clear(self, package: str) -> None:
        """Forget what an app has stored and what it was allowed, as ``pm clear`` does: it starts empty.

        Raises:
            PackageError: when it is not installed.
        """
        if package not in self._phone.apps:
            raise PackageError("UNKNOWN_PACKAGE", f"Unknown package: {package}")
        self._phone.force_stop(package)
        self.get(package).permissions.clear()
        self._phone.seed_app(package, empty=True)

    def set_enabled(self, package: str, enabled: bool) -> None:
        """Enable or disable an app; a disabled one can be neither seen nor started.

        Raises:
            PackageError: when it is not installed.
        """
        if package not in self._phone.catalog and package not in self._phone.apps:
            raise PackageError("UNKNOWN_PACKAGE", f"Unknown package: {package}")
        if not enabled:
            self._phone.force_stop(package)
        self.get(package).enabled = enabled
        self._phone.packages_changed()
