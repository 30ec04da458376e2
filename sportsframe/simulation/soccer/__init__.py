"""The simulated soccer seasons."""
