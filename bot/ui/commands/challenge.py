"""/challenge: challenge a player, post an open challenge or start a practice game.

The command has the options of all games. A game refuses options of other games.
"""

import discord
from discord import app_commands

from bot.context.location import refuse_wrong_channel
from bot.context.request import Request, with_request
from bot.context.user_install import refuse_invisible_challenge
from bot.messages.challenge_forms import opponent as invited
from bot.messages.challenge_forms import options_from, terms_from, with_default_size
from bot.ui.autocomplete import starts_of_game
from bot.ui.command_options import GAME_CHOICES, PACES, STRICT, Handicap, Komi, Size, choices_of
from bot.ui.game_start import challenge_posted
from bot.ui.practice import LEVEL_LABELS, is_practice, start_practice_game
from bot.ui.responses import reply
from bot.words import challenge as challenge_words
from bot.words import plans as plan_words
from bot.words import practice, ratings

COLOURS = choices_of(challenge_words.COLOURS)
MAY_UNDO = choices_of(challenge_words.MAY_UNDO)
MAY_PLAN = choices_of(plan_words.MAY_PLAN)
LEVELS = choices_of(LEVEL_LABELS)
RATED = choices_of(ratings.IS_RATED)


@app_commands.command(name="challenge", description=challenge_words.CHALLENGE_COMMAND())
@app_commands.describe(
    opponent=challenge_words.CHALLENGE_OPPONENT(),
    game=challenge_words.CHALLENGE_GAME(),
    size=challenge_words.CHALLENGE_SIZE(),
    start=challenge_words.CHALLENGE_START(),
    komi=challenge_words.CHALLENGE_KOMI(),
    handicap=challenge_words.CHALLENGE_HANDICAP(),
    colour=challenge_words.CHALLENGE_COLOUR(),
    undo=challenge_words.CHALLENGE_UNDO(),
    pace=challenge_words.CHALLENGE_PACE(),
    strict=challenge_words.CHALLENGE_STRICT(),
    rated=ratings.RATED_OPTION(),
    plans=plan_words.PLANS_OPTION(),
    level=practice.LEVEL_OPTION(),
)
@app_commands.choices(game=GAME_CHOICES, colour=COLOURS, undo=MAY_UNDO, pace=PACES, strict=STRICT)
@app_commands.choices(rated=RATED)
@app_commands.choices(level=LEVELS)
@app_commands.choices(plans=MAY_PLAN)
@app_commands.autocomplete(start=starts_of_game)
@with_request
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be chosen
    request: Request,
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
    rated: str | None = None,
    plans: str | None = None,
    level: int | None = None,
) -> None:
    services = request.services
    defaults = await services.server_settings.get_settings(request.actor.guild_id)
    options = {"size": size, "start": start, "komi": komi, "handicap": handicap}
    chosen = options_from(with_default_size(defaults, game, options))
    fields = {
        "begins": colour,
        "undo": undo,
        "pace": pace,
        "strict": strict,
        "rated": rated,
        "plans": plans,
    }
    terms = terms_from(fields, defaults)
    key = game or defaults.usual_game
    if is_practice(request, opponent, level):
        await start_practice_game(request, level, key, chosen, terms)
        return
    await refuse_wrong_channel(request)
    refuse_invisible_challenge(request)
    challenge = await services.challenges.propose(
        request.actor, None if opponent is None else invited(opponent), key, chosen, terms
    )
    await reply(request, challenge_posted(request, challenge))
