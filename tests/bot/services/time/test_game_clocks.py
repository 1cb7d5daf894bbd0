"""Clocks of stored games: moves, undos and results change them in the same transaction."""

from datetime import timedelta

import pytest

from bot.errors.refusals import GameOver, OutOfTime
from bot.errors.storage import DatabaseBusy
from bot.services.values.clocks.clock import OFFERED_PACES, PACES, Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.views import Player, Terms
from bot.store.tables import clocks

ANN, BEN = 101, 102
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)

CLOCKED = [pace for pace in OFFERED_PACES if pace is not Pace.NONE]


async def test_a_game_has_the_pace_of_its_challenge(world, timed, clock_of):
    game_id = await timed(Pace.BRISK, strict=True)
    terms = (await world.challenges.get(1)).terms
    assert (terms.pace, terms.strict) == (Pace.BRISK, True)
    clock = await clock_of(game_id)
    assert (clock.pace, clock.strict, clock.left) == (Pace.BRISK, True, (24 * HOUR, 24 * HOUR))


async def test_a_game_without_a_pace_has_no_clock_and_cannot_be_strict(world, timed, clock_of):
    game_id = await timed(Pace.NONE, strict=True)
    assert await clock_of(game_id) is None
    assert not (await world.challenges.get(1)).terms.strict


async def test_a_move_stops_one_clock_and_starts_the_other(world, clock, timed, clock_of):
    game_id = await timed()
    clock.advance(hours=10)
    await world.play(ANN, game_id, "a1 c3")
    now = await clock_of(game_id)
    assert now.left == (98 * HOUR, 72 * HOUR)
    assert (now.seat, now.since) == (1, clock.now)


async def test_half_a_turn_neither_stops_the_clock_nor_adds_time(world, clock, timed, clock_of):
    game_id = await timed()
    before = await clock_of(game_id)
    clock.advance(hours=10)
    await world.play(ANN, game_id, "a1")
    assert await clock_of(game_id) == before


async def test_deadlines_follow_the_clock(world, clock, timed, planned):
    game_id = await timed()
    began = clock.now
    assert await planned(game_id) == {
        BotDue.REMINDER: began + 54 * HOUR,
        BotDue.FALL: began + 72 * HOUR,
    }
    clock.advance(hours=1)
    await world.play(ANN, game_id, "a1 c3")
    assert (await planned(game_id))[BotDue.FALL] == clock.now + 72 * HOUR


async def test_a_strict_game_plans_a_vacation_before_the_loss_on_time(clock, timed, planned):
    game_id = await timed(Pace.BRISK, strict=True)
    assert (await planned(game_id))[BotDue.VACATION] == clock.now + 23 * HOUR


@pytest.mark.parametrize("pace", [Pace.NONE, Pace.STANDARD])
async def test_a_finished_game_has_no_deadlines(world, timed, planned, clock_of, pace):
    game_id = await timed(pace)
    await world.games.resign(world.act(ANN), game_id)
    assert await planned(game_id) == {}
    assert await clock_of(game_id) is None


async def test_a_game_without_a_clock_is_inactive_thirty_days_after_the_last_move(
    world, clock, timed, planned
):
    game_id = await timed(Pace.NONE)
    clock.advance(days=20)
    await world.play(ANN, game_id, "a1 c3")
    assert await planned(game_id) == {BotDue.ASLEEP: clock.now + timedelta(days=30)}


@pytest.mark.parametrize("pace", CLOCKED)
async def test_accepts_a_strict_move_in_the_last_second(world, clock, timed, clock_of, pace):
    game_id = await timed(pace, strict=True)
    clock.now += PACES[pace].base - SECOND
    await world.play(ANN, game_id, "a1 c3")
    assert (await clock_of(game_id)).left[0] == PACES[pace].increment + SECOND


@pytest.mark.parametrize("pace", CLOCKED)
async def test_refuses_a_strict_move_when_the_time_ends(world, clock, timed, clock_of, pace):
    game_id = await timed(pace, strict=True)
    before = await clock_of(game_id)
    clock.now += PACES[pace].base
    with pytest.raises(OutOfTime, match="Your time in game 1 ran out"):
        await world.play(ANN, game_id, "a1 c3")
    assert (await world.games.get(game_id)).position.ply == 0
    assert await clock_of(game_id) == before


async def test_refuses_half_a_turn_when_strict_time_ends(world, clock, timed):
    game_id = await timed(strict=True)
    clock.now += PACES[Pace.STANDARD].base
    with pytest.raises(OutOfTime):
        await world.play(ANN, game_id, "a1")
    assert (await world.mover_view(game_id)).position.ply == 0


async def test_refuses_the_second_stone_when_strict_time_ends(world, clock, timed):
    game_id = await timed(strict=True)
    await world.play(ANN, game_id, "a1")
    clock.now += PACES[Pace.STANDARD].base
    with pytest.raises(OutOfTime):
        await world.play(ANN, game_id, "c3")
    assert (await world.mover_view(game_id)).position.ply == 1


