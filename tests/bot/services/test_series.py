"""A series: the next game begins automatically until the series is decided or must stop."""

import asyncio
from datetime import timedelta
from itertools import product

import pytest

from bot.errors.permissions import MayNotPlay
from bot.errors.refusals import CannotChallenge
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import Rank
from bot.services.values.series import series_score
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import Begins, ChallengeView, GameView, Player, SeriesState, Terms
from bot.store.tables import deadlines, games
from bot.store.tables.games import SeriesGame
from bot.words.series import points
from testbed.due_dates import due_date
from tests.bot.services.conftest import ANN, BEN, CAT, GUILD

GOES_ON, DECIDED, STOPPED = SeriesState.GOES_ON, SeriesState.DECIDED, SeriesState.STOPPED
# by its letter: whether Ann has won a game; she has seat 0 in the first
LETTERS = {"a": True, "b": False, "d": None}


def played(results, ending="resigned"):
    """Return the games of a series, won by Ann (a) or Ben (b), or drawn (d)."""
    return [
        SeriesGame(10 + number, seat_of(LETTERS[letter], number), ending)
        for number, letter in enumerate(results)
    ]


def seat_of(ann_won, number):
    if ann_won is None:
        return None
    return number % 2 if ann_won else 1 - number % 2


@pytest.mark.parametrize("length", [3, 5, 7])
def test_a_series_is_decided_exactly_when_the_player_behind_can_no_longer_catch_up(length):
    for number in range(1, length + 1):
        for results in product("abd", repeat=number):
            ann = results.count("a") + results.count("d") / 2
            ben, left = number - ann, length - number
            if any(abs_lead > length - before for before, abs_lead in leads(results[:-1])):
                continue  # it was decided earlier
            score = series_score(played(results), length)
            of_ann, of_ben = score.points if number % 2 else score.points[::-1]
            assert (of_ann, of_ben) == (ann, ben)
            is_over = left == 0 or abs(ann - ben) > left
            assert score.state is (DECIDED if is_over else GOES_ON), results


def leads(results):
    for number in range(1, len(results) + 1):
        part = results[:number]
        yield number, abs(part.count("a") - part.count("b"))


@pytest.mark.parametrize("ending", NO_RESULT)
def test_a_game_without_a_result_stops_its_series_and_gives_no_points(ending):
    score = series_score([*played("a"), SeriesGame(20, None, ending)], 3)
    assert (score.state, score.points) == (STOPPED, (0, 1))
    last = series_score([*played("ab"), SeriesGame(20, None, ending)], 3)
    assert (last.state, last.points) == (STOPPED, (1, 1))


def test_two_losses_on_time_in_a_row_by_the_same_player_stop_a_series():
    assert series_score(played("b", "time"), 5).state is GOES_ON
    assert series_score(played("bb", "time"), 5).state is STOPPED
    assert series_score(played("ba", "time"), 5).state is GOES_ON
    assert series_score(played("bb", "time"), 3).state is DECIDED
    assert series_score([*played("bb", "time"), *played("bba")[2:]], 7).state is GOES_ON
    assert series_score([*played("a"), *played("abb", "time")[1:]], 7).state is STOPPED
    assert series_score([*played("b", "time"), SeriesGame(11, 0, "resigned")], 5).state is GOES_ON
    assert series_score([*played("b"), SeriesGame(11, 0, "time")], 5).state is GOES_ON


