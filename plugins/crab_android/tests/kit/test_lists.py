"""Rows, avatars, headings, grids, and lists that build only what is seen."""

from __future__ import annotations

import pytest

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    avatar,
    column,
    empty_state,
    grid,
    icon_badge,
    initials,
    label,
    lazy_grid,
    lazy_list,
    list_row,
    scroll,
    section,
    text_height,
)

FULL = {"width": MATCH, "height": MATCH}


def test_a_row_is_one_thing_to_touch_with_title_and_detail_inside(phone, hand, stage, screen):
    screen(
        lambda context: list_row(
            context.theme,
            "Ada",
            "at noon",
            id="row",
            on_tap=stage.note("tap"),
            on_long_tap=stage.note("long"),
        )
    )
    row = hand.node(id="row")
    assert [node.get("text") for node in row.iter("node")] == ["", "Ada", "at noon"]
    hand.tap(text="Ada")
    hand.long_tap(text="at noon")
    assert stage.happened == ["tap", "long"]


def test_a_row_that_is_chosen_says_so(hand, screen):
    screen(lambda context: list_row(context.theme, "Ada", id="row", selected=True))
    assert hand.node(id="row").get("selected") == "true"


def test_what_stands_at_the_end_of_a_row_keeps_its_room(hand, screen):
    screen(
        lambda context: list_row(
            context.theme, "A title without an end " * 9, end=label("10:24", LABEL_LARGE), lines=1, id="row"
        )
    )
    assert hand.sees(text="10:24")
    left, _top, right, _bottom = bounds(hand.node(text="10:24"))
    assert right - left > 80
    assert right < 1080


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ada Lindqvist", "AL"),
        ("ada", "A"),
        ("Anna Maria von Berg", "AB"),
        ("(Dr.) Émile Dubois", "DD"),
        ("Фёдор Иванов", "ФИ"),
        ("+1 555-010-4477", ""),
        ("", ""),
        ("♥ ♥", ""),
    ],
)
def test_initials(name, letters):
    assert initials(name) == letters


def test_avatars_and_badges_are_pictures_and_no_nodes(hand, screen):
    screen(lambda context: column(avatar("Ada"), avatar("+1"), icon_badge("mail", 0xFFFFE082), **FULL))
    assert hand.nodes(cls="android.widget.ImageView") == []


def test_a_heading_and_an_empty_state_can_be_read(hand, screen):
    screen(
        lambda context: column(
            section("Today", context.theme), empty_state(context.theme, "inbox", "Nothing here", "Write one")
        )
    )
    assert hand.texts() == ["Today", "Nothing here", "Write one"]


def test_the_cells_of_a_grid_have_one_width_and_the_last_row_is_filled_up(hand, screen):
    screen(
        lambda context: grid([label(str(n), width=MATCH, id="cell") for n in range(5)], 3, gap=8, width=MATCH)
    )
    boxes = [bounds(node) for node in hand.nodes(id="cell")]
    assert {right - left for left, _, right, _ in boxes} == {346}
    assert [box[0] for box in boxes[:2]] == [box[0] for box in boxes[3:]]
    assert boxes[3][1] > boxes[0][3]


# -- lists that build only what is seen --------------------------------


def bounds(node) -> tuple[int, ...]:
    return tuple(int(n) for n in node.get("bounds").replace("][", ",").strip("[]").split(","))


def full(context, key, count, row_height, build_row, **more):
    """The list that :func:`lazy_list` stands for: all its rows are built."""
    rows = []
    for index in range(count):
        view = build_row(index)
        view.height = text_height(context, row_height(index) if callable(row_height) else row_height)
        rows.append(view)
    return scroll(context, key, *rows, **more)


def uneven(index: int) -> float:
    return 40.0 if index % 7 == 0 else 72.5


