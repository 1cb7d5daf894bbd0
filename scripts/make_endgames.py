"""Generate the positions of `python -m bench endgames` from games of self-play.

`python scripts/make_endgames.py [GAME-SIZE ...]` writes all sets, or the named ones, to
bench/endgames. The same code generates the same games. A game stops when only `FEWEST` cells are
empty, after all positions that the benchmark needs.
"""

import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.options import Game  # noqa: E402
from rules.position import Phase  # noqa: E402
from rules.record import Record, export_text, replay  # noqa: E402
from rules.registry import find_game  # noqa: E402
from sparring.endgame_solver import count_empty_cells  # noqa: E402
from sparring.search import SearchPlayer  # noqa: E402
from sparring.tuning.matches import random_opening_record  # noqa: E402

FOLDER = ROOT / "bench" / "endgames"
# Number of games in each set, and playouts for each move
SETS = {
    "lifeline-5": (30, 200),
    "cornered-5": (30, 200),
    "asli-6": (20, 100),
    "liflina-9": (20, 60),
    "asli-9": (15, 60),
}
FEWEST = 10  # empty cells
MOST_TRIES = 5  # per set: some games end with more empty cells


def play(game: Game, size: int, number: int, playouts: int) -> Record | None:
    """Play a game until only `FEWEST` cells are empty; return None if it ends before."""
    rng = random.Random(f"endgame/{game.key}/{size}/{number}")  # noqa: S311 - a game
    start = random_opening_record(game, size, rng)
    position, moves, player = replay(start), list(start.moves), SearchPlayer(playouts)
    while position.outcome() is None:
        if position.phase is Phase.PLAY and count_empty_cells(position) <= FEWEST:
            return Record(start.ruleset, tuple(moves))
        moves.append(player.move(position, rng.getrandbits(40)))
        position = position.play(moves[-1])
    return None


def make(name: str, wanted: int, playouts: int) -> None:
    """Write the file of a set of `wanted` endgame positions, from games of self-play."""
    key, size = name.split("-")
    game, numbers = find_game(key), range(MOST_TRIES * wanted)
    played = (play(game, int(size), number, playouts) for number in numbers)
    records: list[str] = []
    for record in played:
        if record is not None:
            records.append(export_text(record))
        if len(records) == wanted:
            break
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(records))
    print(f"{name}: {len(records)} games")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or SETS:
        make(chosen, *SETS[chosen])
