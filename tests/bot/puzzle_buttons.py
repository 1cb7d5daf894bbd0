"""Helpers that find a message's puzzle and the buttons of its turns."""

from bot.messages.component_ids import parse_id
from bot.messages.puzzle import find
from sandbox.client.find import components_of


def shown_puzzle(message):
    """Return the puzzle of a message, from the id of one of its buttons."""
    return find(_ids(message)[0].subject)


def button_of(message, turn):
    """Return the label of the button of a turn."""
    return next(
        each["label"]
        for each, parsed in zip(_buttons(message), _ids(message), strict=True)
        if parsed.kind == "puzzle-turn" and parsed.value.partition("/")[0] == turn
    )


def _buttons(message):
    return [each for each in components_of(message) if "custom_id" in each]


def _ids(message):
    return [parse_id(each["custom_id"]) for each in _buttons(message)]
