"""Pictures as arrays, and the numbers that compare them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from crab_ubuntu.evaluators.magic import media_type
from crab_ubuntu.evaluators.reading import UnreadableError, parsing, read_reference, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF")
LARGEST: Final = 32 * 1024 * 1024
"""Bytes of an encoded picture."""
MOST_PIXELS: Final = 16_000_000
"""Pixels of a picture: twice a 4K screen. A few kilobytes can claim billions."""
SMALL: Final = 512
"""Pixels of the longer side to which pictures are made smaller before they are compared as a whole."""


def picture(given: str) -> Image:
    """A picture, decoded, the right way up.

    Args:
        given: Its path, or its content as "data:;base64,…".

    Raises:
        UnreadableError: It is missing, broken, too large, or in a format that is not read here.
    """
    from PIL import Image, ImageOps

    name, data = shown(given), read_reference(given, LARGEST)
    try:
        found = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise UnreadableError("has too many pixels to be judged", name) from error
    except Exception as error:
        raise UnreadableError(f"is no picture that can be read but {media_type(data)}", name) from error
    if found.width * found.height > MOST_PIXELS:
        raise UnreadableError(f"has {found.width}×{found.height} pixels, too many to be judged", name)
    with parsing(name, "a picture"):
        found.load()
        kind = found.format
        turned = ImageOps.exif_transpose(found)
    turned.format = kind
    return turned


def rgba(image: Image) -> NDArray[np.uint8]:
    """Height × width × 4 bytes; what cannot be seen is black."""
    import numpy as np

    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")
    pixels = np.array(image.convert("RGBA"))
    if image.has_transparency_data:
        pixels[pixels[..., 3] == 0] = 0
    return pixels


def plain(image: Image, longest: int = 0) -> Image:
    """A picture in mode RGB, transparent parts on white.

    Args:
        image: The picture.
        longest: Pixels of the longer side that it is made smaller to, by whole numbers; 0 leaves its size.
    """
    from PIL import Image

    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")
    if image.has_transparency_data:
        over = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", over.size, "white"), over)
    if image.mode != "RGB":
        image = image.convert("RGB")
    factor = max(1, -(-max(image.size) // longest)) if longest else 1
    return image.reduce(factor) if factor > 1 else image


def rgb(image: Image, longest: int = 0) -> NDArray[np.float32]:
    """The same as height × width × 3 numbers from 0 to 255."""
    import numpy as np

    return np.asarray(plain(image, longest), dtype=np.float32)


def luma(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Height × width of brightness, 0 to 255 (ITU-R BT.601, 2.5.1)."""
    import numpy as np

    return np.asarray(pixels @ np.array([0.299, 0.587, 0.114], dtype=np.float32))


def brightness(pixels: NDArray[np.float32]) -> float:
    """Mean luma, 0 to 255."""
    return float(luma(pixels).mean())


def contrast(pixels: NDArray[np.float32]) -> float:
    """Standard deviation of luma, 0 to 127.5 (root mean square contrast; Peli, JOSA A 7, 1990, eq. 4)."""
    return float(luma(pixels).std())


def saturation(pixels: NDArray[np.float32]) -> float:
    """Mean saturation of HSV, 0 to 255 (Smith, SIGGRAPH 1978)."""
    import numpy as np

    high, low = pixels.max(axis=2), pixels.min(axis=2)
    return float((255 * (high - low) / np.maximum(high, 1)).mean())


def difference(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Mean absolute difference of the channels of two pictures of one size, 0 to 255."""
    import numpy as np

    # In bytes: a difference of bytes that cannot be negative needs no wider numbers.
    return float((np.maximum(one, other) - np.minimum(one, other)).mean())


def correlation(one: Image, other: Image, side: int = 64) -> float:
    """How far two pictures show the same, whatever their brightness, contrast, colours and size: -1 to 1.

    Pearson's correlation of the lumas on a grid of `side` × `side`; 1 for two plain ones, 0 for one.
    """
    import numpy as np
    from PIL import Image

    grids = [
        luma(rgb(plain(image, SMALL).resize((side, side), Image.Resampling.BOX))) for image in (one, other)
    ]
    deviations = [grid - grid.mean() for grid in grids]
    flat = [float(np.abs(deviation).max()) < 1 for deviation in deviations]
    if any(flat):
        return float(all(flat))
    first, second = deviations
    return float((first * second).sum() / np.sqrt((first**2).sum() * (second**2).sum()))


def similarity(one: NDArray[np.float32], other: NDArray[np.float32], window: int = 7) -> float:
    """Mean structural similarity of two pictures of one size, over the colours: 1 when they are the same.

    Source: Wang, Bovik, Sheikh, Simoncelli, IEEE Trans. Image Processing 13(4), 2004, eq. 13, with square
    windows of equal weights and its constants K1 = 0.01, K2 = 0.03. The worst of the colours counts.
    """
    import numpy as np

    size = min(window, *one.shape[:2])

    def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
        sums = np.pad(values, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
        whole = sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
        return np.asarray(whole / size**2)

    scores = []
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    for channel in range(3):
        x, y = one[..., channel].astype(np.float64), other[..., channel].astype(np.float64)
        mx, my = mean(x), mean(y)
        vx, vy, both = mean(x * x) - mx**2, mean(y * y) - my**2, mean(x * y) - mx * my
        top = (2 * mx * my + c1) * (2 * both + c2)
        scores.append(float((top / ((mx**2 + my**2 + c1) * (vx + vy + c2))).mean()))
    return min(scores)
