"""The command line."""

from .data import main

__all__ = ["main"]
