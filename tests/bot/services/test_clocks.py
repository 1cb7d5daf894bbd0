from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.values.clocks.clock import EXTRA, PACES, Pace, started

THEN = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
SECOND = timedelta(seconds=1)
CLOCKED = tuple(pace for pace in PACES if pace is not Pace.SEASON)


def clock(pace=Pace.STANDARD, **how):
    return started(pace, THEN, 0, **how)


@pytest.mark.parametrize(
    ("pace", "base", "increment", "cap"),
    [
        (Pace.RELAXED, 7 * 24, 48, 240),
        (Pace.STANDARD, 3 * 24, 36, 120),
        (Pace.BRISK, 24, 12, 48),
    ],
)
def test_each_pace_has_its_base_increment_and_cap(pace, base, increment, cap):
    timing = PACES[pace]
    hours = [each / timedelta(hours=1) for each in (timing.base, timing.increment, timing.cap)]
    assert hours == [base, increment, cap]


@pytest.mark.parametrize("pace", CLOCKED)
def test_a_move_is_in_time_until_the_last_second(pace):
    begun = clock(pace)
    end = THEN + PACES[pace].base
    assert begun.ends_at == end
    assert not begun.has_fallen(end - SECOND)
    assert begun.remaining(0, end - SECOND) == SECOND
    assert begun.has_fallen(end)


@pytest.mark.parametrize("pace", CLOCKED)
def test_a_move_in_the_last_second_adds_the_increment_to_that_second(pace):
    timing = PACES[pace]
    at = THEN + timing.base - SECOND
    after = clock(pace).moved(at, 1)
    assert after.left == (SECOND + timing.increment, timing.base)
    assert (after.seat, after.since) == (1, at)


@pytest.mark.parametrize("pace", CLOCKED)
def test_the_cap_limits_accumulated_time(pace):
    now = clock(pace)
    for seat in (1, 0) * 20:
        now = now.moved(THEN, seat)
    assert now.left == (PACES[pace].cap, PACES[pace].cap)


def test_only_the_player_to_move_uses_time():
    later = THEN + timedelta(hours=5)
    assert clock().remaining(0, later) == timedelta(hours=67)
    assert clock().remaining(1, later) == timedelta(hours=72)


def test_a_late_move_in_a_game_that_is_not_strict_leaves_the_increment():
    after = clock().moved(THEN + timedelta(days=30), 1)
    assert after.left[0] == timedelta(hours=36)


def test_stopped_clocks_use_no_time_and_resume_exactly():
    stopped = clock().paused(THEN + timedelta(hours=1, seconds=7))
    later = THEN + timedelta(days=100)
    assert stopped.ends_at is None
    assert not stopped.has_fallen(later)
    again = stopped.resumed(later)
    assert again.ends_at == later + timedelta(hours=71) - 7 * SECOND


def test_starting_a_running_clock_has_no_effect():
    assert clock().resumed(THEN + timedelta(days=1)) == clock()


def test_a_move_does_not_start_stopped_clocks():
    after = clock().paused(THEN).moved(THEN + timedelta(days=9), 1)
    assert (after.since, after.seat) == (None, 1)
    assert after.left[0] == timedelta(hours=108)


def test_two_extra_days_count_from_now_and_may_exceed_the_cap():
    late = THEN + timedelta(days=4)
    assert clock().given(late).ends_at == late + EXTRA
    early = clock(Pace.BRISK).given(THEN)
    assert early.left[0] == timedelta(hours=72)
    # a quick move does not remove the extra time
    assert early.moved(THEN, 1).left[0] == timedelta(hours=72)


def test_an_undo_removes_the_increment_of_the_turn():
    early = clock(Pace.BRISK)
    assert early.moved(THEN, 1).returned(0).left == early.left
    # an increment lost to the cap is added by the next turn
    full = replace(early, left=(timedelta(hours=48),) * 2)
    back = full.moved(THEN, 1).returned(0)
    assert back.left[0] == timedelta(hours=36)
    assert replace(back, seat=0).moved(THEN, 1).left[0] == timedelta(hours=48)
    # above the cap no turn adds an increment
    given = early.given(THEN)
    assert given.moved(THEN, 1).returned(0).left == given.left
    assert replace(early, left=(timedelta(hours=1),) * 2).returned(0).left[0] == timedelta(0)


def test_an_undo_passes_the_turn_without_increment_or_refund():
    moved = clock().moved(THEN + timedelta(hours=2), 1)
    back = moved.passed(THEN + timedelta(hours=3), 0)
    assert back.left == (moved.left[0], timedelta(hours=71))
    assert (back.seat, back.since) == (0, THEN + timedelta(hours=3))


@given(
    st.sampled_from(CLOCKED),
    st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from(["move", "pass", "pause", "resume"])),
        max_size=30,
    ),
)
def test_random_clock_events_conserve_time(pace, story):
    now, at, ran = clock(pace), THEN, [timedelta(0), timedelta(0)]
    for seconds, action in story:
        before, at = at, at + seconds * SECOND
        if now.since is not None:
            ran[now.seat] += min(at - before, now.remaining(now.seat, before))
        held = [now.remaining(seat, at) for seat in (0, 1)]
        seat = now.seat
        if action == "move":
            now = now.moved(at, 1 - seat)
            held[seat] = max(held[seat], min(held[seat] + PACES[pace].increment, PACES[pace].cap))
        elif action == "pass":
            now = now.passed(at, 1 - seat)
        else:
            now = now.paused(at) if action == "pause" else now.resumed(at)
        assert [now.remaining(each, at) for each in (0, 1)] == held
        assert all(timedelta(0) <= each <= PACES[pace].cap for each in held)