async def test_no_answer_saves_a_player_whose_strict_time_has_ended(world, clock, timed):
    game_id, services = await timed(strict=True), world.services
    await world.play(ANN, game_id, "a1 c3")
    clock.advance(minutes=5)
    await services.undo.undo(world.act(ANN), game_id)
    await services.end_requests.ask(world.act(ANN), game_id)
    clock.now += PACES[Pace.STANDARD].base
    for answer in (
        world.games.resign,
        world.games.leave,
        services.end_requests.ask,
        services.end_requests.accept,
        services.undo.accept,
    ):
        with pytest.raises(GameOver, match="Ann won"):
            await answer(world.act(BEN), game_id)
    assert (await world.games.get(game_id)).result is None


async def test_a_player_may_resign_after_the_end_of_time_that_is_not_strict(world, clock, timed):
    game_id = await timed()
    clock.now += PACES[Pace.STANDARD].base
    assert (await world.games.resign(world.act(ANN), game_id)).result.ending == "resigned"


async def test_refuses_a_one_stone_turn_when_strict_time_ends(world, clock):
    terms = Terms(pace=Pace.BRISK, strict=True)
    asked = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "asli", {"komi": 3}, terms
    )
    game_id = (await world.challenges.accept(world.act(BEN), asked.id)).id
    clock.now += PACES[Pace.BRISK].base
    with pytest.raises(OutOfTime):
        await world.play(ANN, game_id, "c3")
    assert (await world.games.get(game_id)).position.ply == 0


async def test_a_move_is_never_too_late_without_strict_time(world, clock, timed, clock_of):
    game_id = await timed()
    clock.advance(days=30)
    await world.play(ANN, game_id, "a1 c3")
    assert (await clock_of(game_id)).left[0] == 36 * HOUR


async def test_an_undo_adds_no_time(world, clock, timed, clock_of, planned):
    game_id = await timed()
    clock.advance(hours=2)
    await world.play(ANN, game_id, "a1 c3")
    clock.advance(seconds=30)
    await world.services.undo.undo(world.act(ANN), game_id)
    now = await clock_of(game_id)
    assert (now.seat, now.since) == (0, clock.now)
    assert now.left == (70 * HOUR, 72 * HOUR - 30 * SECOND)
    assert (await planned(game_id))[BotDue.FALL] == clock.now + 70 * HOUR


async def test_repeated_moves_and_undos_add_no_time(world, clock, timed, clock_of):
    game_id = await timed(Pace.BRISK, strict=True)
    clock.advance(hours=23)
    for _ in range(5):
        await world.play(ANN, game_id, "a1 c3")
        await world.services.undo.undo(world.act(ANN), game_id)
    assert (await clock_of(game_id)).remaining(0, clock.now) == HOUR


async def test_an_undone_half_turn_adds_no_time(world, clock, timed, clock_of):
    game_id = await timed()
    before = await clock_of(game_id)
    await world.play(ANN, game_id, "a1")
    clock.advance(hours=2)
    await world.services.undo.undo(world.act(ANN), game_id)
    assert await clock_of(game_id) == before
    assert before.remaining(0, clock.now) == 70 * HOUR


async def test_undoing_two_turns_keeps_both_increments(world, timed, clock_of):
    game_id = await timed()
    await world.play(ANN, game_id, "a1 c3")
    await world.play(BEN, game_id, "e5 g7")
    await world.services.undo.undo(world.act(ANN), game_id)
    await world.services.undo.accept(world.act(BEN), game_id)
    assert (await clock_of(game_id)).left == (108 * HOUR, 108 * HOUR)


async def test_a_swap_choice_and_a_first_move_by_one_player_are_two_turns(world, clock, clock_of):
    challenge = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "asli", {}, Terms(pace=Pace.BRISK)
    )
    game_id = (await world.challenges.accept(world.act(BEN), challenge.id)).id
    await world.play(ANN, game_id, "offer 5")
    clock.advance(hours=20)
    await world.play(BEN, game_id, "black")
    now = await clock_of(game_id)
    assert (now.seat, now.since) == (1, clock.now)
    assert now.left[1] == 16 * HOUR


async def test_a_rematch_is_played_at_the_same_pace(world, timed):
    game_id = await timed(Pace.RELAXED, strict=True)
    await world.games.resign(world.act(ANN), game_id)
    change_settings = await world.services.history.rematch(world.act(BEN), game_id)
    assert (change_settings.terms.pace, change_settings.terms.strict) == (Pace.RELAXED, True)


async def test_a_concurrently_changed_clock_is_not_overwritten(world, timed):
    game_id = await timed()
    stale = await world.database.read(clocks.find, game_id)
    await world.database.write(clocks.change, stale, seat=1)
    with pytest.raises(DatabaseBusy):
        await world.database.write(clocks.change, stale, seat=0)
    assert (await world.database.read(clocks.find, game_id)).seat == 1


async def test_a_move_changes_no_deadlines_of_other_games_or_people(world, timed, planned):
    moved, other = await timed(), await timed(Pace.NONE)
    before = await planned(other)
    # a person whose id equals that of the game
    until = world.clock.now + timedelta(days=5)
    await world.services.vacations.start(world.act(moved), until)
    await world.play(ANN, moved, "a1 c3")
    assert await planned(other) == before
    assert (await planned(moved))[Due.BACK] == until
