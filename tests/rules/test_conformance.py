"""What every game keeps, whatever its rules. A new game is tested by being registered.

Nothing here names a game: boards, options and moves come from the entries and the positions.
"""

import dataclasses
from contextlib import suppress
from itertools import pairwise, product
from random import Random

import pytest
from playing import refused

from rules.moves import Choose, Hold, Komi, Offer, Place, Swap, format_move, parse_move, parse_turn
from rules.options import OptionError, Ruleset
from rules.position import Colour, Phase, Position
from rules.reasons import IllegalMove, ReasonKind
from rules.record import (
    Details,
    Record,
    export_json,
    export_text,
    import_json,
    import_text,
    positions,
    replay,
)
from rules.registry import GAMES, find_game

LARGEST_OFFER = 6
# Random games: Lifeline 0.95, Asli and Liflina up to 1.9 turns a cell.
TURNS_A_CELL = 2.5


def values_of(option):
    """The values to try: every choice; of numbers the ends, and a small one."""
    if option.kind == "choice":
        return [*option.choices]
    unset = [] if option.default is not None else [None]
    lowest = option.minimum if option.lowest is None else option.lowest
    return [*unset, lowest, lowest + 2, option.maximum]


def combinations(game, *, smallest: bool) -> list[dict]:
    tried = [
        [option.minimum] if smallest and option.name == "size" else values_of(option)
        for option in game.options
    ]
    names = [option.name for option in game.options]
    return [dict(zip(names, values, strict=True)) for values in product(*tried)]


def rulesets(game, *, smallest: bool) -> list[Ruleset]:
    """Every combination of option values that the game accepts."""
    accepted = []
    for chosen in combinations(game, smallest=smallest):
        with suppress(OptionError):
            accepted.append(game.ruleset(chosen))
    return accepted


def title(ruleset):
    return "-".join([ruleset.game, *(f"{name}={it}" for name, it in ruleset.options.items())])


def played(ruleset: Ruleset, seed: int = 0) -> list[Position]:
    """The positions of a random game to its end."""
    random = Random(f"{title(ruleset)}-{seed}")
    course = [find_game(ruleset.game, ruleset.version).start(ruleset)]
    while legal := list(course[-1].legal_moves()):
        modest = [move for move in legal if isinstance(move, Offer) and move.value <= LARGEST_OFFER]
        course.append(course[-1].play(random.choice(modest or legal)))
    return course


def moves_of(course):
    return tuple(after.last_turn.moves[-1] for after in course[1:])


def every_move(position):
    """Every move that has a text, and some that are beyond the board and the range."""
    cells = len(position.topology)
    yield from (Place(cell) for cell in range(-1, cells + 1))
    yield from (Swap(), Komi(), Hold(), Choose(Colour.BLACK), Choose(Colour.WHITE))
    yield from (Offer(value) for value in (-1, 0, 1, cells, cells + 1))


ACCEPTED = [
    pytest.param(ruleset, id=title(ruleset))
    for game in GAMES
    for ruleset in rulesets(game, smallest=True)
    # A large komi makes an endless row of holds; the ends of its range only start here.
    if not int(ruleset.options.get("komi", 0)) > LARGEST_OFFER
]
STARTED = [
    pytest.param(ruleset, id=title(ruleset))
    for game in GAMES
    for ruleset in rulesets(game, smallest=False)
]


@pytest.fixture(scope="module")
def courses():
    """Each random game is played once for all the tests that look at it."""
    known: dict[str, list[Position]] = {}

    def course(ruleset):
        if title(ruleset) not in known:
            known[title(ruleset)] = played(ruleset)
        return known[title(ruleset)]

    return course


@pytest.fixture(params=ACCEPTED)
def course(request, courses):
    return courses(request.param)


@pytest.fixture(params=ACCEPTED)
def record(request, courses):
    return Record(request.param, moves_of(courses(request.param)))


