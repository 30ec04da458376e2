"""The simulated baseball seasons."""
