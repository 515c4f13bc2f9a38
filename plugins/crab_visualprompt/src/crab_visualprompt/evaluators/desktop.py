"""What eyes can judge of the desktop."""

from __future__ import annotations

from crab_visualprompt.evaluators import documents, images, screens

picture_contains = images.picture_contains.on("ubuntu")
picture_visible = images.picture_visible.on("ubuntu")
pictures_joined = images.pictures_joined.on("ubuntu")
picture_adjusted = images.picture_adjusted.on("ubuntu")
text_visible = screens.text_visible.on("ubuntu")
picture_says = screens.picture_says.on("ubuntu")
screen_matches = screens.screen_matches.on("ubuntu")
document_shows = documents.document_shows.on("ubuntu")

EVALUATORS = (
    picture_contains,
    picture_visible,
    pictures_joined,
    picture_adjusted,
    text_visible,
    picture_says,
    screen_matches,
    document_shows,
)
