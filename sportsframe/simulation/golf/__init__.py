"""The simulated golf seasons."""
