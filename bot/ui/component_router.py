"""Presses, choices and submitted forms: from the id of a control to the handler of its kind."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.context.app_context import AppContext, Interaction, actor, sent_data
from bot.errors import NotYourTurn, StaleButton
from bot.messages.component_ids import ComponentId, OldComponent, parse_id
from bot.messages.form_refill import SubmittedForm
from bot.services.views import Actor, GameView
from bot.ui.moves import play
from bot.ui.responses import note_form, settle


@dataclass(frozen=True, slots=True)
class Press:
    """A control that was used: by whom (`actor`), which (`id`), and what was typed or chosen."""

    interaction: Interaction
    id: ComponentId
    fields: Mapping[str, str]

    @property
    def entered(self) -> str:
        """What was chosen, or typed into a form of one field."""
        return next(iter(self.fields.values()), "")

    @property
    def context(self) -> AppContext:
        return self.interaction.client.context

    @property
    def actor(self) -> Actor:
        return actor(self.interaction)


Handler = Callable[[Press], Awaitable[None]]
Handlers = Mapping[str, Handler]


def read_press(interaction: Interaction) -> Press:
    """Read from the interaction what was used.

    :raises OldComponent: the id is not one of ours.
    """
    data = sent_data(interaction)
    return Press(interaction, parse_id(str(data.get("custom_id", ""))), _fields(data))


async def handle(interaction: Interaction, handlers: Handlers) -> None:
    """Find the handler of the control's kind and let it answer.

    :raises OldComponent: no handler knows this kind any more.
    """
    press = read_press(interaction)
    handler = handlers.get(press.id.kind)
    if handler is None:
        raise OldComponent
    if interaction.type is discord.InteractionType.modal_submit:
        note_form(interaction, SubmittedForm(press.id, tuple(press.fields.values())))
    await handler(press)


async def own_game(press: Press) -> GameView:
    """Return the running game that the control is about, for one of its players.

    :raises NoSuchGame, NotYourGame: for anybody else.
    :raises GameOver: when it has ended.
    """
    return await press.context.services.games.own(press.actor, press.id.subject)


async def game_to_move(press: Press, *, exactly: bool = False) -> GameView:
    """Return the game, if the person is to move in the very turn that the control was made for.

    Only for controls that ask before anything is played: the service checks again when it plays.
    A control of the whole turn still serves when its first stone is placed, unless `exactly`.

    :raises NotYourTurn: the other player is to move.
    :raises StaleButton: the game has moved on.
    """
    game = await own_game(press)
    refuse_waiting(game, press.actor.user_id)
    made_for, first, now = press.id.number, game.revision_at(game.turn_ply), game.revision
    first = now if exactly else first
    if made_for is None or not first <= made_for <= now:
        raise StaleButton(game.id)
    return game


def refuse_waiting(game: GameView, user_id: int) -> None:
    """Refuse a player of a running game who has to wait for the other one.

    :raises NotYourTurn: with whose it is.
    """
    mover = game.to_move
    if mover is not None and mover.user_id != user_id:
        raise NotYourTurn(game.id, mover.name)


async def make_move(press: Press, text: str) -> None:
    """Play a move for the position that the control was made for, and answer.

    :raises PlayerError: as `GameService.play`.
    """
    answer = play(press.interaction, press.id.subject, text, revision=press.id.number)
    await settle(press.interaction, answer)


class Fields(dict[str, str]):
    """What was typed or chosen, by name; a field that a form of ours has is missing in none."""

    def __missing__(self, name: str) -> str:
        raise OldComponent


def _fields(data: Mapping[str, Any]) -> Fields:
    """Return the value of a select, or what a form's fields hold by their names."""
    if "values" in data:
        return Fields(chosen=_value(data))
    inside = [
        each
        for row in data.get("components", [])
        for each in [row.get("component"), *row.get("components", [])]
        if each
    ]
    return Fields((str(each["custom_id"]), _value(each)) for each in inside if "custom_id" in each)


def _value(field: Mapping[str, Any]) -> str:
    values = field.get("values") or [field.get("value") or ""]
    return str(values[0])
