"""Servers that combine the client and the service: the caching mirror, and tools for agents."""
