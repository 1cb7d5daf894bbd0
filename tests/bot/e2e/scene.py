"""A game that goes on while things break: whoever is to move moves, and the other one is told."""

import re
from contextlib import suppress

from sandbox import InteractionFailed, NotPossible
from sandbox.client.find import labels_of
from testbed.seeing import as_mover

LONG = 12  # turns after which another game is begun


class Scene:
    """Two people with a game; a channel of another server from where they can act, too."""

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
        (self.game,) = [each.id for each in await self.services.games.running(self.first.id)]
        return self

    async def look(self):
        return await as_mover(self.services.games, self.game)

    async def is_long(self):
        game = await self.look()
        return game.to_move is None or game.position.turn > LONG

    async def arrive(self):
        """Remember where the game is played and what shows it, before something breaks."""
        game = await self.look()
        self.location = self.discord.world.channels[game.location.channel_id]
        self.latest = self.location.messages[game.turn_message_id]

    async def press(self):
        """Let whoever is to move open the panel for it, with its picture; returns it, or None."""
        game = await self.look()
        mover = self.first if game.to_move.user_id == self.first.id else self.second
        with suppress(InteractionFailed, NotPossible):
            return await mover.in_(self.location).click(self.latest, "Move")
        return None

    async def move(self):
        """Let whoever is to move make a whole turn; returns the answer, or None."""
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

    def told(self, turn, channel):
        """Return the messages of a turn in a channel."""
        wanted = re.compile(rf"Game {self.game} ·.*\bturn {turn}\b")
        return [
            message
            for message in channel.messages.values()
            if wanted.search(message.content) and not message.is_ephemeral
        ]

    def notifications(self):
        app = self.discord.application
        return [*self.first.direct_messages(app), *self.second.direct_messages(app)]
