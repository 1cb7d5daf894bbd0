"""Trees of tried moves against slow references: paths, lines kept at an undo, variations."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from bot.services.values.try_board.lines import PlayedLine
from bot.services.values.try_board.tree import (
    IN_GAME,
    TryPlace,
    TryTree,
    graft,
    new_node,
    place_after,
    position_key,
)
from bot.services.values.try_board.variations import as_comments, together
from bot.store.tables.try_board import TryNode
from bot.words import try_board as words
from renderer.phrases import labelled
from rules.comments import Comments, Variation
from rules.games.lifeline import Lifeline
from rules.moves import format_move, parse_move
from rules.position import Colour, Ending, Outcome
from rules.registry import find_game

THEN = datetime(2030, 1, 2, tzinfo=UTC)


def any_tree(seed):
    """Return a tree of nodes with few positions, so that these occur at several plies."""
    lots, nodes = random.Random(seed), {}
    for number in sorted(lots.sample(range(1, 40), 18)):
        parent = lots.choice([IN_GAME, *nodes])
        ply = nodes[parent].ply + 1 if parent else lots.randrange(4)
        planned = lots.choice([None, THEN])
        nodes[number] = TryNode(number, parent, ply, lots.randrange(3), lots.choice("ab"), planned)
    order = lots.sample(list(nodes.values()), len(nodes))
    return TryTree(order), nodes


def path(nodes, number):
    """Return the moves to a node, the first one first."""
    found = []
    while number != IN_GAME:
        found.insert(0, nodes[number])
        number = nodes[number].parent
    return found


def last_where(items, condition):
    return max((at for at, each in enumerate(items) if condition(each)), default=0)


@pytest.mark.parametrize("seed", range(8))
def test_every_question_about_a_tree_has_the_answer_of_its_paths(seed):
    tree, nodes = any_tree(seed)
    paths = {number: path(nodes, number) for number in nodes}
    places = {(each.ply, each.position) for each in nodes.values()}
    assert tree.next_node() == max(nodes) + 1
    for number, line in paths.items():
        below = {each for each in nodes if nodes[number] in paths[each]}
        assert (tree.subtree(number)[0], set(tree.subtree(number))) == (number, below)
        assert len(tree.subtree(number)) == len(below)
        begins = last_where(line, lambda each: each.planned_at is None)
        planned = line[begins + (line[begins].planned_at is None) : -1]
        earlier = {each.node for each in planned} if line[-1].planned_at else set()
        assert set(tree.planned_before(number)) == earlier
        for place in places:
            met = [(each.ply, each.position) == place for each in line]
            assert tree.passes(number, *place) is any(met)
            assert tree.line(number, {place}) == tuple(line[last_where(met, bool) :])
    for place in places:
        here = [each for _, each in sorted(nodes.items()) if (each.ply, each.position) == place]
        assert tree.branches(TryPlace(IN_GAME, *place)) == tuple(here)
        for move in "ab":
            (found, *_) = [each for each in here if each.move == move] or [None]
            assert tree.find_branch(TryPlace(IN_GAME, *place), move) == found
        for tip in (IN_GAME, 99, *nodes):
            through = [each for each in here if each in paths.get(tip, ())] or here
            assert tree.next_branch(here, tip) == through[-1]
    assert tree.next_branch((), 1) is None


RULES = (
    ("lifeline", {"size": 3, "start": "strong-pie"}),
    ("lifeline", {"size": 3, "start": "komi-pie"}),
    ("cornered", {"size": 3, "start": "twelve-star"}),
    ("asli", {"size": 5}),
)


def a_game(lots, key, options, plies):
    """Return the positions of a random game, and its moves."""
    position = find_game(key).start(find_game(key).ruleset(options))
    found, moves = [position], []
    while len(moves) < plies and position.outcome() is None:
        moves.append(lots.choice(list(position.legal_moves())[:4]))
        position = position.play(moves[-1])
        found.append(position)
    return found, moves


def tries(lots, game, moves, count):
    """Return moves tried at random in a game, at its positions and after each other."""
    nodes, positions = {}, {}
    for _ in range(count):
        after = lots.choice([IN_GAME, *nodes])
        position = positions[after] if after else lots.choice(game)
        place = TryPlace(after, position.ply, position_key(position))
        legal = list(position.legal_moves())[:4]
        if position.outcome() is not None or not legal:
            continue
        move = lots.choice([*legal, *moves[position.ply : position.ply + 1]])
        if not position.is_legal(move):
            continue
        tree = TryTree(nodes.values())
        node = tree.find_branch(place, format_move(move, position.topology))
        if node is None:
            node = replace(
                new_node(tree, place, move, position),
                note=lots.choice(["", "", f"note {len(nodes)}"]),
                mark=lots.choice([None, None, "good", "bad"]),
                planned_at=lots.choice([None, None, THEN + timedelta(seconds=len(nodes))]),
            )
        nodes[node.node] = node
        positions[node.node] = position.play(move)
        assert place_after(node, positions[node.node]).ply == positions[node.node].ply
    return nodes


def stories(nodes, undone, to_ply):
    """Return the nodes after a ply by the moves, with their positions, that lead to each."""
    found = {}
    for number in nodes:
        line = [(each.ply, each.position, each.move) for each in path(nodes, number)]
        story = [each for each in undone if each[0] < line[0][0]] + line
        if line[-1][0] >= to_ply:
            story = tuple(each for each in story if each[0] >= to_ply)
            found.setdefault(story, []).append(nodes[number])
    return found


@pytest.mark.parametrize("seed", range(24))
def test_an_undo_keeps_every_tried_move_with_its_note_mark_and_plan(seed):
    lots = random.Random(seed)
    game, moves = a_game(lots, *RULES[seed % len(RULES)], plies=9)
    to_ply = lots.randrange(len(moves))
    undone = [
        (at.ply, position_key(at), format_move(move, at.topology))
        for at, move in zip(game, moves, strict=False)
    ][to_ply:]
    old = tries(lots, game, moves, 30)
    grafted = graft(TryTree(old.values()), game[to_ply:], moves[to_ply:])
    new = {number: each for number, each in old.items() if number not in grafted.removed}
    for each in grafted.added:
        assert each.node not in new
        new[each.node] = each

    before, after = stories(old, undone, to_ply), stories(new, (), to_ply)

    for name in ("note", "mark", "planned_at"):
        kept, known = (
            Counter((story, getattr(e, name)) for story, found in all_.items() for e in found)
            for all_ in (before, after)
        )
        assert {k: n for k, n in kept.items() if k[1]} == {k: n for k, n in known.items() if k[1]}
    roots = [each.ply for each in old.values() if each.parent == IN_GAME]
    again = {tuple(undone[: at + 1]) for at in range(max([*roots, to_ply]) - to_ply)}
    assert after.keys() == before.keys() | again
    for story, found in after.items():
        assert len(found) <= max(1, len(before.get(story, ()))), "equal moves become one"
        for one, other in pairwise(found):
            both = [(one.note, other.note), (one.mark, other.mark)]
            both.append((one.planned_at, other.planned_at))
            parents = (new.get(one.parent), new.get(other.parent))
            assert any(map(all, both)) or parents[0] != parents[1]
    early = {number: each for number, each in old.items() if each.ply < to_ply}
    assert early.items() <= new.items()


def test_equal_moves_after_united_ones_are_united_too():
    """The earlier line and the one that begins after the undone move have two moves in common."""
    game, moves = a_game(random.Random(1), "lifeline", {"size": 3, "start": "none"}, 3)
    names = game[0].topology.names
    played = [format_move(move, game[0].topology) for move in moves]
    free = [name for name in names if name not in played][:4]
    keys = [position_key(each) for each in game]
    line = [
        TryNode(1, IN_GAME, 1, keys[1], played[1]),
        TryNode(2, 1, 2, keys[2], free[0], mark="bad"),
        TryNode(3, 2, 3, 77, free[1]),
        TryNode(4, 3, 4, 78, free[2]),
        TryNode(5, IN_GAME, 2, keys[2], free[0], note="quiet"),
        TryNode(6, 5, 3, 77, free[1], planned_at=THEN),
        TryNode(7, 6, 4, 78, free[3]),
    ]
    grafted = graft(TryTree(line), game[1:], moves[1:])
    assert sorted(grafted.removed) == [2, 3, 5, 6, 7]
    assert sorted(grafted.added, key=lambda each: each.node) == [
        replace(line[1], note="quiet"),
        replace(line[2], planned_at=THEN),
        replace(line[6], parent=3),
    ]


def test_a_third_equal_move_is_united_with_the_first():
    game, moves = a_game(random.Random(1), "lifeline", {"size": 3, "start": "none"}, 1)
    before, after = map(position_key, game)
    undone = TryNode(1, IN_GAME, 0, before, format_move(moves[0], game[0].topology))
    twins = [TryNode(number, 1, 1, after, "b1", note="a") for number in (2, 3)]
    line = TryNode(4, IN_GAME, 1, after, "b1", mark="bad")
    grafted = graft(TryTree([undone, *twins, line]), game, moves)
    assert grafted.added == (replace(twins[0], mark="bad"),)


LATER = THEN + timedelta(hours=1)


@pytest.mark.parametrize(
    ("one", "other", "united"),
    [
        ({"note": "a"}, {"mark": "bad"}, {"note": "a", "mark": "bad"}),
        ({"mark": "bad"}, {"note": "a"}, {"note": "a", "mark": "bad"}),
        ({"mark": "bad"}, {"planned_at": LATER}, {"planned_at": LATER, "mark": "bad"}),
        ({"planned_at": THEN}, {"mark": "good"}, {"planned_at": THEN, "mark": "good"}),
        ({"note": "a"}, {"note": "a"}, None),
        ({"mark": "good"}, {"mark": "bad"}, None),
        ({"planned_at": THEN}, {"planned_at": LATER}, None),
    ],
)
def test_equal_moves_are_united_unless_both_have_a_note_a_mark_or_a_plan(one, other, united):
    game, moves = a_game(random.Random(1), "lifeline", {"size": 3, "start": "none"}, 1)
    before, after = map(position_key, game)
    undone = TryNode(1, IN_GAME, 0, before, format_move(moves[0], game[0].topology))
    first = TryNode(2, 1, 1, after, "b1", **one)
    second = TryNode(3, IN_GAME, 1, after, "b1", **other)

    grafted = graft(TryTree([undone, first, second]), game, moves)

    if united is None:
        assert (grafted.removed, grafted.added) == ((3,), (replace(second, parent=1),))
    else:
        assert sorted(grafted.removed) == [2, 3]
        assert grafted.added == (TryNode(2, 1, 1, after, "b1", **united),)


def expected_comments(nodes, game, by):
    """Return the notes on turns of the game, and how often each line of whole turns occurs."""
    notes, lines = {}, Counter()
    for number in nodes:
        chain = path(nodes, number)
        position = game[chain[0].ply] if chain[0].ply < len(game) else None
        if position is None or position_key(position) != chain[0].position:
            continue
        moves = list(position.last_turn.moves) if position.mid_turn else []
        line, notes_of_turn, begins, is_end = [], [], 0, False
        for each in chain:
            turn, is_end = position.turn, False
            moves.append(parse_move(each.move, position.topology))
            notes_of_turn += filter(None, [words.remark(each.mark, each.note)])
            position = position.play(moves[-1])
            if position.turn == turn and position.outcome() is None:
                continue
            at = position.ply
            is_game = at < len(game) and position_key(game[at]) == position_key(position)
            note, whole = " ".join(notes_of_turn), tuple(moves)
            moves, notes_of_turn, is_end = [], [], bool(line) or not is_game
            if is_end:
                begins = begins if line else turn - 1
                line = [*line, (whole, note)]
            elif note and each is chain[-1]:
                notes.setdefault(turn, set()).add(labelled(by, note))
            shown, line = line, [] if is_game else line
        if is_end:
            lines[begins, tuple(shown)] += 1
    return notes, lines


def after_other_moves(position, count):
    found = []
    while len(found) < count and position.outcome() is None:
        position = position.play(list(position.legal_moves())[-1])
        found.append(position)
    return found


def lines_in(comments):
    found = Counter()
    waiting = [(turn, (), each) for turn, lines in comments.variations.items() for each in lines]
    while waiting:
        turn, before, each = waiting.pop()
        line = (*before, (each.moves, each.note))
        found[turn, line] += 1
        waiting += [(turn, line, then) for then in each.then]
    return found


@pytest.mark.parametrize("seed", range(24))
def test_the_variations_of_a_game_are_the_whole_turns_of_every_line(seed):
    lots = random.Random(seed)
    game, moves = a_game(lots, *RULES[seed % len(RULES)], plies=40 if seed % 3 else 7)
    nodes = tries(lots, game, moves, 40)
    if seed % 2:  # lines of positions that the game no longer has
        half = len(game) // 2
        game = game[:half] + after_other_moves(game[half - 1], len(game) - half)

    found = as_comments(nodes.values(), game, "Ann")

    notes, lines = expected_comments(nodes, game, "Ann")
    assert lines_in(found) == lines
    assert found.notes.keys() == notes.keys()
    assert all(note in notes[turn] for turn, note in found.notes.items())
    assert {each.by for begun in found.variations.values() for each in begun} <= {"Ann"}
    assert list(found.variations) == sorted(found.variations)


def nodes_of(position, texts, first=1, parent=IN_GAME):
    """Return the nodes of a line of moves, and the position after it."""
    nodes = []
    for number, text in enumerate(texts.split(), start=first):
        nodes.append(TryNode(number, parent, position.ply, position_key(position), text))
        position, parent = position.play(parse_move(text, position.topology)), number
    return nodes, position


def test_a_line_that_returns_to_the_game_in_another_order_goes_on_from_the_game():
    start = find_game("lifeline").start(find_game("lifeline").ruleset({"size": 4, "start": "none"}))
    game = [start]
    for node in nodes_of(start, "a1 g4 c3 e5")[0]:
        game.append(game[-1].play(parse_move(node.move, start.topology)))
    nodes, _ = nodes_of(start, "c3 g4 a1 e5 d4")
    marked = [replace(each, note=f"{each.ply}") for each in nodes]

    found = as_comments(marked, game, "Ann")

    c3, g4, a1, _, d4 = (parse_move(each.move, start.topology) for each in nodes)
    line = Variation((c3,), "0", (Variation((g4,), "1", (Variation((a1,), "2"),)),), "Ann")
    assert found == Comments(
        {4: labelled("Ann", "3")}, {0: (line,), 4: (Variation((d4,), "4", by="Ann"),)}
    )


@pytest.mark.parametrize("is_tried", [True, False])
def test_a_turn_that_ends_the_game_before_its_last_stone_is_whole(monkeypatch, is_tried):
    """No game ends so at present."""
    game, moves = a_game(random.Random(1), "lifeline", {"size": 3, "start": "strong-pie"}, 3)
    end = Outcome(Colour.BLACK, Ending.NO_STONES)
    monkeypatch.setattr(Lifeline, "outcome", lambda self: end if self.ply == 3 else None)
    last = game[-2]
    node = new_node(TryTree(()), TryPlace(IN_GAME, 2, position_key(last)), moves[-1], last)
    node = replace(node, note="the end")

    found = as_comments([node], game[:-1] if is_tried else game, "Ann")

    tried = Comments({}, {1: (Variation((moves[-1],), "the end", by="Ann"),)})
    assert game[-1].mid_turn
    assert found == (tried if is_tried else Comments({2: labelled("Ann", "the end")}))


@pytest.mark.parametrize("ends", [True, False])
def test_a_line_is_complete_where_its_last_turn_or_the_game_ends(monkeypatch, ends):
    """No game ends in the middle of a turn at present."""
    end = Outcome(Colour.BLACK, Ending.NO_STONES)
    monkeypatch.setattr(Lifeline, "outcome", lambda self: end if ends and self.ply == 3 else None)
    (start,), _ = a_game(random.Random(1), "lifeline", {"size": 4, "start": "strong-pie"}, 0)
    line, seen = PlayedLine(start), []
    for move in ("a1", "c3", "e5", "g4", "d1"):
        line = line.play(move)
        moves = [[format_move(each, start.topology) for each in turn.moves] for turn in line.turns]
        seen.append((line.complete, line.seats, moves))
    first, second = ["a1", "c3"], ["e5", "g4"]
    assert seen == [
        (False, (0,), [["a1"]]),
        (True, (0,), [first]),
        (ends, (0, 1), [first, ["e5"]]),
        (True, (0, 1), [first, second]),
        (True, (0, 1, 0), [first, second, ["d1"]]),
    ]


def test_the_comments_of_several_people_are_in_the_order_of_these():
    ann, ben = (Variation((), by=name) for name in ("Ann", "Ben"))
    one = Comments({3: "Ann: a", 1: "Ann: b"}, {2: (ann,), 4: (ann,)})
    other = Comments({3: "Ben: c", 5: "Ben: d"}, {2: (ben, ben), 0: (ben,)})
    assert together([one, other]) == Comments(
        {3: "Ann: a Ben: c", 1: "Ann: b", 5: "Ben: d"},
        {2: (ann, ben, ben), 4: (ann,), 0: (ben,)},
    )


def test_lines_and_their_branches_are_in_the_order_in_which_they_were_tried():
    (start,), _ = a_game(random.Random(2), "lifeline", {"size": 3, "start": "none"}, 0)
    nodes, after = nodes_of(start, "c3")
    nodes += [TryNode(n, 1, 1, position_key(after), cell) for n, cell in ((2, "e5"), (3, "a1"))]
    nodes += [TryNode(n, 0, 0, position_key(start), cell) for n, cell in ((4, "a1"), (5, "b2"))]
    begun = as_comments(nodes, [start], "Ann").variations[0]

    def told(variations):
        return [format_move(move, start.topology) for each in variations for move in each.moves]

    assert (told(begun), told(begun[0].then)) == (["c3", "a1", "b2"], ["e5", "a1"])
