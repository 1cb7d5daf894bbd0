"""Scenes of positions, and the texts in their headers."""

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from renderer.describe import describe
from renderer.endangered import Endangered
from renderer.legend import Entry, Sign, explained_shading
from renderer.overlays import Danger, Lifelines, Numbers, TapZones
from renderer.overlays.legend import Legend
from renderer.overlays.numbers import last_turns
from renderer.pair import with_changes
from renderer.scene import Banner, Header, board_scene, seated, territory_of
from renderer.words import Words, header_words
from rules.endings import decisive_cuts, why_over
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, parse_turn
from rules.position import Colour, Position
from rules.registry import find_game
from rules.setup import setup
from tests.renderer.helpers import random_game


def played(key: str, options: dict[str, object], text: str) -> Position:
    game = find_game(key)
    position = game.start(game.ruleset(options))
    for move in parse_turn(text, position.topology) if text else ():
        position = position.play(move)
    return position


def words_of(position: Position) -> Words:
    return header_words(position, ("Ann", "Ben"))


def test_scenes_are_immutable_hashable_and_picklable() -> None:
    history = random_game("lifeline", 30)
    overlays = [Danger(), Lifelines(), TapZones(), Numbers(last_turns(history))]
    scene = board_scene(history[-1], Header("Ann", "Ben"), overlays)
    again = board_scene(history[-1], Header("Ann", "Ben"), overlays)
    assert scene == again
    assert hash(scene) == hash(again)
    assert pickle.loads(pickle.dumps(scene)) == scene
    with pytest.raises(FrozenInstanceError):
        scene.latest = 1  # type: ignore[misc]  # The error is what the test expects.


def test_a_scene_has_the_stones_and_the_effects_of_the_last_turn() -> None:
    position = random_game("asli", 120, size=9, komi=3)[-1]
    turn = position.last_turn
    assert turn
    scene = board_scene(position)
    assert scene.stones == position.stones
    assert scene.latest == scene.pointed == turn.placed
    assert scene.taken == turn.removed


def test_territory_is_every_region_that_touches_only_one_colour() -> None:
    position = setup("lifeline", {"size": 3}, black=["a2", "b2", "b1", "e5"], white=["c5", "e3"])
    scene = board_scene(position)
    assert scene.territory[Colour.BLACK] == position.topology.mask(["a1"])
    assert scene.territory[Colour.WHITE] == 0


def test_no_territory_is_shown_before_both_colours_are_on_the_board() -> None:
    position = played("lifeline", {"size": 5, "start": "none"}, "c3")
    assert board_scene(position).territory == (0, 0)
    for moves in ("offer 2 white c3", "offer 2 white c3 hold d1 hold"):
        position = played("asli", {"size": 5}, moves)
        assert not position.stones[Colour.WHITE]
        assert board_scene(position).territory == (0, 0)


def test_a_colour_that_has_lost_all_its_stones_has_no_territory() -> None:
    position = setup("lifeline", {"size": 3}, black=["a2", "b2", "b1", "e5"], white=["c5", "e3"])
    gone = position.board.without(Colour.WHITE, position.board.groups[Colour.WHITE])
    black, white = board_scene(replace(position, board=gone, taken=(0, 2))).territory
    assert black == gone.empty
    assert not white


def test_a_game_that_ended_with_the_last_stones_has_no_territory() -> None:
    for end in (decided(both=False), decided(both=True)):
        assert territory_of(end) == (0, 0)
        assert not explained_shading(board_scene(end).territory)
        assert "territory" not in describe(end)


def test_the_status_counts_the_placements_due() -> None:
    options = {"size": 5, "start": "strong-pie"}
    start, half, done = (played("lifeline", options, text) for text in ("", "c3", "c3 e5"))
    assert words_of(start).status == "Black: 2 stones"
    assert words_of(half).status == "Black: stone 2 of 2"
    assert words_of(half).last == "C3"
    assert words_of(done).status == "White: 2 stones"
    assert words_of(done).last == "C3 E5"
    assert board_scene(done).latest.bit_count() == 2


def test_an_ordinary_turn_names_the_side_to_move_and_the_turn() -> None:
    words = words_of(played("lifeline", {"size": 5, "start": "none"}, "c3"))
    assert (words.status, words.remarkable, words.title) == ("White to play", False, "Turn 2")
    assert [seat.active for seat in words.seats] == [False, True]
    assert (words.last, words.last_caption) == ("C3", "last move")


