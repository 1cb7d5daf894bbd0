"""Reliability: games finished and time to answer, from five games on, unless hidden."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, select

from bot.messages.lobby import lobby_page
from bot.messages.profile import reliability_lines
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.reliability import Reliability
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import Terms
from bot.store.tables import games_with_people
from bot.store.tables.games_with_people import Counted
from bot.store.tables.schema import games
from bot.store.tables.schema import plies as stored_plies
from bot.words import profile
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.services.test_lobby import private

NOON, MINUTE = datetime(2030, 1, 1, 12, tzinfo=UTC), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("hours", "shown"),
    [(0, "1 hour"), (1, "1 hour"), (1.1, "2 hours"), (48, "48 hours"), (48.1, "3 days")],
)
def test_times_are_rounded_up(hours, shown):
    assert profile.at_most(timedelta(hours=hours)) == shown


def test_the_lines_escape_the_name():
    found = Reliability(31, 32, timedelta(hours=3.5))
    assert reliability_lines("A*n", found) == [
        "A\\*n finished 31 of their last 32 games.",
        "A\\*n usually answers within 4 hours.",
    ]
    assert len(reliability_lines("Ann", Reliability(5, 5))) == 1
    assert reliability_lines("Ann", None) == []


async def finish(world, times, loser=BEN):
    for _ in range(times):
        number = await world.game(ANN, BEN, start="none")
        await world.play(ANN, number, "a1")
        world.clock.advance(hours=7)
        await world.play(BEN, number, "b2")
        await world.games.resign(world.act(loser), number)


@pytest.mark.both_databases
async def test_a_person_is_known_after_five_games_unless_they_hide_it(world):
    known = world.services.ratings.reliability
    await finish(world, 4)
    assert await known(BEN) is None
    await finish(world, 1)
    assert await known(BEN) == Reliability(5, 5, timedelta(hours=7))
    assert await known(ANN) == Reliability(5, 5)
    await world.personal_settings.change_settings(world.act(BEN), {"ratings": "hidden"})
    assert await known(BEN) is None


async def test_a_profile_shows_its_persons_reliability_to_whoever_reads_it(world):
    await finish(world, 5)
    for reader in (ANN, BEN, 103):
        shown = await world.services.ratings.profile(world.act(reader), BEN)
        assert shown.reliability == Reliability(5, 5, timedelta(hours=7))


async def test_only_own_losses_on_time_among_the_last_hundred_games_are_unfinished(world):
    await finish(world, 6)
    for number, values in enumerate(
        (
            {"ending": "time", "winner_seat": 0},
            {"ending": "time", "winner_seat": 1},
            {"ending": "repetition", "winner_seat": None},
            {"ending": "left", "winner_seat": None},
        ),
        start=1,
    ):
        await world.set_game(number, **values)
    assert (await world.services.ratings.reliability(BEN)).finished == 4
    found = await world.services.ratings.reliability(ANN)
    assert (found.finished, found.games) == (4, 5)
    last = Counted(ANN, NO_RESULT, 3)
    found = await world.database.read(games_with_people.totals, last, "time")
    assert (found.games, found.late, found.drawn) == (3, 0, 1)
    await world.set_game(3, ending="time", winner_seat=0)
    found = [await world.services.ratings.reliability(each) for each in (ANN, BEN)]
    assert [each.finished for each in found] == [4, 3]


async def test_the_last_hundred_games_tell_the_reliability_and_the_last_three_the_answers(world):
    await finish(world, 1)
    await world.set_game(1, ending="time", winner_seat=0)
    await world.database.write(copy_game, 1, 94)
    for hours in (1, 1, 6, 5, 4):  # the median of all is 4
        number = await world.game(ANN, BEN, start="none")
        await world.play(ANN, number, "a1")
        world.clock.advance(hours=hours)
        await world.play(BEN, number, "b2")
        await world.games.resign(world.act(ANN), number)
    found = await world.services.ratings.reliability(BEN)
    assert found == Reliability(5, 100, timedelta(hours=5))
    await world.database.write(copy_game, 1, 1)
    assert (await world.services.ratings.reliability(BEN)).games == 100


async def copy_game(tx, game_id, times):
    row = (await tx.connection.execute(select(games).where(games.c.id == game_id))).mappings().one()
    values = {name: value for name, value in row.items() if name != "id"}
    await tx.connection.execute(insert(games), [values] * times)


@pytest.mark.both_databases
async def test_the_usual_answer_is_the_median_from_the_opponents_turn_to_the_first_own_stone(world):
    first, second = await world.game(), await world.game()
    # minutes; the time between two stones of a turn, and between games, does not count
    plies = {
        first: [(0, 0), (1, 10), (1, 11), (0, 41), (0, 300), (1, 400)],
        second: [(0, 5000), (1, 5050), (0, 9000), (1, 9020), (1, 9200)],
    }

    async def store(tx):
        rows = [
            {
                "game_id": game,
                "ply": ply,
                "seat": seat,
                "move": "a1",
                "played_at": NOON + at * MINUTE,
            }
            for game, played in plies.items()
            for ply, (seat, at) in enumerate(played)
        ]
        await tx.connection.execute(insert(stored_plies), rows)

    await world.database.write(store)
    for number in (first, second):
        await world.set_game(number, status="finished", winner_seat=0, ending="resigned")
    await world.set_game(second, seat0=BEN, seat1=ANN)

    async def usual(user_id, games):
        counted = Counted(user_id, NO_RESULT, games)
        return await world.database.read(games_with_people.usual_answer, counted)

    assert await usual(ANN, 2) == 30 * MINUTE  # of 30, 50 and 20
    assert await usual(ANN, 1) == 20 * MINUTE  # the shorter of two
    assert await usual(CAT, 2) is None


async def test_the_lobby_knows_the_players_of_its_offers(world):
    await finish(world, 5)
    for who, size in ((BEN, 5), (CAT, 6)):
        terms = Terms(pace=Pace.BRISK)
        await world.services.lobby.offer(private(world, who), "lifeline", {"size": size}, terms)
    shown = await world.services.lobby.show(private(world, ANN))
    assert shown.known == {BEN: Reliability(5, 5, timedelta(hours=7)), CAT: None}
    lines = lobby_page(shown).content.splitlines()
    (of_ben,) = [line for line in lines if "**Ben**" in line]
    (of_cat,) = [line for line in lines if "**Cat**" in line]
    assert of_ben.endswith(" · finished 5 of 5 games · answers within 7 hours")
    assert "finished" not in of_cat
