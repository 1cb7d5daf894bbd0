"""Rematch: the first press asks the other player, the second begins the game."""

from bot.answers import reply
from bot.beginning import begun
from bot.messages.post import Post
from bot.practising import playable
from bot.press import Handlers, Press
from bot.services.views import ChallengeView
from bot.texts import challenge as challenge_texts
from bot.texts.escaping import escape
from bot.whereabouts import parent_of


async def rematch(press: Press) -> None:
    game = await press.desk.services.games.watch(press.actor, press.id.subject)
    if game.practice is not None:
        # else the game would begin, and the bot never move, or at another level than it says
        playable(press.interaction, game.practice.level, game.ruleset.game)
    # a game whose server was gone has no channel: it is played again here
    where = game.place.channel_id or press.actor.channel_id
    wanted = await press.desk.services.history.rematch(
        press.actor,
        press.id.subject,
        parent_id=parent_of(press.interaction, where),
    )
    if isinstance(wanted, ChallengeView):
        opponent = wanted.opponent
        name = challenge_texts.ANYBODY if opponent is None else escape(opponent.name)
        await reply(press.interaction, Post(challenge_texts.rematch_wanted(name)))
    else:
        await reply(press.interaction, begun(press.interaction, wanted))


HANDLERS: Handlers = {"rematch": rematch}
