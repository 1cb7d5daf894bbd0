"""Proved lines that become puzzles, and puzzles that count as equal; the proofs are made up."""

import random
import re
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace

import pytest

pytest.importorskip("numba", reason="numba is not installed: the maker cannot be imported")

from rules.position import Phase
from rules.registry import GAMES, find_game
from rules.setup import setup
from sparring.__main__ import main
from sparring.endgame_solver import count_empty_cells
from sparring.levels import LEVELS
from sparring.puzzles import collection, command, difficulty, maker
from sparring.puzzles.command import without_duplicates
from sparring.puzzles.from_position import as_start, plain_puzzle
from sparring.puzzles.proof import MAX_NODES, UnprovedError
from sparring.puzzles.puzzle import MAX_CHOICES, Puzzle, Step, to_line
from sparring.puzzles.symmetry import canonical_key

START = next(each.start for each in collection.load() if len(each.steps[0].refutations) > 5)


@pytest.fixture
def made(monkeypatch):
    """Return a function that makes a puzzle of a line with these numbers of refutations."""
    monkeypatch.setattr(maker, "rate", lambda puzzle: (2, 1234))
    monkeypatch.setattr(maker, "find_themes", lambda puzzle: ())

    def make(*refutations: int, min_turns: int = 1, nodes: int = 9, proved: bool = True):
        steps = tuple(
            Step("a1", "b2", {str(each): "" for each in range(number)}) for number in refutations
        )

        class MadeProver:
            def __init__(self):
                self.nodes = nodes

            def find_line(self, position):
                yield
                if not proved:
                    raise UnprovedError
                return steps

        monkeypatch.setattr(maker, "Prover", MadeProver)
        return maker._make_puzzle(START, min_turns)

    return make


def test_a_known_position_becomes_no_other_puzzle(monkeypatch):
    other = next(
        each.start
        for each in collection.load()
        if canonical_key(each.start) != canonical_key(START)
    )
    monkeypatch.setattr(maker, "_play_endings", lambda *_: iter([START, other, other, START]))
    monkeypatch.setattr(
        maker, "_make_puzzle", lambda position, _: SimpleNamespace(positions=[position, None])
    )
    known = {canonical_key(START)}
    puzzles = maker.make_puzzles("lifeline", 1, known)
    assert next(puzzles).positions[0] == other
    monkeypatch.setattr(maker, "_play_endings", lambda *_: iter([other, "end"]))
    monkeypatch.setattr(maker, "canonical_key", {other: canonical_key(other)}.__getitem__)
    with pytest.raises(KeyError):  # it continues with the next position
        next(puzzles)


@pytest.mark.parametrize("lowest", range(1, 7))
def test_each_level_that_fails_makes_a_puzzle_harder(monkeypatch, lowest):
    monkeypatch.setattr(difficulty, "solves", lambda _, level, __: level.number >= lowest)
    puzzle = plain_puzzle("x", START, (Step("a1", "b2", {}),), 1)
    assert difficulty.rate(puzzle) == (lowest, 700 + 150 * (lowest - 1))


def test_a_puzzle_has_at_most_as_many_turns_as_buttons(made):
    most = MAX_CHOICES - 1  # beside the answer
    assert made(most, 3).steps[0].refutations
    assert made(most + 1, 3) is None
    assert made(3, most + 1) is None


def test_a_puzzle_has_at_least_the_wanted_turns(made):
    assert made(3, 3, min_turns=2).difficulty == 1234
    assert made(3, min_turns=2) is None
    assert made() is None


def test_a_puzzle_is_proved_within_the_limit(made):
    assert made(3, nodes=MAX_NODES).nodes == MAX_NODES
    assert made(3, nodes=MAX_NODES + 1) is None
    assert made(3, proved=False) is None


def test_a_position_with_few_turns_is_no_puzzle(made, monkeypatch):
    turns = len(list(START.legal_moves()))
    monkeypatch.setattr(maker, "MIN_TURNS", turns)
    assert made(3) is not None
    monkeypatch.setattr(maker, "MIN_TURNS", turns + 1)
    assert made(3) is None


def later(puzzle: Puzzle, number: int) -> Puzzle:
    """Return the puzzle that begins at a later step of another one."""
    black, white = (
        tuple(puzzle.start.topology.names[cell] for cell in range(99) if stones >> cell & 1)
        for stones in puzzle.positions[1].stones
    )
    return replace(
        puzzle,
        id=f"{puzzle.game[:2]}{number:08x}",
        stones=(black, white),
        komi=puzzle.positions[1].komi,
        steps=puzzle.steps[1:],
    )


