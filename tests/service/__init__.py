"""Tests of the reference service."""
