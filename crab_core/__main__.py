"""`python -m crab_core` is `crab`."""

from crab_core.cli import main

if __name__ == "__main__":
    main()
