"""Vacations: a person's games stand still, and opponents are told once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors import CannotTakeVacation
from bot.services.clocks.vacation_days import allowance
from bot.services.clocks.vacation_periods import begin_vacation, end_vacation
from bot.services.games.actions import existing_game, is_first
from bot.services.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.tables import clocks, players, vacations
from bot.words import refusals

LONGEST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation; strict games stand until `strict_ends_at`, `left` is what remains for them.

    None: they do not stand, for there is none, or no day is left.
    """

    ends_at: datetime
    strict_ends_at: datetime | None
    automatic: bool
    left: timedelta


class VacationService:
    """Use cases of vacations."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def leave(self, actor: Actor, until: datetime) -> Vacation:
        """Be away from now on; a vacation that has begun already ends at the new time.

        Opponents who have been told just that are not told again.

        :raises CannotBeAway: the time is past, or too far away.
        """
        return await self._database.write(self._leave, actor, until)

    async def come_back(self, actor: Actor) -> None:
        """End a vacation now; clocks run on.

        :raises CannotBeAway: there is none.
        """
        await self._database.write(self._come_back, actor)

    async def refuse(self, actor: Actor) -> None:
        """End an automatic vacation, and have none again in the turns that wait now.

        :raises CannotBeAway: there is none, or the person has asked for it.
        """
        await self._database.write(self._refuse, actor)

    async def state(self, user_id: int) -> Vacation | None:
        """Return the vacation that a person is on."""
        return await self._database.read(self._state, user_id)

    async def _leave(self, tx: Transaction, actor: Actor, until: datetime) -> Vacation:
        now = self._clock()
        if not now < until <= now + LONGEST:
            raise CannotTakeVacation(refusals.NO_DAY_TO_LEAVE)
        await players.remember(tx, actor.user_id, actor.name, now)
        before = await vacations.present(tx, actor.user_id, now)
        if before is not None:
            await vacations.end(tx, before, now)
        again = before is not None
        await begin_vacation(tx, actor.user_id, now, until, automatic=False, again=again)
        state = await self._state(tx, actor.user_id)
        assert state is not None
        return state

    async def _come_back(self, tx: Transaction, actor: Actor) -> None:
        now = self._clock()
        if not await is_first(tx, actor, "back", now):
            return
        vacation = await vacations.present(tx, actor.user_id, now)
        if vacation is None:
            raise CannotTakeVacation(refusals.NOT_AWAY)
        await end_vacation(tx, vacation, now)

    async def _refuse(self, tx: Transaction, actor: Actor) -> None:
        now = self._clock()
        if not await is_first(tx, actor, "no-vacation", now):
            return
        vacation = await vacations.present(tx, actor.user_id, now)
        if vacation is None or not vacation.automatic:
            raise CannotTakeVacation(refusals.NO_VACATION_TO_REFUSE)
        for clock in await clocks.of_person(tx, actor.user_id):
            game = await existing_game(tx, clock.game_id)
            if clock.strict and game.mover == actor.user_id:
                await clocks.change(tx, clock, no_vacation_at=game.turn_revision)
        await end_vacation(tx, vacation, now)

    async def _state(self, tx: Transaction, user_id: int) -> Vacation | None:
        now = self._clock()
        row = await vacations.present(tx, user_id, now)
        if row is None:
            return None
        left = await allowance(tx, user_id, now)
        strict = row.strict_ends_at if row.strict_ends_at > now else None
        return Vacation(row.ends_at, strict, row.automatic, left)
