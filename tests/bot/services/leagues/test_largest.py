"""The largest leagues: 400 people, and a server with the most leagues."""

from sqlalchemy import insert, select, update

from bot.messages.leagues import card_message, league_page, organiser_page
from bot.messages.week import week_message
from bot.services.use_cases.leagues.leagues import MOST_LEAGUES
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.leagues.season import BREAK
from bot.store.tables import leagues
from bot.store.tables.schema import games, league_members, league_pairings, players
from testbed.loop_work import counting_calls
from tests.bot.services.leagues.club import GUILD, Club

# calls of functions in one callback of the loop; so many take 10 to 20 ms
MOST_CALLS = 100_000
PEOPLE = 400
ANN = 101


async def add_members(tx, league_id, now):
    people = range(ANN, ANN + PEOPLE)
    known = set((await tx.connection.execute(select(players.c.id))).scalars())
    new = [
        {"id": each, "name": f"P{each}", "settings": {}, "created_at": now}
        for each in people
        if each not in known
    ]
    if new:
        await tx.connection.execute(insert(players), new)
    rows = [{"league_id": league_id, "user_id": each, "confirmed_at": now} for each in people]
    await tx.connection.execute(insert(league_members), rows)


async def finish_all_but_one(tx, season_id, now):
    """Store a finished game for each pairing without a game but the last one."""
    unmade = await leagues.find_unmade(tx, season_id, 10_000)
    places = {
        (each.group_number, each.number): each.user_id
        for each in await leagues.find_places(tx, season_id)
    }
    for each in unmade[:-1]:
        row = {
            "guild_id": GUILD,
            "channel_id": 5,
            "seat0": places[each.group_number, each.first],
            "seat1": places[each.group_number, each.second],
            "game_key": "lifeline",
            "rules_version": 1,
            "options": {"size": 4, "start": "strong-pie"},
            "ply": 0,
            "undone": 0,
            "turn_revision": 0,
            "turn": 9,
            "status": "finished",
            "winner_seat": each.id % 2,
            "ending": "resigned",
            "created_at": now,
            "updated_at": now,
        }
        added = await tx.connection.execute(insert(games).values(row).returning(games.c.id))
        made = update(league_pairings).where(league_pairings.c.id == each.id)
        await tx.connection.execute(made.values(game_id=added.scalar_one()))


async def handle(world, kind, seasons):
    """Handle the due deadlines of some seasons, and no others."""
    world.clock.advance(seconds=1)
    for each in await world.services.deadlines.find_due(100):
        if each.kind == kind and each.subject in seasons:
            assert await world.services.deadlines.handle(each)


async def test_400_people_in_every_league_of_a_server_keep_nobody_waiting(world):
    clubs, database = [Club(world) for _ in range(MOST_LEAGUES)], world.database
    for number, club in enumerate(clubs):
        await club.open(channel=100 + number)
        await database.write(add_members, club.league, world.clock.now)
    seasons = [(await club.seasons())[0].id for club in clubs]
    await clubs[0]._at(world.clock.now + BREAK)

    with counting_calls(MOST_CALLS) as work:
        await clubs[0].join(ANN + PEOPLE)
        await handle(world, BotDue.LEAGUE_START, seasons)
    assert len(await clubs[0].groups()) == 67
    for season in seasons:
        await database.write(finish_all_but_one, season, world.clock.now)
    with counting_calls(MOST_CALLS) as more:
        await handle(world, Due.LEAGUE_GAMES, seasons)
        page = await clubs[0].page(ANN)
        assert league_page(page).rows
        card_message(await world.services.leagues.get_card(seasons[0]))
        organiser = await world.services.league_rulings.page(clubs[0].boss(), clubs[0].league, 1)
        organiser_page(organiser)
        await clubs[0].finish()
        week_message(await world.services.week.news(GUILD, world.clock.now))
    (_, second) = await clubs[0].seasons()
    await clubs[0]._at(world.clock.now + BREAK)
    with counting_calls(MOST_CALLS) as again:
        await handle(world, BotDue.LEAGUE_START, [second.id])
    assert sum(map(len, await clubs[0].groups(2))) == PEOPLE + 1
    assert work.late + more.late + again.late == []
