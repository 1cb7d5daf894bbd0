"""Makes the test set of `python -m bench endgames`: games that a searching player played itself.

`python scripts/make_endgames.py [GAME-SIZE ...]` writes all sets, or some, anew to bench/endgames.
The same code and numbers give the same games. A game ends when so few cells are empty that all
positions wanted have been met.
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
from sparring.endgame import empty_cells  # noqa: E402
from sparring.match import opening_record  # noqa: E402
from sparring.players import Searcher  # noqa: E402

FOLDER = ROOT / "bench" / "endgames"
# Games wanted, and the playouts of their moves.
SETS = {
    "lifeline-5": (30, 200),
    "cornered-5": (30, 200),
    "asli-6": (20, 100),
    "liflina-9": (20, 60),
    "asli-9": (15, 60),
}
FEWEST = 10  # empty cells
MOST_TRIES = 5  # for each game wanted: some end before so few cells are empty


def play(game: Game, size: int, number: int, playouts: int) -> Record | None:
    """Play a game down to the last few empty cells; None: it was over before."""
    lots = random.Random(f"endgame/{game.key}/{size}/{number}")  # noqa: S311 - a game
    start = opening_record(game, size, lots)
    position, moves, player = replay(start), list(start.moves), Searcher(playouts)
    while position.outcome() is None:
        if position.phase is Phase.PLAY and empty_cells(position) <= FEWEST:
            return Record(start.ruleset, tuple(moves))
        moves.append(player.move(position, lots.getrandbits(40)))
        position = position.play(moves[-1])
    return None


def make(name: str, wanted: int, playouts: int) -> None:
    """Write the file of a set."""
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
