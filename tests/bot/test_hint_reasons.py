"""Reasons of hints: every sentence is checked against the rules, by other ways than its own."""

import random
import re
from itertools import combinations

import pytest

from bot.learning import move_effects
from bot.learning.boards import position_from_text
from bot.messages import hint_reasons
from bot.messages.hint_reasons import reasons_for, seen_reason
from bot.words.practice import (
    EVEN,
    LOST,
    NO_CAPTURE,
    NO_REASON,
    ONLY_MOVE,
    PASSES,
    WINS,
    WINS_BY_FORCE,
    safe,
)
from renderer.overlays.plan import Plan
from renderer.scene import board_scene
from renderer.words import colour_name
from rules.colour import Colour
from rules.moves import Hold, Place, parse_turn
from rules.position import Phase
from rules.registry import find_game
from sparring.review import Advice

CELL = r"([A-Z]+\d+)"
GAMES = [
    ("lifeline", {"size": 4, "start": "none"}),
    ("cornered", {"size": 4, "start": "none"}),
    ("asli", {"size": 5, "komi": 2}),
    ("liflina", {"size": 6, "komi": 1}),
]


def group_at(position, name):
    cell = 1 << position.topology.cell(name.lower())
    return next(each for colour in Colour for each in position.groups(colour) if each & cell)


def see_each_other(position, first, second):
    """Return whether two groups share an empty region or, in Liflina, an empty straight run."""
    if position.game == "liflina":
        colour = next(each for each in Colour if position.stones[each] & first)
        return any({each.group, each.friend} == {first, second} for each in position.links(colour))
    return any(first & border and second & border for _, border in position.board.regions)


def friends_of(position, group, colour):
    return {
        each
        for each in position.groups(colour)
        if each != group and see_each_other(position, group, each)
    }


def takes(attacker, name, group):
    """Return whether a placement of the side to move takes a group."""
    move = Place(attacker.topology.cell(name.lower()))
    return (
        attacker.is_legal(move) and not attacker.play(move).stones[attacker.to_move.other] & group
    )


def any_takes(attacker, group):
    return any(
        takes(attacker, name, group) for name in attacker.topology.labels(attacker.board.empty)
    )


def there(before, after):
    """Return the position with an enemy stone on the cell of the turn."""
    return before.passed().play(Place(after.last_turn.placed.bit_length() - 1))


def sole_cells(position, colour):
    """Return the empty cells whose region touches one colour only."""
    return sum(
        cells
        for cells, border in position.board.regions
        if border & position.stones[colour] and not border & position.stones[colour.other]
    )


def check_wins(before, after):
    mover = before.to_move
    outcomes = (
        [after.outcome()]
        if after.outcome()
        else [after.play(m).outcome() for m in after.legal_moves()]
    )
    assert all(each.winner is mover for each in outcomes)


def check_takes(before, after, count):
    enemy = before.to_move.other
    assert (before.stones[enemy] & ~after.stones[enemy]).bit_count() == int(count)


def endangered(position, attacker, colour):
    """Return the groups of a colour that one stone of the other colour, to move, would take."""
    placements = [move for move in attacker.legal_moves() if isinstance(move, Place)]
    left = [attacker.play(move).stones[colour] for move in placements]
    return [each for each in position.groups(colour) if not all(each & stones for stones in left)]


def check_named(position, attacker, group, count, name, cut):
    """Check that a sentence counts the stones of a group, and names its first cells."""
    names = position.topology.labels(position.board.empty)
    assert int(count or 1) == group.bit_count()
    assert name == position.topology.labels(group)[0]
    assert cut == next(each for each in names if takes(attacker, each, group))


def saved(before, after):
    """Return, by group that was in danger, the number of its stones that a turn has saved."""
    mover = before.to_move
    still = sum(endangered(after, after, mover)) | ~after.stones[mover]
    groups = endangered(before, before.passed(), mover)
    return {each: (each & ~still).bit_count() for each in groups if each & ~still}


def check_saves(before, after, count, group, cut):
    mine, found = group_at(before, group), saved(before, after)
    check_named(before, before.passed(), mine, count, group, cut)
    assert found[mine] == max(found.values())


def threatened(before, after):
    """Return, by group in danger after a turn, the number of its stones that were in none."""
    enemy = before.to_move.other
    earlier = sum(endangered(before, before, enemy))
    groups = endangered(after, after.passed(), enemy)
    return {each: (each & ~earlier).bit_count() for each in groups if each & ~earlier}


