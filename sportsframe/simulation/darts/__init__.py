"""The simulated darts seasons."""
