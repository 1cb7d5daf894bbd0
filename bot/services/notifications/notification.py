"""Letters: what one person is told, by direct message or in the channel with a ping."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.services.notifications.kinds import NotificationKind
from bot.services.views import Location, Player
from bot.store.tables.outbox_kinds import Payload


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game in a letter; `ends_at` is when the time of the player to move is used up."""

    id: int
    revision: int
    game_key: str
    size: int
    opponent: Player
    location: Location
    turn_message_id: int | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was to be played, in a letter about a challenge."""

    game_key: str
    size: int


@dataclass(frozen=True, slots=True)
class Notification:
    """Something to be told to one person: by direct message, or in a channel with a ping."""

    kind: NotificationKind
    to: Player
    location: Location
    write: bool
    ping: bool = True
    games: tuple[Waiting, ...] = ()
    # whom it tells of, where that is not the opponent in the one game
    about: Player | None = None
    proposed: Proposed | None = None
    payload: Payload = field(default_factory=Payload)
    # the bot is no member of the place: the letter carries the board itself
    user_install: bool = False
    # games that are not seen in the place: a letter that names them counts them instead
    elsewhere: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Postponed:
    """A letter has to wait: who gets it is away or wants quiet, or it links to what comes first."""

    delay: timedelta
