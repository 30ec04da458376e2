"""The simulated football seasons."""
