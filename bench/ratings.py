"""Benchmark of ratings: recomputation of many games, the leaderboard, and the ranking of a club.

The environment variables BENCH_RATED=100000 and BENCH_LISTED=100000 set the numbers of games and of
players on the leaderboard.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from statistics import mean, median

from sqlalchemy import insert, text

from bench.figures import note
from bot.services import build_services
from bot.services.steps.rating_changes import PlayedGame, change_event, new_row, with_standing
from bot.services.values.ratings.conditions import RatingReason
from bot.services.values.ratings.glicko2 import Rating
from bot.services.values.ratings.standings import Standing, after_game, score_of
from bot.services.values.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import migrate
from bot.store.tables import ratings
from bot.store.tables.games import FINISHED
from bot.store.tables.schema import games, players, rated_members, rating_events
from testbed.cluster import temporary_cluster

GAMES = int(os.environ.get("BENCH_RATED", "100000"))
LISTED = int(os.environ.get("BENCH_LISTED", "100000"))
TIMES = 20
FIRST_LISTED = 10_000_000  # the first user id of these players
PEOPLE = 2000
CLUBS, MEMBERS, GAMES_EACH, SPREAD = 400, 12, 8, 300
BEGIN = datetime(2030, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=5)
PART = 5000
SURE = 1.96  # deviations: the width of a range that contains 95 % of true values


def main() -> None:
    """Print the time of recomputing ratings and of the leaderboard, and how well ratings fit."""
    _clubs()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_recompute("SQLite", f"sqlite+aiosqlite:///{folder}/games.db"))
    with temporary_cluster() as cluster:
        asyncio.run(_recompute("PostgreSQL", cluster.create("ratings")))


@dataclass(frozen=True, slots=True)
class ClubFit:
    """How well ratings fit known strengths; all numbers are shares.

    :ivar ordered: pairs in the right order.
    :ivar held: 95 % ranges that hold the strength.
    :ivar held_in_club: the same, with strengths and ratings counted from the club's means. People
        who only play each other never learn how strong they are together.
    """

    ordered: float
    held: float
    held_in_club: float


def rate_clubs(clubs: int = CLUBS, games_each: int = GAMES_EACH) -> ClubFit:
    """Simulate clubs of twelve people with known strengths; return how well their ratings fit."""
    rng = random.Random(30)
    ordered = held = held_in_club = 0
    for _ in range(clubs):
        strengths = [rng.gauss(1500, SPREAD) for _ in range(MEMBERS)]
        ratings = [each.rating for each in _play_club(strengths, games_each, rng)]
        for first, second in combinations(range(MEMBERS), 2):
            higher = ratings[first].value > ratings[second].value
            ordered += higher == (strengths[first] > strengths[second])
        apart = mean(each.value for each in ratings) - mean(strengths)
        for rating, strength in zip(ratings, strengths, strict=True):
            width = SURE * rating.deviation
            held += abs(rating.value - strength) <= width
            held_in_club += abs(rating.value - apart - strength) <= width
    people = clubs * MEMBERS
    pairs = people * (MEMBERS - 1) / 2
    return ClubFit(ordered / pairs, held / people, held_in_club / people)


def _clubs() -> None:
    """Print how well ratings fit known strengths in clubs whose members play eight games each."""
    fit = rate_clubs()
    print(f"{CLUBS} clubs of {MEMBERS}, {GAMES_EACH} games each, spread {SPREAD} points:")
    print(
        f"pairs in the right order {fit.ordered:.3f}; 95 % ranges that hold {fit.held:.3f}, "
        f"within the club {fit.held_in_club:.3f}"
    )
    note("pairs in the right order", fit.ordered, "right")
    note("95 % ranges that hold", fit.held, "right")
    note("95 % ranges that hold within the club", fit.held_in_club, "right")


def _play_club(strengths: list[float], games_each: int, rng: random.Random) -> list[Standing]:
    standings, at = [Standing()] * len(strengths), BEGIN
    for _ in range(games_each):
        order = list(range(len(strengths)))
        rng.shuffle(order)
        for first, second in zip(order[::2], order[1::2], strict=True):
            at += APART
            chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
            score = float(rng.random() < chance)
            before = standings[first], standings[second]
            standings[first] = after_game(before[0], before[1].rating_at(at), score, at)
            standings[second] = after_game(before[1], before[0].rating_at(at), 1 - score, at)
    return standings


async def _recompute(kind: str, url: str) -> None:
    database = Database(url)
    await migrate(database, Path(), BEGIN)
    await database.write(_fill)
    service = build_services(database, lambda: BEGIN).recomputation
    begun, cpu = time.perf_counter(), time.process_time()
    done = await service.check()
    wall, used = time.perf_counter() - begun, time.process_time() - cpu
    assert done.events == 2 * GAMES, "every game has two events"
    label = f"{kind}, {GAMES} games recomputed"
    print(f"{label:<44} {used:.1f} CPU-s, {wall:.1f} s; {len(done.differences)} digits differ")
    note(label, used, "CPU-s")
    await _leaderboard(kind, database)
    await database.close()


async def _leaderboard(kind: str, database: Database) -> None:
    """Print the time of a page with the reader's rank: for all, and for a server with 1 %."""
    await database.write(_fill_leaderboard)
    service = build_services(database, lambda: BEGIN).ratings
    reader = FIRST_LISTED + LISTED // 2
    actor = Actor(reader, "Ann", 1, 7, 5)
    for where, guild_id in (("everywhere", None), ("one server", 7)):
        walls = []
        for _ in range(TIMES):
            begun = time.perf_counter()
            board = await service.leaderboard(actor, "asli", guild_id)
            walls.append(time.perf_counter() - begun)
            assert board.own_rank, "the reader stands in the leaderboard"
        label = f"{kind}, {LISTED} players listed, {where}"
        print(f"{label:<44} {median(walls) * 1000:.1f} ms a page")
        note(label, median(walls) * 1000, "ms")


async def _fill_leaderboard(tx: Transaction) -> None:
    rng = random.Random(32)
    ids = range(FIRST_LISTED, FIRST_LISTED + LISTED)
    for first in range(0, LISTED, PART):
        part = ids[first : first + PART]
        people = [
            {"id": each, "name": f"P{each}", "settings": {}, "created_at": BEGIN} for each in part
        ]
        await tx.connection.execute(insert(players), people)
        rows = []
        for each in part:
            rating = Rating(rng.gauss(1500, SPREAD), rng.uniform(60, 150))
            rows.append(with_standing(new_row("asli", each), Standing(rating, 20, BEGIN)))
        await ratings.add(tx, rows)
        members = [{"guild_id": 7, "game_key": "asli", "user_id": each} for each in part[::100]]
        await tx.connection.execute(insert(rated_members), members)
    await tx.connection.execute(text("ANALYZE"))


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
        played = PlayedGame(game_id, "lifeline", seat, user_id, score_of(seat, winner))
        rival = before[1 - seat].rating_at(at)
        event, standings[user_id] = change_event(
            played, before[seat], rival, RatingReason.RESULT, at
        )
        yield asdict(event)
