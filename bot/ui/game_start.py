"""Responses to actions that start a game: a challenge, its acceptance, or a rematch."""

import asyncio

from bot.context.location import location_of, next_board_location
from bot.context.request import Request
from bot.context.user_install import is_user_install, with_direct_message_offer
from bot.delivery.threads import Threads
from bot.messages.challenge_card import challenge_sent
from bot.messages.lobby import match_answer
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.use_cases.lobby import Match
from bot.services.values.views import ChallengeView, GameView
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words.challenge import IN_ITS_THREAD, accepted, rematch_over, running

# The offer of a quick game waits for the card, to appear below it: times, and seconds between them.
LOOKS, PAUSE = 10, 0.1


async def challenge_posted(
    request: Request, challenge: ChallengeView, note: str = ""
) -> OutgoingMessage:
    """Return the private response to a new challenge; beginners also get the offer of a quick game.

    :param note: a line about the terms that the bot has chosen.
    """
    finished = await request.services.history.find_finished(request.actor.user_id)
    # practice games do not count: a first game against a person may still be a quick one
    answer = challenge_sent(challenge, beginner=not finished.tallies, note=note)
    if answer.rows and not is_user_install(request.interaction):
        await _wait_for_card(request, challenge.id)
    return await with_direct_message_offer(request, answer)


async def _wait_for_card(request: Request, challenge_id: int) -> None:
    """Wait until the card of a new challenge is posted, but not longer than about a second."""
    for _ in range(LOOKS):
        if (await request.services.challenges.get(challenge_id)).message_id is not None:
            return
        await asyncio.sleep(PAUSE)


async def game_started(
    request: Request, game: GameView, *, exchanged: bool = False
) -> OutgoingMessage:
    """Return the private answer that a game has started, and in which channel the board is posted.

    If an earlier press has started the game, the answer says whether it is in progress or over.

    :param exchanged: whether the game is a rematch with roles exchanged.
    """
    if game.location.channel_id == NO_CHANNEL and game.result is None:
        return match_answer(Match(game), request.actor.user_id)
    if game.result is not None:
        return OutgoingMessage(rematch_over(game.id))
    if game.turn_message_id is not None:
        return OutgoingMessage(running(game.id, await next_board_location(request, game)))
    if game.location != location_of(request.interaction):
        where = await next_board_location(request, game)
        return OutgoingMessage(accepted(game.id, where, exchanged=exchanged))
    thread = await Threads(request.client).of_game(game)
    if thread is None:
        return OutgoingMessage(accepted(game.id, exchanged=exchanged))
    # the accepted challenge has the button that opens it
    return OutgoingMessage(accepted(game.id, IN_ITS_THREAD, exchanged=exchanged))
