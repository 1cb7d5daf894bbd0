from datetime import timedelta

import pytest

from bot.errors import CannotUndo, GameOver, NotYourGame, RefusedMove, StaleButton
from bot.messages import undo as undo_messages
from bot.services.games import replay_cache
from bot.services.operations.doctor import examine
from bot.services.views import Terms

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
async def game(world):
    """Ann has played her two stones, Ben one turn of two: Ann is to move at ply 4."""
    number = await world.game(size=5)
    await world.play(ANN, number, "a1 c3")
    await world.play(BEN, number, "e5 e1")
    await world.posted()
    return number


def undo(world, who, game, **how):
    return world.services.undo.undo(world.act(who), game, **how)


def accept(world, who, game, **how):
    return world.services.undo.accept(world.act(who), game, **how)


def decline(world, who, game, **how):
    return world.services.undo.decline(world.act(who), game, **how)


def play_opening(world, who, game):
    return world.play(who, game, "a1 c3")


def resign(world, who, game):
    return world.games.resign(world.act(who), game)


async def ply(world, game):
    return (await world.whole(game)).position.ply


async def test_a_turn_is_taken_back_freely_for_two_minutes(world, game, clock):
    clock.advance(minutes=2)
    undone = await undo(world, BEN, game)
    assert (undone.asked, undone.moves) == (False, ("e5", "e1"))
    assert (undone.game.to_move.name, undone.game.position.ply) == ("Ben", 2)
    assert await world.games.get(game) == undone.game
    (row,) = await world.outbox.take_due(5)
    assert (row.kind, row.ply, row.payload) == ("undone", 2, {"moves": ["e5", "e1"], "by": 1})


async def test_what_was_taken_back_is_as_if_never_played(world, game):
    await undo(world, BEN, game)
    world.restart()
    assert await ply(world, game) == 2
    await world.play(BEN, game, "e5 e1")
    assert (await examine(world.database)).problems == ()


async def test_a_swap_is_taken_back_with_its_colours(world):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    before = await world.games.get(game)
    await world.play(BEN, game, "swap")
    after = (await undo(world, BEN, game)).game
    assert (after.position, after.to_move) == (before.position, before.to_move)


async def test_later_the_opponent_is_asked_and_may_agree(world, game, clock):
    clock.advance(minutes=2, seconds=1)
    asked = await undo(world, BEN, game)
    assert (asked.asked, asked.moves, asked.game.position.ply) == (True, ("e5", "e1"), 4)
    assert (asked.game.undo_request.by.name, asked.game.undo_request.to_ply) == ("Ben", 2)
    assert await world.posted() == [("undo_request", 4)]
    done = await accept(world, ANN, game)
    assert (done.game.position.ply, done.game.undo_request) == (2, None)
    (row,) = await world.outbox.take_due(5)
    assert (row.kind, row.payload["by"]) == ("undone", 1)


async def test_on_my_turn_both_last_turns_go_and_only_by_consent(world, game):
    asked = await undo(world, ANN, game)
    assert (asked.asked, asked.moves) == (True, ("a1", "c3", "e5", "e1"))
    done = await accept(world, BEN, game)
    assert (done.game.position.ply, done.game.to_move.name) == (0, "Ann")


async def test_a_half_played_turn_is_taken_back_at_any_time_and_nobody_is_told(world, game, clock):
    other = await world.game()
    await world.posted()
    await world.play(ANN, other, "a1")
    clock.advance(days=3)
    undone = await undo(world, ANN, other)
    assert (undone.asked, undone.game.position.ply) == (False, 0)
    assert await world.posted() == []


async def test_a_stone_that_only_the_opponent_has_seen_is_not_named(world, clock):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    clock.advance(minutes=3)
    await world.play(BEN, game, "e5")
    await world.posted()

    asked = await undo(world, ANN, game)
    assert (asked.asked, asked.moves) == (True, ("a1", "c3"))
    request = undo_messages.request(await world.games.get(game))
    assert "A1 and C3" in request.content
    assert "E5" not in request.content

    done = await accept(world, BEN, game)
    assert done.moves == ("a1", "c3")
    assert await ply(world, game) == 0
    told = [row.payload for row in await world.outbox.take_due(9) if row.kind == "undone"]
    assert told == [{"moves": ["a1", "c3"], "by": 0}]


