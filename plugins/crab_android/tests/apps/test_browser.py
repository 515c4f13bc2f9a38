"""Browser: addresses, links, tabs, bookmarks, history, downloads, find in page, forms, trouble."""

from __future__ import annotations

import json

import pytest

from crab_android.phone import Intent, Phone, WorldError

PACKAGE = "com.android.browser"
INN = {
    "title": "The Old Inn",
    "blocks": [
        {"type": "heading", "text": "The Old Inn", "level": 1},
        {"type": "paragraph", "text": "Seven rooms by the [river](/river). **Breakfast** is at eight."},
        {"type": "image", "drawing": "sea", "alt": "The river"},
        {"type": "list", "items": ["Rooms from $80", "Breakfast $9"]},
        {"type": "download", "text": "Menu", "file": "menu.txt", "content": "Soup\nBread\n"},
        {
            "type": "form",
            "fields": [
                {"name": "guest", "label": "Your name", "required": True},
                {"name": "dog", "label": "I bring a dog", "kind": "check"},
            ],
            "button": "Book a room",
            "message": "Thank you, {guest}",
        },
    ],
}
RIVER = {"title": "The river", "blocks": [{"type": "paragraph", "text": "It is calm in May."}]}
WORLD = {
    "pages": {"https://inn.test": INN, "https://inn.test/river": RIVER},
    "bookmarks": [
        {"title": "The inn", "url": "https://inn.test", "folder": "Trips"},
        "https://lexicon.crab.test",
    ],
    "history": ["https://lexicon.crab.test/lisbon"],
    "home": "https://inn.test",
}


@pytest.fixture
def phone():
    return Phone({"browser": WORLD, "open": PACKAGE})


def state(hand):
    return hand.phone.app_state(PACKAGE)


def visit(hand, text):
    hand.tap(id="url_bar")
    hand.phone.type_text(text)
    hand.phone.key(66)


def more(hand, entry):
    hand.tap(desc="More options")
    hand.tap(text=entry)


def where(hand):
    return hand.node(id="url_bar").get("text")


def test_the_home_page_is_open_and_each_part_of_it_is_a_node(hand):
    assert hand.node(id="webview").get("class") == "android.webkit.WebView"
    assert (where(hand), hand.node(id="webview").get("content-desc")) == ("inn.test", "The Old Inn")
    assert {"The Old Inn", "Seven rooms by the river. Breakfast is at eight.", "river"} <= set(hand.texts())
    assert hand.sees(desc="The river", id="image")


def test_an_address_is_typed_over_the_old_one_and_opened(hand):
    visit(hand, "lexicon.crab.test/quito")
    assert where(hand) == "lexicon.crab.test/quito"
    assert hand.sees(text="Quito", id="heading")
    assert hand.sees(text="2,850 m")


def test_words_are_searched_for_and_a_result_is_opened(hand):
    visit(hand, "calm river")
    assert where(hand).startswith("search.crab.test/?q=calm+river")
    hand.tap(text="The river", id="link")
    assert where(hand) == "inn.test/river"


def test_links_lead_on_and_back_and_forward_lead_along_them(hand):
    hand.tap(text="river", id="link")
    assert "It is calm in May." in hand.texts()
    hand.tap(id="back_button")
    assert where(hand) == "inn.test"
    hand.tap(id="forward_button")
    assert where(hand) == "inn.test/river"
    hand.phone.back()
    assert where(hand) == "inn.test"
    hand.phone.back()
    assert hand.phone.activity.package != PACKAGE


def test_an_unknown_host_cannot_be_reached_and_an_unknown_page_is_not_found(hand):
    visit(hand, "nowhere.test")
    assert "This site can’t be reached" in hand.texts()
    visit(hand, "inn.test/cellar")
    assert "Page not found" in hand.texts()
    assert [row.url for row in state(hand).history] == ["https://lexicon.crab.test/lisbon"]


@pytest.mark.parametrize(
    "off", [{"airplane_mode_on": "1"}, {"wifi_on": "0", "mobile_data": "0"}], ids=["airplane", "all off"]
)
def test_without_a_network_no_page_loads_until_it_is_back(hand, off):
    before = {key: hand.phone.state.settings["global"][key] for key in off}
    for key, value in off.items():
        hand.phone.put_setting("global", key, value)
    hand.tap(text="river", id="link")
    assert "You’re offline" in hand.texts()
    for key, value in before.items():
        hand.phone.put_setting("global", key, value)
    hand.tap(id="reload_button")
    assert "It is calm in May." in hand.texts()


