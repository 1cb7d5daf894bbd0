"""Buttons and menus of a replay: show a turn or a published line, send the whole game as a file."""

from bot.messages.component_ids import OldComponent
from bot.messages.published_line import published_line
from bot.messages.replay import replay_message, step
from bot.services.values.people.permissions import moderates
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.game_page import show_page
from bot.ui.responses import edit_or_reply, expect_new_message, reply
from bot.words import try_board as words


async def show_step(request: ComponentRequest, note: str = "") -> None:
    game = await request.services.games.get_visible(request.actor, request.id.target_id)
    comments = await request.services.published_lines.comments(request.actor, game.id)
    viewer = await request.viewer()
    await edit_or_reply(
        request, request.pictures.render(step, game, viewer, request.id.number, comments, note)
    )


async def show_whole_game(request: ComponentRequest) -> None:
    shows = {"gif": _show_animation, "page": show_page}
    if request.entered not in shows:
        raise OldComponent
    await shows[request.entered](request)


async def _show_animation(request: ComponentRequest) -> None:
    expect_new_message(request)
    game = await request.services.games.get_visible(request.actor, request.id.target_id)
    viewer = await request.viewer()
    await reply(request, request.pictures.render_long(replay_message, game, viewer))


async def show_line(request: ComponentRequest) -> None:
    if not request.entered.isdecimal():
        raise OldComponent
    game = await request.services.games.get_visible(request.actor, request.id.target_id)
    comments = await request.services.published_lines.comments(request.actor, game.id)
    await edit_or_reply(
        request,
        request.pictures.render(
            published_line,
            game,
            await request.viewer(),
            request.id.number or 0,
            int(request.entered),
            comments,
            moderates=moderates(request.actor, game.location.guild_id, game.location.channel_id),
        ),
    )


async def remove_lines(request: ComponentRequest) -> None:
    await request.services.published_lines.remove(request.actor, request.id.target_id)
    await show_step(request, words.LINES_REMOVED())


HANDLERS: Handlers = {
    "step": show_step,
    "whole-game": show_whole_game,
    "published-line": show_line,
    "remove-lines": remove_lines,
}
