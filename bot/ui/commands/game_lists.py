"""/games: list the user's games in progress and open challenges, or another player's games."""

import discord
from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.game_lists import games_list
from bot.ui.responses import reply
from bot.words import labels
from bot.words.escaping import name_of


@app_commands.command(name="games", description=labels.GAMES_COMMAND())
@app_commands.describe(player=labels.GAMES_PLAYER())
@with_request
async def command(request: Request, player: discord.Member | discord.User | None = None) -> None:
    person = player or request.interaction.user
    services = request.services
    is_me = person.id == request.actor.user_id
    games = await services.games.find_visible_running(request.actor, person.id)
    challenges = await services.challenges.find_open(person.id) if is_me else ()
    name = name_of(person.display_name)
    answer = games_list(games, person.id, name, is_me=is_me, challenges=challenges)
    await reply(request, answer)