def test_tabs_are_opened_switched_and_closed(hand):
    more(hand, "New tab")
    visit(hand, "lexicon.crab.test/cairo")
    hand.tap(id="tab_switcher_button")
    assert len(hand.nodes(id="tab_card")) == 2
    hand.tap(text="The Old Inn", id="tab_title")
    assert where(hand) == "inn.test"
    hand.tap(id="tab_switcher_button")
    hand.tap(desc="Close Cairo - Lexicon")
    hand.phone.back()
    assert [tab.entry.url for tab in state(hand).tabs] == ["https://inn.test"]


def test_all_tabs_are_closed_only_after_a_question(hand):
    more(hand, "New tab")
    hand.tap(id="tab_switcher_button")
    more(hand, "Close all tabs")
    hand.tap(text="Cancel")
    assert len(state(hand).tabs) == 2
    more(hand, "Close all tabs")
    hand.tap(text="Close all")
    assert len(state(hand).tabs) == 1


def test_an_incognito_tab_leaves_nothing_in_the_history(hand):
    more(hand, "New incognito tab")
    visit(hand, "lexicon.crab.test/tokyo")
    assert state(hand).tab.incognito
    assert [row.url for row in state(hand).history] == ["https://lexicon.crab.test/lisbon"]


def test_a_page_is_bookmarked_renamed_moved_and_deleted(hand):
    hand.tap(text="river", id="link")
    hand.tap(desc="Bookmark this page")
    hand.tap(desc="Edit bookmark")
    hand.tap(id="title_text")
    hand.phone.type_text(" in May")
    hand.tap(id="folder_select")
    hand.tap(text="Trips")
    hand.tap(id="save_button")
    (made,) = [mark for mark in state(hand).bookmarks if mark.url == "https://inn.test/river"]
    assert (made.title, made.folder) == ("The river in May", "Trips")
    more(hand, "Bookmarks")
    hand.tap(text="Trips")
    hand.tap(desc="Options for The river in May")
    hand.tap(text="Delete")
    hand.tap(text="Cancel")
    assert hand.sees(text="The river in May")
    hand.tap(desc="Options for The river in May")
    hand.tap(text="Delete")
    hand.tap(id="android:id/button1")
    assert not hand.sees(text="The river in May")


def test_a_bookmark_opens_its_page_and_search_finds_it_in_its_folder(hand):
    more(hand, "Bookmarks")
    hand.tap(id="search_src_text")
    hand.phone.type_text("inn")
    hand.tap(text="The inn")
    assert where(hand) == "inn.test"
    assert hand.phone.activity.screen == "page"


def test_the_history_is_by_day_searched_and_cleared_after_a_question(hand):
    hand.tap(text="river", id="link")
    more(hand, "History")
    assert "Today" in hand.texts()
    assert [row.get("text") for row in hand.nodes(id="title")] == ["The river", "Lisbon - Lexicon"]
    hand.tap(id="search_src_text")
    hand.phone.type_text("lisb")
    assert [row.get("text") for row in hand.nodes(id="title")] == ["Lisbon - Lexicon"]
    hand.phone.back()
    hand.tap(desc="Clear browsing data")
    hand.tap(text="Cancel")
    assert len(state(hand).history) == 2
    hand.tap(desc="Clear browsing data")
    hand.tap(text="Clear")
    assert state(hand).history == []


def test_a_download_is_a_real_file_and_a_second_one_gets_a_name_of_its_own(hand):
    hand.tap(id="download_link")
    hand.tap(id="download_link")
    assert hand.phone.state.files.read("/sdcard/Download/menu.txt") == b"Soup\nBread\n"
    more(hand, "Downloads")
    assert [row.get("text") for row in hand.nodes(id="title")] == ["menu (1).txt", "menu.txt"]
    hand.tap(desc="Options for menu.txt")
    hand.tap(text="Delete")
    hand.tap(id="android:id/button1")
    assert not hand.phone.state.files.exists("/sdcard/Download/menu.txt")


def test_a_long_press_on_a_picture_downloads_it_as_a_png(hand):
    hand.long_tap(id="image")
    hand.tap(text="Download image")
    assert hand.phone.state.files.read("/sdcard/Download/sea.png").startswith(b"\x89PNG")


def test_a_long_press_on_a_link_opens_it_in_a_new_tab_or_copies_it(hand):
    hand.long_tap(text="river", id="link")
    hand.tap(text="Copy link address")
    assert hand.phone.state.clipboard == "https://inn.test/river"
    hand.long_tap(text="river", id="link")
    hand.tap(text="Open in new tab")
    assert (where(hand), len(state(hand).tabs)) == ("inn.test/river", 2)


def test_a_long_press_on_a_text_copies_it(hand):
    hand.long_tap(text="Rooms from $80")
    hand.tap(text="Copy text")
    assert hand.phone.state.clipboard == "Rooms from $80"


def test_code_is_copied_by_its_button(hand):
    visit(hand, "forge.crab.test/quillpen")
    hand.tap(id="copy_code")
    assert hand.phone.state.clipboard == "https://forge.crab.test/quillpen.git"


