"""What the services take and give back: frozen values, no Discord, no SQL."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.services.clocks.clock import Clock, Pace
from bot.services.people.permissions import Rank
from bot.store.tables import revisions
from bot.store.tables.outbox_kinds import Location as Location  # noqa: PLC0414 - re-exported
from rules.options import Ruleset
from rules.position import Colour, Position
from rules.record import Record


class ChallengeStatus(StrEnum):
    """Where a challenge stands; the value is the word shown to players."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    COUNTERED = "countered"


class GameStatus(StrEnum):
    """Where a game stands."""

    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Player:
    """A person: Discord's user id and the display name last seen."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, through which interaction, and where."""

    user_id: int
    name: str
    interaction_id: int
    guild_id: int | None
    channel_id: int
    rank: Rank = Rank.MEMBER

    @property
    def player(self) -> Player:
        return Player(self.user_id, self.name)

    @property
    def location(self) -> Location:
        return Location(self.guild_id, self.channel_id)


class Begins(StrEnum):
    """Who gets seat 0, which has Black and moves first (or makes the offer)."""

    CHALLENGER = "challenger"
    OPPONENT = "opponent"
    LOT = "lot"

    @property
    def turned(self) -> "Begins":
        """The same as seen from the other side: who answers becomes the challenger."""
        sides = {Begins.CHALLENGER: Begins.OPPONENT, Begins.OPPONENT: Begins.CHALLENGER}
        return sides.get(self, self)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed besides the rules: who begins, undo, the clock; strict: time decides."""

    begins: Begins = Begins.CHALLENGER
    undo: bool = True
    pace: Pace = Pace.NONE
    strict: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge; `opponent` is None when anyone may accept, `game_id` is set once accepted."""

    id: int
    location: Location
    challenger: Player
    opponent: Player | None
    ruleset: Ruleset
    status: ChallengeStatus
    message_id: int | None
    created_at: datetime
    expires_at: datetime
    game_id: int | None
    terms: Terms = Terms()
    counters: int | None = None
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the seat that won (None for a draw), the ending's key and its sentence."""

    winner_seat: int | None
    ending: str
    sentence: str


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks to take moves back, until `to_ply` of them remain."""

    by: Player
    to_ply: int


@dataclass(frozen=True, slots=True)
class Practice:
    """A practice game: the seat that the bot has itself, and its level."""

    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one person may see it, or everybody.

    Half a turn is seen by its mover alone: in the views of others `record`, `position` and `revision`
    are those of the beginning of the turn. What a view does not hold it cannot give away.
    """

    id: int
    location: Location
    seats: tuple[Player, Player]
    ruleset: Ruleset
    record: Record
    position: Position
    turn_ply: int  # moves before the turn at hand
    status: GameStatus
    result: Result | None
    turn_message_id: int | None
    created_at: datetime
    updated_at: datetime
    undone: int = 0
    turn_revision: int = 0
    undo_allowed: bool = True
    undo_request: UndoRequest | None = None
    clock: Clock | None = None
    undeliverable: bool = False  # the clock stands because the bot was removed from the server
    time_is_up: bool = False  # that of the player to move, in a gentle game
    practice: Practice | None = None

    @property
    def revision(self) -> int:
        """What a button is made for: the ply, and a number of its own after each undo.

        Give it back to `play` and the others as `revision`; without undos it is the ply.
        """
        return self.revision_at(self.position.ply)

    def revision_at(self, ply: int) -> int:
        """Return the stamp of the game as far as one of its plies."""
        return revisions.revision_of(ply, self.undone, self.turn_revision)

    @property
    def to_move(self) -> Player | None:
        """Whose turn it is, or None when the game is over."""
        if self.status is not GameStatus.RUNNING:
            return None
        return self.seats[self.position.seat_to_move]

    def waits_for(self, user_id: int) -> bool:
        """Tell whether it is somebody's turn."""
        mover = self.to_move
        return mover is not None and mover.user_id == user_id

    @property
    def winner(self) -> Player | None:
        """Who has won; None while it runs and after a draw."""
        if self.result is None or self.result.winner_seat is None:
            return None
        return self.seats[self.result.winner_seat]

    @property
    def people(self) -> tuple[Player, ...]:
        """The players who are told things: not the bot itself."""
        engine = None if self.practice is None else self.practice.seat
        return tuple(each for seat, each in enumerate(self.seats) if seat != engine)

    def player(self, colour: Colour) -> Player:
        """Return who has that colour now (a swap changes it)."""
        return next(each for seat, each in enumerate(self.seats) if self._colour(seat) is colour)

    def seat_of(self, user_id: int) -> int | None:
        """Return seat 0 or 1 of a player, None for anybody else."""
        ids = [player.user_id for player in self.seats]
        return ids.index(user_id) if user_id in ids else None

    def colour_of(self, user_id: int) -> Colour | None:
        """Return the colour a player has now, None for anybody else."""
        seat = self.seat_of(user_id)
        return None if seat is None else self._colour(seat)

    def opponent_of(self, user_id: int) -> Player:
        """Return the other player.

        :raises ValueError: when the person does not play this game.
        """
        seat = self.seat_of(user_id)
        if seat is None:
            raise ValueError(f"{user_id} does not play game {self.id}")
        return self.seats[1 - seat]

    def _colour(self, seat: int) -> Colour:
        return self.position.colour_of(seat)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of a person's list of games; at `ends_at` the time of the player to move is up."""

    id: int
    location: Location
    opponent: Player
    game_key: str
    size: int
    my_turn: bool
    turn: int
    updated_at: datetime
    turn_message_id: int | None
    ends_at: datetime | None = None
    time_is_up: bool = False  # that of the player to move, in a gentle game
