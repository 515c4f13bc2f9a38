"""Takes the picture of the phone's page for the README, in a real Chromium.

python pictures/page.py [FOLDER]
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.web import PhonePage

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "shared"))

from browser import Browser  # noqa: E402 - the browser of the tests

WIDTH, HEIGHT = 1400, 860
SHOWN = "(g => g?.dataset.shown && g.dataset.shown === g.dataset.told)(document.getElementById('glass'))"
CHOOSE = (
    "[...document.querySelectorAll('#tree .row')].find((r) => r.textContent.includes('#contact_row')).click()"
)


def main(folder: Path) -> None:
    """Open Contacts, choose a row of the tree, and take the picture."""
    phone = Phone(seed=2)
    with PhoneServer(phone) as server, tempfile.TemporaryDirectory() as profile:
        page = PhonePage(phone)
        server.call(lambda phone: phone.launch("com.android.contacts"))
        url = server.run(lambda _phone: page.start())
        with Browser(Path(profile), WIDTH, HEIGHT) as tab:
            tab.send(
                "Emulation.setDeviceMetricsOverride",
                width=WIDTH,
                height=HEIGHT,
                deviceScaleFactor=1.25,
                mobile=False,
            )
            tab.send("Page.navigate", url=url)
            tab.wait(lambda: tab.run(SHOWN))
            tab.run(CHOOSE)
            picture = tab.send("Page.captureScreenshot")["data"]
        server.run(lambda _phone: page.stop())
    (folder / "page.png").write_bytes(base64.b64decode(picture))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
