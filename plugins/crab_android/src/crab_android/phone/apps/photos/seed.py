"""The pictures on a new phone."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from crab_android.phone.kit import Seeding

from .model import CAMERA, KEPT_DAYS, SCREENSHOTS, Facts, Photos, PhotosWorld, Trashed, WorldPhoto


class Drawn(NamedTuple):
    """Where a drawn picture was taken, and around which hour. Places are real, or the town of this phone."""

    place: str
    latitude: float
    longitude: float
    hour: int
    description: str = ""


_HOME = (52.4127, 9.7301)  # Northfield: a town of fiction, somewhere in a plain

DRAWN: dict[str, Drawn] = {
    "lake": Drawn("Lake Bled, Slovenia", 46.3636, 14.0938, 6, "First light, before anyone was up"),
    "sea": Drawn("Nazaré, Portugal", 39.6012, -9.0701, 20),
    "forest": Drawn("Black Forest, Germany", 48.2776, 8.1862, 9),
    "lavender": Drawn("Valensole, France", 43.8379, 5.9839, 17, "The smell!"),
    "aurora": Drawn("Tromsø, Norway", 69.6492, 18.9553, 23),
    "cabin": Drawn("Lillehammer, Norway", 61.1153, 10.4662, 18, "Our cabin, number 7"),
    "balloons": Drawn("Göreme, Türkiye", 38.6431, 34.8289, 6),
    "rain": Drawn("Chicago, United States", 41.8781, -87.6298, 21),
    "canal": Drawn("Copenhagen, Denmark", 55.6798, 12.5913, 14),
    "skyline": Drawn("Chicago, United States", 41.8676, -87.6140, 20),
    "lighthouse": Drawn("Peggy's Cove, Canada", 44.4928, -63.9178, 13),
    "friends": Drawn("Marlow Hill, Northfield", 52.4301, 9.7012, 20, "Midsummer on the hill"),
    "bicycle": Drawn("Lucca, Italy", 43.8429, 10.5027, 11),
    "cat": Drawn("Linden Street, Northfield", *_HOME, 10, "Miso keeps watch"),
    "sheep": Drawn("Glencoe, Scotland", 56.6826, -5.1023, 15),
    "coffee": Drawn("Harbour Bakery, Northfield", 52.4098, 9.7394, 9),
    "pizza": Drawn("Linden Street, Northfield", *_HOME, 19, "Homemade, second try"),
    "cake": Drawn("Linden Street, Northfield", *_HOME, 18),
    "receipt": Drawn("Harbour Bakery, Northfield", 52.4098, 9.7394, 10, "Receipt for the expenses"),
    "whiteboard": Drawn("Northfield Library", 52.4140, 9.7352, 11, "Plan of the summer fair"),
    "ticket": Drawn("", 0, 0, 9),
    "weather": Drawn("", 0, 0, 18),
}
_SCREENSHOTS = ("ticket", "weather")


@lru_cache(maxsize=64)
def picture_bytes(name: str) -> bytes:
    """The JPEG of a drawn picture; all phones of a process share it."""
    return (Path(__file__).parent / "pictures" / f"{name}.jpg").read_bytes()


def seed(seeding: Seeding) -> Photos:
    """From a world, see :mod:`.model`; else all drawn pictures, taken over the past months."""
    photos = Photos()
    if seeding.part is not None:
        part = {"photos": seeding.part} if isinstance(seeding.part, list) else seeding.part
        world = PhotosWorld.model_validate(part)
        for photo in world.photos:
            _from_world(photos, seeding, photo)
        for name in world.albums:
            photos.add(name, [])
        return photos
    _made_up(photos, seeding)
    return photos


def _from_world(photos: Photos, seeding: Seeding, photo: WorldPhoto) -> None:
    taken = (photo.taken or seeding.now).replace(tzinfo=None)
    facts = Facts(
        taken=taken,
        place=photo.place,
        latitude=photo.latitude,
        longitude=photo.longitude,
        description=photo.description,
        favorite=photo.favorite,
    )
    if photo.picture.startswith("/"):
        path = seeding.files.resolve(photo.picture)
        photos.facts[path] = facts
    elif photo.picture in DRAWN:
        drawn = DRAWN[photo.picture]
        if not photo.place and photo.latitude is None and drawn.place:
            facts.place, facts.latitude, facts.longitude = drawn.place, drawn.latitude, drawn.longitude
        path = _put(photos, seeding, photo.picture, facts, photo.name)
    else:
        known = ", ".join(sorted(DRAWN))
        raise ValueError(
            f"no picture is called {photo.picture!r}: give the path of a file, or one of {known}"
        )
    if photo.album:
        photos.add(photo.album, [path])


def _put(photos: Photos, seeding: Seeding, name: str, facts: Facts, file: str = "") -> str:
    taken = facts.taken or seeding.now
    shot = name in _SCREENSHOTS
    made = f"Screenshot_{taken:%Y%m%d-%H%M%S}.jpg" if shot else f"IMG_{taken:%Y%m%d_%H%M%S}.jpg"
    folder, stem = SCREENSHOTS if shot else CAMERA, file or made
    path, number = f"{folder}/{stem}", 1
    while seeding.files.exists(path):
        front, dot, end = stem.rpartition(".")
        path = f"{folder}/{front or end}_{number}{dot}{end if front else ''}"
        number += 1
    age = (seeding.now - taken).total_seconds()
    seeding.files.write(path, picture_bytes(name), mtime=int(seeding.mtime - age), parents=True)
    photos.facts[path] = facts
    return path


# Days ago at which pictures were taken: some days have several, as when one travels.
_DAYS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("coffee",)),
    (1, ("cat", "ticket")),
    (3, ("whiteboard", "receipt", "pizza")),
    (9, ("canal", "bicycle")),
    (10, ("sea", "lighthouse")),
    (24, ("friends", "weather")),
    (41, ("cake",)),
    (58, ("forest", "lake", "sheep")),
    (96, ("aurora", "cabin")),
    (171, ("rain", "skyline")),
    (238, ("lavender", "balloons")),
)


def _made_up(photos: Photos, seeding: Seeding) -> None:
    paths: dict[str, str] = {}
    for ago, names in _DAYS:
        shift = seeding.chance.randrange(0, 3) if ago > 20 else 0
        for name in names:
            drawn = DRAWN[name]
            day = (seeding.now - timedelta(days=ago + shift)).replace(microsecond=0)
            taken = day.replace(
                hour=drawn.hour, minute=seeding.chance.randrange(60), second=seeding.chance.randrange(60)
            )
            if taken > seeding.now:
                taken = _just_before(seeding)
            placed = bool(drawn.place)
            facts = Facts(
                taken=taken,
                place=drawn.place,
                latitude=drawn.latitude if placed else None,
                longitude=drawn.longitude if placed else None,
                description=drawn.description,
                favorite=name in ("lake", "cat", "friends"),
            )
            paths[name] = _put(photos, seeding, name, facts)
    photos.add("Around the sea", [paths[name] for name in ("sea", "lighthouse", "canal")])
    photos.add("Winter up north", [paths[name] for name in ("aurora", "cabin")])
    _thrown_away(photos, seeding)


def _thrown_away(photos: Photos, seeding: Seeding) -> None:
    """A second picture of the coffee, in the trash since yesterday."""
    deleted = seeding.now - timedelta(days=1)
    taken = (deleted - timedelta(minutes=11)).replace(microsecond=0)
    original = f"{CAMERA}/IMG_{taken:%Y%m%d_%H%M%S}.jpg"
    expires = seeding.mtime + (KEPT_DAYS - 1) * 86_400
    path = f"{CAMERA}/.trashed-{expires}-{original.rpartition('/')[2]}"
    seeding.files.write(path, picture_bytes("coffee"), mtime=seeding.mtime - 86_400 - 660, parents=True)
    bakery = DRAWN["coffee"]
    facts = Facts(taken=taken, place=bakery.place, latitude=bakery.latitude, longitude=bakery.longitude)
    photos.trash.append(Trashed(path=path, original=original, deleted=deleted, facts=facts))


def _just_before(seeding: Seeding) -> datetime:
    return (seeding.now - timedelta(minutes=seeding.chance.randrange(5, 40))).replace(microsecond=0)
