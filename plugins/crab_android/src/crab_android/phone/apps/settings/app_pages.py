"""What Settings shows of an app: its storage and permissions, and how to stop, clear and uninstall it."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    MATCH,
    TITLE_LARGE,
    Align,
    App,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    choice,
    column,
    confirm,
    empty_state,
    icon_painter,
    label,
    list_row,
    row,
    scroll,
    section,
    space,
    top_bar,
)

from .model import Nearby, package_of


def _app(context: Context[Nearby]) -> App | None:  # type: ignore[type-arg]
    return context.phone.apps.get(package_of(context.args))


def app_info(context: Context[Nearby]) -> View:
    """One app."""
    theme, app = context.theme, _app(context)
    bar = top_bar("App info", theme, context.finish)
    if app is None:
        return column(bar, empty_state(theme, "apps", "This app is not installed"), width=MATCH, height=MATCH)
    head = column(
        View(draw=icon_painter(app), width=64, height=68, hidden=True),
        label(app.label, TITLE_LARGE, theme.on_surface, id="entity_header_title"),
        width=MATCH,
        align=Align.CENTER,
        gap=8,
        pad=(0, 4, 0, 16),
    )
    running = any(
        activity.package == app.package for stack in context.system.stacks for activity in stack.activities
    )
    actions = [
        _action(
            context, "open_in_new", "Open", lambda: _open(context, app.package), enabled=bool(app.listed)
        ),
        _action(
            context,
            "delete",
            "Uninstall",
            lambda: context.show_dialog("ask", what="uninstall", package=app.package),
            enabled=not app.system,
        ),
        _action(
            context,
            "block",
            "Force stop",
            lambda: context.show_dialog("ask", what="stop", package=app.package),
            enabled=running,
        ),
    ]
    allowed = context.phone.packages.allowed(app.package)
    rows = [
        list_row(
            theme,
            "Permissions",
            ", ".join(allowed) if allowed else "No permissions allowed",
            on_tap=lambda: context.open("app_permissions", package=app.package),
            id="permission_settings",
        ),
        list_row(
            theme,
            "Storage",
            "Clear what this app has stored",
            on_tap=lambda: context.show_dialog("ask", what="clear", package=app.package),
            id="storage_settings",
        ),
        list_row(theme, "Version", app.version, id="version"),
        list_row(theme, "Package", app.package, id="package"),
    ]
    body = scroll(
        context, "app", head, row(*actions, width=MATCH, gap=8, pad=(16, 0, 16, 16)), *rows, space(height=24)
    )
    return column(bar, body, width=MATCH, height=MATCH)


def _action(context: Context[Nearby], icon: str, text: str, on_tap: Handler, *, enabled: bool) -> View:
    theme = context.theme
    color = theme.on_secondary_container if enabled else theme.outline
    return column(
        View(icon=icon, color=color, hidden=True),
        label(text, BODY, color, id="button_text"),
        cls="android.widget.Button",
        id=f"button_{text.lower().replace(' ', '_')}",
        desc=text,
        weight=1,
        gap=4,
        pad=(4, 12, 4, 12),
        align=Align.CENTER,
        radius=18,
        fill=theme.secondary_container if enabled else theme.surface_container,
        enabled=enabled,
        on_tap=on_tap,
    )


def _open(context: Context[Nearby], package: str) -> None:
    context.start(Intent(package=package))


def ask(context: Context[Nearby]) -> Popup:
    """The question before an app is stopped, emptied or uninstalled."""
    package, what = package_of(context.dialog), context.dialog["what"]
    packages = context.phone.packages

    def clear() -> None:
        packages.clear(package)
        context.toast("App data deleted")

    def uninstall() -> None:
        packages.uninstall(package)
        context.finish()

    if what == "stop":
        told = "If you force stop an app, it may misbehave. What it has stored stays."
        return confirm(context, "Force stop?", told, "Force stop", lambda: context.phone.force_stop(package))
    if what == "uninstall":
        return confirm(context, "Uninstall this app?", "Its data is deleted too.", "Uninstall", uninstall)
    told = "This app’s data, including files and settings, will be deleted from this phone for good."
    return confirm(context, "Delete app data?", told, "Delete", clear)


def app_permissions(context: Context[Nearby]) -> View:
    """What an app may use, and what it may not."""
    theme, app = context.theme, _app(context)
    bar = top_bar("App permissions", theme, context.finish)
    if app is None:
        return column(bar, width=MATCH, height=MATCH)
    asked = context.phone.packages.questions(app.package)
    if not asked:
        nothing = empty_state(theme, "shield_check", "No permissions requested")
        return column(bar, nothing, width=MATCH, height=MATCH)
    rows: list[View] = []
    for title, wanted in (("Allowed", True), ("Not allowed", False)):
        names = [name for name in asked if context.phone.packages.granted(app.package, name) is wanted]
        rows.append(section(title, theme))
        rows += [_permission(context, app.package, name) for name in names]
        if not names:
            told = "No permissions allowed" if wanted else "No permissions denied"
            rows.append(label(told, BODY, theme.on_surface_variant, id="none", pad=(20, 4, 0, 8)))
    body = scroll(context, "permissions", *rows, space(height=24), id="recycler_view")
    return column(bar, body, width=MATCH, height=MATCH)


def _permission(context: Context[Nearby], package: str, name: str) -> View:
    return list_row(
        context.theme,
        context.phone.packages.title_of(name),
        on_tap=lambda: context.show_dialog("permission", package=package, permission=name),
        id="permission",
        pad=(20, 4, 20, 4),
    )


def permission_choice(context: Context[Nearby]) -> Popup:
    """Whether an app may use what a permission guards."""
    package, name = package_of(context.dialog), str(context.dialog["permission"])
    packages = context.phone.packages
    options = [("yes", "Allow while using the app"), ("no", "Don’t allow")]
    current = "yes" if packages.granted(package, name) else "no"
    return choice(
        context,
        packages.title_of(name),
        options,
        current,
        lambda value: packages.set_permission(package, name, value == "yes"),
    )
