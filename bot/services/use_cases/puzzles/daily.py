"""Use cases of the puzzle of the day: switch it on, show its message, solve it.

A day is the ordinal of its date (`date.toordinal`).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors.refusals import Refusal
from bot.services.steps.daily_posts import plan_daily, present_length, show_results, streak_with
from bot.services.steps.game_actions import record_once
from bot.services.steps.notification_settings import notification_settings_of
from bot.services.use_cases.puzzles.puzzles import COMES_AGAIN, MAX_TRIES, PuzzleView
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import managed_server
from bot.services.values.puzzles.daily_days import noon
from bot.services.values.puzzles.selection import difficulty_of, find
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import daily, deadlines, players
from bot.store.tables import puzzles as store
from bot.store.tables.daily import DailyChannel, DailyPost, DailyResult
from bot.store.tables.puzzles import AttemptRow
from bot.words import daily as words
from sparring.puzzles.puzzle import Puzzle

USUAL_HOUR = 9
SHOWN_STREAKS = 3


@dataclass(frozen=True, slots=True)
class DailySummary:
    """Results of the last puzzle of the day in a server.

    :ivar solved, tried: the numbers of people in this server who solved and tried it.
    :ivar percent: the percentage of people in all servers who solved it.
    :ivar best: the name of the person who solved it with the fewest wrong turns, the earliest in
        a tie; None if no one here solved it.
    :ivar streaks: (name, days in a row) of people who solved it here and have no result of the new
        day yet, the longest streaks first.
    """

    puzzle: Puzzle
    solved: int
    tried: int
    percent: int
    best: str | None
    streaks: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DailyView:
    """Message of the puzzle of the day in a server.

    :ivar results: the results of people who pressed Solve in this server, with their streaks in
        days.
    :ivar last: the results of the previous puzzle; None if it is the first puzzle here.
    :ivar board: the board as text, if the posted message has no picture; otherwise empty.
    """

    day: int
    puzzle: Puzzle
    difficulty: int
    results: tuple[tuple[DailyResult, int], ...] = ()
    last: DailySummary | None = None
    board: str = ""


class DailyService(Service):
    """Use cases of the puzzle of the day: switch it on or off, show its message, solve it."""

    @reads
    async def channel(self, tx: Transaction, guild_id: int | None) -> DailyChannel | None:
        """Return the channel and hour of the puzzle of the day in a server; None if it is off."""
        return None if guild_id is None else await daily.find_channel(tx, guild_id)

    @writes
    async def configure(
        self, tx: Transaction, actor: Actor, channel_id: int, hour: int | None
    ) -> DailyChannel | None:
        """Choose the channel of the puzzle of the day, and its hour in the manager's time zone.

        :param hour: None keeps the hour; but if `channel_id` is already the channel, None switches
            the puzzle off.
        :returns: the new channel and hour; None if it is off.
        :raises NotManager: the person does not manage the server.
        """
        guild_id, now = managed_server(actor), self._clock()
        old = await daily.find_channel(tx, guild_id)
        if not await _is_first(tx, actor, now):
            return old
        if old is not None and old.channel_id == channel_id and hour is None:
            await _switch_off(tx, guild_id)
            return None
        return await _switch_on(tx, actor, old, channel_id, hour, now)

    @writes
    async def switch(
        self, tx: Transaction, actor: Actor, channel_id: int | None
    ) -> DailyChannel | None:
        """Switch the puzzle of the day on or off in a server.

        If it is already on, it stays in its present channel.

        :param channel_id: the channel in which to switch it on; None switches it off.
        :returns: the channel and hour; None if it is off.
        :raises NotManager: the person does not manage the server.
        """
        guild_id, now = managed_server(actor), self._clock()
        old = await daily.find_channel(tx, guild_id)
        is_so = (old is None) == (channel_id is None)
        if is_so or not await _is_first(tx, actor, now):
            return old
        if channel_id is None:
            await _switch_off(tx, guild_id)
            return None
        return await _switch_on(tx, actor, old, channel_id, None, now)

    @reads
    async def message(self, tx: Transaction, guild_id: int, day: int) -> DailyView | None:
        """Return a server's message with the puzzle of a day; None if the message is obsolete."""
        post, newest = await daily.find_post(tx, guild_id, day), await daily.last_post(tx, guild_id)
        number = await daily.find_puzzle(tx, day)
        puzzle = None if number is None else find(number)
        if post is None or puzzle is None or post != newest:
            return None
        results = await daily.results_here(tx, guild_id, day, puzzle.number)
        finished = [each.user_id for each in results]
        lengths = await _lengths(tx, finished, day)
        rows = await store.find_puzzles(tx, [puzzle.number])
        return DailyView(
            day,
            puzzle,
            difficulty_of(puzzle, rows),
            tuple((each, lengths.get(each.user_id, 0)) for each in results),
            await _summary(tx, await daily.last_post(tx, guild_id, before=day), day, finished),
            await daily.find_text(tx, post) or "",
        )

    @writes
    async def solve(self, tx: Transaction, actor: Actor, day: int) -> tuple[PuzzleView, bool]:
        """Start or continue a person's attempt at the puzzle of a day.

        The message of this server will show the person's result when the attempt has ended.

        :returns: the puzzle, and whether the person has already finished it.
        :raises Refusal: the day is over in this server.
        """
        guild_id = actor.guild_id or 0
        post = await daily.last_post(tx, guild_id)
        number = await daily.find_puzzle(tx, day)
        puzzle = None if number is None else find(number)
        if post is None or post.day != day or puzzle is None:
            raise Refusal(words.OVER())
        now = self._clock()
        attempt = await store.find_attempt(tx, actor.user_id, puzzle.number)
        pressed = await daily.find_entries(tx, actor.user_id, puzzle.number)
        is_new = all(each != day for _, each in pressed)
        if attempt is None or (is_new and _is_of_earlier_day(attempt, day)):
            await players.remember(tx, actor.user_id, actor.name, now)
            first = attempt or AttemptRow(actor.user_id, puzzle.number, now)
            attempt = replace(first, tried="", wrong=0, solved=None, ended_at=None)
            await store.put_attempt(tx, attempt)
        await daily.enter(tx, guild_id, day, actor.user_id)
        if attempt.ended_at is not None:
            # solved in another server
            await show_results(tx, guild_id, day, now)
        rows = await store.find_puzzles(tx, [puzzle.number])
        ended = attempt.ended_at is not None
        wrong = MAX_TRIES if attempt.solved is False else attempt.wrong
        difficulty, streak = difficulty_of(puzzle, rows), await streak_with(tx, attempt)
        return PuzzleView(puzzle, difficulty, wrong, repeated=ended, streak=streak), ended


