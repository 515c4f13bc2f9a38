"""Text in pictures: engines behind one hook, and a reader that reads only what has changed."""
