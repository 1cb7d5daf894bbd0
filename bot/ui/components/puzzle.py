"""Buttons of puzzles, which edit the private message with the puzzle."""

from functools import wraps

from bot.errors.refusals import Refusal
from bot.messages import puzzle as messages
from bot.messages.component_ids import OldComponent
from bot.messages.lessons import lesson_page
from bot.messages.outgoing_message import Form
from bot.messages.puzzle_try import chosen_moves, puzzle_try, tried_moves
from bot.services.use_cases.puzzles.puzzles import MAX_TRIES, PuzzlePlace
from bot.services.values.puzzles.own import is_own
from bot.ui.component_router import ComponentRequest, Handler, Handlers
from bot.ui.puzzles import chosen
from bot.ui.responses import edit_or_reply, open_form, reply
from bot.words import puzzle as words
from sparring.puzzles.puzzle import Puzzle

VOTES = {"good": 1, "bad": -1}


def with_puzzles(handler: Handler) -> Handler:
    """Wrap a handler so that all puzzles are loaded before its first use in this process."""

    @wraps(handler)
    async def load_first(request: ComponentRequest) -> None:
        await request.services.puzzles.load()
        await handler(request)

    return load_first


async def choose_turn(request: ComponentRequest) -> None:
    turn, _, choice = request.id.value.partition("/")
    place = await _place(request, choice)
    if not messages.is_legal(place.puzzle, place.step, turn):
        raise OldComponent
    await _judge(request, place, turn, choice)


async def open_typed_form(request: ComponentRequest) -> None:
    await open_form(request, await make_typed_form(request))


async def make_typed_form(request: ComponentRequest) -> Form:
    place = await _place(request, request.id.value)
    return messages.typed_form(place.puzzle, place.step, place.tries, request.id.value)


async def submit_typed(request: ComponentRequest) -> None:
    place = await _place(request, request.id.value)
    turn = messages.read_turn(place.puzzle, place.step, request.entered)
    await _judge(request, place, turn, request.id.value)


async def show_rules(request: ComponentRequest) -> None:
    """Show the rules of a puzzle's game in a message of their own, so that the puzzle stays."""
    game, viewer = (await _puzzle(request)).game, await request.viewer()
    await reply(request, request.pictures.render(lesson_page, game, 1, viewer))


async def show_line(request: ComponentRequest) -> None:
    """Show another turn of a puzzle's solution to a person whose attempt is over.

    :raises Refusal: while an attempt is open, as when an own mistake has come back.
    """
    at, tries = divmod(request.id.number or 0, 10)
    choice, viewer = request.id.value, await request.viewer()
    place = PuzzlePlace(await _puzzle(request), 0, min(tries, MAX_TRIES))
    view = await request.services.puzzles.look(request.actor.user_id, place)
    if not view.repeated:
        raise Refusal(words.STILL_OPEN())
    shown = request.pictures.render(messages.solved, view, viewer, tries, choice, at=at)
    await edit_or_reply(request, shown)


async def open_try_board(request: ComponentRequest) -> None:
    """Show a puzzle's try-board in a message of its own, so that the puzzle stays."""
    puzzle, viewer, moves = await _puzzle(request), await request.viewer(), tried_moves(request.id)
    begins = request.id.number or 0
    await reply(request, request.pictures.render(puzzle_try, puzzle, begins, moves, viewer))


async def try_turn(request: ComponentRequest) -> None:
    await _show_tried(request, tried_moves(request.id))


async def try_chosen(request: ComponentRequest) -> None:
    await _show_tried(request, chosen_moves(request.id, request.entered))


async def _show_tried(request: ComponentRequest, moves: tuple[str, ...]) -> None:
    puzzle, viewer, begins = await _puzzle(request), await request.viewer(), request.id.number or 0
    await edit_or_reply(request, request.pictures.render(puzzle_try, puzzle, begins, moves, viewer))


async def _judge(request: ComponentRequest, place: PuzzlePlace, turn: str, choice: str) -> None:
    view = await request.services.puzzles.turn(request.actor, place, turn)
    viewer = await request.viewer()
    shown = request.pictures.render(
        messages.answer, view, viewer, step=place.step, turn=turn, choice=choice
    )
    await edit_or_reply(request, shown)


async def try_again(request: ComponentRequest) -> None:
    choice, viewer = request.id.value, await request.viewer()
    place = await _place(request, choice)
    view = await request.services.puzzles.look(request.actor.user_id, place)
    shown = request.pictures.render(messages.question, view, viewer, step=place.step, choice=choice)
    await edit_or_reply(request, shown)


async def show_solution(request: ComponentRequest) -> None:
    choice, viewer = request.id.value, await request.viewer()
    place = await _place(request, choice)
    view = await request.services.puzzles.give_up(request.actor, place)
    shown = request.pictures.render(messages.solved, view, viewer, MAX_TRIES, choice)
    await edit_or_reply(request, shown)


async def show_next(request: ComponentRequest) -> None:
    await edit_or_reply(request, await chosen(request, request.id.value, request.id.target_id))


async def vote(request: ComponentRequest) -> None:
    puzzle, tries = await _puzzle(request), (request.id.number or 0) % 10
    chosen, _, choice = request.id.value.partition("/")
    if chosen not in VOTES or is_own(puzzle.number):
        raise OldComponent
    view = await request.services.puzzles.vote(request.actor, puzzle, VOTES[chosen])
    viewer = await request.viewer()
    shown = request.pictures.render(messages.solved, view, viewer, tries, choice, voted=True)
    await edit_or_reply(request, shown)


async def _place(request: ComponentRequest, choice: str) -> PuzzlePlace:
    """Return the puzzle, the solver's turn and the wrong turns so far that a button's id names.

    :raises OldComponent: when the id names no turn of the puzzle, or too many wrong turns.
    """
    puzzle = await _puzzle(request)
    step, tries = divmod(request.id.number or 0, 10)
    if step >= len(puzzle.steps) or tries >= MAX_TRIES:
        raise OldComponent
    theme, _ = messages.parse_choice(choice)
    hinted = theme != "" and choice != messages.DAILY
    return PuzzlePlace(puzzle, step, tries, hinted)


async def _puzzle(request: ComponentRequest) -> Puzzle:
    """Return the puzzle that a control's id names.

    :raises OldComponent: when the puzzle no longer exists, or is from another person's mistake.
    """
    user_id, number = request.actor.user_id, request.id.target_id
    puzzle = await request.services.puzzles.find(user_id, number)
    if puzzle is None:
        raise OldComponent
    return puzzle


HANDLERS: Handlers = {
    "puzzle-turn": with_puzzles(choose_turn),
    "puzzle-type": with_puzzles(open_typed_form),
    "puzzle-type-form": with_puzzles(submit_typed),
    "puzzle-rules": with_puzzles(show_rules),
    "puzzle-line": with_puzzles(show_line),
    "puzzle-try": with_puzzles(open_try_board),
    "puzzle-tried": with_puzzles(try_turn),
    "puzzle-choose": with_puzzles(try_chosen),
    "puzzle-retry": with_puzzles(try_again),
    "puzzle-solution": with_puzzles(show_solution),
    "puzzle-next": with_puzzles(show_next),
    "puzzle-vote": with_puzzles(vote),
}
