"""Making a move, and the answer to who made it; what was typed may be shown first."""

from bot.desk import Interaction, actor, viewer
from bot.messages.drafts import Viewer
from bot.messages.post import Post
from bot.messages.presenter import played
from bot.messages.tapping import is_playable, preview_panel
from bot.outside import elsewhere, with_place


async def play(interaction: Interaction, game_id: int, text: str, *, ply: int | None) -> Post:
    """Play a move, or a whole turn, and return the answer.

    :param ply: the game's `stamp` that the control was made for.
    :raises PlayerError: as `GameService.play`.
    """
    return await _play(interaction, await viewer(interaction), game_id, text, ply)


async def play_typed(
    interaction: Interaction, game_id: int, text: str, *, ply: int | None = None
) -> Post:
    """Play what was typed, or show what it would do to somebody who always wants to see that.

    :param ply: the game's `stamp` that the form was made for; None for a command.
    :raises PlayerError: as `GameService.play`.
    """
    desk, person = interaction.client.desk, await viewer(interaction)
    # who types has named the cells: only those who always want to see them are asked
    if person.preferences["confirm"] == "always":
        game = await desk.services.games.get(game_id)
        is_now = ply in {None, game.stamp}
        if is_now and await desk.pictures.work(is_playable, game, person, text):
            return await desk.pictures.show(preview_panel, game, person, text)
    return await _play(interaction, person, game_id, text, ply)


async def _play(
    interaction: Interaction, person: Viewer, game_id: int, text: str, ply: int | None
) -> Post:
    desk = interaction.client.desk
    done = await desk.services.games.play(actor(interaction), game_id, text, ply=ply)
    where = elsewhere(interaction, done.game.place)
    return await with_place(interaction, done, desk.pictures.show(played, done, person, where))
