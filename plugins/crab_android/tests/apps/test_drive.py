"""Drive: folders, files, sharing, moving, the trash, and what goes in and out."""

from __future__ import annotations

import pytest

from crab_android.phone import Intent, Phone, WorldError

PACKAGE = "org.crab.drive"
FILES = "content://org.crab.drive/files"


@pytest.fixture
def phone():
    part = {
        "folders": {
            "Trips": {
                "folders": {"2026": {}},
                "files": {"plan.txt": "By train to the coast.", "budget.csv": "What,Cost\nTrain,80"},
            },
            "Work": {"starred": True},
        },
        "files": {
            "todo.txt": {"text": "Water the plants", "shared_with": ["ada@mail.test"]},
            "old.txt": {"text": "gone", "trashed": True},
            "choir.txt": {"text": "Mondays", "owner": "bo@mail.test"},
        },
    }
    return Phone(
        {
            "drive": part,
            "open": PACKAGE,
            "contacts": [
                {"name": "Zeno Silva", "mails": ["zeno@mail.test"]},
                {"name": "Ada Kaya", "mails": ["ada.kaya@mail.test"]},
                {"name": "Canada Post", "mails": ["info@post.test"]},
            ],
        }
    )


def drive(phone):
    return phone.state.apps[PACKAGE]


def item(phone, name):
    return next((one for one in drive(phone).items if one.name == name), None)


def listed(hand):
    return [node.get("text") for node in hand.nodes(id="entry_label")]


def open_files(hand, *folders):
    hand.tap(id="tab_files")
    for folder in folders:
        hand.tap(text=folder)


def more(hand, name, action):
    hand.tap(desc=f"More actions for {name}")
    hand.tap(id=f"action_{action}")


def test_my_drive_lists_folders_first_and_neither_trash_nor_what_others_share(hand):
    open_files(hand)
    assert listed(hand) == ["Trips", "Work", "todo.txt"]


def test_a_folder_is_created(hand):
    open_files(hand, "Trips")
    hand.tap(id="fab_new")
    hand.tap(id="new_folder")
    hand.phone.type_text("Summer")
    hand.tap(text="Create")
    assert listed(hand)[:2] == ["2026", "Summer"]
    assert drive(hand.phone).path(item(hand.phone, "Summer")) == "My Drive/Trips/Summer"


def test_back_and_the_line_of_folders_lead_up(hand):
    open_files(hand, "Trips", "2026")
    assert hand.sees(id="breadcrumb_here", text="2026")
    hand.phone.back()
    assert hand.sees(id="breadcrumb_here", text="Trips")
    hand.tap(text="2026")
    hand.tap(id="breadcrumb", text="My Drive")
    assert listed(hand) == ["Trips", "Work", "todo.txt"]


def test_a_file_is_renamed(hand):
    open_files(hand)
    more(hand, "todo.txt", "rename")
    hand.phone.key(123)
    for _ in range(len("todo.txt")):
        hand.phone.key(67)
    hand.phone.type_text("tasks.txt")
    hand.tap(text="Rename")
    assert "tasks.txt" in listed(hand)
    assert item(hand.phone, "todo.txt") is None


def test_a_file_is_moved_into_a_folder(hand):
    open_files(hand)
    more(hand, "todo.txt", "move")
    hand.tap(text="Trips")
    hand.tap(text="2026")
    hand.tap(id="select_folder")
    assert drive(hand.phone).path(item(hand.phone, "todo.txt")) == "My Drive/Trips/2026/todo.txt"


def test_a_folder_cannot_be_moved_into_itself(hand):
    open_files(hand)
    more(hand, "Trips", "move")
    hand.tap(text="Trips")
    assert hand.sees(text="Move to My Drive")
    assert hand.node(id="select_folder").get("enabled") == "false"


def test_a_copy_has_a_name_of_its_own(hand):
    open_files(hand)
    more(hand, "todo.txt", "copy")
    more(hand, "todo.txt", "copy")
    assert listed(hand)[2:] == ["todo (copy 1).txt", "todo (copy).txt", "todo.txt"]


def test_what_has_a_star_stands_under_starred(hand):
    open_files(hand)
    more(hand, "todo.txt", "star")
    hand.tap(id="tab_starred")
    assert listed(hand) == ["Work", "todo.txt"]


def test_what_others_share_stands_under_shared(hand):
    hand.tap(id="tab_shared")
    assert listed(hand) == ["choir.txt"]