def test_find_in_page_counts_and_goes_round(hand):
    more(hand, "Find in page")
    hand.phone.type_text("breakfast")
    assert hand.node(id="find_status").get("text") == "1/2"
    hand.tap(id="find_next_button")
    assert hand.node(id="find_status").get("text") == "2/2"
    hand.tap(id="find_next_button")
    assert hand.node(id="find_status").get("text") == "1/2"
    hand.tap(id="close_find_button")
    assert where(hand) == "inn.test"


def test_a_form_wants_its_required_fields_and_is_kept_when_sent(hand):
    hand.tap(id="form_submit")
    assert "Please fill in" in hand.texts()
    hand.tap(text="OK")
    hand.tap(id="form_guest")
    hand.phone.type_text("Robin")
    hand.phone.back()
    hand.tap(id="form_dog")
    hand.tap(id="form_submit")
    assert "Thank you, Robin" in hand.texts()
    (row,) = hand.phone.content.query("content://com.android.browser/forms")
    assert json.loads(row["fields"]) == {"guest": "Robin", "dog": "yes"}


def test_the_cart_of_the_shop_adds_up(hand):
    visit(hand, "shop.crab.test/mug")
    hand.tap(text="Add to cart")
    visit(hand, "shop.crab.test/cart/add?item=notebook")
    assert where(hand) == "shop.crab.test/cart"
    assert "$26.50" in hand.texts()
    hand.tap(text="Remove Stoneware mug")
    assert state(hand).cart == {"notebook": 1}


def test_links_of_other_apps_and_a_web_search_open_in_a_tab_of_their_own(hand):
    hand.phone.home()
    view = Intent(action="android.intent.action.VIEW", data="https://news.crab.test/comet", package=PACKAGE)
    assert hand.phone.start_intent(view)
    assert (where(hand), len(state(hand).tabs)) == ("news.crab.test/comet", 2)
    search = Intent(action="android.intent.action.WEB_SEARCH", extras={"query": "blue whale"})
    assert hand.phone.start_intent(search)
    assert "Blue whale - Lexicon" in hand.texts()


def test_the_home_page_the_engine_and_the_text_size_are_settings(hand):
    more(hand, "Settings")
    hand.tap(id="engine")
    hand.tap(text="Lexicon")
    hand.tap(id="text_size")
    hand.tap(text="Largest")
    hand.tap(id="homepage")
    for _ in range(20):
        hand.phone.key(67)
    hand.phone.type_text("weather.crab.test")
    hand.tap(text="Save")
    assert (state(hand).engine, state(hand).text_size) == ("lexicon", "150")
    hand.phone.back()
    hand.tap(id="home_button")
    assert where(hand) == "weather.crab.test"


def test_the_desktop_site_is_wanted_for_one_tab_and_survives_a_force_stop(hand):
    more(hand, "Desktop site")
    hand.phone.force_stop(PACKAGE)
    hand.phone.launch(PACKAGE)
    assert state(hand).tab.desktop
    hand.tap(desc="More options")
    assert hand.sees(text="Mobile site")


def test_a_page_is_shared_by_its_address(hand):
    more(hand, "Share…")
    assert hand.phone.state.overlays[-1].args["text"] == "https://inn.test"


def test_bookmarks_history_and_tabs_are_rows(phone):
    base = "content://com.android.browser"
    number = phone.content.insert(f"{base}/bookmarks", {"title": "News", "url": "https://news.crab.test"})
    phone.content.update(f"{base}/bookmarks", number, {"folder": "Daily"})
    assert phone.content.query(f"{base}/bookmarks", {"_id": number})[0]["folder"] == "Daily"
    phone.content.delete(f"{base}/bookmarks", number)
    assert phone.content.query(f"{base}/bookmarks", {"title": "News"}) == []
    assert [row["title"] for row in phone.content.query(f"{base}/history")] == ["Lisbon - Lexicon"]
    assert phone.content.query(f"{base}/tabs")[0]["url"] == "https://inn.test"


def test_lists_that_are_empty_say_so(hand):
    hand.phone.reset({"browser": {}, "open": PACKAGE})
    for entry, text in (
        ("Bookmarks", "No bookmarks yet"),
        ("History", "No history"),
        ("Downloads", "No downloads"),
    ):
        more(hand, entry)
        assert text in hand.texts()
        hand.phone.back()


@pytest.mark.parametrize(
    "wrong",
    [
        {"page": {}},
        {"pages": {"inn": INN}},
        {"pages": {"https://inn.test": {"title": "x", "blocks": [{"type": "image", "drawing": "dragon"}]}}},
        {"home": "two words"},
        {"history": ["two words"]},
    ],
)
def test_a_world_that_does_not_fit_is_refused(wrong):
    with pytest.raises(WorldError, match="Browser"):
        Phone({"browser": wrong})
