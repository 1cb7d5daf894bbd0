from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors.refusals import CannotUndo, GameOver, NotYourGame, RefusedMove, StaleButton
from bot.messages import undo as undo_messages
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.games import replay_cache
from bot.services.values.views import Terms
from bot.store.tables.outbox_kinds import NO_CHANNEL, Location
from bot.store.tables.payloads import Undone
from bot.words import undo as words

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
async def game(world):
    """Game in which Ann and Ben have each played a turn of two stones; Ann is to move at ply 4."""
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
    return world.press(who, game, "a1 c3")


def resign(world, who, game):
    return world.games.resign(world.act(who), game)


async def ply(world, game):
    return (await world.mover_view(game)).position.ply


async def test_undo_is_free_for_two_minutes(world, game, clock):
    clock.advance(minutes=2)
    undone = await undo(world, BEN, game)
    assert (undone.asked, undone.moves) == (False, ("e5", "e1"))
    assert (undone.game.to_move.name, undone.game.position.ply) == ("Ben", 2)
    # the result of an action does not include whether it is a player's first game
    assert replace(await world.games.get(game), is_first=False) == undone.game
    (row,) = await world.outbox.take_due(5)
    assert (row.kind, row.ply, row.payload) == ("undone", 2, Undone(moves=("e5", "e1"), by=1))


async def test_the_two_minutes_begin_with_the_last_stone_of_a_turn(world, clock):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    await world.play(BEN, game, "e5")
    clock.advance(minutes=3)
    await world.play(BEN, game, "e1")
    assert (await undo(world, BEN, game)).asked is False


async def test_turns_of_the_game_from_which_this_one_continues_cannot_be_undone(world, game):
    await world.set_game(game, opening_plies=4)
    with pytest.raises(CannotUndo, match="nothing to undo"):
        await undo(world, BEN, game)


async def test_undo_restores_the_previous_position(world, game):
    await undo(world, BEN, game)
    world.restart()
    assert await ply(world, game) == 2
    await world.play(BEN, game, "e5 e1")
    assert (await examine(world.database)).problems == ()


async def test_undo_of_a_swap_restores_the_colours(world):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    before = await world.games.get(game)
    await world.play(BEN, game, "swap")
    after = (await undo(world, BEN, game)).game
    assert (after.position, after.to_move) == (before.position, before.to_move)


async def test_a_later_undo_needs_the_opponents_consent(world, game, clock):
    clock.advance(minutes=2, seconds=1)
    asked = await undo(world, BEN, game)
    assert (asked.asked, asked.moves, asked.game.position.ply) == (True, ("e5", "e1"), 4)
    assert (asked.game.undo_request.by.name, asked.game.undo_request.to_ply) == ("Ben", 2)
    assert await world.posted() == [("undo_request", 4)]
    done = await accept(world, ANN, game)
    assert (done.game.position.ply, done.game.undo_request) == (2, None)
    (row,) = await world.outbox.take_due(5)
    assert (row.kind, row.payload.by) == ("undone", 1)


async def test_undo_on_the_own_turn_takes_both_turns_back_with_consent(world, game):
    asked = await undo(world, ANN, game)
    assert (asked.asked, asked.moves) == (True, ("a1", "c3", "e5", "e1"))
    done = await accept(world, BEN, game)
    assert (done.game.position.ply, done.game.to_move.name) == (0, "Ann")


async def test_undo_of_a_half_played_turn_is_always_free_and_silent(world, game, clock):
    other = await world.game()
    await world.posted()
    await world.play(ANN, other, "a1")
    clock.advance(days=3)
    undone = await undo(world, ANN, other)
    assert (undone.asked, undone.game.position.ply) == (False, 0)
    assert await world.posted() == []


async def test_an_undo_does_not_name_a_hidden_stone(world, clock):
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
    assert told == [Undone(moves=("a1", "c3"), by=0)]


async def test_the_opponent_may_decline(world, game, clock):
    await undo(world, ANN, game)
    declined = await decline(world, BEN, game)
    assert (declined.undo_request, declined.position.ply) == (None, 4)
    assert await world.posted() == [("undo_request", 4), ("undo_declined", 4)]
    with pytest.raises(CannotUndo, match=words.NO_LONGER_OPEN()):
        await accept(world, BEN, game)


@pytest.mark.both_databases
async def test_the_opponent_may_decline_in_a_game_without_a_channel(world):
    dee, eve = 1300000000000000001, 1300000000000000002  # as long as the ids of new accounts
    game = await world.game(dee, eve, size=5)
    await world.services.locations.move(game, Location(None, NO_CHANNEL))
    await world.play(dee, game, "a1 c3")
    await world.play(eve, game, "e5 e1")
    await undo(world, dee, game)
    await decline(world, eve, game)
    assert "undo_declined_dm" in [kind for kind, _ in await world.posted()]


