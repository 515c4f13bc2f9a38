"""The environment against a phone, through the real adb."""

from __future__ import annotations

import hashlib

import pytest

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_core import DeviceError, EvaluatorCall, InvalidAction, Verdict

pytestmark = pytest.mark.adb


@pytest.fixture
def env(adb):
    environment = AndroidEnvironment(link=AdbLink(adb.serial, port=adb.port, patience=1.0))
    environment.reset()
    yield environment
    environment.close()


def element(env, **wanted):
    """The middle of the first element with these attributes."""
    nodes = env.observe()["ui_tree"].walk()
    box = next(
        node.box for node in nodes if all(getattr(node, key) == value for key, value in wanted.items())
    )
    return dict(zip("xy", box.center, strict=True))


def open_tasks(env):
    env.act("open_app_drawer", {})
    env.act("tap", element(env, name="Tasks"))


def test_the_first_to_do_not_done_is_read_by_marks_alone(env):
    open_tasks(env)
    rows = [node for node in env.observe()["ui_tree"].walk() if node.identifier.endswith("id/task_row")]
    open_rows = [row for row in rows if not any("checked" in node.states for node in row.walk())]
    assert open_rows[0].name == "Buy milk"


def test_the_screenshot_is_what_the_phone_gave_byte_for_byte(env, adb):
    taken = env.observe()["screenshot"]
    assert taken.data == adb.server.call(lambda phone: phone.png())
    assert (taken.width, taken.height, taken.media_type) == (1080, 2400, "image/png")
    assert taken.digest == hashlib.sha256(taken.data).hexdigest()


def test_settling_ends_still_and_its_last_picture_is_the_observation(env, monkeypatch):
    env.act("press", {"key": "home"})
    settled = env.settle()
    assert settled.reason == "still"
    monkeypatch.setattr(env.link, "raw", lambda *_a, **_k: pytest.fail("a second capture"))
    assert env.screen.screenshot().width == 1080


def test_a_screen_that_never_rests_ends_at_the_cap(env, adb, monkeypatch):
    environment = AndroidEnvironment(link=env.link, cap=0.2)
    raw = env.link.raw

    def restless(command, **options):
        adb.server.call(lambda phone: phone.put_setting("global", "x", "y"))
        if command.startswith("screencap"):
            adb.server.call(
                lambda phone: phone.state.battery.__setattr__("level", (phone.state.battery.level + 1) % 100)
            )
        return raw(command, **options)

    monkeypatch.setattr(env.link, "raw", restless)
    settled = environment.settle()
    assert settled.reason == "cap"
    assert settled.seconds >= 0.2


def test_after_an_action_the_picture_is_new(env):
    env.settle()
    before = env.observe()["screenshot"]
    env.settle()
    env.act("open_app_drawer", {})
    assert env.observe()["screenshot"].digest != before.digest


@pytest.mark.parametrize(
    "text",
    [
        "plain words",
        'it\'s "quoted" `x` $HOME $(id) ; rm -rf / | & < > \\ # ! * ?',
        "100%s of %%s and %d",
        "Grüße, Ελλάδα, Привет, 世界, مرحبا, 🙂",
        "x" * 2500,
        "- -e --es msg",
        "mixed ä" + "'" * 5,
    ],
)
def test_any_text_reaches_the_field_exactly(env, adb, text):
    open_tasks(env)
    env.act("tap", element(env, name="Add task"))
    env.act("write_text", {"text": text})
    assert adb.server.call(lambda phone: phone.focused_field().text) == text


def test_line_breaks_press_enter(env, adb):
    open_tasks(env)
    env.act("tap", element(env, name="Add task"))
    env.act("write_text", {"text": "first\n"})
    assert adb.server.call(lambda phone: phone.state.apps["org.crab.tasks"].items[-1].title) == "first"


def test_the_input_method_is_the_old_one_after_typing_unicode(env, adb):
    open_tasks(env)
    env.act("tap", element(env, name="Add task"))
    env.act("write_text", {"text": "世界"})
    assert env.link.check("settings get secure default_input_method") == "org.crab.keyboard/.KeyboardService"


def test_unicode_without_the_adb_keyboard_is_an_invalid_action(env, adb):
    adb.server.call(
        lambda phone: phone.put_setting(
            "secure", "enabled_input_methods", "org.crab.keyboard/.KeyboardService"
        )
    )
    with pytest.raises(InvalidAction, match="ADBKeyboard"):
        env.act("write_text", {"text": "世界"})


