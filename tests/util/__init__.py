"""Tests of the frames."""