async def test_an_undo_request_lapses_after_a_move(world, game):
    await undo(world, ANN, game)
    await world.play(ANN, game, "b4")
    for answer in (accept, decline):
        with pytest.raises(CannotUndo, match=words.NO_LONGER_OPEN()):
            await answer(world, BEN, game)


async def turn_of_two(world, clock):
    """Game in which Ann played two stones more than two minutes ago; Ben is to play two."""
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    clock.advance(minutes=3)
    await world.posted()
    return game


@pytest.mark.parametrize("agree", [True, False])
async def test_a_first_stone_leaves_an_undo_request_open(world, clock, agree):
    game = await turn_of_two(world, clock)
    asked = (await undo(world, ANN, game)).game
    await world.play(BEN, game, "e5")
    assert (await world.games.get(game)).undo_request == asked.undo_request
    with pytest.raises(CannotUndo, match="You already asked"):
        await undo(world, ANN, game)
    answer = await (accept if agree else decline)(world, BEN, game, revision=asked.revision)
    assert await ply(world, game) == (0 if agree else 3)
    assert agree is False or (answer.moves, answer.game.to_move.name) == (("a1", "c3"), "Ann")
    assert (await examine(world.database)).problems == ()


async def test_undo_of_a_first_stone_leaves_a_request_open(world, clock):
    game = await turn_of_two(world, clock)
    await world.play(BEN, game, "e5")
    asked = (await undo(world, ANN, game)).game
    click = world.act(BEN)
    for _ in range(2):  # a press delivered twice returns the same result
        assert not (await world.services.undo.undo(click, game)).asked
    assert (await world.games.get(game)).undo_request == asked.undo_request
    assert await world.posted() == [("undo_request", 2)]
    done = await accept(world, BEN, game, revision=asked.revision)
    assert (done.moves, done.game.position.ply) == (("a1", "c3"), 0)


async def test_a_player_with_an_open_request_may_play_and_undo_a_first_stone(world, clock):
    game = await turn_of_two(world, clock)
    await world.play(BEN, game, "e5 e1")
    await undo(world, BEN, game)
    await undo(world, ANN, game)
    await world.play(BEN, game, "b4")
    shown = undo_messages.request(await world.games.get(game))
    assert {each.id.number for each in shown.rows[0]} == {
        (await world.games.get(game)).turn_revision
    }
    with pytest.raises(CannotUndo, match="You already asked"):
        await possible(world, ANN, game)
    assert await possible(world, BEN, game) == (True, False, False)
    await undo(world, BEN, game)
    await world.play(BEN, game, "b4 d2")
    assert (await world.games.get(game)).undo_request is None


async def test_an_answer_to_an_undo_request_of_an_earlier_turn_is_stale(world, clock):
    game = await turn_of_two(world, clock)
    old = (await undo(world, ANN, game)).game.revision
    await world.play(BEN, game, "e5 e1")
    await undo(world, ANN, game)
    for answer in (accept, decline):
        with pytest.raises(StaleButton):
            await answer(world, BEN, game, revision=old)


async def test_refuses_an_answer_to_the_own_undo_request(world, game):
    await undo(world, ANN, game)
    with pytest.raises(CannotUndo, match="Ben hasn't answered"):
        await accept(world, ANN, game)
    with pytest.raises(CannotUndo, match=r"You already asked\. Ben hasn't answered"):
        await undo(world, ANN, game)
    assert await ply(world, game) == 4


async def test_refuses_an_undo_before_the_players_first_move(world):
    game = await world.game()
    for who in (ANN, BEN):
        with pytest.raises(CannotUndo, match="haven't moved yet"):
            await undo(world, who, game)


async def possible(world, who, game):
    found = await world.services.undo.preview(world.act(who), game)
    return found.unseen, found.answered, found.asks


async def test_the_preview_shows_the_effect_of_an_undo(world, game, clock):
    assert await possible(world, BEN, game) == (False, False, False)
    assert await possible(world, ANN, game) == (False, True, True)
    clock.advance(minutes=2, seconds=1)
    assert await possible(world, BEN, game) == (False, False, True)
    assert await ply(world, game) == 4
    await undo(world, BEN, game)
    with pytest.raises(CannotUndo, match="already asked"):
        await possible(world, BEN, game)