def test_a_long_tap_selects_and_several_items_go_to_the_trash_together(hand):
    open_files(hand)
    hand.long_tap(text="Work")
    hand.tap(text="todo.txt")
    assert hand.node(id="selection_count").get("text") == "2"
    hand.tap(id="action_remove")
    assert listed(hand) == ["Trips"]


def test_an_item_comes_back_from_the_trash(hand):
    hand.tap(id="open_drawer")
    hand.tap(id="menu_trash")
    more(hand, "old.txt", "restore")
    assert hand.sees(text="Nothing in trash")
    assert item(hand.phone, "old.txt").trashed is None


def test_an_item_is_deleted_forever_only_after_a_question(hand):
    hand.tap(id="open_drawer")
    hand.tap(id="menu_trash")
    more(hand, "old.txt", "forever")
    hand.tap(text="Cancel")
    assert item(hand.phone, "old.txt")
    more(hand, "old.txt", "forever")
    hand.tap(text="Delete forever")
    assert item(hand.phone, "old.txt") is None


def test_emptying_the_trash_deletes_what_is_in_its_folders(hand):
    open_files(hand)
    more(hand, "Trips", "remove")
    hand.tap(id="open_drawer")
    hand.tap(id="menu_trash")
    hand.tap(id="action_menu")
    hand.tap(id="menu_empty_trash")
    hand.tap(text="Empty trash")
    assert {one.name for one in drive(hand.phone).items} == {"Work", "todo.txt", "choir.txt"}


def test_a_file_is_shared_with_a_contact_as_viewer(hand):
    open_files(hand, "Trips")
    more(hand, "plan.txt", "share")
    hand.tap(id="role")
    hand.tap(text="Viewer")
    hand.tap(id="share_address")
    hand.phone.type_text("ada")
    assert len(hand.nodes(id="suggestion_row")) == 2
    hand.tap(id="suggestion_row")
    assert [(one.mail, one.role) for one in item(hand.phone, "plan.txt").access] == [
        ("ada.kaya@mail.test", "viewer")
    ]


def test_access_is_changed_and_taken_away(hand):
    open_files(hand)
    more(hand, "todo.txt", "share")
    hand.tap(text="ada@mail.test")
    hand.tap(text="Commenter")
    assert item(hand.phone, "todo.txt").access[0].role == "commenter"
    hand.tap(text="ada@mail.test")
    hand.tap(text="Remove access")
    assert item(hand.phone, "todo.txt").access == []


def test_only_addresses_are_shared_with(hand):
    open_files(hand)
    more(hand, "todo.txt", "share")
    hand.tap(id="share_address")
    hand.phone.type_text("nobody")
    hand.tap(id="send_button")
    assert hand.sees(text="Enter a mail address")


def test_the_link_is_copied_and_opens_the_file(hand):
    open_files(hand)
    more(hand, "todo.txt", "link")
    link = hand.phone.state.clipboard
    assert link == f"https://drive.crab.test/file/{item(hand.phone, 'todo.txt').id}"
    hand.phone.start_intent(Intent(action="android.intent.action.VIEW", data=link, package=PACKAGE))
    assert hand.sees(text="Water the plants")


def test_search_finds_names_and_texts_of_a_kind(hand):
    hand.tap(id="open_search_bar_text_view")
    hand.phone.type_text("train")
    assert listed(hand) == ["budget.csv", "plan.txt"]
    hand.tap(id="chip_text")
    assert listed(hand) == ["plan.txt"]


def test_what_lies_in_a_folder_in_the_trash_is_not_found(hand):
    open_files(hand)
    more(hand, "Trips", "remove")
    hand.tap(id="open_search_bar_text_view")
    hand.phone.type_text("train")
    assert hand.sees(text="No results")


def test_a_file_is_downloaded_to_the_phone(hand):
    open_files(hand)
    more(hand, "todo.txt", "download")
    assert hand.phone.state.files.read("/sdcard/Download/todo.txt") == b"Water the plants"


def test_a_file_of_the_phone_is_uploaded_into_the_open_folder(hand):
    hand.phone.state.files.write("/sdcard/Download/ticket.txt", b"Seat 12", mtime=0, parents=True)
    open_files(hand, "Trips")
    context = hand.phone.context()
    context.app.screens["folder"].results["uploaded"](
        context, {"path": "/sdcard/Download/ticket.txt", "parent": context.args["id"]}
    )
    hand.phone.changed()
    assert "ticket.txt" in listed(hand)