def check_threatens(before, after, count, group, cut):
    theirs, found = group_at(after, group), threatened(before, after)
    check_named(after, after.passed(), theirs, count, group, cut)
    assert found[theirs] == max(found.values())


def largest(pairs):
    return max(sum(map(int.bit_count, pair)) for pair in pairs)


def check_largest(position, found, first, second):
    """Check that a sentence names the largest of pairs of groups."""
    pair = tuple(sorted(check_pair(position, first, second)))
    assert pair in [tuple(sorted(each)) for each in found]
    assert largest([pair]) == largest(found)


def check_pair(position, first, second):
    """Check that a sentence names two groups by their first cells; return them."""
    pair = tuple(group_at(position, each) for each in (first, second))
    assert [position.topology.labels(each)[0] for each in pair] == [first, second]
    assert pair[0] != pair[1]
    return pair


def cut_apart(before, after, colour):
    """Return the pairs of groups of a colour that see each other only before a turn."""
    left = [each for each in before.groups(colour) if each in after.groups(colour)]
    return [
        pair
        for pair in combinations(left, 2)
        if see_each_other(before, *pair) and not see_each_other(after, *pair)
    ]


def check_cuts(before, after, first, second):
    check_largest(before, cut_apart(before, after, before.to_move.other), first, second)


def check_gains(before, after, cells):
    moves = [Place(before.topology.cell(name.lower())) for name in re.findall(CELL, cells)]
    assert moves
    assert not any(after.is_legal(move) for move in moves)
    assert all(after.passed().is_legal(move) for move in moves)


def check_keeps_apart(before, after, cell, count):
    mover = before.to_move

    def lost(name):
        move = Place(before.topology.cell(name.lower()))
        if not before.is_legal(move):
            return 0
        joined = before.play(move)
        gone = (before.stones[mover] | joined.last_turn.placed) & ~joined.stones[mover]
        return gone.bit_count()

    (area,) = [cells for cells, _ in before.board.regions if cells & after.last_turn.placed]
    assert lost(cell) == int(count) == max(map(lost, before.topology.labels(area)))
    assert before.stones[mover] & ~after.stones[mover] == 0


def kept_in_sight(before, after):
    """Return the pair that an enemy stone there would cut, if its groups are together now."""
    mover = before.to_move
    if not before.passed().is_legal(Place(after.last_turn.placed.bit_length() - 1)):
        return []
    cut = [tuple(sorted(each)) for each in cut_apart(before, there(before, after), mover)]
    for pair in sorted(cut, key=lambda each: (largest([each]), each))[-1:]:
        now = [each for each in after.groups(mover) if each & pair[0] or each & pair[1]]
        return [pair] if len(now) == 1 or see_each_other(after, *now) else []
    return []


def check_keeps_in_sight(before, after, first, second):
    check_largest(before, kept_in_sight(before, after), first, second)


def closed(before, after, colour):
    """Return the number of cells that only one colour borders since a turn."""
    return (sole_cells(after, colour) & ~sole_cells(before, colour)).bit_count()


def check_closes(before, after, count):
    assert 0 < int(count) == closed(before, after, before.to_move)


def check_keeps_open(before, after, count):
    assert 0 < int(count) == closed(before, there(before, after), before.to_move.other)


def with_second_friend(before, after):
    """Return the groups that saw one friend before a turn and see more now, with that friend."""
    mover = before.to_move

    def has_new_friend(each, only):
        now = [found for found in after.groups(mover) if found & each]
        return any(not found & only and len(friends_of(after, found, mover)) > 1 for found in now)

    return [
        (each, *friends)
        for each in before.groups(mover)
        if len(friends := friends_of(before, each, mover)) == 1 and has_new_friend(each, *friends)
    ]


def check_second_friend(before, after, group, friend):
    found = with_second_friend(before, after)
    assert check_pair(before, group, friend) in found
    check_largest(before, found, group, friend)


def check_starts_second(before, after, group):
    mover, placed = before.to_move, after.last_turn.placed
    assert group == before.topology.labels(group_at(before, group))[0]
    assert placed in after.groups(mover)
    assert see_each_other(after, placed, group_at(after, group))
    (border,) = [border for cells, border in before.board.regions if cells & placed]
    assert [each for each in before.groups(mover) if each & border] == [group_at(before, group)]


