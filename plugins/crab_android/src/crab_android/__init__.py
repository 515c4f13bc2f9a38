"""Android phones for Crab: a simulated phone that speaks ADB, and real devices through the same door."""
