"""Check of the whole database: file integrity, and replay of every game."""

import asyncio
from dataclasses import dataclass

from bot.services.steps.game_actions import cut_columns, position_columns
from bot.services.values.games.replay_cache import ReplayedGame, initial_game, ruleset_of
from bot.services.values.view_builder import UNPLAYED
from bot.store import restore
from bot.store.engine.database import Database
from bot.store.migrate import refuse_other_schema
from bot.store.restore import StoredGame
from bot.store.tables import outbox
from bot.store.tables.games import GameRow
from rules.moves import parse_move


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Problems found by a check, as sentences, and the numbers of games and plies replayed.

    :ivar outbox: the number of outbox messages by status.
    """

    problems: tuple[str, ...]
    games: int
    plies: int
    outbox: dict[str, int]


async def examine(database: Database) -> Diagnosis:
    """Check the database file, then replay every game and compare each game with its row.

    :raises CannotStart: the database has another schema than this program.
    """
    damage = await restore.find_damage(database)
    if damage is not None:
        problem = f"The database file is damaged ({damage}): restore a backup."
        return Diagnosis((problem,), 0, 0, {})
    await refuse_other_schema(database)
    problems: list[str] = []
    games = plies = 0
    async for game in restore.all_games(database):
        games, plies = games + 1, plies + len(game.plies)
        found = await asyncio.to_thread(_compare, game)
        problems += [f"Game {game.row.id}: {each}" for each in found]
    counts = await database.read(outbox.counts)
    return Diagnosis((*problems, *_outbox_problems(counts)), games, plies, counts)


def _outbox_problems(counts: dict[str, int]) -> list[str]:
    dead = counts.get(outbox.DEAD, 0)
    return [f"{dead} messages could not be delivered lately (dead outbox rows)."] if dead else []


def _compare(game: StoredGame) -> list[str]:
    row = game.row
    if [ply for ply, _, _ in game.plies] != list(range(row.ply)):
        return [f"its plies should be 0 to {row.ply - 1}, and are not."]
    try:
        replayed_game = _replay(game)
    except Exception as error:  # noqa: BLE001 - damaged rows can raise anything; the other games are examined
        return [f"it does not replay: {error}"]
    return [
        f"{name} is stored as {stored!r} but replays to {replayed!r}."
        for name, stored, replayed in _differences(row, replayed_game)
    ]


def _replay(game: StoredGame) -> ReplayedGame:
    row = game.row
    replayed_game = initial_game(ruleset_of(row.game_key, row.rules_version, row.options))
    for ply, seat, text in game.plies:
        if replayed_game.position.seat_to_move != seat:
            raise ValueError(f"ply {ply} was made by seat {seat}, which was not to move.")
        replayed_game = replayed_game.play(parse_move(text, replayed_game.position.topology))
    return replayed_game


def _differences(row: GameRow, replayed_game: ReplayedGame) -> list[tuple[str, object, object]]:
    expected = position_columns(replayed_game)
    if row.ending in UNPLAYED and "ending" not in expected:
        expected = {
            "ply": replayed_game.position.ply,
            "turn": replayed_game.position.turn,
            "seat_to_move": None,
            **cut_columns(replayed_game.largest_cut),
        }
    elif "ending" not in expected:
        expected |= {"status": "running", "winner_seat": None, "ending": None}
    stored = {name: getattr(row, name) for name in expected}
    return [
        (name, stored[name], expected[name]) for name in expected if stored[name] != expected[name]
    ]
