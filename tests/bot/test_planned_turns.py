"""Lines and pictures of a turn with the automatic turns after it, in one message."""

from dataclasses import replace

import pytest

from bot.messages import planned_turns
from bot.messages.game_text import action, header
from bot.messages.message_draft import make_board_image
from bot.messages.planned_turns import image_since, turns_since
from bot.messages.replay import game_at, turn_ends
from bot.services.values.views import Player
from bot.words import moves as move_words
from bot.words import plans as words
from renderer.describe import describe
from renderer.overlays.legend import Legend

CELLS = ["a1", "g4", "c3", "e5", "d4", "b5", "f6", "d6", "d2", "f3", "b2", "c5", "e2"]


@pytest.fixture
def chain(game_after):
    """Return a function that makes a game after a number of turns, each of one stone."""

    def make(count, **more):
        seats = (Player(11, "Ann"), Player(22, "B*n"))
        return game_after(" ".join(CELLS[:count]), start="none", seats=seats, **more)

    return make


def only_turns_at(monkeypatch, *plies):
    monkeypatch.setattr(planned_turns, "only_turn", lambda each: (each.ply in plies) * ("x",))


@pytest.mark.parametrize("count", [2, 3, 10, 11, 12])
def test_of_more_than_ten_turns_the_first_and_the_last_nine_are_named(chain, count):
    game = chain(count + 1)
    ends = turn_ends(game)
    named = [line for end in ends[2:] for line in action(game_at(game, end), end)]
    assert len(set(named)) == count
    if count > 10:
        named = [named[0], words.turns_between(count - 10), *named[-9:]]
    assert turns_since(game, 1) == [*named, words.played_at_once(count - 1, 0)]
    assert turns_since(game, None) == action(game, ends[-1]) == named[-1:]


@pytest.mark.parametrize(
    ("plies", "forced"), [((), 0), ((2,), 0), ((3,), 1), ((3, 4), 2), ((4,), 1), ((5, 1, 2), 0)]
)
def test_a_turn_is_forced_if_it_was_the_only_one_in_the_position_before_it(
    chain, monkeypatch, plies, forced
):
    only_turns_at(monkeypatch, *plies)
    assert turns_since(chain(5), 2)[-1] == words.played_at_once(2, forced)


def test_each_turn_has_the_names_of_its_time(game_after):
    game = game_after("a1 c3 swap e5 g7 d4")
    lines = turns_since(game, 0)[:-1]
    assert lines == [
        line for end in turn_ends(game)[1:] for line in action(game_at(game, end), end)
    ]
    assert [line.split()[0] for line in lines] == ["**Ann", "**Ben", "**Ann", "**Ben"]


@pytest.mark.parametrize("is_first", [True, False])
def test_a_chain_has_the_boards_before_and_after_it(game_after, is_first, ben_resigned):
    game = replace(game_after("a1 c3 swap e5 g7 d4", result=ben_resigned), is_first=is_first)
    ends = turn_ends(game)
    plain = make_board_image(game, game.position)
    plain = replace(plain, overlays=(Legend(),) if is_first else ())
    assert image_since(game, None) == plain
    who = header(game)
    for since, turns in ((0, "A1 C3, swap, E5 G7, D4"), (2, "swap, E5 G7, D4"), (3, "E5 G7, D4")):
        first = next(each for each in ends if each.ply == since)
        alt = describe(
            game.position, who.black, who.white, who.whole_result,
            added=words.turns_in_words(turns), elsewhere=move_words.STONES_IN_MENU(),
        )  # fmt: skip
        before = make_board_image(game_at(game, first), first)
        assert image_since(game, since) == replace(plain, before=before, words=alt)
    assert who.whole_result
    assert who.whole_result.split()[0] in alt
