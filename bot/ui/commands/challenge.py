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
from bot.ui.autocomplete import openings_of_game
from bot.ui.command_options import GAME_CHOICES, PACES, TIMEOUTS, Handicap, Komi, Size, choices_of
from bot.ui.game_start import challenge_posted
from bot.ui.practice import LEVEL_LABELS, is_practice, practice_options, start_practice_game
from bot.ui.responses import reply
from bot.words import challenge as challenge_words
from bot.words import plans as plan_words
from bot.words import practice, ratings
from bot.words import series as series_words

COLOURS = choices_of(challenge_words.COLOURS)
MAY_UNDO = choices_of(challenge_words.MAY_UNDO)
MAY_PLAN = choices_of(plan_words.MAY_PLAN)
LEVELS = choices_of(LEVEL_LABELS)
RATED = choices_of(ratings.IS_RATED)
SERIES = choices_of({length: label for length, label in series_words.LENGTHS.items() if length > 1})


@app_commands.command(name="challenge", description=challenge_words.CHALLENGE_COMMAND())
@app_commands.describe(
    opponent=challenge_words.CHALLENGE_OPPONENT(),
    size=challenge_words.CHALLENGE_SIZE(),
    level=practice.LEVEL_OPTION(),
    game=challenge_words.CHALLENGE_GAME(),
    colour=challenge_words.CHALLENGE_COLOUR(),
    pace=challenge_words.CHALLENGE_PACE(),
    timeout=challenge_words.CHALLENGE_TIMEOUT(),
    rated=ratings.RATED_OPTION(),
    series=series_words.SERIES_OPTION(),
    undo=challenge_words.CHALLENGE_UNDO(),
    plans=plan_words.PLANS_OPTION(),
    opening=challenge_words.CHALLENGE_OPENING(),
    komi=challenge_words.CHALLENGE_KOMI(),
    handicap=challenge_words.CHALLENGE_HANDICAP(),
)
@app_commands.choices(game=GAME_CHOICES, colour=COLOURS, pace=PACES, timeout=TIMEOUTS)
@app_commands.choices(undo=MAY_UNDO, rated=RATED, plans=MAY_PLAN)
@app_commands.choices(level=LEVELS, series=SERIES)
@app_commands.autocomplete(opening=openings_of_game)
@with_request
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be chosen
    request: Request,
    opponent: discord.Member | discord.User | None = None,
    size: Size | None = None,
    level: int | None = None,
    game: str | None = None,
    colour: str | None = None,
    pace: str | None = None,
    timeout: str | None = None,  # noqa: ASYNC109 - what happens when a player's time runs out
    rated: str | None = None,
    series: int | None = None,
    undo: str | None = None,
    plans: str | None = None,
    opening: str | None = None,
    komi: Komi | None = None,
    handicap: Handicap | None = None,
) -> None:
    services = request.services
    defaults = await services.server_settings.get_settings(request.actor.guild_id)
    options = {"size": size, "start": opening, "komi": komi, "handicap": handicap}
    fields = {
        "begins": colour,
        "undo": undo,
        "pace": pace,
        "strict": timeout,
        "rated": rated,
        "plans": plans,
        "series": None if series is None else str(series),
    }
    terms = terms_from(fields, defaults)
    key = game or defaults.usual_game
    if is_practice(request, opponent, level):
        practised = await practice_options(request, key, options)
        await start_practice_game(request, level, key, practised, terms)
        return
    last = await services.challenges.find_last_size(request.actor.user_id, key)
    chosen = options_from(with_default_size(defaults, key, options, last))
    await refuse_wrong_channel(request)
    refuse_invisible_challenge(request)
    challenge = await services.challenges.propose(
        request.actor, None if opponent is None else invited(opponent), key, chosen, terms
    )
    await reply(request, challenge_posted(request, challenge))
