"""The same eyes on a real desktop and a phone: what was registered works where the device is."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PIL import Image

import crab_core as crab
from crab_core.plugins import Plugins
from crab_core.rig import DeviceChoice, Rig
from crab_visualprompt.evaluators import desktop, phone
from crab_visualprompt.plugin import EYES


@pytest.mark.parametrize("module", [desktop, phone])
def test_what_is_registered_is_what_there_is(module):
    assert {evaluator.name for evaluator in module.EVALUATORS} == set(EYES)
    specs = [spec for spec in Plugins.load().evaluators.values() if spec.factory.startswith(module.__name__)]
    assert {spec.name for spec in specs} == set(EYES)
    assert {spec.load().environment for spec in specs} == {specs[0].environment}


def started(environment: str, world: dict[str, Any], first: crab.Evaluator) -> Iterator[Any]:
    """A device in a world, and how to ask what it shows."""
    task = crab.Task(
        id="look",
        description="Look.",
        worlds={environment: world},
        graph=crab.CheckpointGraph({"seen": first}),
    )
    with Rig(Plugins.load(), {environment: DeviceChoice()}) as rig:
        device = rig.prepare(task).devices[environment]

        def judge(evaluator: crab.Evaluator) -> crab.Verdict:
            (outcome,) = device.evaluate([evaluator.call()])
            assert isinstance(outcome, crab.Verdict), outcome
            return outcome

        yield device, judge


def encoded(pixels: np.ndarray) -> str:
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode()


def screen_of(device: Any) -> str:
    """What it shows now, as an argument."""
    return "data:;base64," + base64.b64encode(device.observe()["screenshot"].data).decode()


@pytest.mark.desktop
def test_a_desktop_is_looked_at(pictures):
    one, two = pictures.photo(31), pictures.photo(32)
    page = (
        '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>'
        "<text:p>Gate 14 is closed</text:p></office:text></office:body></office:document>"
    )
    files = {
        "both.png": {"base64": encoded(np.hstack([one, two]))},
        "page.fodt": {"text": page},
    }
    for device, judge in started("ubuntu", {"files": files}, desktop.text_visible("Activities")):
        assert judge(desktop.text_visible("Activities", region=[0, 0, 0.2, 0.1])).passed
        assert not judge(desktop.text_visible("Activities", region=[0.5, 0.5, 0.5, 0.5])).passed
        assert judge(desktop.screen_matches(screen_of(device))).passed
        given = [f"data:;base64,{encoded(pixels)}" for pixels in (one, two)]
        assert judge(desktop.pictures_joined("both.png", given)).passed
        assert not judge(desktop.pictures_joined("both.png", given[::-1])).passed
        assert "does not exist" in judge(desktop.picture_contains("none.png", given[0])).reason
        assert judge(desktop.document_shows("page.fodt", [[{"text": "Gate 14 is closed"}]])).passed
        assert not judge(desktop.document_shows("page.fodt", [[{"text": "Gate 41 is closed"}]])).passed


@pytest.mark.adb
def test_a_phone_is_looked_at(pictures):
    for device, judge in started("android", {}, phone.text_visible("Settings")):
        assert judge(phone.text_visible("Settings", region=[0, 0.5, 1, 0.5])).passed
        assert not judge(phone.text_visible("Settings", region=[0, 0, 1, 0.3])).passed
        screen = screen_of(device)
        assert judge(phone.screen_matches(screen, region=[0, 0.1, 1, 0.9])).passed
        device.act("open_app_drawer", {})
        device.settle()
        assert not judge(phone.screen_matches(screen, region=[0, 0.1, 1, 0.9])).passed


@pytest.mark.adb
def test_files_on_a_phone_are_read_up_to_a_limit():
    for device, judge in started("android", {}, phone.text_visible("Settings")):
        device.link.check("printf 12345 > /sdcard/five.txt")
        assert device.read_file("/sdcard/five.txt", 5) == b"12345"
        with pytest.raises(OSError, match="more than 4 bytes"):
            device.read_file("/sdcard/five.txt", 4)
        for path in ("/sdcard", "/sdcard/none.txt"):
            with pytest.raises(OSError, match="no file that can be read"):
                device.read_file(path, 4)
        photo = "data:;base64," + encoded(np.eye(32, dtype=np.uint8)[..., None].repeat(3, 2) * 255)
        assert (
            "/sdcard/five.txt is no picture"
            in judge(phone.picture_contains("/sdcard/five.txt", photo)).reason
        )