@pytest.mark.parametrize(("number", "shown"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½")])
def test_half_points_are_shown_as_a_fraction(number, shown):
    assert points(number) == shown


async def begin(world, length=3, **terms):
    made = await world.challenges.propose(
        world.act(ANN),
        Player(BEN, "Ben"),
        "lifeline",
        {"size": 4, "start": "none"},
        Terms(series=length, **terms),
    )
    return (await world.challenges.accept(world.act(BEN), made.id)).id


async def lose(world, who, game_id):
    """Resign a game; return the next game of its series, which begins automatically, or None."""
    await world.games.resign(world.act(who), game_id)
    return await following(world, game_id)


async def following(world, game_id):
    """Let the next game begin and return its row; None without one."""
    world.clock.advance(seconds=5)
    for due in await world.services.deadlines.find_due(9):
        await world.services.deadlines.handle(due)
    return await world.database.read(games.find_rematch, game_id)


async def score(world, game_id):
    return (await world.services.history.get_score(game_id)).series


async def test_the_next_game_begins_by_itself_with_roles_exchanged_until_one_has_won(world):
    first = await begin(world, 3, pace=Pace.BRISK, strict=True, rated=False, undo=False)
    await world.posted()

    second = await lose(world, ANN, first)

    assert second.players == (BEN, ANN)
    assert (second.series, second.series_of) == (3, first)
    assert (second.guild_id, second.channel_id, second.undo) == (7, 5, False)
    assert (await world.games.get(second.id)).clock.pace is Pace.BRISK
    assert await world.posted() == [("result", 0), ("turn", 0)]
    assert (await score(world, first)).points == (0, 1)
    third = await lose(world, BEN, second.id)
    assert (third.players, third.series_of) == ((ANN, BEN), first)
    after = await score(world, second.id)
    assert (after.points, after.state) == ((1, 1), GOES_ON)
    assert await lose(world, BEN, third.id) is None
    last = await score(world, third.id)
    assert (last.points, last.state) == ((2, 1), DECIDED)
    # earlier results are as they were
    assert (await score(world, first)).state is GOES_ON


async def test_the_next_game_does_not_begin_before_the_result_is_posted(world):
    first = await begin(world)
    await world.games.resign(world.act(ANN), first)
    world.clock.advance(seconds=4)
    assert [each.kind for each in await world.services.deadlines.find_due(9)] == []
    assert await following(world, first) is not None


async def test_a_single_game_has_no_series(world):
    game_id = await world.game()
    assert await lose(world, ANN, game_id) is None
    assert await score(world, game_id) is None
    due = await due_date(world.services.deadlines, Due.SERIES, game_id)
    assert due is None


async def test_a_game_in_progress_has_no_score_of_its_series(world):
    assert await score(world, await begin(world)) is None


@pytest.mark.both_databases
async def test_a_rematch_within_a_series_is_its_next_game_begun_at_once(world):
    first = await begin(world)
    await world.games.resign(world.act(ANN), first)
    asks = [world.services.history.rematch(world.act(who), first) for who in (BEN, ANN, BEN)]

    found = await asyncio.gather(*asks)

    assert {type(each) for each in found} == {GameView}
    assert len({each.id for each in found}) == 1
    assert (await following(world, first)).id == found[0].id
    assert (await world.database.read(games.find_series, first))[1:] == [
        SeriesGame(found[0].id, None, None)
    ]


async def test_a_rematch_after_a_series_offers_the_same_series_as_a_new_one(world):
    first = await begin(world)
    second = await lose(world, ANN, first)
    assert await lose(world, ANN, second.id) is None

    offered = await world.services.history.rematch(world.act(BEN), second.id)

    assert isinstance(offered, ChallengeView)
    assert (offered.terms.series, offered.terms.begins) == (3, Begins.OPPONENT)
    again = await world.challenges.accept(world.act(ANN), offered.id)
    row = await world.database.read(games.find, again.id)
    assert (row.series, row.series_of) == (3, None)


async def test_a_game_that_was_left_stops_the_series(world):
    second = await lose(world, ANN, await begin(world))
    await world.games.leave(world.act(BEN), second.id)
    assert await following(world, second.id) is None
    stopped = await score(world, second.id)
    assert (stopped.points, stopped.state) == ((1, 0), STOPPED)


@pytest.mark.parametrize("gone", [ANN, BEN])
async def test_a_deleted_player_stops_the_series_after_one_resigned_game(world, gone):
    first = await begin(world, 5)
    second = await lose(world, ANN, first)
    await world.services.privacy.delete(gone)
    assert await following(world, second.id) is None
    stopped = await score(world, second.id)
    assert (stopped.points, stopped.state) == ((2, 0) if gone == ANN else (1, 1), STOPPED)
    await world.services.privacy.delete(ANN + BEN - gone)
    assert (await score(world, second.id)) == stopped
    assert (await score(world, first)).state is GOES_ON  # the result of an earlier game stays


@pytest.mark.parametrize("leaving", [ANN, BEN])
async def test_a_deletion_that_is_not_complete_stops_the_series(world, leaving):
    first = await begin(world)
    later = world.clock() + timedelta(minutes=10)
    await world.database.write(deadlines.put, Due.DELETION, leaving, later)
    assert await lose(world, ANN, first) is None
    assert (await score(world, first)).state is STOPPED


@pytest.mark.parametrize("blocked", [ANN, BEN])
@pytest.mark.parametrize("by", ["a person", "a server"])
async def test_a_block_stops_the_series_after_the_game_in_progress(world, by, blocked):
    first = await begin(world)
    if by == "a server":
        await world.services.moderation.block(world.act(CAT, rank=Rank.MODERATOR), blocked)
    else:
        await world.services.blocks.block(world.act(ANN + BEN - blocked), blocked)
    assert await lose(world, ANN, first) is None
    assert (await score(world, first)).state is STOPPED


async def test_a_block_elsewhere_or_of_others_does_not_stop_a_series(world):
    first = await begin(world)
    moderator = world.act(CAT, guild=GUILD + 1, rank=Rank.MODERATOR)
    await world.services.moderation.block(moderator, ANN)
    await world.services.blocks.block(world.act(CAT), ANN)
    assert await lose(world, ANN, first) is not None


async def test_a_block_after_the_last_game_leaves_a_series_decided(world):
    second = await lose(world, ANN, await begin(world))
    await world.services.blocks.block(world.act(ANN), BEN)
    assert await lose(world, ANN, second.id) is None
    assert (await score(world, second.id)).state is DECIDED


async def test_a_block_made_before_the_next_game_begins_stops_it(world):
    first = await begin(world)
    await world.games.resign(world.act(ANN), first)
    await world.services.blocks.block(world.act(ANN), BEN)
    assert await following(world, first) is None
    with pytest.raises(MayNotPlay):
        await world.services.history.rematch(world.act(BEN), first)


async def test_a_stopped_series_is_not_resumed_by_a_rematch_after_the_block(world):
    first = await begin(world)
    await world.services.blocks.block(world.act(ANN), BEN)
    assert await lose(world, ANN, first) is None
    await world.services.blocks.unblock(world.act(ANN), BEN)
    offered = await world.services.history.rematch(world.act(BEN), first)
    assert isinstance(offered, ChallengeView)
    assert offered.opponent.user_id == ANN


async def test_a_series_stops_where_the_bot_was_removed(world):
    await world.services.servers.record_join(GUILD)
    first = await begin(world)
    await world.services.servers.record_removal(GUILD)
    assert await lose(world, ANN, first) is None
    assert (await score(world, first)).state is STOPPED


@pytest.mark.both_databases
async def test_a_restart_between_two_games_loses_nothing_and_repeats_nothing(world):
    first = await begin(world)
    await world.games.resign(world.act(ANN), first)
    world.restart()
    _, other = world.open()
    world.clock.advance(seconds=5)
    (due,) = await world.services.deadlines.find_due(9)

    handled = await asyncio.gather(
        world.services.deadlines.handle(due), other.deadlines.handle(due)
    )

    assert sorted(handled) == [False, True]
    assert len(await world.database.read(games.find_series, first)) == 2


async def test_a_full_list_of_games_does_not_stop_a_series(world):
    first = await begin(world)
    for _ in range(world.limits.running_games - 1):
        await world.game()
    await world.games.resign(world.act(ANN), first)
    await world.game()
    with pytest.raises(CannotChallenge):
        await world.game()
    assert await following(world, first) is not None
