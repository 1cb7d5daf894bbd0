"""Draw docs/pictures/, write docs/pages/ and docs/gallery.md: `python scripts/gallery.py`.

The games come from a simple move heuristic with fixed seeds and are stored beside this script.
After a change of the heuristic, `python scripts/gallery.py --replay` plays them again.
"""

import json
import math
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from renderer.chances import Chance
from renderer.draw import draw_png
from renderer.overlays import (
    Candidates,
    Danger,
    Illegal,
    Lifelines,
    Numbers,
    Preview,
    TapZones,
    Zoom,
)
from renderer.overlays.numbers import last_turns
from renderer.page.curve import Review, Turning
from renderer.page.document import game_page
from renderer.pair import draw_pair
from renderer.replay import replay_gif
from renderer.scene import Header, Overlay, board_scene
from renderer.zones import zones
from rules.comments import Comments, Variation
from rules.moves import Move, Offer, Place, Swap, format_move, parse_move
from rules.position import Position
from rules.record import Details, Record, positions
from rules.registry import find_game
from sparring.time_slices import run_to_end

KEPT = Path(__file__).with_name("gallery_games.json")
KEPT_REVIEW = Path(__file__).with_name("gallery_review.json")
DOCS = Path(__file__).resolve().parent.parent / "docs"
HEADER = Header("Aurelia", "Kestrel-7")
Game = list[Position]
SEED = 3


@dataclass(frozen=True)
class Picture:
    name: str
    title: str
    text: str
    data: bytes

    @property
    def file(self) -> str:
        return f"{self.name}.{'gif' if self.data.startswith(b'GIF') else 'png'}"


@dataclass(frozen=True)
class PageOfGame:
    name: str
    title: str
    text: str
    data: bytes

    @property
    def file(self) -> str:
        return f"{self.name}.html"


@cache
def load_games() -> dict[str, str]:
    """Return the moves of the stored games, by the games' parameters."""
    games: dict[str, str] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return games


def play(key: str, options: Mapping[str, object], turns: int, seed: int, few: int = 8) -> Game:
    """Return the positions of a game played by a simple heuristic with a fixed seed."""
    return list(positions(recorded(key, options, turns, seed, few)))


def recorded(
    key: str, options: Mapping[str, object], turns: int, seed: int, few: int = 8
) -> Record:
    """Return the record of a game in which each move is the best of `few` random candidates.

    The moves are stored, because playing the games takes ten times as long as drawing them.
    """
    ruleset = find_game(key).ruleset(options)
    start = find_game(key).start(ruleset)
    asked = {**options, "turns": turns, "seed": seed, "best of": few}
    name = ", ".join([key, *(f"{what} {value}" for what, value in asked.items())])
    games = load_games()
    if name not in games:
        moves = played(start, turns, random.Random(seed), few)  # noqa: S311 - repeatable, no secret
        games[name] = ", ".join(format_move(move, start.topology) for move in moves)
    moves = [parse_move(text, start.topology) for text in games[name].split(", ")]
    return Record(ruleset, tuple(moves), Details("Aurelia", "Kestrel-7"))


def played(start: Position, turns: int, rng: random.Random, few: int) -> list[Move]:
    """Return the moves of a game played by the heuristic for `turns` turns, or to the end."""
    position, chosen = start, list[Move]()
    while position.turn <= turns and position.outcome() is None:
        moves = list(position.legal_moves())
        places = [move for move in moves if isinstance(move, Place)] or moves
        chosen.append(best_of(position, rng.sample(places, min(few, len(places)))))
        position = position.play(chosen[-1])
    return chosen


