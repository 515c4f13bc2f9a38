"""What the phone itself has beside its apps: settings, files, keyboard, bars."""
