"""Making a move, and the answer to it; what was typed may be asked about first."""

from bot.context.app_context import Interaction, actor, viewer
from bot.context.location import elsewhere
from bot.context.user_install import with_location
from bot.messages.confirmations import swap_question
from bot.messages.game_messages import played
from bot.messages.message_draft import Viewer
from bot.messages.move_panel import is_playable, preview_panel
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.views import GameView
from rules.moves import Swap, parse_turn
from rules.reasons import InvalidMove

SWAP = "swap"  # as `rules.moves` reads it


async def play(
    interaction: Interaction, game_id: int, text: str, *, revision: int | None
) -> OutgoingMessage:
    """Play a move, or a whole turn, and return the answer.

    :param revision: the game's stamp that the control was made for.
    :raises PlayerError: as `GameService.play`.
    """
    return await _play(interaction, await viewer(interaction), game_id, text, revision)


async def play_typed(
    interaction: Interaction, game_id: int, text: str, *, revision: int | None = None
) -> OutgoingMessage:
    """Play what was typed, or ask first: before a swap, and always for those who want to see moves.

    :param revision: the game's stamp that the form was made for; None for a command.
    :raises PlayerError: as `GameService.play`.
    """
    person = await viewer(interaction)
    asked = await _asked_first(interaction, person, game_id, text, revision)
    return asked or await _play(interaction, person, game_id, text, revision)


async def _asked_first(
    interaction: Interaction, person: Viewer, game_id: int, text: str, revision: int | None
) -> OutgoingMessage | None:
    # who types has named the cells: only those who always want to see them are shown them first
    always, pictures = (
        person.preferences["confirm"] == "always",
        interaction.client.context.pictures,
    )
    if not always and SWAP not in text.lower():
        return None
    game = await interaction.client.context.services.games.get(game_id, viewer_id=person.user_id)
    if revision not in {None, game.revision}:
        return None
    if _swaps(game, person, text):
        return await pictures.render(swap_question, game)
    if always and await pictures.run(is_playable, game, person, text):
        return await pictures.render(preview_panel, game, person, text)
    return None


def _swaps(game: GameView, person: Viewer, text: str) -> bool:
    """Say whether what was typed is a swap that this person could make now."""
    if not game.waits_for(person.user_id) or not game.position.is_legal(Swap()):
        return False
    try:
        return parse_turn(text, game.position.topology) == (Swap(),)
    except InvalidMove:
        return False


async def _play(
    interaction: Interaction, person: Viewer, game_id: int, text: str, revision: int | None
) -> OutgoingMessage:
    context, games = interaction.client.context, interaction.client.context.services.games
    # asked before: were this in the way after the move, the answer would say that nothing is done
    another = await games.another_waits(person.user_id, game_id)
    done = await games.play(actor(interaction), game_id, text, revision=revision)
    where = await elsewhere(interaction, done.game)
    answer = context.pictures.render(played, done, person, where, another=another)
    return await with_location(interaction, done, answer)
