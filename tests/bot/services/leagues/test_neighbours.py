"""An action in one league changes nothing in another league of the same people."""

import pytest
from sqlalchemy import select

from bot.store.tables import leagues as league_rows
from bot.store.tables.schema import (
    deadlines,
    games,
    league_members,
    league_pairings,
    league_places,
    league_rulings,
    league_seasons,
    leagues,
)
from tests.bot.services.leagues.club import Club

SIX = ANN, *_ = range(101, 107)


@pytest.fixture(params=["older", "newer"])
async def other(world, club, request):
    """Open two leagues with the same six members; return the one in which nobody acts."""
    other = Club(world)
    both = (other, club) if request.param == "older" else (club, other)
    for number, each in enumerate(both):
        await each.open(channel=5 + number, size=4 + number)
    for each in both:
        await each.join(*SIX)
    return other


async def rows_of(club):
    """Return all rows about a league and its games, by table."""

    async def read(tx):
        seasons = select(league_seasons.c.id).where(league_seasons.c.league_id == club.league)
        own = select(league_pairings.c.game_id).where(league_pairings.c.season_id.in_(seasons))
        conditions = {
            leagues: leagues.c.id == club.league,
            league_members: league_members.c.league_id == club.league,
            league_seasons: league_seasons.c.league_id == club.league,
            league_places: league_places.c.season_id.in_(seasons),
            league_pairings: league_pairings.c.season_id.in_(seasons),
            league_rulings: league_rulings.c.league_id == club.league,
            games: games.c.id.in_(own),
            deadlines: deadlines.c.subject.in_(seasons) & deadlines.c.kind.startswith("league")
            | deadlines.c.subject.in_(own) & ~deadlines.c.kind.startswith("league"),
        }
        return {
            table.name: sorted(
                map(repr, await tx.connection.execute(select(table).where(condition)))
            )
            for table, condition in conditions.items()
        }

    return await club.world.database.read(read)


async def resign(club):
    game, first, _ = (await club.running())[0]
    await club.world.games.resign(club.world.act(first), game)
    return game


async def leave_now(club):
    await club.service.leave(club.world.act(ANN), club.league, 1, resigns=True)


async def leave_later(club):
    await club.service.leave(club.world.act(ANN), club.league, 1, resigns=False)


async def leave_before(club):
    await club.service.leave(club.world.act(ANN), club.league, 0, resigns=False)


async def join(club):
    await club.join(200)


async def remove(club):
    await club.world.services.league_rulings.remove(club.boss(), club.league, ANN)


async def annul(club):
    rulings = club.world.services.league_rulings
    await rulings.annul(club.boss(), club.league, await resign(club))


async def end(club):
    await club.end()


async def move(club):
    await club.world.services.league_rulings.move(club.boss(), club.league, 77)


async def start(club):
    await club.world.services.league_rulings.start(club.boss(), club.league, 1)


async def postpone(club):
    rulings = club.world.services.league_rulings
    page = await rulings.page(club.boss(), club.league, 1)
    await rulings.postpone(club.boss(), club.league, 1, page.start)


async def ask_silent(club):
    async def ask(tx):
        member = await league_rows.find_member(tx, club.league, ANN)
        await league_rows.ask(tx, member, club.world.clock.now)

    await club.world.database.write(ask)


async def finish(club):
    await club.finish()


@pytest.mark.parametrize("act", [leave_before, join, remove, end, move, start, postpone])
async def test_an_action_before_the_start_leaves_the_other_league_as_it_is(club, other, act):
    before, own = await rows_of(other), await rows_of(club)
    await act(club)
    await club.tick()
    assert await rows_of(other) == before
    assert await rows_of(club) != own


@pytest.mark.parametrize(
    "act", [leave_now, leave_later, remove, resign, annul, end, move, ask_silent, finish]
)
async def test_an_action_in_a_season_leaves_the_other_league_as_it_is(club, other, act):
    await club.wait(days=7)
    before, own = await rows_of(other), await rows_of(club)
    assert len(before["games"]) == len(own["games"]) == 15
    await act(club)
    await club.tick()
    assert await rows_of(other) == before
    assert await rows_of(club) != own
