"""What players do about time: claim a win, give time, remind, keep a game that fell asleep."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from bot.errors import NotDue
from bot.services.clocks.clock import Clock
from bot.services.clocks.due_dates import ASLEEP_AFTER, GAME_DUE, Due
from bot.services.clocks.game_clocks import present_clock, set_clock, with_clock
from bot.services.games.actions import (
    allowed_seat,
    announce_clock,
    existing_game,
    record_action,
    refuse_older_turns,
)
from bot.services.games.ending import end_game
from bot.services.games.replay_cache import ReplayCache
from bot.services.notifications.creation import add_notification
from bot.services.notifications.kinds import NotificationKind
from bot.services.view_builder import TIMED_OUT, game_view
from bot.services.views import Actor, GameView
from bot.store.engine.database import Database, Transaction
from bot.store.tables import clocks, deadlines, interactions
from bot.store.tables.clocks import ClockRow
from bot.store.tables.games import GameRow
from bot.words import refusals

BETWEEN_NUDGES = timedelta(hours=24)

Action = Callable[[Transaction, Actor, GameRow, int], Awaitable[None]]


class TimeService:
    """Use cases of time running out. `revision` says for which position a button was made."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: ReplayCache
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines
        # by what is stored of them
        self._actions: Mapping[str, Action] = {
            "claim": self._claim,
            "give": self._give,
            "remind": self._remind,
            "keep": self._keep,
        }

    async def claim(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Win a game because the opponent's time is used up.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: unknown, another's, ended, moved on.
        :raises NotDue: there is time left, or no clock.
        """
        return await self._database.write(self._do, actor, game_id, revision, "claim")

    async def claimable(
        self, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Return a game that `claim` would win; raises as it does."""
        return await self._database.read(self._claimable, actor, game_id, revision)

    async def give(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Give the opponent two more days from now; raises as `claim` does."""
        return await self._database.write(self._do, actor, game_id, revision, "give")

    async def remind(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Have the opponent reminded, at most once a day; raises as `claim` does."""
        return await self._database.write(self._do, actor, game_id, revision, "remind")

    async def keep(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Keep a game that fell asleep.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: unknown, another's, ended, moved on.
        """
        return await self._database.write(self._do, actor, game_id, revision, "keep")

    async def _do(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None, action: str
    ) -> GameView:
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = _seat(row, actor, revision)
            await self._actions[action](tx, actor, row, seat)
            before, row = row, await existing_game(tx, game_id)
            await record_action(tx, actor, action, before, row, self._clock())
        return await with_clock(
            tx, game_view(row, await self._lines.of(tx, row), actor.user_id), self._clock()
        )

    async def _claimable(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> GameView:
        row = await existing_game(tx, game_id)
        await self._fallen(tx, row, _seat(row, actor, revision))
        return game_view(row, await self._lines.of(tx, row), actor.user_id)

    async def _claim(self, tx: Transaction, _actor: Actor, row: GameRow, seat: int) -> None:
        await self._fallen(tx, row, seat)
        await end_game(tx, row, TIMED_OUT, seat, self._clock())

    async def _give(self, tx: Transaction, _actor: Actor, row: GameRow, seat: int) -> None:
        stored, clock = await self._fallen(tx, row, seat)
        now = self._clock()
        fresh = await clocks.change(tx, stored, reminded_at=None)
        await set_clock(tx, row, fresh, clock.given(now), now)
        await announce_clock(tx, row, now)
        await add_notification(tx, NotificationKind.TIME_GIVEN, row, 1 - seat, now, turn=row.turn)

    async def _remind(self, tx: Transaction, _actor: Actor, row: GameRow, seat: int) -> None:
        stored, _ = await self._fallen(tx, row, seat)
        now = self._clock()
        if stored.nudged_at is not None and now - stored.nudged_at < BETWEEN_NUDGES:
            raise NotDue(refusals.REMINDED_TODAY)
        await clocks.change(tx, stored, nudged_at=now)
        await add_notification(tx, NotificationKind.NUDGE, row, 1 - seat, now, turn=row.turn)

    async def _keep(self, tx: Transaction, _actor: Actor, row: GameRow, _seat: int) -> None:
        if await deadlines.find(tx, Due.CLOSE, row.id) is None:
            raise NotDue(refusals.NOT_CLOSING)
        later: dict[str, datetime] = {Due.ASLEEP: self._clock() + ASLEEP_AFTER}
        await deadlines.replace(tx, GAME_DUE, row.id, later)

    async def _fallen(self, tx: Transaction, row: GameRow, seat: int) -> tuple[ClockRow, Clock]:
        stored = await clocks.find(tx, row.id)
        if stored is None:
            raise NotDue(refusals.NO_CLOCK)
        if row.seat_to_move == seat:
            raise NotDue(refusals.YOUR_OWN_TURN)
        now = self._clock()
        clock = await present_clock(tx, stored, now)
        opponent = row.names[1 - seat]
        if clock.since is None:
            raise NotDue(refusals.stands_still(opponent))
        if not clock.has_fallen(now):
            raise NotDue(refusals.has_time(opponent))
        return stored, clock


def _seat(row: GameRow, actor: Actor, revision: int | None) -> int:
    seat = allowed_seat(row, actor, None)
    # half a turn stops no clock, and only its mover has seen it
    refuse_older_turns(row, revision)
    return seat
