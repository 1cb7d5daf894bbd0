"""Simulated players of many games at once through a sandbox; acknowledged turns are recorded."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from sqlalchemy import update

from bot.config.system_clock import now
from bot.services import Services, build_services
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.limits import Limits
from bot.services.values.views import Actor, GameView, Player, Terms
from bot.store.engine.database import Database, Transaction
from bot.store.tables.schema import outbox
from sandbox import Channel, GuildHandle, InteractionFailed, Person, Sandbox
from testbed.games import random_turn

GUILDS_A_SHARD = 2
CHANNELS = 5  # in each guild
PEOPLE = 20  # in each
SIZE = 4
LOOK = 0.1  # seconds between checks whether a shard is served again


@dataclass(frozen=True)
class PlayedTurn:
    """Turn that the bot acknowledged, with its ply and the latency in seconds."""

    game_id: int
    ply: int
    text: str
    seconds: float


@dataclass(frozen=True)
class Seats:
    """Game of the crowd: its id, its channel, and its two players by user id."""

    game_id: int
    channel: Channel
    people: dict[int, Person]


@dataclass
class Crowd:
    """Simulated players in guilds of every shard, with their acknowledged turns.

    `unanswered` counts interactions to which the bot did not respond.
    """

    discord: Sandbox
    database: Database
    rng: random.Random
    services: Services = field(init=False)
    games: list[Seats] = field(default_factory=list)
    played_turns: list[PlayedTurn] = field(default_factory=list)
    unanswered: int = 0
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        plenty = Limits(open_challenges=100_000, running_games=100_000)
        self.services = build_services(self.database, now, plenty)

    async def gather(self, number: int, pace: Pace = Pace.STANDARD) -> None:
        """Create guilds with members on every shard and start `number` games there."""
        guilds = await self._guilds()
        members = [[guild.add_member(f"P{k}") for k in range(PEOPLE)] for guild in guilds]
        channels = [
            [guild.create_text_channel(f"c{k}") for k in range(CHANNELS)] for guild in guilds
        ]
        for game in range(number):
            where = game % len(guilds)
            pair = self.rng.sample(members[where], 2)
            self.games.append(await self._begin(channels[where][game % CHANNELS], pair, pace))
        await self.database.claim(_forget_cards)

    async def play(self, turns: int, at_once: int) -> None:
        """Play `turns` turns of every game, with at most `at_once` people acting at once.

        Games of a shard that no process serves are skipped, because their interactions
        would time out.
        """
        waiting, until = deque(self.games), dict[int, int]()
        await asyncio.gather(*(self._act(waiting, until, turns) for _ in range(at_once)))

    async def settled(self, seconds: float, left: int = 0) -> bool:
        """Wait until at most `left` outbox messages are unsent; return whether that was reached.

        :param seconds: time without progress before giving up.
        """
        fewest, deadline = await self._unsent(), time.monotonic() + seconds
        while fewest > left and time.monotonic() < deadline:
            await asyncio.sleep(0.2)
            if (unsent := await self._unsent()) < fewest:
                fewest, deadline = unsent, time.monotonic() + seconds
        return fewest <= left

    async def _unsent(self) -> int:
        counts = await self.services.outbox.counts()
        return counts.get("waiting", 0) + counts.get("sending", 0)

    async def _act(self, waiting: deque[Seats], until: dict[int, int], turns: int) -> None:
        """Play turns in any game that can continue, until all games have had theirs.

        :param until: final turn number by game.
        """
        while waiting:
            seats = self._next(waiting)
            if seats is None:
                await asyncio.sleep(LOOK)
                continue
            game = await self.services.games.get(seats.game_id)
            last = until.setdefault(game.id, game.position.turn + turns)
            if game.to_move is not None and game.position.turn < last:
                await self._turn(seats, game)
                waiting.append(seats)

    def _next(self, waiting: deque[Seats]) -> Seats | None:
        """Take the first game whose shard is served, if there is one."""
        served, shards = self.discord.connected_shards, self.discord.settings.shards
        for number, seats in enumerate(waiting):
            assert seats.channel.guild is not None
            if (seats.channel.guild.id >> 22) % shards in served:
                del waiting[number]
                return seats
        return None

    async def _turn(self, seats: Seats, game: GameView) -> None:
        """Play a turn. Without a response, the turn may be tried again later."""
        assert game.to_move is not None
        text = random_turn(game.position, self.rng)
        person = seats.people[game.to_move.user_id].in_(seats.channel)
        try:
            await self._say(person, seats.game_id, game.position.ply, text)
        except InteractionFailed:
            self.unanswered += 1

    async def _say(self, person: Person, game_id: int, ply: int, text: str) -> None:
        pressed = time.perf_counter()
        answer = await person.slash("move", cell=text, game=str(game_id))
        if answer.content.startswith("You played"):
            self.played_turns.append(PlayedTurn(game_id, ply, text, time.perf_counter() - pressed))

    async def _guilds(self) -> list[GuildHandle]:
        shards = self.discord.settings.shards
        found: dict[int, list[GuildHandle]] = {shard: [] for shard in range(shards)}
        while any(len(guilds) < GUILDS_A_SHARD for guilds in found.values()):
            guild = self.discord.create_guild(f"Club {len(self.discord.world.guilds)}")
            found[(guild.id >> 22) % shards].append(guild)
            await asyncio.sleep(
                0.002
            )  # the shard of a guild depends on its creation time in milliseconds
        return [guild for guilds in found.values() for guild in guilds[:GUILDS_A_SHARD]]

    async def _begin(self, channel: Channel, pair: list[Person], pace: Pace) -> Seats:
        first, second = pair
        challenge = await self.services.challenges.propose(
            self._actor(first, channel),
            Player(second.id, second.name),
            "lifeline",
            {"size": SIZE},
            Terms(pace=pace),
        )
        game = await self.services.challenges.accept(self._actor(second, channel), challenge.id)
        return Seats(game.id, channel, {person.id: person for person in pair})

    def _actor(self, person: Person, channel: Channel) -> Actor:
        assert channel.guild is not None
        return Actor(person.id, person.name, next(self._numbers), channel.guild.id, channel.id)


async def _forget_cards(tx: Transaction) -> None:
    cards = update(outbox).where(outbox.c.kind.startswith("challenge"))
    await tx.connection.execute(cards.values(status="sent"))
