"""The answer to whoever lets a game begin: where its board comes."""

from bot.context.app_context import Interaction
from bot.context.location import elsewhere, location_of
from bot.delivery.threads import Threads
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.views import GameView
from bot.words import challenge as texts


async def begun(interaction: Interaction, game: GameView) -> OutgoingMessage:
    """Say that a game begins, and where, if that is not in sight of who has pressed.

    Pressed again later, a button says what has become of its game.
    """
    if game.result is not None:
        return OutgoingMessage(texts.rematch_over(game.id))
    if game.turn_message_id is not None:
        return OutgoingMessage(texts.running(game.id, await elsewhere(interaction, game)))
    return OutgoingMessage(texts.accepted(game.id, await _where(interaction, game)))


async def _where(interaction: Interaction, game: GameView) -> str | None:
    if game.location != location_of(interaction):
        return await elsewhere(interaction, game)
    # not named yet: a link to a thread that is not there shows as an unknown channel
    will_open = await Threads(interaction.client).will_open(game)
    return texts.IN_ITS_THREAD if will_open else ""
