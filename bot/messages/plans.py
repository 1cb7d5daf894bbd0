"""List of a person's plans, with a menu to drop one."""

from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_lists import lines_that_fit
from bot.messages.game_text import moves_in_capitals
from bot.messages.outgoing_message import MAX_OPTIONS, Button, Option, OutgoingMessage, Select
from bot.services.plans.plans import Plan
from bot.words import labels
from bot.words import plans as words
from bot.words.escaping import escape

LONGEST_LABEL = 100  # Discord's limit for an option of a menu
SEPARATOR = "."


def plan_list(plans: list[Plan], note: str = "", page: int = 0) -> OutgoingMessage:
    """Return one page of the list of plans, oldest first.

    :param note: a line about the latest action.
    :param page: counted from 0; a page past the end shows the last one.
    """
    if not plans:
        return OutgoingMessage("\n".join(filter(None, (note, words.NO_PLANS()))))
    pages = _pages([(plan, _line(plan)) for plan in plans])
    here = min(page, len(pages) - 1)
    listed = pages[here]
    title = words.title(here + 1, len(pages))
    menu = Select(
        ComponentId("plans", 0, here),
        words.DROP_MENU(),
        tuple(Option(f"{plan.game_id}{SEPARATOR}{plan.node}", _choice(plan)) for plan, _ in listed),
    )
    others = ((here - 1, labels.BACK()), (here + 1, words.MORE_PLANS()))
    turning = tuple(
        Button(ComponentId("plans", 0, number), label)
        for number, label in others
        if 0 <= number < len(pages)
    )
    lines = [*filter(None, (note,)), title, *(line for _, line in listed)]
    return OutgoingMessage("\n".join(lines), rows=((menu,), *((turning,) if turning else ())))


def _pages(plans: list[tuple[Plan, str]]) -> list[list[tuple[Plan, str]]]:
    """Split plans and their lines into pages that fit into a message and its menu."""
    pages: list[list[tuple[Plan, str]]] = []
    while rest := plans[sum(map(len, pages)) :]:
        fits = len(lines_that_fit([line for _, line in rest[:MAX_OPTIONS]]))
        pages.append(rest[: max(fits, 1)])
    return pages


def confirmation(plan: Plan) -> str:
    """Return the sentence that confirms a new plan."""
    return words.planned(escape(plan.opponent.name), _turn(plan.before[-1]), _turn(plan.answer))


def read_choice(text: str) -> tuple[int, int]:
    """Return the game and the node of a plan chosen in the menu.

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
    return words.in_order([_turn(moves) for moves in plan.before])


def _turn(moves: tuple[str, ...]) -> str:
    return " ".join(map(moves_in_capitals, moves))
