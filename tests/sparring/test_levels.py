"""Every level plays by the rules; levels with search find forced moves in all four games."""

import random
from dataclasses import fields
from types import SimpleNamespace

import pytest

from rules.moves import Place, Swap, parse_move
from rules.position import Phase
from rules.registry import GAMES, find_game
from rules.setup import setup
from sparring import evaluation, jit
from sparring.evaluation import is_blunder, progress
from sparring.levels import (
    ALIKE,
    LEVELS,
    SEARCHABLE,
    WON,
    NoSuchLevel,
    _ending_captures,
    best_evaluated_move,
    choose_turn,
    find_level,
    finishing_move,
    playable_levels,
    random_safe_move,
)
from sparring.openings import CRAMPED_TURNS, without_cramped
from sparring.time_slices import run_to_end

needs_numba = pytest.mark.skipif(not jit.is_available(), reason="numba is not installed")

SPLIT = {"ever_two_groups": (True, True)}
# Positions with one winning move: game, size, Black's and White's stones, the side to move, other
# fields of the position, and the move.
FORCED = {
    "lifeline, a capture": (
        ("lifeline", 3, "b1 c2 e3 d4 e4 e5", "a1 c1 a2 d2 b3 c3 c4 d5", "white", {}, "d3")
    ),
    "lifeline, the only save": (
        ("lifeline", 3, "a3 d3 e3 b4 e4 e5", "b1 c1 a2 b2 b3 c3 c5", "black", {}, "c4")
    ),
    "lifeline, an endgame": (
        ("lifeline", 3, "a2 d2 a3 c3 e3 e4 e5", "c1 c2 d3 c4 c5 d5", "white", {}, "a1")
    ),
    "cornered, a capture": (
        ("cornered", 3, "a2 c2 d2 c3 c4 d4 c5", "a1 b1 c1 b2 b4", "black", {}, "b3")
    ),
    "cornered, the only save": (
        ("cornered", 3, "b1 c1 d2 d3 b4 c5", "b2 c2 a3 c3 c4 d5", "black", {}, "a2")
    ),
    "cornered, an endgame": (
        ("cornered", 3, "b1 c1 a3 d3 c4 c5 d5", "a2 c2 e3 d4 e4 e5", "white", {}, "b3")
    ),
    "asli, a capture": (("asli", 4, "a2 c2 c3 d3 a4 b4", "b1 c1 d2 a3 b3", "white", SPLIT, "c4")),
    "asli, the only save": (
        (
            "asli",
            4,
            "b1 d1 a2 c2 a3 b3",
            "d2 c3 a4 b4 d4",
            "black",
            {**SPLIT, "prison": (0, 1), "minimal_incursion": True},
            "c1",
        )
    ),
    "asli, an endgame": (
        ("asli", 4, "a2 b3 a4 c4", "b1 c1 c2 d3 d4", "white", {**SPLIT, "prison": (2, 0)}, "b2")
    ),
    "liflina, a capture": (
        (
            "liflina",
            5,
            "a2 b4 c2 c4 d3 d4 e4",
            "a1 a3 a4 a5 b5 c1 c3 d1 d5 e1 e2 e3",
            "white",
            {},
            "b2",
        )
    ),
    "liflina, the only save": (
        (
            "liflina",
            5,
            "b1 b5 c1 c3 c4 c5 d1",
            "a2 a4 a5 b2 b3 b4 d2 d3 d4 d5 e4 e5",
            "black",
            {"prison": (0, 1)},
            "c2",
        )
    ),
    "liflina, an endgame": (
        (
            "liflina",
            5,
            "a1 a5 b3 b4 b5 c1 c3 c5",
            "a2 a3 b2 c4 d2 d4 d5 e1 e2 e3 e4 e5",
            "black",
            {},
            "c2",
        )
    ),
}
LIFLINA = [name for name in FORCED if name.startswith("liflina")]  # too large for exhaustive search


def forced(name):
    game, size, black, white, to_move, more, best = FORCED[name]
    options = {"size": size, **({"komi": 0} if game in {"asli", "liflina"} else {"start": "none"})}
    position = setup(
        game, options, black=black.split(), white=white.split(), to_move=to_move, **more
    )
    return position, parse_move(best, position.topology)


