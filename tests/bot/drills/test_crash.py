"""Crash drill: the bot is killed at many moments, and loses or repeats no move."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from itertools import cycle, islice, pairwise

import pytest

from bot.config.system_clock import now
from bot.services import build_services
from bot.services.use_cases.games.games import GameService
from bot.services.use_cases.operations.doctor import examine
from bot.store.engine.database import Database
from rules.record import positions
from sandbox.client.find import labels_of
from tests.bot.drills.moments import Moments
from tests.bot.drills.people import Hall
from tests.bot.drills.scripted import ending, uninterrupted, write_scripts

# in this order; the short drill has the first six
MOMENTS = (
    *("answer", "opening a thread", "start-up", "post", "commit", "picture"),
    *("random", "post", "answer", "taking old buttons", "commit", "start-up"),
    *("opening a thread", "commit", "picture", "random", "post", "taking old buttons"),
)
CARD = ("card",)
AT_FIRST = 8  # games at the start; the others start later, to open threads
SIZES = [
    pytest.param(3, 6, id="short"),
    pytest.param(20, 100, id="long", marks=[pytest.mark.drill, pytest.mark.timeout(3600)]),
]


@dataclass
class Stored:
    """Database of a bot that is not running."""

    database: Database
    games: GameService


@pytest.fixture
async def stored(process):
    database = Database(process.environment["DATABASE_URL"])
    yield Stored(database, build_services(database, now).games)
    await database.close()


@pytest.mark.parametrize(("games", "kills"), SIZES)
async def test_killing_the_bot_changes_no_game(process, stored, tmp_path, games, kills):
    scripts = write_scripts(games, longest=24 if games > 3 else 10)
    hall = Hall(process, random.Random(8))
    pairings = hall.pairings(scripts)
    moments = Moments(process, random.Random(9))
    await moments.start()
    await process.ready()
    playing = [asyncio.create_task(each.play()) for each in pairings]

    counts = await kill(moments, hall, kills, sum(each.turns for each in scripts))
    hall.allow(turns=100_000, games=games)
    await asyncio.gather(*playing)
    await wait_until_posted(process)
    await process.kill()

    games_stored = [await stored.games.get(each.game) for each in pairings]
    report = account(hall, games_stored)
    print(f"\ncrash drill: {counts.total()} kills {dict(counts)}; {dict(report)}")  # noqa: T201
    assert [ending(game) for game in games_stored] == await uninterrupted(scripts, tmp_path)
    assert (await examine(stored.database)).problems == ()
    assert process.environment["DISCORD_TOKEN"] not in process.logged()
    assert report["moves lost"] == report["messages twice"] == report["messages missing"] == 0


async def kill(moments, hall, kills, turns):
    """Kill the bot a number of times during the games, and return the kills by moment."""
    counts, share = Counter(), turns // kills + 1
    hall.allow(turns=0, games=AT_FIRST)
    for moment in islice(cycle(MOMENTS), kills):
        hall.allow(turns=share, games=2 if moment == "opening a thread" else 0)
        counts[await moments.hit(moment)] += 1
        await moments.start()
    return counts


async def wait_until_posted(process):
    """Wait until the outbox is empty."""
    for _ in range(6000):
        (open_rows,) = process.ask(
            "SELECT count(*) FROM outbox WHERE status IN ('waiting', 'sending')"
        )
        if open_rows == (0,):
            return
        await asyncio.sleep(0.05)
    pytest.fail("the outbox never came to rest")


def account(hall, games):
    """Compare acknowledgements and messages with the database."""
    sent = Counter(kind_of(message) for message in public(hall))
    wanted = sum((expected_messages(game) for game in games), Counter())
    ((wanted[CARD],),) = hall.process.ask("SELECT count(*) FROM challenges")
    moves = {game.id: ending(game)[0] for game in games}
    lost = [each for each in hall.acknowledged if not is_in(moves, *each)]
    return Counter(
        {
            "games": len(games),
            "turns": sum(len(ends_of_turns(game)) for game in games),
            "turns acknowledged": len(hall.acknowledged),
            "moves lost": len(lost),
            "messages": sent.total(),
            "messages twice": (sent - wanted).total(),
            "messages missing": (wanted - sent).total(),
        }
    )


def is_in(moves, game_id, ply, text):
    """Return whether an acknowledged turn is stored at its ply."""
    # an offer is one move of two words
    words = [text] if text.startswith("offer") else text.split()
    return moves[game_id][ply : ply + len(words)] == words


def public(hall):
    return [
        message
        for channel in hall.discord.world.channels.values()
        for message in channel.messages.values()
        if channel.guild is not None and not message.is_ephemeral
        if message.author is hall.discord.application.bot
    ]


def kind_of(message):
    """Return the kind of a message: a card, a turn, or a result, with its game."""
    boards = [each.filename for each in message.attachments if each.filename.startswith("game-")]
    if not boards:
        return CARD
    return (*boards, "result" if "Rematch" in labels_of(message) else "turn")


def expected_messages(game):
    """Return one message for each turn and one for the result."""
    ends = ends_of_turns(game)
    turns = [0, *ends] if game.position.outcome() is None else [0, *ends[:-1]]
    return Counter(
        [
            *((f"game-{game.id}-{ply}.png", "turn") for ply in turns),
            # the animation, or the board of a game that ended without a move
            (f"game-{game.id}.gif" if ends else f"game-{game.id}-0.png", "result"),
        ]
    )


def ends_of_turns(game):
    return [
        after.ply
        for before, after in pairwise(positions(game.record))
        if after.turn != before.turn or after.outcome() is not None
    ]
