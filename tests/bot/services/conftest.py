"""Services on a real database, a manual clock, and actors."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from sqlalchemy import update

from bot.services import Limits, build_services
from bot.services.values.clocks.quiet_hours import Quiet, minute_text
from bot.services.values.people.permissions import Rank
from bot.services.values.people.rate_limits import UNLIMITED, Allowance, RateLimiter
from bot.services.values.views import Actor, Player
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.tables import players
from bot.store.tables.schema import games
from testbed.games import view_for_mover
from testbed.one_thread import sqlite_in_event_loop

ANN, BEN, CAT = 101, 102, 103
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat"}
CHANNEL, GUILD = 5, 7


@dataclass
class Clock:
    """Manual clock for tests."""

    now: datetime = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self):
        return self.now

    def seconds(self):
        """Return the current time in seconds, in place of `time.monotonic`."""
        return self.now.timestamp()

    def advance(self, **by):
        self.now += timedelta(**by)


@dataclass
class World:
    """Services on one database; `restart` creates new ones on the same database.

    `several`: whether a test has opened the database a second time, as another process does.
    """

    url: str
    clock: Clock
    limits: Limits
    several: bool = False
    woken: list = field(default_factory=list)
    databases: list = field(default_factory=list)
    allowance: Allowance | None = None
    numbers: count = field(default_factory=lambda: count(1000))

    def restart(self):
        self.database, self.services = self._open()
        self.challenges, self.games = self.services.challenges, self.services.games
        self.outbox, self.personal_settings = self.services.outbox, self.services.personal_settings
        self.outbox.on_added(lambda: self.woken.append("woken"))

    def open(self):
        """Open the database and its services a second time."""
        self.several = True
        return self._open()

    def _open(self):
        database = Database(self.url, busy_seconds=10)
        self.databases.append(database)
        rates = RateLimiter(self.clock, self.allowance or UNLIMITED, self.clock.seconds)
        return database, build_services(database, self.clock, self.limits, rates=rates)

    def act(self, user_id, *, channel=CHANNEL, guild=GUILD, rank=Rank.MEMBER, interaction=None):
        number = next(self.numbers) if interaction is None else interaction
        return Actor(user_id, NAMES.get(user_id, f"P{user_id}"), number, guild, channel, rank)

    async def challenge(
        self, challenger=ANN, opponent=BEN, *, channel=CHANNEL, game="lifeline", **options
    ):
        options = {"size": 4, **options}
        asked = Player(opponent, NAMES.get(opponent, f"P{opponent}"))
        actor = self.act(challenger, channel=channel)
        return await self.challenges.propose(actor, asked, game, options)

    async def game(self, first=ANN, second=BEN, **terms):
        challenge = await self.challenge(first, second, **terms)
        return (await self.challenges.accept(self.act(second), challenge.id)).id

    async def play(self, user_id, game_id, text, **how):
        return await self.games.play(self.act(user_id), game_id, text, **how)

    async def press(self, user_id, game_id, text):
        """Play a move by a button under the current board."""
        revision = (await self.games.get(game_id)).revision
        return await self.play(user_id, game_id, text, revision=revision)

    async def set_game(self, game_id, **values):
        """Change the stored columns of a game."""

        async def change(tx):
            await tx.connection.execute(update(games).where(games.c.id == game_id).values(values))

        await self.database.write(change)

    async def change_settings(self, actor, **given):
        """Change a person's settings to typed values; quiet hours may be a `Quiet`."""
        if isinstance(quiet := given.get("quiet"), Quiet):
            given["quiet"] = f"{minute_text(quiet.start)}-{minute_text(quiet.end)}"
        return await self.personal_settings.change_settings(actor, given)

    async def refuse_direct_messages(self, user_id, at):
        """Store that Discord refused a direct message to a known person."""
        await self.database.write(players.set_dm_refused_at, user_id, at)

    async def due(self, kind):
        """Take the due outbox messages and return the only one of a kind."""
        (message,) = [each for each in await self.outbox.take_due(9) if each.kind == kind]
        return message

    async def expire(self):
        """Close all expired challenges and return their number."""
        due = await self.challenges.find_expired(9)
        for each in due:
            await self.challenges.expire(each)
        return len(due)

    async def mover_view(self, game_id):
        """Return the game as the player to move sees it, including a hidden first stone."""
        return await view_for_mover(self.games, game_id)

    async def posted(self):
        """Mark all outbox messages as sent and return them as (kind, ply)."""
        sent = []
        while messages := await self.outbox.take_due(10):
            for message in messages:
                await self.outbox.mark_sent(message, 9000 + message.id)
                sent.append((message.kind, message.ply))
        return sent


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limits():
    return Limits(open_challenges=3, running_games=4)


@pytest.fixture
async def world(database_url, tmp_path, clock, limits):
    made = World(database_url, clock, limits)
    made.restart()
    with sqlite_in_event_loop(threaded=lambda: made.several):
        await migrate(made.database, tmp_path / "backups", clock())
        yield made
        for each in made.databases:
            await each.close()


@pytest.fixture
def people():
    return ANN, BEN, CAT