def best_of(position: Position, moves: Sequence[Move]) -> Move:
    """Return the move with the highest rating, the first among equals.

    Computing stones in danger takes nearly all the time, so it is done only for moves that could
    still beat the best so far.
    """
    places = [(position.play(move), move) for move in moves]
    hopes = [rate_move(position, after, move, risk=0) for after, move in places]
    best = (-math.inf, 0)
    for index in sorted(range(len(moves)), key=lambda index: -hopes[index]):
        if hopes[index] >= best[0]:
            after, move = places[index]
            risk = sum(danger.group.bit_count() for danger in after.in_danger(position.to_move))
            best = max(best, (rate_move(position, after, move, risk), -index))
    return moves[-best[1]]


def rate_move(position: Position, after: Position, move: Move, risk: int) -> float:
    """Rate a move by captures, own losses, stones saved from danger, and distance to the fight."""
    mine, other = position.to_move, position.to_move.other
    taken = after.taken[other] - position.taken[other]
    lost = after.taken[mine] - position.taken[mine]
    near = 0
    if isinstance(move, Place):
        around = position.topology.rings[move.cell]
        near = (around & (position.stones[0] | position.stones[1])).bit_count()
    return 3 * taken - 4 * lost - risk + 0.3 * min(near, 3)


@cache
def game_with_captures(key: str, turns: int, seed: int, **options: int | str) -> Game:
    """Return a game up to a late turn that takes two stones or more."""
    history = play(key, options, turns + 60, seed)
    for end in range(len(history) - 1, 0, -1):
        last = history[end].last_turn
        if last and last.number >= turns and sum(map(int.bit_count, last.removed)) >= 2:
            return history[: end + 1]
    return history[:turns]


def still(history: Game, *overlays: Overlay, theme: str = "dark", header: Header = HEADER) -> bytes:
    return draw_png(board_scene(history[-1], header, overlays), theme)


def refusal(history: Game) -> Illegal:
    """Return the overlay of an illegal placement with the most cells to outline."""
    position = history[-1]
    refused = []
    for cell in range(len(position.topology)):
        reason = position.why_illegal(Place(cell))
        if reason and not (position.stones[0] | position.stones[1]) >> cell & 1:
            refused.append((reason.cells.bit_count(), cell, Illegal(Place(cell), reason)))
    return max(refused, key=lambda one: one[:2])[2]


def best_move(position: Position) -> Move:
    places = [move for move in position.legal_moves() if isinstance(move, Place)]
    return best_of(position, places)


def boards() -> list[Picture]:
    games = (
        ("lifeline-dark", "Lifeline, size 7, dark", "lifeline", {"size": 7}, 50, "dark"),
        ("lifeline-light", "Lifeline, size 12, light", "lifeline", {"size": 12}, 130, "light"),
        (
            *("cornered-high", "Lifeline, cornered rules, high contrast"),
            *("cornered", {"size": 7, "komi": 4}, 50, "high"),
        ),
        ("asli-light", "Asli, 13 by 13, light", "asli", {"size": 13, "komi": 6}, 90, "light"),
        ("asli-high", "Asli, 9 by 9, high contrast", "asli", {"size": 9, "komi": 3}, 40, "high"),
        (
            *("liflina-dark", "Liflina, 19 by 19, dark"),
            *("liflina", {"size": 19, "komi": 5}, 150, "dark"),
        ),
    )
    text = (
        "Last move: a square in the stone, its two coordinates inverted. Captured stones: ghosts "
        "with a cross. Territory: tinted, with a diamond in its owner's colour."
    )
    return [
        Picture(
            file,
            title,
            text if file == games[0][0] else "",
            still(game_with_captures(key, turns, SEED, **options), theme=theme),
        )
        for file, title, key, options, turns, theme in games
    ]