def wins(position, colour):
    """Return whether a colour wins, by exhaustive search with the rules package."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is colour
    ways = (wins(position.play(move), colour) for move in position.legal_moves())
    return any(ways) if position.to_move is colour else all(ways)


@pytest.mark.parametrize("name", [name for name in FORCED if name not in LIFLINA])
def test_the_forced_move_is_the_only_one_that_wins(name):
    position, best = forced(name)
    mover = position.to_move
    assert {move for move in position.legal_moves() if wins(position.play(move), mover)} == {best}


@needs_numba
@pytest.mark.parametrize("name", LIFLINA)
def test_the_solver_finds_the_forced_move_to_be_the_only_one_that_wins(name):
    from sparring.endgame_solver import solve_endgame  # noqa: PLC0415 - needs numba

    position, best = forced(name)
    answers = {move: solve_endgame(position.play(move), 50_000) for move in position.legal_moves()}
    assert all(answers.values())
    winning = {move for move, answer in answers.items() if answer.winner is position.to_move}
    assert winning == {best}


@needs_numba
@pytest.mark.parametrize("level", LEVELS[2:], ids=lambda level: level.number)
@pytest.mark.parametrize("name", FORCED)
def test_levels_that_search_find_the_forced_move(name, level):
    position, best = forced(name)
    for seed in (1, 2, 3):
        assert run_to_end(choose_turn(position, level, seed)) == (best,)


@needs_numba
@pytest.mark.parametrize("name", FORCED)
def test_the_reference_player_finds_the_forced_move(name):
    from sparring.tuning.reference_uct import ReferenceUct  # noqa: PLC0415 - needs numba

    position, best = forced(name)
    assert ReferenceUct(seconds=60, playouts=1000).move(position, seed=1) == best


SEARCHES = pytest.param(3, marks=[needs_numba, pytest.mark.drill, pytest.mark.timeout(600)])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("number", [1, 2, SEARCHES])
def test_a_whole_game_with_offer_and_swap_is_played(game, number):
    if LEVELS[number - 1].searches and not game.searchable:
        pytest.skip("levels that search do not play this game")
    position = game.start(game.ruleset({"size": 4 if game.shape == "hexhex" else 5}))
    turns = 0
    while position.outcome() is None:
        turn = run_to_end(choose_turn(position, find_level(number), seed=turns))
        mover, phase = position.seat_to_move, position.phase
        for move in turn:
            position = position.play(move)
        if position.outcome() is None and phase is Phase.PLAY:
            assert position.seat_to_move != mover
        turns += 1
    assert turns > 4


@needs_numba
@pytest.mark.parametrize("game", SEARCHABLE, ids=lambda game: game.key)
def test_the_same_seed_gives_the_same_turn(game):
    options = {"size": 7, **({"start": "none"} if game.shape == "hexhex" else {"komi": 0})}
    position = game.start(game.ruleset(options))
    turns = [run_to_end(choose_turn(position, find_level(3), seed)) for seed in (1, 1, 2, 3, 4, 5)]
    assert turns[0] == turns[1]
    assert len(set(turns)) > 1


@pytest.mark.parametrize(("handicap", "seconds"), [(2, 10), (9, 20 / 9)])
def test_the_time_limit_of_a_turn_is_shared_by_its_placements(monkeypatch, handicap, seconds):
    allowed = []

    class FirstLegal:
        def search_in_slices(self, position, _seed):
            yield
            return SimpleNamespace(move=next(position.legal_moves()), share=0.5)

    def make_search_player(_level, _game, seconds):
        allowed.append(seconds)
        return FirstLegal()

    monkeypatch.setattr("sparring.levels.make_search_player", make_search_player)
    game = find_game("liflina")
    position = game.start(game.ruleset({"size": 13, "handicap": handicap}))
    assert len(run_to_end(choose_turn(position, LEVELS[4], seed=1))) == handicap
    assert allowed == [pytest.approx(seconds)] * handicap


def test_without_numba_only_levels_1_and_2_can_be_played(monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    assert [level.number for level in playable_levels()] == [1, 2]
    with pytest.raises(NoSuchLevel, match="need the packages numba and numpy"):
        find_level(3)


@pytest.fixture
def unsearchable(monkeypatch):
    """Game without a kernel."""
    game, *others = SEARCHABLE
    monkeypatch.setattr("sparring.levels.SEARCHABLE", others)
    return game


def test_a_game_without_a_kernel_has_two_levels_and_the_others_say_why(unsearchable, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: True)
    assert [level.number for level in playable_levels(unsearchable.key)] == [1, 2]
    assert len(playable_levels("cornered")) == len(playable_levels()) == len(LEVELS)
    assert find_level(2, unsearchable.key).number == 2
    for number in range(3, 7):
        with pytest.raises(NoSuchLevel, match="at levels 1 and 2 only"):
            find_level(number, unsearchable.key)


def test_a_new_game_is_not_searchable_until_it_says_so():
    (flag,) = [each for each in fields(find_game("lifeline")) if each.name == "searchable"]
    assert flag.default is False


@needs_numba
def test_the_games_that_say_so_are_those_that_the_kernel_knows():
    boards = pytest.importorskip("sparring.conversion")
    codes = pytest.importorskip("sparring.patterns.codes")
    searchable = {game.key for game in SEARCHABLE}
    known = set(boards.GAME_CODES)
    assert searchable == known, "set `searchable` of other games to False in rules/games/"
    assert known == set(codes.NEIGHBOUR_COUNTS)


def test_levels_1_and_2_are_quick_on_large_boards():
    game = find_game("liflina")
    position = game.start(game.ruleset({"size": 19, "komi": 0}))
    rng = random.Random(1)
    for _ in range(60):
        position = position.play(rng.choice(list(position.legal_moves())))
    for number in (1, 2):
        (move,) = run_to_end(choose_turn(position, find_level(number), seed=1))
        assert position.is_legal(move)


def test_a_move_that_loses_stones_and_takes_some_is_no_blunder():
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3, "start": "none"}))
    for text in ("e5", "e4", "c5", "d5", "a1"):
        position = position.play(parse_move(text, position.topology))
    exchange = parse_move("d4", position.topology)
    after = position.play(exchange)
    assert all(after.taken)
    assert after.outcome() is None

    assert not is_blunder(position, exchange)


def searched(position, found):
    """Return the result of a search: move, share and whether it is a proved loss, best first."""
    candidates = tuple(
        SimpleNamespace(
            move=move, share=share, proved=lost, winner=position.to_move.other if lost else None
        )
        for move, share, lost in found
    )
    best = candidates[0]
    return SimpleNamespace(move=best.move, share=best.share, candidates=candidates)


@pytest.mark.parametrize(
    ("best", "taking", "lost", "takes"),
    [
        (1.0, 1.0, False, True),
        (WON, WON - ALIKE + 0.001, False, True),
        (WON, WON - ALIKE - 0.001, False, False),
        (WON - 0.001, WON - 0.001, False, False),
        (1.0, 1.0, True, False),
    ],
)
def test_in_a_won_game_a_capture_is_preferred_among_moves_alike(best, taking, lost, takes):
    position, capture = forced("asli, a capture")
    quiet = next(move for move in position.legal_moves() if not any(progress(position, move)))
    found = [(quiet, best, False), (capture, taking, lost)]
    assert progress(position, capture) == (False, 2)
    assert finishing_move(position, searched(position, found)) == (capture if takes else quiet)
    assert finishing_move(position, searched(position, found[::-1])) == capture


@pytest.mark.parametrize(("best", "ends"), [(1.0, True), (WON, True), (WON - 0.001, False)])
@pytest.mark.parametrize("name", ["lifeline, a capture", "cornered, a capture"])
def test_a_won_game_is_ended_even_by_a_move_that_the_search_did_not_visit(name, best, ends):
    position, winning = forced(name)
    quiet = next(move for move in position.legal_moves() if not any(progress(position, move)))
    assert progress(position, winning)[0]
    for found in ([(quiet, best, False)], [(quiet, best, False), (winning, 0.5, False)]):
        chosen = finishing_move(position, searched(position, found))
        assert chosen == (winning if ends else quiet)


def test_the_largest_capture_is_preferred_in_a_won_game():
    position, _ = forced("cornered, a capture")
    moves = list(position.legal_moves())
    found = [(move, 1.0, False) for move in moves]
    most = max(progress(position, move) for move in moves)
    assert (
        progress(position, finishing_move(position, searched(position, found)))
        == most
        > (
            False,
            0,
        )
    )


@pytest.mark.parametrize("level", LEVELS[:2], ids=lambda level: level.number)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_easy_levels_do_not_open_at_the_edge_beside_an_own_stone(game, level):
    options = {"size": 5, **({} if game.shape == "square" else {"start": "none"})}
    options |= {"komi": 0} if game.shape == "square" else {}
    topology = game.start(game.ruleset(options)).topology
    full = max(each.bit_count() for each in topology.neighbours)
    placed = 0
    for seed in range(20):
        position = game.start(game.ruleset(options))
        while position.turn <= CRAMPED_TURNS and position.outcome() is None:
            for move in run_to_end(choose_turn(position, level, seed)):
                if isinstance(move, Place):
                    near = topology.neighbours[move.cell]
                    own = near & position.stones[position.to_move]
                    assert near.bit_count() == full or not own
                    placed += 1
                position = position.play(move)
    assert placed >= 60


def test_a_cramped_cell_is_played_if_there_is_no_other_or_later():
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3, "start": "none"}))
    a1, b1 = (parse_move(name, position.topology) for name in ("a1", "b1"))
    after = position.play(a1)
    while after.to_move is not position.to_move:
        after = after.play(parse_move("c3", position.topology))
    assert without_cramped(after, [b1]) == [b1]
    assert without_cramped(after, [b1, parse_move("e5", position.topology)]) != [b1]


def test_only_the_movers_stones_count_as_endangered():
    game, rng, seen = find_game("lifeline"), random.Random(1), set()
    position = game.start(game.ruleset({"size": 4, "start": "none"}))
    while position.outcome() is None and len(seen) < 2:
        move = rng.choice(list(position.legal_moves()))
        after, mover = position.play(move), position.to_move
        own, other = (bool(after.in_danger(each)) for each in (mover, mover.other))
        if after.phase is Phase.PLAY and own != other:
            assert (evaluation.evaluate_danger(position, move) > 0) is own
            seen.add(own)
        position = after
    assert seen == {True, False}


@pytest.mark.parametrize("endangering", ["a1", "c3"])
@pytest.mark.parametrize("seed", range(5))
def test_of_the_two_best_moves_a_beginner_plays_the_one_that_endangers_less(
    monkeypatch, endangering, seed
):
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3, "start": "none"}))
    best = {parse_move(each, position.topology) for each in ("a1", "c3")}
    worse = parse_move(endangering, position.topology)
    monkeypatch.setattr(evaluation, "evaluate_move", lambda _, move: 2.0 if move in best else 0.0)
    monkeypatch.setattr(evaluation, "evaluate_danger", lambda _, move: 1.0 if move == worse else 0)
    assert {best_evaluated_move(position, random.Random(seed))} == best - {worse}


@pytest.mark.parametrize(("game", "limit"), [("liflina", 5), ("asli", 60), ("lifeline", 60)])
@pytest.mark.parametrize("best", [0, 1, 2, 3])
def test_a_beginner_checks_the_danger_of_the_two_best_moves_of_a_sample(
    game, limit, best, monkeypatch
):
    evaluated, checked = [], []
    values = [5.0, 4.0, 3.0, *range(-1, -1000, -1)]

    def evaluate_move(_position, move):
        evaluated.append(move)
        return values[len(evaluated) - 1]

    def evaluate_danger(_position, move):
        checked.append(move)
        return [0.0, 1.0, 0.5, 1.5][best] if move == evaluated[0] else 0.0

    monkeypatch.setattr(evaluation, "evaluate_move", evaluate_move)
    monkeypatch.setattr(evaluation, "evaluate_danger", evaluate_danger)
    options = {"size": 7, "start": "none"} if game == "lifeline" else {"size": 9, "komi": 0}
    position = find_game(game).start(find_game(game).ruleset(options))
    chosen = best_evaluated_move(position, random.Random(1))
    assert len(set(evaluated)) == len(evaluated) == limit
    assert checked == evaluated[:2]
    assert chosen == evaluated[best == 3]


@pytest.mark.parametrize("safe", [0, 3, None])
def test_a_very_easy_level_plays_the_first_safe_move_of_a_sample_or_else_any(safe, monkeypatch):
    seen = []

    def is_blunder(_position, move):
        seen.append(move)
        return len(seen) - 1 != safe

    monkeypatch.setattr(evaluation, "is_blunder", is_blunder)
    position = find_game("asli").start(find_game("asli").ruleset({"size": 9, "komi": 0}))
    chosen = random_safe_move(position, random.Random(1))
    assert len(seen) == (60 if safe is None else safe + 1)
    assert chosen == seen[safe or 0]


@pytest.mark.parametrize("choose", [random_safe_move, best_evaluated_move])
def test_levels_without_search_never_swap_by_chance(choose):
    position = find_game("cornered").start(find_game("cornered").ruleset({"size": 3}))
    position = position.play(parse_move("c3", position.topology))
    assert position.is_legal(Swap())
    chosen = {choose(position, random.Random(seed)) for seed in range(20)}
    assert len(chosen) > 1
    assert Swap() not in chosen
    over = SimpleNamespace(legal_moves=lambda: iter([Swap()]), game="lifeline")
    with pytest.raises(ValueError, match="the game is over"):
        choose(over, random.Random(1))


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.number)
def test_a_level_describes_its_manner_and_its_wins_against_the_level_below(level):
    number, wins = level.number, level.wins
    below = "" if number == 1 else f" Wins {wins} of 100 games against level {number - 1}."
    assert level.description == f"{level.manner}{below}"
    assert level.searches is (number > 2)


def test_a_number_without_a_level_is_refused_with_the_levels_that_exist():
    for number in (0, 7):
        with pytest.raises(NoSuchLevel, match=f"no level {number}. Choose one from 1 to 6"):
            find_level(number)


@pytest.mark.parametrize("level", LEVELS[:2], ids=lambda level: level.number)
def test_only_what_is_left_of_a_turn_of_two_placements_is_chosen(level):
    game = find_game("cornered")
    position = game.start(game.ruleset({"size": 4, "start": "twelve-star"}))
    for _ in range(4):
        turn = run_to_end(choose_turn(position, level, 1))
        assert len(turn) == position.placements_left
        begun = position.play(turn[0])
        if begun.to_move is position.to_move:
            rest = run_to_end(choose_turn(begun, level, 2))
            assert len(rest) == len(turn) - 1
            begun = begun.play(rest[0])
        assert begun.turn == position.turn + 1
        position = begun


@pytest.mark.parametrize(("number", "way"), [(1, "safe"), (2, "best")])
def test_a_level_without_search_chooses_each_move_in_its_own_way(number, way, monkeypatch):
    game = find_game("asli")
    position = game.start(game.ruleset({"size": 9, "komi": 0}))
    first, second, *_ = position.legal_moves()
    monkeypatch.setattr("sparring.levels.random_safe_move", lambda *_: first)
    monkeypatch.setattr("sparring.levels.best_evaluated_move", lambda *_: second)
    turn = run_to_end(choose_turn(position, find_level(number), 1))
    assert turn == ({"safe": first, "best": second}[way],)


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_the_captures_that_end_a_game_are_all_found(key):
    game, found = find_game(key), 0
    for seed in range(12):
        rng = random.Random(seed)
        position = game.start(game.ruleset({"size": 3, "start": "none"}))
        while position.outcome() is None:
            moves = list(position.legal_moves())
            if position.phase is Phase.PLAY:
                enemy, winning = position.to_move.other, []
                for move in moves:
                    takes = position.play(move).taken[enemy] > position.taken[enemy]
                    winning += [move] * (takes and progress(position, move)[0])
                assert set(_ending_captures(position)) == {*winning}
                own = [one.cells for one in position.in_danger(position.to_move)]
                found += any(not any(cells >> move.cell & 1 for cells in own) for move in winning)
            position = position.play(rng.choice(moves))
    assert found
