"""What number formats mean: Excel's codes, which LibreOffice shows people too, and OpenDocument's styles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crab_ubuntu.evaluators.office.workbook import NumberKind

if TYPE_CHECKING:
    from odfdo import Element

QUOTED: Final = re.compile(r'"([^"]*)"|\\(.)|_.|\*.')
CURRENCY: Final = re.compile(r"\[\$([^\]-]*)(?:-[0-9A-Fa-f]+)?\]")
CONDITION: Final = re.compile(r"\[(?!h+\]|m+\]|s+\])[^\]]*\]", re.IGNORECASE)
SYMBOLS: Final = ("€", "$", "£", "¥", "CHF", "EUR", "USD", "GBP")

Facts = tuple[NumberKind, int | None, str]
"""Kind, digits after the point, currency."""

ELEMENTS: Final[dict[str, NumberKind]] = {
    "number:number-style": "number",
    "number:percentage-style": "percent",
    "number:currency-style": "currency",
    "number:date-style": "date",
    "number:time-style": "time",
    "number:text-style": "text",
    "number:boolean-style": "general",
}


def code_facts(code: str) -> Facts:
    """Read an Excel format code, such as `#,##0.00 "€"`."""
    first = code.split(";", maxsplit=1)[0]
    named = CURRENCY.search(first)
    texts = [quoted or escaped for quoted, escaped in QUOTED.findall(first)]
    currency = named.group(1) if named else ""
    bare = CONDITION.sub("", QUOTED.sub("", CURRENCY.sub("", first)))
    if not currency:
        currency = next((s for s in SYMBOLS if s in bare or any(s in text for text in texts)), "")
    if bare.strip().lower() in {"general", "standard", ""} and not currency:
        return "general", None, ""
    if "@" in bare:
        return "text", None, ""
    decimals = len(digits.group(1)) if (digits := re.search(r"\.([0#?]+)", bare)) else 0
    if re.search(r"[0#?]", bare) and not re.search(r"[ymdhs]", bare, re.IGNORECASE):
        return _number_kind(bare, currency), decimals, currency
    if re.search(r"[yd]", bare, re.IGNORECASE) or not re.search(r"[hs]", bare, re.IGNORECASE):
        return "date", None, ""
    return "time", None, ""


def _number_kind(bare: str, currency: str) -> NumberKind:
    if "%" in bare:
        return "percent"
    if re.search(r"E[+-]", bare, re.IGNORECASE):
        return "scientific"
    if "/" in bare:
        return "fraction"
    return "currency" if currency else "number"


def style_facts(style: Element) -> Facts:
    """Read an OpenDocument data style."""
    kind = ELEMENTS.get(style.tag, "general")
    decimals: int | None = None
    currency = ""
    for part in style.children:
        if part.tag == "number:scientific-number":
            kind = "scientific"
        elif part.tag == "number:fraction":
            kind = "fraction"
        elif part.tag in {"number:currency-symbol", "number:text"}:
            said = part.text.strip()
            known = next((s for s in SYMBOLS if s in said), "")
            currency = currency or (said if part.tag == "number:currency-symbol" else known)
        if part.tag in {"number:number", "number:scientific-number"}:
            places = part.get_attribute_integer("number:decimal-places")
            decimals = places if places is not None or kind == "number" else 0
    if kind == "number" and currency:
        kind = "currency"
    # "General" is a number style that says nothing of decimals.
    if kind == "number" and decimals is None:
        return "general", None, ""
    return kind, decimals, currency