def test_the_header_before_the_first_move_shows_no_move() -> None:
    words = words_of(played("lifeline", {"size": 5, "start": "none"}, ""))
    assert (words.last, words.last_caption) == ("", "no move yet")


@pytest.mark.parametrize(
    ("key", "options", "text", "status", "last", "caption"),
    [
        ("asli", {"size": 9}, "", "Offer a komi", "", "no move yet"),
        ("asli", {"size": 9}, "offer 5", "Choose a colour", "Komi 5", "offered"),
        ("asli", {"size": 9}, "offer 5 white", "Black to play", "White", "chosen"),
        ("lifeline", {"size": 5}, "c3 e5 swap", "White: 2 stones", "Swap", "sides swapped"),
    ],
)
def test_the_header_shows_offers_choices_and_swaps(
    key: str, options: dict[str, object], text: str, status: str, last: str, caption: str
) -> None:
    words = words_of(played(key, options, text))
    assert (words.status, words.last, words.last_caption) == (status, last, caption)


@pytest.mark.parametrize(
    ("text", "chosen"), [("", False), ("offer 5", False), ("offer 5 white", True)]
)
def test_colours_are_shown_once_they_are_chosen(text: str, chosen: bool) -> None:  # noqa: FBT001 - a parameter of the test
    seats = words_of(played("asli", {"size": 9}, text)).seats
    assert [seat.chosen for seat in seats] == [chosen, chosen]


def test_the_header_shows_komi_spent_and_holds() -> None:
    komi = setup(
        *("cornered", {"size": 5, "komi": 3}),
        black=["a1", "i9"],
        white=["c5", "e1"],
        to_move="white",
        komi=3,
    )
    assert [seat.komi for seat in words_of(komi).seats] == ["", "komi 3"]
    spent = words_of(komi.play(Komi()))
    assert (spent.last, spent.last_caption) == ("Komi", "a point spent")
    assert [seat.komi for seat in spent.seats] == ["", "komi 2"]

    prison = setup(
        *("asli", {"size": 9, "komi": 3}),
        black=["a1", "a3"],
        white=["i9", "i7"],
        to_move="white",
        prison=(3, 0),
    )
    assert [seat.held for seat in words_of(prison).seats] == [0, 3]
    held = words_of(prison.play(Hold()))
    assert (held.last, held.last_caption) == ("Hold", "turn skipped")
    assert [seat.held for seat in held.seats] == [0, 2]
    assert held.prison


def test_the_last_move_is_followed_by_its_number_of_captures() -> None:
    history = random_game("asli", 150, size=9, komi=3)
    position = next(p for p in history if p.last_turn and any(p.last_turn.removed))
    count = position.last_turn.removed[position.last_turn.by.other].bit_count()
    words = words_of(position)
    assert (words.last_caption, words.last_line[-7:]) == (
        f"last move took {count}",
        f" took {count}",
    )


def test_lost_stones_of_ones_own_do_not_count_as_taken() -> None:
    history = (
        position for seed in range(40) for position in random_game("lifeline", 99, seed, size=4)
    )
    position = next(p for p in history if p.last_turn and p.last_turn.removed[p.last_turn.by])
    by, words = position.last_turn.by, words_of(position)
    taken, lost = (position.last_turn.removed[side].bit_count() for side in (by.other, by))
    assert words.last_caption == (
        f"took {taken}, lost {lost}" if taken else f"last move lost {lost}"
    )
    assert [seat.held for seat in words.seats] == list(position.taken)


def test_a_finished_game_shows_the_winner_and_the_reason() -> None:
    position = random_game("lifeline", 500, size=3)[-1]
    outcome = position.outcome()
    assert outcome
    assert outcome.winner is not None
    scene = board_scene(position, Header("Ann", "Ben"))
    assert scene.words
    assert scene.words.status == f"{outcome.winner.label} wins"
    assert not any(seat.active for seat in scene.words.seats)
    winner, loser = ("Ann", "Ben")[outcome.winner], ("Ann", "Ben")[outcome.winner.other]
    assert scene.banner == Banner(
        f"{winner} ({outcome.winner.label}) wins",
        str(why_over(position, winner, loser)),
    )
    unreadable = board_scene(position, Header("Ꮳ", "Ꭳ")).banner
    assert unreadable == Banner(
        f"{outcome.winner.label} wins",
        str(why_over(position, outcome.winner.label, outcome.winner.other.label)),
    )


