"""`python -m crab_core.host`: serve one environment."""

import sys

from crab_core.host.serve import main

sys.exit(main())
