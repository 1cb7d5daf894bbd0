"""Reviews and hints on made-up findings of the searches."""

import json
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.colour import Colour
from rules.moves import Choose, Offer, Place, parse_move
from rules.record import Record, positions, replay
from rules.registry import find_game
from sparring import analysis
from sparring.analysis import MIN_LOSS, advise, analyse_game
from sparring.review import (
    Advice,
    Mistake,
    Point,
    Review,
    TurningPoint,
    pack_advice,
    pack_review,
    unpack_advice,
    unpack_review,
)
from sparring.search import SearchResult
from sparring.time_slices import run_to_end

BLACK, WHITE = Colour
BEST = Place(99)  # better than any played move
LIFELINE = find_game("lifeline")


@dataclass
class Search:
    """Searches that find, by ply, Black's chance, a best move and the proved winner, if any."""

    quick: dict
    deep: dict = field(default_factory=dict)
    best: dict = field(default_factory=dict)
    proved: dict = field(default_factory=dict)
    asked: list = field(default_factory=list)

    def player(self, found, name):
        def search_in_slices(position, seed):
            yield
            ply, mover = position.ply, position.to_move
            self.asked.append((name, ply, seed))
            share = found[ply] if mover is BLACK else 1 - found[ply]
            best, proved = self.best.get(ply, BEST), self.proved.get(name, {}).get(ply)
            return SearchResult(best, share, proved, (), 9, proved=proved is not None)

        return SimpleNamespace(search_in_slices=search_in_slices)


@pytest.fixture
def searching(monkeypatch):
    """Replace the searches of a review: the quick one, and the one of the adviser."""

    def use(quick, **more):
        search = Search(quick, **more)
        deep = {**quick, **search.deep}

        def quick_player(*args, **kwargs):
            assert (args, kwargs) == ((300,), {"max_solver_cells": 16, "seconds": 5.0})
            return search.player(quick, "quick")

        monkeypatch.setattr(analysis, "SearchPlayer", quick_player)
        monkeypatch.setattr(analysis, "_make_adviser", lambda _: search.player(deep, "deep"))
        monkeypatch.setattr(analysis, "win_probability", lambda _, share: share)
        monkeypatch.setattr(analysis, "find_mistakes", found_mistakes)
        return search

    return use


def found_mistakes(_record, turning_points):
    yield
    return tuple(point.ply for point in turning_points)


CELLS = "a1 i9 c3 g7 e5 b6 d2 h5 c6 f3 e8 d5"


def game_of(cells=CELLS, **options):
    ruleset = LIFELINE.ruleset({"size": 5, "start": "none", **options})
    board = LIFELINE.topology(ruleset)
    return Record(ruleset, tuple(parse_move(text, board) for text in cells.split()))


RECORD = game_of()
PLIES = range(len(RECORD.moves) + 1)


def mover_at(ply):
    return [*positions(RECORD)][ply].to_move


def chances(*losses):
    """Return Black's chance by ply, if the moves at some plies lose that much and no others."""
    found, now = {}, 0.5
    for ply in PLIES:
        found[ply] = round(now, 6)
        sign = -1 if mover_at(ply) is BLACK else 1
        now += sign * dict(losses).get(ply, 0)
    return found


def reviewed(record=RECORD, seed=7):
    return run_to_end(analyse_game(record, seed))


def point_of(ply, quick, best=BEST):
    """Return the turning point at a ply, by Black's chances."""
    mover = mover_at(ply)
    was, became = (quick[each] if mover is BLACK else 1 - quick[each] for each in (ply, ply + 1))
    played = RECORD.moves[ply]
    return TurningPoint(ply, mover, played, best, pytest.approx(was), pytest.approx(became))


def test_the_three_moves_that_lost_most_are_turning_points_in_the_order_of_moves(searching):
    quick = chances((2, 0.1), (5, 0.2), (6, 0.09), (9, 0.3), (10, 0.25))
    searching(quick)
    review = reviewed()
    assert {mover_at(each) for each in (5, 9, 10)} == {BLACK, WHITE}
    assert review.turning_points == tuple(point_of(ply, quick) for ply in (5, 9, 10))
    assert review.points == tuple(
        Point(ply, pytest.approx(quick[ply]), proved=False) for ply in PLIES
    )
    assert review.mistakes == (5, 9, 10)


