"""One set of certificates for all clients of this process."""

from __future__ import annotations

import functools
import ssl


@functools.cache
def certificates() -> ssl.SSLContext:
    """What TLS connections are checked by, read once: that takes longer than a small request (some 30 ms)."""
    import httpx2

    return httpx2.create_ssl_context()
