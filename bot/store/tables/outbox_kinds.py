"""Kinds, payloads and locations of outbox messages.

Kinds and payload keys are stored by these names: removing or renaming one needs a migration.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict


@dataclass(frozen=True, slots=True)
class Location:
    """A channel, thread or direct message; `guild_id` is None in direct messages."""

    guild_id: int | None
    channel_id: int


class OutboxKind(StrEnum):
    """What a channel or thread is told. How each becomes a message says `bot.delivery.dispatch`."""

    CHALLENGE = "challenge"  # the card
    CHALLENGE_CLOSED = "challenge_closed"  # the card is changed: answered, withdrawn, run out
    TURN = "turn"
    RESULT = "result"
    UNDO_REQUEST = "undo_request"
    UNDO_DECLINED = "undo_declined"
    UNDONE = "undone"  # the turn that begins anew
    TAKEN_BACK = "taken_back"  # it told a turn that is gone, and its message may be there
    CLOCK = "clock"  # the clock of the turn that was told stands, runs again, or has more time
    CLOSE_MESSAGE = "close_message"  # an old message loses its controls and its question
    REVIEW = "review"
    REVIEW_GIVEN_UP = "review_given_up"


class Payload(TypedDict, total=False):
    """What a row carries besides its columns, as JSON: what cannot be looked up later.

    A name of a person never is among it: it may change, or have to be forgotten.
    """

    revision: int  # letters about a position: it was this one
    turn: int  # CLOCK, REMINDER, NUDGE, TIME_UP, TIME_GIVEN, ASLEEP
    undone: int  # TAKEN_BACK: how many undos the game had before
    message: int  # CLOSE_MESSAGE: which one
    by: int  # UNDONE, UNDO_DECLINED: the seat of who asked
    moves: list[str]  # UNDONE: what was taken back
    held: list[int]  # who is told by a letter instead of a ping; added when the row is tried
    challenge: int  # letters about one
    until: str  # of letters about time: a moment
    who: int  # who is away
    games: list[int]  # the games that stand meanwhile
    strict: list[int]  # those of them whose clocks run again before,
    strict_until: str  # at this moment
    no_thread: bool  # TURN, UNDONE: the first message of a game whose thread is gone
    opponent_left: bool  # TURN, UNDONE: the message says that its player has left the server
    pinged: bool  # the turn was told with a ping as well
    given_up: bool  # the game could not be looked back on
    undeliverable: bool  # its place cannot be written to
    tried: list[int]  # letters about several games: channels that have not taken it
