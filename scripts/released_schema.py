"""Write tests/bot/store/released/NNNN.sql: a database of the present schema with a story in it.

Run it before a migration is added; from then on the migrations are tested from this schema, too.
The story leaves something in every table: games of each kind, running, finished, half a turn
played; an undo asked for; open and closed challenges; clocks, an absence, wishes; messages sent,
being sent and waiting.
"""

import asyncio
import dataclasses
import itertools
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.services import Services, build_services
from bot.services.clocks.clock import Pace
from bot.services.delivery.interaction_tokens import InteractionToken
from bot.services.notifications.settings import NotificationWay
from bot.services.people.limits import Limits
from bot.services.people.permissions import Rank
from bot.services.views import Actor, Place, Player, Terms
from bot.store.engine.database import Database
from bot.store.migrate import head, migrate
from bot.store.tables.schema import metadata

FOLDER = Path(__file__).parents[1] / "tests/bot/store/released"
THEN = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
ANN, BEN, ME = Player(101, "Ann"), Player(102, "Ben"), Player(900, "Lifeline")
OTHERS = (("cornered", 5), ("asli", 5), ("liflina", 5))


class Story:
    """Ann, Ben and the bot; `numbers` are the ids of their interactions."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.numbers = itertools.count(1000)

    def by(self, player: Player) -> Actor:
        return Actor(player.user_id, player.name, next(self.numbers), 7, 5)

    async def challenge(self, game: str = "lifeline", size: int = 4, **terms: object) -> int:
        """Have Ann challenge Ben; returns the challenge's number."""
        made = await self.services.challenges.propose(
            self.by(ANN), BEN, game, {"size": size}, Terms(**terms)
        )
        return made.id

    async def game(self, game: str = "lifeline", size: int = 4, **terms: object) -> int:
        number = await self.challenge(game, size, **terms)
        return (await self.services.challenges.accept(self.by(BEN), number)).id

    async def play(self, player: Player, game: int, text: str) -> None:
        await self.services.games.play(self.by(player), game, text)

    async def play_any(self, game: int, turns: int) -> None:
        """Play the first legal move, again and again."""
        for _ in range(turns):
            view = await self.services.games.get(game)
            if view.to_move is None:
                return
            moves = await self.services.games.legal_moves_text(game, view.to_move.user_id, "", 1)
            await self.play(view.to_move, game, moves[0])


async def tell(story: Story) -> None:
    """Let happen what the tables are for."""
    services = story.services
    first = await story.game()
    await story.play(ANN, first, "a1 c3")
    await story.play(BEN, first, "swap")
    await services.undo.undo(story.by(BEN), first)
    second = await story.game(pace=Pace.BRISK, strict=True)
    await services.games.resign(story.by(ANN), second)
    third = await story.game(pace=Pace.STANDARD)
    await story.play(ANN, third, "a1")
    for game, size in OTHERS:
        await story.play_any(await story.game(game, size), turns=9)
    await services.players.adjust(story.by(BEN), {}, {"way": NotificationWay.DM})
    await services.notifications.mute(story.by(ANN), first, muted=True)
    await services.players.prefer(story.by(ANN), "theme", "light")
    await services.server_settings.change(7, threads=False)
    await services.vacations.leave(story.by(BEN), THEN + timedelta(days=9))
    await services.challenges.decline(story.by(BEN), await story.challenge())
    await story.challenge(size=5, undo=False)
    await services.practice.begin(story.by(ANN), ME, 3, "lifeline", {"size": 4})
    await services.reviews.ask(story.by(ANN), second)
    await beyond_games(story)
    await deliver(services)


async def beyond_games(story: Story) -> None:
    """Let people block each other, and use the bot where it is no member."""
    services = story.services
    moderator = dataclasses.replace(story.by(BEN), rank=Rank.MODERATOR)
    await services.servers.joined(7)
    await services.moderation.block(moderator, 103)
    await services.blocks.block(story.by(ANN), 103)
    place = Place(None, 55)
    await services.interaction_tokens.enter(place)
    await services.interaction_tokens.keep(InteractionToken(999, place, None, "a token"))


async def deliver(services: Services) -> None:
    """Let Discord have taken some messages, be taking another one, and wait for the rest."""
    for row in await services.outbox.take_due(9):
        if row.kind == "turn":
            await services.notifications.notify_turn(row)
        await services.outbox.done(row, 9000 + row.id)
    await services.outbox.take_due(1)


async def write(folder: Path) -> Path:
    """Tell the story in a new database and dump it."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "games.db"
        database = Database(f"sqlite+aiosqlite:///{file}")
        await migrate(database, Path(place), THEN)
        await tell(Story(build_services(database, lambda: THEN, Limits(), lambda _: 0)))
        await database.close()
        with closing(sqlite3.connect(file)) as connection:
            dump = "\n".join(connection.iterdump())
    empty = [table for table in metadata.tables if f'INSERT INTO "{table}"' not in dump]
    assert not empty, f"the story leaves nothing in {empty}"
    target = folder / f"{head()}.sql"
    target.write_text(f"{dump}\n", encoding="utf-8")
    return target


if __name__ == "__main__":
    print(asyncio.run(write(FOLDER)))
