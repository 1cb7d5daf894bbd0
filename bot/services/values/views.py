"""Views: frozen values that services accept and return, without Discord or SQL."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from bot.services.values.clocks.clock import Clock
from bot.services.values.people.permissions import Rank
from bot.store.tables import revisions
from bot.store.tables.challenges import ChallengeColumns
from bot.store.tables.challenges import (
    ChallengeStatus as ChallengeStatus,  # noqa: PLC0414 - re-exported
)
from bot.store.tables.game_lists import Tally
from bot.store.tables.games import GameColumns
from bot.store.tables.games import GameStatus as GameStatus  # noqa: PLC0414 - re-exported
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.outbox_kinds import Location as Location  # noqa: PLC0414 - re-exported
from bot.store.tables.terms import Begins as Begins  # noqa: PLC0414 - re-exported
from bot.store.tables.terms import Terms as Terms  # noqa: PLC0414 - re-exported
from bot.store.tables.terms import terms_of
from rules.moves import Move
from rules.options import Ruleset
from rules.position import Colour, Position
from rules.record import Record


@dataclass(frozen=True, slots=True)
class Player:
    """Person: Discord user id and last known display name."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Person who used an interaction, with their rank, and the interaction's channel and server.

    :ivar guild_id: None in direct messages.
    """

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeView(ChallengeColumns):
    """Challenge as its readers see it.

    :ivar opponent: the challenged player; None for a challenge to everyone.
    :ivar is_counter_offer: whether it answers a challenge of the other player.
    :ivar of_league_game: whether it is a rematch of a league game, and so has another clock.
    """

    location: Location
    challenger: Player
    opponent: Player | None
    ruleset: Ruleset
    status: ChallengeStatus
    expires_at: datetime
    is_counter_offer: bool = False
    of_league_game: bool = False

    @property
    def is_on_last_terms(self) -> bool:
        """Whether it is a rematch on the terms of the last game."""
        is_first = self.rematch_of is not None and self.counters is None
        return is_first and not self.of_league_game

    @property
    def terms(self) -> Terms:
        """Terms of the challenge, without its other fields."""
        return terms_of(self)

    def terms_seen_by(self, user_id: int) -> Terms:
        """Return the terms from the point of view of one of the two players."""
        if user_id == self.challenger.user_id:
            return self.terms
        return replace(self.terms, begins=self.terms.begins.swapped)


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game: the winning seat, the ending's key, and a sentence for players.

    :ivar winner_seat: None for a draw and for a game without a result.
    """

    winner_seat: int | None
    ending: str
    sentence: str


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Player's open request to undo all moves from ply `to_ply` on."""

    by: Player
    to_ply: int


@dataclass(frozen=True, slots=True)
class Practice:
    """Seat and level of the engine in a practice game."""

    seat: int
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView(GameColumns):
    """Game as one viewer, or the public, may see it.

    A half-played turn is visible only to its player. For all others, `record`, `position` and
    `revision` describe the start of the turn, so that no message can reveal the first stone.

    :ivar turn_ply: number of moves before the current turn.
    :ivar end_request: the player who requests an end without a result.
    :ivar undeliverable: the clock is stopped because the bot was removed from the server.
    :ivar time_is_up: the player to move has run out of time in a non-strict game.
    :ivar is_first: whether one of its players plays this kind of game, such as Asli, for the first
        time; always False in the view that follows an action.
    """

    location: Location
    seats: tuple[Player, Player]
    ruleset: Ruleset
    record: Record
    position: Position
    turn_ply: int
    status: GameStatus
    result: Result | None
    undo_request: UndoRequest | None = None
    end_request: Player | None = None
    clock: Clock | None = None
    undeliverable: bool = False
    time_is_up: bool = False
    practice: Practice | None = None
    is_first: bool = False

    @property
    def revision(self) -> int:
        """Revision of the position, for button ids: the ply, made unique even after undos.

        Services compare it with the current revision to refuse stale buttons.
        """
        return self.revision_at(self.position.ply)

    def revision_at(self, ply: int) -> int:
        """Return the revision of the game after `ply` moves."""
        return revisions.revision_of(ply, self.undone, self.turn_revision)

    @property
    def is_private(self) -> bool:
        """Whether only its player sees the game: a practice game shown in private answers."""
        return self.practice is not None and self.location.channel_id == NO_CHANNEL

    @property
    def to_move(self) -> Player | None:
        """The player to move; None when the game is over."""
        if self.status is not GameStatus.RUNNING:
            return None
        return self.seats[self.position.seat_to_move]

    def went_back_for(self, user_id: int) -> bool:
        """Return whether a person has not been shown the position since an undo."""
        return self.undo_unseen_by is not None and self.seat_of(user_id) == self.undo_unseen_by

    def waits_for(self, user_id: int) -> bool:
        """Return whether it is a person's turn in the game."""
        mover = self.to_move
        return mover is not None and mover.user_id == user_id

    @property
    def winner(self) -> Player | None:
        """The winner; None while the game is in progress, after a draw and without a result."""
        if self.result is None or self.result.winner_seat is None:
            return None
        return self.seats[self.result.winner_seat]

    @property
    def people(self) -> tuple[Player, ...]:
        """The human players: all players but the engine."""
        engine = None if self.practice is None else self.practice.seat
        return tuple(each for seat, each in enumerate(self.seats) if seat != engine)

    def player(self, colour: Colour) -> Player:
        """Return the player who has a colour now; a swap changes this."""
        return next(each for seat, each in enumerate(self.seats) if self._colour(seat) is colour)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a player; None for a person who does not play."""
        ids = [player.user_id for player in self.seats]
        return ids.index(user_id) if user_id in ids else None

    def colour_of(self, user_id: int) -> Colour | None:
        """Return the current colour of a player; None for a person who does not play."""
        seat = self.seat_of(user_id)
        return None if seat is None else self._colour(seat)

    def opponent_of(self, user_id: int) -> Player:
        """Return the opponent of a player of the game.

        :raises ValueError: the person does not play this game.
        """
        seat = self.seat_of(user_id)
        if seat is None:
            raise ValueError(f"{user_id} does not play game {self.id}")
        return self.seats[1 - seat]

    def _colour(self, seat: int) -> Colour:
        return self.position.colour_of(seat)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Entry in a player's list of games in progress.

    :ivar ends_at: when the time of the player to move runs out.
    :ivar time_is_up: the player to move has run out of time in a non-strict game.
    """

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
    time_is_up: bool = False


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """Moves that a person or the engine has played, and the game after them.

    :ivar repeated: the interaction was handled before; the moves are those it played then.
    :ivar answers: the number of automatic turns played after them.
    """

    game: GameView
    moves: tuple[Move, ...]
    turn_complete: bool
    repeated: bool
    answers: int = 0


