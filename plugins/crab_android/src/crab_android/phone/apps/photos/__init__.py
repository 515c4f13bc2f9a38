"""Photos: pictures by day, albums, search, editing, trash."""
