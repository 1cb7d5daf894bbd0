"""Every way in which a game ends passes one place, which tells all that follows."""

import random
from pathlib import Path

import pytest

import bot
from bot.services.steps import game_end, server_purge
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import GAME_DUE, Due
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Player, Terms
from bot.store.tables import clocks, deadlines, games
from rules.moves import parse_move
from testbed.games import random_turn
from tests.bot.services.conftest import ANN, BEN, GUILD
from tests.bot.services.test_plans import Planner


async def begin(world, *, strict=True, pace=Pace.BRISK, start="none"):
    made = await world.challenges.propose(
        world.act(ANN),
        Player(BEN, "Ben"),
        "lifeline",
        {"size": 4, "start": start},
        Terms(pace=pace, strict=strict),
    )
    return (await world.challenges.accept(world.act(BEN), made.id)).id


async def before_the_end(world, left):
    """Play a game until a number of turns are left; return it and these turns."""
    rng = random.Random(7)
    game_id = await begin(world)
    position, turns = (await world.games.get(game_id)).position, []
    while position.outcome() is None:
        turns.append((position.seat_to_move, random_turn(position, rng)))
        for word in turns[-1][1].split():
            position = position.play(parse_move(word, position.topology))
    for seat, text in turns[:-left]:
        await world.play((ANN, BEN)[seat], game_id, text)
    return game_id, turns[-left:]


async def by_a_move(world):
    game_id, ((seat, text),) = await before_the_end(world, 1)
    await world.play((ANN, BEN)[seat], game_id, text)
    return game_id


async def by_a_planned_move(world):
    game_id, ((seat, asked), (_, answer)) = await before_the_end(world, 2)
    planner = Planner(world, (ANN, BEN)[1 - seat], game_id)
    await planner.open()
    await planner.plan(*asked.split(), *answer.split())
    await world.play((ANN, BEN)[seat], game_id, asked)
    return game_id


async def by_resignation(world):
    game_id = await begin(world)
    await world.games.resign(world.act(BEN), game_id)
    return game_id


async def by_leaving(world):
    game_id = await begin(world)
    await world.games.leave(world.act(BEN), game_id)
    return game_id


async def by_agreement(world):
    game_id = await begin(world)
    await world.services.end_requests.ask(world.act(ANN), game_id)
    await world.services.end_requests.accept(world.act(BEN), game_id)
    return game_id


async def by_a_claim(world):
    game_id = await begin(world, strict=False)
    await world.personal_settings.change_settings(world.act(ANN), {"vacation": "off"})
    await pass_time(world, days=3)
    await world.services.time.claim(world.act(BEN), game_id)
    return game_id


async def by_time(world):
    game_id = await begin(world)
    await pass_time(world, days=90)
    return game_id


async def by_inactivity(world):
    game_id = await begin(world, strict=False, pace=Pace.NONE)
    await pass_time(world, days=90)
    return game_id


async def by_a_moderator(world):
    game_id = await begin(world)
    await world.services.moderation.close(world.act(103, rank=Rank.MODERATOR), game_id)
    return game_id


async def by_deletion(world):
    game_id = await begin(world)
    await world.services.privacy.delete(BEN)
    return game_id


async def by_removal(world):
    await world.services.servers.record_join(GUILD)
    game_id = await begin(world)
    await world.services.servers.record_removal(GUILD)
    await pass_time(world, days=31)
    return game_id


ENDS = {
    by_a_move: None,
    by_a_planned_move: None,
    by_resignation: "resigned",
    by_leaving: "left",
    by_agreement: "agreed",
    by_a_claim: "time",
    by_time: "time",
    by_inactivity: "closed",
    by_a_moderator: "moderated",
    by_deletion: "resigned",
    by_removal: "server-gone",
}


async def pass_time(world, *, days):
    """Let days pass with the bot running, and handle all deadlines."""
    for _ in range(days):
        world.clock.advance(days=1)
        while due := await world.services.deadlines.find_due(20):
            for each in due:
                await world.services.deadlines.handle(each)


@pytest.fixture
def told(monkeypatch):
    """Add a subject that is notified of ends; return the notifications that it gets."""
    heard = []

    async def follow(tx, game, at):
        left = {kind: await deadlines.find(tx, kind, game.id) for kind in GAME_DUE}
        clock = await clocks.find(tx, game.id)
        assert not any(left.values()), "no deadline is left"
        assert clock is None or clock.since is None, "the clock is stopped"
        heard.append((game.id, game.status, game.ending, at))

    monkeypatch.setattr(game_end, "FOLLOWING", [*game_end.FOLLOWING, follow])
    return heard


@pytest.mark.parametrize(("end", "ending"), ENDS.items())
async def test_what_follows_an_end_is_told_once_however_a_game_ends(world, told, end, ending):
    game_id = await end(world)

    row = await world.database.read(games.find, game_id)
    assert row.status == games.FINISHED
    assert ending in (None, row.ending)
    assert [each[:3] for each in told] == [(game_id, games.FINISHED, row.ending)]
    assert told[0][3] == row.updated_at
    results = [kind for kind, _ in await world.posted()].count("result")
    assert results == (0 if end is by_removal else 1)


def test_only_one_module_ends_games():
    folder = Path(bot.__file__).parent
    ending = [
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if "games.finish(" in path.read_text("utf-8")
    ]
    assert ending == ["services/steps/game_end.py"]


async def test_a_removed_server_is_told_no_result_while_its_games_are_closed(world, monkeypatch):
    monkeypatch.setattr(server_purge, "BATCH", 1)
    await world.services.servers.record_join(GUILD)
    first, second = await begin(world), await begin(world)
    await world.posted()
    await world.services.servers.record_removal(GUILD)
    world.clock.advance(days=30)
    (due,) = [each for each in await world.services.deadlines.find_due(9) if each.kind == Due.PURGE]

    await world.services.deadlines.handle(due)

    closed = [await world.database.read(games.find, number) for number in (first, second)]
    assert [each.ending for each in closed] == ["server-gone", None]
    assert await world.posted() == []
