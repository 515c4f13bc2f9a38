"""How `open_invoices` is solved."""

from __future__ import annotations

import re
from collections.abc import Generator

from crab_bench.byhand.solving_moves import MAIL, Solving, launch, run, said, send_mail, touch
from crab_bench.files.solving import new_terminal
from crab_bench.hands import PHONE, chooser, desk, number, opened, phone
from crab_core import ActionCall, Turn

SUBJECT = "Open invoices"
_SHOW = "cd Documents/Invoices && for f in *; do paste -sd'|' $f; done"

Asked = Generator[ActionCall, Turn, tuple[Turn, str, str]]


def solve(turn: Turn, boss: str, file: str) -> Solving:
    """Reads the mail and the invoices, writes the sum in the terminal, and sends it."""
    yield from _do(turn, boss, file)


def solve_in_gedit(turn: Turn, boss: str, file: str) -> Solving:
    """Writes the file in gedit."""
    turn, mail, customer = yield from _question(turn, boss, 0)
    turn, total = yield from _sum(turn, customer, "open")
    yield from opened(turn, "gedit")
    yield desk("write_text", text=total)
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    yield from chooser(turn)
    turn = yield desk("write_text", text=f"~/Documents/{file}\n")
    yield from send_mail(turn, mail, SUBJECT, total)


def solve_paid_too(turn: Turn, boss: str, file: str) -> Solving:
    """Wrong: it also counts what is paid."""
    yield from _do(turn, boss, file, status="")


def solve_older_mail(turn: Turn, boss: str, file: str) -> Solving:
    """Wrong: it answers the mail before the newest one."""
    yield from _do(turn, boss, file, which=1)


def solve_like_named_too(turn: Turn, boss: str, file: str) -> Solving:
    """Wrong: it counts every customer whose name begins with the same word."""
    yield from _do(turn, boss, file, words=1)


def _do(turn: Turn, boss: str, file: str, which: int = 0, status: str = "open", words: int = 2) -> Solving:
    turn, mail, customer = yield from _question(turn, boss, which)
    turn, total = yield from _sum(turn, " ".join(customer.split()[:words]), status)
    turn, _ = yield from run(f"echo {total} > ~/Documents/{file}")
    yield from send_mail(turn, mail, SUBJECT, total)


def _question(turn: Turn, boss: str, which: int) -> Asked:
    """Open one of the boss's mails, the newest being 0; gives the boss's address and the customer."""
    turn = yield launch(MAIL)
    rows = sorted(turn[PHONE].find_all(role="list item"), key=lambda mark: mark.box.y)
    theirs = [row for row in rows if f"{boss}," in row.label]
    turn = yield phone("tap", element=theirs[which].number)
    customer = said(turn[PHONE], r'"([^"]+)"')[1]
    details = next((m for m in turn[PHONE].elements if m.label.startswith("Show details")), None)
    turn = yield phone("tap", element=number(details, "Show details"))
    mail = said(turn[PHONE], r"[\w.]+@mail\.test")[0]
    turn = yield touch(turn, "Navigate up")
    return turn, mail, customer


def _sum(turn: Turn, customer: str, status: str) -> Generator[ActionCall, Turn, tuple[Turn, str]]:
    """Show all invoices in the terminal, and add up those that count."""
    yield from new_terminal(turn)
    turn, printed = yield from run(_SHOW)
    cents = 0
    for row in printed.splitlines():
        found = re.search(r"Customer: (.+)\|Status: (\w+)\|Amount: (\d+)\.(\d\d)", row)
        if found and found[1].startswith(customer) and status in ("", found[2]):
            cents += 100 * int(found[3]) + int(found[4])
    return turn, f"{cents // 100}.{cents % 100:02}"
