"""How a practice game with the bot itself begins: from a command, a form, a button."""

from collections.abc import Mapping

import discord

from bot.context.app_context import AppContext, Interaction, actor
from bot.context.location import refuse_wrong_channel
from bot.context.user_install import refuse_without_token
from bot.errors import CannotChallenge, CannotPractise
from bot.messages.challenge_forms import game_fields
from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Form, Option, OutgoingMessage, SelectField
from bot.services.servers.server_settings import ServerSettings
from bot.services.views import GameView, Player, Terms
from bot.ui.responses import reply
from bot.words import practice as texts
from bot.words.escaping import name_of
from sparring import jit
from sparring.engine import Engine
from sparring.levels import LEVELS, NoSuchLevel, find_level, playable_levels

USUAL_LEVEL = 2
CHOICES = {
    each.number: texts.described_level(each.number, each.name, each.description) for each in LEVELS
}


def engine_of(interaction: Interaction) -> Player:
    """Return the bot itself, as an opponent."""
    user = interaction.client.user
    assert user is not None, "interactions come after the login"
    return Player(user.id, name_of(user.display_name))


async def begin(
    interaction: Interaction,
    level: int | None,
    game_key: str,
    options: Mapping[str, str | int],
    terms: Terms,
) -> None:
    """Begin a practice game and answer.

    :raises CannotPractise, CannotChallenge: the host does not offer it; options, limits.
    :raises WrongChannel: the server has games in other channels.
    """
    await refuse_wrong_channel(interaction)
    refuse_without_token(interaction, texts.ONLY_YOU_SEE)
    number = playable(interaction, USUAL_LEVEL if level is None else level, game_key)
    practice, person = interaction.client.context.services.practice, actor(interaction)
    engine = engine_of(interaction)
    game = await practice.begin(person, engine, number, game_key, options, terms)
    await reply(interaction, OutgoingMessage(_begun(game, number, person.user_id)))


def playable(interaction: Interaction, level: int, game_key: str) -> int:
    """Return a level that the bot can play here in a game.

    :raises CannotPractise: why it cannot.
    """
    engine_here(interaction.client.context)
    try:
        return find_level(level, game_key).number
    except NoSuchLevel as error:
        is_missing = level in CHOICES and not jit.is_available()
        why = texts.FEW_LEVELS if is_missing else str(error)
        raise CannotPractise(why) from None


def engine_here(context: AppContext) -> Engine:
    """Return who chooses the bot's moves.

    :raises CannotPractise: the host does not offer practice.
    """
    if context.engine is None:
        raise CannotPractise(texts.NOT_OFFERED)
    return context.engine


def is_practice(
    interaction: Interaction, opponent: discord.abc.User | None, level: int | None
) -> bool:
    """Say whether a challenge is to the bot itself: it is named, or a level and nobody is.

    :raises CannotChallenge: a level for a game with somebody.
    """
    if opponent is None:
        return level is not None
    if opponent.id == engine_of(interaction).user_id:
        return True
    if level is not None:
        raise CannotChallenge(texts.LEVEL_IS_FOR_PRACTICE)
    return False


def _begun(game: GameView, level: int, user_id: int) -> str:
    mine = game.waits_for(user_id)
    return texts.begun(game.id, level, LEVELS[level - 1].name, your_turn=mine)


def practice_form(usual: ServerSettings) -> Form:
    """Return the form for a practice game."""
    levels = tuple(
        Option(
            str(each.number),
            texts.level(each.number, each.name),
            each.description,
            default=each.number == USUAL_LEVEL,
        )
        for each in playable_levels()
    )
    begins = tuple(
        Option(value, label, default=value == "challenger") for value, label in texts.BEGINS.items()
    )
    fields = (
        *game_fields(usual),
        SelectField("level", texts.LEVEL_FIELD, levels),
        SelectField("begins", texts.BEGINS_FIELD, begins),
    )
    return Form(ComponentId("practice-form", 0), texts.PRACTICE_FORM, fields)