@pytest.mark.parametrize("newer_first", [False, True])
def test_of_two_puzzles_with_one_line_the_longer_remains(newer_first):
    found = [each for each in collection.load() if each.game == "lifeline" and len(each.steps) > 2]
    longer, other = found[:2]
    shorter = later(longer, 1 if newer_first else 0xFFFFFFFF)
    assert canonical_key(shorter.start) == canonical_key(longer.positions[1])
    for order in ([longer, shorter, other], [other, shorter, longer]):
        kept = without_duplicates(order)
        assert kept == sorted([longer, other], key=lambda each: each.id)


def test_puzzles_with_one_number_are_the_same():
    first, second = [each for each in collection.load() if each.game == "asli"][:2]
    same = replace(second, id=first.id)
    assert len(without_duplicates([first, same])) == 1


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
@pytest.mark.parametrize("komi", [0, 2])
def test_colours_are_exchanged_only_without_komi(key, komi):
    sides = (["a1", "c2"], ["b4", "d4"])
    black, white = (
        setup(key, {"size": 4}, black=own, white=others, to_move=mover, komi=komi)
        for own, others, mover in ((*sides, "black"), (*reversed(sides), "white"))
    )
    assert (canonical_key(black) == canonical_key(white)) is (komi == 0)


def test_positions_that_differ_in_more_than_symmetry_have_different_keys():
    def key(own="black", *, prison, minimal):
        """Return the key of a position, or of the same one with the colours exchanged."""
        order = 1 if own == "black" else -1
        black, white = (["a1", "c2"], ["b4", "d4"])[::order]
        return canonical_key(
            setup(
                "asli",
                {"size": 5},
                black=black,
                white=white,
                to_move=own,
                prison=prison[::order],
                minimal_incursion=minimal,
            )
        )

    variants = [
        {"prison": prison, "minimal": minimal}
        for prison in ((0, 2), (2, 0), (0, 1), (0, 0))
        for minimal in (False, True)
    ]
    assert len({key(**each) for each in variants}) == len(variants)
    assert all(key("white", **each) == key(**each) for each in variants)


def test_equal_boards_of_other_games_and_sizes_have_different_keys():
    stones = {"black": ["a1", "c2"], "white": ["b4", "d4"]}
    kinds = [(game, size) for game in ("lifeline", "cornered") for size in (4, 5)]
    kinds += [(game, size) for game in ("asli", "liflina") for size in (5, 6)]
    keys = {canonical_key(setup(game, {"size": size}, **stones)) for game, size in kinds}
    assert len(keys) == len(kinds)


def test_it_counts_which_side_has_had_two_groups():
    def key(own, *, ever):
        """Return the key of a position, or of the same one with the colours exchanged."""
        order = 1 if own == "black" else -1
        black, white = (["a1"], ["b4"])[::order]
        start = setup("asli", {"size": 5}, black=black, white=white, to_move=own)
        return canonical_key(replace(start, ever_two_groups=ever[::order]))

    variants = [(first, second) for first in (False, True) for second in (False, True)]
    assert len({key("black", ever=each) for each in variants}) == 4
    assert all(key("white", ever=each) == key("black", ever=each) for each in variants)


@pytest.mark.parametrize("changes", [{}, {"minimal_incursion": True}])
@pytest.mark.parametrize("balance", [-2, 0, 3])
@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_a_start_is_the_position_without_its_history(key, balance, changes):
    game, rng = find_game(key), random.Random(f"start {key}")
    position = game.start(game.ruleset({"size": 5, "komi": 4}))
    while position.phase is not Phase.PLAY or position.ply < 8:
        position = position.play(rng.choice(list(position.legal_moves())))
    position = replace(position, balance=balance, **changes)
    for start in (as_start(position), plain_puzzle("as1", position, (), 1).start):
        for name in ("stones", "to_move", "prison", "minimal_incursion"):
            assert getattr(start, name) == getattr(position, name), name
        if key == "asli":
            assert start.ever_two_groups == position.ever_two_groups
        assert canonical_key(start) == canonical_key(position)


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_a_start_keeps_whites_komi(key):
    board, game, rng = maker.BOARDS[key][0], find_game(key), random.Random(f"komi {key}")
    position = game.start(game.ruleset({"size": board.size, **board.options[1]}))
    while position.phase is not Phase.PLAY or position.ply < 8:
        position = position.play(rng.choice(list(position.legal_moves())))
    assert position.komi
    for start in (as_start(position), plain_puzzle(f"{key[:2]}1", position, (), 1).start):
        assert start.komi == position.komi
        assert canonical_key(start) == canonical_key(position)


