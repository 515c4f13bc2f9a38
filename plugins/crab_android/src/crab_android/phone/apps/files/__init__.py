"""Files: what lies on the phone, by folder and by kind."""
