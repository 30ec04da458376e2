"""What the games share: calendars, clubs, people, places, seasons, random numbers."""
