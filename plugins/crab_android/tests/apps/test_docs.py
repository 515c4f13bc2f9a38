"""Docs: writing, styles, lists, undo, finding, files, comments, and the trash."""

from __future__ import annotations

import re

import pytest
import skia

from crab_android.phone import Intent, Phone, WorldError

PACKAGE = "org.crab.docs"
DOCUMENTS = "content://org.crab.docs/documents"
ACTION = "android.intent.action"


@pytest.fixture
def phone():
    part = [
        {
            "title": "Fair",
            "paragraphs": [
                {"text": "Summer fair", "style": "title"},
                "Tables and tents",
                {"text": "Posters", "style": "bullet"},
            ],
            "comments": [{"author": "Ada", "text": "Who prints?"}],
        },
        {"title": "Choir", "body": "Mondays\nHalf past seven", "owner": "bo@mail.test"},
        {"title": "Old", "body": "gone", "trashed": True},
    ]
    return Phone({"docs": part, "open": PACKAGE})


def document(phone, title="Fair"):
    return next((one for one in phone.state.apps[PACKAGE].documents if one.title == title), None)


def written(phone, title="Fair"):
    return [(one.style, one.text) for one in document(phone, title).paragraphs]


def write_in(hand, text, more):
    """Put the cursor at the end of a paragraph and type."""
    hand.tap(id="paragraph", text=text)
    hand.phone.key(123)
    hand.phone.type_text(more)


def pixels(hand, text):
    """What a paragraph looks like."""
    left, top, right, bottom = (
        int(part) for part in re.findall(r"\d+", hand.node(id="paragraph", text=text).get("bounds"))
    )
    picture = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(hand.phone.png())).toarray()
    return picture[top:bottom, left:right].copy()


def menu(hand, entry):
    hand.tap(id="action_menu")
    hand.tap(id=entry)


def titles(hand):
    return [node.get("text") for node in hand.nodes(id="doc_title")]


def test_a_blank_document_is_written_and_kept_when_one_leaves(hand):
    hand.tap(id="new_document_button")
    hand.tap(id="template_blank")
    hand.phone.type_text("Dear Ada,")
    hand.tap(id="document_title")
    hand.phone.key_combination((113, 29))
    hand.phone.type_text("Letter")
    hand.tap(desc="Navigate up")
    assert written(hand.phone, "Letter") == [("normal", "Dear Ada,")]
    assert "Letter" in titles(hand)


def test_what_is_typed_is_kept_when_one_goes_home_in_the_middle(hand):
    hand.tap(text="Fair")
    write_in(hand, "Tables and tents", ", twenty")
    hand.phone.home()
    assert written(hand.phone)[1] == ("normal", "Tables and tents, twenty")


def test_enter_begins_a_new_paragraph_and_backspace_joins_them_again(hand):
    hand.tap(text="Fair")
    write_in(hand, "Tables and tents", "")
    hand.phone.key(66)
    hand.phone.type_text("Benches")
    hand.phone.home()
    assert [text for _, text in written(hand.phone)] == [
        "Summer fair",
        "Tables and tents",
        "Benches",
        "Posters",
    ]
    hand.phone.launch(PACKAGE)
    hand.tap(id="paragraph", text="Benches")
    hand.phone.key(122)
    hand.phone.key(67)
    hand.phone.home()
    assert written(hand.phone)[1] == ("normal", "Tables and tentsBenches")


def test_lines_that_are_pasted_become_paragraphs(hand):
    hand.tap(text="Fair")
    write_in(hand, "Tables and tents", "\nFirst\nSecond")
    hand.phone.back()
    hand.phone.back()
    assert [text for _, text in written(hand.phone)][1:4] == ["Tables and tents", "First", "Second"]


def test_a_list_goes_on_with_enter_and_ends_with_an_empty_item(hand):
    hand.tap(text="Fair")
    write_in(hand, "Posters", "")
    hand.phone.key(66)
    hand.phone.type_text("Music")
    hand.phone.key(66)
    hand.phone.key(66)
    hand.phone.type_text("Afterwards")
    hand.phone.home()
    assert written(hand.phone)[2:] == [("bullet", "Posters"), ("bullet", "Music"), ("normal", "Afterwards")]


def test_the_paragraph_with_the_cursor_gets_a_style(hand):
    hand.tap(text="Fair")
    hand.tap(id="paragraph", text="Tables and tents")
    hand.tap(id="style_button")
    hand.tap(id="style_heading2")
    assert written(hand.phone)[1] == ("heading2", "Tables and tents")
    assert hand.node(id="style_name").get("text") == "Heading 2"


