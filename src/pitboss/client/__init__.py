"""A client of the server, sync and async: ``Client`` and ``AsyncClient`` have the same methods."""

from pitboss.client.asynchronous import AsyncClient
from pitboss.client.errors import ConnectionLost, NoAnswer, OutOfSequence, Refused
from pitboss.client.live_view import LiveView
from pitboss.client.synchronous import Client

__all__ = ["AsyncClient", "Client", "ConnectionLost", "LiveView", "NoAnswer", "OutOfSequence", "Refused"]
