"""Why a game is over: the sentence for each way to win in each game."""

import random

import pytest

from rules.colour import Colour
from rules.endings import decisive_cuts, why_over
from rules.moves import parse_move
from rules.reasons import Reason, ReasonKind
from rules.registry import find_game
from rules.sentences import Sentence
from rules.setup import setup
from rules.values import Ending


def ended(key, wanted, **options):
    """Return the end of a random game that fits ``wanted``."""
    game = find_game(key)
    for seed in range(200):
        chance, position = random.Random(seed), game.start(game.ruleset(options))
        while position.outcome() is None:
            position = position.play(chance.choice(list(position.legal_moves())))
        if wanted(position):
            return position
    pytest.fail(f"no random game of {key} ends so")


def why(position):
    return str(why_over(position, "Ann", "Ben"))


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_a_cut_of_the_last_lifeline_names_its_cell(key):
    end = ended(
        key,
        lambda it: it.outcome().ending is Ending.NO_STONES and len(decisive_cuts(it)) == 1,
        size=4,
    )

    (cut,) = decisive_cuts(end)
    assert end.last_turn.placed >> cut.cell & 1
    assert cut.link.group & end.last_turn.removed[end.to_move]
    cell = end.topology.label(cut.cell)
    assert why(end) == f"{cell} cut Ben's last lifeline. Ann placed the last stone."


def test_several_lifelines_cut_at_once_are_named_as_stones_taken():
    end = ended("lifeline", lambda it: len(decisive_cuts(it)) > 1, size=4)

    last = end.topology.label(end.last_turn.moves[-1].cell)
    assert why(end) == f"{last} took Ben's last stones. Ann placed the last stone."


@pytest.mark.parametrize("komi", [0, 2])
@pytest.mark.parametrize("loser", Colour)
@pytest.mark.parametrize("cuts", [1, 2])
def test_white_without_a_stone_cannot_spend_the_komi_that_is_left(loser, komi, cuts):
    def fits(end):
        number = min(2, len(decisive_cuts(end)))
        lost_all = end.outcome().ending is Ending.NO_STONES and end.to_move is loser
        return lost_all and number == cuts and bool(end.komi) is bool(komi)

    told = why(ended("cornered", fits, size=4, start="none", komi=komi))
    spends = loser is Colour.WHITE and komi > 0
    assert ("Without a stone, Ben can't spend komi." in told) is spends
    assert ("Ann placed the last stone." in told) is not spends


@pytest.mark.parametrize("start", ["strong-pie", "weak-pie", "komi-pie", "none"])
def test_a_loser_without_stones_before_the_last_turn_lost_them_in_an_own_turn(start):
    told = 0
    for seed in range(60):
        chance, game = random.Random(seed), find_game("lifeline")
        line = [game.start(game.ruleset({"size": 3, "start": start}))]
        while line[-1].outcome() is None:
            line.append(line[-1].play(chance.choice(list(line[-1].legal_moves()))))
        end, loser = line[-1], line[-1].to_move
        *_, own = (each for each in line if each.to_move is not loser and not each.mid_turn)
        if not end.last_turn.removed[loser]:
            told += 1
            assert own.last_turn.removed[loser]
            assert not own.stones[loser]
            assert why(end) == "Ben lost every stone on their own turn. Ann placed the last stone."
    assert told


def test_a_cornered_loser_with_stones_cannot_place_one():
    end = ended("cornered", lambda it: it.outcome().ending is Ending.NO_MOVES, size=4)

    assert end.stones[end.to_move]
    assert end.board.empty
    assert why(end) == (
        "A stone on any empty cell would cost Ben a group, so Ben can't place one. "
        "Ann placed the last stone."
    )


@pytest.mark.parametrize(
    ("key", "options", "ending"),
    [
        ("lifeline", {"size": 3, "start": "komi-pie"}, Ending.NO_STONES),
        ("cornered", {"size": 4, "start": "none", "komi": 7}, Ending.NO_MOVES),
    ],
)
@pytest.mark.parametrize("placed", [True, False])
def test_the_winner_placed_the_last_stone_only_without_a_last_komi_turn(
    key, options, ending, placed
):
    def fits(end):
        over = end.outcome()
        own = not end.last_turn.removed[end.to_move]
        return (
            over.winner and over.ending is ending and own and bool(end.last_turn.placed) is placed
        )

    told = why(ended(key, fits, **options))
    assert ("Ann placed the last stone." in told) is placed
    assert ("Ann moved last." in told) is not placed


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_where_there_is_a_prison_the_loser_has_no_prisoner_either(key):
    end = ended(
        key,
        lambda it: it.outcome().winner and it.stones[it.to_move] and not it.minimal_incursion,
        size=5,
    )

    assert why(end) == (
        "A stone on any empty point would cost Ben a group, and Ben has no prisoner to remove. "
        "Ann moved last."
    )
    assert not end.prison[end.to_move.other]


def test_a_loser_whose_last_stones_were_taken_cannot_begin_again():
    end = ended("asli", lambda it: it.outcome().winner and not it.stones[it.to_move], size=5)

    cell = end.topology.label(end.last_turn.moves[-1].cell)
    assert why(end) == (
        f"{cell} took Ben's last stones. A lone new stone would die, and Ben has no prisoner to "
        "remove."
    )


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("cornered", "Ben can't place a stone. Ann moved last."),
        ("asli", "Ben can't place a stone and has no prisoner to remove. Ann moved last."),
    ],
)
def test_a_cell_forbidden_for_another_reason_is_not_called_deadly(monkeypatch, key, told):
    end = ended(
        key,
        lambda it: (
            it.outcome().ending is Ending.NO_MOVES
            and it.stones[it.to_move]
            and not getattr(it, "minimal_incursion", False)
        ),
        size=5,
    )
    assert "would cost Ben a group" in why(end)
    repeats = Reason(ReasonKind.REPEATS_POSITION, Sentence("It repeats a position."))
    refusals = type(end).why_each_illegal
    monkeypatch.setattr(
        type(end), "why_each_illegal", lambda *args: [repeats, *list(refusals(*args))[1:]]
    )

    assert why(end) == told


@pytest.mark.parametrize("key", ["lifeline", "cornered", "asli", "liflina"])
def test_a_game_that_goes_on_has_no_reason(key):
    game = find_game(key)
    with pytest.raises(ValueError, match="is not over"):
        why_over(game.start(game.ruleset({})), "Ann", "Ben")


def test_only_the_losers_lifelines_decide():
    """The last turn may cut lifelines of the winner, too."""
    end = ended("lifeline", lambda it: all(it.last_turn.removed), size=4)

    lost = end.last_turn.removed[end.to_move]
    assert all(cut.link.group & lost for cut in decisive_cuts(end))
    assert len(decisive_cuts(end)) < len(end.last_turn.cuts)


def test_a_draw_names_the_repetition():
    white = ["d4", "a3", "c3", "c2", "b1", "c1"]
    position = setup(
        "asli", {"size": 4}, black=["a4", "c4", "b2", "a1"], white=white, prison=(2, 0)
    )
    for turn in ("d3", "hold", "d2", "d4"):
        position = position.play(parse_move(turn, position.topology))

    assert why(position) == str(Ending.REPETITION.sentence)
