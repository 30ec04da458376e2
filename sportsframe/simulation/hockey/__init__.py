"""The simulated hockey seasons."""
