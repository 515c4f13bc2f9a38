"""What this package registers."""

from __future__ import annotations

from typing import Final

from crab_core import TaskSpec

TASKS: Final = [
    TaskSpec(
        "busy_minutes",
        "Add up the minutes of a day's events in the phone's calendar, and hand the sum in.",
        "crab_bench.byhand.busy:busy_minutes",
    ),
    TaskSpec(
        "answer_invitation",
        "A mail asks about an event of the phone's calendar: answer it, and set an alarm.",
        "crab_bench.byhand.invitation:answer_invitation",
    ),
    TaskSpec(
        "commit_by_note",
        "A note on the phone says what to commit in a git repository on the desktop.",
        "crab_bench.byhand.commit:commit_by_note",
    ),
    TaskSpec(
        "file_errand",
        "A text message asks for an errand with the desktop's files, and wants an answer.",
        "crab_bench.byhand.errand:file_errand",
    ),
    TaskSpec(
        "open_invoices",
        "A mail asks for the sum of a customer's open invoices, which lie on the desktop.",
        "crab_bench.byhand.invoices:open_invoices",
    ),
    TaskSpec(
        "matching_looks",
        "A note says how the Settings of both devices are to be; then somebody is told.",
        "crab_bench.byhand.looks:matching_looks",
    ),
    TaskSpec(
        "events_table",
        "The events of a day in the phone's calendar become a table in Calc.",
        "crab_bench.byhand.table:events_table",
    ),
    TaskSpec(
        "duty_in_chat",
        "The topic of a team's chat asks who is on duty; a file on the desktop knows.",
        "crab_bench.byhand.duty:duty_in_chat",
    ),
    TaskSpec(
        "report_package",
        "Notes become a document and a PDF file, which are packed together.",
        "crab_bench.byhand.report:report_package",
    ),
]
