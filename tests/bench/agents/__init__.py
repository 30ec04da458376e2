"""The session of an agent with the official SDKs: for Python, versions 1 and 2, and for TypeScript."""