def test_long_tap_swipe_and_press(env, adb):
    open_tasks(env)
    env.act("long_tap", element(env, name="Buy milk", role="label"))
    assert "Delete this task?" in [node.name for node in env.observe()["ui_tree"].walk()]
    env.act("press", {"key": "back"})
    env.act("press", {"key": "home"})
    env.act("swipe", {"direction": "up", "distance": "long"})
    assert adb.server.call(lambda phone: phone.activity.screen) == "drawer"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("tap", {}),
        ("tap", {"x": 5}),
        ("tap", {"x": 1080, "y": 5}),
        ("tap", {"x": 5, "y": -1}),
        ("press", {"key": "any"}),
        ("swipe", {"direction": "forward"}),
        ("write_text", {"text": ""}),
        ("fly", {}),
    ],
)
def test_what_makes_no_sense_is_an_invalid_action_and_touches_nothing(env, adb, name, arguments):
    before = adb.server.call(lambda phone: phone.export())
    with pytest.raises(InvalidAction):
        env.act(name, arguments)
    assert adb.server.call(lambda phone: phone.export()) == before


def judge(env, name, **arguments):
    (outcome,) = env.evaluate([EvaluatorCall("android", name, arguments)])
    assert isinstance(outcome, Verdict), outcome
    assert outcome.reason
    return outcome.passed


def test_app_in_front(env):
    open_tasks(env)
    assert judge(env, "app_in_front", package="org.crab.tasks")
    assert judge(env, "app_in_front", package="org.crab.tasks", activity=".TaskListActivity")
    assert not judge(env, "app_in_front", package="org.crab.tasks", activity=".TaskDetailsActivity")
    assert not judge(env, "app_in_front", package="org.crab.task")
    env.act("press", {"key": "home"})
    assert not judge(env, "app_in_front", package="org.crab.tasks"), "still running, but behind the launcher"


def test_app_installed(env):
    assert judge(env, "app_installed", package="org.crab.tasks")
    assert not judge(env, "app_installed", package="org.crab.task")
    assert not judge(env, "app_installed", package="org.crab.tasks.more")


def test_setting_is(env):
    wanted = {"namespace": "secure", "key": "ui_night_mode", "value": "2"}
    assert not judge(env, "setting_is", **wanted)
    env.link.check("settings put secure ui_night_mode 2")
    assert judge(env, "setting_is", **wanted)
    env.link.check("settings put secure ui_night_mode 22")
    assert not judge(env, "setting_is", **wanted)
    assert not judge(env, "setting_is", namespace="system", key="ui_night_mode", value="2"), (
        "another namespace"
    )
    assert not judge(env, "setting_is", namespace="secure", key="nothing", value="null"), (
        "an absent setting is no text"
    )


def test_element_present(env):
    open_tasks(env)
    assert judge(env, "element_present", text="Buy milk")
    assert judge(env, "element_present", text_contains="milk", resource_id="org.crab.tasks:id/task_title")
    assert judge(env, "element_present", class_name="android.widget.CheckBox", checked=True)
    assert not judge(env, "element_present", text="Buy Milk")
    assert not judge(env, "element_present", text="Buy milk", package="org.crab.launcher"), (
        "right text, wrong app"
    )
    assert not judge(env, "element_present", text="Buy milk", checked=False), "a label cannot be checked"
    assert not judge(env, "element_present", text="' or 'a'='a"), "no query is built from the text"


def test_element_present_without_a_property_is_an_error_and_not_a_pass(env):
    (outcome,) = env.evaluate([EvaluatorCall("android", "element_present", {})])
    assert not isinstance(outcome, Verdict)


def test_content_row(env, adb):
    uri = "content://org.crab.tasks/tasks"
    assert judge(env, "content_row", uri=uri, values={"title": "Pay rent", "done": "1"})
    assert not judge(env, "content_row", uri=uri, values={"title": "Buy milk", "done": "1"})
    assert not judge(env, "content_row", uri=uri, values={"title": "Buy", "done": "0"})
    adb.server.call(lambda phone: phone.reset({"tasks": ["x, done=1\nRow: 9 title=Trick"]}))
    assert not judge(env, "content_row", uri=uri, values={"title": "x", "done": "1"}), (
        "a title cannot fake a column"
    )
    assert judge(env, "content_row", uri=uri, values={"done": "0"})


def test_a_provider_that_cannot_be_read_is_an_error_and_not_a_failure(env):
    (outcome,) = env.evaluate(
        [EvaluatorCall("android", "content_row", {"uri": "content://nobody/x", "values": {"a": "b"}})]
    )
    assert not isinstance(outcome, Verdict)


def test_file_contains(env, adb):
    assert not judge(env, "file_contains", path="/sdcard/a b.txt", text="milk")
    adb.server.call(lambda phone: phone.state.files.write("/sdcard/a b.txt", b"soy milk\n"))
    assert judge(env, "file_contains", path="/sdcard/a b.txt", text="milk")
    assert not judge(env, "file_contains", path="/sdcard/a b.txt", text="oat")
    assert not judge(env, "file_contains", path="/sdcard/a b.txt; echo oat", text="oat"), (
        "a path is no shell text"
    )


def test_a_phone_that_is_gone_is_a_device_error(env, adb):
    adb.server.close()
    with pytest.raises(DeviceError):
        env.observe()
