"""docs.crab.test: the documentation of a small programming library."""

from __future__ import annotations

from functools import lru_cache

from ..blocks import Banner, Code, Download, Grid, Heading, Items, Page, Paragraph

HOST = "docs.crab.test"
_BANNER = Banner(
    text="tideline docs",
    icon="code",
    links=[
        ("Install", "/install"),
        ("Quickstart", "/quickstart"),
        ("API", "/api"),
        ("Changes", "/changelog"),
    ],
)
_EXAMPLE = (
    "from tideline import Series, read_csv\n\n"
    'tides = read_csv("harbour.csv", time="when")\n'
    'daily = tides["height"].resample("1d", "max")\n'
    "print(daily.head(3))\n"
)


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """All pages by path."""
    return {
        "": Page(
            title="tideline 2.4 documentation",
            blocks=[
                _BANNER,
                Heading(text="tideline", level=1),
                Paragraph(text="tideline is a Python library for **series of measurements over time**."),
                Items(
                    items=[
                        "[Installing tideline](/install)",
                        "[Quickstart](/quickstart)",
                        "[API reference](/api)",
                        "[Release notes](/changelog)",
                    ]
                ),
                Heading(text="At a glance"),
                Code(text=_EXAMPLE),
                Paragraph(text="The source is on [Forge](https://forge.crab.test/tideline)."),
            ],
        ),
        "/install": Page(
            title="Installing - tideline docs",
            blocks=[
                _BANNER,
                Heading(text="Installing", level=1),
                Paragraph(text="tideline needs Python 3.11 or later."),
                Code(text="pip install tideline"),
                Heading(text="From source"),
                Code(text="git clone https://forge.crab.test/tideline.git\ncd tideline\npip install -e ."),
                Heading(text="Optional parts"),
                Grid(
                    head=["Extra", "What it adds"],
                    rows=[["plot", "Charts"], ["parquet", "Parquet files"], ["geo", "Stations"]],
                ),
                Code(text='pip install "tideline[plot,parquet]"'),
            ],
        ),
        "/quickstart": Page(
            title="Quickstart - tideline docs",
            blocks=[
                _BANNER,
                Heading(text="Quickstart", level=1),
                Paragraph(text="Save the example data from the end of this page, then read it."),
                Code(text=_EXAMPLE),
                Heading(text="Gaps"),
                Paragraph(text="Missing measurements are filled by `fill`: linearly, or by the last."),
                Code(text='whole = tides["height"].fill("linear", limit=6)'),
                Heading(text="Example data"),
                Download(
                    text="harbour.csv",
                    file="harbour.csv",
                    content="when,height\n2026-05-01T00:00,1.92\n2026-05-01T06:00,0.41\n"
                    "2026-05-01T12:00,1.88\n2026-05-01T18:00,0.47\n",
                ),
            ],
        ),
        "/api": Page(
            title="API reference - tideline docs",
            blocks=[
                _BANNER,
                Heading(text="API reference", level=1),
                Grid(
                    head=["Name", "What it does"],
                    rows=[
                        ["[read_csv](/api/read_csv)", "Read a table with a column of times"],
                        ["[Series.resample](/api/resample)", "One value for each day, hour or week"],
                        ["[Series.fill](/api/fill)", "Fill gaps"],
                    ],
                ),
            ],
        ),
        "/api/read_csv": _function(
            "read_csv", 'read_csv(path, time, *, sep=",", zone="UTC")',
            [["path", "the file"], ["time", "the column with the times"], ["sep", "what separates columns"],
             ["zone", "the time zone of times without one"]],
            'read_csv("harbour.csv", time="when", zone="Europe/Lisbon")',
        ),
        "/api/resample": _function(
            "Series.resample", "Series.resample(step, how)",
            [["step", 'such as "15min", "1h", "1d", "1w"'], ["how", '"mean", "min", "max", "sum" or "last"']],
            'tides["height"].resample("1h", "mean")',
        ),
        "/api/fill": _function(
            "Series.fill", 'Series.fill(how="last", *, limit=None)',
            [["how", '"last", "next" or "linear"'], ["limit", "the longest gap that is filled, in values"]],
            'tides["height"].fill("linear", limit=6)',
        ),
        "/changelog": Page(
            title="Release notes - tideline docs",
            blocks=[
                _BANNER,
                Heading(text="Release notes", level=1),
                Heading(text="2.4.1"),
                Items(items=["`read_csv` reads times with a comma in their seconds."]),
                Heading(text="2.4.0"),
                Items(items=["New: `Series.fill` takes a `limit`.", "Python 3.10 is no longer supported."]),
                Heading(text="2.3.0"),
                Items(items=["`resample` is three times as fast."]),
            ],
        ),
    }  # fmt: skip


def _function(name: str, signature: str, arguments: list[list[str]], example: str) -> Page:
    return Page(
        title=f"{name} - tideline docs",
        blocks=[
            _BANNER,
            Heading(text=name, level=1),
            Code(text=signature),
            Heading(text="Arguments"),
            Grid(head=["Argument", "Meaning"], rows=arguments),
            Heading(text="Example"),
            Code(text=example),
            Paragraph(text="Back to the [API reference](/api)."),
        ],
    )
