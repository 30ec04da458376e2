"""Benchmarks and long trials; each module is a command."""
