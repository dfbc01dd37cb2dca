"""The messages between client and server, as plain data (docs/protocol.md)."""