def joined(before, after):
    """Return the pairs of groups of the mover that are one group after a turn."""
    return [
        each
        for each in combinations(before.groups(before.to_move), 2)
        if any(group & each[0] and group & each[1] for group in after.groups(before.to_move))
    ]


def check_joins(before, after, first, second):
    check_largest(before, joined(before, after), first, second)


def check_free_moves(before, _after, own, theirs):
    mine, other = (
        {move for move in each.legal_moves() if isinstance(move, Place)}
        for each in (before, before.passed())
    )
    assert (len(mine), len(other)) == (int(own), int(theirs))
    assert not mine & other


# The sentence of each reason, and the check of its statement.
CHECKS = {
    "_wins": (r"It wins the game\.", check_wins),
    "_takes": (r"It takes (\d+) stones?\.", check_takes),
    "_saves": (
        rf"It saves (?:(\d+) stones around )?{CELL}: \w+ could take (?:it|them) with {CELL}\.",
        check_saves,
    ),
    "_threatens": (
        rf"It threatens to take (?:(\d+) stones around )?{CELL} with {CELL}\.",
        check_threatens,
    ),
    "_cuts": (rf"It cuts {CELL} from {CELL}\.", check_cuts),
    "_gains": (r"It gains .* free moves?: only you can play on (.*) now\.", check_gains),
    "_keeps_apart": (
        rf"It keeps your groups apart: {CELL} would join them, and you'd lose (\d+) stones?\.",
        check_keeps_apart,
    ),
    "_keeps_in_sight": (
        rf"It stops \w+ from cutting {CELL} from {CELL}\.",
        check_keeps_in_sight,
    ),
    "_closes": (
        r"It closes a region of (\d+) cells?: only your stones are around it\.",
        check_closes,
    ),
    "_keeps_open": (
        r"It stops \w+ from closing a region of (\d+) cells?\.",
        check_keeps_open,
    ),
    "_second_friend": (
        rf"It gives {CELL} a second friend: {CELL} was its only one\.",
        check_second_friend,
    ),
    "_starts_second": (
        rf"It starts a second group in the region of {CELL}\. They see each other, so both live\.",
        check_starts_second,
    ),
    "_joins": (rf"It joins {CELL} and {CELL}: no stone can cut them now\.", check_joins),
    "_counts": (
        r"Only free moves are left: (\d+) for you, (\d+) for \w+\.",
        check_free_moves,
    ),
}


def random_turns(key, options, games, rng):
    """Yield positions of the game proper and a random placement, from random games."""
    game = find_game(key)
    for _ in range(games):
        position = game.start(game.ruleset(options))
        while position.outcome() is None:
            moves = list(position.legal_moves())
            move = rng.choice(moves)
            if position.phase is Phase.PLAY and isinstance(move, Place) and rng.random() < 0.3:
                yield position, move
            position = position.play(move)


def test_every_reason_has_a_check():
    assert [reason.__name__ for reason in hint_reasons._REASONS] == list(CHECKS)


def expected(before, after):
    """Yield the names of reasons with a condition, and whether a turn should have them."""
    quarter, mover = len(before.topology) // 4, before.to_move
    yield "_saves", bool(saved(before, after))
    yield "_threatens", bool(threatened(before, after))
    yield "_cuts", bool(cut_apart(before, after, mover.other))
    yield "_keeps_in_sight", bool(kept_in_sight(before, after))
    yield "_closes", 0 < closed(before, after, mover) <= quarter
    yield "_joins", bool(joined(before, after))
    if before.game != "liflina":  # where groups live by lines
        yield "_second_friend", bool(with_second_friend(before, after))


def check_reasons(before, move):
    """Check the sentence of each reason that a turn has; return the names of these reasons."""
    turn = hint_reasons._Turn(before, before.play(move))
    found = {each.__name__: each(turn) for each in hint_reasons._REASONS}
    for name, has_reason in expected(before, turn.after):
        assert bool(found[name]) is has_reason, name
    for name, sentence in found.items():
        if sentence:
            pattern, check = CHECKS[name]
            assert colour_name(before.to_move) not in sentence
            check(before, turn.after, *re.fullmatch(pattern, sentence).groups())
    return {name for name, sentence in found.items() if sentence}