async def test_the_opponent_may_decline(world, game, clock):
    await undo(world, ANN, game)
    declined = await decline(world, BEN, game)
    assert (declined.undo_request, declined.position.ply) == (None, 4)
    assert await world.posted() == [("undo_request", 4), ("undo_declined", 4)]
    with pytest.raises(CannotUndo, match="is not asking"):
        await accept(world, BEN, game)


async def test_a_request_lapses_when_somebody_moves(world, game):
    await undo(world, ANN, game)
    await world.play(ANN, game, "b4")
    for answer in (accept, decline):
        with pytest.raises(CannotUndo, match="Ann is not asking for an undo, or no longer"):
            await answer(world, BEN, game)


async def turn_of_two(world, clock):
    """Ann has played two stones long ago, and Ben owes two."""
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    clock.advance(minutes=3)
    await world.posted()
    return game


@pytest.mark.parametrize("agree", [True, False])
async def test_half_a_turn_leaves_a_request_open(world, clock, agree):
    game = await turn_of_two(world, clock)
    asked = (await undo(world, ANN, game)).game
    await world.play(BEN, game, "e5")
    assert (await world.games.get(game)).undo_request == asked.undo_request
    with pytest.raises(CannotUndo, match="You have asked already"):
        await undo(world, ANN, game)
    answer = await (accept if agree else decline)(world, BEN, game, revision=asked.revision)
    assert await ply(world, game) == (0 if agree else 3)
    assert agree is False or (answer.moves, answer.game.to_move.name) == (("a1", "c3"), "Ann")
    assert (await examine(world.database)).problems == ()


async def test_half_a_turn_that_is_taken_back_leaves_a_request_open(world, clock):
    game = await turn_of_two(world, clock)
    await world.play(BEN, game, "e5")
    asked = (await undo(world, ANN, game)).game
    click = world.act(BEN)
    for _ in range(2):  # a click that comes twice tells the same twice
        assert not (await world.services.undo.undo(click, game)).asked
    assert (await world.games.get(game)).undo_request == asked.undo_request
    assert await world.posted() == [("undo_request", 2)]
    done = await accept(world, BEN, game, revision=asked.revision)
    assert (done.moves, done.game.position.ply) == (("a1", "c3"), 0)


async def test_who_asked_may_begin_the_turn_and_take_its_first_stone_back(world, clock):
    game = await turn_of_two(world, clock)
    await world.play(BEN, game, "e5 e1")
    await undo(world, BEN, game)
    await undo(world, ANN, game)
    await world.play(BEN, game, "b4")
    shown = undo_messages.request(await world.games.get(game))
    assert {each.id.number for each in shown.rows[0]} == {
        (await world.games.get(game)).turn_revision
    }
    with pytest.raises(CannotUndo, match="You have asked already"):
        await possible(world, ANN, game)
    assert await possible(world, BEN, game) == (True, False, False)
    await undo(world, BEN, game)
    await world.play(BEN, game, "b4 d2")
    assert (await world.games.get(game)).undo_request is None


async def test_an_answer_to_a_request_of_an_earlier_turn_is_stale(world, clock):
    game = await turn_of_two(world, clock)
    old = (await undo(world, ANN, game)).game.revision
    await world.play(BEN, game, "e5 e1")
    await undo(world, ANN, game)
    for answer in (accept, decline):
        with pytest.raises(StaleButton):
            await answer(world, BEN, game, revision=old)


async def test_nobody_answers_his_own_request(world, game):
    await undo(world, ANN, game)
    with pytest.raises(CannotUndo, match="Ben has to answer"):
        await accept(world, ANN, game)
    with pytest.raises(CannotUndo, match="You have asked already: Ben has to answer"):
        await undo(world, ANN, game)
    assert await ply(world, game) == 4


