"""Camera, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen

from . import icon, main, settings
from .model import Camera, seed

_ALLOW = "text=While using the app"
_RESULTS = {"camera": main.answered, "refused": main.refused}

APP = App(
    package="com.android.camera2",
    label="Camera",
    icon=icon.draw,
    state=Camera,
    screens={
        "main": Screen(
            ".CameraLauncher",
            main.camera,
            opened=main.opened,
            results=_RESULTS,
            on_pause=main.left,
            live=main.recording,
            edge_to_edge=True,
            dark=True,
            leads=(
                Lead("settings", id="settings_button", first=(_ALLOW,)),
                Lead("com.android.gallery3d/main", id="rounded_thumbnail_view", first=(_ALLOW,)),
                Lead(
                    "com.android.gallery3d/viewer",
                    id="rounded_thumbnail_view",
                    first=(_ALLOW, "id=shutter_button"),
                ),
            ),
        ),
        "settings": Screen(
            ".CameraSettingsActivity",
            settings.settings,
            dialogs={"flash": settings.choose_flash, "timer": settings.choose_timer},
            dark=True,
            leads=(Lead("#flash", id="flash_row"), Lead("#timer", id="timer_row")),
        ),
        "capture": Screen(
            ".CaptureActivity",
            main.capture,
            opened=main.opened,
            results=_RESULTS,
            edge_to_edge=True,
            dark=True,
        ),
    },
    main="main",
    seed=seed,
    world="camera",
    color=0xFF5B7FA6,
    version="9.4",
    permissions=(main.CAMERA, "android.permission.RECORD_AUDIO"),
    filters=(
        Filter("android.media.action.STILL_IMAGE_CAMERA", "main"),
        Filter("android.media.action.VIDEO_CAMERA", "main", args=main.video_arguments),
        Filter("android.media.action.IMAGE_CAPTURE", "capture", args=main.capture_arguments),
    ),
)
