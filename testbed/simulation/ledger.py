"""Who had to be told what, and was: every turn once, at a moment at which that is allowed."""

from collections import Counter
from datetime import timedelta

from bot.services.notifications.settings import NotificationWay
from bot.services.views import GameView
from bot.store.engine.database import Database
from bot.store.tables import vacations
from sandbox import Guild
from testbed.simulation.account import ZERO, Guest, Span, Table
from testbed.simulation.heard import CARD, DIGEST, OVER, RESULT, TURN, Heard
from testbed.simulation.present import Present

SECOND = timedelta(seconds=1)
ABOUT_VACATION = ("vacation", "strict_back")
OF_TURN = ("turn_dm", "undeliverable")
LISTED = 15  # games that a digest names; the others it counts
ONCE = ([TURN], ["turn_dm"], [DIGEST], ["undeliverable"])
BOTH = [TURN, "turn_dm"]
Key = tuple[int, int]


class Ledger:
    """Compares what people hear, and what clocks show, with the simulation's own account.

    `reader` is the bot's database: vacations are read there.
    """

    reader: Database

    def __init__(
        self, tables: dict[int, Table], guests: dict[int, Guest], present: Present
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.outages: list[Span] = []
        self._tables = tables
        self._guests = guests
        self._present = present
        self._begun: dict[Key, Guest] = {}
        self._now: dict[int, Key] = {}  # the turn that is played in each running game
        self._told: dict[Key, list[str]] = {}
        self._shown: list[tuple[Table, int, int]] = []
        self._ended: list[Table] = []
        self._ends_shown: set[int] = set()
        self._ends_told: Counter[tuple[int, int]] = Counter()  # by game and person

    def turn_begins(self, table: Table) -> None:
        key = self._now[table.number] = (table.number, table.revision)
        self._begun[key] = table.mover

    def game_over(self, table: Table) -> None:
        self._now.pop(table.number, None)

    def ended_by_itself(self, game_id: int) -> None:
        """Note that the bot has ended a game, to be judged by `check`."""
        self._ended.append(self._tables[game_id])

    def end_shown(self, game_id: int) -> None:
        """Note that the place of a game has been shown its end."""
        self._ends_shown.add(game_id)

    # what people hear

    def hear(self, told: Heard) -> None:
        self.counts[f"told: {told.kind}"] += 1
        guest = self._guests[told.person]
        assert guest.notification_settings.quiet_until(told.moment) is None, (
            f"{told} in quiet hours"
        )
        if told.kind not in ABOUT_VACATION:
            assert not guest.is_away(told.moment), f"{told} while away"
        if told.kind == TURN:
            self._hear_ping(told, guest)
        elif told.kind in OF_TURN:
            self._note(self._now[told.games[0]], told.kind)
        elif told.kind == DIGEST:
            self._hear_digest(told, guest)
        elif told.kind in (RESULT, OVER):
            self._ends_told[told.games[0], told.person] += 1
        elif told.kind == CARD:
            self.counts["challenges heard of"] += 1

    def _hear_ping(self, told: Heard, guest: Guest) -> None:
        table = self._tables[told.games[0]]
        assert (table.mover, table.revision) == (guest, told.revision), f"{told}: not their turn"
        self._note((table.number, table.revision), told.kind)
        if told.time_up is not None:
            self._shown.append((table, table.revision, told.time_up))

    def _hear_digest(self, told: Heard, guest: Guest) -> None:
        waiting = [key for key in self._now.values() if self._begun[key] is guest]
        audible = [key for key in waiting if key[0] not in guest.muted]
        assert told.waiting == len(audible), f"{told} counts {told.waiting} of {audible}"
        server = told.message.channel.guild  # None: by direct message all are named
        seen = {number for number, _ in audible if server in (None, self._server_of(number))}
        assert len(told.games) == min(len(seen), LISTED), told
        assert seen.issuperset(told.games), f"{told} names games of other servers"
        for key in audible:
            # what was told before is listed again, as what is waiting
            if key not in self._told:
                self._note(key, told.kind)

    def _server_of(self, number: int) -> Guild | None:
        return self._tables[number].channel.guild

    def _note(self, key: Key, kind: str) -> None:
        self._told.setdefault(key, []).append(kind)

    # time

    async def remaining(self, table: Table) -> timedelta:
        """Return what the player to move has left."""
        spans = [*self.outages]
        for guest in table.seats:
            rows = await self.reader.read(vacations.find_ending_after, guest.id, table.since)
            ends = "strict_ends_at" if table.strict else "ends_at"
            spans += [(row.starts_at, getattr(row, ends)) for row in rows]
        return table.remaining(self._present.moment, spans)

    def compare(self, table: Table, game: GameView) -> None:
        """Compare a clock with the account, right after a move."""
        if game.clock is None:
            return
        for seat in (0, 1):
            shown = game.clock.remaining(seat, self._present.moment)
            assert abs(shown - table.left[seat]) < SECOND, f"game {table.number}: {shown}"
        self.counts["clocks compared"] += 1

    async def check(self) -> None:
        """Judge what has happened since the last time: times shown, games ended."""
        shown, self._shown = self._shown, []
        for table, revision, second in shown:
            if table.revision == revision:
                end = self._present.moment + await self.remaining(table)
                assert abs(end.timestamp() - second) <= 1, f"game {table.number} shows {second}"
                self.counts["times in messages compared"] += 1
        ended, self._ended = self._ended, []
        for table in ended:
            left = await self.remaining(table) if table.has_clock and table.strict else ZERO
            assert left < SECOND, f"game {table.number} lost with {left} left"
            self.counts["games ended by the bot, each deserved"] += 1
            self.game_over(table)

    # the end

    def verdict(self) -> Counter[str]:
        """Check that each turn, and each end, was told as often as it should have been."""
        return self._verdict_on_turns() + self._verdict_on_ends()

    def _verdict_on_ends(self) -> Counter[str]:
        outcomes: Counter[str] = Counter()
        for number in self._ends_shown:
            for guest in self._tables[number].seats:
                told = self._ends_told[number, guest.id]
                if guest.notification_settings.way is NotificationWay.NONE or number in guest.muted:
                    outcomes["ends not told: unwanted"] += 1
                    continue
                assert told == 1, f"the end of game {number} was told {guest.id} {told} times"
                outcomes["ends told once"] += 1
        return outcomes

    def _verdict_on_turns(self) -> Counter[str]:
        outcomes: Counter[str] = Counter()
        for key, guest in self._begun.items():
            told = self._told.get(key, [])
            unwanted = (
                guest.notification_settings.way is NotificationWay.NONE or key[0] in guest.muted
            )
            if not told:
                over = self._now.get(key[0]) != key
                assert over or unwanted, f"turn {key} was lost"
                outcomes["not told: unwanted" if unwanted else "not told: played before"] += 1
                continue
            both = guest.notification_settings.way is NotificationWay.BOTH and sorted(told) == BOTH
            assert told in ONCE or both, f"turn {key}: {told}"
            outcomes["turns told once"] += 1
        return outcomes
