"""Scene: a game that continues while faults are injected."""

import re
from contextlib import suppress

from sandbox import InteractionFailed, NotPossible
from sandbox.client.find import labels_of
from testbed.games import view_for_mover

LONG = 12  # turns after which a new game is started


class Scene:
    """Game of two players, with a channel of another server in which they can also act."""

    count = 0

    def __init__(self, table, *, threaded=False):
        Scene.count += 1
        self.discord, self.app = table.discord, table.app
        self.services = table.app.context.services
        self.guild = self.discord.create_guild(f"Club {Scene.count}")
        self.channel = self.guild.create_text_channel("games")
        self.first, self.second = (
            self.guild.add_member(f"{n} {Scene.count}") for n in ("Ann", "Ben")
        )
        refuge = self.discord.create_guild("Refuge")
        self.refuge = refuge.create_text_channel("refuge")
        for person in (self.first, self.second):
            refuge.add_member(person)
        self.threaded = threaded

    async def begin(self):
        await self.services.server_settings.change(self.guild.guild.id, threads=self.threaded)
        await self.first.in_(self.channel).slash("challenge", opponent=self.second, size=5)
        card = await self.discord.wait_for_message(
            self.channel, lambda message: "Accept" in labels_of(message)
        )
        await self.second.in_(self.channel).click(card, "Accept")
        (self.game,) = [each.id for each in await self.services.games.find_running(self.first.id)]
        return self

    async def look(self):
        return await view_for_mover(self.services.games, self.game)

    async def is_long(self):
        game = await self.look()
        return game.to_move is None or game.position.turn > LONG

    async def arrive(self):
        """Record the game's channel and its latest message, before a fault."""
        game = await self.look()
        self.location = self.discord.world.channels[game.location.channel_id]
        self.latest = self.location.messages[game.turn_message_id]

    async def press(self):
        """Open the move panel as the player to move; return it, or None after a failure."""
        game = await self.look()
        mover = self.first if game.to_move.user_id == self.first.id else self.second
        with suppress(InteractionFailed, NotPossible):
            return await mover.in_(self.location).click(self.latest, "Move")
        return None

    async def move(self):
        """Play a whole turn as the player to move; return the response, or None after a failure."""
        game = await self.look()
        mover = self.first if game.to_move.user_id == self.first.id else self.second
        text = ""
        for _ in range(game.position.placements_left):
            found = await self.services.games.legal_moves_text(
                self.game, mover.id, f"{text} ".lstrip(), 1
            )
            text = found[0]
        with suppress(InteractionFailed, NotPossible):
            return await mover.in_(self.refuge).slash("move", cell=text, game=str(self.game))
        return None

    def turn_messages(self, turn, channel):
        """Return the public messages of a turn in a channel."""
        wanted = re.compile(rf"Game {self.game} ·.*\bturn {turn}\b")
        return [
            message
            for message in channel.messages.values()
            if wanted.search(message.content) and not message.is_ephemeral
        ]

    def notifications(self):
        app = self.discord.application
        return [*self.first.direct_messages(app), *self.second.direct_messages(app)]
