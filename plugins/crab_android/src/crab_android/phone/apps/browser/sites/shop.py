"""shop.crab.test: a shop with a cart."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..blocks import AnyBlock, Banner, Entry, Form, Grid, Heading, Input, Page, Paragraph, Picture, Press

if TYPE_CHECKING:
    from ..address import Address
    from ..model import Browser
    from ..web import Ask

HOST = "shop.crab.test"
_BANNER = Banner(text="Corner Shop", icon="shop", links=[("All goods", "/"), ("Cart", "/cart")])
ORDERED = "/ordered"


class _Good(NamedTuple):
    slug: str
    name: str
    cents: int
    drawing: str
    text: str
    facts: tuple[tuple[str, str], ...]


_GOODS = (
    _Good("desk-lamp", "Desk lamp “Heron”", 4900, "lamp", "A lamp with a long neck and warm light.",
          (("Power", "8 W"), ("Height", "46 cm"), ("Colour", "Brass"))),
    _Good("mug", "Stoneware mug", 1450, "mug", "Holds 350 ml and goes into the dishwasher.",
          (("Volume", "350 ml"), ("Weight", "380 g"), ("Colour", "Terracotta"))),
    _Good("headphones", "Headphones “Quiet 2”", 12900, "headphones", "30 hours without a cable.",
          (("Battery", "30 h"), ("Weight", "245 g"), ("Bluetooth", "5.3"))),
    _Good("backpack", "Day pack, 22 litres", 6900, "bag", "A light pack with a sleeve for a laptop.",
          (("Volume", "22 l"), ("Weight", "640 g"), ("Colour", "Teal"))),
    _Good("notebook", "Dotted notebook, A5", 1200, "book", "192 pages that lie flat.",
          (("Pages", "192"), ("Paper", "100 g/m²"), ("Size", "A5"))),
    _Good("fern", "Potted fern", 1890, "plant", "Likes shade and a little water every other day.",
          (("Height", "35 cm"), ("Pot", "12 cm"), ("Light", "Shade"))),
    _Good("wall-clock", "Wall clock “Noon”", 3900, "clock", "Silent, with large digits.",
          (("Diameter", "30 cm"), ("Battery", "1 × AA"), ("Colour", "Slate"))),
    _Good("bicycle-light", "Bicycle light", 2750, "bicycle", "Bright, small, charged by USB-C.",
          (("Light", "90 lux"), ("Battery", "6 h"), ("Weight", "95 g"))),
)  # fmt: skip


def price(cents: int) -> str:
    """An amount in dollars."""
    return f"${cents / 100:,.2f}"


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """All pages that do not depend on the cart, by path."""
    entries: list[AnyBlock] = [
        Entry(title=g.name, link=f"/{g.slug}", text=g.text, meta=price(g.cents), drawing=g.drawing)
        for g in _GOODS
    ]
    head: list[AnyBlock] = [_BANNER, Heading(text="All goods", level=1)]
    made = {"": Page(title="Corner Shop", blocks=[*head, *entries])}
    for good in _GOODS:
        made[f"/{good.slug}"] = Page(
            title=f"{good.name} - Corner Shop",
            blocks=[
                _BANNER,
                Picture(drawing=good.drawing, alt=good.name),
                Heading(text=good.name, level=1),
                Paragraph(text=f"**{price(good.cents)}** · In stock"),
                Paragraph(text=good.text),
                Press(text="Add to cart", link=f"/cart/add?item={good.slug}"),
                Grid(rows=[list(fact) for fact in good.facts]),
            ],
        )
    made[ORDERED] = Page(
        title="Thank you - Corner Shop",
        blocks=[
            _BANNER,
            Heading(text="Thank you for your order", level=1),
            Paragraph(text="It will leave the shop tomorrow. Nothing was charged: this shop is a toy."),
            Press(text="Back to the shop", link="/"),
        ],
    )
    return made


def act(state: Browser, at: Address) -> str:
    """Do what an address of the shop asks for; returns where it leads, or nothing for a mere page."""
    known = {good.slug for good in _GOODS}
    item = at.query.get("item", "")
    if at.path == "/cart/add" and item in known:
        state.cart[item] = state.cart.get(item, 0) + 1
    elif at.path == "/cart/remove" and item in state.cart:
        state.cart[item] -= 1
        if not state.cart[item]:
            del state.cart[item]
    elif at.path == "/cart/order" and state.cart:
        state.cart.clear()
        return f"https://{HOST}{ORDERED}"
    elif not at.path.startswith("/cart/"):
        return ""
    return f"https://{HOST}/cart"


def page(ask: Ask) -> Page | None:
    """The cart."""
    if ask.at.path != "/cart":
        return None
    mine = [(good, ask.state.cart[good.slug]) for good in _GOODS if good.slug in ask.state.cart]
    blocks: list[AnyBlock] = [_BANNER, Heading(text="Your cart", level=1)]
    if not mine:
        blocks += [Paragraph(text="Your cart is empty."), Press(text="Look around", link="/")]
        return Page(title="Cart - Corner Shop", blocks=blocks)
    rows = [[f"[{g.name}](/{g.slug})", str(count), price(g.cents * count)] for g, count in mine]
    total = sum(good.cents * count for good, count in mine)
    blocks.append(
        Grid(head=["Item", "Count", "Price"], rows=[*rows, ["**Total**", "", f"**{price(total)}**"]])
    )
    for good, _count in mine:
        press = Press(text=f"Remove {good.name}", link=f"/cart/remove?item={good.slug}", filled=False)
        blocks.append(press)
    fields = [
        Input(name="name", label="Name", required=True),
        Input(name="street", label="Street and number", required=True),
        Input(name="gift", label="Wrap as a gift", kind="check"),
    ]
    blocks += [
        Heading(text="Order"),
        Form(fields=fields, button="Place order", action="/cart/order"),
    ]
    return Page(title="Cart - Corner Shop", blocks=blocks)
