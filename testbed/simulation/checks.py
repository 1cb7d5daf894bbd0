"""Checker of notifications and clocks: each turn is notified once, at a permitted time."""

from collections import Counter
from datetime import timedelta

from bot.services.values.notifications.settings import NotificationWay
from bot.services.values.views import GameView
from bot.store.engine.database import Database
from bot.store.tables import vacations
from sandbox import Guild
from testbed.simulation.received import CARD, DIGEST, OVER, RESULT, TURN, ReceivedNotification
from testbed.simulation.schedule import ManualClock
from testbed.simulation.tracking import ZERO, Participant, Span, TrackedGame

SECOND = timedelta(seconds=1)
ABOUT_VACATION = ("vacation", "strict_back")
OF_TURN = ("turn_dm", "undeliverable")
DIGEST_LIMIT = 15  # games listed in a digest; others are only counted
ONCE = ([TURN], ["turn_dm"], [DIGEST], ["undeliverable"])
BOTH = [TURN, "turn_dm"]
Key = tuple[int, int]


class NotificationChecker:
    """Checker that compares the bot's notifications and clocks with the simulation's records.

    `reader` is the bot's database, from which vacations are read.
    """

    reader: Database

    def __init__(
        self,
        tracked_games: dict[int, TrackedGame],
        participants: dict[int, Participant],
        clock: ManualClock,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.outages: list[Span] = []
        self._tracked_games = tracked_games
        self._participants = participants
        self._clock = clock
        self._begun: dict[Key, Participant] = {}
        self._now: dict[int, Key] = {}  # current turn of each game in progress
        self._notified: dict[Key, list[str]] = {}
        self._shown: list[tuple[TrackedGame, int, int]] = []
        self._ended: list[TrackedGame] = []
        self._ends_shown: set[int] = set()
        self._ends_notified: Counter[tuple[int, int]] = Counter()  # by game and person

    def turn_begins(self, tracked: TrackedGame) -> None:
        key = self._now[tracked.number] = (tracked.number, tracked.revision)
        self._begun[key] = tracked.mover

    def game_over(self, tracked: TrackedGame) -> None:
        self._now.pop(tracked.number, None)

    def record_ended_game(self, game_id: int) -> None:
        """Record that the bot ended a game, for the next `check`."""
        self._ended.append(self._tracked_games[game_id])

    def record_shown_end(self, game_id: int) -> None:
        """Record that the end of a game was shown in its channel."""
        self._ends_shown.add(game_id)

    # Notifications

    def record_notification(self, notification: ReceivedNotification) -> None:
        self.counts[f"notified: {notification.kind}"] += 1
        participant = self._participants[notification.person]
        assert participant.notification_settings.quiet_until(notification.moment) is None, (
            f"{notification} in quiet hours"
        )
        if notification.kind not in ABOUT_VACATION:
            assert not participant.is_away(notification.moment), f"{notification} while away"
        if notification.kind == TURN:
            self._record_ping(notification, participant)
        elif notification.kind in OF_TURN:
            self._note(self._now[notification.games[0]], notification.kind)
        elif notification.kind == DIGEST:
            self._record_digest(notification, participant)
        elif notification.kind in (RESULT, OVER):
            self._ends_notified[notification.games[0], notification.person] += 1
        elif notification.kind == CARD:
            self.counts["challenges notified"] += 1

    def _record_ping(self, notification: ReceivedNotification, participant: Participant) -> None:
        tracked = self._tracked_games[notification.games[0]]
        assert (tracked.mover, tracked.revision) == (
            participant,
            notification.revision,
        ), f"{notification}: not their turn"
        self._note((tracked.number, tracked.revision), notification.kind)
        if notification.time_up is not None:
            self._shown.append((tracked, tracked.revision, notification.time_up))

    def _record_digest(self, notification: ReceivedNotification, participant: Participant) -> None:
        waiting = [key for key in self._now.values() if self._begun[key] is participant]
        audible = [key for key in waiting if key[0] not in participant.muted]
        assert notification.waiting == len(audible), f"{notification} does not count {audible}"
        server = notification.message.channel.guild  # None: a direct message lists all games
        seen = {number for number, _ in audible if server in (None, self._server_of(number))}
        assert len(notification.games) == min(len(seen), DIGEST_LIMIT), notification
        assert seen.issuperset(notification.games), f"{notification} names games of other servers"
        for key in audible:
            # a digest repeats waiting turns that were notified before
            if key not in self._notified:
                self._note(key, notification.kind)

    def _server_of(self, number: int) -> Guild | None:
        return self._tracked_games[number].channel.guild

    def _note(self, key: Key, kind: str) -> None:
        self._notified.setdefault(key, []).append(kind)

    # Time

    async def remaining(self, tracked: TrackedGame) -> timedelta:
        """Return the remaining time of the player to move, by the simulation's own records."""
        spans = [*self.outages]
        for participant in tracked.seats:
            rows = await self.reader.read(
                vacations.find_ending_after, participant.id, tracked.since
            )
            ends = "strict_ends_at" if tracked.strict else "ends_at"
            spans += [
                (row.starts_at, getattr(row, ends))
                for row in rows
                if tracked.strict or not row.automatic  # which pauses only strict games
            ]
        return tracked.remaining(self._clock.moment, spans)

    def compare(self, tracked: TrackedGame, game: GameView) -> None:
        """Compare a game's clock with the simulation's own clock, right after a move."""
        if game.clock is None:
            return
        for seat in (0, 1):
            shown = game.clock.remaining(seat, self._clock.moment)
            assert abs(shown - tracked.left[seat]) < SECOND, f"game {tracked.number}: {shown}"
        self.counts["clocks compared"] += 1

    async def check(self) -> None:
        """Check the deadlines shown to players and the games ended since the last call."""
        shown, self._shown = self._shown, []
        for tracked, revision, second in shown:
            if tracked.revision == revision:
                end = self._clock.moment + await self.remaining(tracked)
                assert abs(end.timestamp() - second) <= 1, f"game {tracked.number} shows {second}"
                self.counts["times in messages compared"] += 1
        ended, self._ended = self._ended, []
        for tracked in ended:
            left = await self.remaining(tracked) if tracked.has_clock and tracked.strict else ZERO
            assert left < SECOND, f"game {tracked.number} lost with {left} left"
            self.counts["games ended by the bot, each deserved"] += 1
            self.game_over(tracked)

    # End

    def final_counts(self) -> Counter[str]:
        """Check that each turn and each end was notified as often as required; return counts."""
        return self._check_turns() + self._check_ends()

    def _check_ends(self) -> Counter[str]:
        outcomes: Counter[str] = Counter()
        for number in self._ends_shown:
            for participant in self._tracked_games[number].seats:
                count = self._ends_notified[number, participant.id]
                way = participant.notification_settings.way
                if way is NotificationWay.NONE or number in participant.muted:
                    outcomes["ends not notified: unwanted"] += 1
                    continue
                assert count == 1, f"end of game {number}: {count} notifications"
                outcomes["ends notified once"] += 1
        return outcomes

    def _check_turns(self) -> Counter[str]:
        outcomes: Counter[str] = Counter()
        for key, participant in self._begun.items():
            kinds = self._notified.get(key, [])
            way = participant.notification_settings.way
            unwanted = way is NotificationWay.NONE or key[0] in participant.muted
            if not kinds:
                over = self._now.get(key[0]) != key
                assert over or unwanted, f"turn {key} was lost"
                outcomes[
                    "not notified: unwanted" if unwanted else "not notified: played before"
                ] += 1
                continue
            both = way is NotificationWay.BOTH and sorted(kinds) == BOTH
            assert kinds in ONCE or both, f"turn {key}: {kinds}"
            outcomes["turns notified once"] += 1
        return outcomes
