"""Start of games; no other module begins a game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.services.steps.game_actions import add_outbox_message, existing_game, position_columns
from bot.services.steps.game_clocks import begin_clock
from bot.services.steps.vacations import cover_strict_games
from bot.services.values.clocks.clock import Pace
from bot.services.values.games.played_opening import PlayedOpening
from bot.services.values.games.replay_cache import initial_game
from bot.services.values.views import Begins, Location, Player, Practice, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import games, players
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Turn
from bot.store.tables.revisions import new_revision
from rules.moves import format_move
from rules.options import Ruleset


@dataclass(frozen=True, slots=True)
class GameStart:
    """Data with which a game begins: ruleset, players by seat, terms, location and origin.

    :ivar seats: the players by seat; a random choice is already made (see `seated`).
    :ivar practice: seat and level of the engine, if it plays.
    :ivar opening: moves with which the game starts.
    :ivar rematch_of: the game to which this is a rematch.
    :ivar series_of: the first game of its series; None for that game and for a single game.
    :ivar total: each player's time for the whole game; None means the time of the pace.
    """

    ruleset: Ruleset
    seats: tuple[Player, Player]
    terms: Terms
    place: Location
    practice: Practice | None = None
    opening: PlayedOpening | None = None
    rematch_of: int | None = None
    series_of: int | None = None
    total: timedelta | None = None


def seated(
    challenger: Player, opponent: Player, begins: Begins, draw: Callable[[int], int]
) -> tuple[Player, Player]:
    """Return two players by seat: the player who begins has seat 0.

    :param draw: returns a random number from 0 up to, but not including, its argument.
    """
    if begins is Begins.RANDOM:
        begins = (Begins.CHALLENGER, Begins.OPPONENT)[draw(2)]
    return (challenger, opponent) if begins is Begins.CHALLENGER else (opponent, challenger)


async def begin_game(
    tx: Transaction, start: GameStart, now: datetime, *, matched: bool = False
) -> int:
    """Begin a game, announce its first turn, and return its number.

    :param matched: whether the game comes from an offer in the lobby.
    """
    for player in start.seats:
        await players.remember(tx, player.user_id, player.name, now)
    first_seat = initial_game(start.ruleset).position.seat_to_move
    practice = start.practice
    game_id = await games.add(
        tx,
        start.terms,
        created_at=now,
        guild_id=start.place.guild_id,
        channel_id=start.place.channel_id,
        seat0=start.seats[0].user_id,
        seat1=start.seats[1].user_id,
        seat_to_move=first_seat,
        game_key=start.ruleset.game,
        rules_version=start.ruleset.version,
        options=dict(start.ruleset.options),
        engine_seat=None if practice is None else practice.seat,
        engine_level=None if practice is None else practice.level,
        rematch_of=start.rematch_of,
        series_of=start.series_of,
    )
    row = await existing_game(tx, game_id)
    if start.opening is not None:
        row = await _play_opening(tx, row, start.opening, now)
    terms = start.terms
    if terms.strict and terms.pace is not Pace.SEASON:
        await cover_strict_games(tx, row.players, now)
    await begin_clock(tx, row, terms.pace, now, strict=terms.strict, total=start.total)
    await add_outbox_message(tx, row, OutboxKind.TURN, now, Turn(matched=matched))
    return game_id


async def _play_opening(
    tx: Transaction, row: GameRow, opening: PlayedOpening, now: datetime
) -> GameRow:
    after = opening.replayed
    topology, moves = after.position.topology, after.record.moves
    for ply, (seat, move) in enumerate(zip(opening.seats, moves, strict=True)):
        at_ply = replace(row, ply=ply)
        await games.append(tx, at_ply, seat, [format_move(move, topology)], now)
    revision = new_revision(after.position.ply, row.undone)
    return await games.change(
        tx, row, **position_columns(after), turn_revision=revision, opening_plies=after.position.ply
    )
