"""What rows of the outbox tell the place that they name; letters to people have kinds of their own.

Stored by these names, so a running database knows them: a name that is gone needs a migration.
"""

from enum import StrEnum


class RowKind(StrEnum):
    """What a channel or thread is told. How each becomes a message says `bot.mail.delivery`."""

    CHALLENGE = "challenge"  # the card
    CHALLENGE_CLOSED = "challenge_closed"  # the card is changed: answered, withdrawn, run out
    TURN = "turn"
    RESULT = "result"
    UNDO_REQUEST = "undo_request"
    UNDO_DECLINED = "undo_declined"
    UNDONE = "undone"  # the turn that begins anew
    TAKEN_BACK = "taken_back"  # it told a turn that is gone, and its message may be there
    CLOCK = "clock"  # the clock of the turn that was told stands, runs again, or has more time
    REVIEW = "review"
    REVIEW_GIVEN_UP = "review_given_up"
