"""The companion server over real sockets: the official client, and raw requests for what lies at the door."""
