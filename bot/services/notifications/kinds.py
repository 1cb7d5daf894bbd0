"""The kinds of letters: what each is about, and what follows from that. One line a kind."""

from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from types import MappingProxyType

from bot.store.tables.outbox_kinds import OutboxKind


class Trait(Flag):
    """What follows from what a letter is about."""

    OPTIONAL = auto()  # who does not want to be told is spared it
    OF_POSITION = auto()  # makes sense only while the game is as it was
    OF_UNDO = auto()  # so does this, but half a turn changes nothing
    AFTER_END = auto()  # makes sense in a game that is over
    OF_VACATION = auto()  # about being away: the person hears of it also while away
    POSTED = auto()  # a place hears it anyway: for those who want to be written to, nobody else
    REQUESTED = auto()  # its reader has asked for it: it comes of a muted game, too


NOTHING = Trait(0)


class NotificationKind(StrEnum):
    """What a letter is about; also the kind of its row in the outbox."""

    traits: Trait

    def __new__(cls, outbox_kind: str, traits: Trait = NOTHING) -> "NotificationKind":
        """Make a kind with its traits."""
        kind = str.__new__(cls, outbox_kind)
        kind._value_ = outbox_kind
        kind.traits = traits
        return kind

    # it is your turn in this game
    TURN = "turn_dm", Trait.OPTIONAL | Trait.OF_POSITION
    # these games wait for you
    DIGEST = "digest", Trait.OPTIONAL
    # your time is running out
    REMINDER = "reminder", Trait.OPTIONAL | Trait.OF_POSITION
    # your opponent asks you to move
    NUDGE = "nudge", Trait.OF_POSITION
    # your opponent's time is up: what do you want to do
    TIME_UP = "time_up", Trait.OF_POSITION
    # your opponent gave you more time
    TIME_GIVEN = "time_given", Trait.OF_POSITION
    # the bot lets you be away, because your time was about to run out
    VACATION = "vacation", Trait.OF_VACATION
    # an opponent is away
    AWAY = "away", Trait.OPTIONAL
    # your days of vacation are used up
    STRICT_BACK = "strict_back", Trait.OF_VACATION
    # nobody has moved for long: do you want to go on
    ASLEEP = "asleep", Trait.OF_POSITION
    # the place of the game is gone
    UNDELIVERABLE = "undeliverable", Trait.OF_POSITION
    # the place of your challenge takes nothing, so it is withdrawn
    UNPOSTED = "unposted"
    # somebody does not want the game to which you challenged them
    DECLINED = "declined", Trait.OPTIONAL
    # your challenge has run out
    RUN_OUT = "run_out", Trait.OPTIONAL
    # the game is looked back on, and its place is gone
    REVIEWED = "reviewed", Trait.AFTER_END | Trait.REQUESTED

    # Of what was posted without a ping, because its reader was away or wanted quiet:
    # this game is over
    OVER = "over", Trait.OPTIONAL | Trait.AFTER_END
    # somebody has challenged you
    CHALLENGED = "challenged", Trait.OPTIONAL
    # your opponent would like to take moves back
    UNDO_ASKED = "undo_asked", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_UNDO
    # your opponent does not let you take moves back
    UNDO_REFUSED = "undo_refused", Trait.OPTIONAL | Trait.OF_POSITION | Trait.OF_UNDO

    # Of games where the bot is no member, for those who want to be written to then:
    RESULT = "result_dm", Trait.POSTED | Trait.AFTER_END
    UNDO_REQUEST = "undo_request_dm", Trait.POSTED | Trait.OF_POSITION | Trait.OF_UNDO
    UNDO_DECLINED = "undo_declined_dm", Trait.POSTED

    def has(self, trait: Trait) -> bool:
        """Say whether a letter of this kind has a trait."""
        return trait in self.traits


# what a place hears, and the letter with the same news, by the same name
NOTIFICATION_OF: Mapping[OutboxKind, NotificationKind] = MappingProxyType(
    {OutboxKind[kind.name]: kind for kind in NotificationKind if kind.has(Trait.POSTED)}
)
