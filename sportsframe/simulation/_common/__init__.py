"""Shared by the games: calendars, clubs, people, places, seasons, random numbers."""
