"""Every public method of adbutils' device, against the phone; what is not here is in the file beside it."""

from __future__ import annotations

import datetime
import http.server
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from adbutils import AdbClient, AdbDevice, BrightnessMode, Network
from adbutils.errors import AdbError, AdbInstallError

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.catalog import load_apps
from crab_android.phone.kit import App, Context, Filter, NoState, Screen, View, label, no_state

pytestmark = [
    pytest.mark.adb,
    # adbutils leaves some of its sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

Test = TypeVar("Test", bound=Callable[..., None])
WALKED = {"sync", "push", "remove", "rmtree"}  # with the files
PACKAGE = "org.crab.tasks"


def walks(*names: str) -> Callable[[Test], Test]:
    """Note which methods a test is about."""
    WALKED.update(names)
    return lambda test: test


def test_no_method_is_left_out():
    assert {name for name in dir(AdbDevice) if not name.startswith("_")} - WALKED == set()


def shown(each_adb) -> str:
    """The package on the screen."""
    return each_adb.phone.call(lambda phone: phone.front.package)


def setting(each_adb, namespace: str, key: str) -> str | None:
    return each_adb.phone.call(lambda phone: phone.state.settings[namespace].get(key))


# -- what it is --------------------------------


@walks("serial", "get_state", "get_serialno", "get_devpath", "get_features", "info")
def test_what_the_server_knows_of_it(device, each_adb):
    assert device.serial == device.get_serialno() == each_adb.serial
    assert device.get_state() == "device"
    assert "shell_v2" in device.get_features().split(",")
    assert device.info == {"serialno": each_adb.serial, "devpath": device.get_devpath(), "state": "device"}


@walks("prop", "getprop")
def test_properties(device):
    assert str(device.prop) == "product:crabphone model:Crab Phone device:crabphone"
    assert device.getprop("ro.build.version.sdk") == device.prop.get("ro.build.version.sdk") == "36"
    assert device.getprop("no.such.property") == ""


@walks("battery")
def test_battery(device):
    battery = device.battery()
    assert (battery.level, battery.scale, battery.present, battery.status) == (84, 100, True, 3)
    assert None not in vars(battery).values()


@walks("wlan_ip")
def test_the_address_in_the_wireless_network(device):
    assert device.wlan_ip().count(".") == 3


# -- the shell --------------------------------


@walks("shell", "open_shell")
def test_shell(device):
    assert device.shell(["echo", "a b", "$HOME"]) == "a b $HOME"
    assert device.shell("echo x; echo y >&2", rstrip=False) == "x\ny\n"
    assert device.shell("printf '\\377'", encoding=None) == b"\xff"
    with device.shell("cat", stream=True) as stream:
        stream.send(b"typed\n")
        assert stream.read(6) == b"typed\n"
    with device.open_shell("echo opened") as stream:
        assert stream.read_until_close() == "opened\n"


@walks("shell2")
def test_shell2_tells_exit_codes_in_both_protocols(device):
    answer = device.shell2("echo out; echo err >&2; exit 4", v2=True)
    assert (answer.stdout, answer.stderr, answer.returncode) == ("out\n", "err\n", 4)
    assert device.shell2("false").returncode == 1
    assert device.shell2(["echo", "a'b"], rstrip=True).output == "a'b"


@walks("adb_output")
def test_adb_output(device, each_adb, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(each_adb.adb.port))
    monkeypatch.setenv("ADBUTILS_ADB_PATH", each_adb.adb.program)
    assert device.adb_output("shell", "echo hi") == "hi\n"


@walks("open_transport", "create_connection")
def test_transports_and_connections(device, each_adb):
    async def echo(stream):
        await stream.write(await stream.read())

    each_adb.phone.listen("tcp:7", echo)
    with device.open_transport() as transport:
        transport.send_command("exec:echo raw")
        transport.check_okay()
        assert transport.read_until_close() == "raw\n"
    with device.create_connection(Network.TCP, 7) as connection:
        connection.sendall(b"hi")
        assert connection.recv(2) == b"hi"


@walks("root", "tcpip")
def test_restarts_of_the_daemon(device, each_adb):
    assert device.root() == "adbd cannot run as root in production builds\n"
    assert device.tcpip(5555) == "restarting in TCP mode port: 5555\n"
    each_adb("wait-for-device")
    assert device.shell("echo back") == "back"


@walks("reboot")
def test_reboot(device, each_adb):
    device.app_start(PACKAGE)
    device.reboot()
    each_adb.adb.wait_for(each_adb.serial, "device")
    assert shown(each_adb) == "org.crab.launcher"


@walks("logcat")
def test_logcat(device, tmp_path):
    following = device.logcat(str(tmp_path / "log"), clear=True, re_filter="needle")
    device.shell("log -p i -t Test hay; log -p i -t Test needle")
    deadline = time.monotonic() + 60
    while "needle" not in (tmp_path / "log").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    following.stop_nowait()
    device.shell("log -p i -t Test needle")
    following.stop(timeout=60)
    assert "hay" not in (tmp_path / "log").read_text()


# -- input and the screen --------------------------------


@walks("click", "keyevent", "send_keys")
def test_taps_keys_and_text(device, each_adb, hand):
    device.app_start(PACKAGE)
    device.click(*hand.spot(id="fab_add_task"))
    device.send_keys("from adbutils")
    assert "from adbutils" in device.dump_hierarchy()
    device.keyevent("BACK")
    device.keyevent(3)
    assert shown(each_adb) == "org.crab.launcher"
    device.click(0.5, 0.999)
    device.click(540, 1200, display_id=0)


@walks("swipe", "drag")
def test_swipes_and_drags(device, each_adb):
    device.app_start(PACKAGE)
    device.swipe(540, 2390, 540, 1500, 0.1)
    assert shown(each_adb) == "org.crab.launcher"
    device.swipe(0.5, 0.8, 0.5, 0.3, 0.1)
    device.drag(0.5, 0.5, 0.5, 0.2, 0.1)


@walks("screenshot", "framebuffer")
def test_pictures(device):
    picture = device.screenshot()
    assert picture.size == (1080, 2400)
    assert device.screenshot(display_id=0).tobytes() == picture.tobytes()
    assert device.framebuffer().convert("RGB").tobytes() == picture.tobytes()


@walks("dump_hierarchy")
def test_the_ui_tree(device):
    device.app_start(PACKAGE)
    tree = device.dump_hierarchy()
    assert tree.startswith("<?xml")
    assert "Buy milk" in tree


@walks("window_size", "rotation")
def test_size_and_rotation(device):
    assert device.window_size() == (1080, 2400)
    assert device.window_size(landscape=True) == (2400, 1080)
    assert device.rotation() == 0


@walks("is_screen_on", "switch_screen")
def test_the_screen_goes_off_and_on(device):
    assert device.is_screen_on()
    device.switch_screen(False)
    assert not device.is_screen_on()
    device.switch_screen(True)
    assert device.is_screen_on()


@walks("brightness_value", "brightness_mode")
def test_brightness(device, each_adb):
    device.brightness_value = 77
    assert device.brightness_value == 77
    for mode in (BrightnessMode.AUTO, BrightnessMode.MANUAL):
        device.brightness_mode = mode
        assert device.brightness_mode is mode
    assert setting(each_adb, "system", "screen_brightness") == "77"


@walks("volume_up", "volume_down", "volume_mute")
def test_volume(device, monkeypatch):
    monkeypatch.setattr("adbutils.shell.time.sleep", lambda _seconds: None)
    before = device.shell("settings list system")
    device.volume_up(2)
    device.volume_down()
    device.volume_mute()
    assert "volume" in before
    assert device.shell("settings list system") != before


@walks("start_recording", "stop_recording", "is_recording")
def test_a_recording(device, tmp_path):
    device.start_recording(str(tmp_path / "clip.mp4"))
    assert device.is_recording()
    device.keyevent("HOME")
    device.stop_recording()
    assert not device.is_recording()
    assert (tmp_path / "clip.mp4").read_bytes()[4:8] == b"ftyp"


# -- networks --------------------------------


@walks("switch_airplane", "switch_wifi")
def test_airplane_mode_and_wifi(device, each_adb):
    for enable in (True, False):
        device.switch_airplane(enable)
        assert setting(each_adb, "global", "airplane_mode_on") == str(int(enable))
        device.switch_wifi(enable)
        assert setting(each_adb, "global", "wifi_on") == str(int(enable))


@walks("forward", "forward_list", "forward_port", "forward_remove", "forward_remove_all")
def test_forwards(device):
    port = device.forward_port(8000)
    assert [(item.local, item.remote) for item in device.forward_list()] == [(f"tcp:{port}", "tcp:8000")]
    device.forward_remove(f"tcp:{port}")
    device.forward("tcp:0", "tcp:1")
    device.forward_remove_all()
    assert device.forward_list() == []
    device.forward_remove("tcp:1", raise_non_found=False)


@walks("reverse", "reverse_list", "reverse_remove", "reverse_remove_all")
def test_reverses(device):
    device.reverse("tcp:8000", "tcp:8001")
    assert [(item.remote, item.local) for item in device.reverse_list()] == [("tcp:8000", "tcp:8001")]
    device.reverse_remove("tcp:8000")
    device.reverse("tcp:8000", "tcp:8001")
    device.reverse_remove_all()
    assert device.reverse_list() == []
    with pytest.raises(AdbError, match="listener 'tcp:1' not found"):
        device.reverse_remove("tcp:1")


# -- apps --------------------------------


@walks("app_start", "app_stop", "app_current", "app_clear")
def test_apps_start_stop_and_forget(device, each_adb):
    device.app_start(PACKAGE)
    assert (device.app_current().package, device.app_current().activity) == (
        PACKAGE,
        f"{PACKAGE}.TaskListActivity",
    )
    device.app_stop(PACKAGE)
    assert device.app_current().package == "org.crab.launcher"
    device.app_start(PACKAGE, ".TaskListActivity")
    device.app_clear(PACKAGE)
    assert "Buy milk" not in str(each_adb.phone.call(lambda phone: phone.export()["apps"][PACKAGE]))


@walks("app_info", "package_info", "list_packages")
def test_what_is_known_of_apps(device):
    info = device.app_info(PACKAGE)
    assert (info.package_name, info.version_name) == (PACKAGE, "3.2")
    assert info.version_code >= 3
    assert isinstance(info.first_install_time, datetime.datetime)
    assert info.path.endswith(".apk")
    assert device.package_info(PACKAGE)["version_name"] == "3.2"
    assert device.app_info("not.there") is None
    everything = device.list_packages()
    assert PACKAGE in everything
    assert sorted(device.list_packages(["-s"]) + device.list_packages(["-3"])) == everything
    assert device.list_packages(["-d"]) == []
    for options in (["-e"], ["-f"], ["-i"], ["-u"], ["--user", "0"]):
        assert len(device.list_packages(options)) == len(everything)


def show_address(context: Context[NoState]) -> View:
    """A page that says what its address is."""
    return label(context.args.get("url", "no address"))


BROWSER = App(
    package="org.example.browser",
    label="Pages",
    icon=lambda canvas, rect: None,
    state=NoState,
    screens={"page": Screen(".PageActivity", show_address)},
    main="page",
    seed=no_state,
    filters=(
        Filter("android.intent.action.VIEW", "page", ("https",), args=lambda intent: {"url": intent.data}),
    ),
)


@walks("open_browser")
def test_a_page_opens_in_the_browser(each_server):
    with PhoneServer(Phone(apps=[*load_apps(()), BROWSER])) as served:
        each_server("connect", served.serial)
        device = AdbClient(port=each_server.port).device(served.serial)
        device.open_browser("example.test/page")
        assert "https://example.test/page" in device.dump_hierarchy()
        each_server("disconnect", served.serial)


@walks("install_remote", "uninstall")
def test_an_app_is_installed_from_a_file_of_the_phone(device, small_app):
    device.sync.push(small_app, "/data/local/tmp/small.apk")
    device.install_remote("/data/local/tmp/small.apk", clean=True)
    assert "org.example.small" in device.list_packages(["-3"])
    assert not device.sync.exists("/data/local/tmp/small.apk")
    assert device.uninstall("org.example.small") == "Success"
    assert "org.example.small" not in device.list_packages()
    device.sync.push(b"no app", "/data/local/tmp/x.apk")
    with pytest.raises(AdbInstallError):
        device.install_remote("/data/local/tmp/x.apk")


@pytest.fixture
def web(tmp_path) -> Iterator[str]:
    """The address of a web server that serves the test's folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(tmp_path))

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@walks("install", "download_apk")
def test_an_app_is_installed_from_this_machine_and_from_the_web(device, small_app, tmp_path, web):
    steps: list[str] = []
    device.install(small_app, silent=True, callback=steps.append)
    assert steps == ["BEFORE_INSTALL", "FINALLY"]
    assert "org.example.small" in device.list_packages()
    device.uninstall("org.example.small")
    (tmp_path / "web.apk").write_bytes(Path(small_app).read_bytes())
    device.install(f"{web}/web.apk", silent=True)
    assert "org.example.small" in device.list_packages()