@pytest.mark.parametrize(("loss", "is_one"), [(MIN_LOSS - 0.001, False), (MIN_LOSS + 0.001, True)])
@pytest.mark.parametrize("ply", [4, 7])
def test_a_turning_point_loses_at_least_eight_hundredths(searching, ply, loss, is_one):
    quick = chances((ply, loss))
    searching(quick)
    assert reviewed().turning_points == ((point_of(ply, quick),) if is_one else ())


def test_the_longer_search_decides_and_is_shown_at_both_ends_of_the_move(searching):
    quick = chances((2, 0.2), (6, 0.1))
    deep = {2: 0.45, 3: 0.4, 6: 0.9, 7: 0.3}
    search = searching(quick, deep=deep)
    review = reviewed()
    (point,) = review.turning_points
    assert mover_at(6) is BLACK
    shown = {**quick, **deep}
    assert point == point_of(6, shown)
    assert [each.chance for each in review.points] == pytest.approx([shown[ply] for ply in PLIES])
    assert [each for each in search.asked if each[0] == "deep"] == [
        ("deep", ply, 7 + ply) for ply in (2, 3, 6, 7)
    ]
    assert [each for each in search.asked if each[0] == "quick"] == [
        ("quick", ply, 7 + ply) for ply in PLIES
    ]


def test_the_move_that_the_longer_search_finds_best_is_no_mistake(searching):
    quick = chances((2, 0.2), (7, 0.3))
    searching(quick, best={7: RECORD.moves[7]})
    assert reviewed().turning_points == (point_of(2, quick),)


def test_only_the_six_largest_losses_are_searched_again(searching):
    plies = range(1, 9)
    quick = chances(*((ply, 0.1 + ply / 100) for ply in plies))
    search = searching(quick, deep=dict.fromkeys(PLIES, 0.5))
    assert reviewed().turning_points == ()
    again = {ply for name, ply, _ in search.asked if name == "deep"}
    assert again == {each for ply in [*plies][-6:] for each in (ply, ply + 1)}


@pytest.mark.parametrize(("reply", "is_sound"), [(0.3, False), (0.39, True)])
@pytest.mark.parametrize("proved_before", [False, True])
def test_a_proved_loss_is_a_mistake_only_if_the_better_move_is_better(
    searching, monkeypatch, reply, is_sound, proved_before
):
    """Before the move only an estimate is known, after it a proved result."""
    ply = next(each for each in range(4, 9) if mover_at(each) is BLACK)
    quick = chances((ply, 0.2))
    deep = {**quick, ply + 1: 0.3}
    proved = {"deep": {ply + 1: WHITE, **({ply: WHITE} if proved_before else {})}}
    before, played = [*positions(RECORD)][ply], RECORD.moves[ply]
    better = next(each for each in before.legal_moves() if each != played)
    search = searching(quick, deep=deep, proved=proved, best={ply: better})
    first_deep = search.player(deep, "deep")
    count = []

    def adviser(position):
        if position.ply == ply + 1 and position.last_turn.moves[-1] == better:
            count.append(position)
            return search.player({ply + 1: reply}, "reply")
        return first_deep

    monkeypatch.setattr(analysis, "_make_adviser", adviser)
    found = reviewed().turning_points
    assert [each.ply for each in found] == ([ply] if proved_before or is_sound else [])
    assert len(count) == (not proved_before)


def test_a_finished_game_ends_with_its_result_and_offers_have_no_chance(searching):
    moves = "offer 3", "white", "a1", "i9"
    ruleset = find_game("asli").ruleset({"size": 9})
    board = find_game("asli").topology(ruleset)
    record = Record(ruleset, tuple(parse_move(text, board) for text in moves))
    assert isinstance(record.moves[0], Offer)
    assert isinstance(record.moves[1], Choose)
    searching(dict.fromkeys(range(9), 0.5))
    assert [each.ply for each in reviewed(record).points] == [2, 3, 4]


