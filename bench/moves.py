"""A move through the whole program on the sandbox: from the press to answer and picture."""

import asyncio
import logging
import random
import resource
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles

from bench import AT_ANY_PACE
from bot.app import App
from bot.mail import pacing
from bot.settings import Settings
from bot.wiring import assembled, use_api
from rules.moves import Place, format_move
from rules.position import Position
from sandbox import Channel, GuildHandle, Person, Sandbox
from sandbox import Settings as SandboxSettings
from sandbox.client.find import labels_of

SIZE = 7
TURNS = 30  # of each game
CONCURRENT = (1, 20)


@dataclass
class Times:
    """Seconds from the press to the answer, and to the picture in the channel."""

    answered: list[float] = field(default_factory=list)
    posted: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Hall:
    """The sandbox, the bot, and a server to play in."""

    discord: Sandbox
    app: App
    guild: GuildHandle


@dataclass(frozen=True)
class Table:
    """A game that has begun in a channel of its own, and its players by name."""

    channel: Channel
    people: dict[str, Person]
    game_id: int


def main() -> None:
    """Print start, latency and memory."""
    logging.disable(logging.WARNING)
    pacing.MOST = 10_000  # how fast we are, not how fast Discord lets us
    for games in CONCURRENT:
        asyncio.run(_measure(games))


async def _measure(games: int) -> None:
    async with hall() as (place, seconds):
        times = Times()
        tables = await asyncio.gather(*(_begin(place, number) for number in range(games)))
        await asyncio.gather(*(_play(place, table, times) for table in tables))
    if games == 1:
        print(f"{'start to ready, with a new database':<44} {seconds:.2f} s")
    for name, measured in (("answered", times.answered), ("picture posted", times.posted)):
        low, high = median(measured), quantiles(measured, n=100)[98]
        label = f"{games} games at once, move to {name}"
        print(f"{label:<44} median {low * 1000:.0f} ms, p99 {high * 1000:.0f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{f'{games} games at once, memory with the sandbox':<44} {peak:.0f} MB at most")


@asynccontextmanager
async def hall() -> AsyncIterator[tuple[Hall, float]]:
    # a channel takes five messages in five seconds; that limit is Discord's, not what is measured
    pacing.MOST = 1000
    quick = SandboxSettings(rate_limits=False)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=quick, validate=False) as discord:
            use_api(discord.api_base)
            url = f"sqlite+aiosqlite:///{folder}/games.db"
            settings = Settings(database_url=url, **AT_ANY_PACE)
            begun = time.perf_counter()
            async with assembled(settings) as app:
                guild = discord.create_guild("Hall")
                running = asyncio.create_task(app.start(discord.application.token))
                await discord.wait_until_ready()
                await app.desk.services.guilds.change(guild.id, threads=False)
                yield Hall(discord, app, guild), time.perf_counter() - begun
                await app.close()
                await running


async def _play(hall: Hall, table: Table, times: Times) -> None:
    chance = random.Random(table.game_id)
    for turn in range(2, TURNS):
        game = await hall.app.desk.services.games.get(table.game_id)
        if game.to_move is None:
            return
        text = _some_turn(game.position, chance)
        person = table.people[game.to_move.name]
        await _timed(hall, person, table.channel, (text, table.game_id, turn), times)


async def _timed(
    hall: Hall, person: Person, channel: Channel, move: tuple[str, int, int], times: Times
) -> None:
    text, game_id, turn = move
    pressed = time.perf_counter()
    posted = asyncio.create_task(
        hall.discord.wait_for_message(channel, lambda m: f"turn {turn}" in m.content, within=60)
    )
    await person.slash("move", cell=text, game=str(game_id))
    times.answered.append(time.perf_counter() - pressed)
    await posted
    times.posted.append(time.perf_counter() - pressed)


async def _begin(hall: Hall, number: int) -> Table:
    channel = hall.guild.create_text_channel(f"table-{number}")
    people = [hall.guild.add_member(name).in_(channel) for name in _names(number)]
    await people[0].slash("challenge", opponent=people[1], size=SIZE)
    card = await hall.discord.wait_for_message(channel, lambda m: "Accept" in labels_of(m))
    await people[1].click(card, "Accept")
    await hall.discord.wait_for_message(channel, lambda m: "turn 1" in m.content)
    (game,) = await hall.app.desk.services.games.running(people[0].id)
    return Table(channel, {person.name: person for person in people}, game.id)


def _some_turn(position: Position, chance: random.Random) -> str:
    words, turn = [], position.turn
    while position.turn == turn and position.outcome() is None:
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        move = chance.choice(places)
        words.append(format_move(move, position.topology))
        position = position.play(move)
    return " ".join(words)


def _names(number: int) -> tuple[str, str]:
    return f"Ann{number}", f"Ben{number}"
