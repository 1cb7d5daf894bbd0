"""Kinds of outbox messages to channels, with the classes of their payloads; also `Location`.

Kinds are stored by name, so removing or renaming one needs a migration.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.store.tables import payloads
from bot.store.tables.payloads import Payload

# channel id of a game without a channel, which is played in direct messages, or whose server was
# deleted
NO_CHANNEL = 0


@dataclass(frozen=True, slots=True)
class Location:
    """Channel, thread or direct message; `guild_id` is None in direct messages."""

    guild_id: int | None
    channel_id: int


class OutboxKind(StrEnum):
    """Kind of message to a channel or thread; `bot.delivery.dispatch` delivers each kind.

    Notifications to people have their own kinds (`NotificationKind`).
    """

    family: type[Payload]

    def __new__(cls, stored: str, family: type[Payload] = Payload) -> "OutboxKind":
        """Create a kind with the class of its payloads."""
        kind = str.__new__(cls, stored)
        kind._value_ = stored
        kind.family = family
        return kind

    # posts the challenge card
    CHALLENGE = "challenge", payloads.Announcement
    # edits the card of a closed challenge
    CHALLENGE_CLOSED = "challenge_closed"
    TURN = "turn", payloads.Turn
    RESULT = "result", payloads.Result
    UNDO_REQUEST = "undo_request", payloads.Announcement
    UNDO_DECLINED = "undo_declined", payloads.Refusal
    END_REQUEST = "end_request", payloads.Announcement
    END_DECLINED = "end_declined", payloads.Refusal
    # posts the turn that begins again after an undo
    UNDONE = "undone", payloads.Undone
    # closes the message of a withdrawn turn, if it arrived
    TAKEN_BACK = "taken_back", payloads.TakenBack
    # edits the clock below the board: stopped, running again, more time
    CLOCK = "clock", payloads.ClockChange
    # removes the controls and the question from an old message
    CLOSE_MESSAGE = "close_message", payloads.Closing
    REVIEW = "review"
    REVIEW_GIVEN_UP = "review_given_up"
    # posts the puzzle of the day
    DAILY = "daily", payloads.DailyPuzzle
    # posts the news of a server's week
    WEEK = "week", payloads.WeeklyNews
    # edits its text: who has solved it
    DAILY_RESULTS = "daily_results", payloads.DailyResults
    # posts the message with which people join a season; edits it
    LEAGUE_CARD = "league_card", payloads.OfSeason
    LEAGUE_CARD_CHANGED = "league_card_changed", payloads.OfSeason
    # a season has begun, or ended, for a group
    LEAGUE_BEGUN = "league_begun", payloads.OfGroup
    LEAGUE_ENDED = "league_ended", payloads.OfGroup
