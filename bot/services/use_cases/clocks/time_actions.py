"""Players' actions about time: claim a win, give time, send a reminder, keep an idle game."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.errors.refusals import NotDue
from bot.services.steps.game_actions import (
    add_clock_message,
    allowed_seat,
    existing_game,
    record_action,
    refuse_older_turns,
)
from bot.services.steps.game_clocks import present_clock, set_clock, with_clock
from bot.services.steps.game_end import end_game
from bot.services.steps.notification_creation import add_notification
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.clock import Clock
from bot.services.values.clocks.due_dates import ASLEEP_AFTER, GAME_DUE, BotDue
from bot.services.values.view_builder import TIMED_OUT, game_view
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, deadlines, interactions
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.clocks import ClockRow
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.words import refusals

BETWEEN_NUDGES = timedelta(hours=24)

Action = Callable[[Transaction, GameRow, int], Awaitable[None]]


class TimeService(Service):
    """Use cases of a player whose opponent's time is up or whose game is inactive.

    `revision` is `GameView.revision` when the pressed button was made; None if no button was used.
    """

    @writes
    async def claim(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Win a game because the opponent's time is up.

        :raises NoSuchGame, NotYourGame, GameOver: the game does not exist, the actor does not play
            it, or it is over.
        :raises StaleButton: the game has changed since.
        :raises NotDue: there is time left, or the game has no clock.
        """
        return await self._act(tx, actor, game_id, revision, ("claim", self._claim))

    @reads
    async def get_claimable(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Return a game that the actor could win now by `claim`, without ending it.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton, NotDue: see `claim`.
        """
        row = await existing_game(tx, game_id)
        await self._expired_clock(tx, row, _seat(row, actor, revision))
        return game_view(row, await self._replay_cache.get(tx, row), actor.user_id)

    @writes
    async def give(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Give two more days, counted from now, to an opponent whose time is up.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton, NotDue: see `claim`.
        """
        return await self._act(tx, actor, game_id, revision, ("give", self._give))

    @writes
    async def remind(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Remind an opponent whose time is up, at most once in 24 hours.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: see `claim`.
        :raises NotDue: see `claim`; or the last reminder was less than 24 hours ago.
        """
        return await self._act(tx, actor, game_id, revision, ("remind", self._remind))

    @writes
    async def keep(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Cancel the automatic closing of an inactive game.

        After another 30 days without a move, the players are asked again whether to continue.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: see `claim`.
        :raises NotDue: the game is not about to be closed.
        """
        return await self._act(tx, actor, game_id, revision, ("keep", self._keep))

    async def _act(
        self,
        tx: Transaction,
        actor: Actor,
        game_id: int,
        revision: int | None,
        action: tuple[str, Action],
    ) -> GameView:
        """Perform an action once per interaction; return the game as the actor sees it.

        :param action: the name to store with the interaction, and the method that performs the
            action.
        """
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat, (name, carry_out) = _seat(row, actor, revision), action
            await carry_out(tx, row, seat)
            before, row = row, await existing_game(tx, game_id)
            await record_action(tx, actor, name, before, row, self._clock())
        view = game_view(row, await self._replay_cache.get(tx, row), actor.user_id)
        return await with_clock(tx, view, self._clock())

    async def _claim(self, tx: Transaction, row: GameRow, seat: int) -> None:
        await self._expired_clock(tx, row, seat)
        await end_game(tx, row, TIMED_OUT, seat, self._clock())

    async def _give(self, tx: Transaction, row: GameRow, seat: int) -> None:
        stored, clock = await self._expired_clock(tx, row, seat)
        now = self._clock()
        unreminded = await clocks.change(tx, stored, reminded_at=None)
        await set_clock(tx, row, unreminded, clock.given(now), now)
        await add_clock_message(tx, row, now)
        await add_notification(tx, NotificationKind.TIME_GIVEN, row, 1 - seat, now)

    async def _remind(self, tx: Transaction, row: GameRow, seat: int) -> None:
        stored, _ = await self._expired_clock(tx, row, seat)
        now = self._clock()
        if stored.nudged_at is not None and now - stored.nudged_at < BETWEEN_NUDGES:
            raise NotDue(refusals.REMINDED_TODAY())
        await clocks.change(tx, stored, nudged_at=now)
        await add_notification(tx, NotificationKind.NUDGE, row, 1 - seat, now)

    async def _keep(self, tx: Transaction, row: GameRow, _seat: int) -> None:
        if await deadlines.find(tx, BotDue.CLOSE, row.id) is None:
            raise NotDue(refusals.NOT_CLOSING())
        now = self._clock()
        asleep_at = await bot_time_of(tx, now + ASLEEP_AFTER, now)
        await deadlines.replace(tx, GAME_DUE, row.id, {BotDue.ASLEEP: asleep_at})

    async def _expired_clock(
        self, tx: Transaction, row: GameRow, seat: int
    ) -> tuple[ClockRow, Clock]:
        """Return the clock of a game in which the opponent of `seat` has no time left.

        :raises NotDue: there is time left, the clock is paused, or the game has no clock.
        """
        stored = await clocks.find(tx, row.id)
        if stored is None:
            raise NotDue(refusals.NO_CLOCK())
        if row.seat_to_move == seat:
            raise NotDue(refusals.YOUR_OWN_TURN())
        now = self._clock()
        clock = await present_clock(tx, stored, now)
        opponent = row.names[1 - seat]
        if clock.since is None:
            raise NotDue(refusals.clock_paused(opponent))
        if not clock.has_fallen(now):
            raise NotDue(refusals.has_time(opponent))
        return stored, clock


def _seat(row: GameRow, actor: Actor, revision: int | None) -> int:
    seat = allowed_seat(row, actor, None)
    # the first half of a turn stops no clock, and only its player has seen it
    refuse_older_turns(row, revision)
    return seat
