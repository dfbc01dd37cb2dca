"""The WebSocket: connections, and commands to tables that another process runs."""
