"""What the tests of the Discord layer share: games as the services would give them."""

from datetime import UTC, datetime

import pytest

from bot.services.lines import opening
from bot.services.views import GameStatus, GameView, Place, Player, Result
from rules.moves import parse_turn
from rules.registry import find_game

ANN = Player(11, "Ann")
BEN = Player(22, "Ben")
THEN = datetime(2025, 3, 1, tzinfo=UTC)


@pytest.fixture
def game_after():
    """Make the view of a game between Ann (seat 0) and Ben after some moves."""

    def make(moves="", *, game="lifeline", result=None, seats=(ANN, BEN), **options):
        line = opening(find_game(game).ruleset({"size": 4, **options}))
        for move in parse_turn(moves, line.position.topology) if moves else ():
            line = line.play(move)
        return GameView(
            id=7,
            place=Place(1, 2),
            seats=seats,
            ruleset=line.record.ruleset,
            record=line.record,
            position=line.position,
            shown=line.turn_start,
            status=GameStatus.RUNNING if result is None else GameStatus.FINISHED,
            result=result,
            turn_message_id=None,
            created_at=THEN,
            updated_at=THEN,
        )

    return make


@pytest.fixture
def ben_resigned():
    return Result(winner_seat=0, ending="resigned", sentence="Ben resigned.")
