"""Set-of-Marks prompting for Crab: marked screenshots and the element maps that clicks resolve against."""
