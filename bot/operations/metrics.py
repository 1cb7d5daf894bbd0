"""Metrics for Prometheus; no label identifies a person or a game."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from bot.errors.storage import DatabaseBusy, DatabaseUnavailable

RENDER_BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
DELAY_BUCKETS = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """Registry of all metrics.

    Counters and histograms change while the bot runs; a request of `/metrics` sets the gauges.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.moves = self._counter("lifeline_moves", "Moves made, of every kind.")
        self.refusals = self._counter("lifeline_refusals", "Refused actions, by reason.", "kind")
        # Prometheus sees no increase in a series that appears with its first count, so the series
        # of alerts start at 0.
        for error in (DatabaseBusy, DatabaseUnavailable):
            self.refusals.labels(error.__name__)
        self.failures = self._counter("lifeline_failures", "Failures of the program itself.")
        self.errors = self._counter(
            "lifeline_errors", "Failures of the program itself, by exception.", "kind"
        )
        self.reports = self._counter("lifeline_reports", "Players reported to the operator.")
        self.discord_errors = self._counter(
            "lifeline_discord_errors", "Failed deliveries, by Discord's error code.", "code"
        )
        self.render_time = self._histogram(
            "lifeline_render_seconds",
            "Time to draw a picture, including its wait.",
            RENDER_BUCKETS,
        )
        self.loop_delay = self._histogram(
            "lifeline_loop_delay_seconds",
            "How late the event loop wakes a task.",
            DELAY_BUCKETS,
        )
        self.gateway_latency = self._gauge(
            "lifeline_gateway_latency_seconds", "Round trip of a heartbeat.", "shard"
        )
        self.gateway_up = self._gauge(
            "lifeline_gateway_up", "1 while the shard is connected.", "shard"
        )
        self.servers = self._gauge("lifeline_servers", "Servers that the bot is in.")
        self.outbox = self._gauge(
            "lifeline_outbox_messages", "Undelivered messages, by status.", "status"
        )
        self.outbox_age = self._gauge(
            "lifeline_outbox_age_seconds", "Age of the oldest undelivered channel message."
        )
        self.practice_up = self._gauge(
            "lifeline_practice_up", "0 while the process of the engine cannot run."
        )
        self.overdue = self._gauge(
            "lifeline_deadlines_overdue", "Deadlines that are overdue by a minute or more."
        )
        self.overdue_age = self._gauge(
            "lifeline_deadlines_overdue_seconds", "Overdue time of the oldest deadline."
        )

        self.copy_age = self._gauge(
            "lifeline_copy_age_seconds", "Age of the newest backup of the database."
        )

    def count_failure(self, error: BaseException) -> None:
        """Count a failure of the program, in total and by the type of exception."""
        self.failures.inc()
        self.errors.labels(type(error).__name__).inc()

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self.registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, meaning, buckets=buckets, registry=self.registry)
