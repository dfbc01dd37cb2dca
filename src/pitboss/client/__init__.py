"""A client of the server, sync and async (docs/protocol.md)."""
