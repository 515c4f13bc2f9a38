"""Clock: alarms, the time in the world, timers and a stopwatch."""