async def test_who_has_not_moved_has_nothing_to_take_back(world):
    game = await world.game()
    for who in (ANN, BEN):
        with pytest.raises(CannotUndo, match="not moved yet"):
            await undo(world, who, game)


async def possible(world, who, game):
    found = await world.services.undo.possible(world.act(who), game)
    return found.unseen, found.answered, found.asks


async def test_before_an_undo_it_is_known_what_would_come_of_it(world, game, clock):
    assert await possible(world, BEN, game) == (False, False, False)
    assert await possible(world, ANN, game) == (False, True, True)
    clock.advance(minutes=2, seconds=1)
    assert await possible(world, BEN, game) == (False, False, True)
    assert await ply(world, game) == 4
    await undo(world, BEN, game)
    with pytest.raises(CannotUndo, match="asked already"):
        await possible(world, BEN, game)


async def test_what_is_half_played_is_known_to_be_unseen(world):
    game = await world.game()
    await world.play(ANN, game, "a1")
    assert await possible(world, ANN, game) == (True, False, False)
    with pytest.raises(CannotUndo, match="not moved yet"):
        await possible(world, BEN, game)


async def test_half_a_turn_that_is_taken_back_changes_nothing_for_anybody_else(world):
    game = await world.game()
    shown = await world.games.get(game)
    for cell in ("a1", "c3"):
        await world.play(ANN, game, cell)
        half = await world.whole(game)
        await undo(world, ANN, game, revision=half.revision)
        assert (await world.games.get(game)).revision == shown.revision
        await world.play(ANN, game, "e5")
        with pytest.raises(StaleButton):  # it was made for another first stone
            await world.play(ANN, game, "g4", revision=half.revision)
        await undo(world, ANN, game)
    await world.play(ANN, game, "a1 c3", revision=shown.revision)


async def test_half_a_turn_of_the_opponent_changes_nothing_about_an_undo(world):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    asked_at = (await world.games.get(game)).revision
    await world.play(BEN, game, "e5")
    assert await possible(world, ANN, game) == (False, False, False)
    done = await undo(world, ANN, game, revision=asked_at)
    assert (done.asked, done.moves) == (False, ("a1", "c3"))
    assert await ply(world, game) == 0


async def test_half_a_turn_of_the_opponent_makes_no_late_undo_free(world, clock):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    clock.advance(minutes=2, seconds=1)
    await world.play(BEN, game, "e5")
    assert await possible(world, ANN, game) == (False, False, True)
    assert (await undo(world, ANN, game)).moves == ("a1", "c3")


async def test_who_is_asked_about_a_turn_takes_back_no_other_one(world):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    await world.play(BEN, game, "swap")
    asked_at = (await world.games.get(game)).revision
    await world.play(ANN, game, "e5")
    with pytest.raises(StaleButton):
        await undo(world, ANN, game, revision=asked_at)


async def test_who_chose_black_and_is_to_move_again_has_not_been_answered(world):
    actor = world.act(ANN)
    made = await world.challenges.propose(actor, None, "asli", {"size": 5})
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.play(ANN, game, "offer 3")
    await world.play(BEN, game, "black")
    assert await possible(world, BEN, game) == (False, False, False)
    assert (await undo(world, BEN, game)).moves == ("black",)


@pytest.mark.parametrize("cold", [True, False])
async def test_nobody_who_writes_waits_for_a_replay(world, game, clock, monkeypatch, cold):
    writing, replayed = False, []

    def replay(*arguments):
        replayed.append(writing)
        return real_replay(*arguments)

    async def write(*arguments):
        nonlocal writing
        writing = True
        try:
            return await real_write(*arguments)
        finally:
            writing = False

    def begin():
        nonlocal real_write
        if cold:
            world.restart()
        if world.database.write is not write:
            real_write = world.database.write
            monkeypatch.setattr(world.database, "write", write)

    real_replay, real_write = replay_cache.replay_moves, None
    monkeypatch.setattr(replay_cache, "replay_moves", replay)
    actions = [
        (undo, ANN),
        (decline, BEN),
        (undo, ANN),
        (accept, BEN),
        (play_opening, ANN),
        (undo, ANN),
        (resign, ANN),
    ]
    for action, who in actions:
        begin()
        await action(world, who, game)
    assert set(replayed) == ({False} if cold else set())


