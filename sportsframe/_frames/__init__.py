"""From bytes to typed frames, and from frames back to what they are."""
