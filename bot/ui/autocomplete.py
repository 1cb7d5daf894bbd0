"""Autocomplete of command options: a person's games, legal cells, openings, time zones, days."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import wraps
from itertools import islice
from typing import Any

from discord.app_commands import Choice

from bot.context.app_context import Interaction
from bot.context.language import speak_to_reader
from bot.context.request import Request
from bot.errors.refusals import PlayerError
from bot.services.values.clocks.quiet_hours import zone_of, zones_like
from bot.services.values.people.rate_limits import Action
from bot.services.values.views import FinishedGame, GameSummary
from bot.words.clocks import day_choice
from bot.words.games import game_name
from bot.words.moves import finished_choice, game_choice
from bot.words.translation import translated
from rules.registry import find_game
from rules.typed_text import plain

log = logging.getLogger(__name__)

MAX_CHOICES, MAX_LENGTH = 25, 100  # Discord's limits: number of choices, and characters of a choice
DAYS_AHEAD = 60
FINISHED_SEARCHED = 500  # finished games offered, the latest first
Choices = list[Choice[str]]
Answer = Coroutine[Any, Any, Choices]


def autocomplete(
    suggest: Callable[[Request, str], Answer],
) -> Callable[[Interaction, str], Answer]:
    """Turn a function that suggests choices into an autocomplete callback for discord.py.

    The callback logs errors and then returns no choices, because the person would see no message.
    """

    @wraps(suggest)
    async def callback(interaction: Interaction, typed: str) -> Choices:
        request = Request(interaction)
        try:
            request.services.rates.spend(interaction.user.id, Action.SUGGESTION)
            await speak_to_reader(interaction)
            return await suggest(request, typed)
        except PlayerError:
            return []
        except Exception as error:
            request.context.metrics.count_failure(error)
            log.exception("autocomplete of %s failed", suggest.__name__)
            return []

    return callback


@autocomplete
async def my_games(request: Request, typed: str) -> Choices:
    """Return the person's games in progress that match the typed text, most urgent first."""
    return _matching_games(await _running_games(request), typed)


@autocomplete
async def all_my_games(request: Request, typed: str) -> Choices:
    """Return the person's games that match the typed text: in progress, then recently finished."""
    latest = await request.services.history.find_latest(request.actor.user_id, FINISHED_SEARCHED)
    finished = [_choice(_finished_label(game), game.id) for game in latest]
    return _matching_games([*await _running_games(request), *finished], typed)


@autocomplete
async def legal_cells(request: Request, typed: str) -> Choices:
    """Return the legal moves that match the typed text, in the game chosen in another option.

    If that option is empty, the game is the person's only game in progress.
    """
    games = request.services.games
    own = (await request.reader()).games
    game_id = await games.resolve(request.actor, request.interaction.namespace.game, own)
    moves = await games.legal_moves_text(game_id, request.actor.user_id, typed, MAX_CHOICES)
    return [_choice(move, move) for move in moves]


@autocomplete
async def openings_of_game(request: Request, typed: str) -> Choices:
    """Return the openings that match the typed text, for the game chosen in another option.

    If that option is empty, the game is the server's usual game.
    """
    defaults = await request.services.server_settings.get_settings(request.actor.guild_id)
    options = find_game(request.interaction.namespace.game or defaults.usual_game).options
    openings = [option for option in options if option.name == "start"]
    choices = [
        _choice(translated(option.label_of(value)), value)
        for option in openings
        for value in option.choices
    ]
    return _matching(choices, typed)


@autocomplete
async def time_zones(_: Request, typed: str) -> Choices:
    """Return the IANA time zones whose names match the typed text."""
    names = await asyncio.to_thread(zones_like, typed, MAX_CHOICES)  # the first call reads files
    return [_choice(name, name) for name in names]


@autocomplete
async def coming_days(request: Request, typed: str) -> Choices:
    """Return those of the next 60 days, in the person's time zone, that match the typed text."""
    notifications = request.services.notifications
    settings = await notifications.get_settings(request.actor.user_id)
    today = request.interaction.created_at.astimezone(zone_of(settings.zone)).date()
    coming = [(today + timedelta(days=ahead), ahead) for ahead in range(1, DAYS_AHEAD + 1)]
    choices = [_choice(day_choice(day, ahead), day.isoformat()) for day, ahead in coming]
    return _matching(choices, typed)


async def _running_games(request: Request) -> Choices:
    games = await request.services.games.find_running(request.actor.user_id)
    return [_choice(_label(game), game.id) for game in games]


def _choice(name: str, value: object) -> Choice[str]:
    return Choice(name=name[:MAX_LENGTH], value=str(value))


def _matching(choices: Choices, typed: str) -> Choices:
    """Return the choices that contain the typed text, up to Discord's limit."""
    wanted = {typed.casefold(), plain(typed).casefold()}
    found = (each for each in choices if any(text in each.name.casefold() for text in wanted))
    return list(islice(found, MAX_CHOICES))


def _matching_games(games: Choices, typed: str) -> Choices:
    """Return the games that match the typed text; one with exactly that number comes first."""
    wanted = plain(typed).removeprefix("#").strip()
    return _matching(sorted(games, key=lambda each: each.value != wanted), wanted)


def _label(game: GameSummary) -> str:
    name = game_name(game.game_key, game.size)
    return game_choice(game.id, name, game.opponent.name, my_turn=game.my_turn)


def _finished_label(game: FinishedGame) -> str:
    name = game_name(game.game_key, game.size)
    return finished_choice(game.id, name, game.opponent.name)
