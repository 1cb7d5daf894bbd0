"""Kinds of notifications with their traits and payloads, one line per kind."""

from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from types import MappingProxyType
from typing import Any

from bot.store.tables import payloads
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import InvalidPayload, OfGame, Payload, from_json


class Trait(Flag):
    """Property of a notification kind that decides when and whether it is sent."""

    OPTIONAL = auto()  # not sent to people who switched notifications off
    OF_POSITION = auto()  # obsolete once the position has changed
    OF_REQUEST = auto()  # about a request: the first half of a turn does not make it obsolete
    AFTER_END = auto()  # also sent after the end of the game
    OF_VACATION = auto()  # about the person's own vacation: sent during it
    POSTED = auto()  # also posted in the channel: sent only to people who want direct messages
    REQUESTED = auto()  # requested by its reader: sent even if the game is muted
    DAILY = auto()  # at most one a day to a person
    OF_WATCHED = auto()  # about games that its reader watches
    OF_TURN = auto()  # says that it is the reader's turn: tried until they have moved


NOTHING = Trait(0)


class NotificationKind(StrEnum):
    """Kind of notification (a message to one person), stored as the kind of its outbox message."""

    traits: Trait
    family: type[Payload]

    def __new__(
        cls, outbox_kind: str, traits: Trait = NOTHING, family: type[Payload] = OfGame
    ) -> "NotificationKind":
        """Create a kind with its traits and the class of its payloads."""
        kind = str.__new__(cls, outbox_kind)
        kind._value_ = outbox_kind
        kind.traits = traits
        kind.family = family
        return kind

    # it is your turn in this game
    TURN = "turn_dm", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_TURN, payloads.TurnBegun
    # these games wait for you
    DIGEST = "digest", Trait.OPTIONAL | Trait.OF_TURN, payloads.Personal
    # your time is running out
    REMINDER = "reminder", Trait.OPTIONAL | Trait.OF_POSITION, payloads.OfTurn
    # your opponent asks you to move
    NUDGE = "nudge", Trait.OF_POSITION, payloads.OfTurn
    # your opponent's time is up: what do you want to do
    TIME_UP = "time_up", Trait.OF_POSITION, payloads.OfTurn
    # your opponent gave you more time
    TIME_GIVEN = "time_given", Trait.OF_POSITION, payloads.OfTurn
    # an automatic vacation has begun, because your time was about to run out
    VACATION = "vacation", Trait.OF_VACATION | Trait.AFTER_END, payloads.OwnVacation
    # an opponent is on vacation
    AWAY = "away", Trait.OPTIONAL, payloads.Away
    # your vacation no longer pauses strict games
    STRICT_BACK = "strict_back", Trait.OF_VACATION | Trait.AFTER_END
    # neither player has moved for a long time: do you want to go on
    ASLEEP = "asleep", Trait.OF_POSITION, payloads.Asleep
    # the bot cannot post in the channel of the game
    UNDELIVERABLE = "undeliverable", Trait.OF_POSITION | Trait.OF_TURN
    # the bot could not post your challenge, so it is withdrawn
    UNPOSTED = "unposted", NOTHING, payloads.OfChallenge
    # your challenge was declined
    DECLINED = "declined", Trait.OPTIONAL, payloads.OfChallenge
    # your challenge was accepted in a server that you have left, or in direct messages
    ACCEPTED = "accepted", Trait.OPTIONAL
    # your challenge has expired
    RUN_OUT = "run_out", Trait.OPTIONAL, payloads.OfChallenge
    # someone took your offer in the lobby
    MATCHED = "matched", Trait.OPTIONAL, payloads.Matched
    # your offer in the lobby has expired
    OFFER_EXPIRED = "offer_expired", Trait.OPTIONAL, payloads.Personal
    # the puzzle of the day that you switched on could not be posted, so it is off
    DAILY_STOPPED = "daily_stopped", NOTHING, payloads.Personal
    # the weekly news that you switched on could not be posted, so they are off
    WEEK_STOPPED = "week_stopped", NOTHING, payloads.Personal
    # your league's season has begun
    LEAGUE_BEGUN = "league_begun_dm", NOTHING, payloads.OfLeague
    # you lost two games of a league on time: do you still play
    LEAGUE_ASKED = "league_asked", NOTHING, payloads.OfLeague
    # the league that you opened could not post in its channel
    LEAGUE_STOPPED = "league_stopped", NOTHING, payloads.OfLeague
    # a game that you watch is over
    WATCHED = "watched", Trait.REQUESTED | Trait.OF_WATCHED, payloads.Watched
    # games that you watch have new turns
    WATCHED_TURNS = (
        "watched_turns",
        Trait.REQUESTED | Trait.OF_WATCHED | Trait.DAILY,
        payloads.Personal,
    )
    # your planned reply could not be played
    PLAN_DROPPED = "plan_dropped", NOTHING, payloads.PlanDropped
    # the review of your game is ready, and the bot cannot post it
    REVIEWED = "reviewed", Trait.AFTER_END | Trait.REQUESTED, payloads.Reviewed

    # sent after a message was posted without a ping, because of a vacation or quiet hours:
    OVER = "over", Trait.OPTIONAL | Trait.AFTER_END
    # you were challenged
    CHALLENGED = "challenged", Trait.OPTIONAL, payloads.OfChallenge
    # your opponent would like to take moves back
    UNDO_ASKED = "undo_asked", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_REQUEST
    # your opponent has declined your undo request
    UNDO_REFUSED = "undo_refused", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_REQUEST

    # your opponent would like to end the game without a result
    END_ASKED = "end_asked", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_REQUEST
    # your opponent has declined to end it
    END_REFUSED = "end_refused", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_REQUEST

    # Direct messages about games in user-install channels, for people who want them:
    RESULT = "result_dm", Trait.POSTED | Trait.AFTER_END
    UNDONE = "undone_dm", Trait.POSTED | Trait.OF_POSITION | Trait.OF_REQUEST, payloads.TurnBegun
    UNDO_REQUEST = "undo_request_dm", Trait.POSTED | Trait.OF_POSITION | Trait.OF_REQUEST
    UNDO_DECLINED = "undo_declined_dm", Trait.POSTED, payloads.RefusalOfGame
    END_REQUEST = "end_request_dm", Trait.POSTED | Trait.OF_POSITION | Trait.OF_REQUEST
    END_DECLINED = "end_declined_dm", Trait.POSTED, payloads.RefusalOfGame

    def has(self, trait: Trait) -> bool:
        """Return whether this kind has a trait."""
        return trait in self.traits


# the notification that accompanies a posted message of the same name
NOTIFICATION_OF: Mapping[OutboxKind, NotificationKind] = MappingProxyType(
    {OutboxKind[kind.name]: kind for kind in NotificationKind if kind.has(Trait.POSTED)}
)

_FAMILIES: Mapping[str, type[Payload]] = MappingProxyType(
    {kind.value: kind.family for kind in (*OutboxKind, *NotificationKind)}
)


def read_payload(kind: str, stored: Mapping[str, Any]) -> Payload:
    """Convert the stored data of an outbox message to the payload class of its kind.

    :raises InvalidPayload: the data does not fit the kind, or the kind is unknown.
    """
    family = _FAMILIES.get(kind)
    if family is None:
        raise InvalidPayload(f"no kind {kind}")
    return from_json(family, stored)
