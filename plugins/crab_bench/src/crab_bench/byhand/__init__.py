"""Ten tasks written by hand: nine of our own, and the case study of the CRAB paper."""