def test_puzzles_of_the_collection_and_of_the_file_are_known(tmp_path, monkeypatch):
    shipped, made = [each for each in collection.load() if each.game == "asli"][:2]
    given = []
    monkeypatch.setattr(collection, "load", lambda: (shipped,))
    monkeypatch.setattr(command, "_make", lambda game, options, known: given.append(known))
    file = tmp_path / "puzzles.txt"
    file.write_text(to_line(made) + "\n")
    assert main(["puzzles", str(file), "--game", "asli"]) == 0
    keys = {canonical_key(each) for puzzle in (shipped, made) for each in puzzle.positions[:-1]}
    assert given == [keys]


@pytest.fixture
def endings(monkeypatch):
    """Return a function that gives the positions from which the next game makes puzzles."""
    puzzles = collection.load()[:8]
    by_key = {canonical_key(each.start): each for each in puzzles}
    monkeypatch.setattr(
        maker, "_make_puzzle", lambda position, turns: by_key[canonical_key(position)]
    )

    def play(game, board, rng):
        yield from (each.start for each in puzzles)

    monkeypatch.setattr(maker, "_play_endings", play)
    return puzzles


def test_a_game_gives_a_few_puzzles_from_positions_that_are_not_known(endings):
    most, game = maker.MAX_GAME_PUZZLES, endings[0].game
    known = {canonical_key(endings[1].start)}
    expected = [endings[0], *endings[2:]]
    made = list(islice(maker.make_puzzles(game, 1, known), len(expected)))
    assert made == expected
    assert most < len(expected)
    assert {canonical_key(each) for puzzle in made for each in puzzle.positions[:-1]} < known


def test_a_game_gives_no_more_puzzles_than_the_limit(endings, monkeypatch):
    games, play = [], maker._play_endings

    def count_games(*arguments):
        games.append(arguments)
        return play(*arguments)

    monkeypatch.setattr(maker, "_play_endings", count_games)
    puzzles = maker.make_puzzles(endings[0].game, 1, set())
    assert len(list(islice(puzzles, maker.MAX_GAME_PUZZLES))) == maker.MAX_GAME_PUZZLES
    assert len(games) == 1
    next(puzzles)
    assert len(games) == 2


def test_levels_play_their_own_colour_until_few_cells_are_empty(monkeypatch):
    played = []

    def choose(position, level, seed):
        yield
        played.append((position.to_move, level))
        return (next(iter(position.legal_moves())),)

    monkeypatch.setattr(maker, "choose_turn", choose)
    game = find_game("lifeline")
    start = game.start(game.ruleset({"size": 4, "start": "none"}))
    cells = count_empty_cells(start)
    *_, last = maker._play_on(start, LEVELS[1:3], cells - 5, random.Random(1))
    assert count_empty_cells(last) == cells - 5
    assert played == [(colour, LEVELS[1 + colour]) for colour in (0, 1, 0, 1, 0)]


def test_each_seed_draws_its_own_games(endings, monkeypatch):
    draws = []

    def play(game, board, rng):
        draws.append(rng.random())
        yield endings[0].start

    monkeypatch.setattr(maker, "_play_endings", play)
    for seed in (1, 2, 1):
        monkeypatch.setattr(maker, "_make_puzzle", lambda position, turns: endings[0])
        next(maker.make_puzzles("lifeline", seed, set()))
    assert draws[0] == draws[2] != draws[1]


def test_a_puzzle_has_the_first_eight_digits_of_its_position(made):
    assert re.fullmatch(r"[a-z]{2}[0-9a-f]{8}", made(3).id)


def test_weak_levels_play_twelve_endings_of_one_game(monkeypatch):
    board, drawn = maker.BOARDS["lifeline"][0], {True: set(), False: set()}
    puzzles = [each.start for each in collection.load()[:2]]
    for seed in range(12):
        begun = []

        def play_on(position, levels, min_empty, rng, begun=begun):
            begun.append((position, min_empty))
            drawn[min_empty > 0] |= {level.number for level in levels}
            assert len(levels) == 2
            yield from puzzles

        monkeypatch.setattr(maker, "_play_on", play_on)
        list(maker._play_endings("lifeline", board, random.Random(seed)))
        (first, empty), *endings = begun
        assert (first.ply, empty) == (0, board.max_empty + maker.ENDING_CELLS)
        assert endings == [(puzzles[-1], 0)] * 12
    assert drawn == {True: {1, 2, 3}, False: {1, 2}}


def test_an_ending_is_tried_once(monkeypatch):
    board = maker.Board(4, ({"start": "none"},), 37)
    monkeypatch.setattr(maker, "_play_on", lambda position, *_: iter((START, START)))
    assert len(list(maker._play_endings("lifeline", board, random.Random(1)))) == 1


def test_a_game_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(maker, "MAX_GAME_TURNS", 5)
    game = find_game("asli")
    start = game.start(game.ruleset({"size": 5, "komi": 2}))
    *_, last = maker._play_on(start, [LEVELS[0]] * 2, 0, random.Random(1))
    assert last.turn == 5
    assert last.outcome() is None


