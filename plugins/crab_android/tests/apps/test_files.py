"""Files: browse, order, find, name, copy, move, delete, pack; and what other apps get of it."""

from __future__ import annotations

import io
import zipfile

import pytest

from crab_android.phone import Intent, Phone, WorldError
from crab_android.phone.crawl import find

PACKAGE = "com.android.documentsui"
GET = "android.intent.action.GET_CONTENT"
CREATE = "android.intent.action.CREATE_DOCUMENT"


@pytest.fixture
def phone():
    documents = {
        "Documents/plan.txt": "First the roof.\nThen the floor.",
        "Documents/costs.csv": "what,much\nroof,4000\n",
        "Documents/Old/notes.txt": "from last year",
        "Documents/.hidden.txt": "secret",
        "Download/song.mp3": "not really music",
    }
    phone = Phone({"files_app": {"documents": documents}, "photos": [{"name": "cat.jpg", "picture": "cat"}]})
    phone.start_intent(
        Intent(
            action="android.intent.action.VIEW",
            data="content://com.android.externalstorage.documents/document/primary%3ADocuments",
            type="vnd.android.document/directory",
        )
    )
    return phone


def names(hand):
    return [node.get("text") for node in hand.nodes(id="android:id/title")]


def choose(hand, name, action):
    hand.long_tap(text=name)
    hand.tap(desc="More options")
    hand.tap(text=action)


def test_a_folder_shows_folders_first_and_hides_what_begins_with_a_dot(hand):
    assert names(hand) == ["Old", "costs.csv", "plan.txt"]
    hand.tap(desc="More options")
    hand.tap(text="Show hidden files")
    assert ".hidden.txt" in names(hand)


def test_files_are_ordered_by_size_and_turned_round(hand):
    for order in (["Old", "plan.txt", "costs.csv"], ["Old", "costs.csv", "plan.txt"]):
        hand.tap(desc="More options")
        hand.tap(text="Sort by…")
        hand.tap(text="Size")
        assert names(hand) == order


def test_the_grid_shows_the_same(hand):
    hand.tap(desc="More options")
    hand.tap(text="Grid view")
    assert names(hand) == ["Old", "costs.csv", "plan.txt"]
    assert hand.node(id="dir_list").get("class") == "android.widget.GridView"


def test_a_folder_is_made_and_a_name_that_is_taken_is_refused(hand):
    for name, there in (("Kitchen", True), ("plan.txt", False)):
        hand.tap(desc="More options")
        hand.tap(text="New folder")
        hand.phone.type_text(name)
        hand.tap(text="Create")
        assert hand.phone.state.files.is_folder(f"/sdcard/Documents/{name}") == there
    assert "Something of this name is here already" in hand.phone.state.toast.text


def test_a_file_is_renamed(hand):
    choose(hand, "plan.txt", "Rename")
    for _ in range(8):
        hand.phone.key(67)
    hand.phone.type_text("house.txt")
    hand.tap(id="android:id/button1")
    assert names(hand) == ["Old", "costs.csv", "house.txt"]
    assert hand.phone.state.files.read("/sdcard/Documents/house.txt").startswith(b"First the roof")


def test_a_file_is_deleted_after_a_question(hand):
    hand.long_tap(text="plan.txt")
    hand.tap(desc="Delete")
    hand.tap(text="Cancel")
    assert hand.phone.state.files.exists("/sdcard/Documents/plan.txt")
    hand.tap(desc="Delete")
    hand.tap(id="android:id/button1")
    assert names(hand) == ["Old", "costs.csv"]


def test_folders_of_the_system_stay(hand):
    hand.tap(text="Internal storage")
    hand.long_tap(text="Android")
    hand.tap(desc="Delete")
    hand.tap(id="android:id/button1")
    assert hand.phone.state.files.is_folder("/sdcard/Android")


