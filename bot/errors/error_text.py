"""Refusals as players read them: names as literal text, channels and moments as Discord shows them.

Only here do a refusal's values become markup, so that no name can pass for a link or a time.
"""

from bot.errors import PlayerError
from bot.errors.permissions import TooFast, WrongChannel
from bot.words.clocks import moment
from bot.words.escaping import escape


def refusal(error: PlayerError) -> str:
    """Return what a person reads who was refused something."""
    match error:
        case WrongChannel(channels):
            return error.said(f"<#{channel_id}>" for channel_id in channels)
        case TooFast(until):
            return error.said(moment(until))
        case _:
            return escape(error.sentence)
