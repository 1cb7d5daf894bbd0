"""Refusals as players read them: names as literal text, channels and moments as Discord shows them.

Only here do a refusal's values become markup, so that no name can pass for a link or a time.
"""

from bot.errors import PlayerError
from bot.errors.authority import TooFast, WrongChannel
from bot.texts.escaping import escape
from bot.texts.time import moment


def refusal(error: PlayerError) -> str:
    """Return what a person reads who was refused something."""
    match error:
        case WrongChannel(channels):
            return error.said(f"<#{channel_id}>" for channel_id in channels)
        case TooFast(until):
            return error.said(moment(until))
        case _:
            return escape(error.sentence)
