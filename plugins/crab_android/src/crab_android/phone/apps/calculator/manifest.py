"""Calculator, as the phone knows it."""

from __future__ import annotations

import skia

from crab_android.phone.kit import App, Lead, Rect, Screen, Table, draw_icon, px

from .model import Calculator, history_rows, seed
from .screens import confirm_clear, history, main, main_menu


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFF2F7D5B)
    x, y = rect.center
    half, step = px(7.5), px(9.5)
    for name, dx, dy in (("add", -1, -1), ("minus", 1, -1), ("multiply", -1, 1), ("equals", 1, 1)):
        place = Rect(x + dx * step - half, y + dy * step - half, x + dx * step + half, y + dy * step + half)
        draw_icon(canvas, name, place, 0xFFFFD98A if name == "equals" else 0xFFFFFFFF, pen=3.6)


APP = App(
    package="com.android.calculator2",
    label="Calculator",
    icon=_icon,
    state=Calculator,
    screens={
        "main": Screen(
            ".Calculator",
            main,
            dialogs={"menu": main_menu},
            leads=(Lead("history", id="history"), Lead("#menu", desc="More options")),
        ),
        "history": Screen(
            ".HistoryActivity",
            history,
            dialogs={"clear": confirm_clear},
            leads=(Lead("#clear", id="clear_history"), Lead("main", id="history_line")),
        ),
    },
    main="main",
    seed=seed,
    world="calculator",
    color=0xFF2F7D5B,
    version="9.1",
    providers={"com.android.calculator2": {"history": Table(history_rows)}},
)
