"""Use cases of vacations, which pause the clocks of a person's games."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors.refusals import CannotTakeVacation
from bot.services.steps.game_actions import existing_game, record_once
from bot.services.steps.vacations import allowance, begin_vacation, end_vacation
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, players, vacations
from bot.words import refusals

LONGEST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Vacation:
    """Vacation of a person, which pauses the clocks of their games.

    :ivar strict_ends_at: when the clocks of strict games (lost when time runs out) resume; None if
        they are not paused, because the person plays no strict game or has used up the allowance.
    :ivar automatic: whether the bot started it, because a strict game was about to be lost on time.
    :ivar left: the rest of this year's allowance for pausing strict games.
    :ivar plays_in_league: whether the person plays league games, whose clocks no vacation pauses.
    """

    ends_at: datetime
    strict_ends_at: datetime | None
    automatic: bool
    left: timedelta
    plays_in_league: bool = False


class VacationService(Service):
    """Use cases of vacations: start or change a vacation, end it, decline an automatic one."""

    @writes
    async def start(self, tx: Transaction, actor: Actor, until: datetime) -> Vacation:
        """Start a vacation now, or change the end of the current one.

        Opponents who already know these dates are not notified again.

        :raises CannotTakeVacation: `until` is in the past, or more than 366 days away.
        """
        now = self._clock()
        if not now < until <= now + LONGEST:
            raise CannotTakeVacation(refusals.NO_DAY_TO_LEAVE())
        await players.remember(tx, actor.user_id, actor.name, now)
        before = await vacations.find_current(tx, actor.user_id, now)
        if before is not None:
            await vacations.end(tx, before, now)
        again = before is not None
        await begin_vacation(tx, actor.user_id, now, until, automatic=False, again=again)
        vacation = await self.get_current.within(tx, actor.user_id)
        assert vacation is not None
        return vacation

    @writes
    async def end(self, tx: Transaction, actor: Actor) -> None:
        """End a vacation now and resume the clocks.

        :raises CannotTakeVacation: the person is not on vacation.
        """
        now = self._clock()
        if not await record_once(tx, actor, "back", now):
            return
        vacation = await vacations.find_current(tx, actor.user_id, now)
        if vacation is None:
            raise CannotTakeVacation(refusals.NOT_AWAY())
        await end_vacation(tx, vacation, now)

    @writes
    async def decline(self, tx: Transaction, actor: Actor) -> None:
        """End an automatic vacation, and prevent another during the person's current turns.

        :raises CannotTakeVacation: no vacation is running, or the person started it themselves.
        """
        now = self._clock()
        if not await record_once(tx, actor, "no-vacation", now):
            return
        vacation = await vacations.find_current(tx, actor.user_id, now)
        if vacation is None or not vacation.automatic:
            raise CannotTakeVacation(refusals.NO_VACATION_TO_REFUSE())
        for clock in await clocks.find_of_player(tx, actor.user_id):
            game = await existing_game(tx, clock.game_id)
            if clock.strict and game.mover == actor.user_id:
                await clocks.change(tx, clock, no_vacation_at=game.turn_revision)
        await end_vacation(tx, vacation, now)

    @reads
    async def get_current(self, tx: Transaction, user_id: int) -> Vacation | None:
        """Return the current vacation of a person; None if they are not on vacation."""
        now = self._clock()
        row = await vacations.find_current(tx, user_id, now)
        if row is None:
            return None
        left = await allowance(tx, user_id, now)
        strict = row.strict_ends_at if row.strict_ends_at > now else None
        own = await clocks.find_of_player(tx, user_id)
        plays_in_league = any(not each.stops_for_vacations for each in own)
        return Vacation(row.ends_at, strict, row.automatic, left, plays_in_league)
