"""What can be judged of office documents, OpenDocument and Office Open XML alike.

`writer_…` look at texts, `calc_…` at spreadsheets, `impress_…` at presentations. Documents are read by
libraries in the box (`evaluators.boxed`), never by an office suite.
"""

from crab_ubuntu.evaluators.office.calc import calc_cell, calc_format, calc_formula, calc_range
from crab_ubuntu.evaluators.office.calc_structure import (
    calc_chart,
    calc_column_width,
    calc_filter,
    calc_merged,
    calc_sheets,
    calc_sorted,
)
from crab_ubuntu.evaluators.office.impress import (
    impress_background,
    impress_brightness,
    impress_format,
    impress_images,
    impress_layout,
    impress_slides,
    impress_text,
    impress_titles,
    impress_transition,
)
from crab_ubuntu.evaluators.office.writer import (
    writer_comment,
    writer_format,
    writer_header_footer,
    writer_headings,
    writer_images,
    writer_link,
    writer_page,
    writer_paragraph,
    writer_table,
    writer_text,
)

EVALUATORS = (
    writer_text,
    writer_paragraph,
    writer_headings,
    writer_format,
    writer_table,
    writer_images,
    writer_link,
    writer_header_footer,
    writer_page,
    writer_comment,
    calc_cell,
    calc_range,
    calc_formula,
    calc_format,
    calc_sheets,
    calc_sorted,
    calc_merged,
    calc_filter,
    calc_column_width,
    calc_chart,
    impress_slides,
    impress_titles,
    impress_text,
    impress_format,
    impress_images,
    impress_brightness,
    impress_layout,
    impress_background,
    impress_transition,
)
