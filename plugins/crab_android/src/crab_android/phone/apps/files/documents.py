"""Documents such as people have on their phones, made up for this one."""

from __future__ import annotations

import io
import zipfile

from crab_android.phone.kit import Seeding

from .pdf import pdf

_PACKING = """Packing list

[x] Passport
[x] Train tickets
[ ] Rain jacket
[ ] Charger and adapter
[ ] Book
"""
_BUDGET = """Month,Rent,Food,Transport,Fun
January,940,312,64,110
February,940,298,64,85
March,940,341,71,160
April,940,305,64,124
"""
_MINUTES = """# Summer fair: second meeting

- The hall is booked from 10 to 18.
- Posters: forty, in A3. The library prints them.
- Cake stand: twelve cakes, list at the entrance.
- The band is asked again in June.

Next meeting on Tuesday at ten.
"""
_RECIPE = """Lentil soup for four

250 g red lentils
1 onion, 2 carrots, 1 potato
1 l stock
1 tsp cumin, a little lemon

Fry the onion, add everything else, cook for 25 minutes, blend half of it.
"""
_WIFI = (
    "Network: Larkspur\nIt reaches the balcony only near the door.\nRouter: restart with the button below.\n"
)


def zipped(files: dict[str, bytes]) -> bytes:
    """A ZIP archive whose bytes depend on nothing but its files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def made_up(seeding: Seeding) -> list[tuple[str, bytes, int]]:
    """Path below the shared storage, content, and age in days of each document."""
    owner = seeding.owner
    friend = seeding.people[0].name if seeding.people else "Ada Berger"
    number = seeding.chance.randrange(2100, 2900)
    ticket = [
        f"Passenger: {owner.name}",
        "Valley Line VL 204, coach 4, seat 32",
        "Northfield 14:05 - Lakeside 15:38",
        f"Booking number {number}",
    ]
    lease = [
        f"Tenant: {owner.name}",
        f"Flat: {owner.address or 'Northfield'}",
        "Rent: 940 a month, due on the first working day",
        "Notice: three months to the end of a quarter",
    ]
    return [
        ("Documents/Packing list.txt", _PACKING.encode(), 4),
        ("Documents/Budget 2026.csv", _BUDGET.encode(), 16),
        ("Documents/Fair/Minutes.md", _MINUTES.encode(), 6),
        ("Documents/Fair/Cake stand.txt", f"Apple: {friend}\nCheese: {owner.name}\n".encode(), 5),
        ("Documents/Lease.pdf", pdf("Lease", lease), 210),
        ("Download/Train ticket.pdf", pdf("Your ticket", ticket), 2),
        ("Download/Lentil soup.txt", _RECIPE.encode(), 11),
        ("Download/Cabin wifi.txt", _WIFI.encode(), 63),
        (
            "Download/Poster drafts.zip",
            zipped({"drafts/one.txt": b"Summer fair!\n", "drafts/two.txt": b"Come to the fair!\n"}),
            7,
        ),
        ("Documents/.sync", b"last=ok\n", 1),
    ]
