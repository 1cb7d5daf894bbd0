"""Buttons of puzzles, which edit their private message."""

from functools import wraps

from bot.messages import puzzle as messages
from bot.messages.component_ids import OldComponent
from bot.services.use_cases.puzzles.puzzles import MAX_TRIES, PuzzlePlace
from bot.ui.component_router import ComponentRequest, Handler, Handlers
from bot.ui.responses import edit_or_reply

VOTES = {"good": 1, "bad": -1}


def with_puzzles(handler: Handler) -> Handler:
    """Wrap a handler to load the puzzles first."""

    @wraps(handler)
    async def load_first(request: ComponentRequest) -> None:
        await request.services.puzzles.load()
        await handler(request)

    return load_first


async def choose_turn(request: ComponentRequest) -> None:
    turn, _, choice = request.id.value.partition("/")
    place = _place(request, choice)
    if not messages.is_legal(place.puzzle, place.step, turn):
        raise OldComponent
    view = await request.services.puzzles.turn(request.actor, place, turn)
    viewer = await request.viewer()
    shown = request.pictures.render(
        messages.answer, view, viewer, step=place.step, turn=turn, choice=choice
    )
    await edit_or_reply(request, shown)


async def try_again(request: ComponentRequest) -> None:
    choice, viewer = request.id.value, await request.viewer()
    place = _place(request, choice)
    view = await request.services.puzzles.look(request.actor.user_id, place)
    shown = request.pictures.render(messages.question, view, viewer, step=place.step, choice=choice)
    await edit_or_reply(request, shown)


async def show_solution(request: ComponentRequest) -> None:
    choice, viewer = request.id.value, await request.viewer()
    view = await request.services.puzzles.give_up(request.actor, _place(request, choice))
    shown = request.pictures.render(messages.solved, view, viewer, MAX_TRIES, choice)
    await edit_or_reply(request, shown)


async def show_next(request: ComponentRequest) -> None:
    choice, viewer = request.id.value, await request.viewer()
    theme, game = messages.parse_choice(choice)
    view = await request.services.puzzles.choose(
        request.actor, theme, game, besides=request.id.subject
    )
    shown = request.pictures.render(messages.question, view, viewer, choice=choice)
    await edit_or_reply(request, shown)


async def vote(request: ComponentRequest) -> None:
    puzzle, tries = messages.find(request.id.subject), (request.id.number or 0) % 10
    chosen, _, choice = request.id.value.partition("/")
    if chosen not in VOTES:
        raise OldComponent
    view = await request.services.puzzles.vote(request.actor, puzzle, VOTES[chosen])
    viewer = await request.viewer()
    shown = request.pictures.render(messages.solved, view, viewer, tries, choice, voted=True)
    await edit_or_reply(request, shown)


def _place(request: ComponentRequest, choice: str) -> PuzzlePlace:
    """Return the solver's turn to which a button belongs.

    :raises OldComponent: the button was made by another version.
    """
    puzzle = messages.find(request.id.subject)
    step, tries = divmod(request.id.number or 0, 10)
    if step >= len(puzzle.steps) or tries >= MAX_TRIES:
        raise OldComponent
    theme, _ = messages.parse_choice(choice)
    hinted = theme != "" and choice != messages.DAILY
    return PuzzlePlace(puzzle, step, tries, hinted)


HANDLERS: Handlers = {
    "puzzle-turn": with_puzzles(choose_turn),
    "puzzle-retry": with_puzzles(try_again),
    "puzzle-solution": with_puzzles(show_solution),
    "puzzle-next": with_puzzles(show_next),
    "puzzle-vote": with_puzzles(vote),
}