async def test_a_game_agreed_without_undo_stands(world):
    actor, terms = world.act(ANN), Terms(undo=False)
    made = await world.challenges.propose(actor, None, "lifeline", {"size": 4}, terms)
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.play(ANN, game, "a1")
    with pytest.raises(CannotUndo, match="agreed without undo"):
        await undo(world, ANN, game)


async def test_strangers_and_ended_games_are_refused(world, game):
    for action in (undo, accept, decline):
        with pytest.raises(NotYourGame):
            await action(world, CAT, game)
    await world.games.resign(world.act(ANN), game)
    for action in (undo, accept, decline):
        with pytest.raises(GameOver):
            await action(world, BEN, game)


async def test_a_button_made_before_an_undo_is_stale_even_at_the_same_ply(world, game):
    old = (await world.games.get(game)).revision
    await undo(world, BEN, game)
    await world.play(BEN, game, "e5 e1")
    view = await world.games.get(game)
    assert (view.position.ply, view.revision != old) == (4, True)
    for action in (undo(world, ANN, game, revision=old), world.play(ANN, game, "b4", revision=old)):
        with pytest.raises(StaleButton):
            await action
    await world.play(ANN, game, "b4", revision=view.revision)


async def test_a_turn_taken_back_before_it_was_posted_is_not_posted(world, game):
    await world.play(ANN, game, "b4")
    await undo(world, ANN, game)
    assert await world.posted() == [("undone", 4)]
    assert (await world.outbox.counts())["dropped"] == 1


async def test_a_turn_taken_back_while_it_is_posted_is_the_games_message_before_the_next(
    world, game
):
    await world.play(ANN, game, "b4")
    (row,) = await world.outbox.take_due(10)
    await undo(world, ANN, game)
    assert await world.outbox.take_due(10) == []
    await world.outbox.done(row, 77)
    assert (await world.games.get(game)).turn_message_id == 77
    assert await world.posted() == [("undone", 4)]


@pytest.mark.parametrize("failed_first", [True, False])
async def test_a_turn_taken_back_is_looked_for_when_its_fate_is_not_known(
    world, game, failed_first
):
    await world.play(ANN, game, "b4")
    (row,) = await world.outbox.take_due(10)
    if failed_first:
        await world.outbox.retry(row, timedelta(minutes=5), "no answer")
    await undo(world, ANN, game)
    if not failed_first:
        await world.outbox.retry(row, timedelta(0), "no answer")
    assert await world.posted() == [("taken_back", 5), ("undone", 4)]


async def test_a_turn_that_nobody_has_heard_of_is_not_told_when_it_was_taken_back(world, game):
    await world.play(ANN, game, "b4")
    (row,) = await world.outbox.take_due(10)
    await world.outbox.await_interaction(row, None)
    await undo(world, ANN, game)
    assert (await world.outbox.counts())["dropped"] == 1


@pytest.mark.parametrize("action", ["undo", "accept", "decline"])
async def test_a_click_that_comes_twice_acts_once(world, game, clock, action):
    who = BEN
    if action == "undo":
        clock.advance(seconds=5)
    else:
        await undo(world, ANN, game)
    click = world.act(who)
    await getattr(world.services.undo, action)(click, game)
    once = await world.games.get(game)
    await getattr(world.services.undo, action)(click, game)
    assert await world.games.get(game) == once


async def test_the_position_after_an_undo_is_not_the_cached_one(world, game):
    with pytest.raises(RefusedMove):
        await world.play(ANN, game, "e5")
    await undo(world, BEN, game)
    await world.play(BEN, game, "e1 c5")
    played = await world.play(ANN, game, "e5")
    assert played.game.position.ply == 5
