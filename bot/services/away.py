"""Vacations: a person's games stand still, and opponents are told once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors.time import CannotBeAway
from bot.services.steps.acting import existing_game, is_first
from bot.services.steps.vacation_days import allowance
from bot.services.steps.vacations import begin_absence, end_absence
from bot.services.views import Actor
from bot.store import absences, clocks, players
from bot.store.database import Database, Transaction
from bot.texts import why_not

LONGEST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Away:
    """A vacation; strict games stand until `strict_ends_at`, `left` is what remains for them.

    None: they do not stand, for there is none, or no day is left.
    """

    ends_at: datetime
    strict_ends_at: datetime | None
    automatic: bool
    left: timedelta


class AwayService:
    """Use cases of vacations."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def leave(self, actor: Actor, until: datetime) -> Away:
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

    async def state(self, user_id: int) -> Away | None:
        """Return the vacation that a person is on."""
        return await self._database.read(self._state, user_id)

    async def _leave(self, tx: Transaction, actor: Actor, until: datetime) -> Away:
        now = self._clock()
        if not now < until <= now + LONGEST:
            raise CannotBeAway(why_not.NO_DAY_TO_LEAVE)
        await players.remember(tx, actor.user_id, actor.name, now)
        before = await absences.present(tx, actor.user_id, now)
        if before is not None:
            await absences.end(tx, before, now)
        again = before is not None
        await begin_absence(tx, actor.user_id, now, until, automatic=False, again=again)
        state = await self._state(tx, actor.user_id)
        assert state is not None
        return state

    async def _come_back(self, tx: Transaction, actor: Actor) -> None:
        now = self._clock()
        if not await is_first(tx, actor, "back", now):
            return
        absence = await absences.present(tx, actor.user_id, now)
        if absence is None:
            raise CannotBeAway(why_not.NOT_AWAY)
        await end_absence(tx, absence, now)

    async def _refuse(self, tx: Transaction, actor: Actor) -> None:
        now = self._clock()
        if not await is_first(tx, actor, "no-vacation", now):
            return
        absence = await absences.present(tx, actor.user_id, now)
        if absence is None or not absence.automatic:
            raise CannotBeAway(why_not.NO_VACATION_TO_REFUSE)
        for clock in await clocks.of_person(tx, actor.user_id):
            game = await existing_game(tx, clock.game_id)
            if clock.strict and game.mover == actor.user_id:
                await clocks.change(tx, clock, no_vacation_at=game.turn_stamp)
        await end_absence(tx, absence, now)

    async def _state(self, tx: Transaction, user_id: int) -> Away | None:
        now = self._clock()
        row = await absences.present(tx, user_id, now)
        if row is None:
            return None
        left = await allowance(tx, user_id, now)
        strict = row.strict_ends_at if row.strict_ends_at > now else None
        return Away(row.ends_at, strict, row.automatic, left)
