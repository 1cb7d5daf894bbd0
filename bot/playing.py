"""Making a move, and the answer to who made it; what was typed may be shown first."""

from bot.desk import Interaction, actor, viewer
from bot.messages.drafts import Viewer
from bot.messages.post import Post
from bot.messages.presenter import played
from bot.messages.tapping import is_playable, preview_panel
from bot.outside import elsewhere, with_place


async def play(interaction: Interaction, game_id: int, text: str, *, stamp: int | None) -> Post:
    """Play a move, or a whole turn, and return the answer.

    :param stamp: the game's stamp that the control was made for.
    :raises PlayerError: as `GameService.play`.
    """
    return await _play(interaction, await viewer(interaction), game_id, text, stamp)


async def play_typed(
    interaction: Interaction, game_id: int, text: str, *, stamp: int | None = None
) -> Post:
    """Play what was typed, or show what it would do to somebody who always wants to see that.

    :param stamp: the game's stamp that the form was made for; None for a command.
    :raises PlayerError: as `GameService.play`.
    """
    desk, person = interaction.client.desk, await viewer(interaction)
    # who types has named the cells: only those who always want to see them are asked
    if person.preferences["confirm"] == "always":
        game = await desk.services.games.get(game_id)
        is_now = stamp in {None, game.stamp}
        if is_now and await desk.pictures.work(is_playable, game, person, text):
            return await desk.pictures.show(preview_panel, game, person, text)
    return await _play(interaction, person, game_id, text, stamp)


async def _play(
    interaction: Interaction, person: Viewer, game_id: int, text: str, stamp: int | None
) -> Post:
    desk = interaction.client.desk
    done = await desk.services.games.play(actor(interaction), game_id, text, stamp=stamp)
    where = elsewhere(interaction, done.game.place)
    return await with_place(interaction, done, desk.pictures.show(played, done, person, where))