@pytest.mark.parametrize("game", maker.BOARDS)
def test_endings_are_different_late_positions_of_undecided_games(game, monkeypatch):
    monkeypatch.setattr(maker, "LEVEL_CHOICES", (1,))
    monkeypatch.setattr(maker, "ENDING_LEVELS", (1,))
    board = maker.BOARDS[game][0]
    found = list(maker._play_endings(game, board, random.Random(1)))
    assert found
    for position in found:
        assert maker.MIN_TURNS <= count_empty_cells(position) <= board.max_empty
        assert position.phase is Phase.PLAY
        assert position.outcome() is None
    assert len(set(map(canonical_key, found))) == len(found)


def test_few_puzzles_may_have_a_single_turn():
    rng = random.Random(1)
    drawn = [maker._draw_min_turns(rng) for _ in range(2000)]
    assert set(drawn) == {1, 2}
    assert abs(drawn.count(1) / len(drawn) - maker.FIRST_STEPS_SHARE) < 0.03


@pytest.mark.parametrize("level", [each.number for each in difficulty.TRIED_LEVELS])
def test_the_difficulty_grows_with_the_level_the_proof_and_the_line(level, monkeypatch):
    monkeypatch.setattr(difficulty, "_finds", lambda each, puzzle: each.number >= level)
    puzzle = next(each for each in collection.load() if len(each.steps) > 1)
    easy = replace(puzzle, steps=puzzle.steps[:1], nodes=1)
    points = 700 + (level - 1) * 150
    assert difficulty.rate(easy) == (level, points)
    assert difficulty.rate(replace(easy, nodes=0)) == (level, points)
    assert difficulty.rate(replace(easy, nodes=4))[1] == points + 2 * 30
    longer = replace(easy, steps=puzzle.steps[:2])
    assert difficulty.rate(longer)[1] == points + 60


def test_a_level_solves_a_puzzle_if_it_finds_every_turn(monkeypatch):
    puzzle = next(each for each in collection.load() if len(each.steps) == 3)
    answers = dict(zip(puzzle.positions, puzzle.steps, strict=False))
    for missed in range(4):

        def choose(position, level, seed, missed=missed):
            yield
            here = answers[position]
            is_missed = puzzle.steps.index(here) == missed
            return (puzzle.move(next(iter(here.refutations)) if is_missed else here.answer),)

        monkeypatch.setattr(difficulty, "choose_turn", choose)
        assert difficulty.solves(puzzle, LEVELS[0], 1) is (missed == 3)


@pytest.mark.parametrize(("successes", "found"), [(1, False), (2, True), (3, True)])
def test_a_level_finds_what_it_solves_in_most_tries(successes, found, monkeypatch):
    monkeypatch.setattr(difficulty, "solves", lambda puzzle, level, seed: seed < successes)
    puzzle = collection.load()[0]
    assert difficulty.rate(puzzle)[0] == (1 if found else difficulty.NOT_FOUND)


def test_puzzles_of_every_game_are_made_unless_one_is_named(tmp_path, monkeypatch):
    games = []
    monkeypatch.setattr(command.jit, "compile_all", lambda: None)
    monkeypatch.setattr(maker, "make_puzzles", lambda game, seed, known: games.append(game) or ())
    for named in ([], ["--game", "asli"]):
        assert main(["puzzles", str(tmp_path / "made"), "--count", "1", *named]) == 0
    assert games == [*(game.key for game in GAMES if game.searchable), "asli"]


def test_made_puzzles_are_added_to_the_file(tmp_path, monkeypatch):
    asli = [each for each in collection.load() if each.game == "asli"][:4]
    lines = iter(asli)
    monkeypatch.setattr(command.jit, "compile_all", lambda: None)
    monkeypatch.setattr(maker, "make_puzzles", lambda game, seed, known: lines)
    file = tmp_path / "puzzles.txt"
    for count in ("1", "2"):
        assert main(["puzzles", str(file), "--game", "asli", "--count", count]) == 0
    assert command.read_lines(file) == asli[:3]


def test_shipping_adds_the_puzzles_of_the_file_to_the_collection(tmp_path, monkeypatch, capsys):
    first, second, third = [each for each in collection.load() if each.game == "asli"][:3]
    saved = []
    monkeypatch.setattr(collection, "load", lambda: (first, second))
    monkeypatch.setattr(collection, "save", saved.append)
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(to_line(each) + "\n" for each in (third, second)))
    assert main(["puzzles", str(file), "--ship"]) == 0
    assert saved == [[first, second, third]]
    assert capsys.readouterr().out == "The collection has 3 puzzles.\n"
