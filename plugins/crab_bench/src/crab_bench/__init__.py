"""Crab Benchmark: tasks across a Linux desktop and a phone, each with a reference solution."""