def hinted(monkeypatch, results, position):
    """Return the hint in a position for which the searches have these results, in order."""
    asked, left = [], iter(results)

    def search_in_slices(position, seed):
        yield
        asked.append((position.ply, seed))
        move, winner, line = next(left)
        move = move or next(iter(position.legal_moves()))
        return SearchResult(move, 0.5, winner, (), 9, proved=winner is not None, line=line)

    player = SimpleNamespace(search_in_slices=search_in_slices)
    monkeypatch.setattr(analysis, "_make_adviser", lambda _: player)
    return run_to_end(advise(position, 7)), asked


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
@pytest.mark.parametrize("winner", [None, BLACK, WHITE])
def test_a_hint_says_whether_its_turn_wins_or_every_turn_loses(monkeypatch, to_move, winner):
    position = replay(RECORD)
    if position.to_move is not to_move:
        position = replay(replace(RECORD, moves=RECORD.moves[:-1]))
    plan = (BEST, Place(98))
    advice, asked = hinted(monkeypatch, [(None, winner, plan)], position)
    assert (advice.won, advice.lost) == (winner is to_move, winner is to_move.other)
    assert (len(advice.moves), advice.plan) == (1, plan)
    assert asked == [(position.ply, 7 + position.ply)]


def test_the_plan_of_a_turn_of_two_placements_follows_its_second(monkeypatch):
    game = find_game("cornered")
    position = game.start(game.ruleset({"size": 4, "start": "twelve-star"}))
    while position.placements_left != 2:
        position = position.play(next(iter(position.legal_moves())))
    plans = ((BEST,), (Place(98),))
    results = [(None, None, plan) for plan in plans]
    advice, asked = hinted(monkeypatch, results, position)
    assert (len(advice.moves), len(asked), advice.plan) == (2, 2, plans[1])


def test_a_turn_without_a_choice_has_no_plan(monkeypatch):
    position = replay(RECORD)
    only = next(iter(position.legal_moves()))
    monkeypatch.setattr(type(position), "legal_moves", lambda _: iter([only]))
    advice, asked = hinted(monkeypatch, [], position)
    assert (advice, asked) == (Advice((only,)), [])


@pytest.mark.parametrize(("winner", "black"), [(BLACK, 1), (WHITE, 0), (None, 0.5)])
def test_a_position_that_is_over_has_its_result_as_a_proved_chance(winner, black):
    over = SimpleNamespace(outcome=lambda: SimpleNamespace(winner=winner))
    found = run_to_end(analysis._assess(over, 1, None))
    assert (found.black, found.proved, found.best) == (black, True, None)
    assert [found.for_colour(each) for each in (BLACK, WHITE)] == [black, 1 - black]


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_only_an_unproved_share_becomes_an_estimated_probability(monkeypatch, share):
    monkeypatch.setattr(analysis, "win_probability", lambda position, share: share / 2 + 0.1)
    found = [
        analysis._mover_chance(None, SimpleNamespace(share=share, proved=proved))
        for proved in (True, False)
    ]
    assert found == [share, share / 2 + 0.1]


BOARD = LIFELINE.topology(RECORD.ruleset)


@pytest.mark.parametrize(("lost", "won"), [(True, False), (False, True), (False, False)])
def test_a_hint_comes_through_json_with_each_field_in_its_place(lost, won):
    advice = Advice(RECORD.moves[:1], lost=lost, won=won, plan=RECORD.moves[2:4])
    message = json.loads(json.dumps(pack_advice(advice, BOARD)))
    assert message == {"moves": ["a1"], "lost": lost, "won": won, "plan": ["c3", "g7"]}
    assert unpack_advice(message, BOARD) == advice


def test_a_review_comes_through_json_with_each_field_in_its_place():
    points = (Point(0, 0.25, proved=False), Point(1, 1.0, proved=True))
    first, second, third, fourth, *_ = RECORD.moves
    turns = (
        TurningPoint(3, BLACK, first, second, 0.75, 0.5),
        TurningPoint(6, WHITE, third, fourth, 0.625, 0.125),
    )
    review = Review(points, turns, (Mistake(6, WHITE, "a puzzle"), Mistake(3, BLACK, "another")))
    message = json.loads(json.dumps(pack_review(review, BOARD)))
    assert unpack_review(message, BOARD) == review
    assert message == {
        "points": [[0, 0.25, False], [1, 1.0, True]],
        "turning_points": [
            {"ply": 3, "by": 0, "moves": ["a1", "i9"], "chances": [0.75, 0.5]},
            {"ply": 6, "by": 1, "moves": ["c3", "g7"], "chances": [0.625, 0.125]},
        ],
        "mistakes": [[6, 1, "a puzzle"], [3, 0, "another"]],
    }
    del message["mistakes"]  # as in a review that was stored before there were any
    assert unpack_review(message, BOARD) == replace(review, mistakes=())