def test_what_another_app_sends_is_saved(hand):
    extras = {"android.intent.extra.TEXT": "Milk, bread", "android.intent.extra.SUBJECT": "Shopping"}
    hand.phone.start_intent(
        Intent(action="android.intent.action.SEND", type="text/plain", extras=extras, package=PACKAGE)
    )
    hand.tap(id="location")
    hand.tap(text="Work")
    hand.tap(id="select_folder")
    hand.tap(id="save_button")
    made = item(hand.phone, "Shopping.txt")
    assert (made.content, drive(hand.phone).place(made)) == (b"Milk, bread", "Work")


def test_another_app_gets_a_file_it_can_read(hand):
    hand.phone.start_intent(
        Intent(action="android.intent.action.GET_CONTENT", type="text/plain", package=PACKAGE)
    )
    assert listed(hand) == ["Trips", "Work", "todo.txt", "choir.txt"]
    hand.tap(text="todo.txt")
    cache = "/sdcard/Android/data/org.crab.drive/cache"
    assert (
        hand.phone.state.files.read(f"{cache}/{item(hand.phone, 'todo.txt').id}/todo.txt")
        == b"Water the plants"
    )


def test_files_are_not_transferred_without_wifi_unless_that_is_allowed(hand):
    hand.phone.put_setting("global", "wifi_on", "0")
    open_files(hand)
    more(hand, "todo.txt", "download")
    assert not hand.phone.state.files.exists("/sdcard/Download/todo.txt")
    drive(hand.phone).wifi_only = False
    more(hand, "todo.txt", "download")
    assert hand.phone.state.files.exists("/sdcard/Download/todo.txt")


def test_the_provider_tells_and_changes_the_files(phone):
    content = phone.content
    rows = {row["title"]: row for row in content.query(FILES, {})}
    assert rows["plan.txt"]["path"] == "My Drive/Trips/plan.txt"
    assert rows["todo.txt"]["shared_with"] == "ada@mail.test:viewer"
    assert (rows["old.txt"]["trashed"], rows["choir.txt"]["owner"]) == (1, "bo@mail.test")
    number = content.insert(FILES, {"title": "Letters", "parent": rows["Trips"]["_id"]})
    content.update(FILES, number, {"starred": 1, "title": "Post"})
    assert (item(phone, "Post").folder, item(phone, "Post").starred) == (True, True)
    content.delete(FILES, number)
    assert item(phone, "Post") is None


def test_the_phone_tells_of_what_somebody_shares(phone):
    phone.content.insert(FILES, {"title": "Score.pdf", "owner": "bo@mail.test"})
    assert phone.state.notifications[-1].title == "bo@mail.test shared with you"


def test_a_world_may_be_a_list_of_paths():
    phone = Phone({"drive": ["Trips/", {"path": "Trips/plan.txt", "text": "By train", "starred": True}]})
    assert drive(phone).path(item(phone, "plan.txt")) == "My Drive/Trips/plan.txt"
    assert (item(phone, "plan.txt").content, item(phone, "plan.txt").starred) == (b"By train", True)


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"files": {"a.txt": {"txet": "x"}}}, "txet"),
        ({"folders": {"a/b": {}}}, "no slash"),
        ([{"text": "x"}], "no path"),
    ],
)
def test_a_world_that_does_not_fit_is_refused(part, told):
    with pytest.raises(WorldError, match=told):
        Phone({"drive": part})


def test_an_empty_drive_says_so(hand):
    for one in list(drive(hand.phone).items):
        drive(hand.phone).remove(one)
    hand.tap(id="tab_files")
    assert hand.sees(text="Your drive is empty")


def test_a_name_with_a_slash_is_downloaded_under_a_name_without(hand):
    item(hand.phone, "todo.txt").name = "May/June.txt"
    open_files(hand)
    more(hand, "May/June.txt", "download")
    assert hand.phone.state.files.read("/sdcard/Download/May_June.txt") == b"Water the plants"


def test_a_text_file_is_opened_in_another_app(hand):
    open_files(hand)
    hand.tap(text="todo.txt")
    hand.tap(id="action_menu")
    hand.tap(id="menu_open_with")
    assert hand.phone.activity.package == "org.crab.docs"
    assert hand.sees(id="paragraph", text="Water the plants")


def test_an_empty_name_is_not_taken(hand):
    open_files(hand)
    hand.tap(id="fab_new")
    hand.tap(id="new_folder")
    hand.phone.key(67)
    assert hand.node(id="android:id/button1").get("enabled") == "false"
