"""What Discord offers while a person types an argument: their games, the legal cells of one."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import wraps
from typing import Any

from discord.app_commands import Choice

from bot.context.app_context import Interaction, actor
from bot.errors import PlayerError
from bot.services.notifications.quiet_hours import zone_of, zones_like
from bot.services.people.rate_limits import Action
from bot.services.views import FinishedGame, GameSummary
from bot.words import clocks as time_texts
from bot.words import moves as texts
from bot.words.game_lists import game_name
from rules.registry import find_game

log = logging.getLogger(__name__)

SHOWN, LONGEST = 25, 100  # suggestions, and characters of one, that Discord takes
DAYS = 60  # found by typing; the first of them are seen at once
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def suggesting(suggest: Suggest) -> Suggest:
    """No suggestion is better than an error that the person cannot see: it is logged."""

    @wraps(suggest)
    async def always(interaction: Interaction, typed: str) -> list[Choice[str]]:
        context = interaction.client.context
        try:
            context.services.rates.spend(interaction.user.id, Action.SUGGESTION)
            return await suggest(interaction, typed)
        except PlayerError:
            return []
        except Exception as error:
            context.metrics.count_failure(error)
            log.exception("no suggestions from %s", suggest.__name__)
            return []

    return always


@suggesting
async def my_games(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the person's running games that contain what was typed, the urgent ones first."""
    return _fitting(await _running(interaction), typed)


@suggesting
async def all_my_games(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the person's running games, then those finished last."""
    page = await interaction.client.context.services.history.finished(interaction.user.id)
    finished = [_choice(_finished_label(game), game.id) for game in page.games]
    return _fitting([*await _running(interaction), *finished], typed)


@suggesting
async def legal_cells(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer legal moves of the game that the other argument names, or that is meant."""
    games = interaction.client.context.services.games
    game_id = await games.resolve(actor(interaction), interaction.namespace.game)
    moves = await games.legal_moves_text(game_id, interaction.user.id, typed, SHOWN)
    return [_choice(move, move) for move in moves]


@suggesting
async def starts_of_game(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the ways in which the chosen game, or the server's usual one, can begin."""
    usual = await interaction.client.context.services.server_settings.settings(interaction.guild_id)
    options = find_game(interaction.namespace.game or usual.usual_game).options
    starts = [option for option in options if option.name == "start"]
    choices = [
        _choice(option.label_of(value), value) for option in starts for value in option.choices
    ]
    return _fitting(choices, typed)


@suggesting
async def time_zones(_: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the zones whose names contain what was typed."""
    fitting = await asyncio.to_thread(zones_like, typed, SHOWN)  # reads them all, the first time
    return [_choice(name, name) for name in fitting]


@suggesting
async def coming_days(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the days of the next weeks, as the person's calendar has them."""
    notification_settings = (
        await interaction.client.context.services.notifications.notification_settings(
            interaction.user.id
        )
    )
    today = interaction.created_at.astimezone(zone_of(notification_settings.zone)).date()
    coming = [(today + timedelta(days=ahead), ahead) for ahead in range(1, DAYS + 1)]
    choices = [_choice(time_texts.day_choice(day, ahead), day.isoformat()) for day, ahead in coming]
    return _fitting(choices, typed)


async def _running(interaction: Interaction) -> list[Choice[str]]:
    games = await interaction.client.context.services.games.running(interaction.user.id)
    return [_choice(_label(game), game.id) for game in games]


def _choice(name: str, value: object) -> Choice[str]:
    return Choice(name=name[:LONGEST], value=str(value))


def _fitting(choices: list[Choice[str]], typed: str) -> list[Choice[str]]:
    """Keep those that contain what was typed, as many as Discord shows."""
    return [each for each in choices if typed.casefold() in each.name.casefold()][:SHOWN]


def _label(game: GameSummary) -> str:
    name = game_name(game.game_key, game.size)
    return texts.game_choice(game.id, name, game.opponent.name, my_turn=game.my_turn)


def _finished_label(game: FinishedGame) -> str:
    name = game_name(game.game_key, game.size)
    return texts.finished_choice(game.id, name, game.opponent.name)
