"""After an undo, a turn typed by a player who has not seen the position is not played at once."""

import pytest

from bot.errors.refusals import NotYourTurn, RefusedMove, StaleButton, UnreadableMove
from bot.services.values.games.typed_turns import WentBack
from bot.services.values.views import Player
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.services.test_try_board import Board


@pytest.fixture
async def game(world):
    """Game in which Ann and Ben have each played a turn of two stones; Ann is to move at ply 4."""
    number = await world.game(size=5)
    await world.play(ANN, number, "a1 c3")
    await world.play(BEN, number, "e5 e1")
    return number


async def undo(world, who, game):
    return await world.services.undo.undo(world.act(who), game)


async def allowed(world, game):
    """Undo both turns: Ann asks, and Ben allows it."""
    assert (await undo(world, ANN, game)).asked
    await world.services.undo.accept(world.act(BEN), game)


async def ply(world, game):
    return (await world.mover_view(game)).position.ply


async def look(world, who, game):
    view = await world.games.get_visible(world.act(who), game)
    await world.services.last_looks.record(who, view)


async def offered_again(world, key="asli", **options):
    """Return a game in which Ann has offered 5, undone it, and offered 0."""
    number = await world.game(game=key, **options)
    await world.play(ANN, number, "5")
    await undo(world, ANN, number)
    await world.play(ANN, number, "0")
    return number


@pytest.mark.parametrize("text", ["c3", "c3 e5", "C3"])
async def test_a_turn_typed_while_an_undo_is_allowed_is_not_played(world, game, text):
    await allowed(world, game)
    world.restart()
    for _ in range(2):
        with pytest.raises(WentBack):
            await world.play(ANN, game, text)
    assert await ply(world, game) == 0


@pytest.mark.parametrize("cautious", [True, False])
async def test_it_is_asked_about_before_its_costs(world, game, cautious):
    await allowed(world, game)
    with pytest.raises(WentBack):
        await world.play(ANN, game, "c3 e5", cautious=cautious)


@pytest.mark.parametrize(
    ("key", "options"), [("asli", {"size": 5}), ("lifeline", {"start": "komi-pie"})]
)
@pytest.mark.parametrize("choice", ["white", "black"])
async def test_a_choice_about_an_offer_that_was_replaced_is_not_played(world, key, options, choice):
    number = await offered_again(world, key, **options)
    with pytest.raises(WentBack):
        await world.play(BEN, number, choice)
    shown = await world.games.get(number)
    await world.play(BEN, number, choice, revision=shown.revision)
    assert await ply(world, number) == 2


async def test_a_swap_of_another_opening_is_not_played(world):
    number = await world.game()
    await world.play(ANN, number, "a1 c3")
    await undo(world, ANN, number)
    await world.play(ANN, number, "d4 b2")
    with pytest.raises(WentBack):
        await world.play(BEN, number, "swap")


async def test_the_confirmed_turn_is_played_and_later_ones_are_not_asked_about(world, game):
    await allowed(world, game)
    shown = await world.games.get(game)
    await world.play(ANN, game, "c3 e5", revision=shown.revision)
    await world.play(BEN, game, "a1 d1")
    await world.play(ANN, game, "b4")
    assert await ply(world, game) == 5


async def test_a_first_stone_by_its_button_is_enough(world, game):
    await allowed(world, game)
    shown = await world.games.get(game)
    await world.play(ANN, game, "c3", revision=shown.revision)
    await world.play(ANN, game, "e5")
    assert await ply(world, game) == 2


async def test_whoever_undoes_or_allows_it_is_not_asked(world, game):
    await undo(world, BEN, game)
    await world.play(BEN, game, "e5 d1")
    await look(world, ANN, game)
    await world.play(ANN, game, "b4")
    await undo(world, ANN, game)
    await world.play(ANN, game, "b4")


async def test_a_look_at_the_board_is_enough_and_only_the_players_own(world, game):
    await allowed(world, game)
    for other in (BEN, CAT):
        await look(world, other, game)
        with pytest.raises(WentBack):
            await world.play(ANN, game, "c3 e5")
    await look(world, ANN, game)
    await world.play(ANN, game, "c3 e5")


async def test_a_look_at_an_earlier_position_is_not_enough(world, game):
    old = await world.games.get_visible(world.act(ANN), game)
    await undo(world, BEN, game)
    await world.play(BEN, game, "swap")
    between = await world.games.get_visible(world.act(BEN), game)
    assert between.undo_unseen_by == 0
    await undo(world, BEN, game)
    await world.play(BEN, game, "e5 d1")
    for seen in (old, between):
        await world.services.last_looks.see_undo(ANN, seen)
    with pytest.raises(WentBack):
        await world.play(ANN, game, "b4")


async def test_an_undo_of_half_a_turn_is_not_told(world):
    number = await world.game()
    await world.play(ANN, number, "a1")
    await undo(world, ANN, number)
    await world.play(ANN, number, "c3 e5")
    await world.play(BEN, number, "swap")


async def test_half_a_turn_taken_back_keeps_an_undo_unseen(world):
    number = await world.game()
    await world.play(ANN, number, "a1 c3")
    await undo(world, ANN, number)
    await world.play(ANN, number, "d4")
    await undo(world, ANN, number)
    await world.play(ANN, number, "d4 b2")
    with pytest.raises(WentBack):
        await world.play(BEN, number, "swap")


async def test_refusals_come_first(world, game):
    await allowed(world, game)
    for text, refusal in (("z99", UnreadableMove), ("a1 a2", RefusedMove)):
        with pytest.raises(refusal):
            await world.play(ANN, game, text)
    with pytest.raises(NotYourTurn):
        await world.play(BEN, game, "c3")
    with pytest.raises(StaleButton):
        await world.play(ANN, game, "c3", revision=4)


async def test_a_planned_reply_to_an_offer_is_not_played_to_another_offer(world):
    number = await world.game(game="asli", size=5)
    board = Board(world, BEN, number)
    await board.open()
    await board.tries("offer 5", "white")
    await world.services.plans.plan(world.act(BEN), number, board.view.place)
    await world.play(ANN, number, "0")
    assert await ply(world, number) == 1
    await undo(world, ANN, number)
    assert (await world.play(ANN, number, "5")).answers == 1


async def test_the_engine_plays_on_after_an_undo(world):
    engine = Player(100, "Bot")
    game = await world.services.practice.begin(world.act(ANN), engine, 1, "lifeline", {"size": 4})
    await world.play(ANN, game.id, "a1 c3")
    await undo(world, ANN, game.id)
    assert (await world.games.get(game.id)).undo_unseen_by is None
