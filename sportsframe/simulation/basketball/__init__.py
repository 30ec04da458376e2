"""The simulated basketball seasons."""
