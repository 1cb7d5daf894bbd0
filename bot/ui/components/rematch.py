"""Rematch button: the first player's press makes an offer, the opponent's press starts the game."""

from dataclasses import replace

from bot.context.location import parent_of
from bot.context.user_install import can_post, offer_delay_note
from bot.messages.challenge_card import challenge_card, withdraw_button
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.values.ratings.conditions import is_compensated
from bot.services.values.views import ChallengeView, GameView
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.game_start import game_started
from bot.ui.practice import check_level, show_rematch
from bot.ui.responses import expect_new_message, reply
from bot.words.challenge import rematch_wanted
from bot.words.escaping import escape


async def rematch(request: ComponentRequest) -> None:
    expect_new_message(request)
    game = await request.services.games.get_visible(request.actor, request.id.target_id)
    if game.practice is not None:
        # without the engine or its level, the bot could never move
        check_level(request.context, game.practice.level, game.ruleset.game)
    # the channel is unset if the bot has left the game's server; then the rematch is played here
    channel_id = game.location.channel_id or request.actor.channel_id
    offered = await request.services.history.rematch(
        request.actor,
        request.id.target_id,
        parent_id=parent_of(request.interaction, channel_id),
    )
    if isinstance(offered, GameView) and offered.is_private:
        await show_rematch(request, offered)
    elif isinstance(offered, ChallengeView) and (
        offered.counters is not None or offered.challenger.user_id != request.actor.user_id
    ):
        original = await request.services.challenges.get_original(offered)
        await reply(request, request.pictures.render(challenge_card, offered, original, ping=False))
    elif isinstance(offered, ChallengeView):
        assert offered.opponent is not None, "a rematch is offered to the opponent"
        name = escape(offered.opponent.name)
        wanted = rematch_wanted(name, exchanged=not is_compensated(offered.ruleset))
        answer = OutgoingMessage(wanted, rows=((withdraw_button(offered),),))
        if offered.message_id is None and not await can_post(request.interaction, offered.location):
            note = await offer_delay_note(request, offered, offered.opponent)
            answer = replace(answer, content=f"{wanted}\n{note}".strip())
        elif offered.location.channel_id != NO_CHANNEL:  # the card has the button
            answer = replace(answer, rows=())
        await reply(request, answer)
    else:
        # a series exchanges the roles even where other rematches keep them
        exchanged = offered.seats[0].user_id != game.seats[0].user_id
        await reply(request, game_started(request, offered, exchanged=exchanged))


HANDLERS: Handlers = {"rematch": rematch}
