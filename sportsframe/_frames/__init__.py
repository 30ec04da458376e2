"""From bytes to typed frames, and from a frame back to the table that it is."""
