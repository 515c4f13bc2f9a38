"""What eyes can judge of the phone."""

from __future__ import annotations

from crab_visualprompt.evaluators import documents, images, screens

picture_contains = images.picture_contains.on("android")
picture_visible = images.picture_visible.on("android")
pictures_joined = images.pictures_joined.on("android")
picture_adjusted = images.picture_adjusted.on("android")
text_visible = screens.text_visible.on("android")
picture_says = screens.picture_says.on("android")
screen_matches = screens.screen_matches.on("android")
document_shows = documents.document_shows.on("android")

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
