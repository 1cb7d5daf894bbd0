"""Router of buttons, selects and forms to the handlers in components/, by the kind in their id."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.context.app_context import Interaction, raw_data
from bot.context.request import Request
from bot.errors.refusals import NotYourTurn, StaleButton
from bot.messages.component_ids import ComponentId, OldComponent, parse_form_id, parse_id
from bot.messages.form_refill import SubmittedForm
from bot.services.values.views import GameView
from bot.ui.responses import remember_form


@dataclass(frozen=True, slots=True)
class ComponentRequest(Request):
    """Use of a button, select or form: its parsed id, and the submitted values by field name.

    The value of a select is named `chosen`; a button has no values.
    """

    id: ComponentId
    fields: Mapping[str, str]

    @property
    def entered(self) -> str:
        """The chosen value of a select, or the first field of a form; empty for a button."""
        return next(iter(self.fields.values()), "")


Handler = Callable[[ComponentRequest], Awaitable[None]]
Handlers = Mapping[str, Handler]


async def handle(interaction: Interaction, handlers: Handlers) -> None:
    """Pass the use of a button, select or form to the handler of its kind.

    :raises OldComponent: when the id cannot be parsed or its kind no longer has a handler.
    """
    data = raw_data(interaction)
    is_form = interaction.type is discord.InteractionType.modal_submit
    parse = parse_form_id if is_form else parse_id
    parsed = parse(str(data.get("custom_id", "")))
    request = ComponentRequest(interaction, parsed, _fields(data))
    handler = handlers.get(parsed.kind)
    if handler is None:
        raise OldComponent
    if is_form:
        remember_form(request, SubmittedForm(parsed, tuple(request.fields.values())))
    await handler(request)


async def own_game(request: ComponentRequest) -> GameView:
    """Return the game in progress that a button or menu is about, as the actor may see the game.

    :raises NoSuchGame, NotYourGame: when the actor does not play in it.
    :raises GameOver: when it is over.
    """
    return await request.services.games.get_own(request.actor, request.id.target_id)


async def game_to_move(request: ComponentRequest, *, exactly: bool = False) -> GameView:
    """Return the game of a button or menu if the actor is to move and the control is up to date.

    Handlers call this before they show a panel; the service checks again when a move is played.

    :param exactly: whether to refuse controls made before the latest stone of this turn; by
        default, controls made since the beginning of the turn are accepted.
    :raises NoSuchGame, NotYourGame, GameOver: see `own_game`.
    :raises NotYourTurn: when the opponent is to move.
    :raises StaleButton: when the control was made for another position.
    """
    game = await own_game(request)
    refuse_opponents_turn(game, request.actor.user_id)
    revision, oldest = request.id.number, game.revision_at(game.turn_ply)
    oldest = game.revision if exactly else oldest
    if revision is None or not oldest <= revision <= game.revision:
        raise StaleButton(game.id)
    return game


def refuse_opponents_turn(game: GameView, user_id: int) -> None:
    """Raise `NotYourTurn` while the opponent is to move; do nothing for a finished game.

    :raises NotYourTurn: when the opponent is to move, with the opponent's name.
    """
    mover = game.to_move
    if mover is not None and mover.user_id != user_id:
        raise NotYourTurn(game.id, mover.name)


class Fields(dict[str, str]):
    """Submitted values of a form by field name.

    A missing field raises `OldComponent`, because an older version made the form.
    """

    def __missing__(self, name: str) -> str:
        raise OldComponent


def _fields(data: Mapping[str, Any]) -> Fields:
    """Return the value of a select, or the fields of a form, from the data of an interaction."""
    if "values" in data:
        return Fields(chosen=_value(data))
    fields = [
        each
        for row in data.get("components", [])
        for each in [row.get("component"), *row.get("components", [])]
        if each
    ]
    return Fields((str(each["custom_id"]), _value(each)) for each in fields if "custom_id" in each)


def _value(field: Mapping[str, Any]) -> str:
    values = field.get("values") or [field.get("value") or ""]
    return str(values[0])
