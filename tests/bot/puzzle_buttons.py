"""Helpers that find a message's puzzle and the buttons of its turns."""

from bot.messages.component_ids import parse_id
from bot.services.values.puzzles.selection import find
from sandbox.client.find import components_of


def shown_puzzle(message):
    """Return the puzzle of a message, from the id of one of its buttons."""
    return find(_ids(message)[0].target_id)


def choices(puzzle):
    """Return the steps in which the solver has a choice; the others are played at once."""
    return [step for step in puzzle.steps if step.refutations]


def button_of(message, turn):
    """Return the label of the button of a turn."""
    return next(
        each["label"]
        for each, parsed in zip(_buttons(message), _ids(message), strict=True)
        if parsed.kind == "puzzle-turn" and parsed.value.partition("/")[0] == turn
    )


def wrong_turn_of(message, step=None):
    """Return a wrong turn at a step, by default the first, that a message's buttons offer."""
    here = step or shown_puzzle(message).steps[0]
    offered = {each.value.partition("/")[0] for each in _ids(message) if each.kind == "puzzle-turn"}
    return next(each for each in here.refutations if each in offered)


def _buttons(message):
    return [each for each in components_of(message) if "custom_id" in each]


def _ids(message):
    return [parse_id(each["custom_id"]) for each in _buttons(message)]
