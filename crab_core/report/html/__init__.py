"""A run as one self-contained HTML page: nothing is fetched, from anywhere, to show it.

`page` puts it together; `overview`, `episode`, `steps` and `graph` write its parts; styles and scripts lie
beside them as they are.
"""

from crab_core.report.html.page import write_html

__all__ = ["write_html"]