@dataclass(frozen=True, slots=True)
class UndoResult:
    """Result of an undo: moves were undone, or the opponent was asked.

    :ivar moves: the undone moves, or those to be undone, as text, in playing order.
    :ivar unseen: whether the turn was half played, so no message about the undo is posted.
    """

    game: GameView
    moves: tuple[str, ...]
    asked: bool
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """Effect that an undo would have.

    :ivar unseen: whether the turn is half played, so the opponent has not seen it.
    :ivar answered: whether the opponent has moved since.
    :ivar asks: whether the opponent would be asked.
    :ivar since_by_hand: if the bot has played later turns for the player, the number of moves since
        the start of the last turn that the player made themselves; otherwise 0.
    """

    game: GameView
    unseen: bool
    answered: bool
    asks: bool
    since_by_hand: int = 0


@dataclass(frozen=True, slots=True)
class RatingNumbers:
    """A player's rating before and after a game.

    :ivar deviation: the deviation after the game.
    :ivar expected: the player's expected score, between 0 and 1.
    """

    old: float
    new: float
    deviation: float
    expected: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """Change of one player's rating by a finished game.

    :ivar reason: a value of `RatingReason`; `counts` is True if the rating changed.
    :ivar hidden: the player hides their ratings.
    :ivar numbers: None if one of the two players hides ratings, because each number depends on both
        ratings.
    """

    reason: str
    counts: bool
    score: float
    hidden: bool
    numbers: RatingNumbers | None


class SeriesState(Enum):
    """State of a series after a game: to be continued, decided, or stopped undecided."""

    GOES_ON = auto()
    DECIDED = auto()
    STOPPED = auto()  # before it was decided


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Score of a series after one of its games, by seat of that game.

    :ivar length: the agreed number of games.
    :ivar points: a win counts 1, a draw 0.5.
    """

    length: int
    points: tuple[float, float]
    state: SeriesState


@dataclass(frozen=True, slots=True)
class Score:
    """Head-to-head score of two players in one ruleset; `wins` is by seat of this game.

    :ivar ratings: the rating changes by seat; empty for an unrated game.
    :ivar record_cut: the number of stones in the winner's largest cut (a turn that takes stones) if
        it is a record of the server, otherwise 0.
    :ivar series: the score of the series after this game; None for a single game.
    """

    wins: tuple[int, int]
    draws: int
    ratings: tuple[RatingChange, ...] = ()
    record_cut: int = 0
    series: SeriesScore | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """Entry in a player's list of finished games.

    :ivar won: None for a draw and for a game without a result.
    :ivar closed: the game was closed without a result.
    :ivar level: level of the engine in a practice game, else None.
    """

    id: int
    location: Location
    opponent: Player
    game_key: str
    size: int
    won: bool | None
    closed: bool
    sentence: str
    turns: int
    finished_at: datetime
    turn_message_id: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedGamesPage:
    """Page of a player's finished games, most recent first.

    :ivar number: the page's number, counted from 0.
    :ivar tallies: wins, losses and draws over all pages by ruleset, most played first, without
        practice games and games without a result.
    """

    games: tuple[FinishedGame, ...]
    number: int
    pages: int
    tallies: tuple[Tally, ...] = ()
