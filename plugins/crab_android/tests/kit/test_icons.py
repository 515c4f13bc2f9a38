"""Icons: one name, one drawing."""

from __future__ import annotations

import numpy as np
import pytest
import skia

from crab_android.phone.kit import Rect, draw_icon
from crab_android.phone.ui.icons import ICONS

# What the parts of the phone count on, beside what they find by looking.
WANTED = """
mail mail_open send reply reply_all forward attach star star_full heart heart_full camera video mic image
photos flash flip_camera grid place place_full directions navigation my_location layers walk car bus bike
train hotel restaurant coffee gas shop park museum hospital school folder folder_open folder_new file
file_text file_pdf file_image file_audio file_zip cloud cloud_done upload download call call_end
call_made call_received call_missed dialpad voicemail speaker mic_off pause play stop skip_next
skip_previous person people person_add group message chat sms work cake home alarm alarm_add stopwatch
hourglass bedtime flag filter sort sync refresh undo redo bold italic underline strikethrough bullets
numbers checklist align_left align_center table title_text color font link lock unlock eye eye_off copy
paste cut select_all print bookmark bookmark_full history tab new_tab incognito language translate
arrow_up arrow_down arrow_left arrow_right open_in_new expand collapse menu minus plus_circle
check_circle warning error help info snooze label archive inbox draft spam trash_restore pin unpin
push_pin backspace equals percent divide multiply crop rotate_left rotate_right tune magic brush
crop_free screenshot usb nfc key fingerprint shield keyboard mouse headphones cast location_off dnd
flashlight battery_saver hotspot contrast calculator receipt credit_card gift trophy music book game
"""


def test_no_icon_is_missing():
    assert set(WANTED.split()) <= set(ICONS)
    assert len(ICONS) > 250


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_stays_on_its_grid_and_fills_a_good_part_of_it(name):
    surface = skia.Surface(144, 144)
    surface.getCanvas().clear(0xFFFFFFFF)
    draw_icon(surface.getCanvas(), name, Rect(24, 24, 120, 120), 0xFF000000)
    dark = surface.makeImageSnapshot().toarray()[:, :, 0] < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    assert rows.size, name
    # A pen's half width may stand out.
    assert min(rows[0], columns[0]) >= 22
    assert max(rows[-1], columns[-1]) <= 121
    assert max(rows[-1] - rows[0], columns[-1] - columns[0]) > 36
