"""Bulk generation of stored games: real games, copied to other people by SQL statements."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from random import Random

from sqlalchemy import text

from bot.config.system_clock import now
from bot.services import Services, build_services
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.limits import Limits
from bot.services.values.views import Actor, Player, Terms
from bot.store.engine.database import Database, Transaction
from testbed.games import random_turn

CHUNK = 10_000  # games per transaction
TURNS = 12  # turns in each game on size 7
GAMES_A_PERSON = 10
IN_PROGRESS_SHARE = (
    10  # one game in ten is in progress, and so recent that its messages are still stored
)
FIRST = 1000  # ids of copies begin above the originals
PEOPLE = 1_000_000  # ids of copied people begin here

# column with the game's id, by table
OF_FINISHED = {"games": "id", "plies": "game_id", "clocks": "game_id"}
OF_RUNNING = OF_FINISHED | {"deadlines": "subject", "outbox": "game_id"}
# columns with a new value in each copy: ids, players, moments
OWN = {
    "game_id": "s.n",
    "subject": "s.n",
    "seat0": f"{PEOPLE} + s.n / {GAMES_A_PERSON}",
    "seat1": f"{PEOPLE} + s.n / {2 * GAMES_A_PERSON}",
    "updated_at": "t.updated_at + s.n",
    "due_at": "t.due_at + s.n",
    "bot_due_at": "t.bot_due_at + s.n",
    "stream": "'game:' || s.n",
}


@dataclass
class Filler:
    """Generator of stored games: plays two originals and copies them."""

    database: Database

    def __post_init__(self) -> None:
        plenty = Limits(open_challenges=100_000, running_games=100_000)
        self.services: Services = build_services(self.database, now, plenty)
        self.rng = Random(5)
        self._numbers = count(1)
        self._filled = 0
        self._originals: tuple[int, int] | None = None

    def actor(self, user_id: int) -> Actor:
        return Actor(user_id, f"P{user_id}", next(self._numbers), 7, 5)

    async def begin(self) -> int:
        """Start a game of two people, with a clock; return the game's id."""
        terms = Terms(pace=Pace.STANDARD)
        two = Player(2, "P2")
        made = await self.services.challenges.propose(
            self.actor(1), two, "lifeline", {"size": 7}, terms
        )
        return (await self.services.challenges.accept(self.actor(2), made.id)).id

    async def turn(self, game_id: int) -> None:
        """Play a random turn in a game in progress."""
        game = await self.services.games.get(game_id)
        assert game.to_move is not None
        text_of_turn = random_turn(game.position, self.rng)
        await self.services.games.play(self.actor(game.to_move.user_id), game_id, text_of_turn)

    async def clear_outbox(self) -> None:
        """Mark every due outbox message as sent."""
        while rows := await self.services.outbox.take_due(100):
            for row in rows:
                await self.services.outbox.mark_sent(row, row.id)

    async def fill(self, games: int) -> None:
        """Copy games until the given number is stored; a tenth of them are in progress."""
        finished, running = await self._played()
        while self._filled < games:
            number = min(CHUNK, games - self._filled)
            low = await self.database.read(_unused)
            high = low + number - 1
            await self.database.claim(_people, low, high)
            await self.database.claim(
                _copy, OF_FINISHED, finished, low, high - number // IN_PROGRESS_SHARE
            )
            await self.database.claim(
                _copy, OF_RUNNING, running, high - number // IN_PROGRESS_SHARE + 1, high
            )
            self._filled += number

    async def _played(self) -> tuple[int, int]:
        if self._originals is None:
            games = [await self.begin() for _ in range(2)]
            for game in games:
                for _ in range(TURNS):
                    await self.turn(game)
            await self.services.games.resign(self.actor(1), games[0])
            await self.clear_outbox()
            self._originals = (games[0], games[1])
        return self._originals


def _series(low: int, high: int) -> str:
    return f"WITH RECURSIVE s(n) AS (SELECT {low} UNION ALL SELECT n + 1 FROM s WHERE n < {high}) "


async def _unused(tx: Transaction) -> int:
    last = await tx.connection.execute(text("SELECT max(id) FROM games"))
    return max(int(last.scalar_one()), FIRST) + 1


async def _people(tx: Transaction, low: int, high: int) -> None:
    known = await tx.connection.execute(text(f"SELECT max(id) - {PEOPLE} FROM players"))
    first = max(low // (2 * GAMES_A_PERSON), known.scalar_one() + 1)
    last = high // GAMES_A_PERSON
    if first > last:
        return
    copies = f"SELECT {PEOPLE} + s.n, 'P' || s.n, t.settings, t.created_at FROM s, players t"
    await tx.connection.execute(
        text(
            "INSERT INTO players (id, name, settings, created_at) "
            f"{_series(first, last)} {copies} WHERE t.id = 1"
        )
    )


async def _copy(
    tx: Transaction, tables: Mapping[str, str], original: int, low: int, high: int
) -> None:
    if low > high:
        return
    for table, key in tables.items():
        found = await tx.connection.execute(text(f"SELECT * FROM {table} LIMIT 0"))
        # the database assigns the ids of outbox messages
        names = [name for name in found.keys() if (table, name) != ("outbox", "id")]  # noqa: SIM118
        values = ", ".join({"id": "s.n", **OWN}.get(name, f"t.{name}") for name in names)
        series = _series(low, high)
        copies = f"SELECT {values} FROM s, {table} t WHERE t.{key} = {original}"
        await tx.connection.execute(
            text(f"INSERT INTO {table} ({', '.join(names)}) {series} {copies}")
        )
