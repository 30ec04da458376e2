"""From a query to the bytes of its response: settings, cache, transport."""
