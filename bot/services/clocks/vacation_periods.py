"""A person's absence begins and ends, and with it the clocks of their games stop and run on."""

from collections.abc import Iterable
from datetime import datetime

from bot.services.clocks.due_dates import CLOCK_DUE, Due
from bot.services.clocks.game_clocks import (
    is_any_player_on_vacation,
    is_undeliverable,
    plan,
    present_clock,
    store,
)
from bot.services.clocks.vacation_days import days_until, new_year
from bot.services.games.actions import announce_clock
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.stored_settings import reconsider, remind, where_to_write
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, deadlines, game_lists, games, outbox, outbox_queries, vacations
from bot.store.tables.clocks import ClockRow
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import Payload
from bot.store.tables.vacations import NewVacation, VacationRow


async def begin_vacation(
    tx: Transaction,
    user_id: int,
    now: datetime,
    until: datetime,
    *,
    automatic: bool,
    again: bool = False,
) -> None:
    """Let a person be away, stop the clocks and tell the opponents.

    :param again: the person was away till now: only those are told to whom it is news.
    """
    plays_strict = any(clock.strict for clock in await clocks.find_of_player(tx, user_id))
    strict_until = await days_until(tx, user_id, now, until) if plays_strict else now
    await vacations.add(tx, NewVacation(user_id, now, until, strict_until, automatic))
    back: dict[str, datetime] = {Due.BACK: until}
    if plays_strict and strict_until < until:
        back[Due.STRICT_BACK] = strict_until
    await deadlines.replace(tx, (Due.BACK, Due.STRICT_BACK), user_id, back)
    await align(tx, user_id, now)
    await reconsider(tx, user_id, now)
    for opponent, notification in await _to_opponents(tx, user_id, now, until, strict_until):
        if not (again and await _is_told(tx, opponent, notification.payload, now)):
            await outbox.add(tx, notification)


async def cover_strict(tx: Transaction, people: Iterable[int], now: datetime) -> None:
    """Let strict games stand, too, from now on, for those who are away and have days for it.

    They had no such game when they left, or have days again because a year has begun.
    """
    for user_id in people:
        vacation = await vacations.find_current(tx, user_id, now)
        if vacation is None or vacation.strict_ends_at > now:
            continue
        until = await days_until(tx, user_id, now, vacation.ends_at)
        # with no days left, those of the next year are waited for
        back = until if until > now else new_year(now)
        planned: dict[str, datetime] = {Due.STRICT_BACK: back} if back < vacation.ends_at else {}
        await deadlines.replace(tx, (Due.STRICT_BACK,), user_id, planned)
        if until > now:
            await vacations.end(tx, vacation, now)
            rest = NewVacation(user_id, now, vacation.ends_at, until, vacation.automatic)
            await vacations.add(tx, rest)
            await align(tx, user_id, now)


async def end_vacation(tx: Transaction, vacation: VacationRow, now: datetime) -> None:
    """Let a person be back: clocks run on, and what waited is told."""
    await vacations.end(tx, vacation, now)
    await deadlines.replace(tx, (Due.BACK, Due.STRICT_BACK), vacation.user_id, {})
    await align(tx, vacation.user_id, now, told=vacation.user_id)
    await reconsider(tx, vacation.user_id, now)


async def align(tx: Transaction, user_id: int, now: datetime, *, told: int | None = None) -> None:
    """Stop or start the clocks of a person's games, as absences have it now.

    Whose clock runs again after the reminder of the turn is reminded once more, but for `told`.
    """
    for row in await clocks.find_of_player(tx, user_id):
        await realign(tx, row, now, told=told)


async def realign(
    tx: Transaction, row: ClockRow, now: datetime, *, told: int | None = None
) -> None:
    """Stop or start one clock, as absences of people and of the bot have it now; see `align`."""
    game = await games.find(tx, row.game_id)
    assert game is not None, "a clock belongs to a game"
    runs_again = await _align(tx, game, row, now)
    if runs_again and row.reminded_at == game.turn_revision and game.mover != told:
        await _remind_again(tx, game, row.seat, now)


async def _remind_again(tx: Transaction, game: GameRow, seat: int, now: datetime) -> None:
    # what was held back meanwhile comes now
    if not await outbox_queries.is_notification_waiting(
        tx, game.players[seat], NotificationKind.REMINDER, game.id
    ):
        await remind(tx, game, seat, now)


async def _align(tx: Transaction, game: GameRow, row: ClockRow, now: datetime) -> bool:
    """Let the clock of a game stand or run; say whether it runs again."""
    clock = await present_clock(tx, row, now)
    undeliverable = await is_undeliverable(tx, game.guild_id, game.created_at)
    if undeliverable or await is_any_player_on_vacation(tx, game, now, strict=row.strict):
        if clock.since is not None:
            await store(tx, row, clock.paused(now))
            await deadlines.replace(tx, CLOCK_DUE, game.id, {})
            if not undeliverable:  # else there is no board that could be changed
                await announce_clock(tx, game, now)
        return False
    if clock.since is not None:
        return False
    stored = await store(tx, row, clock.resumed(now))
    await plan(tx, game, stored, clock.resumed(now), now)
    await announce_clock(tx, game, now)
    return True


async def _to_opponents(
    tx: Transaction, user_id: int, now: datetime, until: datetime, strict_until: datetime
) -> list[tuple[int, outbox.NewOutboxMessage]]:
    """Return a letter for each opponent, with whom it is for."""
    strict = {clock.game_id for clock in await clocks.find_of_player(tx, user_id) if clock.strict}
    shared: dict[int, list[GameRow]] = {}
    for row in await game_lists.find_running(tx, user_id):
        if row.engine_seat is None:  # the bot itself, with whom one practises, needs no letter
            shared.setdefault(row.opponent_of(user_id), []).append(row)
    notifications = []
    for opponent, theirs in shared.items():
        numbers = [row.id for row in theirs]
        location = await where_to_write(tx, opponent, theirs, now)
        payload = Payload(who=user_id, until=until.isoformat(), games=numbers)
        if strict_until < until and strict.intersection(numbers):
            payload["strict"] = sorted(strict.intersection(numbers))
            payload["strict_until"] = max(strict_until, now).isoformat()
        where = (location.guild_id, location.channel_id)
        new = outbox.NewOutboxMessage(
            NotificationKind.AWAY, *where, now, payload=payload, user_id=opponent
        )
        notifications.append((opponent, new))
    return notifications


async def _is_told(tx: Transaction, opponent: int, news: Payload, now: datetime) -> bool:
    """Say whether an opponent has last been told of just this vacation, or will be."""
    written = await outbox_queries.find_notifications(tx, opponent, NotificationKind.AWAY)
    theirs = [(waits, each) for waits, each in written if each.get("who") == news["who"]]
    read = [each for waits, each in theirs if not waits]
    # of those that wait, the ones that are not true any more will be dropped
    to_come = [each for waits, each in theirs if waits]
    return any(_says(each, news, now) for each in (*read[-1:], *to_come))


def _says(told: Payload, news: Payload, now: datetime) -> bool:
    """Say whether a letter has the same dates as another, for all of its games."""
    games = set(news["games"]) <= set(told["games"])
    strict = set(news.get("strict", ())) <= set(told.get("strict", ()))
    same = told["until"] == news["until"] and _strict_until(told, now) == _strict_until(news, now)
    return games and strict and same


def _strict_until(said: Payload, now: datetime) -> datetime | None:
    # with no days left, each letter has the moment at which it was written
    return max(datetime.fromisoformat(said["strict_until"]), now) if "strict" in said else None
