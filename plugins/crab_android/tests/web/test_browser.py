"""The page in a real browser: touched, typed on and looked at as a person would."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Browser, find_chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
]


class Person:
    """Looks at the page and uses it with a mouse and a keyboard."""

    def __init__(self, tab: Browser, served: Any) -> None:
        self.tab, self.served = tab, served
        tab.troubles.clear()
        tab.send("Page.navigate", url="about:blank")
        tab.send("Page.navigate", url=served.url)
        self.wait_for_picture()

    def wait(self, expression: str) -> None:
        self.tab.wait(lambda: self.tab.run(expression))

    def wait_for_picture(self) -> None:
        """Until the page shows what the phone has come to."""
        self.wait(
            "(() => { const g = document.getElementById('glass'); "
            "return g?.dataset.shown !== undefined && g.dataset.shown === g.dataset.told; })()"
        )

    def phone(self, function: Any) -> Any:
        return self.served.call(function)

    def front(self) -> str:
        return self.phone(lambda phone: phone.front.package)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where on the page a pixel of the phone is."""
        left, top, width, height = self.tab.run(
            "(() => { const b = document.getElementById('picture').getBoundingClientRect(); "
            "return [b.x, b.y, b.width, b.height]; })()"
        )
        across, down = self.phone(lambda phone: phone.pixels)
        return left + x / across * width, top + y / down * height

    def mouse(self, kind: str, x: float, y: float, button: str = "left", **more: Any) -> None:
        held = {"left": 1, "right": 2, "middle": 4}[button] if kind == "mousePressed" else 0
        facts = {"type": kind, "x": x, "y": y, "button": button, "buttons": held, **more}
        self.tab.send("Input.dispatchMouseEvent", **facts)

    def click(self, x: float, y: float, button: str = "left") -> None:
        """Click on a pixel of the phone."""
        left, top = self.place(x, y)
        held = {"left": 1, "right": 2, "middle": 4}[button]
        facts = {"x": left, "y": top, "button": button, "clickCount": 1}
        # Both at once: a finger that stays down because the machine is busy would press long.
        self.tab.together(
            ("Input.dispatchMouseEvent", {"type": "mousePressed", "buttons": held, **facts}),
            ("Input.dispatchMouseEvent", {"type": "mouseReleased", "buttons": 0, **facts}),
        )

    def hover(self, x: float, y: float) -> None:
        self.mouse("mouseMoved", *self.place(x, y), button="none")

    def drag(self, x1: float, y1: float, x2: float, y2: float, seconds: float = 0.4) -> None:
        (left, top), (right, bottom) = self.place(x1, y1), self.place(x2, y2)

        def event(kind: str, step: int) -> tuple[str, dict[str, Any]]:
            x, y = left + (right - left) * step / 8, top + (bottom - top) * step / 8
            return "Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1}

        # At once as far as it is no long press any more: the machine may be busy.
        self.tab.together(event("mousePressed", 0), event("mouseMoved", 3))
        for step in range(4, 9):
            time.sleep(seconds / 5)
            self.tab.together(event("mouseMoved", step))
        self.mouse("mouseReleased", right, bottom, clickCount=1)

    def key(self, key: str, code: int = 0, modifiers: int = 0) -> None:
        facts = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.tab.send("Input.dispatchKeyEvent", type="rawKeyDown", **facts)
        self.tab.send("Input.dispatchKeyEvent", type="keyUp", **facts)

    def middle(self, **wanted: str) -> tuple[float, float]:
        """The middle of the first element that the phone shows with these attributes."""
        from xml.etree import ElementTree

        names = {"id": "resource-id", "desc": "content-desc"}
        root = ElementTree.fromstring(self.phone(lambda phone: phone.ui_xml()))
        for node in root.iter("node"):
            if all(node.get(names.get(name, name), "").endswith(value) for name, value in wanted.items()):
                left, top, right, bottom = (
                    int(n) for n in node.get("bounds", "").replace("][", ",").strip("[]").split(",")
                )
                return (left + right) / 2, (top + bottom) / 2
        raise AssertionError(f"nothing has {wanted}")

    def rows(self) -> list[str]:
        return self.tab.run("[...document.querySelectorAll('#tree .row')].map((r) => r.textContent)")

    def box(self, name: str) -> list[int] | None:
        """Bounds of a box on the picture, in pixels of the phone."""
        if self.tab.run(f"document.getElementById('{name}').hidden"):
            return None
        across, down = self.phone(lambda phone: phone.pixels)
        left, top, width, height = self.tab.run(
            f"(() => {{ const p = document.getElementById('picture').getBoundingClientRect(), "
            f"b = document.getElementById('{name}').getBoundingClientRect(); "
            "return [(b.x - p.x) / p.width, (b.y - p.y) / p.height, b.width / p.width, b.height / p.height]; "
            "})()"
        )
        return [round(n) for n in (left * across, top * down, (left + width) * across, (top + height) * down)]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def person(tab: Browser, served: Any) -> Iterator[Person]:
    made = Person(tab, served)
    yield made
    tab.send("Page.navigate", url="about:blank")
    assert tab.troubles == []


