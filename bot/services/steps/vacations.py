"""A person's absence begins and ends, and with it the clocks of their games stop and run on."""

from collections.abc import Iterable
from datetime import datetime

from bot.services.due import CLOCK_DUE, Due
from bot.services.letter_kinds import LetterKind
from bot.services.steps.acting import tell_clock
from bot.services.steps.stored_wishes import reconsider, remind
from bot.services.steps.timing import (
    is_anybody_away,
    is_stranded,
    plan,
    present_clock,
    store,
)
from bot.services.steps.vacation_days import days_until, new_year
from bot.store import absences, clocks, deadlines, games, lists, outbox, pending
from bot.store.absences import AbsenceRow, NewAbsence
from bot.store.clocks import ClockRow
from bot.store.database import Transaction
from bot.store.games import GameRow
from bot.store.kinds import Payload


async def begin_absence(
    tx: Transaction, user_id: int, now: datetime, until: datetime, *, automatic: bool
) -> None:
    """Let a person be away, stop the clocks and tell the opponents."""
    plays_strict = any(clock.strict for clock in await clocks.of_person(tx, user_id))
    strict_until = await days_until(tx, user_id, now, until) if plays_strict else now
    await absences.add(tx, NewAbsence(user_id, now, until, strict_until, automatic))
    back: dict[str, datetime] = {Due.BACK: until}
    if plays_strict and strict_until < until:
        back[Due.STRICT_BACK] = strict_until
    await deadlines.replace(tx, (Due.BACK, Due.STRICT_BACK), user_id, back)
    await align(tx, user_id, now)
    await reconsider(tx, user_id, now)
    await _tell_opponents(tx, user_id, now, until, strict_until)


async def cover_strict(tx: Transaction, people: Iterable[int], now: datetime) -> None:
    """Let strict games stand, too, from now on, for those who are away and have days for it.

    They had no such game when they left, or have days again because a year has begun.
    """
    for user_id in people:
        absence = await absences.present(tx, user_id, now)
        if absence is None or absence.strict_ends_at > now:
            continue
        until = await days_until(tx, user_id, now, absence.ends_at)
        # with no days left, those of the next year are waited for
        back = until if until > now else new_year(now)
        planned: dict[str, datetime] = {Due.STRICT_BACK: back} if back < absence.ends_at else {}
        await deadlines.replace(tx, (Due.STRICT_BACK,), user_id, planned)
        if until > now:
            await absences.end(tx, absence, now)
            rest = NewAbsence(user_id, now, absence.ends_at, until, absence.automatic)
            await absences.add(tx, rest)
            await align(tx, user_id, now)


async def end_absence(tx: Transaction, absence: AbsenceRow, now: datetime) -> None:
    """Let a person be back: clocks run on, and what waited is told."""
    await absences.end(tx, absence, now)
    await deadlines.replace(tx, (Due.BACK, Due.STRICT_BACK), absence.user_id, {})
    await align(tx, absence.user_id, now, told=absence.user_id)
    await reconsider(tx, absence.user_id, now)


async def align(tx: Transaction, user_id: int, now: datetime, *, told: int | None = None) -> None:
    """Stop or start the clocks of a person's games, as absences have it now.

    Whose clock runs again after the reminder of the turn is reminded once more, but for `told`.
    """
    for row in await clocks.of_person(tx, user_id):
        await realign(tx, row, now, told=told)


async def realign(
    tx: Transaction, row: ClockRow, now: datetime, *, told: int | None = None
) -> None:
    """Stop or start one clock, as absences of people and of the bot have it now; see `align`."""
    game = await games.find(tx, row.game_id)
    assert game is not None, "a clock belongs to a game"
    runs_again = await _align(tx, game, row, now)
    if runs_again and row.reminded_at == game.turn_stamp and game.mover != told:
        await _remind_again(tx, game, row.seat, now)


async def _remind_again(tx: Transaction, game: GameRow, seat: int, now: datetime) -> None:
    # what was held back meanwhile comes now
    if not await pending.letter_waits(tx, game.players[seat], LetterKind.REMINDER, game.id):
        await remind(tx, game, seat, now)


async def _align(tx: Transaction, game: GameRow, row: ClockRow, now: datetime) -> bool:
    """Let the clock of a game stand or run; say whether it runs again."""
    clock = await present_clock(tx, row, now)
    stranded = await is_stranded(tx, game.guild_id, game.created_at)
    if stranded or await is_anybody_away(tx, game, now, strict=row.strict):
        if clock.since is not None:
            await store(tx, row, clock.paused(now))
            await deadlines.replace(tx, CLOCK_DUE, game.id, {})
            if not stranded:  # else there is no board that could be changed
                await tell_clock(tx, game, now)
        return False
    if clock.since is not None:
        return False
    stored = await store(tx, row, clock.resumed(now))
    await plan(tx, game, stored, clock.resumed(now), now)
    await tell_clock(tx, game, now)
    return True


async def _tell_opponents(
    tx: Transaction, user_id: int, now: datetime, until: datetime, strict_until: datetime
) -> None:
    strict = {clock.game_id for clock in await clocks.of_person(tx, user_id) if clock.strict}
    shared: dict[int, list[GameRow]] = {}
    for row in await lists.running_of(tx, user_id):
        if row.partner_seat is None:  # the bot itself, with whom one practises, needs no letter
            shared.setdefault(row.opponent_of(user_id), []).append(row)
    for opponent, theirs in shared.items():
        numbers, first = [row.id for row in theirs], theirs[0]
        payload = Payload(who=user_id, until=until.isoformat(), games=numbers)
        if strict_until < until and strict.intersection(numbers):
            payload["strict"] = sorted(strict.intersection(numbers))
            payload["strict_until"] = max(strict_until, now).isoformat()
        await outbox.add(
            tx,
            outbox.NewRow(
                LetterKind.AWAY,
                first.guild_id,
                first.channel_id,
                now,
                payload=payload,
                user_id=opponent,
            ),
        )
