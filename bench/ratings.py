"""Ratings: a recomputation of many games, and how well ratings order the players of a club.

The environment variable BENCH_RATED=100000 sets the number of games.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path

from sqlalchemy import insert

from bot.services import build_services
from bot.services.ratings.conditions import RatingReason
from bot.services.ratings.rating_changes import change_event, new_row, with_standing
from bot.services.ratings.standings import Standing, after_game, score_of
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import migrate
from bot.store.tables import ratings
from bot.store.tables.games import FINISHED
from bot.store.tables.rating_schema import rating_events
from bot.store.tables.schema import games, players
from testbed.cluster import temporary_cluster

GAMES = int(os.environ.get("BENCH_RATED", "100000"))
PEOPLE = 2000
CLUBS, MEMBERS, GAMES_EACH, SPREAD = 400, 12, 8, 300
BEGIN = datetime(2030, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=5)
PART = 5000
SURE = 1.96  # deviations: the width of a range that holds 95 % of true values


def main() -> None:
    """Print the measurements."""
    _clubs()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_recompute("SQLite", f"sqlite+aiosqlite:///{folder}/games.db"))
    with temporary_cluster() as cluster:
        asyncio.run(_recompute("PostgreSQL", cluster.create("ratings")))


def _clubs() -> None:
    """Print how well ratings fit known strengths in clubs where everyone plays eight games."""
    rng = random.Random(30)
    ordered = pairs = held = 0
    for _ in range(CLUBS):
        strengths = [rng.gauss(1500, SPREAD) for _ in range(MEMBERS)]
        standings = _play_club(strengths, rng)
        for first, second in combinations(range(MEMBERS), 2):
            higher = standings[first].rating.value > standings[second].rating.value
            ordered += higher == (strengths[first] > strengths[second])
            pairs += 1
        for standing, strength in zip(standings, strengths, strict=True):
            held += abs(standing.rating.value - strength) <= SURE * standing.rating.deviation
    share = held / (CLUBS * MEMBERS)
    print(f"{CLUBS} clubs of {MEMBERS}, {GAMES_EACH} games each, spread {SPREAD} points:")
    print(f"pairs in the right order {ordered / pairs:.3f}; 95 % ranges that hold {share:.3f}")


def _play_club(strengths: list[float], rng: random.Random) -> list[Standing]:
    standings, at = [Standing()] * len(strengths), BEGIN
    for _ in range(GAMES_EACH):
        order = list(range(len(strengths)))
        rng.shuffle(order)
        for first, second in zip(order[::2], order[1::2], strict=True):
            at += APART
            chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
            score = float(rng.random() < chance)
            before = standings[first], standings[second]
            standings[first] = after_game(before[0], before[1].at(at), score, at)
            standings[second] = after_game(before[1], before[0].at(at), 1 - score, at)
    return standings


async def _recompute(kind: str, url: str) -> None:
    database = Database(url)
    await migrate(database, Path(), BEGIN)
    await database.write(_fill)
    service = build_services(database, lambda: BEGIN).recomputation
    begun, cpu = time.perf_counter(), time.process_time()
    done = await service.recompute(store=False)
    wall, used = time.perf_counter() - begun, time.process_time() - cpu
    assert done.events == 2 * GAMES, "every game has two events"
    label = f"{kind}, {GAMES} games recomputed"
    print(f"{label:<44} {used:.1f} CPU-s, {wall:.1f} s; {len(done.differences)} digits differ")
    await database.close()


async def _fill(tx: Transaction) -> None:
    ids = range(1, PEOPLE + 1)
    people = [{"id": each, "name": f"P{each}", "settings": {}, "created_at": BEGIN} for each in ids]
    await tx.connection.execute(insert(players), people)
    standings = {each: Standing() for each in ids}
    rng = random.Random(31)
    for first in range(0, GAMES, PART):
        rows, events = [], list[dict[str, object]]()
        for game_id in range(first + 1, min(first + PART, GAMES) + 1):
            pair = rng.sample(range(1, PEOPLE + 1), 2)
            winner = rng.randrange(2)
            at = BEGIN + game_id * APART
            rows.append(_game(game_id, pair, winner, at))
            events += _events(game_id, pair, winner, at, standings)
        await tx.connection.execute(insert(games), rows)
        await tx.connection.execute(insert(rating_events), events)
    present = [with_standing(new_row("lifeline", each), standings[each]) for each in standings]
    await ratings.add(tx, present)


def _game(game_id: int, pair: list[int], winner: int, at: datetime) -> dict[str, object]:
    return {
        "id": game_id,
        "channel_id": 5,
        "seat0": pair[0],
        "seat1": pair[1],
        "game_key": "lifeline",
        "rules_version": 1,
        "options": {"size": 7},
        "ply": 0,
        "undone": 0,
        "turn_revision": 0,
        "turn": 60,
        "status": FINISHED,
        "winner_seat": winner,
        "ending": "no-stones",
        "created_at": at,
        "updated_at": at,
        "rated": True,
    }


def _events(
    game_id: int, pair: list[int], winner: int, at: datetime, standings: dict[int, Standing]
) -> Iterator[dict[str, object]]:
    before = [standings[each] for each in pair]
    for seat, user_id in enumerate(pair):
        key = (game_id, seat, "lifeline")
        rival = before[1 - seat].at(at)
        outcome = (user_id, score_of(seat, winner), RatingReason.RESULT)
        event, standings[user_id] = change_event(key, (before[seat], rival), outcome, at)
        yield asdict(event)