@pytest.fixture
def tasks(person: Person) -> Person:
    """A person who looks at the to-dos."""
    person.phone(lambda phone: phone.launch("org.crab.tasks"))
    person.wait("document.getElementById('app').textContent === 'Tasks'")
    person.wait_for_picture()
    return person


@pytest.fixture
def settings(person: Person) -> Person:
    """A person who looks at the settings."""
    person.phone(lambda phone: phone.launch("com.android.settings"))
    person.wait("document.getElementById('component').textContent.startsWith('com.android.settings/')")
    person.wait_for_picture()
    return person


def near(bounds: list[int] | None, wanted: list[int]) -> bool:
    return bounds is not None and all(abs(a - b) <= 3 for a, b in zip(bounds, wanted, strict=True))


def test_a_click_opens_an_app_and_the_page_follows(person: Person) -> None:
    person.click(*person.middle(desc="Tasks"))
    person.wait("document.getElementById('component').textContent.startsWith('org.crab.tasks/')")
    person.wait_for_picture()
    assert person.front() == "org.crab.tasks"
    assert any("Buy milk" in row for row in person.rows())


def test_the_picture_on_the_page_is_the_phones_picture(tasks: Person) -> None:
    """A row's background, and the button's colour, stand where the phone has them."""
    x, y = tasks.middle(id="fab_add_task")
    there = tasks.phone(lambda phone: phone.draw()._pixels[int(y) - 60, int(x) - 60].tolist())
    here = tasks.tab.run(
        f"(() => {{ const c = document.getElementById('picture'), k = c.width / 1080; "
        f"return [...c.getContext('2d').getImageData(({x} - 60) * k, ({y} - 60) * k, 1, 1).data]; }})()"
    )
    assert all(abs(a - b) <= 6 for a, b in zip(here, there, strict=True))


def test_a_drag_is_a_swipe_that_scrolls_and_the_chosen_element_goes_along(settings: Person) -> None:
    settings.tab.run("[...document.querySelectorAll('#tree .row .text')].at(-6).click()")
    left, top, right, bottom = settings.box("chosen")
    settings.drag(540, 1700, 540, 1600)

    def has_gone_along() -> bool:
        offset = settings.phone(lambda phone: sum(phone.activity.scroll.values()))
        return offset >= 90 and near(settings.box("chosen"), [left, top - offset, right, bottom - offset])

    settings.tab.wait(has_gone_along)
    assert settings.front() == "com.android.settings"


def test_the_wheel_scrolls_what_is_under_it_as_far_as_it_turns(settings: Person) -> None:
    left, top = settings.place(540, 1500)
    settings.mouse("mouseWheel", left, top, button="none", deltaX=0, deltaY=30)
    settings.tab.wait(lambda: settings.phone(lambda phone: any(phone.activity.scroll.values())))
    (offset,) = settings.phone(lambda phone: list(phone.activity.scroll.values()))
    shown = settings.tab.run("document.getElementById('picture').getBoundingClientRect().height")
    assert abs(offset - 30 * 2400 / shown) <= 2
    assert settings.front() == "com.android.settings"


def test_typing_reaches_the_field_letter_by_letter_and_in_any_script(tasks: Person) -> None:
    tasks.click(*tasks.middle(id="fab_add_task"))
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field() is not None))
    for letter in "Tea":
        tasks.tab.send("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
        tasks.tab.send("Input.dispatchKeyEvent", type="keyUp", key=letter)
    tasks.tab.send("Input.insertText", text=" und 牛乳 🧀")
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field().text == "Tea und 牛乳 🧀"))
    tasks.key("Backspace", 8)
    tasks.key("ArrowLeft", 37)
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field().text == "Tea und 牛乳 "))
    tasks.wait(
        "[...document.querySelectorAll('#tree .text')].some((t) => t.textContent.includes('Tea und 牛乳'))"
    )


def test_keys_pressed_together_select_copy_and_replace(tasks: Person) -> None:
    tasks.click(*tasks.middle(id="fab_add_task"))
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field() is not None))
    tasks.tab.send("Input.insertText", text="old words")
    tasks.key("a", 65, modifiers=2)
    tasks.key("c", 67, modifiers=2)
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.state.clipboard == "old words"))
    tasks.key("a", 65, modifiers=2)
    tasks.tab.send("Input.insertText", text="new")
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field().text == "new"))
    tasks.key("ArrowLeft", 37, modifiers=8)
    tasks.tab.send("Input.insertText", text="t")
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field().text == "net"))


