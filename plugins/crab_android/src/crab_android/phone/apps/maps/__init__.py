"""Maps: an island town in detail and cities of the world; search, places, directions, saved places."""