def test_a_resignation_is_shown_although_the_position_is_not_over() -> None:
    position = random_game("lifeline", 20)[-1]
    scene = board_scene(position, Header("Ann", "ᏣᎳᎩ", "ᏣᎳᎩ wins", "Ann resigned."))
    assert scene.banner == Banner("White wins", "Ann resigned.")
    assert scene.words
    assert scene.words.status == "Game over"
    assert scene.words.title == "20 turns"
    assert not any(seat.active for seat in scene.words.seats)


def test_a_swap_exchanges_the_names() -> None:
    position = played("lifeline", {"size": 5}, "c3 e5 swap")
    assert seated(position, ("Ann", "Ben")) == Header("Ben", "Ann")
    before = played("lifeline", {"size": 5}, "c3 e5")
    assert seated(before, ("Ann", "Ben"), "over") == Header("Ann", "Ben", "over")


def test_with_changes_marks_every_placed_and_removed_stone() -> None:
    history = random_game("asli", 150, size=9, komi=3)
    before, after = board_scene(history[80]), board_scene(history[-1])
    changed = with_changes(before, after)
    for colour in Colour:
        came = after.stones[colour] & ~before.stones[colour]
        went = before.stones[colour] & after.empty
        assert changed.latest & after.stones[colour] == came
        assert changed.taken[colour] == went
    assert replace(changed, latest=0, taken=(0, 0)) == replace(after, latest=0, taken=(0, 0))


@pytest.mark.parametrize("colours", [("black", "white"), ("white", "black")])
def test_a_stone_in_the_place_of_one_of_the_other_colour_is_new(colours: tuple[str, str]) -> None:
    was, became = (
        board_scene(setup("asli", {"size": 5}, **{colour: ["c3"]})) for colour in colours
    )
    changed = with_changes(was, became)
    assert changed.latest == became.topology.mask(["c3"])
    assert changed.taken == (0, 0)


MOVES: tuple[Move, ...] = (Place(0), Swap(), Komi(), Hold(), Offer(3), Choose(Colour.WHITE))


def test_every_kind_of_move_has_a_text() -> None:
    position = played("lifeline", {"size": 5, "start": "none"}, "c3")
    assert position.last_turn
    texts = set()
    for move in MOVES:
        turn = replace(position.last_turn, moves=(move,))
        words = words_of(replace(position, last_turn=turn))
        texts.add((words.last, words.last_caption))
    assert len(texts) == len(MOVES)


def decided(*, both: bool) -> Position:
    """Return the end of a game of Lifeline whose last turn took the loser's stones.

    :param both: whether it took stones of the winner, too.
    """
    for seed in range(300):
        end = random_game("lifeline", 500, seed=seed, size=4)[-1]
        assert end.last_turn
        loser = end.to_move
        if end.last_turn.removed[loser] and bool(end.last_turn.removed[loser.other]) is both:
            return end
    raise AssertionError("no random game ends so")


@pytest.mark.parametrize("both", [False, True])
def test_the_end_shows_the_stones_that_the_last_turn_took_and_the_lifeline_it_cut(
    both: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    end = decided(both=both)
    turn, loser = end.last_turn, end.to_move
    assert turn
    scene = board_scene(end)

    assert scene.stones[loser] == turn.removed[loser]
    assert scene.stones[loser.other] == end.stones[loser.other] | turn.removed[loser.other]
    assert scene.latest == turn.placed
    assert scene.taken == scene.territory == (0, 0)
    *cuts, doomed = scene.marks
    assert doomed == Endangered(turn.removed[loser], 0)
    assert scene.legend == (Entry((Sign.DOOMED,), loser),)
    assert [each.signs for each in board_scene(end, overlays=(Legend(),)).legend] == [
        (Sign.LAST,),
        *[(Sign.CUT,)] * bool(cuts),
        (Sign.DOOMED,),
    ]
    assert [cut.cell for cut in cuts] == [cut.cell for cut in decisive_cuts(end)]
    assert all(cut.thread.colour == loser and cut.has_stone for cut in cuts)
    assert scene.words
    assert scene.words.last_caption == "last move"
    lost = [end.taken[0], end.taken[1]]
    lost[loser.other] -= turn.removed[loser.other].bit_count()
    assert [seat.held for seat in scene.words.seats] == lost


@pytest.mark.parametrize("key", ["cornered", "asli", "liflina"])
def test_an_end_with_the_losers_stones_on_the_board_shows_that_board(key: str) -> None:
    for seed in range(40):
        end = random_game(key, 500, seed=seed, size=5)[-1]
        if end.outcome() and end.stones[end.to_move]:
            assert board_scene(end).stones == end.stones
            return
    raise AssertionError("no random game ends so")
