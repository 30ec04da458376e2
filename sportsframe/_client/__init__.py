"""From a question to the bytes of its answer: settings, cache, transport."""
