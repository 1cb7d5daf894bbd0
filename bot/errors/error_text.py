"""Formatting of errors for Discord: names escaped, channels and times as markup.

Values of an error become markup only here, so that no name can inject a link.
"""

from bot.errors.permissions import TooFast, WrongChannel
from bot.errors.refusals import PlayerError
from bot.words.clocks import moment
from bot.words.escaping import escape


def refusal(error: PlayerError) -> str:
    """Return the sentence of an error for the player, as Discord markup with names escaped."""
    match error:
        case WrongChannel(channels):
            return error.sentence_with(f"<#{channel_id}>" for channel_id in channels)
        case TooFast(until):
            return error.sentence_with(moment(until))
        case _:
            return escape(error.sentence)
