"""Buttons of the challenge card, and forms for a challenge; the outbox updates the card itself."""

from dataclasses import replace

from bot.context.location import refuse_wrong_channel
from bot.context.user_install import refuse_invisible_challenge, with_direct_message_offer
from bot.messages.challenge_card import QUICK_SIZE
from bot.messages.challenge_forms import (
    EVEN,
    SERIES,
    challenge_form,
    changed_options,
    changed_terms,
    options_from,
    terms_form,
    terms_from,
    with_default_size,
)
from bot.messages.component_ids import OldComponent
from bot.messages.outgoing_message import Form, OutgoingMessage
from bot.services.values.views import Begins, Player, Terms
from bot.store.tables.players import DELETED_USER_ID
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.game_start import challenge_posted, game_started
from bot.ui.practice import engine_player
from bot.ui.responses import edit_or_reply, open_form, reply
from bot.words import even_out
from bot.words.challenge import challenge_answered
from bot.words.escaping import escape, name_of


async def accept(request: ComponentRequest) -> None:
    game = await request.services.challenges.accept(request.actor, request.id.target_id)
    answer = await game_started(request, game)
    await reply(request, with_direct_message_offer(request, answer))


async def decline(request: ComponentRequest) -> None:
    challenge = await request.services.challenges.decline(request.actor, request.id.target_id)
    await reply(
        request,
        OutgoingMessage(challenge_answered(challenge.status.value)),
    )


async def withdraw(request: ComponentRequest) -> None:
    challenge = await request.services.challenges.withdraw(request.actor, request.id.target_id)
    await edit_or_reply(
        request,
        OutgoingMessage(challenge_answered(challenge.status.value)),
    )


async def open_terms_form(request: ComponentRequest) -> None:
    await open_form(request, await make_terms_form(request))


async def make_terms_form(request: ComponentRequest) -> Form:
    challenge = await request.services.challenges.get_open(request.actor, request.id.target_id)
    # changing the terms sends a new challenge from this channel
    await refuse_wrong_channel(request)
    return terms_form(challenge, challenge.terms_seen_by(request.actor.user_id))


async def submit_terms(request: ComponentRequest) -> None:
    await refuse_wrong_channel(request)
    challenges = request.services.challenges
    present = await challenges.get(request.id.target_id)
    old = present.terms_seen_by(request.actor.user_id)
    challenge = await challenges.change_terms(
        request.actor,
        request.id.target_id,
        changed_options(request.fields),
        changed_terms(old, request.fields),
    )
    await reply(request, challenge_posted(request, challenge))


async def make_smaller(request: ComponentRequest) -> None:
    await refuse_wrong_channel(request)
    smaller: dict[str, str | int | None] = {"size": QUICK_SIZE}
    challenges = request.services.challenges
    challenge = await challenges.change_terms(request.actor, request.id.target_id, smaller)
    await edit_or_reply(request, challenge_posted(request, challenge))


async def make_challenge_form(request: ComponentRequest) -> Form:
    await refuse_wrong_channel(request)
    target, services = await _invited(request), request.services
    await services.blocks.refuse(request.actor, target.user_id)
    return challenge_form(
        target, await services.server_settings.get_settings(request.actor.guild_id)
    )


async def submit_challenge(request: ComponentRequest) -> None:
    # the channel's settings may have changed since the form was opened
    await refuse_wrong_channel(request)
    refuse_invisible_challenge(request)
    defaults = await request.services.server_settings.get_settings(request.actor.guild_id)
    is_even = request.fields.get(SERIES) == EVEN
    fields = {**request.fields, SERIES: ""} if is_even else request.fields
    game, target = fields["game"], await _invited(request)
    last = await request.services.challenges.find_last_size(request.actor.user_id, game)
    options = options_from(with_default_size(defaults, game, options_from(fields), last))
    terms, note = terms_from(fields, defaults), ""
    if is_even:
        options, terms, note = await _even_out(request, target, game, options, terms)
    challenge = await request.services.challenges.propose(
        request.actor, target, game, options, terms
    )
    await reply(request, challenge_posted(request, challenge, note))


async def _even_out(
    request: ComponentRequest,
    target: Player,
    game: str,
    options: dict[str, str | int],
    terms: Terms,
) -> tuple[dict[str, str | int], Terms, str]:
    """Return the options and terms of a game with equal chances for players of unequal rating.

    The game is unrated, the weaker player moves first, and a komi makes up for the remaining
    difference.

    :returns: the options, the terms, and a note that explains them to the challenger.
    """
    even = await request.services.ratings.even_out(request.actor, target, game, options)
    begins = Begins.CHALLENGER if even.weaker_first else Begins.OPPONENT
    names = [escape(each.name) for each in (request.actor.player, target)]
    weaker, stronger = names if even.weaker_first else names[::-1]
    note = even_out.chosen(even.komi, weaker, stronger, even.expected, even.share)
    return {**options, "komi": even.komi}, replace(terms, begins=begins, rated=False), note


async def _invited(request: ComponentRequest) -> Player:
    """Return the invited player of a form.

    The name in the form's id can be forged, so a stored name takes precedence.

    :raises OldComponent: when the form names the bot or the deleted user.
    """
    user_id = request.id.target_id
    if user_id in {DELETED_USER_ID, engine_player(request.client).user_id}:
        raise OldComponent
    known = await request.services.personal_settings.name_of(user_id)
    return Player(user_id, known or name_of(request.id.value))


HANDLERS: Handlers = {
    "accept": accept,
    "decline": decline,
    "withdraw": withdraw,
    "quick": make_smaller,
    "terms": open_terms_form,
    "terms-form": submit_terms,
    "challenge-form": submit_challenge,
}
