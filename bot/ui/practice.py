"""Practice games against the bot: checks, the form, and the start of a game."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.context.app_context import AppContext
from bot.context.language import PublicLanguages
from bot.context.location import main_channel_of, refuse_wrong_channel
from bot.context.request import Request
from bot.delivery.threads import Threads
from bot.errors.refusals import CannotChallenge, CannotPractise
from bot.messages.board_views import board
from bot.messages.challenge_forms import game_fields, options_from, with_default_size
from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Form, Option, OutgoingMessage, SelectField
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.games.played_opening import opening_of
from bot.services.values.views import GameView, Location, Player, Terms
from bot.ui.responses import edit_or_reply, expect_new_message, reply, show_private_game
from bot.words import practice
from bot.words.challenge import rematch_over
from bot.words.escaping import escape
from bot.words.games import game_name
from bot.words.languages import speaking
from bot.words.moves import channel_mention
from sparring import jit
from sparring.engine import Engine
from sparring.levels import LEVELS, NoSuchLevel, find_level, playable_levels

DEFAULT_LEVEL = 2
# of a first practice game: one stone a turn from the start and no swap, as in the tutorial
FIRST_GAME = "lifeline"
FIRST_OPTIONS: Mapping[str, str | int] = {"size": 4, "start": "none"}
LEVEL_LABELS = {each.number: practice.described_level(each.number, each.wins) for each in LEVELS}


def engine_player(client: discord.Client) -> Player:
    """Return the bot as a player named “Bot”, whatever the name of the bot on Discord."""
    user = client.user
    assert user is not None, "interactions come after the login"
    return Player(user.id, practice.BOT())


async def start_practice_game(
    request: Request,
    level: int | None,
    game_key: str,
    options: Mapping[str, str | int],
    terms: Terms | None,
) -> None:
    """Start a practice game and answer with its board.

    :param level: None means the default level.
    :param terms: None for a first game, in which the person moves first; if they have begun such a
        game and not moved yet, it is shown instead.
    :raises CannotPractise: when this bot or the game does not offer practice at that level.
    :raises CannotChallenge: when the options are invalid or a limit is reached.
    :raises NotPlayingHere, TooFast: see `PracticeService.begin`.
    """
    expect_new_message(request)
    number = check_level(request.context, DEFAULT_LEVEL if level is None else level, game_key)
    actor, opponent = request.actor, engine_player(request.client)
    service = request.services.practice
    if terms is None:
        game = await service.begin_first(actor, opponent, number, game_key, options)
    else:
        game = await service.begin(actor, opponent, number, game_key, options, terms)
    await show_started(request, game, _started(game, actor.user_id))


async def show_rematch(request: Request, game: GameView) -> None:
    """Show the board of a private rematch against the bot, with a note if it is new or over."""
    note = ""
    if game.result is not None:
        note = rematch_over(game.id)
    elif game.position.ply == game.opening_plies:
        note = _started(game, request.actor.user_id)
    await show_started(request, game, note)


async def show_started(request: Request, game: GameView, note: str) -> None:
    """Show the board of a private game in a new message, which later boards of the game replace.

    The message is wide, as the move panel is, so that the panel can replace it. Call
    `expect_new_message` before the game is stored: if the response is deferred as an edit, later
    boards replace the message with the pressed button.

    :param note: the line above the status of the board.
    """
    show_private_game(request, game)
    await reply(request, _private_board(request, game, note))


async def _private_board(request: Request, game: GameView, note: str) -> OutgoingMessage:
    viewer = await request.viewer()
    return replace(await request.pictures.render(board, game, viewer, note=note), wide=True)


async def show_in_thread(request: Request, game_id: int) -> None:
    """Continue a private practice game in a thread of this channel, where others see it.

    :raises NoSuchGame, NotYourGame, GameOver, NotPractice: see `PracticeService.get_own`.
    :raises NotPlayingHere: when the person is blocked in this server.
    :raises WrongChannel: when the server allows no games in this channel.
    :raises CannotPractise: when the bot cannot open a thread here.
    """
    service = request.services.practice
    game = await service.get_own(request.actor, game_id)
    if game.is_private:
        await request.services.blocks.refuse(request.actor)
        await refuse_wrong_channel(request)
        game = await service.show_in(request.actor, game_id, await _open_thread(request, game))
    thread = channel_mention(game.location.channel_id)
    await edit_or_reply(request, OutgoingMessage(practice.shown(game_id, thread)))


async def _open_thread(request: Request, game: GameView) -> Location:
    assert game.practice is not None, "only practice is shown"
    kind = game_name(game.ruleset.game, game.position.topology.size)
    here = Location(request.actor.guild_id, main_channel_of(request.interaction))
    with speaking(await PublicLanguages(request.client).of(here, (request.actor.user_id,))):
        card = practice.watch(escape(request.actor.name), kind, game.practice.level)
        thread = await Threads(request.client).open_for_practice(game, here, card)
    if thread is None:
        raise CannotPractise(practice.NO_THREAD())
    return thread


async def play_on(request: Request, game: GameView, ply: int) -> None:
    """Start a practice game from a position of a finished game.

    It has the level of that game, or the default level if that game was between people.

    :param ply: the number of moves before that position.
    :raises GameRunning, CannotPractise, CannotChallenge: see `start_practice_game`.
    """
    expect_new_message(request)
    wanted = DEFAULT_LEVEL if game.practice is None else game.practice.level
    level = check_level(request.context, wanted, game.ruleset.game)
    opening = await request.pictures.run(opening_of, game.record, ply)
    begun = await request.services.practice.play_on(
        request.actor, engine_player(request.client), level, game, opening
    )
    answer = practice.played_on(begun.id, level, begun.position.turn)
    await show_started(request, begun, answer)


def check_level(context: AppContext, level: int, game_key: str) -> int:
    """Return `level` if the engine can play the game at that level; else raise `CannotPractise`.

    :raises CannotPractise: when it cannot, with the reason.
    """
    require_engine(context)
    try:
        return find_level(level, game_key).number
    except NoSuchLevel:
        raise CannotPractise(_why_no_level(level)) from None


def _why_no_level(level: int) -> str:
    if level not in LEVEL_LABELS:
        return practice.no_such_level(level)
    return practice.ONLY_WITHOUT_SEARCH() if jit.is_available() else practice.FEW_LEVELS()


def require_engine(context: AppContext) -> Engine:
    """Return the engine that plays practice games.

    :raises CannotPractise: when this bot does not offer practice.
    """
    if context.engine is None:
        raise CannotPractise(practice.NOT_OFFERED())
    return context.engine


def is_practice(request: Request, opponent: discord.abc.User | None, level: int | None) -> bool:
    """Return whether a challenge is for a practice game: it names the bot, or only a level.

    :raises CannotChallenge: when it names a level and another player.
    """
    if opponent is None:
        return level is not None
    if opponent.id == engine_player(request.client).user_id:
        return True
    if level is not None:
        raise CannotChallenge(practice.LEVEL_IS_FOR_PRACTICE())
    return False


def _started(game: GameView, user_id: int) -> str:
    assert game.practice is not None, "only practice begins like this"
    is_my_turn = game.waits_for(user_id)
    return practice.begun(game.id, game.practice.level, your_turn=is_my_turn)


async def practice_options(
    request: Request, game_key: str, options: Mapping[str, str | int | None]
) -> dict[str, str | int]:
    """Return the options of a practice game, with a board size if the person chose none.

    They are `FIRST_OPTIONS` for a person's first practice game if the person chose no option, the
    game is `FIRST_GAME` and the server sets no size.
    """
    defaults = await request.services.server_settings.get_settings(request.actor.guild_id)
    user_id, service = request.actor.user_id, request.services.practice
    last = await service.find_last_size(user_id, game_key)
    chosen = options_from(with_default_size(defaults, game_key, options, last))
    is_free = not options_from(options) and (game_key, defaults.size) == (FIRST_GAME, None)
    is_first = is_free and await service.find_last_level(user_id) is None
    return dict(FIRST_OPTIONS) if is_first else chosen


async def make_practice_form(request: Request) -> Form:
    """Return the form for a practice game, with the level that the person played last selected.

    :raises NotPlayingHere: when the person is blocked in this server.
    """
    await request.services.blocks.refuse(request.actor)
    defaults = await request.services.server_settings.get_settings(request.actor.guild_id)
    last = await request.services.practice.find_last_level(request.actor.user_id)
    return _practice_form(defaults, last)


def _practice_form(defaults: ServerSettings, last_level: int | None) -> Form:
    playable = playable_levels()
    offered = last_level in {each.number for each in playable}
    chosen = last_level if offered else DEFAULT_LEVEL
    levels = tuple(
        Option(
            str(each.number),
            practice.level(each.number),
            practice.manner(each.number, each.wins),
            default=each.number == chosen,
        )
        for each in playable
    )
    begins = tuple(
        Option(value, label(), default=value == "challenger")
        for value, label in practice.BEGINS.items()
    )
    fields = (
        *game_fields(defaults),
        SelectField("level", practice.LEVEL_FIELD(), levels),
        SelectField("begins", practice.BEGINS_FIELD(), begins),
    )
    return Form(ComponentId("practice-form", 0), practice.PRACTICE_FORM(), fields)