def test_a_composed_text_is_typed_when_it_is_finished(tasks: Person) -> None:
    tasks.click(*tasks.middle(id="fab_add_task"))
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field() is not None))
    tasks.tab.send("Input.imeSetComposition", text="ぎゅう", selectionStart=3, selectionEnd=3)
    tasks.tab.send("Input.insertText", text="牛")
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field().text == "牛"))


def test_typing_where_no_field_is_says_so(person: Person) -> None:
    person.tab.run("document.getElementById('keys').focus()")
    person.tab.send("Input.insertText", text="lost")
    person.wait("document.getElementById('note').textContent.includes('No text field')")


def test_escape_and_the_right_button_are_back_and_the_middle_one_is_home(tasks: Person) -> None:
    tasks.phone(lambda phone: phone.start("com.android.settings"))
    tasks.tab.run("document.getElementById('keys').focus()")
    tasks.key("Escape", 27)
    tasks.tab.wait(lambda: tasks.front() != "com.android.settings")
    tasks.phone(lambda phone: phone.launch("org.crab.tasks"))
    tasks.click(540, 1500, "middle")
    tasks.tab.wait(lambda: tasks.front() == "org.crab.launcher")
    tasks.phone(lambda phone: phone.launch("org.crab.tasks"))
    tasks.click(540, 1500, "right")
    tasks.tab.wait(lambda: tasks.front() == "org.crab.launcher")


def test_a_long_press_opens_what_a_long_press_opens(tasks: Person) -> None:
    before = tasks.phone(lambda phone: phone.export(contents=False)["stacks"])
    left, top = tasks.place(*tasks.middle(text="Buy milk"))
    tasks.mouse("mousePressed", left, top, clickCount=1)
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.export(contents=False)["stacks"]) != before)
    after = tasks.phone(lambda phone: phone.export(contents=False)["stacks"])
    tasks.mouse("mouseReleased", left, top, clickCount=1)
    tasks.wait_for_picture()
    assert tasks.phone(lambda phone: phone.export(contents=False)["stacks"]) == after


def test_buttons_press_keys_and_turn_the_phone(tasks: Person) -> None:
    tasks.tab.click("[data-key=HOME]")
    tasks.tab.wait(lambda: tasks.front() == "org.crab.launcher")
    tasks.tab.click("[data-key=POWER]")
    tasks.tab.wait(lambda: not tasks.phone(lambda phone: phone.state.awake))
    tasks.wait("document.getElementById('glass').dataset.awake === 'false'")
    tasks.tab.click("[data-key=POWER]")
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.state.awake))
    tasks.tab.click("#rotate")
    tasks.wait("document.getElementById('glass').clientWidth > document.getElementById('glass').clientHeight")
    assert tasks.phone(lambda phone: phone.pixels) == (2400, 1080)


def test_the_tree_and_the_picture_mark_the_same_element(tasks: Person) -> None:
    x, y = tasks.middle(text="Buy milk")
    bounds = tasks.tab.run(
        "(() => { const rows = [...document.querySelectorAll('#tree .row')], "
        "row = rows.find((r) => r.textContent.includes('Buy milk')); row.scrollIntoView(); "
        "const b = row.getBoundingClientRect(); return [b.x + 60, b.y + b.height / 2]; })()"
    )
    tasks.mouse("mouseMoved", *bounds, button="none")
    tasks.tab.wait(lambda: tasks.box("over") is not None)
    left, top, right, bottom = tasks.box("over")
    assert left <= x < right
    assert top <= y < bottom
    tasks.mouse("mousePressed", *bounds, clickCount=1)
    tasks.mouse("mouseReleased", *bounds, clickCount=1)
    assert near(tasks.box("chosen"), [left, top, right, bottom])
    told = tasks.tab.run("document.getElementById('details').textContent")
    assert "Buy milk" in told
    assert f"{left}, {top} – {right}, {bottom}" in told


def test_what_is_picked_on_the_picture_is_chosen_in_the_tree_and_not_touched(tasks: Person) -> None:
    tasks.tab.click("#pick")
    tasks.hover(*tasks.middle(text="Call Ada"))
    tasks.tab.wait(lambda: tasks.box("over") is not None)
    tasks.click(*tasks.middle(text="Call Ada"))
    tasks.wait("document.querySelector('#tree [aria-selected=true]')?.textContent.includes('Call Ada')")
    assert tasks.tab.run("document.getElementById('pick').getAttribute('aria-pressed')") == "false"
    assert tasks.phone(lambda phone: phone.activity.screen) == tasks.phone(
        lambda phone: phone.apps["org.crab.tasks"].main
    )
    tasks.click(*tasks.middle(text="Call Ada"))
    tasks.tab.wait(
        lambda: tasks.phone(lambda phone: phone.activity.screen != phone.apps["org.crab.tasks"].main)
    )


