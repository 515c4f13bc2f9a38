"""Ten tasks written by hand: nine here, and the case study of the CRAB paper in `crab_bench.tasks`."""