@pytest.mark.parametrize("what", ["bold", "italic", "underline"])
def test_letters_are_bold_italic_or_underlined(hand, what):
    hand.tap(text="Fair")
    hand.tap(id="paragraph", text="Tables and tents")
    before = pixels(hand, "Tables and tents")
    hand.tap(id=f"{what}_button")
    assert getattr(document(hand.phone).paragraphs[1], what)
    assert (pixels(hand, "Tables and tents") != before).any()
    hand.tap(id=f"{what}_button")
    assert not getattr(document(hand.phone).paragraphs[1], what)


def test_items_of_a_numbered_list_are_counted(hand):
    hand.tap(text="Fair")
    for text in ("Tables and tents", "Posters"):
        hand.tap(id="paragraph", text=text)
        hand.tap(id="number_button")
    assert [node.get("text") for node in hand.nodes(id="list_mark")] == ["1.", "2."]


def test_a_paragraph_is_centred(hand):
    hand.tap(text="Fair")
    hand.tap(id="paragraph", text="Summer fair")
    hand.tap(id="align_button")
    hand.tap(text="Align center")
    assert document(hand.phone).paragraphs[0].align == "center"


def test_changes_are_taken_back_and_done_again(hand):
    hand.tap(text="Fair")
    write_in(hand, "Tables and tents", " and chairs")
    hand.tap(id="bold_button")
    hand.tap(id="action_undo")
    assert not document(hand.phone).paragraphs[1].bold
    hand.tap(id="action_undo")
    assert written(hand.phone)[1][1] == "Tables and tents"
    hand.tap(id="action_redo")
    assert written(hand.phone)[1][1] == "Tables and tents and chairs"


def test_what_was_taken_back_is_gone_after_another_change(hand):
    hand.tap(text="Fair")
    hand.tap(id="paragraph", text="Tables and tents")
    hand.tap(id="bold_button")
    hand.tap(id="action_undo")
    hand.tap(id="italic_button")
    assert hand.node(id="action_redo").get("enabled") == "false"


def test_words_are_found_and_replaced(hand):
    hand.tap(text="Fair")
    menu(hand, "menu_find")
    hand.phone.type_text("TA")
    assert hand.node(id="find_count").get("text") == "1"
    hand.tap(id="find_next")
    assert hand.node(id="find_count").get("text") == "1 of 1"
    hand.tap(id="replace_text")
    hand.phone.type_text("Ca")
    hand.tap(id="replace_all")
    assert written(hand.phone)[1][1] == "Cables and tents"


def test_the_outline_leads_to_a_heading(hand):
    hand.tap(text="Fair")
    menu(hand, "menu_outline")
    hand.tap(text="Summer fair")
    assert hand.node(id="paragraph", text="Summer fair").get("focused") == "true"


def test_words_are_counted_also_those_just_typed(hand):
    hand.tap(text="Fair")
    write_in(hand, "Tables and tents", " two more")
    menu(hand, "menu_count")
    assert hand.node(id="count_words").get("text") == "8"


def test_an_image_of_the_phone_is_inserted_and_removed(hand):
    hand.tap(text="Fair")
    hand.tap(id="paragraph", text="Tables and tents")
    context = hand.phone.context()
    context.app.screens["edit"].results["image"](context, {"path": "/sdcard/Pictures/map.png"})
    hand.phone.changed()
    assert [style for style, _ in written(hand.phone)] == ["title", "normal", "image", "bullet"]
    hand.tap(desc="Image map.png")
    hand.tap(id="remove_image")
    assert "image" not in [style for style, _ in written(hand.phone)]


def test_a_link_is_inserted(hand):
    hand.tap(text="Fair")
    hand.tap(id="insert_button")
    hand.tap(id="insert_link")
    hand.phone.type_text("Library")
    hand.tap(id="link_url")
    hand.phone.type_text("library.crab.test")
    hand.tap(text="Insert")
    assert document(hand.phone).paragraphs[1].link == "https://library.crab.test"
    assert hand.sees(desc="Open https://library.crab.test")


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("Plain text (.txt)", b"Summer fair\nTables and tents\n"),
        ("Markdown (.md)", b"# Summer fair\n\nTables and tents\n\n- Posters\n"),
        ("PDF document (.pdf)", b"%PDF-1."),
    ],
)
def test_a_document_is_saved_as_a_file(hand, name, start):
    hand.tap(text="Fair")
    menu(hand, "menu_export")
    hand.tap(text=name)
    ending = name.rpartition(".")[2].rstrip(")")
    assert hand.phone.state.files.read(f"/sdcard/Documents/Fair.{ending}").startswith(start)