def test_the_tree_can_be_walked_and_used_with_the_keyboard_alone(tasks: Person) -> None:
    tasks.tab.run("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    tasks.key("End", 35)
    assert "fab_add_task" in tasks.tab.run("document.activeElement.textContent")
    tasks.key("Home", 36)
    rows = len(tasks.rows())
    tasks.key("ArrowLeft", 37)
    assert len(tasks.rows()) == 1
    tasks.key("ArrowRight", 39)
    assert len(tasks.rows()) == rows
    tasks.key("End", 35)
    tasks.key("Enter", 13)
    tasks.tab.wait(lambda: tasks.phone(lambda phone: phone.focused_field() is not None))


def test_the_filter_leaves_what_matches_and_what_holds_it(tasks: Person) -> None:
    tasks.tab.run(
        "(() => { const f = document.getElementById('filter'); f.value = 'buy'; "
        "f.dispatchEvent(new Event('input')); })()"
    )
    rows = tasks.rows()
    assert any("Buy milk" in row for row in rows)
    assert not any("Call Ada" in row for row in rows)
    assert tasks.tab.run("document.querySelectorAll('#tree .match').length") == 1


def test_an_xpath_finds_its_element_and_no_other(tasks: Person) -> None:
    found = tasks.tab.run(
        """(async () => {
          const { read } = await import('./tree.js'), { xpath } = await import('./details.js');
          const xml = '<hierarchy><node text="a" class="x.A">' +
            '<node text="say &quot;hi&quot; it\\'s" class="x.B"/>' +
            '<node text="a" resource-id="p:id/r" class="x.C"/><node resource-id="p:id/r" class="x.C"/>' +
            '<node class="x.D"/></node></hierarchy>';
          const document = new DOMParser().parseFromString(xml, 'application/xml'), nodes = read(xml);
          return nodes.map((node) => {
            const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
            const all = document.evaluate(xpath(node, nodes), document, null, kind);
            return [all.snapshotLength, all.snapshotItem(0)?.getAttribute('class') === node.facts.class];
          });
        })()"""
    )
    assert found == [[1, True]] * 5


def test_of_elements_over_each_other_the_smallest_is_meant_and_the_topmost_of_equals(tasks: Person) -> None:
    found = tasks.tab.run(
        """(async () => {
          const { read, at } = await import('./tree.js');
          const nodes = read('<hierarchy><node class="whole" bounds="[0,0][100,100]">' +
            '<node class="small" bounds="[10,10][30,30]"/><node class="large" bounds="[0,0][90,90]"/>' +
            '<node class="under" bounds="[50,50][60,60]"/><node class="over" bounds="[50,50][60,60]"/>' +
            '</node></hierarchy>');
          const places = [[20, 20], [40, 40], [55, 55], [95, 95], [100, 5]];
          return places.map(([x, y]) => at(nodes, x, y)?.kind ?? null);
        })()"""
    )
    assert found == ["small", "large", "over", "whole", None]


def test_what_stands_on_the_phone_cannot_become_part_of_the_page(tasks: Person) -> None:
    evil = "<img src=x onerror=alert(1)><script>document.title='taken'</script>"
    tasks.phone(lambda phone: phone.reset({"tasks": [{"title": evil}], "open": "org.crab.tasks"}))
    tasks.wait("[...document.querySelectorAll('#tree .text')].some((t) => t.textContent.startsWith('<img'))")
    assert tasks.tab.run("document.querySelectorAll('#tree img, #tree script').length") == 0
    assert tasks.tab.run("document.title") != "taken"


def test_a_phone_that_has_ended_is_told(person: Person) -> None:
    person.served.server.run(lambda _phone: person.served.page.stop())
    person.wait("document.body.classList.contains('gone')")
    assert "not answer" in person.tab.run("document.getElementById('link').textContent")
    person.tab.send("Page.navigate", url="about:blank")
    person.tab.troubles.clear()


@pytest.mark.parametrize("width", [380, 820, 1500])
@pytest.mark.parametrize("turned", [False, True])
def test_nothing_is_cut_off_in_a_window_of_any_width(tasks: Person, width: int, turned: bool) -> None:
    tasks.tab.send(
        "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
    )
    try:
        if turned:
            tasks.tab.click("#rotate")
            tasks.wait("document.body.classList.contains('turned')")
        across, down = tasks.phone(lambda phone: phone.pixels)
        tasks.wait("document.documentElement.scrollWidth <= innerWidth")
        box = tasks.tab.run(
            "(() => { const b = document.getElementById('picture').getBoundingClientRect(); "
            "return [b.width, b.height]; })()"
        )
        assert abs(box[0] / box[1] - across / down) < 0.02
        assert box[0] > 150
    finally:
        tasks.tab.send("Emulation.clearDeviceMetricsOverride")
