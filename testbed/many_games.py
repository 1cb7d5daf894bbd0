"""Creation of a person with many games, in progress and finished, and many challenges."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Table, func, insert, select

from bot.services.values.try_board.tree import position_key
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, games, players
from bot.store.tables.schema import BotTime, clocks
from bot.store.tables.schema import challenges as challenge_rows
from bot.store.tables.schema import games as game_rows
from bot.store.tables.schema import notifications as notification_rows
from bot.store.tables.schema import players as player_rows
from bot.store.tables.schema import try_nodes as node_rows
from bot.store.tables.turn_notifications import HELD, PINGED
from rules.moves import format_move
from rules.registry import find_game

FIRST_OPPONENT = 900_000
SERVERS = 4  # locations of games, in addition to the person's own
LINK = 10**18  # as long as Discord's ids
KEYS = ("lifeline", "asli", "liflina")


@dataclass(frozen=True)
class ManyGames:
    """Numbers of games and challenges to create for a person.

    :ivar waiting: games in progress in which the person is to move; each of the others has a plan.
    :ivar challenges: open challenges, every second of them received.
    """

    running: int = 300
    waiting: int = 40
    challenges: int = 12
    finished: int = 200


async def add_many_games(
    database: Database, user_id: int, guild_id: int, channel_id: int, now: datetime, many: ManyGames
) -> None:
    """Store games and challenges of a known person, each against a different opponent.

    Every third game is in the given channel, the others in other servers. The person has Black in
    the waiting games. The n-th game in progress is against Opponent n.
    """
    await database.write(_add, user_id, (guild_id, channel_id), now, many)


async def _add(
    tx: Transaction, user_id: int, here: tuple[int, int], now: datetime, many: ManyGames
) -> None:
    number = many.running + many.finished + many.challenges
    known = (await tx.connection.execute(select(player_rows.c.id))).scalars().all()
    people = [
        {"id": FIRST_OPPONENT + each, "name": f"Opponent {each}", "settings": {}, "created_at": now}
        for each in range(number)
        if FIRST_OPPONENT + each not in known
    ]
    if people:
        await tx.connection.execute(insert(player_rows), people)
    if user_id not in known:
        await players.remember(tx, user_id, "Ann", now)
    first = await _last(tx, game_rows) + 1
    rows = list(_games(user_id, here, now, many, first))
    await tx.connection.execute(insert(game_rows), rows)
    await tx.connection.execute(insert(clocks), list(_clocks(rows[: many.running], now)))
    await tx.connection.execute(
        insert(notification_rows), list(_notified(rows[: many.waiting], user_id, now))
    )
    await tx.connection.execute(
        insert(node_rows), list(_plans(rows[many.waiting : many.running], user_id, now))
    )
    first = await _last(tx, challenge_rows) + 1
    await tx.connection.execute(
        insert(challenge_rows), list(_challenges(user_id, here, now, many, first))
    )


async def _last(tx: Transaction, table: Table) -> int:
    """Return the largest id of a table, 0 if it is empty."""
    found = (await tx.connection.execute(select(func.max(table.c.id)))).scalar_one()
    return 0 if found is None else int(found)


def _games(
    user_id: int, here: tuple[int, int], now: datetime, many: ManyGames, first: int
) -> Iterator[dict[str, Any]]:
    for each in range(many.running + many.finished):
        is_running = each < many.running
        game = find_game(KEYS[each % len(KEYS)])
        opponent = FIRST_OPPONENT + each
        mine = each < many.waiting or not is_running
        elsewhere = (LINK + each % SERVERS, LINK + each)
        guild_id, channel_id = here if each % 3 == 0 else elsewhere
        yield {
            "id": first + each,
            "guild_id": guild_id,
            "channel_id": channel_id,
            "seat0": user_id if mine else opponent,
            "seat1": opponent if mine else user_id,
            "game_key": game.key,
            "rules_version": game.version,
            "options": dict(game.ruleset({"size": 5}).options),
            "ply": 0,
            "undone": 0,
            "turn_revision": 0,
            "turn": 1,
            "seat_to_move": 0 if is_running else None,
            "status": games.RUNNING if is_running else games.FINISHED,
            "winner_seat": None if is_running else each % 2,
            "ending": None if is_running else "resigned",
            "turn_message_id": LINK + each,
            "created_at": now - timedelta(days=30),
            "updated_at": now - timedelta(minutes=each),
        }


def _clocks(rows: list[dict[str, Any]], now: datetime) -> Iterator[dict[str, Any]]:
    """Yield a running clock for two games of three; every seventh clock has run out."""
    for number, row in enumerate(rows):
        if number % 3:
            left = timedelta(minutes=-5 if number % 7 == 1 else 60 + number)
            yield {
                "game_id": row["id"],
                "pace": "standard",
                "strict": False,
                "left0": left,
                "left1": timedelta(days=5),
                "seat": 0,
                "since": BotTime(now),
                "version": 0,
            }


def _notified(rows: list[dict[str, Any]], user_id: int, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield the state of turn notifications: held for a digest, pinged, and none."""
    for number, row in enumerate(rows):
        if number % 3 < 2:
            yield {
                "game_id": row["id"],
                "revision": 0,
                "user_id": user_id,
                "state": HELD if number % 3 == 0 else PINGED,
                "changed_at": now,
            }


def _plans(rows: list[dict[str, Any]], user_id: int, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield a plan for each game: a reply to the opponent's first turn."""
    for row in rows:
        ruleset = find_game(row["game_key"]).ruleset(row["options"])
        position = find_game(row["game_key"]).start(ruleset)
        node = 0
        while position.turn < 3:
            move = next(iter(position.legal_moves()))
            node += 1
            yield {
                "game_id": row["id"],
                "user_id": user_id,
                "node": node,
                "parent": node - 1,
                "ply": position.ply,
                "position": position_key(position),
                "move": format_move(move, position.topology),
                "planned_at": now if position.turn == 2 else None,
                "mark": None,
                "note": "",
            }
            position = position.play(move)


def _challenges(
    user_id: int, here: tuple[int, int], now: datetime, many: ManyGames, first: int
) -> Iterator[dict[str, Any]]:
    game = find_game("lifeline")
    for each in range(many.challenges):
        opponent = FIRST_OPPONENT + each
        yield {
            "id": first + each,
            "guild_id": here[0],
            "channel_id": here[1],
            "challenger_id": opponent if each % 2 else user_id,
            "opponent_id": user_id if each % 2 else opponent,
            "game_key": game.key,
            "rules_version": game.version,
            "options": dict(game.ruleset({"size": 5}).options),
            "status": challenges.OPEN,
            "message_id": LINK + each,
            "created_at": now,
            "expires_at": BotTime(now + timedelta(days=1, minutes=each)),
        }
