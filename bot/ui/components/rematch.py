"""Rematch: the first press asks the other player, the second begins the game."""

from bot.context.location import parent_of
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.views import ChallengeView
from bot.ui.component_router import Handlers, Press
from bot.ui.game_start import begun
from bot.ui.practice import playable
from bot.ui.responses import reply
from bot.words import challenge as challenge_texts
from bot.words.escaping import escape


async def rematch(press: Press) -> None:
    game = await press.context.services.games.watch(press.actor, press.id.subject)
    if game.practice is not None:
        # else the game would begin, and the bot never move, or at another level than it says
        playable(press.interaction, game.practice.level, game.ruleset.game)
    # a game whose server was gone has no channel: it is played again here
    where = game.location.channel_id or press.actor.channel_id
    wanted = await press.context.services.history.rematch(
        press.actor,
        press.id.subject,
        parent_id=parent_of(press.interaction, where),
    )
    if isinstance(wanted, ChallengeView):
        opponent = wanted.opponent
        name = challenge_texts.ANYBODY if opponent is None else escape(opponent.name)
        await reply(press.interaction, OutgoingMessage(challenge_texts.rematch_wanted(name)))
    else:
        await reply(press.interaction, begun(press.interaction, wanted))


HANDLERS: Handlers = {"rematch": rematch}