def test_several_files_are_copied_and_moved(hand):
    hand.long_tap(text="plan.txt")
    hand.tap(text="costs.csv")
    assert "2" in hand.texts()
    hand.tap(desc="More options")
    hand.tap(text="Copy to…")
    hand.tap(text="Download")
    hand.tap(text="Copy here")
    assert hand.phone.state.toast.text == "Copied 2 items to Download"
    assert names(hand) == ["Old", "costs.csv", "plan.txt"]
    choose(hand, "plan.txt", "Move to…")
    hand.tap(text="Download")
    hand.tap(text="Move here")
    files = {name for name, _node in hand.phone.state.files.children("/sdcard/Download")}
    assert files >= {"costs.csv", "plan (1).txt", "plan.txt", "song.mp3"}
    assert names(hand) == ["Old", "costs.csv"]


def test_a_moved_picture_keeps_what_photos_knows_of_it(phone, hand):
    phone.start(PACKAGE, "folder", {"path": "/sdcard/DCIM/Camera"})
    choose(hand, "cat.jpg", "Move to…")
    hand.tap(text="Documents")
    hand.tap(text="Move here")
    [row] = phone.content.query("content://media/external/images/media")
    assert (row["relative_path"], row["place"]) == ("Documents/", "Linden Street, Northfield")


def test_files_are_packed_and_unpacked_again(hand):
    hand.long_tap(text="plan.txt")
    hand.tap(text="Old")
    hand.tap(desc="More options")
    hand.tap(text="Compress")
    hand.tap(id="android:id/button1")
    data = hand.phone.state.files.read("/sdcard/Documents/archive.zip")
    inside = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert sorted(inside) == ["Old/", "Old/notes.txt", "plan.txt"]
    hand.tap(text="archive.zip")
    hand.tap(text="Extract")
    assert names(hand) == ["Old", "plan.txt"]
    assert hand.phone.state.files.read("/sdcard/Documents/archive/Old/notes.txt") == b"from last year"


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/evil.txt"])
def test_an_archive_cannot_write_beside_its_folder(hand, name):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, "x")
    hand.phone.state.files.write("/sdcard/Documents/bad.zip", made.getvalue())
    hand.phone.changed()
    hand.tap(text="bad.zip")
    hand.tap(text="Extract")
    assert "cannot be extracted" in hand.phone.state.toast.text
    assert not [path for path in hand.phone.state.files.nodes if path.endswith("evil.txt")]


def test_what_is_no_archive_is_told(hand):
    hand.phone.state.files.write("/sdcard/Documents/bad.zip", b"PK but not really")
    hand.phone.changed()
    hand.tap(text="bad.zip")
    assert "This archive cannot be opened" in hand.texts()


def test_a_text_is_read_and_its_details_are_told(hand):
    hand.long_tap(text="plan.txt")
    hand.tap(desc="More options")
    hand.tap(text="Get info")
    assert {"Text · text/plain", "31 B", "/sdcard/Documents"} <= set(hand.texts())
    hand.tap(desc="More options")
    hand.tap(text="View as text")
    assert {"First the roof.", "Then the floor."} <= set(hand.texts())


def test_a_picture_is_opened_by_photos(phone, hand):
    phone.start(PACKAGE, "folder", {"path": "/sdcard/DCIM/Camera"})
    hand.tap(text="cat.jpg")
    assert phone.activity.package == "com.android.gallery3d"
    phone.back()
    assert names(hand) == ["cat.jpg"]


def test_files_of_a_kind_are_found_wherever_they_are(phone, hand):
    phone.launch(PACKAGE)
    phone.back()
    phone.start(PACKAGE)
    hand.tap(id="category_audio")
    assert names(hand) == ["song.mp3"]
    phone.back()
    hand.tap(id="category_videos")
    assert "No videos" in hand.texts()


def test_search_finds_files_below(phone, hand):
    phone.start(PACKAGE, "search")
    hand.tap(id="search_src_text")
    phone.type_text("notes")
    assert names(hand) == ["notes.txt"]
    assert any(text.endswith("Documents/Old") for text in hand.texts())
    phone.type_text("zzz")
    assert "No matches" in hand.texts()