def helps(hex7: Game, hex12: Game, liflina: Game) -> list[Picture]:
    careless = play("lifeline", {"size": 7}, 62, SEED, few=1)
    last = best_move(careless[-1])
    return [
        Picture(
            "danger",
            "Danger",
            "Groups that one enemy stone would take, its cell, and the lifeline that it would cut.",
            still(careless, Danger()),
        ),
        Picture(
            "lifelines",
            "Lifelines",
            "How each group is connected to its nearest friend.",
            still(liflina, Lifelines(), Danger()),
        ),
        Picture(
            "illegal",
            "An illegal move",
            "The reason in words, with its cells outlined.",
            still(hex12, refusal(hex12), theme="light"),
        ),
        Picture(
            "preview",
            "Preview",
            "A move that is not played yet, and the stones that it would take.",
            still(careless, Preview((last,))),
        ),
        Picture(
            "numbers",
            "Numbers",
            "The last turns numbered on their stones.",
            still(hex7, Numbers(last_turns(hex7)), theme="light"),
        ),
    ]


def choosing(hex7: Game, hex12: Game, asli: Game) -> list[Picture]:
    topology = hex12[-1].topology
    places = [move.cell for move in hex7[-1].legal_moves() if isinstance(move, Place)]
    patch = zones(topology)[6]
    return [
        Picture(
            "candidates",
            "Candidates",
            "Up to 25 cells under numbers, for a choice by number.",
            still(hex7, Candidates(tuple(places[::8][:9]))),
        ),
        Picture(
            "zones-hexhex",
            "Tap zones",
            "The board in at most 25 zones: a zone, then a cell in it.",
            still(hex12, TapZones()),
        ),
        Picture(
            "zones-square",
            "Tap zones on a square board",
            "Blocks of at most 25 points.",
            still(asli, TapZones(), theme="light"),
        ),
        Picture(
            "zoom",
            "Zoom",
            "A close-up of a cell or zone in which every empty cell has its name.",
            still(hex12, Zoom(patch.middle)),
        ),
    ]


def special(hex7: Game) -> list[Picture]:
    asli = find_game("asli")
    offered = asli.start(asli.ruleset({"size": 9})).play(Offer(5))
    lifeline = find_game("lifeline")
    opened = lifeline.start(lifeline.ruleset({"size": 5}))
    swapped = [opened]
    for move in (Place(opened.topology.cell("c3")), Place(opened.topology.cell("g6")), Swap()):
        swapped.append(swapped[-1].play(move))
    over = play("lifeline", {"size": 4}, 400, SEED)
    before, after = board_scene(hex7[-9], HEADER), board_scene(hex7[-1], HEADER)
    long_names = Header("Maximiliane von Hohenfels", "\u65e5\u672c\u8a9e")
    return [
        Picture("offer", "An offer", "The second seat chooses a colour.", still([offered])),
        Picture(
            "swap",
            "A swap",
            "The names have changed sides; White still places two stones.",
            still(swapped, header=Header("Kestrel-7", "Aurelia")),
        ),
        Picture(
            "over",
            "The end",
            "The winner and the reason, under the board. Long names end in “…”. Names are drawn in "
            "Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and "
            "Korean, without emoji; a name of which nothing can be drawn becomes its colour.",
            still(over, header=long_names),
        ),
        Picture(
            "before-and-after",
            "Before and after",
            "Two positions side by side.",
            draw_pair(before, after),
        ),
        Picture(
            "replay",
            "Replay",
            "The whole game, a frame for each turn; stones that are taken flash first.",
            replay_gif(play("lifeline", {"size": 5}, 400, SEED), ("Aurelia", "Kestrel-7")),
        ),
    ]


def gallery() -> list[Picture]:
    hex7 = game_with_captures("lifeline", 50, SEED, size=7)
    hex12 = game_with_captures("lifeline", 130, SEED, size=12)
    liflina = play("liflina", {"size": 13, "komi": 3}, 110, SEED, few=2)
    asli = game_with_captures("asli", 120, SEED, size=19, komi=6)
    return [
        *boards(),
        *helps(hex7, hex12, liflina),
        *choosing(hex7, hex12, asli),
        *special(hex7),
    ]


