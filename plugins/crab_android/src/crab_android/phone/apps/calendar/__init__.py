"""Calendar: events in several calendars, as a schedule, by days and by months."""
