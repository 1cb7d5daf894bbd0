"""Button below a form's refusal that reopens the form with the submitted values."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.messages.component_ids import OldComponent
from bot.messages.form_refill import REFILL_KIND, parse_refill, refilled
from bot.messages.outgoing_message import Form
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components import (
    challenge,
    komi_offer,
    leagues,
    lobby,
    move_panel,
    puzzle,
    settings,
    try_board,
)
from bot.ui.practice import make_practice_form
from bot.ui.responses import open_form

# by kind of form; each function checks the permission again
FORMS: Mapping[str, Callable[[ComponentRequest], Awaitable[Form]]] = {
    "challenge-form": challenge.make_challenge_form,
    "terms-form": challenge.make_terms_form,
    "league-form": leagues.make_league_form,
    "lobby-form": lobby.make_offer_form,
    "practice-form": make_practice_form,
    "move-form": move_panel.make_move_form,
    "offer-form": komi_offer.make_offer_form,
    "try-note-form": try_board.make_note_form,
    "try-type-form": try_board.make_type_form,
    "puzzle-type-form": puzzle.make_typed_form,
    "set-form": settings.make_value_form,
}


async def reopen(request: ComponentRequest) -> None:
    sent = parse_refill(request.id)
    if sent.form.kind not in FORMS:
        raise OldComponent
    form = await FORMS[sent.form.kind](replace(request, id=sent.form))
    await open_form(request, refilled(form, sent.values))


HANDLERS: Handlers = {REFILL_KIND: reopen}
