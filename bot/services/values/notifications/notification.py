"""Notification values: a message for one person, and the games and challenges it names."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.services.values.views import ChallengeView, Location, Player
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.payloads import Personal, TurnBegun


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """Game named in a notification.

    :ivar ends_at: when the player to move runs out of time; None if no clock is running.
    """

    id: int
    revision: int
    game_key: str
    size: int
    opponent: Player
    location: Location
    turn_message_id: int | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class ProposedGame:
    """Game that a challenge proposes, in a notification about the challenge.

    :ivar rematch: the challenge, if it is to a rematch.
    """

    game_key: str
    size: int
    rematch: ChallengeView | None = None


@dataclass(frozen=True, slots=True)
class Notification:
    """Message for one person: a direct message if `write`, otherwise a message in a channel."""

    kind: NotificationKind
    to: Player
    location: Location
    write: bool
    ping: bool = True
    games: tuple[WaitingGame, ...] = ()
    # the other person in the notification, if not the opponent in its only game
    about: Player | None = None
    proposed: ProposedGame | None = None
    payload: Personal = field(default_factory=Personal)
    # the bot is not a member of the location, so the notification contains the board itself
    user_install: bool = False
    # ids of games that must not be shown in the location, only counted
    elsewhere: frozenset[int] = frozenset()
    # direct messages to this person rest after a refusal
    rests: bool = False
    # the person has left the server of the location, so that links to it do not work
    has_left: bool = False

    @property
    def can_be_posted(self) -> bool:
        """Whether the message can go to the channel instead if the direct message is refused."""
        gone = self.kind is NotificationKind.UNDELIVERABLE or self.payload.undeliverable
        return not (gone or self.user_install)

    @property
    def is_shown(self) -> bool:
        """Whether another message in the channel already shows the news of this notification."""
        pinged = isinstance(self.payload, TurnBegun) and self.payload.pinged
        return pinged or self.kind.has(Trait.POSTED)


@dataclass(frozen=True, slots=True)
class Postponed:
    """Result for a notification that cannot be sent yet.

    The person is on vacation or in quiet hours, or another message must arrive first.
    """

    delay: timedelta
