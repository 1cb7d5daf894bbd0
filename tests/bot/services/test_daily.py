"""Puzzle of the day: one message per server and day, results, streaks, switching off."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.errors.permissions import NotManager
from bot.errors.refusals import Refusal
from bot.learning.alternative_text import describe_picture
from bot.learning.steps import TitleOverlay
from bot.messages.component_ids import ComponentId
from bot.messages.daily import daily_message, daily_text
from bot.messages.outgoing_message import Button, Style
from bot.services.steps import daily_posts
from bot.services.use_cases.puzzles.daily import DailySummary, DailyView, _is_of_earlier_day
from bot.services.use_cases.puzzles.puzzles import MAX_TRIES, PuzzlePlace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import Rank
from bot.services.values.puzzles.daily_days import last_due, moment_of, next_due
from bot.services.values.puzzles.selection import SETTLED, find, kept_puzzles
from bot.store.tables import daily, deadlines, puzzles
from bot.store.tables.daily import DailyResult
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words import daily as words
from bot.words import puzzle as puzzle_words
from bot.words.blocking import more_people
from renderer.words import colour_name
from rules.registry import find_game

ANN, BEN, CAT, BOSS = 101, 102, 103, 104
HERE, ELSEWHERE = 7, 8
CHANNEL = 55


@pytest.fixture
def switch_on(world):
    async def configure(hour=9, guild=HERE, channel=CHANNEL):
        boss = world.act(BOSS, guild=guild, rank=Rank.MANAGER)
        return await world.services.daily.configure(boss, channel, hour)

    return configure


@pytest.fixture
def tick(world):
    """Handle the due deadlines; return the number of messages of the day that were added."""

    async def run(services=None):
        services = services or world.services
        await services.deadlines.record_heartbeat()
        due = await services.deadlines.find_due(99)
        handled = [(each.kind, await services.deadlines.handle(each)) for each in due]
        return sum(done for kind, done in handled if kind == Due.DAILY)

    return run


@pytest.fixture
def deliver(world):
    """Mark due outbox messages as sent; return the messages of the puzzle of the day."""

    async def run(first_id=9000):
        sent = []
        while messages := await world.outbox.take_due(10):
            for message in messages:
                text = f"board {message.id}" if message.kind == OutboxKind.DAILY else None
                await world.outbox.mark_sent(message, first_id + message.id, text)
                sent.append(message)
        return [each for each in sent if each.kind in (OutboxKind.DAILY, OutboxKind.DAILY_RESULTS)]

    return run


def at(world, *moment):
    world.clock.now = datetime(*moment, tzinfo=UTC)


async def today(world, guild=HERE):
    post = await world.database.read(daily.last_post, guild)
    return post.day


async def play(world, user_id, wrong=0, guild=HERE, *, gives_up=False):
    """Press Solve and play to the end, after some wrong turns; return the last view."""
    day = await today(world, guild)
    view, finished = await world.services.daily.solve(world.act(user_id, guild=guild), day)
    assert not finished
    puzzle = view.puzzle
    for turn in list(puzzle.steps[0].refutations)[: MAX_TRIES if gives_up else wrong]:
        view = await world.services.puzzles.turn(world.act(user_id), PuzzlePlace(puzzle), turn)
    if not gives_up:
        for step, here in enumerate(puzzle.steps):
            place = PuzzlePlace(puzzle, step)
            view = await world.services.puzzles.turn(world.act(user_id), place, here.answer)
    return view


async def message(world, guild=HERE):
    return await world.services.daily.message(guild, await today(world, guild))


async def posted(world, switch_on, tick, deliver):
    at(world, 2030, 1, 2, 8, 0)
    await switch_on()
    at(world, 2030, 1, 2, 9, 0, 10)
    assert await tick()
    return await deliver()


async def test_a_newcomer_chooses_among_all_turns_again_after_a_wrong_one(
    world, switch_on, tick, deliver
):
    await posted(world, switch_on, tick, deliver)
    view, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    place = PuzzlePlace(view.puzzle)
    wrong = next(iter(view.puzzle.steps[0].refutations))
    await world.services.puzzles.turn(world.act(ANN), place, wrong)
    assert not view.first
    assert not (await world.services.puzzles.look(ANN, place)).first


async def test_it_is_off_until_a_manager_chooses_a_channel(world, tick, switch_on):
    at(world, 2030, 1, 2, 12, 0)
    assert await world.services.daily.channel(HERE) is None
    with pytest.raises(NotManager):
        await world.services.daily.configure(world.act(ANN), CHANNEL, 9)
    chosen = await switch_on()
    assert (chosen.channel_id, chosen.hour, chosen.zone) == (CHANNEL, 9, "UTC")
    assert await tick() == 0
    at(world, 2030, 1, 3, 9, 0)
    assert await tick() == 1


async def test_the_same_channel_without_an_hour_switches_it_off(world, switch_on, tick):
    await switch_on(hour=11)
    moved = await switch_on(hour=None, channel=CHANNEL + 1)
    assert (moved.channel_id, moved.hour) == (CHANNEL + 1, 11)
    await switch_on()
    assert (await switch_on(hour=10)).hour == 10
    assert await switch_on(hour=None) is None
    assert await world.database.read(deadlines.find, Due.DAILY, HERE) is None
    world.clock.advance(days=3)
    assert await tick() == 0


async def test_a_button_switches_it_on_at_nine_and_off_but_moves_it_nowhere(world, tick):
    def boss():
        return world.act(BOSS, guild=HERE, rank=Rank.MANAGER)

    switch, at_nine = world.services.daily.switch, (CHANNEL, 9)
    with pytest.raises(NotManager):
        await switch(world.act(ANN), CHANNEL)
    for channel, expected in ((None, None), (CHANNEL, at_nine), (CHANNEL + 1, at_nine)):
        posted = await switch(boss(), channel)
        found = await world.services.daily.channel(HERE)
        assert posted == found
        assert (found and (found.channel_id, found.hour)) == expected
    assert await world.database.read(deadlines.find, Due.DAILY, HERE) is not None
    assert await switch(boss(), None) is None
    assert await world.services.daily.channel(HERE) is None
    assert await world.database.read(deadlines.find, Due.DAILY, HERE) is None


async def test_a_button_pressed_again_does_not_undo_what_came_after_it(world, switch_on):
    on = world.act(BOSS, guild=HERE, rank=Rank.MANAGER)
    await world.services.daily.switch(on, CHANNEL)
    await world.services.daily.switch(world.act(BOSS, guild=HERE, rank=Rank.MANAGER), None)
    assert await world.services.daily.switch(on, CHANNEL) is None
    assert (await switch_on(hour=None)).hour == 9


async def test_a_repeated_interaction_switches_it_off_once(world, switch_on):
    await switch_on()
    boss = world.act(BOSS, rank=Rank.MANAGER)
    assert await world.services.daily.configure(boss, CHANNEL, None) is None
    assert await world.services.daily.configure(boss, CHANNEL, None) is None


async def test_the_same_interaction_may_change_other_settings(world):
    boss = world.act(BOSS, rank=Rank.MANAGER)
    await world.services.server_settings.configure(boss, threads=False)
    assert await world.services.daily.configure(boss, CHANNEL, 9) is not None


async def test_the_hour_follows_the_time_zone_of_the_manager(world, switch_on):
    assert (await switch_on(hour=11)).zone == "UTC"
    await world.change_settings(world.act(BOSS), zone="Asia/Tokyo")
    at(world, 2030, 1, 2, 12, 0)
    assert (await switch_on()).zone == "Asia/Tokyo"
    due = await world.database.read(deadlines.find, Due.DAILY, HERE)
    assert due == datetime(2030, 1, 3, 0, 0, tzinfo=UTC)


async def test_one_message_a_server_and_day(world, switch_on, tick, deliver):
    (sent,) = await posted(world, switch_on, tick, deliver)
    assert (sent.kind, sent.location.channel_id) == (OutboxKind.DAILY, CHANNEL)
    world.clock.advance(hours=2)
    await switch_on(hour=12)  # a later hour on the same day
    world.clock.advance(hours=2)
    assert await tick() == 1
    assert await deliver() == []
    at(world, 2030, 1, 3, 12, 1)
    await tick()
    assert len(await deliver()) == 1


async def test_several_processes_and_a_restart_post_one(world, switch_on, tick, deliver):
    at(world, 2030, 1, 2, 8, 0)
    for guild in range(20, 26):
        await switch_on(guild=guild, channel=guild)
    at(world, 2030, 1, 2, 9, 0, 10)
    others = [world.open()[1] for _ in range(3)]
    await asyncio.gather(tick(), *(tick(services) for services in others))
    world.restart()
    await tick()
    sent = await deliver()
    assert sorted(each.location.guild_id for each in sent) == list(range(20, 26))


async def test_everybody_gets_the_same_puzzle_that_day_and_another_one_the_next(
    world, switch_on, tick, deliver
):
    await switch_on(guild=ELSEWHERE)
    await posted(world, switch_on, tick, deliver)
    first, second = await message(world), await message(world, ELSEWHERE)
    assert first.puzzle == second.puzzle
    assert first.puzzle in kept_puzzles()
    numbers = {first.puzzle.number}
    for day in range(3, 12):
        at(world, 2030, 1, day, 9, 1)
        await tick()
        numbers.add((await message(world)).puzzle.number)
    assert len(numbers) == 10


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        ((2030, 1, 2, 15, 0), [date(2030, 1, 2).toordinal()]),
        ((2030, 1, 2, 21, 0), [date(2030, 1, 2).toordinal()]),
        ((2030, 1, 2, 21, 1), []),  # the next one is near
        ((2030, 1, 5, 9, 30), [date(2030, 1, 5).toordinal()]),
    ],
    ids=["late", "latest", "nearly over", "days later"],
)
async def test_after_an_outage_it_is_late_and_never_posted_twice(
    world, switch_on, tick, deliver, back, expected
):
    at(world, 2030, 1, 2, 8, 0)
    await switch_on()
    at(world, *back)
    world.restart()
    await tick()
    await tick()
    assert [each.payload.day for each in await deliver()] == expected
    post = await world.database.read(daily.last_post, HERE)
    assert (post and post.added_at) == (datetime(*back, tzinfo=UTC) if expected else None)


async def test_nothing_is_posted_where_the_bot_was_removed(world, switch_on, tick, deliver):
    at(world, 2030, 1, 2, 8, 0)
    await world.services.servers.record_join(HERE)
    await switch_on()
    await world.services.servers.record_removal(HERE)
    at(world, 2030, 1, 2, 9, 1)
    await tick()
    assert await deliver() == []
    await world.services.servers.record_join(HERE)
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    assert len(await deliver()) == 1


def test_daylight_saving_moves_the_moment_and_skips_no_day():
    zone = "Europe/Berlin"
    now = datetime(2030, 3, 29, 12, tzinfo=UTC)
    found = []
    for _ in range(4):
        now = next_due(now, 9, zone)
        found.append((now.day, now.hour))
    assert found == [(30, 8), (31, 7), (1, 7), (2, 7)]
    # two o'clock does not exist on 31 March, and occurs twice on 27 October
    for day, month in ((31, 3), (27, 10)):
        ordinal = date(2030, month, day).toordinal()
        moment = moment_of(ordinal, 2, zone)
        assert last_due(moment, 2, zone) == (ordinal, moment)
        assert next_due(moment - timedelta(seconds=1), 2, zone) == moment
        assert next_due(moment, 2, zone) > moment + timedelta(hours=22)


@pytest.mark.parametrize(("hour", "day"), [(17, 2), (20, 1)])
def test_a_day_is_that_of_the_managers_zone(hour, day):
    evening = datetime(2030, 1, 2, 2, tzinfo=UTC)  # six o'clock of the day before in Los Angeles
    first = date(2030, 1, 1).toordinal()
    zone = "America/Los_Angeles"
    assert next_due(evening, hour, zone) == moment_of(first + day - 1, hour, zone)
    assert last_due(evening, hour, zone)[0] == first + day - 2


async def test_results_name_people_only_where_they_pressed(world, switch_on, tick, deliver):
    await switch_on(guild=ELSEWHERE)
    await posted(world, switch_on, tick, deliver)
    await play(world, ANN, wrong=1)
    await play(world, BEN, guild=ELSEWHERE)
    here, elsewhere = daily_text(await message(world)), daily_text(await message(world, ELSEWHERE))
    assert "⬛🟩 Ann" in here
    assert "Ben" not in here
    assert "🟩 Ben" in elsewhere
    assert "Ann" not in elsewhere


async def test_the_message_is_edited_soon_and_once_for_several_results(
    world, switch_on, tick, deliver
):
    (post,) = await posted(world, switch_on, tick, deliver)
    for person in (ANN, BEN, CAT):
        await play(world, person)
    assert await deliver() == []
    world.clock.advance(seconds=6)
    (edit,) = await deliver()
    assert (edit.kind, edit.payload.message) == (OutboxKind.DAILY_RESULTS, 9000 + post.id)
    world.clock.advance(hours=2)
    await play(world, BOSS)
    world.clock.advance(minutes=1)
    assert await deliver() == []  # Discord allows few edits of old messages
    world.clock.advance(minutes=15)
    assert len(await deliver()) == 1


@pytest.mark.parametrize(("attempts", "edits"), [(1, 0), (2, 1)])
async def test_a_puzzle_posted_at_a_second_attempt_is_edited(
    world, switch_on, tick, deliver, attempts, edits
):
    at(world, 2030, 1, 2, 8, 0)
    await switch_on()
    at(world, 2030, 1, 2, 9, 0, 10)
    await tick()
    for _ in range(attempts - 1):
        (post,) = await world.outbox.take_due(9)
        await world.outbox.retry(post, timedelta(0), "lost answer")
    (post,) = await world.outbox.take_due(9)
    await world.outbox.mark_sent(post, 9000)
    world.clock.advance(minutes=1)
    assert [each.kind for each in await deliver()] == [OutboxKind.DAILY_RESULTS] * edits


@pytest.mark.parametrize(
    ("age", "wait"),
    [(timedelta(minutes=50) - timedelta(seconds=1), 5), (timedelta(minutes=50), 900)],
)
async def test_a_message_of_up_to_fifty_minutes_is_edited_after_five_seconds(
    world, switch_on, tick, deliver, age, wait
):
    await posted(world, switch_on, tick, deliver)
    post = await world.database.read(daily.last_post, HERE)
    world.clock.now = post.added_at + age
    await play(world, ANN)
    world.clock.advance(seconds=wait - 1)
    assert await deliver() == []
    world.clock.advance(seconds=1)
    assert len(await deliver()) == 1


async def test_each_message_keeps_its_own_id_and_text(world, switch_on, tick, deliver):
    await switch_on(guild=ELSEWHERE, channel=CHANNEL + 1)
    sent = await posted(world, switch_on, tick, deliver)
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    sent += await deliver()
    assert len(sent) == 4
    for each in sent:
        where = each.location.guild_id, each.payload.day
        post = await world.database.read(daily.find_post, *where)
        assert post.message_id == 9000 + each.id
        assert await world.database.read(daily.find_text, post) == f"board {each.id}"


async def test_the_message_in_the_channel_before_loses_its_button(world, switch_on, tick, deliver):
    (first,) = await posted(world, switch_on, tick, deliver)
    await switch_on(channel=CHANNEL + 1)
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    waiting = await world.outbox.take_due(20)
    (closed,) = [each for each in waiting if each.kind == "close_message"]
    assert (closed.payload.message, closed.location.channel_id) == (9000 + first.id, CHANNEL)


async def test_the_difficulty_is_the_rating_once_it_is_settled(world, switch_on, tick, deliver):
    await posted(world, switch_on, tick, deliver)
    number = (await message(world)).puzzle.number
    rated = puzzles.PuzzleRow(number, 1777.6, 60, 0.06, attempts=SETTLED)
    await world.database.write(puzzles.put_puzzle, rated)
    assert (await message(world)).difficulty == 1778
    view, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    assert view.difficulty == 1778


async def test_only_those_who_pressed_that_day_are_among_its_results(
    world, switch_on, tick, deliver
):
    await switch_on(guild=ELSEWHERE)
    await posted(world, switch_on, tick, deliver)
    await play(world, ANN)
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    await play(world, ANN, guild=ELSEWHERE)
    assert (await message(world)).results == ()
    ((result, _),) = (await message(world, ELSEWHERE)).results
    assert result.name == "Ann"


async def test_a_result_appears_in_every_server_where_the_person_pressed(
    world, switch_on, tick, deliver
):
    for guild in (ELSEWHERE, 9):
        await switch_on(guild=guild)
    await posted(world, switch_on, tick, deliver)
    for person, guild in ((ANN, ELSEWHERE), (BEN, 9)):
        await world.services.daily.solve(world.act(person, guild=guild), await today(world))
    await play(world, ANN)
    world.clock.advance(seconds=6)
    edited = {each.location.guild_id for each in await deliver()}
    assert edited == {HERE, ELSEWHERE}


async def test_who_has_only_opened_it_is_not_named(world, switch_on, tick, deliver):
    await posted(world, switch_on, tick, deliver)
    await world.services.daily.solve(world.act(ANN), await today(world))
    assert "Ann" not in daily_text(await message(world))


@pytest.mark.parametrize(("gives_up", "tries"), [(False, "🟩"), (True, "⬛⬛⬛")])
async def test_ended_elsewhere_it_is_shown_here_too(
    world, switch_on, tick, deliver, gives_up, tries
):
    await switch_on(guild=ELSEWHERE)
    await posted(world, switch_on, tick, deliver)
    await play(world, ANN, guild=ELSEWHERE, gives_up=gives_up)
    world.clock.advance(minutes=1)
    assert [each.location.guild_id for each in await deliver()] == [ELSEWHERE]
    view, finished = await world.services.daily.solve(world.act(ANN), await today(world))
    assert finished
    assert view.wrong == MAX_TRIES * gives_up
    assert f"\n{tries} Ann" in daily_text(await message(world))
    world.clock.advance(minutes=1)
    assert [each.location.guild_id for each in await deliver()] == [HERE]


async def test_opening_it_again_gives_no_new_tries(world, switch_on, tick, deliver):
    await posted(world, switch_on, tick, deliver)
    day = await today(world)
    view, _ = await world.services.daily.solve(world.act(ANN), day)
    wrong = next(iter(view.puzzle.steps[0].refutations))
    await world.services.puzzles.turn(world.act(ANN), PuzzlePlace(view.puzzle), wrong)
    again, finished = await world.services.daily.solve(world.act(ANN), day)
    assert (again.wrong, finished) == (1, False)


async def test_the_next_morning_has_the_solution_the_shares_and_the_crown(
    world, switch_on, tick, deliver
):
    await switch_on(guild=ELSEWHERE)
    (first, _) = await posted(world, switch_on, tick, deliver)
    puzzle = (await message(world)).puzzle
    await play(world, ANN, wrong=1)
    world.clock.advance(minutes=1)
    await play(world, BEN)
    world.clock.advance(minutes=1)
    await play(world, CAT)
    await play(world, BOSS, gives_up=True, guild=ELSEWHERE)
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    summary = (await message(world)).last
    assert summary.puzzle == puzzle
    assert (summary.solved, summary.tried, summary.percent, summary.best) == (3, 3, 75, "Ben")
    text = daily_text(await message(world))
    assert f"||{puzzle.steps[0].answer.upper()} · " in text
    elsewhere = (await message(world, ELSEWHERE)).last
    assert (elsewhere.solved, elsewhere.tried, elsewhere.percent, elsewhere.best) == (
        0,
        1,
        75,
        None,
    )
    closed = [each for each in await world.outbox.take_due(20) if each.kind == "close_message"]
    assert 9000 + first.id in {each.payload.message for each in closed}


async def test_the_share_of_solvers_is_of_those_who_pressed_solve(world, switch_on, tick, deliver):
    await posted(world, switch_on, tick, deliver)
    puzzle = (await message(world)).puzzle
    await play(world, ANN, gives_up=True)
    for step, here in enumerate(puzzle.steps):  # as a puzzle of its own, not as that of the day
        place = PuzzlePlace(puzzle, step)
        await world.services.puzzles.turn(world.act(BEN), place, here.answer)
    for person in (CAT, BOSS):
        await play(world, person)
    await world.services.daily.solve(world.act(105), await today(world))  # still open
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    await world.services.daily.solve(world.act(BEN), await today(world))
    summary = (await message(world)).last
    assert (summary.solved, summary.tried, summary.percent) == (2, 3, 67)
    assert await streak_of(world, BEN) is None


async def test_the_button_of_an_old_day_is_refused(world, switch_on, tick, deliver):
    await posted(world, switch_on, tick, deliver)
    old = await today(world)
    at(world, 2030, 1, 3, 9, 1)
    await tick()
    with pytest.raises(Refusal, match="is over"):
        await world.services.daily.solve(world.act(ANN), old)
    assert await world.services.daily.message(HERE, old) is None


async def streak_of(world, user_id):
    return (await world.services.puzzles.stats(user_id)).streak


async def solve_on(world, tick, day, user_id=ANN, **how):
    at(world, 2030, 1, day, 9, 1)
    await tick()
    return await play(world, user_id, **how)


async def test_a_streak_counts_days_in_a_row_and_ends_with_a_missed_or_failed_one(
    world, switch_on, tick
):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    for day in (2, 3, 4):
        await solve_on(world, tick, day)
    assert await streak_of(world, ANN) == (3, 3)
    assert "Ann, 3 days in a row" in daily_text(await message(world))
    at(world, 2030, 1, 5, 20, 0)
    assert await streak_of(world, ANN) == (3, 3)  # the fifth may still come
    await solve_on(world, tick, 6)
    assert await streak_of(world, ANN) == (1, 3)
    await solve_on(world, tick, 7, gives_up=True)
    assert await streak_of(world, ANN) == (0, 3)
    assert await streak_of(world, BEN) is None


async def test_a_solved_puzzle_has_the_streak_also_when_it_is_opened_again(world, switch_on, tick):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    told = [(await solve_on(world, tick, day)).streak for day in (2, 3)]
    assert told == [1, 2]
    again, finished = await world.services.daily.solve(world.act(ANN), await today(world))
    assert (again.streak, finished) == (2, True)
    assert (await solve_on(world, tick, 4, gives_up=True)).streak == 0
    failed, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    assert failed.streak == 0


async def test_a_streak_goes_on_as_long_as_a_puzzle_that_continues_it_is_open(
    world, switch_on, tick
):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    await switch_on(hour=22, guild=ELSEWHERE)
    for day in (2, 3):
        await solve_on(world, tick, day)
    for moment in ((4, 9, 1), (5, 8, 59)):  # the puzzle of the fourth day is the newest one
        at(world, 2030, 1, *moment)
        await tick()
    assert await streak_of(world, ANN) == (2, 2)
    at(world, 2030, 1, 5, 9, 1)
    await tick()
    assert await streak_of(world, ANN) == (0, 2)  # she has never solved it elsewhere
    await world.services.daily.solve(world.act(ANN, guild=ELSEWHERE), await today(world, ELSEWHERE))
    assert await streak_of(world, ANN) == (2, 2)
    await play(world, ANN, guild=ELSEWHERE)
    assert await streak_of(world, ANN) == (3, 3)


async def test_a_streak_ends_after_the_puzzle_is_switched_off(world, switch_on, tick):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    await solve_on(world, tick, 2)
    await switch_on(hour=None)
    at(world, 2030, 1, 4, 8, 0)
    assert await streak_of(world, ANN) == (1, 1)
    at(world, 2030, 1, 5, 8, 0)
    assert await streak_of(world, ANN) == (0, 1)


async def test_a_puzzle_finished_a_day_late_changes_neither_a_message_nor_the_streak(
    world, switch_on, tick, deliver
):
    await posted(world, switch_on, tick, deliver)
    view, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    await solve_on(world, tick, 3)
    world.clock.advance(minutes=5)
    await deliver()
    for step, here in enumerate(view.puzzle.steps):
        place = PuzzlePlace(view.puzzle, step)
        late = await world.services.puzzles.turn(world.act(ANN), place, here.answer)
    assert late.streak == 0
    world.clock.advance(minutes=5)
    assert await deliver() == []
    assert await streak_of(world, ANN) == (1, 1)


async def test_a_vacation_freezes_a_streak(world, switch_on, tick):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    for day in (2, 3):
        await solve_on(world, tick, day)
    await world.services.vacations.start(world.act(ANN), datetime(2030, 1, 8, tzinfo=UTC))
    await solve_on(world, tick, 8)
    assert await streak_of(world, ANN) == (3, 3)


@pytest.mark.parametrize(
    ("begins", "ends", "streak"),
    [
        ((4, 12, 0), (6, 12, 1), (3, 3)),
        ((4, 12, 1), (6, 12, 1), (1, 2)),
        ((4, 12, 0), (6, 12, 0), (1, 2)),
    ],
)
async def test_a_vacation_freezes_the_days_whose_noon_is_in_it(
    world, switch_on, tick, begins, ends, streak
):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    for day in (2, 3):
        await solve_on(world, tick, day)
    at(world, 2030, 1, *begins)
    await world.services.vacations.start(world.act(ANN), datetime(2030, 1, *ends, tzinfo=UTC))
    await solve_on(world, tick, 7)
    assert await streak_of(world, ANN) == streak


async def test_the_next_morning_has_the_streaks_of_those_who_can_continue_them(
    world, switch_on, tick
):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    for day in (2, 3, 4):
        await solve_on(world, tick, day)
        if day > 2:
            await play(world, BEN)
    await play(world, CAT)  # a first day is not a row
    at(world, 2030, 1, 5, 9, 1)
    await tick()
    assert (await message(world)).last.streaks == (("Ann", 3), ("Ben", 2))
    assert "Current streaks, in days: Ann 3, Ben 2." in daily_text(await message(world))
    await play(world, ANN)  # the streak moves to the result of the day
    assert (await message(world)).last.streaks == (("Ben", 2),)
    at(world, 2030, 1, 6, 9, 1)
    await tick()
    assert (await message(world)).last.streaks == (("Ann", 4),)
    at(world, 2030, 1, 6, 20, 0)
    await play(world, ANN)
    await play(world, BEN)
    at(world, 2030, 1, 7, 22, 0)  # no message on this day
    await tick()
    at(world, 2030, 1, 8, 9, 1)
    await tick()
    assert (await message(world)).last.streaks == ()


async def test_the_three_longest_streaks_are_named_and_of_equal_ones_the_first_by_name(
    world, switch_on, tick
):
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    for day in (2, 3, 4):
        await solve_on(world, tick, day, CAT)
        for person in (BEN, ANN, BOSS) if day > 2 else ():
            await play(world, person)
    at(world, 2030, 1, 5, 9, 1)
    await tick()
    assert (await message(world)).last.streaks == (("Cat", 3), ("Ann", 2), ("Ben", 2))


async def test_the_first_puzzle_depends_on_the_day_and_not_on_the_order_of_the_file(world):
    drawn = {await world.database.read(daily_posts._draw, day) for day in range(20)}
    assert len(drawn) == 20


async def test_no_puzzle_comes_again_before_all_others(world, switch_on, tick, monkeypatch):
    kept = kept_puzzles()[:3]
    monkeypatch.setattr(daily_posts, "kept_puzzles", lambda: kept)
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    posted = []
    for day in range(2, 29, 3):  # the same place in the list
        at(world, 2030, 1, day, 9, 1)
        await tick()
        posted.append((await message(world)).puzzle.number)
    assert len({*posted[:3]}) == 3
    assert posted == posted[:3] * 3


async def test_a_puzzle_that_comes_again_is_solved_again_without_a_rating(
    world, switch_on, tick, monkeypatch
):
    kept = kept_puzzles()[:100]
    monkeypatch.setattr(daily_posts, "kept_puzzles", lambda: kept)
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    await solve_on(world, tick, 2, wrong=1)
    first = (await message(world)).puzzle
    await world.services.puzzles.vote(world.act(ANN), first, 1)
    rated = await world.database.read(puzzles.find_solver, ANN)
    day = await today(world)
    for later in range(1, 101):  # each of the others once, then the first again
        at(world, *(date.fromordinal(day + later).timetuple()[:3]), 9, 1)
        await tick()
    assert (await message(world)).puzzle == first
    assert (await message(world)).results == ()
    await play(world, ANN)
    ((result, streak),) = (await message(world)).results
    assert (result.name, result.wrong, result.solved, streak) == ("Ann", 0, True, 1)
    assert await world.database.read(puzzles.find_solver, ANN) == rated
    _, finished = await world.services.daily.solve(world.act(ANN), await today(world))
    assert finished
    attempt = await world.database.read(puzzles.find_attempt, ANN, first.number)
    assert (attempt.vote, attempt.wrong) == (1, 0)


async def test_an_open_attempt_at_a_puzzle_that_comes_again_begins_anew_once(
    world, switch_on, tick, monkeypatch
):
    kept = kept_puzzles()[:100]
    monkeypatch.setattr(daily_posts, "kept_puzzles", lambda: kept)
    at(world, 2030, 1, 1, 12, 0)
    await switch_on()
    at(world, 2030, 1, 2, 12, 0)
    await tick()
    view, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    first, wrong = view.puzzle, list(view.puzzle.steps[0].refutations)
    place = PuzzlePlace(first)
    await world.services.puzzles.turn(world.act(ANN), place, wrong[0])
    rated = await world.database.read(puzzles.find_solver, ANN)
    day = await today(world)
    for later in range(1, 101):
        at(world, *(date.fromordinal(day + later).timetuple()[:3]), 9, 1)
        await tick()
    assert (await message(world)).puzzle == first

    again, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    assert (again.wrong, again.repeated) == (0, False)
    await world.services.puzzles.turn(world.act(ANN), place, wrong[1])
    kept_on, _ = await world.services.daily.solve(world.act(ANN), await today(world))
    assert kept_on.wrong == 1
    assert await world.database.read(puzzles.find_solver, ANN) == rated


@pytest.mark.parametrize(
    ("shown", "ended", "is_earlier"),
    [(90, None, False), (90.001, None, True), (99, 90, False), (99, 90.001, True)],
)
def test_an_attempt_is_of_an_earlier_day_if_it_ended_over_ninety_days_before(
    shown, ended, is_earlier
):
    noon = datetime(2030, 6, 1, 12, tzinfo=UTC)
    shown_at, ended_at = (days and noon - timedelta(days=days) for days in (shown, ended))
    attempt = puzzles.AttemptRow(ANN, 1, shown_at, ended_at=ended_at)
    assert _is_of_earlier_day(attempt, noon.toordinal()) is is_earlier


async def first_message(world, switch_on, tick):
    """Switch on the puzzle of the day; return the outbox message with the first one.

    The boss has changed the channel that another manager chose.
    """
    at(world, 2030, 1, 2, 8, 0)
    other = world.act(CAT, guild=HERE, rank=Rank.MANAGER)
    await world.services.daily.configure(other, CHANNEL + 2, 9)
    await switch_on()
    at(world, 2030, 1, 2, 9, 1)
    await tick()
    (sent,) = await world.outbox.take_due(9)
    return sent


async def test_a_channel_that_refuses_switches_it_off_and_tells_the_manager(world, switch_on, tick):
    sent = await first_message(world, switch_on, tick)
    await world.services.notifications.notify_another_way(sent)
    await world.outbox.mark_dead(sent, "unknown channel")
    assert await world.services.daily.channel(HERE) is None
    (told,) = await world.outbox.take_due(9)
    assert (told.kind, told.user_id) == ("daily_stopped", BOSS)
    notification = await world.services.notifications.compose(told)
    assert notification.write
    at(world, 2030, 1, 3, 9, 1)
    assert await tick() == 0


async def test_an_old_channel_that_refuses_does_not_switch_off_the_new_one(world, switch_on, tick):
    sent = await first_message(world, switch_on, tick)
    await switch_on(channel=CHANNEL + 1)
    await world.services.notifications.notify_another_way(sent)
    await world.outbox.mark_dead(sent, "unknown channel")
    assert (await world.services.daily.channel(HERE)).channel_id == CHANNEL + 1
    assert await world.outbox.take_due(9) == []
    at(world, 2030, 1, 3, 9, 1)
    assert await tick() == 1


async def test_a_manager_who_deleted_their_data_is_not_told(world, switch_on, tick):
    at(world, 2030, 1, 2, 8, 0)
    await switch_on()
    await world.services.privacy.delete(BOSS)
    at(world, 2030, 1, 2, 9, 1)
    await tick()
    (sent,) = await world.outbox.take_due(9)
    await world.services.notifications.notify_another_way(sent)
    await world.outbox.mark_dead(sent, "unknown channel")
    assert await world.services.daily.channel(HERE) is None
    assert await world.outbox.take_due(9) == []


async def test_a_server_is_forgotten_with_its_puzzle(world, switch_on, tick, deliver):
    await world.services.servers.record_join(HERE)
    await posted(world, switch_on, tick, deliver)
    await play(world, ANN)
    await world.services.servers.record_removal(HERE)
    world.clock.advance(days=31)
    await tick()
    await tick()
    assert await world.services.daily.channel(HERE) is None
    assert await world.database.read(daily.last_post, HERE) is None
    assert await world.database.read(deadlines.find, Due.DAILY, HERE) is None


async def test_posts_and_entries_are_deleted_after_thirty_days(world, switch_on, tick, deliver):
    await posted(world, switch_on, tick, deliver)
    await play(world, ANN)
    puzzle, day = (await message(world)).puzzle, await today(world)
    world.clock.advance(days=30)
    assert (await world.services.maintenance.clean_up()).daily_posts == 0
    assert await world.database.read(daily.find_entries, ANN, puzzle.number) == [(HERE, day)]
    world.clock.advance(days=1)
    assert (await world.services.maintenance.clean_up()).daily_posts == 1
    assert await world.database.read(daily.find_entries, ANN, puzzle.number) == []
    assert find(puzzle.number) == puzzle


@pytest.mark.parametrize("best", ["B_en", None])
@pytest.mark.parametrize("streaks", [(), (("A*nn", 9), ("Cat", 2))])
def test_the_message_of_the_day_has_the_task_the_results_and_the_last_puzzle(best, streaks):
    puzzle, before = (
        next(each for each in kept_puzzles() if len(each.choices) < len(each.steps) > length)
        for length in (2, 3)
    )
    now = datetime(2030, 1, 2, tzinfo=UTC)
    results = (
        (DailyResult(1, "D*an", MAX_TRIES, solved=False, ended_at=now), 0),
        (DailyResult(2, "E_ve", 2, solved=True, ended_at=now), 4),
    )
    last = DailySummary(before, 3, 5, 41, best, streaks)
    view = DailyView(7, puzzle, 1450, results, last, "board\nof characters")
    shown = daily_message(view)
    turns = [turn.capitalize() for turn in before.turns]
    assert shown.content.split("\n") == [
        words.title(find_game(puzzle.game).name, puzzle.size, 1450),
        puzzle_words.task(colour_name(puzzle.start.to_move), len(puzzle.choices)),
        words.HOW(),
        "",
        words.TODAY(),
        words.result("⬛⬛🟩", r"E\_ve", 4),
        words.result("⬛⬛⬛", r"D\*an", 0),
        "",
        words.summary(3, tried=5, percent=41),
        *([words.best(r"B\_en")] if best else []),
        *([words.streaks([(r"A\*nn", 9), ("Cat", 2)])] if streaks else []),
        words.solution(turns),
        "board",
        "of characters",
    ]
    image = shown.board_image
    assert (image.filename, image.position) == ("daily-7.png", puzzle.start)
    assert image.overlays == (TitleOverlay(words.TITLE()),)
    assert image.words == describe_picture(puzzle.start)
    assert shown.rows == ((Button(ComponentId("daily", 7), words.SOLVE(), Style.success),),)
    first = daily_text(DailyView(7, puzzle, 1450)).split("\n")
    assert first == shown.content.split("\n")[:3]


def test_a_row_of_days_begins_with_the_second_and_without_players_there_is_no_share():
    assert [words.result("🟩", "Ann", days) for days in (0, 1, 2)] == [
        "🟩 Ann",
        "🟩 Ann",
        "🟩 Ann, 2 days in a row",
    ]
    assert words.summary(0, tried=0, percent=40) == "No one here tried the last puzzle."
    assert words.summary(0, tried=1, percent=40).startswith("**0 of 1** players here")


def test_who_solved_it_comes_first_then_who_needed_fewer_tries_and_was_earlier():
    now = datetime(2030, 1, 2, tzinfo=UTC)
    results = [
        DailyResult(1, "Fails", MAX_TRIES, solved=False, ended_at=now),
        DailyResult(2, "Slow", 0, solved=True, ended_at=now + timedelta(hours=2)),
        DailyResult(3, "Tries", 1, solved=True, ended_at=now + timedelta(hours=1)),
        DailyResult(4, "Quick", 0, solved=True, ended_at=now + timedelta(hours=1)),
        DailyResult(5, "Asks", 0, solved=False, ended_at=now),
    ]
    view = DailyView(1, kept_puzzles()[0], 1500, tuple((each, 0) for each in results))
    text = daily_text(view)
    named = sorted((each.name for each in results), key=text.index)
    assert named == ["Quick", "Slow", "Tries", "Asks", "Fails"]


@pytest.mark.parametrize("board", ["", "x" * 1000])
def test_many_results_fit_into_a_message(board):
    puzzle = max(kept_puzzles(), key=lambda each: sum(len(step.answer) for step in each.steps))
    now = datetime(2030, 1, 2, tzinfo=UTC)
    results = tuple(
        (DailyResult(number, "*_" * 16, number % 3, True, now), 365)  # noqa: FBT003 - solved
        for number in range(300)
    )
    streaks = tuple(("*_" * 16, 365 + number) for number in range(3))
    last = DailySummary(puzzle, 300, 1000, 41, "*_" * 16, streaks)
    text = daily_text(DailyView(1, puzzle, 1500, results, last, board))
    assert len(text) <= 2000
    assert text.endswith(board)
    assert more_people(300 - text.count("365 days")) in text
