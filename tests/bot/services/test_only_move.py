"""Setting "Play my only move": forced turns are played in the opponent's transaction."""

import random

import pytest

from bot.messages.planned_turns import turns_since
from bot.services.steps import plan_execution as execution
from bot.services.values.games.only_move import only_turn
from bot.services.values.views import Player
from rules.moves import format_move
from rules.registry import find_game
from tests.bot.services.conftest import ANN, BEN


def goes_on_after_only_turns(position):
    while position.outcome() is None and only_turn(position):
        for move in only_turn(position):
            position = position.play(move)
    return position.outcome() is None


def forced_game(game, **options):
    """Return the turns of a random game up to a position with a single legal turn."""
    for seed in range(2000):
        lots = random.Random(seed)
        position = find_game(game).start(find_game(game).ruleset(options))
        turns = []
        while position.outcome() is None:
            number, texts = position.turn, []
            while position.turn == number and position.outcome() is None:
                move = lots.choice(list(position.legal_moves()))
                texts.append(format_move(move, position.topology))
                position = position.play(move)
            turns.append((position.last_turn.by, " ".join(texts)))
            if only_turn(position) and goes_on_after_only_turns(position):
                return turns, position
    pytest.fail("no such game")


async def play(world, game_id, turns):
    for _, text in turns:
        mover = (await world.mover_view(game_id)).to_move
        await world.play(mover.user_id, game_id, text)


async def switch_on(world, *people):
    for who in people:
        await world.personal_settings.change_settings(world.act(who), {"only_move": "on"})


@pytest.fixture
async def forced(world):
    """Game whose next turn leaves the opponent a single legal turn, and that turn."""
    turns, position = forced_game("lifeline", size=4, start="none")
    game_id = await world.game(start="none")
    await play(world, game_id, turns[:-1])
    mover = (await world.mover_view(game_id)).to_move.user_id
    return game_id, mover, turns[-1][1], position


async def test_it_is_off_at_first(world, forced):
    game_id, mover, text, position = forced
    done = await world.play(mover, game_id, text)
    assert (await world.games.get(game_id)).position == position
    assert done.answers == 0


async def test_the_only_legal_turn_is_played_with_the_opponents_turn(world, forced):
    game_id, mover, text, position = forced
    await switch_on(world, BEN if mover == ANN else ANN)
    done = await world.play(mover, game_id, text)

    after = position
    for move in only_turn(position):
        after = after.play(move)
    game = await world.games.get(game_id)
    assert game.position.stones == after.stones
    assert game.position.ply == after.ply
    assert done.answers == 1


async def test_the_setting_of_the_player_who_moves_plays_nothing_for_the_other(world, forced):
    game_id, mover, text, position = forced
    await switch_on(world, mover)
    await world.play(mover, game_id, text)
    assert (await world.games.get(game_id)).position == position


async def test_both_turns_are_one_message_with_the_clock_of_the_next(world, forced):
    game_id, mover, text, _ = forced
    await switch_on(world, ANN, BEN)
    while waiting := await world.outbox.take_due(50):
        for number, message in enumerate(waiting):
            await world.outbox.mark_sent(message, 9000 + number)
    before = await world.games.get(game_id)
    await world.play(mover, game_id, text)

    told = await world.outbox.take_due(50)

    (board,) = [each for each in told if each.kind in ("turn", "result")]
    assert board.payload.since == before.position.ply
    game = await world.games.get(game_id)
    assert game.position.turn > before.position.turn + 1
    lines = turns_since(game, board.payload.since)
    assert len(lines) == game.position.turn - before.position.turn + 1
    assert lines[-1].startswith("-# The last turn was the only legal move.")


async def test_a_turn_that_was_answered_is_taken_back_only_with_consent(world, forced):
    game_id, mover, text, _ = forced
    await switch_on(world, ANN, BEN)
    await world.play(mover, game_id, text)
    game = await world.games.get(game_id)
    assert game.result is None
    undone = await world.services.undo.undo(world.act(mover), game_id)
    assert undone.asked
    assert (await world.games.get(game_id)).position == game.position


async def test_nothing_is_played_in_practice_games(world, monkeypatch):
    monkeypatch.setattr(execution, "only_turn", lambda at: (next(at.legal_moves()),))
    await switch_on(world, ANN, 900)
    game = await world.services.practice.begin(
        world.act(ANN), Player(900, "Lifeline"), 1, "lifeline", {"size": 4, "start": "none"}
    )
    assert game.to_move.user_id == ANN
    assert (await world.play(ANN, game.id, "a1")).answers == 0
    assert (await world.games.get(game.id)).position.ply == 1


def test_a_choice_or_the_end_of_a_game_has_no_only_turn():
    game = find_game("lifeline")
    assert only_turn(game.start(game.ruleset({"size": 4}))) == ()
    for key in ("lifeline", "asli", "liflina", "cornered"):
        options = {"size": find_game(key).option("size").minimum}
        _, position = forced_game(key, **options)
        (move,) = only_turn(position)
        assert list(position.legal_moves()) == [move]
        while position.outcome() is None:
            position = position.play(next(iter(position.legal_moves())))
        assert only_turn(position) == ()
