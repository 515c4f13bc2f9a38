"""A phone seen from the host: everything here goes through ADB and works with any Android device."""
