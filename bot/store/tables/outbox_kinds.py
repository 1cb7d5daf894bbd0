"""Kinds, payloads and locations of outbox messages.

Kinds and payload keys are stored by name, so removing or renaming one needs a migration.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

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

    CHALLENGE = "challenge"  # posts the challenge card
    CHALLENGE_CLOSED = "challenge_closed"  # edits the card of a closed challenge
    TURN = "turn"
    RESULT = "result"
    UNDO_REQUEST = "undo_request"
    UNDO_DECLINED = "undo_declined"
    END_REQUEST = "end_request"
    END_DECLINED = "end_declined"
    UNDONE = "undone"  # posts the turn that begins again after an undo
    TAKEN_BACK = "taken_back"  # closes the message of a withdrawn turn, if it arrived
    CLOCK = "clock"  # edits the clock below the board: stopped, running again, more time
    CLOSE_MESSAGE = "close_message"  # removes the controls and the question from an old message
    REVIEW = "review"
    REVIEW_GIVEN_UP = "review_given_up"
    DAILY = "daily"  # posts the puzzle of the day
    DAILY_RESULTS = "daily_results"  # edits its text: who has solved it


class Payload(TypedDict, total=False):
    """Data that cannot be looked up at the time of sending, stored as JSON.

    It never contains names of people, because a name may change or be erased.
    """

    revision: int  # notifications about a position
    turn: int  # CLOCK, REMINDER, NUDGE, TIME_UP, TIME_GIVEN, ASLEEP
    undone: int  # TAKEN_BACK: the number of undos before this one
    message: int  # CLOSE_MESSAGE, DAILY_RESULTS: its id
    day: int  # DAILY, DAILY_RESULTS: the ordinal of the date
    by: int  # UNDONE, UNDO_DECLINED, END_DECLINED: the seat that asked for it
    moves: list[str]  # UNDONE: the moves taken back; PLAN_DROPPED: those of the plan
    reason: str  # PLAN_DROPPED: why the plan could not be played, as a template
    values: dict[str, str]  # PLAN_DROPPED: the values of the reason
    since: int  # TURN, RESULT: the ply before the first of several turns, the rest of them planned
    invites: bool  # RESULT: invite the server's managers to its settings
    held: list[int]  # ids of people who get a notification instead of a ping; added when sending
    challenge: int  # notifications about a challenge
    until: str  # notifications about time: an ISO moment
    who: int  # the id of the player on vacation
    games: list[int]  # the games whose clocks are stopped meanwhile
    strict: list[int]  # the strict games among them, whose clocks run again at `strict_until`
    strict_until: str
    matched: bool  # TURN: the game began in the lobby
    unrated: bool  # MATCHED: the offer was rated, but strangers play
    offer: int  # OFFER_EXPIRED: its id
    no_thread: bool  # TURN, UNDONE: the thread of the game was deleted
    opponent_left: bool  # TURN, UNDONE: mention that the opponent has left the server
    challenger_left: bool  # TURN: a challenger who has left the server is told of the game
    pinged: bool  # the channel message pinged the player as well
    given_up: bool  # the review failed
    undeliverable: bool  # the location takes no messages
    tried: list[int]  # notifications about several games: channels that refused it
    plain: bool  # TURN, UNDONE, RESULT, notifications: Discord rejected the picture or the controls
    refusals: int  # notifications: how often Discord has refused the direct message