async def _is_first(tx: Transaction, actor: Actor, now: datetime) -> bool:
    """Record an interaction about the puzzle; return False if it was recorded before."""
    # the same interaction may have changed other settings, under its own id
    own = replace(actor, interaction_id=-actor.interaction_id)
    return await record_once(tx, own, "daily", now)


async def _switch_off(tx: Transaction, guild_id: int) -> None:
    await daily.switch_off(tx, guild_id)
    await deadlines.replace(tx, (Due.DAILY,), guild_id, {})


async def _switch_on(
    tx: Transaction,
    actor: Actor,
    old: DailyChannel | None,
    channel_id: int,
    hour: int | None,
    now: datetime,
) -> DailyChannel:
    """Store the channel, hour and time zone of the puzzle of the day, and plan its next message.

    :param hour: None keeps the present hour. Hours are in the time zone of the manager.
    """
    await players.remember(tx, actor.user_id, actor.name, now)
    zone = (await notification_settings_of(tx, actor.user_id)).zone
    usual = USUAL_HOUR if old is None else old.hour
    hour = usual if hour is None else hour
    new = DailyChannel(managed_server(actor), channel_id, hour, zone, actor.user_id)
    await daily.set_channel(tx, new)
    await plan_daily(tx, new, now)
    return new


def _is_of_earlier_day(attempt: AttemptRow, day: int) -> bool:
    """Return whether an attempt ended, or began if it is open, over `COMES_AGAIN` before a day.

    Such an attempt is from an earlier day with the same puzzle, so the person may solve it again.
    """
    return noon(day) - (attempt.ended_at or attempt.shown_at) > COMES_AGAIN


async def _lengths(tx: Transaction, user_ids: Collection[int], day: int) -> dict[int, int]:
    """Return the lengths of people's streaks on a day, in days, by user id."""
    rows = await daily.find_streaks(tx, user_ids)
    return {user_id: await present_length(tx, row, day) for user_id, row in rows.items()}


async def _summary(
    tx: Transaction, post: DailyPost | None, day: int, finished: Collection[int]
) -> DailySummary | None:
    """Return the results of an earlier puzzle, for the message of `day`.

    :param finished: ids of people with a result of `day`. Their streaks are omitted here, because
        the message shows them with that result.
    """
    number = None if post is None else await daily.find_puzzle(tx, post.day)
    puzzle = None if number is None else find(number)
    if post is None or puzzle is None:
        return None
    results = await daily.results_here(tx, post.guild_id, post.day, puzzle.number)
    solved = [each for each in results if each.solved]
    best = min(solved, key=lambda each: (each.wrong, each.ended_at), default=None)
    names = {each.user_id: each.name for each in solved if each.user_id not in finished}
    lengths = await _lengths(tx, names, day)
    rows = [(names[user_id], days) for user_id, days in lengths.items() if days > 1]
    everywhere, tried = await daily.count_everywhere(tx, post.day, puzzle.number)
    return DailySummary(
        puzzle,
        len(solved),
        len(results),
        round(100 * everywhere / max(1, tried)),
        None if best is None else best.name,
        tuple(sorted(rows, key=lambda row: (-row[1], row[0]))[:SHOWN_STREAKS]),
    )