@pytest.mark.parametrize("ruleset", STARTED)
def test_every_choice_of_options_starts_with_an_empty_board_and_the_first_seat(ruleset):
    position = find_game(ruleset.game).start(ruleset)
    assert position.stones == (0, 0)
    assert (position.seat_to_move, position.to_move) == (0, Colour.BLACK)
    assert (position.ply, position.turn, position.last_turn) == (0, 1, None)
    assert position.outcome() is None
    assert position.topology is find_game(ruleset.game).topology(ruleset)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_is_found_by_its_key_and_version_and_says_what_it_is(game):
    assert find_game(game.key) is find_game(game.key, game.version) is game
    assert game.name
    assert game.summary.endswith(".")
    assert all(hint.endswith(".") for hint in game.hints)
    assert len({option.name for option in game.options}) == len(game.options)
    assert game.start(game.ruleset({})).game == game.key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_choices_that_exclude_each_other_are_refused_with_a_sentence(game):
    accepted = [dict(ruleset.options) for ruleset in rulesets(game, smallest=False)]
    for chosen in combinations(game, smallest=False):
        if {name: value for name, value in chosen.items() if value is not None} in accepted:
            continue
        with pytest.raises(OptionError, match=r"\.$"):
            game.ruleset(chosen)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_value_of_every_option_has_a_name_and_perhaps_a_warning(game):
    for ruleset in rulesets(game, smallest=False):
        for name, value in ruleset.options.items():
            assert game.option(name).label_of(value)
            warning = game.option(name).warning(value, ruleset.options)
            assert warning is None or warning.endswith(".")


def test_a_random_game_comes_to_an_end_in_bounds(course):
    points = len(course[0].topology)
    spent = sum(isinstance(move, Komi | Hold) for move in moves_of(course))
    assert course[-1].turn - spent <= TURNS_A_CELL * points + 10


def test_the_game_is_over_exactly_when_no_move_is_legal(course):
    assert all(position.outcome() is None for position in course[:-1])
    assert course[-1].outcome() is not None
    assert course[-1].outcome().ending.sentence.endswith(".")


def test_the_seats_always_have_both_colours(course):
    for position in course:
        assert {position.colour_of(0), position.colour_of(1)} == set(Colour)
        assert position.seat_to_move in (0, 1)
        if position.phase in (Phase.SETUP, Phase.PLAY):
            assert position.colour_of(position.seat_to_move) is position.to_move


def test_the_seats_exchange_colours_only_by_a_swap_or_by_choosing_black(course):
    for before, after in pairwise(course):
        move = after.last_turn.moves[-1]
        exchange = isinstance(move, Swap) or move == Choose(Colour.BLACK)
        assert (before.swapped != after.swapped) == exchange


def test_the_numbers_of_moves_and_turns_grow_one_by_one(course):
    for before, after in pairwise(course):
        assert after.ply == before.ply + 1
        ended = before.placements_left == 1 or isinstance(after.last_turn.moves[-1], Swap)
        assert after.turn == before.turn + ended
        assert after.mid_turn == (not ended)
        assert ended or after.placements_left == before.placements_left - 1


def test_the_same_side_moves_on_within_a_turn_and_after_a_swap(course):
    for before, after in pairwise(course):
        if before.phase in (Phase.SETUP, Phase.PLAY):
            same = after.mid_turn or isinstance(after.last_turn.moves[-1], Swap)
            assert (after.to_move is before.to_move) == same


def test_the_last_turn_tells_what_changed_on_the_board(course):
    turn_began = course[0]
    for before, after in pairwise(course):
        if not before.mid_turn:
            turn_began = before
        last = after.last_turn
        assert last.by is turn_began.to_move
        assert last.number == turn_began.turn
        for colour in Colour:
            had = turn_began.stones[colour] | (last.placed if colour is last.by else 0)
            assert had & ~after.stones[colour] & ~last.removed[colour] == 0
            assert after.stones[colour] & ~had == 0


def test_the_stones_taken_are_those_missing_from_the_board(course):
    placed = [0, 0]
    for before, after in pairwise(course):
        if isinstance(after.last_turn.moves[-1], Place):
            placed[before.to_move] += 1
        on_board = [stones.bit_count() for stones in after.stones]
        assert [on + gone for on, gone in zip(on_board, after.taken, strict=True)] == placed


