"""The answer to whoever lets a game begin: where its board comes."""

from bot.desk import Interaction
from bot.mail.threads import Threads
from bot.messages.post import Post
from bot.services.views import GameView
from bot.texts import challenge as texts
from bot.whereabouts import elsewhere, place_of


async def begun(interaction: Interaction, game: GameView) -> Post:
    """Say that a game begins, and where, if that is not in sight of who has pressed.

    Pressed again later, a button says what has become of its game.
    """
    if game.result is not None:
        return Post(texts.rematch_over(game.id))
    if game.turn_message_id is not None:
        return Post(texts.running(game.id, await elsewhere(interaction, game)))
    return Post(texts.accepted(game.id, await _where(interaction, game)))


async def _where(interaction: Interaction, game: GameView) -> str | None:
    if game.place != place_of(interaction):
        return await elsewhere(interaction, game)
    # not named yet: a link to a thread that is not there shows as an unknown channel
    will_open = await Threads(interaction.client).will_open(game)
    return texts.IN_ITS_THREAD if will_open else ""
