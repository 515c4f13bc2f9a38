"""Browser, as the phone knows it."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import App, Context, Filter, Intent, Lead, Screen, intents

from . import bookmarks, history, icon, over_page, page, settings, tabs
from .model import Browser
from .provider import TABLES
from .seeding import seed
from .work import open_tab

WEB_SEARCH = "android.intent.action.WEB_SEARCH"


def _viewed(intent: Intent) -> dict[str, Any]:
    return {"url": intent.data}


def _searched(intent: Intent) -> dict[str, Any]:
    return {"query": str(intent.extras.get("query", ""))}


def _open_asked(context: Context[Browser]) -> None:
    """What an intent asks for is opened in a tab of its own."""
    url, words = str(context.args.pop("url", "")), str(context.args.pop("query", "")).strip()
    if words:
        url = context.state.meant(words)
    if url:
        open_tab(context, url)
        context.args["tab"] = context.state.current


_MENU = "desc=More options"

APP = App(
    package="com.android.browser",
    label="Browser",
    icon=icon.draw,
    state=Browser,
    screens={
        "page": Screen(
            ".BrowserActivity",
            page.page,
            dialogs={
                "menu": over_page.page_menu,
                "link": over_page.link_menu,
                "text": over_page.text_menu,
                "info": over_page.info,
                "answer": over_page.answer,
            },
            back=page.back,
            opened=_open_asked,
            leads=(
                Lead("#menu", desc="More options"),
                Lead("tabs", id="tab_switcher_button"),
                Lead("bookmarks", text="Bookmarks", first=(_MENU,)),
                Lead("history", text="History", first=(_MENU,)),
                Lead("downloads", text="Downloads", first=(_MENU,)),
                Lead("settings", text="Settings", first=(_MENU,)),
                Lead("!chooser", text="Share…", first=(_MENU,)),
                Lead("page", text="Find in page", first=(_MENU,)),
                Lead("#link", id="image", gesture="long_tap"),
                Lead("#text", id="heading", gesture="long_tap"),
                Lead("#info", id="location_bar_status"),
                Lead(
                    "#answer",
                    id="form_submit",
                    first=(
                        "id=url_bar",
                        "type=shop.crab.test/cart/add?item=mug",
                        "key=66",
                    ),
                ),
            ),
        ),
        "tabs": Screen(
            ".TabSwitcherActivity",
            tabs.tabs,
            dialogs={"menu": tabs.tabs_menu, "close_all": tabs.close_all},
            leads=(
                Lead("page", id="tab_card"),
                Lead("page", id="new_tab_button"),
                Lead("#menu", desc="More options"),
                Lead("#close_all", text="Close all tabs", first=(_MENU,)),
            ),
        ),
        "bookmarks": Screen(
            ".BookmarkActivity",
            bookmarks.bookmarks,
            dialogs={
                "entry": bookmarks.entry_menu,
                "delete": bookmarks.confirm_delete,
                "new_folder": bookmarks.new_folder,
                "delete_folder": bookmarks.delete_folder,
            },
            leads=(
                Lead("page", id="bookmark_row"),
                Lead("#entry", id="more"),
                Lead("edit", text="Edit", first=("id=more",)),
                Lead("#delete", text="Delete", first=("id=more",)),
                Lead("#new_folder", id="create_new_folder"),
                Lead("#delete_folder", id="delete_folder", first=("id=folder_row",)),
            ),
        ),
        "edit": Screen(
            ".BookmarkEditActivity",
            bookmarks.edit,
            dialogs={"delete": bookmarks.confirm_delete, "folder": bookmarks.folder_choice},
            leads=(
                Lead("#delete", id="delete_menu_id"),
                Lead("#folder", id="folder_select"),
                Lead("bookmarks", id="save_button"),
            ),
        ),
        "history": Screen(
            ".HistoryActivity",
            history.history,
            dialogs={"clear": history.clear},
            leads=(Lead("page", id="history_row"), Lead("#clear", id="clear_browsing_data_button")),
        ),
        "downloads": Screen(
            ".DownloadActivity",
            history.downloads,
            dialogs={"entry": history.download_menu, "delete": history.delete_download},
            leads=(
                Lead("#entry", id="more"),
                Lead("#delete", text="Delete", first=("id=more",)),
                Lead("!chooser", text="Share", first=("id=more",)),
            ),
        ),
        "settings": Screen(
            ".SettingsActivity",
            settings.settings,
            dialogs={
                "engine": settings.engine,
                "home": settings.home_page,
                "size": settings.text_size,
                "clear": settings.clear,
            },
            leads=(
                Lead("#engine", id="engine"),
                Lead("#home", id="homepage"),
                Lead("#size", id="text_size"),
                Lead("#clear", id="clear_data"),
            ),
        ),
    },
    main="page",
    seed=seed,
    world="browser",
    color=0xFF2B67B8,
    version="126.0",
    permissions=("android.permission.INTERNET",),
    filters=(
        Filter(
            intents.VIEW,
            "page",
            schemes=("http", "https"),
            args=_viewed,
            example="https://lexicon.crab.test/lisbon",
        ),
        Filter(WEB_SEARCH, "page", args=_searched),
    ),
    providers={"com.android.browser": TABLES},
)