def test_a_text_file_of_the_phone_is_opened_and_saved(hand):
    path = "/sdcard/Download/notes.txt"
    hand.phone.state.files.write(path, b"One\nTwo", mtime=0, parents=True)
    view = Intent(action=f"{ACTION}.VIEW", data=f"file://{path}", type="text/plain", package=PACKAGE)
    hand.phone.start_intent(view)
    write_in(hand, "Two", " and three")
    hand.phone.home()
    assert hand.phone.state.files.read(path) == b"One\nTwo and three"


def test_a_shared_text_becomes_a_document(hand):
    extras = {"android.intent.extra.TEXT": "Milk\nBread", "android.intent.extra.SUBJECT": "Shopping"}
    hand.phone.start_intent(
        Intent(action=f"{ACTION}.SEND", type="text/plain", extras=extras, package=PACKAGE)
    )
    assert written(hand.phone, "Shopping") == [("normal", "Milk"), ("normal", "Bread")]


def test_documents_are_searched_and_filtered(hand):
    hand.tap(id="filter_shared")
    assert titles(hand) == ["Choir"]
    hand.tap(id="filter_all")
    hand.tap(id="search_src_text")
    hand.phone.type_text("tents")
    assert titles(hand) == ["Fair"]


def test_a_comment_is_written_resolved_and_deleted_after_a_question(hand):
    hand.tap(text="Fair")
    hand.tap(id="action_comments")
    hand.tap(id="comment_text")
    hand.phone.type_text("I do")
    hand.tap(id="send_comment")
    assert [(one.author, one.text) for one in document(hand.phone).comments][1] == ("Robin Ferrer", "I do")
    hand.tap(id="resolve_comment")
    assert document(hand.phone).comments[0].resolved
    hand.tap(id="delete_comment")
    hand.tap(text="Delete")
    assert [one.text for one in document(hand.phone).comments] == ["I do"]


def test_a_document_goes_to_the_trash_and_comes_back(hand):
    hand.tap(desc="More actions for Fair")
    hand.tap(id="action_remove")
    assert titles(hand) == ["Choir"]
    menu(hand, "menu_trash")
    hand.tap(desc="More actions for Fair")
    hand.tap(id="action_restore")
    assert titles(hand) == ["Old"]
    assert document(hand.phone).trashed is None


def test_a_document_is_deleted_forever_only_after_a_question(hand):
    menu(hand, "menu_trash")
    hand.tap(desc="More actions for Old")
    hand.tap(id="action_forever")
    hand.tap(text="Cancel")
    assert document(hand.phone, "Old")
    menu(hand, "menu_empty_trash")
    hand.tap(text="Empty trash")
    assert document(hand.phone, "Old") is None
    assert hand.sees(text="Nothing in trash")


def test_a_document_is_renamed_and_copied(hand):
    hand.tap(desc="More actions for Choir")
    hand.tap(id="action_copy")
    twin = document(hand.phone, "Copy of Choir")
    assert (twin.body, twin.owner) == ("Mondays\nHalf past seven", "")
    hand.tap(desc="More actions for Copy of Choir")
    hand.tap(id="action_rename")
    hand.phone.type_text(" 2")
    hand.tap(text="Rename")
    assert document(hand.phone, "Copy of Choir 2")


def test_the_provider_tells_and_changes_the_documents(phone):
    rows = {row["title"]: row for row in phone.content.query(DOCUMENTS, {})}
    assert rows["Fair"]["body"] == "Summer fair\nTables and tents\nPosters"
    assert (rows["Fair"]["styles"], rows["Old"]["trashed"]) == ("title,normal,bullet", 1)
    number = phone.content.insert(DOCUMENTS, {"title": "New", "body": "a\nb"})
    phone.content.update(DOCUMENTS, number, {"body": "c", "starred": 1})
    assert (document(phone, "New").body, document(phone, "New").starred) == ("c", True)
    phone.content.delete(DOCUMENTS, number)
    assert document(phone, "New") is None


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ([{"titel": "x"}], "titel"),
        ([{"body": "x", "paragraphs": ["y"]}], "not both"),
        ([{"paragraphs": [{"text": "x", "style": "huge"}]}], "style"),
    ],
)
def test_a_world_that_does_not_fit_is_refused(part, told):
    with pytest.raises(WorldError, match=told):
        Phone({"docs": part})


def test_a_phone_without_documents_says_so():
    phone = Phone({"docs": [], "open": PACKAGE})
    assert "No documents here" in phone.ui_xml()
