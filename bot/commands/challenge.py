"""/challenge: invite somebody to a game; the card is posted by the outbox."""

import discord
from discord import app_commands

from bot import texts
from bot.answers import reply
from bot.desk import Interaction, actor
from bot.post import Post
from rules.registry import GAMES

LARGEST, SMALLEST, USUAL_GAME = 27, 3, "lifeline"
GAME_CHOICES = [app_commands.Choice(name=game.name, value=game.key) for game in GAMES]


@app_commands.command(name="challenge", description=texts.CHALLENGE_COMMAND)
@app_commands.describe(
    opponent=texts.CHALLENGE_OPPONENT, size=texts.CHALLENGE_SIZE, game=texts.CHALLENGE_GAME
)
@app_commands.choices(game=GAME_CHOICES)
@app_commands.guild_only()
async def command(
    interaction: Interaction,
    opponent: discord.Member | discord.User,
    size: app_commands.Range[int, SMALLEST, LARGEST] | None = None,
    game: str = USUAL_GAME,
) -> None:
    options = {} if size is None else {"size": size}
    await interaction.client.desk.services.challenges.create(
        actor(interaction),
        opponent.id,
        opponent.display_name,
        game,
        options,
        opponent_is_bot=opponent.bot,
    )
    await reply(interaction, Post(texts.challenge_sent(texts.escape(opponent.display_name))))
