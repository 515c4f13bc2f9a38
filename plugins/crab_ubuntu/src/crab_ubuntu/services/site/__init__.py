"""The service `site`: pages, downloads and forms over HTTP."""

from crab_ubuntu.services.site.site import Site

__all__ = ["Site"]