def test_every_sentence_is_a_fact_of_the_rules():
    found = set()
    for key, options in GAMES:
        for before, move in random_turns(key, options, 6, random.Random(key)):
            found |= check_reasons(before, move)
    assert found | {"_keeps_apart"} == set(CHECKS)


def test_a_line_from_a_group_to_itself_is_no_cut():
    board = position_from_text(
        "liflina", "XXXOO XX.OX XXX.X OOXOX .OOO.", to_move="white", prison=(2, 0)
    )

    assert "_cuts" not in check_reasons(board, Place(board.topology.cell("c4")))


def test_a_turn_beside_cells_that_join_the_last_groups_keeps_them_apart(monkeypatch):
    """Such positions are too rare in random games."""
    board = position_from_text(
        "lifeline", "OO.. ..XOO XXXXXX OXOXOOX OXO..X .OXOX O.OX", to_move="white"
    )

    turn = Place(board.topology.cell("g7"))
    assert check_reasons(board, turn) == {"_keeps_apart"}
    (area,) = [
        cells for cells, _ in board.board.regions if cells & board.play(turn).last_turn.placed
    ]
    for most, found in ((area.bit_count(), {"_keeps_apart"}), (area.bit_count() - 1, set())):
        monkeypatch.setattr(move_effects, "MOST_TRIED", most)
        assert check_reasons(board, turn) == found


def test_more_than_four_cells_are_no_free_moves_at_once(monkeypatch):
    counts = set()
    for key, options in GAMES[:3]:
        for before, move in random_turns(key, options, 4, random.Random(key)):
            after = before.play(move)
            monkeypatch.setattr(move_effects, "MOST_FREE", 4)
            if cells := move_effects.free_moves_by(before, after):
                counts.add(cells.bit_count())
                monkeypatch.setattr(move_effects, "MOST_FREE", cells.bit_count())
                assert move_effects.free_moves_by(before, after) == cells
                monkeypatch.setattr(move_effects, "MOST_FREE", cells.bit_count() - 1)
                assert move_effects.free_moves_by(before, after) == 0
    assert len(counts) > 1


QUIET = position_from_text("lifeline", "XO.. ..O.. ...OOO X...... ...... ...O. ...X")


def sentences(position, turn, **advice):
    searched = advice.pop("searched", True)
    moves = parse_turn(turn, position.topology)
    return reasons_for(position, Advice(moves, **advice), searched=searched)


def start_of(key, **options):
    game = find_game(key)
    return game.start(game.ruleset(options))


def planned(position, plan):
    return {"plan": parse_turn(plan, position.topology) if plan else ()}


def test_a_turn_without_a_visible_reason_gets_the_plan_of_the_search():
    assert seen_reason(QUIET, parse_turn("d4", QUIET.topology)) == ""

    reasons = sentences(QUIET, "d4", **planned(QUIET, "f6 c3"))

    assert reasons.sentences == ("Plan: White answers **F6**, then you play **C3**.",)
    assert reasons.plan == parse_turn("f6 c3", QUIET.topology)


def test_a_plan_says_what_its_last_turn_does():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    quiet = next(
        move
        for move in board.legal_moves()
        if not seen_reason(board, (move,)) and board.play(move).is_legal(Place(0))
    )
    plan = planned(board, "a1 d3")

    told = reasons_for(board, Advice((quiet,), **plan), searched=True).sentences

    short = reasons_for(board, Advice((quiet,), plan=plan["plan"][:1]), searched=True)
    assert short == hint_reasons.Reasons((NO_CAPTURE(),))
    assert told[0] == NO_CAPTURE()
    assert told[1] == "Plan: Black answers **A1**, then you play **D3**."
    assert told[2] == seen_reason(
        board.play(quiet).play(Place(0)), parse_turn("d3", board.topology)
    )
    assert told[2].startswith("It takes ")


@pytest.mark.parametrize("plan", ["f6", "", "f6 c3 f7"])
def test_only_a_plan_of_two_turns_is_told(plan):
    assert sentences(QUIET, "d4", **planned(QUIET, plan)) == hint_reasons.Reasons((NO_REASON(),))


