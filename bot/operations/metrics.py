"""What is measured while the bot runs, for Prometheus; no label ever names a person or a game."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from bot.errors import DatabaseBusy, DatabaseUnavailable

DRAWING = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
DELAYS = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """One of each; those that count are counted where it happens, the others when asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.moves = self._counter("lifeline_moves", "Moves made, of every kind.")
        self.refusals = self._counter(
            "lifeline_refusals", "Answers that said no, by the reason.", "kind"
        )
        # a counter with a label is born with the first of its kind, and one that is born has not
        # grown: what is alerted about must be there before, at 0
        for error in (DatabaseBusy, DatabaseUnavailable):
            self.refusals.labels(error.__name__)
        self.failures = self._counter("lifeline_failures", "Failures of the program itself.")
        self.errors = self._counter(
            "lifeline_errors", "Failures of the program itself, by exception.", "kind"
        )
        self.discord_errors = self._counter(
            "lifeline_discord_errors", "Posts that Discord did not take, by its code.", "code"
        )
        self.render_time = self._histogram(
            "lifeline_render_seconds", "From the wish for a picture to the picture.", DRAWING
        )
        self.loop_delay = self._histogram(
            "lifeline_loop_delay_seconds", "How late the event loop wakes a sleeper.", DELAYS
        )
        self.gateway_latency = self._gauge(
            "lifeline_gateway_latency_seconds", "A heartbeat's way and back.", "shard"
        )
        self.gateway_up = self._gauge(
            "lifeline_gateway_up", "1 while the shard is connected.", "shard"
        )
        self.servers = self._gauge("lifeline_servers", "Servers that the bot is in.")
        self.outbox = self._gauge(
            "lifeline_outbox_messages", "Messages that are not delivered, by status.", "status"
        )
        self.outbox_age = self._gauge(
            "lifeline_outbox_age_seconds", "Age of the oldest message a channel waits for."
        )
        self.practice_up = self._gauge(
            "lifeline_practice_up", "0 while the process that plays for the bot cannot be had."
        )
        self.overdue = self._gauge(
            "lifeline_deadlines_overdue", "Deadlines that were due a minute ago or more."
        )
        self.overdue_age = self._gauge(
            "lifeline_deadlines_overdue_seconds", "For how long the oldest of them is due."
        )

        self.copy_age = self._gauge(
            "lifeline_copy_age_seconds", "Age of the newest copy of the database."
        )

    def count_failure(self, error: BaseException) -> None:
        """Count a failure of the program, in all and by its kind."""
        self.failures.inc()
        self.errors.labels(type(error).__name__).inc()

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self.registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(name, meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, meaning, buckets=buckets, registry=self.registry)
