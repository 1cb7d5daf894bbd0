"""A question to a player before something is done to a game; components have the answers."""

from collections.abc import Callable

from bot.context.app_context import Interaction, actor
from bot.messages.confirmations import undo_question
from bot.messages.message_draft import MessageDraft
from bot.services.views import GameView
from bot.ui.responses import settle


async def ask_about(
    interaction: Interaction, game_id: int, question: Callable[[GameView, int], MessageDraft]
) -> None:
    """Ask one of the players of a running game.

    :raises NoSuchGame, NotYourGame: for anybody else.
    :raises GameOver: when it has ended.
    """
    context, person = interaction.client.context, actor(interaction)
    game = await context.services.games.own(person, game_id)
    await settle(interaction, context.pictures.render(question, game, person.user_id))


async def ask_undo(interaction: Interaction, game_id: int) -> None:
    """Ask a player before moves are taken back, or the opponent is asked to let them be.

    :raises NoSuchGame, NotYourGame, GameOver: unknown, another's, ended.
    :raises CannotUndo: there is nothing to ask.
    """
    context, person = interaction.client.context, actor(interaction)
    wish = await context.services.undo.possible(person, game_id)
    await settle(interaction, context.pictures.render(undo_question, wish, person.user_id))