async def test_the_preview_marks_a_half_played_turn_as_unseen(world):
    game = await world.game()
    await world.play(ANN, game, "a1")
    assert await possible(world, ANN, game) == (True, False, False)
    with pytest.raises(CannotUndo, match="haven't moved yet"):
        await possible(world, BEN, game)


async def test_undo_of_a_first_stone_changes_nothing_for_other_people(world):
    game = await world.game()
    shown = await world.games.get(game)
    for cell in ("a1", "c3"):
        await world.play(ANN, game, cell)
        half = await world.mover_view(game)
        await undo(world, ANN, game, revision=half.revision)
        assert (await world.games.get(game)).revision == shown.revision
        await world.play(ANN, game, "e5")
        with pytest.raises(StaleButton):  # the button belongs to another first stone
            await world.play(ANN, game, "g4", revision=half.revision)
        await undo(world, ANN, game)
    await world.play(ANN, game, "a1 c3", revision=shown.revision)


async def test_a_first_stone_of_the_opponent_does_not_affect_an_undo(world):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    asked_at = (await world.games.get(game)).revision
    await world.play(BEN, game, "e5")
    assert await possible(world, ANN, game) == (False, False, False)
    done = await undo(world, ANN, game, revision=asked_at)
    assert (done.asked, done.moves) == (False, ("a1", "c3"))
    assert await ply(world, game) == 0


async def test_a_first_stone_of_the_opponent_makes_no_late_undo_free(world, clock):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    clock.advance(minutes=2, seconds=1)
    await world.play(BEN, game, "e5")
    assert await possible(world, ANN, game) == (False, False, True)
    assert (await undo(world, ANN, game)).moves == ("a1", "c3")


async def test_consent_takes_back_only_the_requested_turn(world):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    await world.play(BEN, game, "swap")
    asked_at = (await world.games.get(game)).revision
    await world.play(ANN, game, "e5")
    with pytest.raises(StaleButton):
        await undo(world, ANN, game, revision=asked_at)


async def test_undo_after_choosing_black_counts_as_unanswered(world):
    actor = world.act(ANN)
    made = await world.challenges.propose(actor, None, "asli", {"size": 5})
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.play(ANN, game, "offer 3")
    await world.play(BEN, game, "black")
    assert await possible(world, BEN, game) == (False, False, False)
    assert (await undo(world, BEN, game)).moves == ("black",)


@pytest.mark.parametrize("cold", [True, False])
async def test_replays_happen_outside_write_transactions(world, game, clock, monkeypatch, cold):
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


async def test_refuses_an_undo_in_a_game_without_undo(world):
    actor, terms = world.act(ANN), Terms(undo=False)
    made = await world.challenges.propose(actor, None, "lifeline", {"size": 4}, terms)
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.play(ANN, game, "a1")
    with pytest.raises(CannotUndo, match="allow undo"):
        await undo(world, ANN, game)


async def test_refuses_an_undo_by_other_people_and_in_finished_games(world, game):
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


async def test_a_turn_taken_back_during_posting_stays_the_games_message(world, game):
    await world.play(ANN, game, "b4")
    (row,) = await world.outbox.take_due(10)
    await undo(world, ANN, game)
    assert await world.outbox.take_due(10) == []
    await world.outbox.mark_sent(row, 77)
    assert (await world.games.get(game)).turn_message_id == 77
    assert await world.posted() == [("undone", 4)]


@pytest.mark.parametrize("failed_first", [True, False])
async def test_a_turn_taken_back_with_unknown_delivery_is_searched_for(world, game, failed_first):
    await world.play(ANN, game, "b4")
    (row,) = await world.outbox.take_due(10)
    if failed_first:
        await world.outbox.retry(row, timedelta(minutes=5), "no answer")
    await undo(world, ANN, game)
    if not failed_first:
        await world.outbox.retry(row, timedelta(0), "no answer")
    assert await world.posted() == [("taken_back", 5), ("undone", 4)]


async def test_an_unannounced_turn_is_not_announced_after_an_undo(world, game):
    await world.play(ANN, game, "b4")
    (row,) = await world.outbox.take_due(10)
    await world.outbox.await_interaction(row, None)
    await undo(world, ANN, game)
    assert (await world.outbox.counts())["dropped"] == 1


@pytest.mark.parametrize("action", ["undo", "accept", "decline"])
async def test_a_press_delivered_twice_acts_once(world, game, clock, action):
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


async def test_a_position_after_an_undo_is_not_taken_from_the_cache(world, game):
    with pytest.raises(RefusedMove):
        await world.play(ANN, game, "e5")
    await undo(world, BEN, game)
    await world.play(BEN, game, "e1 c5")
    played = await world.press(ANN, game, "e5")
    assert played.game.position.ply == 5
