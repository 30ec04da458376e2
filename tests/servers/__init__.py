"""Tests of the mirror and the tools for agents."""
