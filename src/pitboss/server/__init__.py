"""The server: the house over HTTP and WebSocket (docs/protocol.md)."""