def test_a_file_is_shared(hand):
    hand.long_tap(text="plan.txt")
    hand.tap(desc="Share")
    assert hand.phone.state.overlays[-1].kind == "chooser"


def test_another_app_saves_a_file_under_a_name(phone, hand):
    phone.start_intent(
        Intent(
            action=CREATE,
            package=PACKAGE,
            type="text/plain",
            extras={"android.intent.extra.TITLE": "list.txt"},
        )
    )
    hand.tap(text="Save")
    assert phone.state.files.read("/sdcard/Download/list.txt") == b""


def test_a_file_is_replaced_only_after_a_question(phone, hand):
    phone.start_intent(
        Intent(
            action=CREATE,
            package=PACKAGE,
            type="audio/mpeg",
            extras={"android.intent.extra.TITLE": "song.mp3"},
        )
    )
    hand.tap(text="Save")
    assert "Replace “song.mp3”?" in hand.texts()
    assert phone.state.files.read("/sdcard/Download/song.mp3")


def test_only_files_of_the_asked_type_are_offered(phone, hand):
    phone.start_intent(Intent(action=GET, type="text/csv", package=PACKAGE))
    assert names(hand) == ["costs.csv"]


def test_what_is_stored_is_told(phone):
    phone.home()
    phone.launch(PACKAGE)
    phone.back()
    phone.launch(PACKAGE)
    told = find(phone, id="storage_summary").text
    assert told.endswith("1.1 GB free")


def test_a_list_of_two_thousand_files_is_built_quickly(phone, hand):
    for number in range(2000):
        phone.state.files.write(f"/sdcard/Music/{number:04}.mp3", b"x", mtime=number)
    phone.start(PACKAGE, "folder", {"path": "/sdcard/Music"})
    assert names(hand)[:2] == ["0000.mp3", "0001.mp3"]
    assert len(names(hand)) < 20


@pytest.mark.parametrize("wrong", [{"view": "tiles"}, {"files": {}}, {"documents": ["a"]}])
def test_a_world_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(WorldError, match="files_app"):
        Phone({"files_app": wrong})


def test_a_made_up_phone_has_documents_that_can_be_read():
    files = Phone(seed=3).state.files
    lease = files.read("/sdcard/Documents/Lease.pdf")
    assert lease.startswith(b"%PDF-1.4")
    assert lease.endswith(b"%%EOF\n")
    start = int(lease.rpartition(b"startxref\n")[2].split()[0])
    assert lease[start:].startswith(b"xref")
    assert zipfile.ZipFile(io.BytesIO(files.read("/sdcard/Download/Poster drafts.zip"))).testzip() is None


def test_what_is_hidden_is_not_found_either(phone, hand):
    phone.start(PACKAGE, "search")
    hand.tap(id="search_src_text")
    phone.type_text("hidden")
    assert "No matches" in hand.texts()
    phone.state.apps[PACKAGE].hidden = True
    phone.changed()
    assert names(hand) == [".hidden.txt"]


def test_what_another_app_shares_is_saved(phone, hand):
    phone.start("com.android.gallery3d")
    hand.tap(id="photo_cell")
    hand.tap(id="action_share")
    hand.tap(text="Save to Files")
    hand.tap(text="Documents")
    hand.tap(text="Copy here")
    assert phone.state.files.exists("/sdcard/Documents/cat.jpg")
    assert phone.activity.package == "com.android.gallery3d"


def test_a_pdf_of_plain_text_is_read(hand):
    hand.phone.reset({})
    hand.phone.start(PACKAGE, "folder", {"path": "/sdcard/Download"})
    hand.tap(text="Train ticket.pdf")
    assert {"Your ticket", "Passenger: Robin Ferrer"} <= set(hand.texts())


def test_what_cannot_be_read_is_described(hand):
    hand.phone.state.files.write("/sdcard/Documents/scan.pdf", b"%PDF-1.7\nstream\n\xff\xfe\nendstream")
    hand.phone.changed()
    hand.tap(text="scan.pdf")
    assert "PDF document · application/pdf" in hand.texts()
