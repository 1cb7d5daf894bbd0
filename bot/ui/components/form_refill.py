"""The button under the refusal of a form: it opens the form again with what was filled in."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.messages.component_ids import OldComponent
from bot.messages.form_refill import REFILL_KIND, parse_refill, refilled
from bot.messages.outgoing_message import Form
from bot.ui.component_router import Handlers, Press
from bot.ui.components import challenge, komi_offer, move_panel, practice
from bot.ui.responses import ask

# by the kind of the form that was sent; whether the person may have it is asked again
FORMS: Mapping[str, Callable[[Press], Awaitable[Form]]] = {
    "challenge-form": challenge.form_of_menu,
    "terms-form": challenge.form_of_terms,
    "practice-form": practice.form_of_practice,
    "move-form": move_panel.form_of_move,
    "offer-form": komi_offer.form_of_offer,
}


async def again(press: Press) -> None:
    sent = parse_refill(press.id)
    if sent.form.kind not in FORMS:
        raise OldComponent
    form = await FORMS[sent.form.kind](replace(press, id=sent.form))
    await ask(press.interaction, refilled(form, sent.values))


HANDLERS: Handlers = {REFILL_KIND: again}
