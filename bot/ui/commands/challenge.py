"""/challenge: invite somebody, or anybody, to a game; the card is posted by the outbox.

Its options are those of all games together; which of them a game has is the game's own business.
"""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.context.location import refuse_wrong_channel
from bot.context.user_install import refuse_unseen, with_offer
from bot.messages.challenge_card import challenge_sent
from bot.messages.challenge_forms import opponent as invited
from bot.messages.challenge_forms import options_from, terms_from, with_default_size
from bot.ui.autocomplete import starts_of_game
from bot.ui.command_options import GAME_CHOICES, PACES, STRICT, Handicap, Komi, Size, choices_of
from bot.ui.practice import CHOICES as LEVEL_LABELS
from bot.ui.practice import begin, is_practice
from bot.ui.responses import reply
from bot.words import labels
from bot.words import practice as practice_texts

COLOURS = choices_of(labels.COLOURS)
MAY_UNDO = choices_of(labels.MAY_UNDO)
LEVELS = choices_of(LEVEL_LABELS)


@app_commands.command(name="challenge", description=labels.CHALLENGE_COMMAND)
@app_commands.describe(
    opponent=labels.CHALLENGE_OPPONENT,
    game=labels.CHALLENGE_GAME,
    size=labels.CHALLENGE_SIZE,
    start=labels.CHALLENGE_START,
    komi=labels.CHALLENGE_KOMI,
    handicap=labels.CHALLENGE_HANDICAP,
    colour=labels.CHALLENGE_COLOUR,
    undo=labels.CHALLENGE_UNDO,
    pace=labels.CHALLENGE_PACE,
    strict=labels.CHALLENGE_STRICT,
    level=practice_texts.LEVEL_OPTION,
)
@app_commands.choices(game=GAME_CHOICES, colour=COLOURS, undo=MAY_UNDO, pace=PACES, strict=STRICT)
@app_commands.choices(level=LEVELS)
@app_commands.autocomplete(start=starts_of_game)
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be chosen
    interaction: Interaction,
    opponent: discord.Member | discord.User | None = None,
    game: str | None = None,
    size: Size | None = None,
    start: str | None = None,
    komi: Komi | None = None,
    handicap: Handicap | None = None,
    colour: str | None = None,
    undo: str | None = None,
    pace: str | None = None,
    strict: str | None = None,
    level: int | None = None,
) -> None:
    services = interaction.client.context.services
    usual = await services.guilds.settings(interaction.guild_id)
    options = {"size": size, "start": start, "komi": komi, "handicap": handicap}
    chosen = options_from(with_default_size(usual, game, options))
    terms = terms_from({"begins": colour, "undo": undo, "pace": pace, "strict": strict}, usual)
    key = game or usual.usual_game
    if is_practice(interaction, opponent, level):
        await begin(interaction, level, key, chosen, terms)
        return
    await refuse_wrong_channel(interaction)
    refuse_unseen(interaction)
    challenge = await services.challenges.propose(
        actor(interaction), None if opponent is None else invited(opponent), key, chosen, terms
    )
    await reply(interaction, with_offer(interaction, challenge_sent(challenge)))