def test_two_placements_of_a_turn_are_one_turn_of_a_plan():
    start = start_of("lifeline", size=5)
    after = start.play(Place(0)).play(Place(20))

    (told,) = sentences(after, "e5 g7", **planned(after, "c3 d5")).sentences

    assert told == "Plan: Black answers **C3**, then you play **D5**."
    twelve = start_of("cornered", size=5, start="twelve-star").play(Place(0))
    (told,) = sentences(twelve, "e5 g7", **planned(twelve, "c3 d5 f5 f7")).sentences
    assert told == "Plan: Black answers **C3 and D5**, then you play **F5 and F7**."


def test_a_hold_costs_no_cell_and_may_be_part_of_a_plan():
    board = position_from_text(
        "asli", "X...O ..... ..X.. ..... O...X", prison=(1, 0), ever_two_groups=(True, True)
    )

    quiet = next(
        move
        for move in board.legal_moves()
        if isinstance(move, Place) and not seen_reason(board, (move,))
    )
    then = next(
        move
        for move in board.play(quiet).play(Hold()).legal_moves()
        if not seen_reason(board.play(quiet).play(Hold()), (move,))
    )
    plan = reasons_for(board, Advice((quiet,), plan=(Hold(), then)), searched=True)
    hold = sentences(board.play(quiet), "hold")

    answered = board.topology.label(then.cell)
    assert plan.sentences == (f"Plan: White answers **Hold**, then you play **{answered}**.",)
    assert hold.sentences == (PASSES(),)


def test_a_seen_reason_needs_no_plan():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")

    reasons = sentences(board, "d3", **planned(board, "a1 a2"))

    assert reasons.plan == ()
    assert reasons.sentences == ("It takes 2 stones.",)


def test_a_proved_result_is_said_with_the_reason():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")

    assert sentences(board, "d3", won=True).sentences == ("It takes 2 stones.", WINS_BY_FORCE())
    assert sentences(board, "d3", lost=True).sentences == (LOST(), "It takes 2 stones.")
    assert sentences(QUIET, "d4", won=True).sentences == (WINS_BY_FORCE(),)


def test_a_turn_that_wins_at_once_needs_no_proof():
    cut = position_from_text("lifeline", "OX. .OXX .OO.X OXXO XX.")

    assert sentences(cut, "d3", won=True).sentences == ("It wins the game.",)


def test_the_only_legal_move_says_so():
    board = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")
    (only,) = board.legal_moves()

    assert reasons_for(board, Advice((only,)), searched=True).sentences == (ONLY_MOVE(),)
    assert seen_reason(board, (only,))


def test_an_only_move_that_wins_is_said_to_win():
    turns = random_turns("lifeline", {"size": 3}, 40, random.Random(1))
    board, move = next(
        (before, move)
        for before, move in turns
        if len(list(before.legal_moves())) == 1 and seen_reason(before, (move,)) == WINS()
    )
    assert reasons_for(board, Advice((move,), won=True), searched=True).sentences == (WINS(),)


def test_a_turn_that_was_not_read_ahead_is_called_safe_if_no_group_is_in_danger_after_it():
    rng, told = random.Random(4), set()
    for key, options in GAMES:
        for before, move in random_turns(key, options, 3, rng):
            reasons = reasons_for(before, Advice((move,)), searched=False)
            if seen_reason(before, (move,)) or reasons.sentences == (ONLY_MOVE(),):
                continue
            after, mover = before.play(move), before.to_move
            is_safe = not any(any_takes(after, group) for group in after.groups(mover))
            assert reasons.sentences == ((safe(mover.other.label),) if is_safe else ())
            told.add(is_safe)
    assert told == {True, False}


def test_in_the_setup_the_chances_are_even_or_there_is_a_plan():
    start = start_of("lifeline", size=5)

    assert sentences(start, "a1 c3", **planned(start, "e5 g7 d4")).sentences == (EVEN(),)
    assert sentences(start, "a1 c3", searched=False).sentences == ()


def test_a_plan_is_drawn_with_a_number_on_each_stone():
    later = parse_turn("f6 c3", QUIET.topology)
    overlay = Plan(parse_turn("d4", QUIET.topology), later)

    scene = board_scene(QUIET, overlays=[overlay])

    cells = [QUIET.topology.cell(name) for name in ("d4", "f6", "c3")]
    assert [(mark.cell, mark.text) for mark in scene.marks[-3:]] == list(
        zip(cells, "123", strict=True)
    )
    assert scene.shades == (1 << cells[0] | 1 << cells[2], 1 << cells[1])
    assert scene.stones == QUIET.stones
