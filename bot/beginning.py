"""The answer to whoever lets a game begin: where its board comes."""

from bot.desk import Interaction
from bot.mail.threads import Threads
from bot.messages.post import Post
from bot.outside import place_of
from bot.services.views import GameView
from bot.texts import challenge as texts


async def begun(interaction: Interaction, game: GameView) -> Post:
    """Say that a game begins, and where, if that is not in sight of who has pressed."""
    return Post(texts.accepted(game.id, await _where(interaction, game)))


async def _where(interaction: Interaction, game: GameView) -> str:
    place = game.place
    if place != place_of(interaction):
        # nobody can be led to direct messages
        return "" if place.guild_id is None else texts.in_channel(place.channel_id)
    # not named yet: a link to a thread that is not there shows as an unknown channel
    will_open = await Threads(interaction.client).will_open(game)
    return texts.IN_ITS_THREAD if will_open else ""
