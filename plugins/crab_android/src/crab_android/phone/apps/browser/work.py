"""What the browser does: opening addresses, going back and forward, downloading, sending forms."""

from __future__ import annotations

import mimetypes
from typing import Any

from crab_android.phone.kit import Context, Intent, intents

from .address import asked, is_web, joined, parse, shown
from .blocks import Form, Page
from .model import Browser, Entry, Saved, Sent, Trouble, Visit
from .sites import shop
from .web import hosts, page_at

FOLDER = "/sdcard/Download"
_MOST_VISITS = 500


def online(context: Context[Browser]) -> bool:
    """Whether there is any way into the net: none in airplane mode, or with Wi-Fi and mobile data off."""
    plane = context.setting("global", "airplane_mode_on") == "1"
    wifi = context.setting("global", "wifi_on") == "1"
    return not plane and (wifi or context.setting("global", "mobile_data") == "1")


def load(context: Context[Browser], entry: Entry, *, incognito: bool) -> None:
    """Load the page of an entry: its title or its trouble, and a line in the history."""
    state = context.state
    trouble: Trouble = ""
    title = shown(entry.url)
    if not online(context):
        trouble = "offline"
    elif parse(entry.url).host not in hosts(state):
        trouble = "unknown"
    else:
        page = page_at(state, context.now().date(), entry.url)
        trouble, title = ("missing", title) if page is None else ("", page.title)
    entry.title, entry.trouble = title, trouble
    if not trouble and not incognito:
        remember(state, entry, context)


def remember(state: Browser, entry: Entry, context: Context[Browser]) -> None:
    """Add a line to the history, unless it is the same page as the last line's."""
    if state.history and state.history[-1].url == entry.url:
        state.history[-1].when = context.now()
        return
    state.history.append(Visit(id=state.next_id(), url=entry.url, title=entry.title, when=context.now()))
    del state.history[:-_MOST_VISITS]


def go(context: Context[Browser], url: str) -> None:
    """Open an address in the tab in front; what is no web page is another app's."""
    forget_page(context)
    if not is_web(url):
        elsewhere(context, url)
        return
    tab = context.state.tab
    url = _acted(context, url)
    entry = Entry(url=url)
    load(context, entry, incognito=tab.incognito)
    del tab.entries[tab.at + 1 :]
    if tab.entries and tab.entry.url == url:
        tab.entries[tab.at] = entry
    else:
        tab.entries.append(entry)
    tab.at = len(tab.entries) - 1


def _acted(context: Context[Browser], url: str) -> str:
    """Let the shop do what an address asks for; returns where that leads."""
    at = parse(url)
    acts = at.host == shop.HOST and online(context)
    return (shop.act(context.state, at) or url) if acts else url


def elsewhere(context: Context[Browser], url: str) -> None:
    """Give an address to the app for it."""
    scheme = url.partition(":")[0].lower()
    action = {"tel": intents.DIAL, "mailto": intents.SENDTO, "smsto": intents.SENDTO, "sms": intents.SENDTO}
    context.start(Intent(action=action.get(scheme, intents.VIEW), data=url))


def forget_page(context: Context[Browser]) -> None:
    """What was typed on the page that is left goes with it, and so does the search on it."""
    context.forget(*list(context.activity.fields))
    context.phone.hide_keyboard()
    context.args.pop("finding", None)
    context.args.pop("match", None)


def follow(context: Context[Browser], link: str) -> None:
    """Follow a link of the page in front."""
    go(context, joined(context.state.tab.entry.url, link))


def open_tab(context: Context[Browser], url: str, *, incognito: bool = False) -> None:
    """Open an address in a new tab in front."""
    forget_page(context)
    if not is_web(url):
        elsewhere(context, url)
        return
    tab = context.state.new_tab(_acted(context, url), incognito=incognito)
    load(context, tab.entry, incognito=incognito)


def step(context: Context[Browser], by: int) -> bool:
    """Go back or forward in the tab in front; False when there is nothing."""
    tab = context.state.tab
    if not 0 <= tab.at + by < len(tab.entries):
        return False
    forget_page(context)
    tab.at += by
    if tab.entry.trouble or not tab.entry.title:
        load(context, tab.entry, incognito=tab.incognito)
    return True


def reload(context: Context[Browser]) -> None:
    """Load the page in front again."""
    tab = context.state.tab
    forget_page(context)
    load(context, tab.entry, incognito=tab.incognito)


def page_of(context: Context[Browser]) -> Page | None:
    """The page in front; None when it could not be loaded."""
    entry = context.state.tab.entry
    return None if entry.trouble else page_at(context.state, context.now().date(), entry.url)


def save(context: Context[Browser], name: str, data: bytes, url: str) -> None:
    """Write a download into the phone's folder for them."""
    stem, dot, ending = name.rpartition(".")
    path, number = f"{FOLDER}/{name}", 0
    while context.files.exists(path):
        number += 1
        path = f"{FOLDER}/{stem} ({number}).{ending}" if dot else f"{FOLDER}/{name} ({number})"
    context.write_file(path, data)
    saved = Saved(
        id=context.state.next_id(),
        name=path.rpartition("/")[2],
        path=path,
        url=url,
        size=len(data),
        mime=mimetypes.guess_type(path)[0] or "application/octet-stream",
        when=context.now(),
    )
    context.state.downloads.append(saved)
    context.notify(f"download{saved.id}", saved.name, "Download complete", screen="downloads")
    context.toast(f"{saved.name} downloaded")


def send_form(context: Context[Browser], form: Form, values: dict[str, str]) -> None:
    """Send what was filled in: to the form's address, or to be answered with its message."""
    missing = [field.label for field in form.fields if field.required and not values[field.name].strip()]
    if missing:
        context.show_dialog("answer", title="Please fill in", text="\n".join(missing))
        return
    state, url = context.state, context.state.tab.entry.url
    state.sent.append(Sent(id=state.next_id(), url=url, values=values, when=context.now()))
    if form.action:
        shown_values: dict[str, Any] = {name: value for name, value in values.items() if value}
        follow(context, asked(form.action, **shown_values))
        return
    message = form.message
    for name, value in values.items():
        message = message.replace("{" + name + "}", value)
    forget_page(context)
    context.show_dialog("answer", title="Sent", text=message)
