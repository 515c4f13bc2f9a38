"""What is on the glass: views, layout, text, icons, colours and the renderer."""
