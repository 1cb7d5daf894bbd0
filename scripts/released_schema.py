"""Write tests/bot/store/released/NNNN.sql: a database with sample data in the current schema.

Run it before adding a migration, which is then tested from this schema. The data covers every
table: running, finished and half-played games of each kind; an undo; open and closed challenges;
clocks, a vacation, settings; outbox messages sent, being sent and waiting.
"""

import asyncio
import dataclasses
import itertools
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.services import Services, build_services
from bot.services.clocks.clock import Pace
from bot.services.clocks.due_dates import Due
from bot.services.delivery.interaction_tokens import InteractionToken
from bot.services.notifications.settings import NotificationWay
from bot.services.people.limits import Limits
from bot.services.people.permissions import Rank
from bot.services.puzzles.daily_posts import post_daily
from bot.services.puzzles.puzzles import PuzzlePlace
from bot.services.reports.reports import ReportReason
from bot.services.views import Actor, Location, Player, Terms
from bot.store.engine.database import Database
from bot.store.migrate import head, migrate
from bot.store.tables.deadlines import Deadline
from bot.store.tables.schema import metadata

FOLDER = Path(__file__).parents[1] / "tests/bot/store/released"
NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
ANN, BEN, ME = Player(101, "Ann"), Player(102, "Ben"), Player(900, "Lifeline")
OTHERS = (("cornered", 5), ("asli", 5), ("liflina", 5))


class SampleData:
    """Actions of Ann and Ben through the services; `interaction_ids` numbers their interactions."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.interaction_ids = itertools.count(1000)

    def actor(self, player: Player) -> Actor:
        return Actor(player.user_id, player.name, next(self.interaction_ids), 7, 5)

    async def challenge(self, game: str = "lifeline", size: int = 4, **terms: Any) -> int:
        """Let Ann challenge Ben; return the id of the challenge."""
        made = await self.services.challenges.propose(
            self.actor(ANN), BEN, game, {"size": size}, Terms(**terms)
        )
        return made.id

    async def game(self, game: str = "lifeline", size: int = 4, **terms: Any) -> int:
        number = await self.challenge(game, size, **terms)
        return (await self.services.challenges.accept(self.actor(BEN), number)).id

    async def play(self, player: Player, game: int, text: str) -> None:
        await self.services.games.play(self.actor(player), game, text)

    async def play_any(self, game: int, turns: int) -> None:
        """Play the first legal move of each turn, for a number of turns or to the end."""
        for _ in range(turns):
            view = await self.services.games.get(game)
            if view.to_move is None:
                return
            moves = await self.services.games.legal_moves_text(game, view.to_move.user_id, "", 1)
            await self.play(view.to_move, game, moves[0])


async def fill_tables(data: SampleData) -> None:
    """Write at least one row to every table."""
    services = data.services
    first = await data.game()
    await data.play(ANN, first, "a1 c3")
    await data.play(BEN, first, "swap")
    await services.undo.undo(data.actor(BEN), first)
    second = await data.game(pace=Pace.BRISK, strict=True, rated=True)
    await data.play_any(second, turns=5)
    await services.games.resign(data.actor(ANN), second)
    third = await data.game(pace=Pace.STANDARD)
    await data.play(ANN, third, "a1")
    for game, size in OTHERS:
        await data.play_any(await data.game(game, size), turns=9)
    await services.personal_settings.change_settings(
        data.actor(BEN), {}, {"way": NotificationWay.DM}
    )
    await services.notifications.mute(data.actor(ANN), first, muted=True)
    await services.personal_settings.set_preference(data.actor(ANN), "theme", "light")
    await services.server_settings.change(7, threads=False, lobby=5)
    offered = Terms(pace=Pace.STANDARD, strict=True)
    await services.lobby.offer(data.actor(ANN), "lifeline", {"size": 5}, offered, 2)
    await services.reports.report(data.actor(BEN), second, ReportReason.STALLING)
    await services.vacations.start(data.actor(BEN), NOW + timedelta(days=9))
    await services.challenges.decline(data.actor(BEN), await data.challenge())
    await data.challenge(size=5, undo=False)
    await services.practice.begin(data.actor(ANN), ME, 3, "lifeline", {"size": 4})
    await services.reviews.request(data.actor(ANN), second)
    board = await services.try_board.open(data.actor(ANN), third)
    await services.try_board.try_move(data.actor(ANN), third, board.place, "c3")
    await services.last_looks.record(BEN.user_id, await services.games.get(third))
    puzzle = (await services.puzzles.choose(data.actor(ANN), "", "asli")).puzzle
    await services.puzzles.give_up(data.actor(ANN), PuzzlePlace(puzzle))
    await use_servers(data)
    await deliver(services)


async def use_servers(data: SampleData) -> None:
    """Add blocks, and a channel in which the bot is only user-installed."""
    services = data.services
    moderator = dataclasses.replace(data.actor(BEN), rank=Rank.MODERATOR)
    await services.servers.record_join(7)
    await services.moderation.block(moderator, 103)
    await services.blocks.block(data.actor(ANN), 103)
    location = Location(None, 55)
    await services.interaction_tokens.record_user_install(location)
    await services.interaction_tokens.keep(InteractionToken(999, location, None, "a token"))


async def play_daily(data: SampleData, database: Database) -> None:
    """Post a puzzle of the day, which Ann opens but does not solve."""
    services, manager = data.services, dataclasses.replace(data.actor(BEN), rank=Rank.MANAGER)
    await services.daily.configure(manager, 5, 0)
    await database.write(post_daily, Deadline(Due.DAILY, 7, NOW), NOW)
    view, _ = await services.daily.solve(data.actor(ANN), NOW.toordinal())
    await services.puzzles.give_up(data.actor(ANN), PuzzlePlace(view.puzzle))


async def deliver(services: Services) -> None:
    """Mark some outbox messages as sent and one as being sent; the others keep waiting."""
    for message in await services.outbox.take_due(9):
        if message.kind == "turn":
            await services.notifications.notify_turn(message)
        await services.outbox.mark_sent(message, 9000 + message.id)
    await services.outbox.take_due(1)


async def write(folder: Path) -> Path:
    """Fill a new database with sample data and dump it into a folder; return the file."""
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "games.db"
        database = Database(f"sqlite+aiosqlite:///{file}")
        await migrate(database, Path(temporary), NOW)
        data = SampleData(build_services(database, lambda: NOW, Limits(), lambda _: 0))
        await fill_tables(data)
        await play_daily(data, database)
        await database.close()
        with closing(sqlite3.connect(file)) as connection:
            dump = "\n".join(connection.iterdump())
    empty = [table for table in metadata.tables if f'INSERT INTO "{table}"' not in dump]
    assert not empty, f"no sample data in {empty}"
    target = folder / f"{head()}.sql"
    target.write_text(f"{dump}\n", encoding="utf-8")
    return target


if __name__ == "__main__":
    print(asyncio.run(write(FOLDER)))
