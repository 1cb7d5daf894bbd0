"""List of a person's plans, with a menu to drop a plan."""

from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_text import moves_in_capitals
from bot.messages.outgoing_message import LONGEST_LABEL, Button, Option, OutgoingMessage, Select
from bot.services.use_cases.plans.plans import Plan, PlanPage
from bot.words import labels
from bot.words import plans as words
from bot.words.escaping import escape
from renderer.phrases import sentences

MOST_TURNS = 4  # named turns before a planned reply
PLANS_COST = 5  # charge for a page, in pictures: it replays the lines of every game
SEPARATOR = "."


def plan_list(page: PlanPage, note: str = "") -> OutgoingMessage:
    """Return one page of the list of a person's plans, oldest first.

    :param note: a line about the latest action.
    """
    if not page.plans:
        return OutgoingMessage("\n".join(filter(None, (note, words.NO_PLANS()))))
    here = page.number
    menu = Select(
        ComponentId("plans", 0, here),
        words.DROP_MENU(),
        tuple(
            Option(f"{plan.game_id}{SEPARATOR}{plan.node}", _choice(plan)) for plan in page.plans
        ),
    )
    others = ((here - 1, labels.BACK()), (here + 1, words.MORE_PLANS()))
    turning = tuple(
        Button(ComponentId("plans", 0, number), label)
        for number, label in others
        if 0 <= number < page.pages
    )
    lines = [*filter(None, (note,)), words.title(here + 1, page.pages), *map(_line, page.plans)]
    return OutgoingMessage("\n".join(lines), rows=((menu,), *((turning,) if turning else ())))


def confirmation(plan: Plan) -> str:
    """Return the text that confirms a new plan: the opponent's turn and the reply to it."""
    turns = _turn(plan.before[-1]), _turn(plan.answer)
    planned = words.planned(escape(plan.opponent.name), *turns)
    return sentences(planned, words.UNDO_BY_CONSENT() if plan.undo else "")


def read_choice(text: str) -> tuple[int, int]:
    """Return the id of the game and the try-board node of a plan chosen in the menu.

    :raises OldComponent: when the text is not an option of the menu.
    """
    game, _, node = text.partition(SEPARATOR)
    if not (game.isdecimal() and node.isdecimal() and len(game) < 19 and len(node) < 10):
        raise OldComponent
    return int(game), int(node)


def _line(plan: Plan) -> str:
    return words.line(
        plan.game_id,
        escape(plan.opponent.name),
        _before(plan),
        _turn(plan.answer),
        int(plan.planned_at.timestamp()),
    )


def _choice(plan: Plan) -> str:
    return words.choice(plan.game_id, _before(plan), _turn(plan.answer))[:LONGEST_LABEL]


def _before(plan: Plan) -> str:
    """Return the turns before a planned reply as text; if they are many, only the last ones."""
    shown = [_turn(moves) for moves in plan.before[-MOST_TURNS:]]
    return words.in_order(["…", *shown] if len(plan.before) > MOST_TURNS else shown)


def _turn(moves: tuple[str, ...]) -> str:
    return " ".join(map(moves_in_capitals, moves))
