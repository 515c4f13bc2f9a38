"""Camera: pictures, portraits and videos of a drawn surrounding."""
