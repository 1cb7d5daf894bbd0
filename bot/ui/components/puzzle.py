"""Buttons of puzzles, which edit their private message."""

import secrets

from bot.messages import puzzle as messages
from bot.messages.component_ids import OldComponent
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply
from sparring.puzzles.puzzle import Puzzle


async def choose_turn(request: ComponentRequest) -> None:
    puzzle, step, tries = _state(request)
    turn, _, choice = request.id.value.partition("/")
    viewer = await request.viewer()
    shown = request.pictures.render(
        messages.answer, puzzle, viewer, step=step, tries=tries, turn=turn, choice=choice
    )
    await edit_or_reply(request, shown)


async def try_again(request: ComponentRequest) -> None:
    puzzle, step, tries = _state(request)
    choice, viewer = request.id.value, await request.viewer()
    shown = request.pictures.render(
        messages.question, puzzle, viewer, step=step, tries=tries, choice=choice
    )
    await edit_or_reply(request, shown)


async def show_solution(request: ComponentRequest) -> None:
    puzzle, _, _ = _state(request)
    viewer = await request.viewer()
    shown = request.pictures.render(messages.solved, puzzle, viewer, "", request.id.value)
    await edit_or_reply(request, shown)


async def show_next(request: ComponentRequest) -> None:
    choice = request.id.value
    found = messages.wanted(*messages.parse_choice(choice))
    others = [each for each in found if each.number != request.id.subject]
    viewer = await request.viewer()
    chosen = secrets.choice(others or found)
    await edit_or_reply(
        request, request.pictures.render(messages.question, chosen, viewer, choice=choice)
    )


def _state(request: ComponentRequest) -> tuple[Puzzle, int, int]:
    """Return the puzzle of a button, its own turn and the wrong turns so far.

    :raises OldComponent: the button was made by another version.
    """
    puzzle = messages.find(request.id.subject)
    step, tries = divmod(request.id.number or 0, 10)
    if step >= len(puzzle.steps) or tries >= messages.MAX_TRIES:
        raise OldComponent
    return puzzle, step, tries


HANDLERS: Handlers = {
    "puzzle-turn": choose_turn,
    "puzzle-retry": try_again,
    "puzzle-solution": show_solution,
    "puzzle-next": show_next,
}
