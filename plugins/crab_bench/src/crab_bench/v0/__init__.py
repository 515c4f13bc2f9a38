"""Crab Benchmark v0: sixty tasks with fixed seeds."""