def shown(phone, hand, make, offset, **how):
    phone.activity.scroll["rows"] = offset
    phone.changed()
    make(**how)
    found = [(node.get("text"), node.get("bounds")) for node in hand.nodes(id="row")]
    root = hand.node(id="list")
    view = next(v for v in _walk(phone) if v.scroll_key == "rows")
    return found, root.get("bounds"), view.content_height, view.scroll_y, view.scrollable


def _walk(phone):
    from crab_android.phone.touch import walk

    return walk(phone.active_window().root)


@pytest.mark.parametrize("count", [0, 1, 5, 300])
@pytest.mark.parametrize("offset", [0, 1, 189, 190, 5_000, 19_999, 1_000_000])
@pytest.mark.parametrize(
    "how",
    [
        {"row_height": 72},
        {"row_height": 56.3, "gap": 3},
        {"row_height": uneven, "pad": (8, 120, 8, 96)},
        {"row_height": uneven, "gap": 2.5, "pad": (0, 4, 0, 0)},
    ],
)
def test_a_lazy_list_is_scrolled_and_placed_as_the_full_list_is(phone, hand, screen, count, offset, how):
    def put(build):
        return lambda: screen(
            lambda context: column(
                build(
                    context, "rows", count, build_row=lambda n: label(f"Row {n}", id="row"), id="list", **how
                ),
                **FULL,
            )
        )

    assert shown(phone, hand, put(lazy_list), offset) == shown(phone, hand, put(full), offset)


@pytest.mark.parametrize("scale", ["0.85", "1.3", "2.0"])
def test_rows_grow_with_the_font_so_that_their_texts_fit(phone, hand, screen, scale):
    phone.put_setting("system", "font_scale", scale)
    screen(
        lambda context: lazy_list(
            context, "rows", 50, 72, lambda n: list_row(context.theme, f"Row {n}", "Details", id="row")
        )
    )
    row = bounds(hand.node(id="row"))
    detail = bounds(hand.node(text="Details"))
    assert row[3] - row[1] >= 189
    assert detail[3] <= row[3]
    assert detail[3] - detail[1] == pytest.approx(20 * 2.625 * float(scale), abs=1)


def test_of_a_thousand_rows_those_on_the_screen_are_built(phone, hand, screen):
    built = []

    def row(context, number):
        built.append(number)
        return list_row(context.theme, f"Row {number}", id="row")

    screen(lambda context: lazy_list(context, "rows", 1000, 72, lambda n: row(context, n)))
    phone.windows()
    assert built == list(range(len(built)))
    assert len(built) < 16
    built.clear()
    phone.activity.scroll["rows"] = 60_000
    phone.changed()
    texts = hand.texts()
    assert 300 < built[0] < 320
    assert len(built) < 16
    assert f"Row {60_000 // 189}" in texts


def test_a_lazy_list_scrolls_under_the_finger_to_its_very_end(phone, hand, screen, stage):
    screen(
        lambda context: lazy_list(
            context,
            "rows",
            100,
            72,
            lambda n: list_row(context.theme, f"Row {n}", id="row", on_tap=stage.note(n)),
        )
    )
    for _ in range(30):
        phone.swipe(540, 2000, 540, 400, 300)
    assert hand.texts()[-1] == "Row 99"
    hand.tap(text="Row 97")
    assert stage.happened == [97]
    for _ in range(30):
        phone.swipe(540, 400, 540, 2000, 300)
    assert hand.texts()[0] == "Row 0"


def test_a_lazy_grid_builds_the_cells_that_are_seen(phone, hand, screen):
    screen(
        lambda context: lazy_grid(context, "photos", 1000, 3, 130, lambda n: label(f"{n}", id="cell"), gap=2)
    )
    boxes = [bounds(node) for node in hand.nodes(id="cell")]
    assert len(boxes) < 30
    assert boxes[3][1] - boxes[0][3] == 5  # 2 dp
    phone.activity.scroll["photos"] = 10_000_000
    phone.changed()
    assert hand.texts()[-1] == "999"
    assert bounds(hand.nodes(id="cell")[-1])[0] == 0  # 1000 = 333 · 3 + 1
