"""Figures of a process for Prometheus. No label tells anything about a card or a person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The figures of one house. Each house has a registry of its own."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.requests = Counter(
            "pitboss_http_requests", "HTTP requests.", ("method", "route", "status"), registry=registry
        )
        self.request_seconds = Histogram(
            "pitboss_http_request_seconds", "Time of an HTTP request.", registry=registry, buckets=_SECONDS
        )
        self.commands = Counter(
            "pitboss_commands", "Commands over WebSocket, by their result.", ("command", "result"), registry=registry
        )
        self.command_seconds = Histogram(
            "pitboss_command_seconds", "Time until a command is answered.", registry=registry, buckets=_SECONDS
        )
        self._by_result: dict[tuple[str, str], Counter] = {}
        self.connections = Gauge("pitboss_connections", "Open WebSockets.", registry=registry)
        self.dropped = Counter("pitboss_dropped", "WebSockets that the house closed.", ("code",), registry=registry)
        self.tables = Gauge("pitboss_tables", "Tables of this process.", ("state",), registry=registry)
        self.rounds = Counter("pitboss_rounds", "Rounds that ended.", ("game",), registry=registry)
        self.faults = Counter("pitboss_faults", "Errors of the house that stopped a table.", registry=registry)
        self.restarts = Counter("pitboss_table_restarts", "Tables brought back after a fault.", registry=registry)
        self.reopened = Counter(
            "pitboss_reopened", "Times the house lost its database and opened again.", registry=registry
        )
        self.taken_over = Counter(
            "pitboss_tables_taken_over", "Tables taken over from another process.", registry=registry
        )
        self.transactions = Gauge("pitboss_transactions", "Transactions of the committer.", registry=registry)
        self.jobs = Gauge("pitboss_jobs", "Jobs that the committer has written.", registry=registry)

    def count_command(self, command: str, result: str, seconds: float) -> None:
        """Count a command that was answered. Labels are looked up once, since this happens for every act."""
        counter = self._by_result.get((command, result))
        if counter is None:
            counter = self._by_result[command, result] = self.commands.labels(command, result)
        counter.inc()
        self.command_seconds.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
