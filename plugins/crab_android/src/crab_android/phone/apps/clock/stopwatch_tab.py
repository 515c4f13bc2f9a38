"""The stopwatch and its laps."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY_LARGE,
    DENSITY,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    TextStyle,
    View,
    column,
    fab,
    label,
    lazy_list,
    row,
    space,
    stack,
)

from .faces import ring
from .model import ClockState
from .times import seconds_now

Ctx = Context[ClockState]

_AROUND = 24.0 + 64 + 84 + 92 + 32  # dp: the bars above and below, and the buttons


def stopwatch_text(seconds: float) -> str:
    """A length of time to the hundredth: ``01:05.37``, ``1:02:03.00``."""
    hundredths = int(seconds * 100 + 1e-3)
    whole, rest = divmod(hundredths, 100)
    hours, minutes = divmod(whole // 60, 60)
    start = f"{hours}:" if hours else ""
    return f"{start}{minutes:02}:{whole % 60:02}.{rest:02}"


def stopwatch_tab(context: Ctx) -> View:
    """The time, the laps, and the buttons."""
    theme, watch = context.theme, context.state.stopwatch
    elapsed = watch.elapsed(seconds_now(context))
    main, hundredths = stopwatch_text(elapsed).split(".")
    since_lap = elapsed - (watch.laps[-1] if watch.laps else 0)
    longest = max((b - a for a, b in zip([0.0, *watch.laps], watch.laps, strict=False)), default=60.0) or 60.0
    # On its side, the phone has no room for the ring.
    room = context.phone.area.height / DENSITY - _AROUND - context.foot
    size = min(264.0, max(72.0, room))
    ringed = size > 190
    style = TextStyle(54, 64) if ringed else TextStyle(44, 52)
    time = stack(
        row(
            label(main, style, theme.on_surface, id="stopwatch_time_text", desc=stopwatch_text(elapsed)),
            label(
                f".{hundredths}",
                TextStyle(26, 34),
                theme.primary,
                id="stopwatch_hundredths_text",
                pad=(0, 18 if ringed else 12, 0, 0),
            ),
            hidden=True,
        ),
        id="stopwatch_circle",
        width=264,
        height=size,
        align=Align.CENTER,
        justify=Align.CENTER,
        draw=ring(since_lap % longest / longest if elapsed else 0.0, theme) if ringed else None,
        on_tap=lambda: _toggle(context),
    )
    parts = [
        row(
            time,
            width=MATCH,
            justify=Align.CENTER,
            pad=(0, 12 if ringed else 0, 0, 16 if ringed else 0),
            hidden=True,
        )
    ]
    if watch.laps:
        parts.append(_laps(context, elapsed))
    else:
        parts.append(space(weight=1))
    return column(*parts, _foot(context, elapsed), width=MATCH, weight=1, hidden=True)


def _toggle(context: Ctx) -> None:
    watch, now = context.state.stopwatch, seconds_now(context)
    if watch.since is None:
        watch.since = now
    else:
        watch.counted, watch.since = watch.elapsed(now), None


def _laps(context: Ctx, elapsed: float) -> View:
    theme = context.theme
    ends = [*context.state.stopwatch.laps, elapsed]
    count = len(ends)

    def line(index: int) -> View:
        number = count - index
        end = ends[number - 1]
        length = end - (ends[number - 2] if number > 1 else 0)
        current = number == count
        color = theme.primary if current else theme.on_surface
        return row(
            label(
                f"# {number}",
                BODY_LARGE,
                theme.primary if current else theme.on_surface_variant,
                id="lap_number",
                width=72,
            ),
            label(stopwatch_text(length), BODY_LARGE, color, id="lap_time", weight=1),
            label(stopwatch_text(end), BODY_LARGE, color, id="lap_total"),
            id="lap_view",
            width=MATCH,
            pad=(48, 0, 48, 0),
        )

    return lazy_list(context, "laps", count, 48, line, id="laps_list")


def _foot(context: Ctx, elapsed: float) -> View:
    theme, watch = context.theme, context.state.stopwatch
    running = watch.since is not None

    def reset() -> None:
        watch.since, watch.counted, watch.laps = None, 0, []

    def lap() -> None:
        watch.laps = [*watch.laps, watch.elapsed(seconds_now(context))]

    def share() -> None:
        ends = [*watch.laps, elapsed]
        lines = [f"My time is {stopwatch_text(elapsed)}"]
        lines += [
            f"Lap {number}: {stopwatch_text(end - (ends[number - 2] if number > 1 else 0))}"
            for number, end in enumerate(ends, start=1)
        ]
        context.share(text="\n".join(lines if watch.laps else lines[:1]))

    def side(text: str, id: str, on_tap: Handler) -> View:
        return label(
            text,
            LABEL_LARGE,
            theme.on_secondary_container,
            cls="android.widget.Button",
            id=id,
            width=84,
            height=52,
            radius=26,
            fill=theme.secondary_container,
            text_align=Align.CENTER,
            on_tap=on_tap,
        )

    started = running or watch.counted
    left = side("Reset", "left_button", reset) if started else space(width=84)
    right = space(width=84)
    if started:
        right = side("Lap", "right_button", lap) if running else side("Share", "right_button", share)
    middle = fab(
        "pause" if running else "play",
        "Pause" if running else "Start",
        theme,
        lambda: _toggle(context),
        "fab",
    )
    return row(left, middle, right, width=MATCH, height=92, gap=28, justify=Align.CENTER, hidden=True)