def pages() -> list[PageOfGame]:
    commented = recorded("lifeline", {"size": 5}, 400, SEED)
    history = list(positions(commented))
    ends = [each for each in history if not each.mid_turn]
    return [
        PageOfGame(
            "lifeline-5",
            "A whole game, with comments",
            "Lifeline, size 5, with a note, variations and the chances of a review.",
            game_page(
                commented,
                history=history,
                comments=comments(ends),
                review=reviewed(commented, history),
            ),
        ),
        PageOfGame(
            "asli-9",
            "A whole game with a prison",
            "Asli, 9 by 9.",
            game_page(recorded("asli", {"size": 9, "komi": 3}, 100, SEED)),
        ),
        PageOfGame(
            "liflina-13",
            "An unfinished game",
            "Liflina, 13 by 13, always in high contrast.",
            game_page(recorded("liflina", {"size": 13, "komi": 3}, 110, SEED, few=2), theme="high"),
        ),
    ]


def comments(ends: Game) -> Comments:
    """Return a note on the turn that takes the most stones, with variations in place of it."""
    last = [each.last_turn for each in ends]
    taken = [turn.removed[turn.by.other].bit_count() if turn else 0 for turn in last]
    turn = taken.index(max(taken))
    before = ends[turn - 1]
    first, second = [move for move in before.legal_moves() if before.play(move) != ends[turn]][:2]
    after = before.play(first)
    note = f"This takes {after.taken[before.to_move.other] - before.taken[before.to_move.other]}."
    lines = (
        Variation((first,), note, (Variation((best_move(after),)),)),
        Variation((second,)),
    )
    return Comments({turn: "No other turn takes as many stones."}, {turn - 1: lines})


def reviewed(record: Record, history: Game) -> Review:
    """Return the engine's review of a game; it is stored, because it takes minutes."""
    if not KEPT_REVIEW.exists():
        KEPT_REVIEW.write_text(json.dumps(analysed(record)) + "\n", encoding="utf-8")
    points, turning = json.loads(KEPT_REVIEW.read_text(encoding="utf-8"))
    turn_of = [0, *(each.last_turn.number for each in history if each.last_turn)]
    chances = {turn_of[ply]: Chance(turn_of[ply], chance, proved) for ply, chance, proved in points}
    at = {ply: chance for ply, chance, _ in points}
    turns = tuple(Turning(turn_of[ply + 1], at[ply], at[ply + 1]) for ply in turning)
    return Review(tuple(chances.values()), turns)


def analysed(record: Record) -> tuple[list[tuple[int, float, bool]], list[int]]:
    from sparring.analysis import analyse_game  # noqa: PLC0415 - needs numba

    review = run_to_end(analyse_game(record, SEED))
    points = [(each.ply, round(each.chance, 3), each.proved) for each in review.points]
    return points, [each.ply for each in review.turning_points]


def page(pictures: list[Picture], games: list[PageOfGame]) -> str:
    parts = [
        "# Gallery",
        "Drawn by the program: `python scripts/gallery.py` makes this page and its pictures.",
    ]
    for picture in pictures:
        path = f"pictures/{picture.file}"
        parts += [
            f"## {picture.title}",
            *filter(None, [picture.text]),
            f"![{picture.title}]({path})",
        ]
    parts += [
        "## Pages",
        "A game as one HTML file: see `docs/page.md`. Download it to open it.",
    ]
    parts += [f"- [{game.title}](pages/{game.file}): {game.text}" for game in games]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    folder = DOCS / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    if "--replay" in sys.argv:
        load_games().clear()
        KEPT_REVIEW.unlink(missing_ok=True)
    drawn = gallery()
    KEPT.write_text(json.dumps(load_games(), indent=1) + "\n", encoding="utf-8")
    for picture in drawn:
        (folder / picture.file).write_bytes(picture.data)
    games = pages()
    (DOCS / "pages").mkdir(exist_ok=True)
    for game in games:
        (DOCS / "pages" / game.file).write_bytes(game.data)
    (DOCS / "gallery.md").write_text(page(drawn, games), encoding="utf-8")


if __name__ == "__main__":
    main()