def test_the_prison_holds_one_colour_at_most_and_only_where_there_is_one(course):
    has_prison = find_game(course[0].game).has_prison
    for position in course:
        assert min(position.prison) == 0
        assert has_prison or position.prison == (0, 0)


def test_groups_and_regions_part_the_board(course):
    for position in course:
        topology = position.topology
        parts = [*position.regions()]
        for colour in Colour:
            groups = position.groups(colour)
            assert sum(groups) == position.stones[colour]
            parts += groups
        assert sum(parts) == topology.full
        assert all(list(topology.components(part)) == [part] for part in parts)


def test_playing_changes_nothing_in_the_position_before(course):
    for before, after in pairwise(course[:30]):
        legal, shown, hashed = list(before.legal_moves()), repr(before), hash(before)
        again = before.play(after.last_turn.moves[-1])
        assert (again, hash(again)) == (after, hash(after))
        assert (list(before.legal_moves()), repr(before), hash(before)) == (legal, shown, hashed)
        assert before != after


def test_a_position_cannot_be_changed(course):
    for field in dataclasses.fields(course[-1]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(course[-1], field.name, None)


def test_legal_moves_are_exactly_the_moves_that_are_not_refused(course):
    for position in course:
        legal = set(position.legal_moves())
        assert len(legal) == len(list(position.legal_moves()))
        for move in every_move(position):
            assert position.is_legal(move) == (move in legal)
            assert (position.why_illegal(move) is None) == (move in legal)


def test_every_refusal_has_a_sentence_and_cells_of_the_board(course):
    for position in course[:: max(1, len(course) // 6)] + course[-1:]:
        for move in every_move(position):
            if position.is_legal(move):
                continue
            reason, _ = refused(position, move)
            assert reason.kind in ReasonKind
            assert reason.cells & ~position.topology.full == 0
            assert reason.ply is None or 0 <= reason.ply < position.ply


def test_nothing_is_legal_after_the_end(course):
    for move in every_move(course[-1]):
        with pytest.raises(IllegalMove):
            course[-1].play(move)


def test_every_legal_move_reads_back_from_its_text(course):
    topology = course[0].topology
    for position in course:
        for move in position.legal_moves():
            assert parse_move(format_move(move, topology), topology) == move


def test_a_whole_turn_reads_back_from_its_text(course):
    topology = course[0].topology
    for position in course[1:]:
        moves = position.last_turn.moves
        words = " ".join(format_move(move, topology) for move in moves)
        assert parse_turn(words, topology) == moves


def test_what_is_hidden_is_a_stone_of_the_side_that_is_not_done(course):
    for position in course:
        assert position.hidden & ~position.stones[position.to_move] == 0
        assert not position.hidden or position.mid_turn


def test_dangers_and_links_are_of_groups_on_the_board(course):
    for position in course[:: max(1, len(course) // 8)]:
        for colour in Colour:
            groups = position.groups(colour)
            for danger in position.in_danger(colour):
                assert danger.group in groups
                assert danger.cells
                assert danger.cells & ~position.board.empty == 0
            assert {link.group for link in position.links(colour)} <= set(groups)


def test_a_record_replays_to_the_position_that_was_played(record):
    game = find_game(record.ruleset.game)
    position = game.start(record.ruleset)
    for move in record.moves:
        position = position.play(move)
    assert replay(record) == position
    assert [each.ply for each in positions(record)] == list(range(len(record.moves) + 1))


@pytest.mark.parametrize(
    ("write", "read"), [(export_text, import_text), (export_json, import_json)]
)
def test_a_record_reads_back_as_it_was_written(record, write, read):
    named = dataclasses.replace(record, details=Details(first="Ann", second="Ben", result="1-0"))
    for each in (record, named, dataclasses.replace(record, moves=record.moves[:5])):
        assert read(write(each)) == each
