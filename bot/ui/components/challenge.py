"""The buttons of a challenge card, and the forms for one. The card is changed by the outbox."""

from bot.context.location import refuse_wrong_channel
from bot.context.user_install import refuse_unseen, with_offer
from bot.messages.challenge_card import challenge_sent
from bot.messages.challenge_forms import (
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
from bot.services.views import Player
from bot.store.tables.players import DELETED_USER_ID
from bot.ui.component_router import Handlers, Press
from bot.ui.game_start import begun
from bot.ui.practice import engine_of
from bot.ui.responses import ask, reply
from bot.words import challenge as challenge_texts
from bot.words.escaping import name_of


async def accept(press: Press) -> None:
    game = await press.context.services.challenges.accept(press.actor, press.id.subject)
    said = await begun(press.interaction, game)
    await reply(press.interaction, with_offer(press.interaction, said))


async def decline(press: Press) -> None:
    challenge = await press.context.services.challenges.decline(press.actor, press.id.subject)
    await reply(
        press.interaction,
        OutgoingMessage(challenge_texts.challenge_answered(challenge.status.value)),
    )


async def withdraw(press: Press) -> None:
    challenge = await press.context.services.challenges.withdraw(press.actor, press.id.subject)
    await reply(
        press.interaction,
        OutgoingMessage(challenge_texts.challenge_answered(challenge.status.value)),
    )


async def change_terms(press: Press) -> None:
    await ask(press.interaction, await form_of_terms(press))


async def form_of_terms(press: Press) -> Form:
    challenge = await press.context.services.challenges.answerable(press.actor, press.id.subject)
    # other terms are a challenge of their own
    await refuse_wrong_channel(press.interaction)
    return terms_form(challenge)


async def counter(press: Press) -> None:
    await refuse_wrong_channel(press.interaction)
    challenges = press.context.services.challenges
    old = (await challenges.get(press.id.subject)).terms
    challenge = await challenges.change_terms(
        press.actor,
        press.id.subject,
        changed_options(press.fields),
        changed_terms(old, press.fields),
    )
    await reply(press.interaction, with_offer(press.interaction, challenge_sent(challenge)))


async def form_of_menu(press: Press) -> Form:
    await refuse_wrong_channel(press.interaction)
    target, services = await _target(press), press.context.services
    await services.blocks.refuse(press.actor, target.user_id)
    return challenge_form(target, await services.guilds.settings(press.actor.guild_id))


async def from_menu(press: Press) -> None:
    # what was so when the form was opened may have changed since
    await refuse_wrong_channel(press.interaction)
    refuse_unseen(press.interaction)
    usual = await press.context.services.guilds.settings(press.actor.guild_id)
    options = options_from(press.fields)
    challenge = await press.context.services.challenges.propose(
        press.actor,
        await _target(press),
        press.fields["game"],
        options_from(with_default_size(usual, press.fields["game"], options)),
        terms_from(press.fields, usual),
    )
    await reply(press.interaction, with_offer(press.interaction, challenge_sent(challenge)))


async def _target(press: Press) -> Player:
    """Return whom the form is about.

    What comes back in a form's id may be anything: it renames nobody who is known here.

    :raises OldComponent: it is nobody who could answer.
    """
    user_id = press.id.subject
    if user_id in {DELETED_USER_ID, engine_of(press.interaction).user_id}:
        raise OldComponent
    known = await press.context.services.players.name_of(user_id)
    return Player(user_id, known or name_of(press.id.value))


HANDLERS: Handlers = {
    "accept": accept,
    "decline": decline,
    "withdraw": withdraw,
    "terms": change_terms,
    "terms-form": counter,
    "challenge-form": from_menu,
}
